"""Every worked example of the rule specification, compared in fan, points, patterns, payments and code."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from scoring import VARIANTS, Rejection, case_from_json, result_to_json, score

CASES = json.loads((Path(__file__).parent / "rules_cases.json").read_text(encoding="utf-8"))


def scored(case: dict[str, Any]) -> dict[str, Any]:
    """The JSON that the command line would print for this case."""
    read = case_from_json(case)
    return result_to_json(case["id"], read if isinstance(read, Rejection) else score(read))


@pytest.mark.parametrize("case", CASES, ids=[f"{case['id']} {case['title']}" for case in CASES])
def test_worked_example(case: dict[str, Any]) -> None:
    """The example pays what the rules say, or is refused with the code that they give."""
    expected, result = case["expected"], scored(case)
    if "error" in expected:
        assert result.get("error", {}).get("code") == expected["error"], result
        return
    assert "error" not in result, result["error"]
    assert result["payments"] == expected["payments"]
    got = [(win["seat"], win["fan"], win["points"], {hit["zh"] for hit in win["patterns"]}) for win in result["wins"]]
    want = [(win["seat"], win["fan"], win["points"], set(win["patterns"])) for win in expected["wins"]]
    assert got == want


def test_every_variant_has_worked_examples() -> None:
    """No variant is offered whose rules were never compared with an example."""
    assert {case["variant"] for case in CASES} == set(VARIANTS)
