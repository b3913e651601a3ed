"""Songyang, rule by rule (rules section 9), beyond the worked examples."""

from __future__ import annotations

from typing import Any

import pytest

from scoring import Rejection, Result, case_from_json, score
from tests.scoring.variants.table import deal, paid, refused, worth

PLAIN = "123m 456m 789s 22z 34p + 5p"
SEVEN_PAIRS = "11m 33m 55p 77s 22z 66z 4s + 4s"
HEAD = "123m 456m 789s 222z 9p + 7p"
REGULAR = "147m 258p 369s 1234z + 6z"
IRREGULAR = "159m 148p 27s 1234z 6z + 7z"
SHAPELESS = "999p 147m 28m 36s 11z 5p + 4z"
FOUR_MELDS = ["chi 123m", "pong 222z", "chi 456s", "pong 777p"]
THREE_CHI = ["chi 123m", "chi 456m", "chi 789s"]


def songyang(hand: str, by: str = "selfdraw", giver: int | None = None, **facts: Any) -> Result | Rejection:
    """A deal of seat 1 with 九筒 as caishen and seat 0 as dealer unless said otherwise."""
    return deal("songyang", hand, by, giver, **{"caishen": "9p", **facts})


def events(**happened: Any) -> tuple[int, ...]:
    """What a deal without a winner pays."""
    case = case_from_json({"variant": "songyang", "caishen": "9p", "events": happened})
    return paid(case if isinstance(case, Rejection) else score(case))


@pytest.mark.parametrize(
    ("hand", "facts", "code"),
    [
        (PLAIN, {"caishen": None}, "E_INPUT"),
        (PLAIN, {"caishen": "1f"}, "E_TILE"),
        (PLAIN, {"flowers": "1f"}, "E_TILE"),
        ("123m 456m 22z 34p + 5p", {"melds": ["pong 999p"]}, "E_MELD"),
        ("123m 456m 22z 34p + 5p", {"melds": ["chi 789p"]}, "E_MELD"),
        ("123m 456m 78s 222z 99p + 3p", {"piao": 2}, "E_FIVE"),
    ],
)
def test_9_1_and_9_2_impossible_tiles_are_refused(hand: str, facts: dict[str, Any], code: str) -> None:
    """A caishen is named, is in the set and lies in no meld; there are three of it, discarded ones included."""
    assert refused(songyang(hand, **facts)) == code


def test_9_2_nobody_wins_on_a_discarded_caishen() -> None:
    """The discarded caishen is refused even where it would complete the hand."""
    assert refused(songyang("123m 456m 789s 222z 9p + 9p", "discard", 0)) == "E_WAY"


def test_9_2_the_white_dragon_completes_a_chi_on_the_table() -> None:
    """A chi with the white dragon in the caishen's place is a chi; with the caishen itself it is none."""
    hand = "123m 789s 22z 34s + 5s"
    assert worth(songyang(hand, caishen="5p", melds=["chi 46p 5z"])) == ({"平胡", "自摸"}, 2)
    assert refused(songyang(hand, caishen="5p", melds=["chi 456p"])) == "E_MELD"
    assert refused(songyang(hand, caishen="9p", melds=["chi 46p 5z"])) == "E_MELD"


def test_9_2_nothing_stands_in_when_the_white_dragon_is_the_caishen() -> None:
    """With 白板 as caishen it is wild like any other."""
    assert worth(songyang("123m 456m 789s 222z 5z + 7p", caishen="5z")) == ({"财神头", "自摸"}, 4)


def test_9_2_the_white_dragon_is_itself_in_buda() -> None:
    """It is an honor there, and not the caishen's face."""
    assert worth(songyang("147m 258p 369s 1235z + 6z", caishen="4m"))[0] == {"正规不搭", "自摸"}


@pytest.mark.parametrize(
    "hand", ["147m 258p 369s 1234z + 4z", "147m 258p 36s 1234z 3s + 6z", "147m 246p 369s 1234z + 6z"]
)
def test_9_3_buda_has_no_tile_twice_and_none_nearer_than_three(hand: str) -> None:
    """A pair, and tiles of a suit two apart, spoil it."""
    assert refused(songyang(hand)) == "E_NOT_WIN"


