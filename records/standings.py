"""How a match stands: what each deal and adjustment brought each person, and the running totals."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from records.money import money_of_seats
from records.values import Adjustment, Deal, Match, Saved


@dataclass(frozen=True)
class Line:
    """One deal or adjustment in the table of a match.

    Attributes:
        entry: what was stored.
        change: cents for each person by id; empty where it counts for nothing.
        totals: cents of each person after it.
    """

    entry: Saved[Any]
    change: Mapping[str, int]
    totals: Mapping[str, int]


def money_of(value: Deal | Adjustment) -> dict[str, int]:
    """Cents that each person receives, by id; nothing for a draft, a void entry or a deal without people."""
    if value.void:
        return {}
    if isinstance(value, Adjustment):
        return dict(value.amounts)
    if not value.counts or not value.people:
        return {}
    return dict(zip(value.people, money_of_seats(value.transfers, value.stake, len(value.people)), strict=True))


def standings(match: Match, entries: Iterable[Saved[Any]]) -> tuple[Line, ...]:
    """The table of a match, line by line.

    Args:
        match: whose people it has; each starts at zero.
        entries: its deals and adjustments, each in its latest version.

    Returns:
        the lines in the order in which the entries were first entered, as they are given.
    """
    totals = {person.id: 0 for person in match.people}
    lines: list[Line] = []
    for entry in entries:
        change = money_of(entry.value)
        for person, cents in change.items():
            totals[person] = totals.get(person, 0) + cents
        lines.append(Line(entry, change, dict(totals)))
    return tuple(lines)


def final_totals(match: Match, lines: Sequence[Line]) -> dict[str, int]:
    """Cents of each person at the end, by id."""
    return dict(lines[-1].totals) if lines else {person.id: 0 for person in match.people}
