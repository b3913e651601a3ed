"""``hule waits``: what a hand waits for and what each tile would pay."""

from __future__ import annotations

import sys
from typing import Any

import click

from cli.ask import ask_for_variant
from cli.assemble import Json, draft
from cli.facts import deal_facts, fact_options, option, win_facts
from cli.grouped import HAND, GroupedCommand
from cli.near_miss import missing_json, missing_text
from cli.outcome import Outcome
from cli.receipt import WAYS
from cli.speech import Speech, json_option, lang_option, print_json
from scoring import Rejection, Result, case_from_json
from scoring.hand import Way
from scoring.waits import Missing, Wait, missing
from scoring.waits import waits as find_waits


@click.command(cls=GroupedCommand)
@option("--tiles", group=HAND, required=True, help="The concealed tiles of a hand that waits.")
@fact_options
@json_option
@lang_option
def waits(tiles: str, as_json: bool, speech: Speech, **facts: Any) -> None:
    """List the tiles that win; for a hand that is not ready, what it lacks. The facts are those of `hule score`."""
    # The way does not matter here: each tile is tried both ways.
    told = {"seat": 0, "by": "selfdraw"} | win_facts(facts)
    made = draft(None, deal_facts(facts, None), told | {"concealed": tiles}, has_hand=True)
    ask_for_variant(made, speech)
    speech = speech.at_table(made.case.get("variant"))
    found = _look(made.case)
    if isinstance(found, Rejection):
        refused = Outcome(None, None, found)
        if as_json:
            print_json(refused.to_json())
        else:
            refused.show(speech)
        sys.exit(refused.exit_status)
    winning, lack = found
    if as_json:
        print_json({"waits": [_wait_json(wait) for wait in winning], "missing": missing_json(lack)})
        return
    if not winning:
        click.echo(speech.of(missing_text(lack)))
    for wait in winning:
        click.echo(_wait_line(wait, speech))


def _look(data: Json) -> tuple[tuple[Wait, ...], Missing] | Rejection:
    case = case_from_json(data)
    if isinstance(case, Rejection):
        return case
    found = find_waits(case)
    return found if isinstance(found, Rejection) else (found, missing(case))


def _wait_json(wait: Wait) -> dict[str, Any]:
    paid = {"selfdraw": wait.selfdraw, "discard": wait.discard}
    return {"tile": wait.tile.code, "left": wait.left,
            "by": {way: _payout(result) for way, result in paid.items() if result is not None}}  # fmt: skip


def _payout(result: Result) -> dict[str, Any]:
    return {"points": result.wins[0].points, "payments": list(result.payments)}


def _wait_line(wait: Wait, speech: Speech) -> str:
    """``5m 五万  剩 2 张  自摸 -4 12 -4 -4  点炮 …``: the payments of the seats in order."""
    parts = [f"{wait.tile} {speech.tile(wait.tile)}", speech(f"{wait.left} left", f"剩 {wait.left} 张")]
    ways: tuple[tuple[Way, Result | None], ...] = (("selfdraw", wait.selfdraw), ("discard", wait.discard))
    for way, result in ways:
        paid = " ".join(map(str, result.payments)) if result else speech("no win", "不能胡")
        parts.append(f"{speech.of(WAYS[way])} {paid}")
    return "  ".join(parts)
