"""What ends an argument: the reading that lost, and the house rules that would pay otherwise."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from scoring.core import Result, readings, score
from scoring.errors import Rejection
from scoring.hand import Case, Win
from scoring.options import Option, resolve
from scoring.patterns import Hand, Score
from scoring.shapes import Reading
from scoring.variants import VARIANTS


@dataclass(frozen=True, slots=True)
class Considered:
    """A reading of a winning hand that was not chosen.

    Attributes:
        reading: its groups.
        outcome: what it is worth, or why it may not win.
    """

    reading: Reading
    outcome: Score | Rejection


@dataclass(frozen=True, slots=True)
class HouseRule:
    """One option played otherwise, and what the deal would then pay.

    Attributes:
        option: the house rule.
        value: the other choice.
        outcome: the rescored deal.
    """

    option: Option
    value: Any
    outcome: Result | Rejection


def considered(case: Case, win: Win) -> tuple[Considered, ...]:
    """Every other reading of a winner's hand, the dearest first, those that may not win last.

    Readings that show the same patterns for the same value are told once.
    """
    variant = VARIANTS[case.variant]
    options = resolve(variant.options, case.options)
    if isinstance(options, Rejection):
        return ()
    distinct: dict[object, Considered] = {}
    for held, reading in readings(case, win, variant):
        outcome = variant.evaluate(Hand(reading, held, case, options))
        distinct.setdefault(_sameness(outcome), Considered(reading, outcome))
    ranked = sorted(distinct.values(), key=lambda item: _worth(item.outcome), reverse=True)
    return tuple(ranked[1:])


def _worth(outcome: Score | Rejection) -> tuple[int, ...]:
    """Orders outcomes as the scorer does; a reading that may not win comes last."""
    return (0,) if isinstance(outcome, Rejection) else (1, outcome.points, outcome.fan)


def _sameness(outcome: Score | Rejection) -> object:
    if isinstance(outcome, Rejection):
        return outcome
    return outcome.points, outcome.fan, tuple(sorted(hit.pattern.id for hit in outcome.hits))


def house_rules(case: Case) -> tuple[HouseRule, ...]:
    """Every single option that, played otherwise, would change who pays what, rescored.

    Rules that take any whole number are tried at the values that tables use; see ``Option.trials``.
    """
    now = score(case)
    return tuple(rule for rule in _rescored(case) if _differs(rule.outcome, now))


def _rescored(case: Case) -> Iterator[HouseRule]:
    variant = VARIANTS[case.variant]
    options = resolve(variant.options, case.options)
    if isinstance(options, Rejection):
        return
    for option in variant.options:
        for value in option.trials():
            if value != options[option.name]:
                changed = replace(case, options={**case.options, option.name: value})
                yield HouseRule(option, value, score(changed))


def _differs(outcome: Result | Rejection, now: Result | Rejection) -> bool:
    if isinstance(outcome, Rejection) or isinstance(now, Rejection):
        return isinstance(outcome, Rejection) != isinstance(now, Rejection)
    return outcome.payments != now.payments
