"""The rule pages that a table reads say what the code does."""

from __future__ import annotations

from pathlib import Path

import pytest

from scoring import VARIANTS
from scoring.pages import main, page


def test_committed_pages_are_up_to_date(pytestconfig: pytest.Config) -> None:
    """docs/variants is what the declarations write today."""
    assert main(["--check", str(pytestconfig.rootpath / "docs" / "variants")]) == 0


def test_a_missing_page_is_noticed(tmp_path: Path) -> None:
    """A page that is not there fails the check."""
    assert main(["--check", str(tmp_path)]) == 1


@pytest.mark.parametrize("name", sorted(VARIANTS))
def test_every_pattern_option_and_input_has_its_clause(name: str) -> None:
    """Each declared clause is a heading, and everything declared points at one."""
    variant, text = VARIANTS[name], page(VARIANTS[name])
    headings = {clause.id for clause in variant.clauses}
    assert all(f"\n## {clause} " in text for clause in headings)
    used = [*variant.patterns, *variant.options, *variant.inputs]
    assert {item.clause for item in used} <= headings


def test_a_pattern_that_waits_for_a_house_rule_says_so() -> None:
    """Who reads the value of 碰碰胡 in Songyang reads the option without which it is worth nothing."""
    assert "| 碰碰胡 | All triplets | 2（只在 only with `extra_hands: tongcheng`） |" in page(VARIANTS["songyang"])
