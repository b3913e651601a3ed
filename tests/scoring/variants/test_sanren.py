"""The three-player game, rule by rule (rules section 6), beyond the worked examples."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from scoring import Case, Rejection, Result, case_from_json, score
from scoring.core import dearest
from scoring.options import resolve
from scoring.shapes import standard
from scoring.variants.sanren import SANREN
from tests.scoring.variants.table import deal, paid, refused, shared, worth

CHI = "123p 345p 678p 45p 99p + 6p"
CHI_OF_SUITS = "123p 345p 678p 45p 11z + 6p"
WINDS = ["pong 111z", "pong 222z", "pong 333z"]


def sanren(hand: str, by: str = "selfdraw", giver: int | None = None, **facts: Any) -> Result | Rejection:
    """A deal with one flower unless said otherwise."""
    return deal("sanren", hand, by, giver, **{"flowers": "1f", **facts})


def fan(outcome: Result | Rejection) -> int:
    """The fan of the only winner."""
    assert isinstance(outcome, Result), outcome
    return outcome.wins[0].fan


def test_6_1_four_players_are_refused() -> None:
    """The table has three seats."""
    assert refused(sanren(CHI, players=4)) == "E_INPUT"
    assert refused(sanren(CHI, seat=3)) == "E_INPUT"


@pytest.mark.parametrize(
    ("flowers", "code"), [("1f 1f", "E_FIVE"), ("1x 1x", "E_FIVE"), ("5z", "E_TILE"), ("1j", "E_TILE")]
)
def test_6_1_flowers_exist_once(flowers: str, code: str) -> None:
    """No flower twice, and nothing else among the flowers."""
    assert refused(sanren(CHI, flowers=flowers)) == code


def test_6_1_a_flower_cannot_stay_in_the_hand() -> None:
    """It has to be laid aside."""
    assert refused(sanren("123p 345p 678p 45p 9p 1x + 6p")) == "E_TILE"


@pytest.mark.parametrize(("by", "giver"), [("robkong", 0), ("opening", None)])
def test_6_1_ways_that_the_game_does_not_know(by: str, giver: int | None) -> None:
    """No kong is robbed and no opening hand shown."""
    hand = "111p 222z 333z 78p 55z" + ("" if by == "opening" else "+ 9p")
    assert refused(shared("sanren", {1: hand}, by, giver)) == "E_WAY"


def test_6_1_two_winners_are_refused() -> None:
    """One discard has one winner."""
    assert refused(shared("sanren", {1: CHI, 2: "111z 222z 789p 45p 33z + 6p"}, "discard", 0)) == "E_WAY"


def test_6_2_a_fly_cannot_lie_in_a_meld() -> None:
    """A pong with a fly in it is refused."""
    assert refused(sanren("345p 678p 45p 99p + 6p", melds=["pong 11z 1j"])) == "E_MELD"


def test_6_2_seven_pairs_are_no_shape() -> None:
    """Only sets and a pair win."""
    assert refused(sanren("11p 33p 55p 77p 99p 11z 2z + 2z")) == "E_NOT_WIN"


def test_6_2_flies_stand_for_tiles_of_this_game_only() -> None:
    """Four flies beside three honor sets are shown as dots or honors."""
    outcome = sanren("111z 222z 444z 1111j + 1p", seat=0)
    assert isinstance(outcome, Result)
    assert not set("ms") & set(str(outcome.wins[0].reading))


@pytest.mark.parametrize(
    "hand",
    [
        "123p 345p 67p 11z 111j",
        "111p 99p 55z 66z 2p 111j",
        "2345678p 11z 22z 11j",
        "1112345678p 111j",
        "1199p 11z 55z 66z 111j",
    ],
)
def test_6_2_readings_that_are_passed_over_are_worth_no_more(hand: str) -> None:
    """Of the readings that look alike to the rules one is scored, and the dearest is as dear as among all."""
    options = resolve(SANREN.options, {})
    assert isinstance(options, dict)
    win = {"seat": 1, "concealed": hand, "win_tile": "1j", "by": "selfdraw", "flowers": "1f"}
    case = case_from_json({"variant": "sanren", "wins": [win]})
    assert isinstance(case, Case)
    every = replace(SANREN, shapes=(standard,))
    fans = []
    for variant in (SANREN, every):
        chosen = dearest(case, case.wins[0], variant, options)
        fans.append(chosen.reached if isinstance(chosen, Rejection) else chosen[0].fan)
    assert fans[0] == fans[1] > 0


def test_6_3_the_nearest_reading_is_told_below_five_fan() -> None:
    """The refusal counts the fan of the best reading."""
    outcome = sanren("123p 678p 11z 22z 2p 11j + 2p", seat=0)
    assert refused(outcome) == "E_MINFAN"
    assert isinstance(outcome, Rejection)
    assert "only 4 fan" in outcome.message


def test_6_3_ten_fan_are_the_most() -> None:
    """Eleven fan of ordinary patterns are a full hand, and all stay listed."""
    melds, flowers = ["pong 111z", "pong 666z", "pong 777z"], "1f 2f 3f 4f 5f 6f 7f 8f 1x 2x 3x 4x"
    outcome = sanren("55z 99p + 9p", seat=0, melds=melds, flowers=flowers)
    assert worth(outcome) == ({"东", "发", "中", "一套花", "对对糊", "吃糊", "小三元"}, 20)
    assert fan(outcome) == 10


@pytest.mark.parametrize(
    ("dealer", "melds", "names"),
    [
        (0, ["pong 222z", "pong 444z"], {"南", "北"}),
        (0, ["pong 333z", "pong 111z"], {"东"}),
        (2, ["pong 333z", "pong 222z"], {"西"}),
        (1, ["kong 5555z added", "pong 222z"], {"白"}),
    ],
)
def test_6_4_honors_count_by_seat(dealer: int, melds: list[str], names: set[str]) -> None:
    """South only for the dealer's next seat, West only for the one before him, dragons and North for all."""
    outcome = sanren("777p 99p 66z + 9p", dealer=dealer, melds=melds, flowers="1f 2f 3f 4f 5f")
    common = {"一套花", "对对糊", "吃糊"}
    assert worth(outcome)[0] == common | names


