"""What would have to be otherwise for a deal to pay what somebody claims.

Searched are, one at a time, every other choice of every house rule and every fact in :mod:`scoring.mistakes`; then
pairs of house rules, of which at least one changes something by itself, at most :data:`MOST_PAIRS`. Not searched are
misread tiles, three rules at once, two facts at once, and a rule together with a fact.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any, Literal

from scoring.changes import Change, Mistake
from scoring.core import Result, ScoredWin, score
from scoring.errors import Rejection
from scoring.hand import Case, Seat
from scoring.mistakes import mistakes
from scoring.options import Option, resolve, spell
from scoring.steps import Step, Text, seat_name
from scoring.variants import VARIANTS

Kind = Literal["house_rule", "fact", "two_house_rules"]
"""What an explanation is made of."""

MOST_PAIRS = 400
"""So many pairs of house rules are tried, those first that change something each by itself."""


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
        return isinstance(result, Result) and next(_differences(self, result), None) is None

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
    """The first line at which two computations differ.

    Attributes:
        seat: whose hand the line belongs to; None for what belongs to no winner.
        now: the line as computed; None where there is no further line.
        then: the line as the claim would have it; None where there is no further line.
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
        case: the deal with the changes; scored, it gives the claim.
        result: its result.
        parting: where its computation leaves the present one; None where the present deal is refused.
    """

    kind: Kind
    changes: tuple[Change, ...]
    case: Case
    result: Result
    parting: Parting | None

    @property
    def sentence(self) -> Text:
        """The finding as one sentence."""
        changes = self.changes
        conditions = Text(" and ".join(change.text.en for change in changes), "，而且".join(c.text.zh for c in changes))
        return Text(f"It comes to the claim if {conditions.en}.", f"如果{conditions.zh}，就正好是这个数。")


@dataclass(frozen=True, slots=True)
class Dispute:
    """A claim beside what was computed.

    Attributes:
        claim: what is claimed.
        result: what was computed.
        difference: where the two part; None where they agree, or the deal is refused.
        findings: every explanation found: house rules, then facts, then pairs of house rules.
        tried: how many other deals were scored.
        complete: whether all pairs of house rules were tried.
    """

    claim: Claim
    result: Result | Rejection
    difference: Difference | None
    findings: tuple[Finding, ...]
    tried: int
    complete: bool

    @property
    def agrees(self) -> bool:
        """Whether the claim is what was computed."""
        return self.claim.holds(self.result)


@dataclass(frozen=True, slots=True)
class _Trial:
    """Another deal, scored."""

    kind: Kind
    changes: tuple[Change, ...]
    case: Case
    result: Result | Rejection


def dispute(case: Case, claimed: Claim) -> Dispute:
    """What would have to be otherwise for the deal to pay the claim.

    A claim that agrees with the computation, or that no deal can come to (:meth:`Claim.fault`), has no findings.
    """
    now = score(case)
    difference = next(_differences(claimed, now), None) if isinstance(now, Result) else None
    if claimed.holds(now) or claimed.fault(case.players) or case.variant not in VARIANTS:
        return Dispute(claimed, now, difference, (), 0, True)
    rules = [_Trial("house_rule", (change,), other, score(other)) for change, other in _house_rules(case)]
    facts = [_Trial("fact", (one,), other, score(other)) for one, other in mistakes(case, VARIANTS[case.variant])]
    pairs = _pairs(now, [trial for trial in rules if not claimed.holds(trial.result)])
    trials = [*rules, *facts, *(_together(case, *pair) for pair in pairs[:MOST_PAIRS])]
    found = tuple(
        Finding(trial.kind, trial.changes, trial.case, trial.result, _parting(now, trial.result))
        for trial in trials
        if isinstance(trial.result, Result) and claimed.holds(trial.result)
    )
    return Dispute(claimed, now, difference, found, len(trials), len(pairs) <= MOST_PAIRS)


def _together(case: Case, first: Change, second: Change) -> _Trial:
    other = replace(case, options={**case.options, first.name: first.new, second.name: second.new})
    return _Trial("two_house_rules", (first, second), other, score(other))


def _house_rules(case: Case) -> Iterator[Mistake]:
    """Every other choice of every house rule."""
    options = resolve(VARIANTS[case.variant].options, case.options)
    if isinstance(options, Rejection):
        return
    for option in VARIANTS[case.variant].options:
        now = options[option.name]
        # Of a table of numbers one is changed, from what it is now.
        values = [{**now, key: n} for key in option.keys for n in range(4)] if option.keys else option.trials()
        for value in values:
            if value != now:
                change = Change(option.name, now, value, _option_text(option, now, value))
                yield change, replace(case, options={**case.options, option.name: value})


def _option_text(option: Option, old: Any, new: Any) -> Text:
    return Text(
        f"the house rule {option.name} ({option.meaning.en}) is {spell(new)}, not {spell(old)}",
        f"规则 {option.name}（{option.meaning.zh}）取 {spell(new)}，而不是 {spell(old)}",
    )


def _pairs(now: Result | Rejection, rules: list[_Trial]) -> list[tuple[Change, Change]]:
    """Pairs of choices of different house rules, those first of which both change something by themselves."""
    tried = [(trial.changes[0], trial.result != now) for trial in rules]
    ranked = [
        (matters + other_matters, one, other)
        for (one, matters), (other, other_matters) in combinations(tried, 2)
        if one.name != other.name and (matters or other_matters)
    ]
    ranked.sort(key=lambda pair: -pair[0])
    return [(one, other) for _, one, other in ranked]


def _differences(claimed: Claim, result: Result) -> Iterator[Difference]:
    """Where a claim and a result part: the worth of the hands first, then the payments."""
    wins = {win.seat: win for win in result.wins}
    for seat, value in claimed.fan.items():
        yield from _difference_of_win("fan", seat, value, wins.get(seat))
    for seat, value in claimed.points.items():
        yield from _difference_of_win("points", seat, value, wins.get(seat))
    for seat, value in sorted(claimed.payments.items()):
        computed = result.payments[seat] if seat < len(result.payments) else None
        if computed != value:
            name = seat_name(seat)
            step = next((step for step in result.steps if step.label.en == f"{name.en} in all"), None)
            yield Difference("payment", seat, value, computed, step)


def _difference_of_win(
    of: Literal["fan", "points"], seat: Seat, claimed: int, win: ScoredWin | None
) -> Iterator[Difference]:
    computed = None if win is None else win.fan if of == "fan" else win.points
    if computed != claimed:
        steps = () if win is None else win.steps
        yield Difference(
            of, seat, claimed, computed, next((s for s in steps if s.terms and s.result == computed), None)
        )


def _parting(now: Result | Rejection, then: Result) -> Parting | None:
    """The first line at which two computations differ; None where there is none, or only one of them."""
    if isinstance(now, Rejection):
        return None
    lines, others = _lines(now), _lines(then)
    for at in range(max(len(lines), len(others))):
        line = lines[at] if at < len(lines) else None
        other = others[at] if at < len(others) else None
        if line != other:
            owner = line or other
            return Parting(owner[0] if owner else None, line and line[1], other and other[1])
    return None


def _lines(result: Result) -> list[tuple[Seat | None, Step]]:
    """Every line of a computation with the winner whose hand it belongs to."""
    of_wins: list[tuple[Seat | None, Step]] = [(win.seat, step) for win in result.wins for step in win.steps]
    return of_wins + [(None, step) for step in result.steps]
