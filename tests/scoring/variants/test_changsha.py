"""Changsha, rule by rule (rules section 3), beyond the worked examples."""

from __future__ import annotations

from typing import Any

import pytest

from scoring import Case, Rejection, Result, case_from_json, score
from scoring.variants.changsha import CHANGSHA
from scoring.waits import missing
from tests.scoring.variants.table import deal, paid, refused, shared, worth

SMALL = "123m 456p 789s 345s 5m + 5m"
NO_258 = "123m 456p 789s 345s 6m + 6m"
KONGED = "123m 456s 78s 55m + 9s"
TRIPLETS = "111m 222p 333s 444m 6p + 6p"
LUXURY = "1111m 33m 66p 77p 99s 4s + 4s"
ONLY_258 = "22m 5m 88m 2p 55p 8p 2s 5s 88s + 5s"
SHAPED_258 = "222m 555p 888s 22s 88p + 8p"
FOUR = "5555m 123p 46s 79s 8p 2m"
TWO_FOURS = "1111m 3333p 46s 79s 8p"


def opening(hand: str, seat: int = 1, **facts: Any) -> Result | Rejection:
    """An opening hand."""
    return shared("changsha", {seat: hand}, "opening", None, **facts)


def test_3_1_chi_may_be_called() -> None:
    """A hand with chi on the table wins."""
    assert worth(deal("changsha", "456p 789s 345s 5m + 5m", melds=["chi 123m"])) == ({"小胡"}, 10)


@pytest.mark.parametrize(("by", "giver"), [("selfdraw", None), ("discard", 2), ("robkong", 2)])
def test_3_2_any_pair_is_no_small_win(by: str, giver: int | None) -> None:
    """Without a large pattern of the tiles the pair must be 2, 5 or 8, robbing a kong not excepted."""
    assert refused(deal("changsha", "123m 456m 789p 66p 56s + 4s", by, giver)) == "E_PAIR258"


def test_3_2_no_shape_is_told_before_the_pair() -> None:
    """Tiles without a shape have no pair to speak of."""
    assert refused(deal("changsha", "147m 258p 369s 1122m + 9p")) == "E_NOT_WIN"


@pytest.mark.parametrize(
    ("hand", "options", "names", "points"),
    [
        (TWO_FOURS, {}, ["四喜", "六六顺"], 20),
        (TWO_FOURS, {"liuliushun_quad": False}, ["四喜"], 10),
        (TWO_FOURS, {"sixi_multi": "each", "liuliushun_quad": False}, ["四喜", "四喜"], 20),
        ("222m 333m 444p 666s 7s", {}, ["六六顺"], 10),
        ("222m 333m 444p 66s 78s", {"liuliushun_multi": "per_two"}, ["六六顺"], 10),
        ("11m 333m 444m 66p 777p", {}, ["板板胡", "缺一色", "六六顺"], 30),
    ],
)
def test_3_3_opening_hands_add(hand: str, options: dict[str, Any], names: list[str], points: int) -> None:
    """Everything that the dealt tiles are counts, fours and triplets as the table has it."""
    outcome = opening(hand, options=options)
    assert isinstance(outcome, Result)
    assert ([hit.pattern.zh for hit in outcome.wins[0].hits], outcome.wins[0].points) == (names, points)


def test_3_3_the_dealer_opens_with_fourteen_tiles() -> None:
    """One tile more than the others, and one tile short is refused."""
    assert worth(opening(f"{FOUR} 9m", seat=0)) == ({"四喜"}, 10)
    assert refused(opening(FOUR, seat=0)) == "E_COUNT"
    assert refused(opening(f"{FOUR} 9m", seat=1)) == "E_COUNT"


def test_3_3_a_complete_hand_is_no_opening_by_itself() -> None:
    """The dealer's winning hand is 天胡, not one of the four openings."""
    assert refused(opening("123m 456p 789s 345s 55m", seat=0)) == "E_NOT_WIN"


def test_3_3_several_players_may_open() -> None:
    """Each is paid by the three others."""
    outcome = shared("changsha", {1: FOUR, 2: "134m 679m 134p 6p 7s 99s"}, "opening", None)
    assert paid(outcome) == (-40, 30, 30, -20)


