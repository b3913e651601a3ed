"""``hule score``: cases from a file, tiles typed in, or a photo."""

from __future__ import annotations

import json
import os
import re
import sys
from pathlib import Path
from typing import Any

import click

from cli.ask import ask, ask_for_variant
from cli.assemble import draft
from cli.facts import deal_facts, fact_options, given_facts, option, win_facts
from cli.grouped import DEAL, HAND, GroupedCommand
from cli.outcome import Outcome, judge
from cli.repeated_keys import Repeated, case_of, noting_repeated
from cli.speech import CliError, Speech, json_option, lang_option, print_json
from scoring import Rejection, result_to_json
from scoring import score as pay
from scoring.steps import Text


@click.command(cls=GroupedCommand)
@click.argument("source", required=False)
@option("--tiles", group=HAND, help='The concealed tiles without the winning tile: "123m 55p 7z".')
@option("--case", "case_file", group=DEAL, metavar="FACTS.json", help="A case for draws and several winners.")
@click.option(
    "--explain", is_flag=True, help="Add the readings that lost, and the house rules that would change the payout."
)
@click.option("--accept", is_flag=True, help="Pay on a doubtful reading, too.")
@fact_options
@json_option
@lang_option
def score(
    source: str | None, tiles: str | None, case_file: str | None, explain: bool, accept: bool, as_json: bool,
    speech: Speech, **facts: Any,
) -> None:  # fmt: skip
    """Say who pays whom: for a PHOTO, for --tiles, or for the cases of a JSON file (- for standard input).

    \b
    hule score hand.jpg --variant chongqing --by selfdraw --seat 1
    hule score --tiles "123m 456m 789p 222p 5p" --win-tile 5p --variant sichuan --by selfdraw --seat 1
    hule score CASES.json --json
    """
    if source is not None and tiles is not None:
        raise CliError(Text("give a photo or --tiles, not both", "照片和 --tiles 只能给一样"))
    if source is not None and _holds_cases(source):
        if given := given_facts(facts):
            raise CliError(Text(f"write {', '.join(sorted(given))} into {source} itself",
                                f"请把 {'、'.join(sorted(given))} 写在 {source} 里"))  # fmt: skip
        _score_cases(read_json(source), as_json, speech)
        return
    if source is None and tiles is None and case_file is None:
        raise CliError(Text("name a photo, --tiles, or a JSON file of cases; see hule score --help",
                            "请给出照片、--tiles 或案例 JSON 文件；详见 hule score --help"))  # fmt: skip
    base = _read_facts(case_file) if case_file else None
    named = base.get("variant") if base else None
    deal = deal_facts(facts, named if isinstance(named, str) else None)
    made = draft(base, deal, win_facts(facts), has_hand=source is not None or tiles is not None)
    ask_for_variant(made, speech)
    speech = speech.at_table(made.case.get("variant"))
    if source is not None:
        from cli.photo import score_photo  # brings the detector

        sys.exit(score_photo(source, made, explain, accept, as_json, speech))
    if made.target is not None and tiles is not None:
        made.target["concealed"] = tiles
    outcome = judge(made, ask(made, speech), explain)
    if as_json:
        print_json({"photo": None, "reading": None, "result": outcome.to_json()})
    else:
        outcome.show(speech)
    sys.exit(outcome.exit_status)


def _score_cases(cases: list[Any], as_json: bool, speech: Speech) -> None:
    if as_json:
        # No more than the contract's fields: thousands of cases go through here.
        print_json([_result_json(data) for data in cases])
        return
    for data in cases:
        click.echo(f"— {_name(data) or speech('case', '案例')} —")
        case = case_of(data)
        outcome = (
            Outcome(_name(data), None, case) if isinstance(case, Rejection) else Outcome(_name(data), case, pay(case))
        )
        outcome.show(speech)


def _result_json(data: Any) -> dict[str, Any]:
    case = case_of(data)
    return result_to_json(_name(data), case if isinstance(case, Rejection) else pay(case))


def _name(data: Any) -> Any:
    return data.get("id") if isinstance(data, dict) else None


def _holds_cases(source: str) -> bool:
    """Whether the source is JSON and no photo: by its name, or by how it begins."""
    if source == "-" or source.lower().endswith(".json"):
        return True
    # A text that no path can be, too long for one, is no file; Path.is_file would raise.
    if not os.path.isfile(source):
        return False
    with open(source, "rb") as file:
        return file.read(64).lstrip(b"\xef\xbb\xbf \t\r\n").startswith((b"{", b"["))


def read_json(source: str) -> list[Any]:
    """A case object or a list of them, as a list."""
    data = _load(source)
    if not isinstance(data, dict | list):
        raise CliError(Text(f"{source} holds no JSON object or list", f"{source} 里不是 JSON 对象或列表"))
    return data if isinstance(data, list) else [data]


def _read_facts(source: str) -> dict[str, Any]:
    data = _load(source)
    if not isinstance(data, dict):
        raise CliError(Text(f"--case: {source} holds no JSON object", f"--case：{source} 里不是 JSON 对象"))
    if isinstance(data, Repeated):
        raise CliError(Text(f"--case: {data.field} is written twice in {source}: keep one",
                            f"--case：{source} 里 {data.field} 写了两遍：请只留一个"))  # fmt: skip
    return data


def _load(source: str) -> Any:
    try:
        raw = sys.stdin.buffer.read() if source == "-" else Path(source).read_bytes()
        # A number that no table has, NaN, and a key that is there twice are left to the case that holds them.
        return json.loads(
            _shallow(raw.decode("utf-8-sig")),
            parse_int=_whole_number,
            parse_constant=str,
            object_pairs_hook=noting_repeated,
        )
    except OSError as error:
        raise CliError(Text(f"cannot open {source} ({error.strerror})", f"打不开 {source}")) from None
    except ValueError as error:
        raise CliError(Text(f"{source} is no JSON: {error}", f"{source} 不是 JSON：{error}")) from None


def _shallow(text: str) -> str:
    """The JSON with ``null`` for what is nested deeper than any case, so that one such case spoils no other."""
    kept, depth, begun = [], 0, 0
    for token in _NESTING.finditer(text):
        if token[0] in "[{":
            depth += 1
            if depth == _DEEPEST + 1:
                kept.append(text[begun : token.start()])
                begun = len(text)
        elif token[0] in "]}":
            depth -= 1
            if depth == _DEEPEST:
                begun = token.end()
                kept.append("null")
    return "".join((*kept, text[begun:])) if kept else text


_NESTING = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{}]')
_DEEPEST = 40


def _whole_number(digits: str) -> int:
    """The number; one of absurd length, which Python would refuse to read, as another that is out of every range."""
    return int(digits) if len(digits) < _MOST_DIGITS else 10**_MOST_DIGITS


_MOST_DIGITS = 30