def test_6_4_sets_of_flowers() -> None:
    """Each of the three sets counts when it is complete."""
    outcome = sanren(CHI_OF_SUITS, flowers="1f 2f 3f 4f 5f 6f 7f 1x 2x 3x 4x")
    assert isinstance(outcome, Result)
    assert [hit.pattern.zh for hit in outcome.wins[0].hits].count("一套花") == 2


@pytest.mark.parametrize(
    ("melds", "names"),
    [
        (["kong 1111z concealed"], {"东", "门前清"}),
        (["kong 1111z exposed"], {"东"}),
        (["kong 1111z added"], {"东"}),
        (["pong 111z"], {"东"}),
    ],
)
def test_6_4_concealed_hands(melds: list[str], names: set[str]) -> None:
    """A concealed kong keeps 门前清, every claimed set loses it."""
    outcome = sanren("123p 345p 78p 99p + 9p", seat=0, melds=melds, flowers="1f 2f 3f 4f 5f 6f 7f 8f 1x 2x 3x 4x")
    assert worth(outcome)[0] == {"一套花", "吃糊"} | names


def test_6_4_small_four_winds() -> None:
    """Three triplets of winds and a pair of the fourth are one fan on top of the triplets."""
    assert worth(sanren("44z 55p + 5p", melds=WINDS)) == ({"东", "南", "对对糊", "吃糊", "小四喜"}, 12)


@pytest.mark.parametrize("flag", ["after_kong", "after_flower"])
def test_6_4_replacements(flag: str) -> None:
    """A win on a replacement tile is one fan more."""
    facts: dict[str, Any] = {"melds": ["kong 2222z concealed"], "flowers": "1f 2f 3f 4f 5f 6f 7f 8f"}
    hand = "123p 345p 78p 11z + 9p"
    assert fan(sanren(hand, flags=[flag], **facts)) == fan(sanren(hand, **facts)) + 1


def test_6_4_a_flower_replacement_needs_a_flower() -> None:
    """Without a flower tile nothing was replaced."""
    assert refused(sanren(CHI, flowers="", flags=["after_flower"])) == "E_FLAGS"


