"""Why a case is refused: codes and messages in both languages (rules 1.3).

Inside the scorer a refusal is a value that is returned, never an exception that is raised; the rooms around it
raise errors that carry both languages, too.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
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


class BilingualError(Exception):
    """An error for a person, raised at the doors: files, photos, storage.

    Attributes:
        message: what is wrong and what to do, in English.
        message_zh: the same in Chinese.
    """

    def __init__(self, message: str, message_zh: str) -> None:
        # `args` stays what each class was made with, so that errors can be sent between processes.
        self.message = message
        self.message_zh = message_zh

    def __str__(self) -> str:
        return self.message


class CodedError(BilingualError):
    """An error with a fixed name for programs.

    Attributes:
        code: the name, ``E_…``.
    """

    def __init__(self, code: str, message: str, message_zh: str) -> None:
        super().__init__(message, message_zh)
        self.code = code

    def to_json(self) -> dict[str, str]:
        """The error in the form of the contract."""
        return {"code": self.code, "message": self.message, "message_zh": self.message_zh}


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

    def worded(self, in_words: Callable[[str], str]) -> Rejection:
        """The same with the Chinese message in the words of a table."""
        return replace(self, message_zh=in_words(self.message_zh))


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
