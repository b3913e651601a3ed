"""Fuzhou, rule by rule (rules section 7), beyond the worked examples."""

from __future__ import annotations

from typing import Any

import pytest

from scoring import Rejection, Result
from tests.scoring.variants.table import deal, paid, refused, worth

READY = "123m 456p 789p 111s 23s 88s"
PAIRS = "11m 22m 44m 77p 99p 11s 33s 66s"
PAIR_OF_GOLDS = "123m 456p 789p 111s 23s 55m + 4s"
SHAPELESS = "147m 258p 369s 55m 17s 28m 4p + 5m"
TWO_FLOWERS = "1z 2z"
KONG_READY = "123m 456p 789p 23s 88s + 4s"


def fuzhou(hand: str, by: str = "selfdraw", giver: int | None = None, **facts: Any) -> Result | Rejection:
    """A deal with 五万 as gold and two flowers unless said otherwise."""
    return deal("fuzhou", hand, by, giver, **{"gold": "5m", "flowers": TWO_FLOWERS, **facts})


def test_7_1_chi_may_be_called() -> None:
    """A hand with chi on the table wins."""
    outcome = fuzhou("456p 789p 111s 23s 88s + 4s", melds=["chi 123m"])
    assert worth(outcome) == ({"普通胡"}, 14)


@pytest.mark.parametrize(
    ("facts", "code"),
    [
        ({"gold": None}, "E_INPUT"),
        ({"gold": "1z"}, "E_TILE"),
        ({"flowers": "5p"}, "E_TILE"),
        ({"flowers": "5f 5f"}, "E_FIVE"),
        ({"flags": ["after_kong"]}, "E_FLAGS"),
    ],
)
def test_7_1_and_7_2_impossible_facts_are_refused(facts: dict[str, Any], code: str) -> None:
    """A gold is named and suited, flowers are flowers that exist, and a kong replacement needs a kong."""
    assert refused(fuzhou(f"{READY} + 4s", **facts)) == code


def test_7_2_gold_cannot_lie_in_a_meld() -> None:
    """A pong of the gold is refused."""
    assert refused(fuzhou("456p 789p 111s 23s 88s + 4s", melds=["pong 555m"])) == "E_MELD"


def test_7_2_who_discarded_a_gold_cannot_rob_a_kong() -> None:
    """Only a self-draw is left to him, and that still wins."""
    flags = ["discarded_gold"]
    assert refused(fuzhou(f"{READY} + 4s", "robkong", 0, flags=flags)) == "E_WAY"
    assert worth(fuzhou(f"{READY} + 4s", flags=flags)) == ({"普通胡"}, 14)


def test_7_2_a_discarded_gold_is_one_of_the_three() -> None:
    """Three golds in hand, one discarded and one on the table are five."""
    assert refused(fuzhou(SHAPELESS, flags=["discarded_gold"])) == "E_FIVE"


@pytest.mark.parametrize(
    "hand",
    [
        f"{PAIRS} + 9s",
        "1111m 2222m 44m 77p 99p 11s + 9s",
        "111m 22m 44m 77p 99p 11s 33s 6s + 6s",
        "11m 22m 44m 77p 99p 11s 3s 6s 55m + 8s",
        f"{PAIRS} + 5m",
    ],
)
def test_7_3_eight_pairs_and_any_single_tile_win(hand: str) -> None:
    """Four alike are two pairs, three alike a pair and the single tile, and golds pair what is single."""
    assert worth(fuzhou(hand))[0] == {"普通胡"}


def test_7_3_eight_pairs_need_a_hand_without_melds() -> None:
    """A pong on the table leaves no eight pairs."""
    assert refused(fuzhou("22m 44m 77p 99p 11s 33s 6s + 9s", melds=["pong 111m"])) == "E_NOT_WIN"


