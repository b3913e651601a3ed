"""Tiles and notation: what people type is understood, and what is printed can be typed again."""

from __future__ import annotations

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.tiles import DETECTOR_CLASSES, TILES, TileNotationError, format_tiles, parse_tiles, tile


@given(st.lists(st.sampled_from(TILES), max_size=30))
def test_printed_tiles_read_back_as_the_same_tiles(tiles: list) -> None:
    """Printing and reading are inverse for any tiles in any order."""
    assert list(parse_tiles(format_tiles(tiles))) == tiles


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("123m 55p 7z", "1m 2m 3m 5p 5p 7z"),
        ("一二三万", "1m 2m 3m"),
        ("3筒 4饼 5条 6索", "3p 4p 5s 6s"),
        ("东南西北中发白", "1z 2z 3z 4z 7z 6z 5z"),
        ("红中 白板 发财", "7z 5z 6z"),
        ("E S W N C F B", "1z 2z 3z 4z 7z 6z 5z"),
        ("春 梅 1x 飞", "1f 5f 1x 1j"),
        ("back,back", "back back"),
        ("1m,2m、3m", "1m 2m 3m"),
        ("", ""),
    ],
)
def test_names_people_use_are_understood(text: str, codes: str) -> None:
    """Notation, Chinese names, letters and separators all give the same tiles."""
    assert [item.code for item in parse_tiles(text)] == codes.split()


@pytest.mark.parametrize(
    ("text", "fragment"), [("123m x", "x"), ("8z", "8z"), ("0m", "0m"), ("9f", "9f"), ("12", "12")]
)
def test_unreadable_tiles_are_named(text: str, fragment: str) -> None:
    """The error tells which part was not understood."""
    with pytest.raises(TileNotationError) as error:
        parse_tiles(text)
    assert error.value.fragment == fragment


def test_one_tile_is_not_several() -> None:
    """Where one tile is wanted, two are an error and none is, too."""
    for text in ("12m", ""):
        with pytest.raises(TileNotationError):
            tile(text)


def test_a_tile_stays_one_object() -> None:
    """Copying and pickling keep identity, on which equality rests."""
    assert copy.deepcopy(tile("3m")) is tile("3m")
    assert pickle.loads(pickle.dumps(tile("7z"))) is tile("红中")


def test_detector_classes_follow_the_committed_list(pytestconfig: pytest.Config) -> None:
    """The class order of the model is the one in datasets/classes.txt."""
    listed = (pytestconfig.rootpath / "datasets" / "classes.txt").read_text().split()
    assert [item.code for item in DETECTOR_CLASSES] == listed


def test_full_width_digits_and_letters_are_read() -> None:
    """What a Chinese keyboard types is as good as plain digits and letters."""
    assert parse_tiles("１２３万 ４ｐ　７ｚ，东") == parse_tiles("123m 4p 7z 1z")
