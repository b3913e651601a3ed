"""A claim about what a deal comes to, and where it and a computation part."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import zip_longest
from typing import Literal

from scoring.changes import Change
from scoring.core import Result, ScoredWin
from scoring.errors import Rejection
from scoring.hand import Case, Seat
from scoring.steps import Step, Text, say, seat_name

Kind = Literal["house_rule", "fact", "two_house_rules"]
"""What an explanation is made of."""


@dataclass(frozen=True, slots=True)
class Claim:
    """What somebody says the deal comes to.

    Attributes:
        payments: what players receive, negative where they pay; nothing is said of players left out.
        fan: fan of winners.
        points: points of winners.
    """

    payments: Mapping[Seat, int]
    fan: Mapping[Seat, int]
    points: Mapping[Seat, int]

    def holds(self, result: Result | Rejection) -> bool:
        """Whether a result is just what is claimed."""
        return isinstance(result, Result) and next(differences(self, result), None) is None

    def fault(self, players: int) -> Text | None:
        """Why no deal at all can come to this."""
        seats = {*self.payments, *self.fan, *self.points}
        if not seats:
            return Text("nothing is claimed yet: say what at least one player gets", "还没有说各家收付多少")
        if unknown := [seat for seat in seats if seat not in range(players)]:
            return Text(f"there is no seat {unknown[0]}", f"没有{unknown[0]}号位")
        total = sum(self.payments.values())
        if len(self.payments) == players and total:
            return Text(
                f"the amounts sum to {total}, not to zero: what one receives another pays",
                f"各家相加是 {total}，应为零：有人收就要有人付",
            )
        return None


def claim(
    payments: Mapping[Seat, int] | None = None,
    fan: Mapping[Seat, int] | None = None,
    points: Mapping[Seat, int] | None = None,
) -> Claim:
    """A claim about whatever is given."""
    return Claim(payments or {}, fan or {}, points or {})


@dataclass(frozen=True, slots=True)
class Difference:
    """The first place where a claim and the computation part.

    Attributes:
        of: what is claimed: the ``payment`` of a player, or the ``fan`` or ``points`` of a winner.
        seat: whose.
        claimed: the claim.
        computed: the computation; None where this player has not won.
        step: the line of the computation that comes to ``computed``, where there is one.
    """

    of: Literal["payment", "fan", "points"]
    seat: Seat
    claimed: int
    computed: int | None
    step: Step | None


@dataclass(frozen=True, slots=True)
class Parting:
    """A line of the computation as it is, beside the same line as a claim would have it.

    Attributes:
        seat: whose hand the line belongs to; None for what belongs to no winner.
        now: the line as computed; None where the computation has no such line.
        then: the line as the claim would have it; None where there would be no such line.
    """

    seat: Seat | None
    now: Step | None
    then: Step | None


@dataclass(frozen=True, slots=True)
class Finding:
    """One explanation of a claim.

    Attributes:
        kind: one house rule, one fact, or two house rules.
        changes: what is otherwise, two for a pair of house rules.
        cases: the deal with the changes; scored, it gives the claim.
        result: its result, of all cases together.
        parting: where its computation leaves the present one; None where the present deal is refused.
        total: what the player whom the claim differs about first receives in all; None where that is ``parting``
            already, or does not change.
    """

    kind: Kind
    changes: tuple[Change, ...]
    cases: tuple[Case, ...]
    result: Result
    parting: Parting | None
    total: Parting | None

    @property
    def sentence(self) -> Text:
        """The finding as one sentence."""
        changes = self.changes
        conditions = Text(" and ".join(change.text.en for change in changes), "，而且".join(c.text.zh for c in changes))
        return Text(f"It comes to the claim if {conditions.en}.", f"如果{conditions.zh}，就正好是这个数。")


def differences(claimed: Claim, result: Result) -> Iterator[Difference]:
    """Where a claim and a result part: the worth of the hands first, then the payments."""
    wins = {win.seat: win for win in result.wins}
    for seat, value in claimed.fan.items():
        yield from _difference_of_win("fan", seat, value, wins.get(seat))
    for seat, value in claimed.points.items():
        yield from _difference_of_win("points", seat, value, wins.get(seat))
    for seat, value in sorted(claimed.payments.items()):
        computed = result.payments[seat] if seat < len(result.payments) else None
        if computed != value:
            yield Difference("payment", seat, value, computed, _total(result, seat))


def _difference_of_win(
    of: Literal["fan", "points"], seat: Seat, claimed: int, win: ScoredWin | None
) -> Iterator[Difference]:
    computed = None if win is None else win.fan if of == "fan" else win.points
    if computed != claimed:
        steps = () if win is None else win.steps
        yield Difference(
            of, seat, claimed, computed, next((s for s in steps if s.terms and s.result == computed), None)
        )


def parting(now: Result | Rejection, then: Result) -> Parting | None:
    """The first line at which two computations differ; None where there is none, or only one of them.

    A line that only one of the two has stands alone: a kong that was forgotten is not compared with the sum after it.
    """
    if isinstance(now, Rejection):
        return None
    lines, others = _lines(now), _lines(then)
    pairs = zip_longest(lines, others)
    at = next((number for number, (line, other) in enumerate(pairs) if line != other), None)
    if at is None:
        return None
    line, other = next(iter(lines[at:]), None), next(iter(others[at:]), None)
    if line and other and _subject(line) != _subject(other):
        if _subject(line) in map(_subject, others[at:]):
            line = None
        elif _subject(other) in map(_subject, lines[at:]) or _whose(line) != _whose(other):
            other = None
    owner = line or other
    return Parting(owner[0] if owner else None, line and line[1], other and other[1])


def parting_of_totals(seat: Seat, now: Result | Rejection, then: Result) -> Parting | None:
    """What a player receives in all in two computations; None where that is the same, or there is only one of them."""
    if isinstance(now, Rejection):
        return None
    nothing = say("{who} neither pays nor receives", "{who}不收不付", who=seat_name(seat))
    total, other = (_total(result, seat) or nothing for result in (now, then))
    return None if total == other else Parting(seat, total, other)


_Line = tuple[Seat | None, Step]
"""A line of a computation with the winner whose hand it belongs to."""


def _lines(result: Result) -> list[_Line]:
    """Every line of a computation."""
    of_wins: list[_Line] = [(win.seat, step) for win in result.wins for step in win.steps]
    return of_wins + [(None, step) for step in result.steps]


def _subject(line: _Line) -> tuple[object, ...]:
    """What a line reckons: two lines about the same differ in their numbers alone."""
    return *_whose(line), line[1].template, dict(line[1].about).get("kong")


def _whose(line: _Line) -> tuple[object, ...]:
    """Whose hand a line belongs to, and whom it is about: lines about two people are not compared."""
    owner, step = line
    return owner, dict(step.about).get("who")


def _total(result: Result, seat: Seat) -> Step | None:
    """The line that adds up what a player receives; None where nothing is paid to or by him."""
    label = f"{seat_name(seat).en} in all"
    return next((step for step in result.steps if step.label.en == label), None)
