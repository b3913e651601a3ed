"""What a dispute turns on: one thing that was otherwise than a case says, and the case with it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from scoring.hand import Case, Seat, Win
from scoring.steps import Text, seat_name


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that was otherwise.

    Attributes:
        name: of the field, flag or house rule.
        old: as the case has it; None where it has nothing of the kind.
        new: as it would be; None where there was nothing of the kind.
        text: the change as a clause that follows "if".
    """

    name: str
    old: Any
    new: Any
    text: Text


Mistake = tuple[Change, Case]
"""A change and the case with it. The case may be impossible; scoring it says so."""


def about(seat: Seat, en: str, zh: str) -> Text:
    """A sentence about a player, who is named where it has ``{}``."""
    name = seat_name(seat)
    return Text(en.format(name.en), zh.format(name.zh))


def with_win(case: Case, at: int, win: Win) -> Case:
    """The case with one of its wins replaced."""
    return replace(case, wins=(*case.wins[:at], win, *case.wins[at + 1 :]))