@pytest.mark.parametrize(("choice", "points"), [("x1", 2), ("x2", 4)])
def test_9_3_irregular_buda(choice: str, points: int) -> None:
    """不搭 that is not regular is worth 1 or 2, and off a discard wins only when it is 2."""
    options = {"irregular_buda": choice}
    assert worth(songyang(IRREGULAR, options=options)) == ({"不搭", "自摸"}, points)
    off_discard = songyang(IRREGULAR, "discard", 0, options=options)
    assert off_discard.code == "E_WAY" if isinstance(off_discard, Rejection) else choice == "x2"


def test_9_3_irregular_buda_off_keeps_regular_buda() -> None:
    """The option bans irregular hands alone."""
    assert worth(songyang(REGULAR, options={"irregular_buda": "off"})) == ({"正规不搭", "自摸"}, 4)


@pytest.mark.parametrize(("natural", "patterns"), [(False, {"正规不搭", "七风", "自摸"}), (True, {"正规不搭", "自摸"})])
def test_9_3_seven_honors_with_a_caishen(natural: bool, patterns: set[str]) -> None:
    """A caishen may be the seventh honor unless the table wants them natural."""
    outcome = songyang("147m 258p 3s 1234z 67z + 9p", options={"qifeng_natural": natural})
    assert worth(outcome)[0] == patterns


def test_9_3_three_caishen_without_a_shape_win_by_self_draw_only() -> None:
    """财神会 without a shape is no win off a discard or a robbed kong."""
    assert worth(songyang(SHAPELESS)) == ({"财神会", "自摸"}, 4)
    assert refused(songyang(SHAPELESS, "discard", 0)) == "E_NOT_WIN"
    assert refused(songyang(SHAPELESS, "robkong", 0)) == "E_NOT_WIN"


def test_9_4_caishen_head_with_a_caishen_drawn() -> None:
    """The winning tile may itself be a caishen."""
    assert worth(songyang("123m 456m 789s 222z 9p + 9p")) == ({"财神头", "自摸"}, 4)


def test_9_4_caishen_head_with_a_white_dragon_drawn() -> None:
    """The white dragon is no caishen itself: won on, it is paired by one."""
    assert worth(songyang("123m 456m 789s 222z 9p + 5z")) == ({"财神头", "自摸"}, 4)


def test_9_4_no_caishen_head_with_the_caishen_elsewhere() -> None:
    """A caishen that stands in a set is no head."""
    assert worth(songyang("123m 456m 789s 22z 3p 9p + 5p")) == ({"平胡", "自摸"}, 2)


def test_9_4_caishen_head_and_three_caishen_count_off_a_discard() -> None:
    """Both are worth 2 on a discard, too."""
    assert worth(songyang(HEAD, "discard", 2)) == ({"财神头", "放铳"}, 2)
    three = "123m 456m 7s 222z 999p + 9s"
    assert worth(songyang(three, "discard", 2)) == ({"财神头", "财神会", "放铳"}, 4)


@pytest.mark.parametrize(("always", "patterns"), [(True, {"单钓", "自摸"}), (False, {"平胡", "自摸"})])
def test_9_4_single_wait_without_caishen(always: bool, patterns: set[str]) -> None:
    """Four melds and one tile are 单钓, at some tables with a caishen only."""
    options = {"dandiao_always": always}
    assert worth(songyang("5s + 5s", melds=FOUR_MELDS, options=options))[0] == patterns
    assert worth(songyang("9p + 5s", melds=FOUR_MELDS, options=options))[0] == {"财神头", "单钓", "自摸"}


def test_9_4_single_wait_takes_concealed_kongs() -> None:
    """Melds of any kind leave one tile."""
    melds = ["kong 1111m concealed", *FOUR_MELDS[1:]]
    assert worth(songyang("5s + 5s", melds=melds)) == ({"单钓", "自摸"}, 4)


