"""Ningxia Huashui, rule by rule (rules section 2), beyond the worked examples."""

from __future__ import annotations

import re
from typing import Any

import pytest

from scoring import VARIANTS, Case, Result, case_from_json, score
from scoring.mistakes import mistakes
from tests.scoring.variants.table import deal, paid, refused, shared, worth

PLAIN = "123m 456m 789p 22s 56s + 7s"
PAIRS = "11m 22m 33p 55p 77s 11z 5z + 5z"
DRAGON = "11m 22m 33s 55p 11z 444z + 4z"
KONGED = "123m 456m 22s 56s + 7s"
THREE = {1: PLAIN, 2: "234m 567m 111p 33s 89s + 7s", 3: "345p 999m 222z 44z 68s + 7s"}
A = {"ruleset": "A"}


@pytest.mark.parametrize(
    ("hand", "by", "options", "names", "points"),
    [
        (PLAIN, "discard", A, {"普通", "点炮"}, 5),
        (PAIRS, "discard", A, {"七对", "点炮"}, 10),
        (PLAIN, "robkong", {}, {"普通", "抢杠"}, 15),
        (PLAIN, "robkong", A, {"普通", "抢杠"}, 5),
        (DRAGON, "selfdraw", {}, {"七对", "自摸"}, 12),
        (DRAGON, "selfdraw", {"long_qidui_in_B": True}, {"龙七对", "自摸"}, 24),
        (DRAGON, "selfdraw", {**A, "long_qidui_in_B": True}, {"龙七对", "自摸"}, 12),
    ],
)
def test_2_4_way_of_winning_times_hand(
    hand: str, by: str, options: dict[str, Any], names: set[str], points: int
) -> None:
    """Each table prices the way of winning and multiplies it for the pair hands."""
    giver = None if by == "selfdraw" else 2
    assert worth(deal("ningxia", hand, by, giver, options=options)) == (names, points)


@pytest.mark.parametrize(("options", "points"), [({}, 12), (A, 4)])
def test_2_4_kong_replacement(options: dict[str, Any], points: int) -> None:
    """杠开 takes the place of the self-draw, 4×3 in table B and 4 in table A."""
    outcome = deal("ningxia", KONGED, melds=["kong 8888p concealed"], flags=["after_kong"], options=options)
    assert worth(outcome) == ({"普通", "杠开"}, points)


def test_2_4_all_triplets_have_no_bonus() -> None:
    """碰碰胡 is an ordinary hand."""
    assert worth(deal("ningxia", "111m 222m 333p 44z 66s + 6s", "discard", 0)) == ({"普通", "点炮"}, 5)


@pytest.mark.parametrize(
    ("hand", "name"),
    [
        ("1111m 22m 33s 55p 444z + 4z", "龙七对"),
        ("11m 22m 33s 55p 4444z 9p + 9p", "七对"),
    ],
)
def test_2_5_the_winning_tile_must_be_the_fourth(hand: str, name: str) -> None:
    """Four alike held before do not make 龙七对, and do not spoil it either."""
    assert worth(deal("ningxia", hand, options={"long_qidui_in_B": True}))[0] == {name, "自摸"}


KONGS = [
    {"seat": 0, "kind": "exposed", "from": 3},
    {"seat": 2, "kind": "added"},
    {"seat": 3, "kind": "concealed"},
]


@pytest.mark.parametrize("options", [{}, A])
def test_2_6_kongs_of_all_players_are_paid_at_a_win(options: dict[str, Any]) -> None:
    """3 from the feeder, 1 and 2 from each of the others, whoever won."""
    outcome = deal("ningxia", PLAIN, "discard", 2, kongs=KONGS, options=options)
    # seat 0: 3 - 1 - 2; seat 1: 5 - 1 - 2; seat 2: -5 + 3 - 2; seat 3: -3 - 1 + 6
    assert paid(outcome) == (0, 2, -4, 2)


def test_2_6_named_payers_pay_a_kong() -> None:
    """A kong with named payers costs nobody else."""
    outcome = deal("ningxia", PLAIN, "discard", 2, kongs=[{"seat": 0, "kind": "added", "payers": [3]}])
    assert paid(outcome) == (1, 5, -5, -1)


def test_2_6_an_exposed_kong_needs_its_feeder() -> None:
    """Without the feeder nobody knows who pays."""
    assert refused(deal("ningxia", PLAIN, kongs=[{"seat": 0, "kind": "exposed"}])) == "E_PAYER"


def test_2_7_seven_pairs_cannot_rob_a_kong() -> None:
    """Whoever waits for a pair holds a copy of the tile that the konger has four of."""
    assert refused(deal("ningxia", PAIRS, "robkong", 2)) == "E_FIVE"


