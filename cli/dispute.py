"""``hule dispute``: what would have to be otherwise for a deal to pay what somebody claims."""

from __future__ import annotations

from typing import Any

import click

from cli.repeated_keys import case_of
from cli.score import read_json
from cli.speech import CliError, Speech, json_option, lang_option, print_json
from scoring import Rejection, result_to_json
from scoring.claims import Claim, Difference, Finding, Parting, claim
from scoring.disputes import Dispute
from scoring.disputes import dispute as contest
from scoring.steps import Step, Text, seat_name


@click.command()
@click.argument("source", metavar="CASE.json")
@click.option("--claim", "amounts", metavar='"0,5,-5,0"', help="What each seat receives; an empty place says nothing.")
@click.option("--fan", metavar="SEAT:FAN", help='The fan claimed for a winner: "1:3".')
@click.option("--points", metavar="SEAT:POINTS", help='The points claimed for a winner: "1:8".')
@json_option
@lang_option
def dispute(
    source: str, amounts: str | None, fan: str | None, points: str | None, as_json: bool, speech: Speech
) -> None:
    """Say which single house rule, fact, or two house rules lead to a claimed payout, or that none does.

    \b
    hule dispute CASE.json --claim "0,5,-5,0"
    hule dispute CASE.json --claim ",5,," --fan 1:3 --json
    """
    cases = read_json(source)
    if len(cases) != 1:
        raise CliError(Text(f"{source} holds {len(cases)} cases; give the one that is disputed",
                            f"{source} 里有 {len(cases)} 个案例；请只给有争议的那一个"))  # fmt: skip
    case = case_of(cases[0])
    claimed = claim(_amounts(amounts), _of_seat("--fan", fan), _of_seat("--points", points))
    if isinstance(case, Rejection):
        raise CliError(Text(case.message, case.message_zh))
    if fault := claimed.fault(case.players):
        raise CliError(fault)
    found = contest(case, claimed)
    if as_json:
        print_json(_to_json(case.id, found))
    else:
        _show(found, speech.at_table(case.variant))


def _amounts(text: str | None) -> dict[int, int]:
    """``0,5,,-5``: a seat whose place is empty is left out."""
    places = enumerate((text or "").replace("，", ",").split(","))
    return {seat: _number("--claim", amount) for seat, amount in places if amount.strip()}


def _of_seat(option: str, text: str | None) -> dict[int, int]:
    if text is None:
        return {}
    seat, colon, value = text.replace("：", ":").partition(":")
    if not colon:
        raise CliError(Text(f"{option}: write SEAT:NUMBER, as 1:3", f"{option}：请写成 座位:数，例如 1:3"))
    return {_number(option, seat): _number(option, value)}


def _number(option: str, text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise CliError(Text(f"{option}: {text!r} is no whole number", f"{option}：{text!r} 不是整数")) from None


def _to_json(name: Any, found: Dispute) -> dict[str, Any]:
    difference = found.difference
    return {
        "id": name,
        "result": result_to_json(name, found.result),
        "claim": _claim_json(found.claim),
        "agrees": found.agrees,
        "difference": difference
        and {"of": difference.of, "seat": difference.seat, "claimed": difference.claimed,
             "computed": difference.computed, **_line_json("step", difference.step)},
        "findings": [_finding_json(finding) for finding in found.findings],
        "tried": found.tried,
        "complete": found.complete,
    }  # fmt: skip


def _claim_json(claimed: Claim) -> dict[str, Any]:
    parts = {"payments": claimed.payments, "fan": claimed.fan, "points": claimed.points}
    return {name: {str(seat): value for seat, value in part.items()} for name, part in parts.items() if part}


def _finding_json(finding: Finding) -> dict[str, Any]:
    return {
        "kind": finding.kind,
        "changes": [change.name for change in finding.changes],
        "sentence": finding.sentence.en,
        "sentence_zh": finding.sentence.zh,
        "payments": list(finding.result.payments),
        "parting": _parting_json(finding.parting),
        "total": _parting_json(finding.total),
    }


def _parting_json(parting: Parting | None) -> dict[str, Any] | None:
    if parting is None:
        return None
    return {"seat": parting.seat, **_line_json("now", parting.now), **_line_json("then", parting.then)}


def _line_json(name: str, step: Step | None) -> dict[str, str | None]:
    return {name: step and step.line("en"), f"{name}_zh": step and step.line("zh")}


def _show(found: Dispute, speech: Speech) -> None:
    if isinstance(found.result, Rejection):
        click.echo(speech(found.result.message, found.result.message_zh))
    else:
        paid = " ".join(map(str, found.result.payments))
        click.echo(speech(f"computed: {paid}", f"算出来：{paid}"))
    if found.agrees:
        click.echo(speech("without differences: this is what was computed", "没有出入：就是算出来的数"))
        return
    if difference := found.difference:
        click.echo(speech("first difference: ", "从这里开始不同：") + _said(difference, speech))
        if difference.step:
            click.echo("    " + speech.of(difference.step.text))
    for finding in found.findings:
        click.echo("· " + speech.of(finding.sentence))
        for parting in filter(None, (finding.parting, finding.total)):
            click.echo("    " + _beside(_line(parting.now, speech), _line(parting.then, speech), speech))
    if not found.findings:
        click.echo(speech("no single house rule, no two of them and no single fact leads to this claim",
                          "没有哪一条规则、哪两条规则或哪一项事实能得出这个数"))  # fmt: skip
    if not found.complete:
        click.echo(speech("not every pair of house rules was tried", "规则两两组合没有全部试完"))


def _said(difference: Difference, speech: Speech) -> str:
    """Whose amount differs, what was computed, and what is claimed in its place."""
    unit = {"payment": Text("", ""), "fan": Text(" fan", "番"), "points": Text(" points", "分")}[difference.of]
    computed, claimed = difference.computed, f"{difference.claimed}{speech.of(unit)}"
    beside = _beside(speech("no win", "没胡") if computed is None else f"{computed}", claimed, speech)
    return f"{speech.of(seat_name(difference.seat))}{speech(': ', '：')}{beside}"


def _beside(computed: str, claimed: str, speech: Speech) -> str:
    return speech(f"computed {computed}; claimed {claimed}", f"算 {computed}；你们说 {claimed}")


def _line(step: Step | None, speech: Speech) -> str:
    return speech("no such item", "没有这一笔") if step is None else f"“{speech.of(step.text)}”"