def test_3_3_an_opening_hand_stands_alone() -> None:
    """It has no winning tile, no meld, no later event, and no other kind of win beside it."""
    win = {"seat": 1, "concealed": FOUR, "by": "opening"}
    other = {"seat": 2, "concealed": "123m 456p 789s 345s 8m", "by": "selfdraw", "win_tile": "8m"}
    melded = {"concealed": "1111m 123p 46s 7s", "melds": [{"type": "pong", "tiles": "999s"}]}
    for wins in (
        [win, other],
        [{**win, "win_tile": "9s"}],
        [{**win, **melded}],
        [{**win, "flags": {"haidi": True}}],
    ):
        case = case_from_json({"variant": "changsha", "wins": wins})
        assert isinstance(case, Case)
        assert refused(score(case)) == "E_FLAGS"


@pytest.mark.parametrize(
    ("hand", "facts", "names", "points"),
    [
        (TRIPLETS, {}, {"碰碰胡"}, 30),
        (SHAPED_258, {}, {"碰碰胡", "将将胡"}, 60),
        (SHAPED_258, {"options": {"jiangjianghu_needs_shape": True}}, {"碰碰胡", "将将胡"}, 60),
        ("22m 55m 88m 22p 55p 88p 2s + 2s", {}, {"七小对", "将将胡"}, 60),
        ("11m 22m 33m 44m 66m 77m 9m + 9m", {}, {"七小对", "清一色"}, 60),
        (LUXURY, {}, {"七小对"}, 30),
        (LUXURY, {"options": {"luxury_seven_pairs": True}}, {"七小对", "豪华"}, 60),
        ("2m 55p 8p 2s 5s 8s + 2s", {"melds": ["pong 888m", "kong 2222p"]}, {"将将胡"}, 30),
        (SMALL, {"seat": 0, "flags": ["tianhu"]}, {"天胡"}, 30),
        (SMALL, {"flags": ["haidi"]}, {"海底捞月"}, 30),
        (KONGED, {"melds": ["kong 3333p"], "flags": ["after_kong_dice"]}, {"杠上开花"}, 30),
        (ONLY_258, {"flags": ["haidi"]}, {"将将胡", "海底捞月"}, 60),
    ],
)
def test_3_4_large_wins_add(hand: str, facts: dict[str, Any], names: set[str], points: int) -> None:
    """Patterns of the tiles and events count 30 each when drawn; no small win beside them."""
    assert worth(deal("changsha", hand, **facts)) == (names, points)


def test_3_4_two_luxury_fours_are_one_pattern() -> None:
    """豪华 counts once."""
    outcome = deal("changsha", "1111m 3333p 66p 77p 4s + 4s", options={"luxury_seven_pairs": True})
    assert worth(outcome) == ({"七小对", "豪华"}, 60)


@pytest.mark.parametrize("flags", [["haidi"], ["gangpao"]])
def test_3_5_events_need_the_pair_unless_the_table_waives_it(flags: list[str]) -> None:
    """A last tile or kong discard does not excuse the pair; the option does."""
    assert refused(deal("changsha", NO_258, "discard", 2, flags=flags)) == "E_PAIR258"
    free = deal("changsha", NO_258, "discard", 2, flags=flags, options={"event_needs_258": False})
    assert worth(free)[1] == 60


def test_3_4_a_replacement_is_drawn_with_dice_or_without() -> None:
    """The one counts as 杠上开花 and the other as a plain self-draw, so both at once are refused by their names."""
    both = deal("changsha", KONGED, melds=["kong 3333p"], flags=["after_kong", "after_kong_dice"])
    assert refused(both) == "E_FLAGS"
    assert "没掷骰子补张 / 杠上开花（掷骰子）" in both.message_zh


def test_3_5_the_waiver_is_for_events_alone() -> None:
    """A plain hand keeps needing its pair."""
    assert refused(deal("changsha", NO_258, options={"event_needs_258": False})) == "E_PAIR258"


def test_3_5_patterns_with_any_pair_carry_events() -> None:
    """碰碰胡 allows any pair, so the event counts beside it."""
    assert worth(deal("changsha", TRIPLETS, "discard", 2, flags=["gangpao"])) == ({"碰碰胡", "杠上炮"}, 120)


