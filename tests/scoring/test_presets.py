"""House rules saved under a name."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import VARIANTS, Rejection
from scoring.presets import Preset, read_preset, write_preset


def written_presets() -> st.SearchStrategy[Preset]:
    """Any choice of any option of any variant, under any name."""

    def for_variant(name: str) -> st.SearchStrategy[Preset]:
        options: dict[str, st.SearchStrategy[Any]] = {
            option.name: st.sampled_from(option.trials()) for option in VARIANTS[name].options
        }
        chosen = st.fixed_dictionaries({}, optional=options)
        return st.builds(Preset, st.just(name), st.text(st.characters(codec="utf-8")), chosen)

    return st.sampled_from(sorted(VARIANTS)).flatmap(for_variant)


@given(written_presets())
def test_what_is_written_is_read_back(preset: Preset) -> None:
    """Every option value and every name survives the file."""
    assert read_preset(write_preset(preset)) == preset


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ("no toml", "rules"),
        ('variant = "nowhere"', "variant"),
        ("variant = 3", "variant"),
        ('name = "x"', "variant"),
        ('variant = "sichuan"\noptions = 3', "options"),
        ('variant = "sichuan"\noption = {}', "option"),
        ('variant = "sichuan"\n[options]\nkong_fam = 1', "options.kong_fam"),
        ('variant = "sichuan"\n[options]\nkong_fan = 9', "options.kong_fan"),
    ],
)
def test_a_wrong_rules_file_is_refused_by_the_field_at_fault(text: str, field: str) -> None:
    """What is misspelt or out of range is named."""
    refused = read_preset(text)
    assert isinstance(refused, Rejection)
    assert refused.field == field