@pytest.mark.parametrize(
    ("hand", "melds", "patterns", "points"),
    [
        ("111m 333m 55p 777s 2z 2z + 5p", [], {"碰碰胡"}, 4),
        ("123m 456m 789m 22m 34m + 5m", [], {"清一色"}, 8),
        ("123m 456m 789m 22z 34m + 5m", [], {"混一色"}, 4),
        ("111z 222z 3z 3z 4z 4z + 4z", ["pong 666z"], {"碰碰胡", "字一色"}, 32),
        ("111z 33z 44z + 9p", ["pong 666z", "pong 777z"], {"碰碰胡", "字一色"}, 32),
        ("11m 22m 33m 55m 77m 99m 8m + 8m", [], {"七对子", "清一色"}, 16),
        ("11m 22m 33m 55m 77m 2z 2z 8m + 8m", [], {"七对子", "混一色"}, 8),
        ("123p 456p 22p 34p + 5p", ["chi 78p 5z"], {"清一色"}, 8),
        ("11z 22z 33z 44z 66z 77z 5z + 5z", [], {"七对子", "混一色"}, 8),
        (REGULAR, [], {"正规不搭"}, 4),
    ],
)
def test_9_4_extra_hands(hand: str, melds: list[str], patterns: set[str], points: int) -> None:
    """The lost table counts in sets and seven pairs, with caishen in the hand's suits, never in 不搭; by default it
    does not count at all."""
    options = {"extra_hands": "tongcheng"}
    assert worth(songyang(hand, melds=melds, options=options)) == (patterns | {"自摸"}, points)
    plain, _ = worth(songyang(hand, melds=melds))
    assert not plain & {"碰碰胡", "清一色", "混一色", "字一色"}


def test_9_4_each_discarded_caishen_doubles() -> None:
    """漂财 twice is 4, and with the caishen in hand there were three."""
    assert worth(songyang(HEAD, piao=2)) == ({"财神头", "漂财", "财神会", "自摸"}, 2 * 2 * 2 * 2 * 2)


def test_9_4_the_caishen_head_is_found_where_the_hand_is_all_triplets_too() -> None:
    """With 碰碰胡 at the table, 111 222 33 444m is also 111 234 234m with the caishen as the pair."""
    hand, options = "111m 22m 33m 44m 777p 9p + 2m", {"extra_hands": "tongcheng"}
    assert worth(songyang(hand, piao=1, options=options)) == ({"财神头", "漂财", "自摸"}, 8)
    assert refused(songyang(hand, "discard", 0, piao=1, options=options)) == "E_WAY"


def test_9_5_discarding_caishen_needs_the_caishen_head() -> None:
    """漂财 without 财神头 contradicts itself, off a discard and in 不搭 as well."""
    assert refused(songyang(PLAIN, piao=1)) == "E_FLAGS"
    assert refused(songyang(SEVEN_PAIRS, "discard", 0, piao=1)) == "E_FLAGS"
    assert refused(songyang(REGULAR, piao=1)) == "E_FLAGS"


def test_9_4_the_caishen_head_belongs_to_its_own_reading() -> None:
    """Seven pairs whose other six pairs do not exist have no 财神头, though four sets would be left."""
    assert worth(songyang("3m 44m 555m 66m 777m 99p + 7m"))[1] == 2 * 2


def test_9_5_discarding_caishen_needs_a_self_draw() -> None:
    """漂财 off a discard or a robbed kong is no way to win."""
    assert refused(songyang(HEAD, "discard", 0, piao=1)) == "E_WAY"
    assert refused(songyang(HEAD, "robkong", 0, piao=1)) == "E_WAY"


def test_9_5_the_head_of_any_reading_decides_what_is_told_off_a_discard() -> None:
    """A hand that is 财神头 as sets or as pairs may not win off a discard; self-drawn it is paid."""
    hand = "111222m 334455p 9p + 1m"
    assert refused(songyang(hand, "discard", 0, piao=1)) == "E_WAY"
    assert worth(songyang(hand, piao=1)) == ({"财神头", "漂财", "自摸"}, 2 * 2 * 2)


def test_9_5_a_hand_without_a_shape_is_no_win_whatever_was_discarded() -> None:
    """Before the caishen discarded the shape is told."""
    assert refused(songyang("147m 258m 36s 11z 5p 8p 2s + 4z", piao=1)) == "E_NOT_WIN"


@pytest.mark.parametrize(("giver", "payments"), [(0, (-8, 12, -2, -2)), (2, (-4, 10, -4, -2))])
def test_9_8_a_third_winner_is_paid_as_always(giver: int, payments: tuple[int, ...]) -> None:
    """大包 between two others changes nothing."""
    assert paid(songyang(SEVEN_PAIRS, "discard", giver, bao={"feeder": 2, "eater": 3})) == payments


def test_9_8_who_frees_the_others_frees_the_konger() -> None:
    """A robbed konger pays beside the feeder, and pays nothing where the others do not pay under 大包."""
    beside, instead = (paid(bao("robkong", 3, 1, others_pay)) for others_pay in (True, False))
    assert beside[0] == instead[0] < 0
    assert beside[3] < instead[3] == 0


