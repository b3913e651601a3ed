"""``hule score --explain``: what ends an argument at the table, in JSON and in words."""

from __future__ import annotations

from typing import Any

import click

from cli.speech import Speech
from scoring import Case, Rejection, Result
from scoring.explain import Considered, HouseRule, considered, house_rules
from scoring.options import spell
from scoring.patterns import Names


def argument_json(case: Case) -> dict[str, Any]:
    """The readings that lost, and the house rules that would change who pays what."""
    return {
        "considered": [
            {"seat": win.seat, "reading": str(other.reading), **_worth_json(other)}
            for win in case.wins
            for other in considered(case, win)
        ],
        "house_rules": [
            {"option": rule.option.name, "value": rule.value, **_outcome_json(rule)} for rule in house_rules(case)
        ],
    }


def _worth_json(other: Considered) -> dict[str, Any]:
    if isinstance(other.outcome, Rejection):
        return {"error": {"code": str(other.outcome.code), "message": other.outcome.message,
                          "message_zh": other.outcome.message_zh}}  # fmt: skip
    patterns = [{"id": hit.pattern.id, "zh": hit.pattern.zh, "en": hit.pattern.en} for hit in other.outcome.hits]
    return {"fan": other.outcome.fan, "points": other.outcome.points, "patterns": patterns}


def _outcome_json(rule: HouseRule) -> dict[str, Any]:
    if isinstance(rule.outcome, Result):
        return {"payments": list(rule.outcome.payments)}
    return {"error": {"code": str(rule.outcome.code), "message": rule.outcome.message,
                      "message_zh": rule.outcome.message_zh}}  # fmt: skip


def print_argument(case: Case, speech: Speech) -> None:
    """The same for a person."""
    for win in case.wins:
        for other in considered(case, win):
            click.echo(f"{speech('also grouped as', '也可拆成')}  {other.reading}  {_worth(other, speech)}")
    for rule in house_rules(case):
        paid = (
            " ".join(map(str, rule.outcome.payments))
            if isinstance(rule.outcome, Result)
            else speech(rule.outcome.message, rule.outcome.message_zh)
        )
        name = f"{rule.option.name}={spell(rule.value)}"
        click.echo(speech(f"with {name} this would pay {paid}", f"若 {name}，则各家为 {paid}"))


def _worth(other: Considered, speech: Speech) -> str:
    if isinstance(other.outcome, Rejection):
        return speech(other.outcome.message, other.outcome.message_zh)
    found = speech.of(Names(other.outcome.hits))
    fan, points = other.outcome.fan, other.outcome.points
    return speech(f"{found}: {fan} fan, {points} points", f"{found}：{fan} 番，{points} 分")
