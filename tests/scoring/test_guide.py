"""The worked example of the developers' guide is a variant that plays."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from types import ModuleType

import pytest

import scoring
from scoring import VARIANTS, Rejection, Variant, case_from_json, score
from scoring.pages import page

GUIDE = Path(scoring.__file__).parent / "README.md"


@pytest.fixture
def home(monkeypatch: pytest.MonkeyPatch) -> Variant:
    """The variant of the guide, registered for one test."""
    [code] = re.findall(r"```python\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)
    module = ModuleType("scoring.variants.home")
    exec(code, vars(module))
    monkeypatch.setitem(sys.modules, module.__name__, module)
    monkeypatch.setattr(VARIANTS, "names", (*VARIANTS, "home"))
    return VARIANTS["home"]


@pytest.mark.parametrize(
    ("win", "options", "payments"),
    [
        ({"concealed": "123m 456m 789p 22s 56s", "win_tile": "7s", "by": "discard", "from": 2}, {}, (0, 1, -1, 0)),
        ({"concealed": "123s 456s 789s 22s 56s", "win_tile": "7s", "by": "selfdraw"}, {}, (-4, 12, -4, -4)),
        (
            {"concealed": "123m 456m 789p 22s 56s", "win_tile": "7s", "by": "selfdraw"},
            {"double_self_draw": True},
            (-2, 6, -2, -2),
        ),
    ],
)
def test_the_ninth_variant_scores(home: Variant, win: dict, options: dict, payments: tuple[int, ...]) -> None:
    """One file and one entry in the registry are all that the scorer, the options and the checks need."""
    case = case_from_json({"variant": home.id, "options": options, "wins": [{"seat": 1, **win}]})
    assert not isinstance(case, Rejection)
    outcome = score(case)
    assert not isinstance(outcome, Rejection)
    assert outcome.payments == payments


def test_the_ninth_variant_gets_its_rule_page(home: Variant) -> None:
    """Its page names its patterns and options without further work."""
    text = page(home)
    assert "清一色" in text
    assert "double_self_draw" in text
