"""Waiting tiles and near misses agree with trying every tile."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from scoring import Case, Rejection, case_from_json
from scoring.waits import missing, waits
from tests.scoring import brute_force
from tests.scoring.strategies import any_tiles, winning_tiles

TWO_SUITS = brute_force.SUITED[:18]
ONE_SUIT = brute_force.SUITED[:9]


def waiting(tiles: list[str], variant: str = "sichuan", **win: Any) -> Case:
    """A case of one player who holds these tiles and has not won yet."""
    hand = {"seat": 1, "concealed": " ".join(tiles), "by": "selfdraw"} | win
    case = case_from_json({"variant": variant, "wins": [hand]})
    assert isinstance(case, Case)
    return case


@settings(max_examples=200, deadline=None)
@given(st.one_of(winning_tiles(TWO_SUITS), any_tiles(14, ONE_SUIT)))
def test_waits_are_the_tiles_that_complete_the_hand(tiles: list[str]) -> None:
    """The tiles told to win are exactly those that complete the hand when tried."""
    found = waits(waiting(tiles[:13]))
    assert not isinstance(found, Rejection)
    assert {wait.tile.code for wait in found} == brute_force.completes(tiles[:13], TWO_SUITS)


@settings(max_examples=200, deadline=None)
@given(st.one_of(winning_tiles(TWO_SUITS), any_tiles(14, ONE_SUIT)))
def test_waits_tell_the_copies_left(tiles: list[str]) -> None:
    """What is left of a waiting tile is four less the copies in the hand."""
    found = waits(waiting(tiles[:13]))
    assert not isinstance(found, Rejection)
    for wait in found:
        assert wait.left == 4 - tiles[:13].count(wait.tile.code) > 0


@settings(max_examples=40, deadline=None)
@given(winning_tiles(ONE_SUIT), st.lists(st.sampled_from(ONE_SUIT), min_size=2, max_size=2))
def test_shanten_is_the_fewest_exchanges(tiles: list[str], strays: list[str]) -> None:
    """The shanten number is the fewest exchanges of a tile after which the hand waits."""
    _compare_shanten(tiles[:11] + strays)


@pytest.mark.slow
@settings(max_examples=500, deadline=None)
@given(st.one_of(winning_tiles(ONE_SUIT), any_tiles(14, ONE_SUIT + brute_force.SUITED[9:12])))
def test_shanten_is_the_fewest_exchanges_on_many_hands(tiles: list[str]) -> None:
    """The same on five hundred hands, scattered ones among them."""
    _compare_shanten(tiles[:13])


def _compare_shanten(tiles: list[str]) -> None:
    assume(all(tiles.count(tile) <= 4 for tile in tiles))
    # Every tile that can join the tiles of these hands in a set.
    faces = brute_force.SUITED[:14]
    tried = brute_force.shanten(tiles, faces, at_most=1)
    told = missing(waiting(tiles)).shanten
    assert min(told, 2) == tried


def test_a_complete_hand_that_breaks_a_rule_names_the_rule() -> None:
    """Three suits are told as the reason, not a missing tile (rules 4.2)."""
    told = missing(
        waiting(["1m", "2m", "3m", "4p", "5p", "6p", "7s", "8s", "9s", "5m", "5m", "2m", "3m"], win_tile="4m")
    )
    assert told.shanten == -1
    assert told.condition is not None
    assert told.condition.code == "E_SUIT"


def test_a_hand_that_only_waits_in_vain_names_the_rule() -> None:
    """Thirteen tiles of three suits that would complete are told which rule stands in the way."""
    told = missing(waiting(["123m", "456p", "789s", "55m", "23m"]))
    assert [tile.code for tile in told.tiles] == ["1m", "4m"]
    assert told.shanten == 0
    assert told.condition is not None
    assert told.condition.code == "E_SUIT"


def test_a_shape_that_the_table_does_not_play_is_named() -> None:
    """Eight pairs complete a hand in Fuzhou only where the table plays them (rules 7.3)."""
    tiles = ["11m", "22m", "44m", "66m", "11p", "33p", "55p", "77s"]
    options = {"eight_pairs": "off"}
    case = case_from_json(
        {"variant": "fuzhou", "gold": "9s", "options": options,
         "wins": [{"seat": 1, "concealed": " ".join(tiles), "win_tile": "8s", "by": "selfdraw"}]}
    )  # fmt: skip
    assert isinstance(case, Case)
    told = missing(case)
    assert told.condition is not None
    assert "eight pairs" in told.condition.message


def test_a_short_hand_is_told_to_be_short() -> None:
    """Twelve tiles wait for nothing: the count is what is wrong."""
    fault = waits(waiting(["1m"] * 3 + ["2m"] * 3 + ["5p"] * 3 + ["7p"] * 3))
    assert isinstance(fault, Rejection)
    assert fault.code == "E_COUNT"