@pytest.mark.parametrize(
    ("rule", "by", "points"),
    [
        ("all", "selfdraw", 14), ("all", "discard", 14),
        ("discard_only", "selfdraw", 12), ("discard_only", "discard", 14),
        ("off", "discard", 12),
    ],
)  # fmt: skip
def test_6_4_the_fan_for_winning(rule: str, by: str, points: int) -> None:
    """Every win has it, or only one off a discard, or none."""
    giver = 0 if by == "discard" else None
    assert worth(sanren(CHI, by, giver, options={"win_bonus": rule}))[1] == points


@pytest.mark.parametrize(
    ("hand", "by", "facts", "names"),
    [
        (CHI, "selfdraw", {"seat": 0, "flags": ["tianhu"]}, {"天糊"}),
        (CHI, "discard", {"flags": ["dihu"]}, {"地糊"}),
        (CHI, "selfdraw", {"flowers": ""}, {"无花"}),
        (CHI, "selfdraw", {"flags": ["last_tile"]}, {"海底捞月"}),
        ("444z 5p + 5p", "selfdraw", {"melds": WINDS}, {"大四喜"}),
        ("444z 5z + 5z", "discard", {"melds": WINDS, "flowers": ""}, {"无花", "全字", "大四喜"}),
        ("111z 222z 66z 77z + 7z", "selfdraw", {"melds": ["kong 5555z concealed"]}, {"暗刻对对糊", "全字"}),
    ],
)
def test_6_5_full_hands(hand: str, by: str, facts: dict[str, Any], names: set[str]) -> None:
    """Where a full hand applies, only such patterns are listed, all of them."""
    assert worth(sanren(hand, by, 0 if by == "discard" else None, **facts)) == (names, 20)


def test_6_5_an_added_kong_was_claimed() -> None:
    """All triplets with one are no full hand."""
    outcome = sanren("111z 222z 66p 77z + 7z", melds=["kong 5555z added"])
    assert worth(outcome) == ({"东", "南", "中", "白", "对对糊", "吃糊"}, 14)


def test_6_5_the_last_tile_is_drawn() -> None:
    """Off a discard it is refused."""
    assert refused(sanren(CHI, "discard", 0, flags=["last_tile"])) == "E_FLAGS"


def test_6_6_an_odd_full_amount_halves_downwards() -> None:
    """Seven fan at a unit of one are 7 from the discarder and 3 from the other."""
    assert paid(sanren(CHI, "discard", 0, options={"unit": 1})) == (-7, 10, -3)


@pytest.mark.parametrize("unit", [0, "2", True])
def test_6_6_the_unit_is_a_whole_number(unit: Any) -> None:
    """Anything else is refused by name."""
    outcome = sanren(CHI, options={"unit": unit})
    assert isinstance(outcome, Rejection)
    assert (outcome.code, outcome.field) == ("E_INPUT", "options.unit")


def test_6_6_a_false_win_costs_a_full_hand_to_each() -> None:
    """Ten fan at the table's unit."""
    case = case_from_json({"variant": "sanren", "events": {"false_win": 2}, "options": {"unit": 3}})
    assert isinstance(case, Case)
    assert paid(score(case)) == (30, 30, -60)


DRAGONS = ["pong 777z", "pong 666z"]


@pytest.mark.parametrize(
    ("hand", "melds", "by", "payments"),
    [
        ("55z 345p 99p + 5z", DRAGONS, "discard", (0, 40, -40)),
        ("55z 345p 99p + 5z", DRAGONS, "selfdraw", (-20, 40, -20)),
        ("55z 666z 345p 99p + 5z", DRAGONS[:1], "discard", (-10, 30, -20)),
        ("44z 55p + 4z", WINDS, "discard", (0, 40, -40)),
        ("333z 44z 55p + 4z", WINDS[:2], "discard", (-10, 30, -20)),
        ("55z 66z + 5z", WINDS, "discard", (0, 40, -40)),
        ("44z 555z 66z + 4z", WINDS[:2], "discard", (-10, 30, -20)),
        ("111p 999p 4p + 4p", DRAGONS, "discard", (-6, 18, -12)),
    ],
)
def test_6_7_paying_for_both(hand: str, melds: list[str], by: str, payments: tuple[int, ...]) -> None:
    """Only with enough sets on the table and the full hand that they announce, and never on a self-draw."""
    outcome = sanren(hand, by, 2 if by == "discard" else None, melds=melds, flags=["bao"])
    assert paid(outcome) == payments
