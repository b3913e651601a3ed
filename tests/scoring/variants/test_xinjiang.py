"""Xinjiang, rule by rule (rules section 8), beyond the worked examples."""

from __future__ import annotations

from typing import Any

import pytest

from scoring import Case, Rejection, Result, case_from_json, score
from tests.scoring.variants.table import deal, paid, refused, shared, worth

PLAIN = "123m 456m 789s 22z 34p + 5p"
KONGED = "123m 456p 22z 34p + 5p"
ONE_SUIT = "123s 456s 22s 34s + 5s"
PAIRS = "11m 33m 55p 77p 99s 11z 5z + 5z"
DRAGONS = "11m 33m 55p 77p 99s 66z 7z + 7z"
WINDS = "11m 33m 55p 77p 99s 11z 2z + 2z"
ONE_SUIT_PAIRS = "11s 22s 44s 55s 77s 88s 9s + 9s"
ONE_SUIT_FOUR = "1111s 44s 55s 77s 88s 9s + 9s"
KONG = "kong 9999s exposed"
SUM = {"qingyise_qidui": "sum"}


def declared(hand: str, **facts: Any) -> Result | Rejection:
    """A self-draw after declaring ready."""
    return deal("xinjiang", hand, **{"flags": ["baoting"], **facts})


@pytest.mark.parametrize(("by", "giver"), [("discard", 0), ("robkong", 0)])
def test_8_2_only_self_draws_win(by: str, giver: int) -> None:
    """Neither a discard nor a robbed kong wins."""
    assert refused(deal("xinjiang", PLAIN, by, giver)) == "E_WAY"


def test_8_2_declaring_ready_excuses_no_discard() -> None:
    """A declared hand still may not win off a discard."""
    assert refused(deal("xinjiang", PLAIN, "discard", 0, flags=["baoting"])) == "E_WAY"


def test_8_2_two_winners_are_refused() -> None:
    """No tile has two winners here."""
    hands = {1: PLAIN, 2: "234m 678p 789s 33z 34p + 5p"}
    assert refused(shared("xinjiang", hands, "discard", 0)) == "E_WAY"


@pytest.mark.parametrize("flags", [["after_kong"], ["baoting", "after_kong"]])
def test_8_2_kong_replacement_comes_before_declaring(flags: list[str]) -> None:
    """Declared or not, a win on a replacement is 杠后花."""
    assert worth(declared(KONGED, melds=[KONG], flags=flags)) == ({"杠后花", "杠"}, 8)


@pytest.mark.parametrize(
    ("hand", "melds"),
    [("123m 456p 55p 11z + 1z", [KONG]), (PLAIN, [])],
)
def test_8_2_impossible_kong_replacements_are_refused(hand: str, melds: list[str]) -> None:
    """The replacement is never an honor, and needs a kong."""
    assert refused(deal("xinjiang", hand, melds=melds, flags=["after_kong"])) == "E_FLAGS"


@pytest.mark.parametrize(
    ("hand", "options", "names", "points"),
    [
        (PLAIN, {}, {"报听自摸"}, 1),
        ("111z 222z 333z 44z 55z + 5z", {}, {"报听自摸"}, 1),
        (PAIRS, {}, {"普通七对"}, 2),
        (DRAGONS, {}, {"普通七对"}, 2),
        (WINDS, {"wufeng_scope": "winds_only"}, {"普通七对"}, 2),
        (DRAGONS, {"wufeng_scope": "winds_only"}, {"无风七对"}, 4),
        (ONE_SUIT_PAIRS, {}, {"无风七对"}, 4),
        (ONE_SUIT_FOUR, {}, {"豪华七对"}, 8),
        (ONE_SUIT_PAIRS, SUM, {"清一色", "无风七对"}, 32),
        (ONE_SUIT_FOUR, SUM, {"清一色", "豪华七对"}, 32),
    ],
)
def test_8_3_values(hand: str, options: dict[str, Any], names: set[str], points: int) -> None:
    """One fan is 1 at a base of 1, and each further one doubles; all honors are no 清一色."""
    assert worth(declared(hand, options=options)) == (names, points)


@pytest.mark.parametrize(
    ("hand", "melds", "options", "points"),
    [
        (KONGED, [KONG], {"ganghouhua_includes_kong": True}, 4),
        (ONE_SUIT, [KONG], {"ganghouhua_includes_kong": True}, 8),
        ("123m 22z 34p + 5p", [KONG, "kong 1111z concealed"], {"ganghouhua_includes_kong": True}, 8),
        ("123m 22z 34p + 5p", [KONG, "kong 1111z concealed"], {}, 16),
    ],
)
def test_8_4_the_kong_that_won(hand: str, melds: list[str], options: dict[str, Any], points: int) -> None:
    """It adds its fan, unless the table counts it as part of 杠后花; other kongs add theirs."""
    assert worth(declared(hand, melds=melds, flags=["after_kong"], options=options))[1] == points


def test_8_4_the_option_leaves_a_declared_win_alone() -> None:
    """Without 杠后花 every kong adds."""
    outcome = declared(KONGED, melds=[KONG], options={"ganghouhua_includes_kong": True})
    assert worth(outcome) == ({"报听自摸", "杠"}, 2)


def test_8_4_six_fan_are_the_cap() -> None:
    """One suit on a kong replacement with four kongs counts six."""
    kongs = ["kong 1111s exposed", "kong 4444s added", "kong 6666s concealed", "kong 8888s exposed"]
    outcome = declared("2s + 2s", melds=kongs, flags=["after_kong"], base=10)
    assert isinstance(outcome, Result)
    assert (outcome.wins[0].fan, outcome.payments) == (6, (-320, 960, -320, -320))


def test_8_5_the_dealer_is_like_anybody() -> None:
    """A dealer's win costs the same."""
    assert paid(declared(PLAIN, seat=0, dealer=0, base=10)) == (30, -10, -10, -10)


@pytest.mark.parametrize("base", [0, -1])
def test_8_5_the_base_is_at_least_one(base: int) -> None:
    """A base of nothing is refused by name."""
    outcome = declared(PLAIN, base=base)
    assert isinstance(outcome, Rejection)
    assert (outcome.code, outcome.field) == ("E_INPUT", "base")


def test_8_6_the_xianggong_pays_for_all() -> None:
    """Three times the amount, kongs included, and the others nothing."""
    assert paid(declared(KONGED, melds=[KONG], flags=["after_kong"], xianggong=0)) == (-24, 24, 0, 0)


def test_8_7_a_draw_pays_nothing() -> None:
    """Not even the xianggong pays."""
    case = case_from_json({"variant": "xinjiang", "draw": {"hands": []}, "xianggong": 2})
    assert isinstance(case, Case)
    assert paid(score(case)) == (0, 0, 0, 0)


def test_8_2_a_win_off_a_discard_is_refused_in_words() -> None:
    """The refusal names the game and the way of winning."""
    outcome = deal("xinjiang", "123m 456m 789p 22s 56s + 7s", "discard", 0)
    assert isinstance(outcome, Rejection)
    assert (outcome.code, outcome.message) == ("E_WAY", "In Xinjiang nobody wins off a discard")
