"""``hule dispute``: what leads to a claim, for a person and for a program."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from cli import main

CASE = {
    "id": "friday",
    "variant": "sichuan",
    "wins": [{"seat": 1, "concealed": "123m 456m 789m 22s 56s", "win_tile": "7s", "by": "discard", "from": 2}],
}


def hule(*arguments: str, case: Any = CASE, lang: str = "en_GB.UTF-8") -> Result:
    """Runs ``hule dispute`` on a case from standard input."""
    told = json.dumps(case)
    run = CliRunner().invoke(main, ["dispute", "-", *arguments], input=told, env={"LANG": lang, "LC_ALL": ""})
    assert run.exception is None or isinstance(run.exception, SystemExit), run.exception
    return run


def test_a_claim_is_explained_in_a_sentence_with_the_lines_that_part() -> None:
    """Everybody pays one: that is a self-draw."""
    run = hule("--claim", "-1,3,-1,-1")
    assert run.exit_code == 0
    assert "if it was won by self-draw, not off a discard" in run.output
    assert "computed “1 paying 1: 1 × 1 = 1”; claimed “3 paying 1: 3 × 1 = 3”" in run.output


def test_the_first_difference_shows_what_is_claimed_beside_what_was_computed() -> None:
    """A player who is said to pay though nothing was computed for him, and a winner with his sum."""
    assert "first difference: seat 0: computed 0; claimed -1" in hule("--claim", "-1,3,-1,-1").output
    shown = hule("--claim", "0,3,-3,0", "--lang", "zh").output
    assert "从这里开始不同：1号位：算 1；你们说 3\n    1号位合计：0 + 1 = 1\n" in shown
    assert "first difference: seat 2: computed no win; claimed 8 points" in hule("--points", "2:8").output


def test_a_forgotten_kong_stands_alone_and_the_totals_beside_each_other() -> None:
    """The kong's line is not compared with a sum; that of the player in question has both amounts."""
    shown = hule("--claim", "0,3,-3,0").output
    assert "computed no such item; claimed “exposed kong of seat 1, 1 paying: 1 × 2 = 2”" in shown
    assert "computed “seat 1 in all: 0 + 1 = 1”; claimed “seat 1 in all: 1 + 2 = 3”" in shown


def test_the_same_in_chinese(tmp_path: Path) -> None:
    """From a file, in the language of the terminal; full-width commas do as well."""
    path = tmp_path / "case.json"
    path.write_text(json.dumps(CASE), encoding="utf-8")
    run = CliRunner().invoke(main, ["dispute", str(path), "--claim", "-1，3，-1，-1", "--lang", "zh"])
    assert "如果是自摸，不是点炮，就正好是这个数。" in run.output


def test_json_has_the_findings_and_the_difference() -> None:
    """A program gets kinds, names, sentences in both languages, payments, and the lines."""
    told = json.loads(hule("--claim", ",3,,-1", "--json").stdout)
    assert told["id"] == "friday"
    assert told["agrees"] is False
    assert told["claim"] == {"payments": {"1": 3, "3": -1}}
    assert told["difference"] | {"step": "", "step_zh": ""} == {
        "of": "payment", "seat": 1, "claimed": 3, "computed": 1, "step": "", "step_zh": ""}  # fmt: skip
    assert told["difference"]["step"] == "seat 1 in all: 0 + 1 = 1"
    assert {"kind": "fact", "changes": ["by"]}.items() <= told["findings"][0].items()
    assert all(finding["payments"][1] == 3 for finding in told["findings"])
    assert told["findings"][0]["total"]["then"] == "seat 1 in all: 1 + 1 + 1 = 3"


def test_agreement_and_no_explanation_are_said_plainly() -> None:
    """Without differences; or nothing leads there."""
    assert "without differences" in hule("--claim", "0,1,-1,0").output
    assert "no single fact leads to this claim" in hule("--claim", ",777").output
    assert "fan" in hule("--fan", "1:1").output


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (["--claim", "1,1,1,1"], "sum to 4"),
        (["--claim", "a,b"], "'a' is no whole number"),
        (["--fan", "3"], "SEAT:NUMBER"),
        ([], "nothing is claimed"),
    ],
)
def test_a_claim_that_cannot_be_read_is_status_2_and_a_sentence(arguments: list[str], word: str) -> None:
    """The sentence says what is wrong with it."""
    run = hule(*arguments)
    assert run.exit_code == 2
    assert word in run.stderr


def test_several_cases_are_refused() -> None:
    """One dispute is about one deal."""
    assert "holds 2 cases" in hule("--claim", "1", case=[CASE, CASE]).stderr