@pytest.mark.parametrize(
    "flags", [["haidi", "gangpao"], ["haidi", "dihu"], ["haidi", "after_kong"], ["after_kong_dice"], ["tianhu"]]
)
def test_3_4_contradictory_events_are_refused(flags: list[str]) -> None:
    """The last tile is no replacement and no first discard; a replacement needs a kong and a draw."""
    assert refused(deal("changsha", SMALL, "discard", 0, flags=flags)) == "E_FLAGS"


@pytest.mark.parametrize(
    ("options", "payments"), [({}, (-140, 140, 0, 0)), ({"dealer_extra": "once"}, (-130, 130, 0, 0))]
)
def test_3_7_the_dealers_extra_for_two_patterns(options: dict[str, Any], payments: tuple[int, ...]) -> None:
    """10 for each pattern, or 10 once."""
    assert paid(deal("changsha", SHAPED_258, "discard", 0, options=options)) == payments


def test_3_9_a_robbed_kong_is_paid_by_the_konger_alone() -> None:
    """The konger pays each robber."""
    hands = {1: "123m 456m 789p 55p 56s + 4s", 2: "234m 567m 333p 88p 56s + 4s"}
    assert paid(shared("changsha", hands, "robkong", 3)) == (0, 60, 60, -120)


def test_3_9_kongs_are_not_paid() -> None:
    """A list of kongs is passed over and said to be."""
    outcome = deal("changsha", SMALL, "discard", 2, kongs=[{"seat": 0, "kind": "concealed"}])
    assert isinstance(outcome, Result)
    assert (outcome.payments, outcome.ignored) == ((0, 10, -10, 0), ("kongs",))


@pytest.mark.parametrize(
    ("dealer", "bird", "payments"),
    [
        (0, 1, (-40, 60, -10, -10)),
        (0, 4, (-20, 50, -10, -20)),
        (0, 9, (-40, 60, -10, -10)),
        (3, 3, (-20, 80, -20, -40)),
    ],
)
def test_3_10_bird_of_a_self_draw(dealer: int, bird: int, payments: tuple[int, ...]) -> None:
    """On a payer it doubles him, dealer's extra included, on the winner everybody."""
    assert paid(deal("changsha", SMALL, dealer=dealer, bird=bird)) == payments


def test_3_10_bird_on_the_discarder_doubles_every_winner() -> None:
    """Each pair of winner and discarder is looked at by itself."""
    hands = {1: "123m 678m 999s 88s 34p + 2p", 3: "234s 567s 111m 55m 13p + 2p"}
    assert paid(shared("changsha", hands, "discard", 2, bird=3)) == (0, 20, -40, 20)


def test_3_10_bird_counts_for_an_opening_hand() -> None:
    """It is paid like a self-draw."""
    assert paid(opening(FOUR, bird=2)) == (-40, 80, -20, -20)


def test_3_10_the_last_tile_is_the_bird() -> None:
    """The winning 5 of characters hits seat 0, whatever bird is named."""
    assert paid(deal("changsha", SMALL, flags=["haidi"], bird=2)) == (-80, 140, -30, -30)


@pytest.mark.parametrize(
    ("bird", "winners", "by", "dealer"),
    [(None, (1,), "discard", 1), (None, (1, 2), "discard", 3), (4, (1, 2), "opening", 3), (None, (), "discard", 0)],
)
def test_next_dealer(bird: int | None, winners: tuple[int, ...], by: str, dealer: int) -> None:
    """The winner, of several the discarder, of several opening hands the one the bird hits."""
    giver = 3 if by == "discard" else None
    wins = [{"seat": seat, "concealed": "", "win_tile": None, "by": by, "from": giver} for seat in winners]
    case = case_from_json({"variant": "changsha", "bird": bird, "wins": wins})
    assert isinstance(case, Case)
    assert CHANGSHA.next_dealer(case) == dealer


def test_tiles_missing_for_only_258_are_told() -> None:
    """Thirteen scattered 2, 5 and 8 wait for any other of them."""
    win = {"seat": 3, "concealed": "22m 5m 88m 2p 55p 8p 2s 5s 88s", "by": "selfdraw"}
    case = case_from_json({"variant": "changsha", "wins": [win]})
    assert isinstance(case, Case)
    told = missing(case)
    assert (told.shanten, {tile.rank for tile in told.tiles}) == (0, {2, 5, 8})
