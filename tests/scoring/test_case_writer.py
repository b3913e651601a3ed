"""A case written as JSON and read back is the same case."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import VARIANTS, Case, case_from_json
from scoring.case_writer import case_to_json
from tests.scoring.strategies import cases

EXAMPLES = json.loads((Path(__file__).parent / "rules_cases.json").read_text(encoding="utf-8"))


def _there_and_back(data: dict[str, Any]) -> None:
    case = case_from_json(data)
    if not isinstance(case, Case):
        return
    written = json.loads(json.dumps(case_to_json(case)))
    assert case_from_json(written) == replace(case, ignored=())


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example["id"])
def test_every_worked_example_survives(example: dict[str, Any]) -> None:
    """Kongs, draws, events, openings and all facts of the worked examples are written."""
    _there_and_back(example)


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(sorted(VARIANTS)).flatmap(cases))
def test_any_case_survives(data: dict[str, Any]) -> None:
    """Random hands, melds, flags and house rules are written."""
    _there_and_back(data)