@pytest.mark.parametrize(
    ("options", "payments"),
    [
        ({}, (-15, 5, 5, 5)),
        (A, (15, -5, -5, -5)),
        ({"yipao_sanxiang": "discarder_wins"}, (15, -5, -5, -5)),
        ({"yipao_sanxiang": "pay_all"}, (-15, 5, 5, 5)),
        ({**A, "yipao_sanxiang": "pay_all"}, (-15, 5, 5, 5)),
        ({**A, "yipao_sanxiang": "discarder_wins"}, (15, -5, -5, -5)),
    ],
)
def test_2_8_three_winners_of_one_discard(options: dict[str, Any], payments: tuple[int, ...]) -> None:
    """The table decides, unless the option does."""
    assert paid(shared("ningxia", THREE, "discard", 0, options=options)) == payments


def test_2_8_the_reversed_payment_is_flat() -> None:
    """Each winner is shown with -5 and one pattern, whatever his hand."""
    hands = {**THREE, 2: "33m 77m 11p 55p 11z 66z 7s + 7s"}
    outcome = shared("ningxia", hands, "discard", 0, options=A)
    assert isinstance(outcome, Result)
    shown = [(win.fan, win.points, [hit.pattern.zh for hit in win.hits]) for win in outcome.wins]
    assert shown == [(-5, -5, ["一炮三响(反赔)"])] * 3


def test_2_8_kongs_are_paid_beside_the_reversed_payment() -> None:
    """Somebody won, so the kongs settle."""
    outcome = shared("ningxia", THREE, "discard", 0, options=A, kongs=[{"seat": 0, "kind": "concealed"}])
    assert paid(outcome) == (21, -7, -7, -7)


def test_2_8_two_winners_are_not_reversed() -> None:
    """Only three winners turn the payment round."""
    two = {seat: THREE[seat] for seat in (1, 2)}
    assert paid(shared("ningxia", two, "discard", 0, options=A)) == (-10, 5, 5, 0)


def test_2_8_three_robbers_of_one_kong_are_paid() -> None:
    """The reversal speaks of a discard."""
    assert paid(shared("ningxia", THREE, "robkong", 0, options=A)) == (-15, 5, 5, 5)


@pytest.mark.parametrize(("options", "payments"), [({}, (-3, 6, -4, 1)), (A, (0, 5, -5, 0))])
def test_2_9_followed_discard(options: dict[str, Any], payments: tuple[int, ...]) -> None:
    """The dealer pays 1 to each when somebody wins, in table B alone."""
    outcome = deal("ningxia", PLAIN, "discard", 2, events={"genzhuang": True}, options=options)
    assert paid(outcome) == payments


def test_2_10_the_dealer_wins_and_pays_like_anybody() -> None:
    """A self-draw of the dealer and one against him cost the same."""
    assert paid(deal("ningxia", PLAIN, seat=0)) == (12, -4, -4, -4)
    assert paid(deal("ningxia", PLAIN, seat=0, dealer=3)) == (12, -4, -4, -4)


def test_draw_with_hands_pays_and_lists_nothing() -> None:
    """Ready hands are not compared in Ningxia."""
    hands = [{"seat": 1, "concealed": "123m 456m 789p 22s 56s"}]
    case = case_from_json({"variant": "ningxia", "draw": {"hands": hands}})
    assert isinstance(case, Case)
    outcome = score(case)
    assert isinstance(outcome, Result)
    assert (outcome.wins, outcome.payments) == ((), (0, 0, 0, 0))


def test_2_6_kongs_are_called_as_the_table_calls_them() -> None:
    """Lines and disputes say 直杠 and 面下杠, where other tables say 明杠 and 补杠."""
    kongs = [{"seat": 1, "kind": "exposed", "from": 2}, {"seat": 2, "kind": "added"}]
    case = case_from_json({"variant": "ningxia", "kongs": kongs, "wins": [
        {"seat": 1, "concealed": "123m 456m 789p 22s 56s", "win_tile": "7s", "by": "selfdraw"}]})  # fmt: skip
    assert isinstance(case, Case)
    result = score(case)
    assert isinstance(result, Result)
    lines = " ".join(step.line("zh") for step in result.steps)
    assert "1号位直杠" in lines
    assert "2号位面下杠" in lines
    asked = " ".join(change.text.zh for change, _ in mistakes(case, VARIANTS["ningxia"]))
    assert "面下杠" in asked
    assert not re.search("明杠|补杠", lines + asked)


def test_2_4_what_is_multiplied_is_named_with_the_sign_of_it() -> None:
    """No plus stands between factors."""
    outcome = deal("ningxia", PAIRS)
    assert isinstance(outcome, Result)
    assert outcome.wins[0].steps[0].line("zh") == "番数，七对 × 自摸：3 × 4 = 12"
