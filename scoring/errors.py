"""Why a case is refused: codes and messages in both languages (rules 1.3).

Inside the scorer a refusal is a value that is returned, never an exception that is raised.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Code(StrEnum):
    """What is wrong with a case, in the order in which several faults are reported (rules 12.3)."""

    INPUT = "E_INPUT"
    TILE = "E_TILE"
    MELD = "E_MELD"
    COUNT = "E_COUNT"
    FIVE = "E_FIVE"
    PAYER = "E_PAYER"
    FLAGS = "E_FLAGS"
    WAY = "E_WAY"
    SUIT = "E_SUIT"
    PAIR258 = "E_PAIR258"
    MINFAN = "E_MINFAN"
    NOT_WIN = "E_NOT_WIN"

    @property
    def order(self) -> int:
        """Rank in the order of reporting; the smallest is told first."""
        return _ORDER[self]


_ORDER = {code: rank for rank, code in enumerate(Code)}


@dataclass(frozen=True, slots=True)
class Rejection:
    """A case that is not scored.

    Attributes:
        code: the documented code.
        message: what is wrong and where, in English.
        message_zh: the same in Chinese.
        field: the input field at fault, where there is one.
        reached: how much of what was needed is there (fan); of equal faults the nearest miss is told.
    """

    code: Code
    message: str
    message_zh: str
    field: str | None = None
    reached: int = 0


def bad_input(field: str, message: str, message_zh: str) -> Rejection:
    """An ``E_INPUT`` that names its field first."""
    return Rejection(Code.INPUT, f"{field}: {message}", f"{field}：{message_zh}", field)


def contradiction(first: str, second: str, first_zh: str, second_zh: str) -> Rejection:
    """An ``E_FLAGS`` that names the two facts that cannot both hold."""
    return Rejection(
        Code.FLAGS,
        f"these contradict each other: {first} / {second}",
        f"这两项互相矛盾：{first_zh} / {second_zh}",
    )


def first_fault(faults: list[Rejection]) -> Rejection | None:
    """The fault to report of several: the earliest in the order of the codes, and of these the nearest miss."""
    return min(faults, key=lambda fault: (fault.code.order, -fault.reached), default=None)
