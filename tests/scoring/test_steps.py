"""The lines of an explanation hold, and every figure shown is the result of one."""

from __future__ import annotations

import json
import re
from math import prod
from pathlib import Path
from typing import Any

import pytest

from scoring import Rejection, case_from_json, result_to_json, score

CASES = json.loads((Path(__file__).parent / "rules_cases.json").read_text(encoding="utf-8"))
PAYING = [case for case in CASES if "error" not in case["expected"]]
EQUATION = re.compile(r"(-?\d+(?: [+×] -?\d+)+) = (-?\d+)$")


def results_of(lines: list[str]) -> set[int]:
    """What the equations among the lines come to, each checked on the way."""
    results = set()
    for line in lines:
        if found := EQUATION.search(line):
            left = found[1]
            numbers = [int(number) for number in re.findall(r"-?\d+", left)]
            assert (prod(numbers) if "×" in left else sum(numbers)) == int(found[2]), line
            results.add(int(found[2]))
    return results


@pytest.mark.parametrize("case", PAYING, ids=[case["id"] for case in PAYING])
@pytest.mark.parametrize("language", ["steps", "steps_zh"])
def test_arithmetic_leads_to_every_figure(case: dict[str, Any], language: str) -> None:
    """Fan, points and all payments but zero come out of a line that adds up."""
    read = case_from_json(case)
    assert not isinstance(read, Rejection)
    result = result_to_json(case["id"], score(read))
    for win in result["wins"]:
        assert {win["fan"], win["points"]} <= results_of(win[language])
    assert {amount for amount in result["payments"] if amount} <= results_of(result[language])
