"""What a refusal says: where the fault is, in the words of the table and of the reader's language."""

from __future__ import annotations

import pickle
import re
from typing import Any

import pytest

from scoring import Rejection, case_from_json, score
from scoring.errors import BilingualError, CodedError
from scoring.options import resolve, spell
from scoring.variants import VARIANTS

WIN = {"seat": 1, "by": "selfdraw", "concealed": "123m 456m 789p 22z 33z", "win_tile": "3z"}


def refused(**changes: Any) -> Rejection:
    """The refusal of a Ningxia win with these fields of the case changed."""
    case = case_from_json({"variant": "ningxia", "wins": [WIN], **changes})
    outcome = case if isinstance(case, Rejection) else score(case)
    assert isinstance(outcome, Rejection)
    return outcome


def test_a_seat_that_does_not_exist_is_named_with_its_place_in_the_list() -> None:
    """Of two winners or kongs the one at fault is told."""
    assert refused(wins=[WIN, {**WIN, "seat": 9}]).message.startswith("wins[1].seat:")
    kongs = [{"seat": 0, "kind": "concealed"}, {"seat": 7, "kind": "concealed"}]
    assert refused(kongs=kongs).message_zh.startswith("kongs[1].seat：")


def test_a_meld_without_tiles_says_whose_it_is() -> None:
    """Null for the tiles of a kong, as a photo of four backs gives it, asks for them in words."""
    fault = refused(wins=[{**WIN, "concealed": "123m 456m 22z 33z", "melds": [{"type": "kong", "tiles": None}]}])
    assert fault.code == "E_MELD"
    assert "the kong of seat 1" in fault.message
    assert "1号位的杠" in fault.message_zh


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=list(VARIANTS))
def test_a_refused_option_is_explained_in_chinese(variant: Any) -> None:
    """No English words stand in a Chinese message but the names and values that are typed."""
    for option in variant.options:
        fault = resolve(variant.options, {option.name: "?"})
        assert isinstance(fault, Rejection)
        told = fault.message_zh
        for typed in (f"options.{option.name}", *option.keys, *map(spell, option.choices)):
            told = told.replace(typed, "")
        assert not re.search("[A-Za-z]{2}", told), told


def test_an_error_in_two_languages_survives_the_way_between_processes() -> None:
    """Readers in other processes send back what went wrong, code and both messages."""
    plain = pickle.loads(pickle.dumps(BilingualError("wrong", "错")))
    coded = pickle.loads(pickle.dumps(CodedError("E_X", "wrong", "错")))
    assert (str(plain), plain.message_zh) == ("wrong", "错")
    assert coded.to_json() == {"code": "E_X", "message": "wrong", "message_zh": "错"}