def test_7_3_three_golds_without_a_shape_win_by_self_draw_only() -> None:
    """三金倒 off a discard is no win."""
    hand = "147m 258p 369s 555m 17s 28m + 4p"
    assert worth(fuzhou(hand)) == ({"三金倒"}, 60)
    assert refused(fuzhou(hand, "discard", 0)) == "E_NOT_WIN"
    assert refused(fuzhou(hand, "robkong", 0)) == "E_NOT_WIN"


@pytest.mark.parametrize(
    ("flowers", "units"),
    [("1f 2f 3f", 3), ("1f 2f 3f 4f", 6), ("5f 6f 7f 8f", 6), ("1f 2f 3f 5f", 4), ("7z 7z 7z 7z 1z 1z 1z", 9)],
)
def test_7_4_four_flowers_that_belong_together_are_six(flowers: str, units: int) -> None:
    """Every flower is 1, and a full set of seasons, plants or one honor counts 6."""
    assert worth(fuzhou(f"{READY} + 4s", flowers=flowers))[1] == 2 * (units + 5)


@pytest.mark.parametrize(("kind", "units"), [("exposed", 1), ("added", 1), ("concealed", 2)])
def test_7_4_kongs_count_by_kind(kind: str, units: int) -> None:
    """An exposed or added kong is one flower, a concealed one two."""
    outcome = fuzhou(KONG_READY, melds=[f"kong 1111s {kind}"])
    assert worth(outcome)[1] == 2 * (2 + units + 5)


@pytest.mark.parametrize(("multiplier", "points"), [(1, 7), (2, 14)])
def test_7_5_discard_multiplier(multiplier: int, points: int) -> None:
    """The option sets how often the units are paid off a discard or a robbed kong, and leaves a self-draw alone."""
    options = {"discard_multiplier": multiplier}
    assert paid(fuzhou(f"{READY} + 4s", "discard", 3, options=options)) == (0, points, 0, -points)
    assert paid(fuzhou(f"{READY} + 4s", "robkong", 3, options=options)) == (0, points, 0, -points)
    assert paid(fuzhou(f"{READY} + 4s", options=options)) == (-14, 42, -14, -14)


@pytest.mark.parametrize(("base", "special"), [("scaled", 90), ("fixed", 30)])
def test_7_6_special_base(base: str, special: int) -> None:
    """A special grows with the streak unless the table fixes it; the units grow with it either way."""
    outcome = fuzhou(f"{READY} + 4s", flowers="", streak=2, options={"special_base": base})
    assert worth(outcome) == ({"平胡(无花无杠)"}, 14 + special)


def test_7_6_one_flower_counts_without_a_kong_only() -> None:
    """One flower is 15; with a kong it is an ordinary win."""
    assert worth(fuzhou(f"{READY} + 4s", flowers="5f")) == ({"平胡(一张花)"}, 12 + 15)
    assert worth(fuzhou(KONG_READY, flowers="5f", melds=["kong 1111s exposed"])) == ({"普通胡"}, 14)


def test_7_6_two_golds_are_no_special_pair_among_eight_pairs() -> None:
    """金雀 is the pair of five sets."""
    assert worth(fuzhou("11m 22m 44m 77p 99p 11s 33s 55m + 9s")) == ({"普通胡"}, 18)
    assert worth(fuzhou(PAIR_OF_GOLDS)) == ({"金雀"}, 78)


def test_7_6_pair_of_golds_may_have_the_third_gold_elsewhere() -> None:
    """Two golds as the pair and the third in a chi are still 金雀."""
    assert worth(fuzhou("123m 456p 789p 111s 2s 555m + 4s")) == ({"金雀"}, 80)


def test_7_7_taking_the_gold_with_a_pair_of_golds_is_sixty() -> None:
    """The larger special counts."""
    hand = "123m 456p 789p 111s 234s 5m + 5m"
    assert worth(fuzhou(hand, flags=["qiangjin"])) == ({"金雀"}, 78)