def bao(by: str, giver: int | None, winner: int, others_pay: bool) -> Result | Rejection:
    """Seat 0 fed seat 1 three chi; the dealer is seat 2 and the base 2."""
    facts: dict[str, Any] = {"seat": winner, "dealer": 2, "bao": {"feeder": 0, "eater": 1}, "melds": THREE_CHI}
    return songyang("9p 222z + 7p", by, giver, options={"bao_others_pay": others_pay}, **facts)


@pytest.mark.parametrize(
    ("by", "giver", "winner", "others_pay", "payments"),
    [
        # Self-draw 4: shares 4, 8 (dealer), 4.
        ("selfdraw", None, 1, True, (-16, 28, -8, -4)),
        ("selfdraw", None, 1, False, (-16, 16, 0, 0)),
        ("selfdraw", None, 0, True, (44, -32, -8, -4)),
        ("selfdraw", None, 0, False, (32, -32, 0, 0)),
        # Discard 2: shares 2, 4 (dealer), 2, the discarder twice.
        ("discard", 3, 1, True, (-10, 18, -4, -4)),
        ("discard", 0, 1, True, (-10, 16, -4, -2)),
        ("discard", 1, 0, False, (20, -20, 0, 0)),
        # Robbed kong 8: shares 8, 16 (dealer), 8, all paid by the konger first.
        ("robkong", 3, 1, True, (-32, 64, 0, -32)),
        ("robkong", 3, 1, False, (-32, 32, 0, 0)),
        ("robkong", 0, 1, True, (-32, 32, 0, 0)),
        ("robkong", 3, 0, True, (96, -64, 0, -32)),
    ],
)
def test_9_8_bao(by: str, giver: int | None, winner: int, others_pay: bool, payments: tuple[int, ...]) -> None:
    """The feeder pays what all would pay, the eater twice that, and the others their own where the table says so."""
    assert paid(bao(by, giver, winner, others_pay)) == payments


@pytest.mark.parametrize(
    ("pair", "melds"),
    [
        ({"feeder": 0, "eater": 2}, THREE_CHI),
        ({"feeder": 2, "eater": 1}, THREE_CHI),
        ({"feeder": 0, "eater": 0}, THREE_CHI),
        ({"feeder": 0, "eater": 1}, [*THREE_CHI[:2], "pong 777s"]),
    ],
)
def test_9_8_bao_that_cannot_be(pair: dict[str, int], melds: list[str]) -> None:
    """The eater sits next after the feeder and shows three chi when he wins."""
    assert refused(songyang("9p 222z + 7p", melds=melds, bao=pair)) == "E_FLAGS"


def test_9_8_a_feeder_wins_without_showing_chi() -> None:
    """The three chi are the eater's."""
    assert paid(songyang(HEAD, bao={"feeder": 1, "eater": 2})) == (-8, 8 + 32 + 4, -32, -4)


def test_9_9_events_without_a_winner() -> None:
    """荒牌 is charged to the dealer, 被跟 to the player followed, and both may happen in one deal."""
    assert events(huangpai=True) == (-6, 2, 2, 2)
    assert events(beigen=2) == (2, 2, -6, 2)
    assert events(huangpai=True, beigen=2) == (-4, 4, -4, 4)
    assert events() == (0, 0, 0, 0)


def test_9_9_a_followed_discard_is_paid_beside_a_win() -> None:
    """被跟 adds to the win, for the dealer as well."""
    assert paid(songyang(PLAIN, events={"beigen": 0})) == (-4 - 6, 8 + 2, -2 + 2, -2 + 2)


def test_9_9_nobody_won_contradicts_a_win() -> None:
    """荒牌 is a deal without a winner."""
    assert refused(songyang(PLAIN, events={"huangpai": True})) == "E_FLAGS"


def test_9_9_one_player_wins() -> None:
    """Two winners of one discard are refused."""
    tile = {"win_tile": "5p", "by": "discard", "from": 0}
    twice = [
        {"seat": 1, "concealed": PLAIN.split("+")[0], **tile},
        {"seat": 2, "concealed": "1133m 66p 88s 66z 77z 5p", **tile},
    ]
    assert refused(songyang(PLAIN, wins=twice)) == "E_WAY"
