"""What would have to be otherwise for a deal to pay what somebody claims.

Searched are, one at a time, every other choice of every house rule and every fact in :mod:`scoring.mistakes`; then
pairs of house rules, of which at least one changes something by itself, at most :data:`MOST_PAIRS`. Not searched are
misread tiles, three rules at once, two facts at once, and a rule together with a fact.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from scoring.changes import Change
from scoring.claims import Claim, Difference, Finding, Kind, Parting, differences, parting, parting_of_totals
from scoring.core import Result, score
from scoring.errors import Rejection
from scoring.hand import Case
from scoring.mistakes import mistakes
from scoring.options import Option, resolve, spell
from scoring.settle import payments
from scoring.steps import Text
from scoring.variants import VARIANTS

MOST_PAIRS = 400
"""So many pairs of house rules are tried, those first that change something each by itself."""


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
    cases: tuple[Case, ...]
    result: Result | Rejection


def dispute(case: Case, claimed: Claim, *later: Case) -> Dispute:
    """What would have to be otherwise for the deal to pay the claim.

    A claim that agrees with the computation, or that no deal can come to (:meth:`Claim.fault`), has no findings.

    Args:
        case: the deal.
        claimed: the claim.
        later: where play went on after a win (血战), what was scored after it; the claim is about all of it.
    """
    cases = (case, *later)
    now = score_together(cases)
    difference = next(differences(claimed, now), None) if isinstance(now, Result) else None
    if claimed.holds(now) or claimed.fault(case.players) or case.variant not in VARIANTS:
        return Dispute(claimed, now, difference, (), 0, True)
    rules = [_trial("house_rule", cases, change) for change in _house_rules(case)]
    pairs = _pairs(now, [trial for trial in rules if not claimed.holds(trial.result)])
    most = MOST_PAIRS // len(cases)
    trials = [*rules, *_wrong_facts(cases), *(_trial("two_house_rules", cases, *pair) for pair in pairs[:most])]
    found = tuple(
        _finding(trial, trial.result, now, difference)
        for trial in trials
        if isinstance(trial.result, Result) and claimed.holds(trial.result)
    )
    return Dispute(claimed, now, difference, found, len(trials), len(pairs) <= most)


def score_together(cases: tuple[Case, ...]) -> Result | Rejection:
    """What all cases of a deal pay; the first refusal where there is one."""
    results: list[Result] = []
    for case in cases:
        outcome = score(case)
        if isinstance(outcome, Rejection):
            return outcome
        results.append(outcome)
    transfers = tuple(transfer for result in results for transfer in result.transfers)
    return Result(
        wins=tuple(win for result in results for win in result.wins),
        payments=payments(cases[0].players, transfers),
        transfers=transfers,
        deal_steps=tuple(step for result in results for step in result.deal_steps),
    )


def _finding(trial: _Trial, result: Result, now: Result | Rejection, difference: Difference | None) -> Finding:
    """A trial that comes to the claim, beside what was computed."""
    parts = parting(now, result)
    total = parting_of_totals(difference.seat, now, result) if difference else None
    if parts and total and _same(parts, total):
        parts, total = total, None
    return Finding(trial.kind, trial.changes, trial.cases, result, parts, total)


def _same(parts: Parting, total: Parting) -> bool:
    """Whether the first line that differs is that of the total, which one of the two may be without."""
    return parts.now == total.now if parts.now else parts.then == total.then


def _trial(kind: Kind, cases: tuple[Case, ...], *changes: Change) -> _Trial:
    """The deal under other house rules."""
    rules = {change.name: change.new for change in changes}
    others = tuple(replace(case, options={**case.options, **rules}) for case in cases)
    return _Trial(kind, changes, others, score_together(others))


def _wrong_facts(cases: tuple[Case, ...]) -> Iterator[_Trial]:
    """The deal with each single fact otherwise."""
    for at, case in enumerate(cases):
        for change, other in mistakes(case, VARIANTS[case.variant]):
            if at and change.name in _OF_THE_DEAL:
                continue
            others = tuple(_in_step(each, number - at, case, other) for number, each in enumerate(cases))
            yield _Trial("fact", (change,), others, score_together(others))


_OF_THE_DEAL = ("dealer", "gold", "caishen", "streak", "lao", "base")
"""Facts that are the same for everything scored in a deal."""


def _in_step(each: Case, later: int, before: Case, after: Case) -> Case:
    """A case of the deal when one of its cases is otherwise: the same dealer, and the same winners gone before."""
    if later == 0:
        return after
    shared: dict[str, Any] = {name: getattr(after, name) for name in _OF_THE_DEAL}
    gone, instead = ({win.seat for win in case.wins} for case in (before, after))
    already_won = each.already_won - gone | instead if later > 0 and each.already_won & gone else each.already_won
    return replace(each, already_won=already_won, **shared)


def _house_rules(case: Case) -> Iterator[Change]:
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
                yield Change(option.name, now, value, _option_text(option, now, value))


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