def test_7_7_the_taken_gold_may_be_the_fourth() -> None:
    """Three golds in hand and the indicator are four; a fourth that helps leaves no triplet of golds alone."""
    outcome = fuzhou("123m 456p 789p 23s 555m 88s + 5m", flags=["qiangjin"])
    assert worth(outcome) == ({"金雀"}, 2 * (2 + 4 + 5) + 60)


@pytest.mark.parametrize(
    ("hand", "by", "facts"),
    [
        (f"{READY} + 4s", "selfdraw", {}),
        (f"{READY} + 5m", "discard", {"giver": 0}),
        (f"{READY} + 5m", "selfdraw", {"flags": ["qiangjin", "tianhu"], "seat": 0}),
        ("456p 789p 111s 23s 88s + 5m", "selfdraw", {"melds": ["chi 123m"]}),
    ],
)
def test_7_7_taking_the_gold_contradicts(hand: str, by: str, facts: dict[str, Any]) -> None:
    """抢金 is on the gold itself, drawn, before play, and not 天胡."""
    assert refused(fuzhou(hand, by, **{"flags": ["qiangjin"], **facts})) == "E_FLAGS"


def test_7_8_one_player_wins() -> None:
    """Two winners of one discard are refused."""
    tile = {"win_tile": "4s", "by": "discard", "from": 0}
    twice = [{"seat": 1, "concealed": READY, **tile}, {"seat": 2, "concealed": "777m 888m 222p 333p 56s 99s", **tile}]
    assert refused(deal("fuzhou", f"{READY} + 4s", gold="5m", wins=twice)) == "E_WAY"


@pytest.mark.parametrize(("grade", "name", "times"), [(0, "自摸", 2), (1, "单游", 4), (2, "双游", 8), (3, "三游", 16)])
def test_7_9_youjin_multiplies_in_the_other_system(grade: int, name: str, times: int) -> None:
    """System 2 pays twice by self-draw, and 4, 8 or 16 times with single, double or triple 游金."""
    outcome = fuzhou(f"{READY} + 4s", flags={"youjin": grade}, flowers="5f", options={"scoring_system": 2})
    assert worth(outcome) == ({name}, times * 6)


def test_7_9_youjin_does_nothing_in_the_first_system() -> None:
    """System 1 knows no 游金."""
    assert worth(fuzhou(f"{READY} + 4s", flags={"youjin": 2})) == ({"普通胡"}, 14)


def test_7_9_youjin_is_self_drawn() -> None:
    """游金 goes with a self-draw."""
    assert refused(fuzhou(f"{READY} + 4s", "discard", 0, flags={"youjin": 1})) == "E_FLAGS"


def test_7_9_the_other_system_counts_seasons_and_plants_one_each() -> None:
    """Honors count nothing and a full set has no bonus; the streak and kongs count."""
    options = {"scoring_system": 2}
    flowers = "1f 2f 3f 4f 1z 1z 1z 1z"
    assert worth(fuzhou(f"{READY} + 4s", flowers=flowers, options=options)) == ({"自摸"}, 2 * (5 + 4))
    outcome = fuzhou(KONG_READY, melds=["kong 1111s concealed"], streak=3, options=options)
    assert worth(outcome) == ({"自摸"}, 2 * (5 + 2 + 3))


def test_7_9_a_robbed_kong_counts_as_a_discard_in_the_other_system() -> None:
    """It adds 1 and is paid once, whatever the first system's multiplier."""
    options = {"scoring_system": 2, "discard_multiplier": 2}
    outcome = fuzhou(f"{READY} + 4s", "robkong", 0, options=options)
    assert worth(outcome) == ({"炮胡"}, 6)
    assert paid(outcome) == (-6, 6, 0, 0)


def test_7_9_three_golds_win_in_the_other_system() -> None:
    """三金倒 is a win there, without a special."""
    assert worth(fuzhou(SHAPELESS, options={"scoring_system": 2})) == ({"自摸"}, 2 * (5 + 3))
