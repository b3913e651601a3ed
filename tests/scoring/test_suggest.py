"""Suggestions for a hand that was read nearly right."""

from __future__ import annotations

from scoring import Case, Win, case_from_json, parse_tiles, tile
from scoring.suggest import single_changes


def hand(concealed: str, win_tile: str = "2m", **facts: object) -> Case:
    """A self-drawn hand of Sichuan."""
    case = case_from_json({"variant": "sichuan", "wins": [
        {"seat": 1, "concealed": concealed, "win_tile": win_tile, "by": "selfdraw", **facts}]})  # fmt: skip
    assert isinstance(case, Case)
    return case


def test_the_likeliest_alternative_that_wins_comes_first() -> None:
    """Of the reader's second choices only those that make a winning hand are offered."""
    case = hand("123m 456m 788p 2m 333p")
    others = {tile("8p"): {tile("9p"): 0.2, tile("6p"): 0.1, tile("1s"): 0.3}}
    found = single_changes(case, 0, others)
    assert [(change.old, change.new) for change in found] == [(tile("8p"), tile("9p")), (tile("8p"), tile("6p"))]
    assert found[0].case.wins[0].closing == parse_tiles("123m 456m 78p 2m 333p 9p 2m")


def test_a_hand_that_is_one_short_is_completed_and_one_too_long_is_cut() -> None:
    """Which tile to add, and which to leave out."""
    added = single_changes(hand("123m 456m 78p 2m 333p"), 0, {})
    assert {change.new for change in added} == {tile("6p"), tile("9p")}
    cut = single_changes(hand("123m 456m 789p 2m 333p 7p"), 0, {})
    assert {change.old for change in cut} == {tile("7p")}


def test_a_wrong_winning_tile_can_be_changed() -> None:
    """The winning tile is read like any other."""
    [change] = single_changes(hand("123m 456m 789p 2m 333p", "9m"), 0, {tile("9m"): {tile("2m"): 0.4}})
    assert change.case.wins[0].win_tile is tile("2m")


def test_a_bamboo_bird_read_as_a_flower_goes_back_into_the_hand() -> None:
    """1s and the flower tiles are mistaken for each other."""
    case = hand("123m 456m 23s 2m 333s", flowers="5f")
    [change, *_] = single_changes(case, 0, {tile("5f"): {tile("1s"): 0.3}})
    win: Win = change.case.wins[0]
    assert win.flowers == ()
    assert tile("1s") in win.concealed
