"""A deal as a log: winners one after another, kongs in between, a draw at the end."""

from dataclasses import replace

import pytest

from scoring import Kong, Result, parse_tiles, tile
from tests.ui.hands import hand_from_tiles
from ui import hand as edit
from ui import melds
from ui.codec import deal_from_json, deal_to_json
from ui.deal import (
    Deal,
    add_win,
    case_of,
    cases_of,
    log_kong,
    missing,
    remove_win,
    score_deal,
    select_shown,
    select_win,
    show_hands,
    still_in,
    with_outcome,
    with_variant,
)
from ui.hand import EditedHand

PLAIN = hand_from_tiles(parse_tiles("123m 456m 789p 222p 5p"), tile("5p"))
"""Worth 1 in Sichuan."""

CLEAN = hand_from_tiles(parse_tiles("234s 456s 789s 111s 5s"), tile("5s"))
"""One suit: worth 4 in Sichuan."""

WAITING = hand_from_tiles(parse_tiles("123456789m 23p 55p"))
"""Ready for 1 and 4 of dots, worth 1."""

ROUGH = hand_from_tiles(parse_tiles("147m 258m 9m 147p 369p"))
"""Neither ready nor of three suits."""


def paid(deal: Deal) -> tuple[int, ...]:
    """What the deal pays; nothing may be left to ask."""
    assert missing(deal) is None
    result = score_deal(deal)
    assert isinstance(result, Result)
    return result.payments


def two_wins() -> Deal:
    """Sichuan: seat 1 draws his tile, then seat 2 wins off seat 3."""
    first = Deal().with_win(seat=1).with_hand(PLAIN)
    return add_win(first).with_win(seat=2, way="discard", from_seat=3).with_hand(CLEAN)


def test_who_has_won_pays_no_more() -> None:
    """In Sichuan each win is paid by those who are still in; the first winner deals next."""
    deal = two_wins()
    assert still_in(deal) == (0, 2, 3)
    assert [case.already_won for case in cases_of(deal)] == [frozenset(), {1}]
    assert paid(deal) == (-1, 3, 3, -5)
    drawn = deal.with_win(way="selfdraw")
    assert paid(drawn) == (-5, 3, 7, -5)
    result = score_deal(drawn)
    assert isinstance(result, Result)
    assert result.next_dealer == 1


def test_a_kong_is_paid_by_those_who_were_in_when_it_was_called() -> None:
    """Before the first win everybody pays it, after it the winner does not."""
    deal = two_wins()
    before = log_kong(select_win(deal, 0), 3, "concealed")
    after = log_kong(deal, 3, "concealed")
    assert paid(before) == (-3, 1, 1, 1)
    assert paid(after) == (-3, 3, 1, -1)


def test_one_tile_can_have_two_winners() -> None:
    """Winners of one discard share it and who gave it; changing that for one changes it for the other."""
    first = Deal().with_win(seat=1, way="discard", from_seat=0).with_hand(PLAIN)
    pairs = hand_from_tiles(parse_tiles("33m 77m 11s 55s 88m 99s 5p"), tile("5p"))
    deal = add_win(first, together=True).with_win(seat=2).with_hand(pairs)
    assert (deal.win.way, deal.win.from_seat) == ("discard", 0)
    assert len(cases_of(deal)) == 1
    assert len(case_of(deal).wins) == 2
    moved = deal.with_win(from_seat=3)
    assert [entry.from_seat for entry in moved.wins] == [3, 3]
    assert still_in(deal) == (0, 1, 2, 3)


def test_a_draw_after_a_win_asks_for_the_hands_of_those_still_in() -> None:
    """查叫: the winner shows nothing; each of the others is asked in turn, then the ready ones are paid."""
    deal = with_outcome(two_wins(), "draw")
    assert show_hands(deal) == (0, 3)
    assert deal.shows_hand
    assert [missing(deal).code, missing(deal).seat] == ["shown_tiles", None]
    assert missing(deal).values == {"at": 1, "of": 2}
    deal = deal.with_hand(WAITING)
    assert missing(deal).seat == 3
    assert missing(deal).values == {"at": 2, "of": 2}
    assert missing(deal).where.showing == 3
    deal = select_shown(deal, 3).with_hand(ROUGH)
    assert paid(deal) == (0, 3, 3, -6)
    assert with_outcome(deal, "win") == replace(two_wins(), shown=deal.shown)


def test_a_draw_elsewhere_needs_no_hands() -> None:
    """Where a draw pays nothing, it is over with one tap; in Songyang it is 荒牌, which the dealer pays."""
    assert paid(with_outcome(Deal(variant="ningxia").with_hand(PLAIN), "draw")) == (0, 0, 0, 0)
    assert paid(with_outcome(with_variant(Deal(), "songyang"), "draw")) == (-6, 2, 2, 2)


def test_a_false_win_needs_only_the_player() -> None:
    """诈糊 is paid without any tiles."""
    deal = with_outcome(with_variant(Deal(), "sanren"), "false_win")
    assert missing(deal).code == "fact"
    item = next(item for item in deal.rules.inputs if item.name == "false_win")
    assert paid(deal.with_fact(item, 1)) == (20, -40, 20)


def test_a_kong_in_the_hand_is_not_paid_twice() -> None:
    """A kong that was called out and lies in the winner's hand is one kong; a second one in the hand adds itself."""
    laid = melds.make_meld(hand_from_tiles(parse_tiles("222p 999p 456m 7m 55p")), [0, 1, 2], "kong", "exposed")
    one = edit.add_winning(edit.add(laid, tile("8m")), tile("9m"))
    deal = log_kong(Deal().with_hand(one), 0, "added")
    assert case_of(deal).kongs == (Kong(0, "added"),)
    two = deal.with_hand(melds.make_meld(one, [3, 4, 5], "kong", "concealed"))
    assert case_of(two).kongs == (Kong(0, "added"), Kong(0, "concealed"))
    assert case_of(log_kong(two, 2, "exposed", 0)).kongs[-1] == Kong(0, "concealed")
    assert Kong(2, "exposed", 0) in case_of(log_kong(two, 2, "exposed", 0)).kongs


def test_an_opening_hand_is_paid_before_the_win() -> None:
    """Changsha: a dealt hand is paid at once, and play goes on to the real win of the same player."""
    opening = hand_from_tiles(parse_tiles("1111m 2222p 333s 44s"))
    won = hand_from_tiles(parse_tiles("123m 678m 999s 88s 34p"), tile("2p"))
    deal = with_variant(Deal(), "changsha").with_win(seat=1, way="opening").with_hand(opening)
    alone = paid(deal)
    deal = add_win(deal).with_win(seat=1, way="discard", from_seat=2).with_hand(won)
    assert [case.wins[0].by for case in cases_of(deal)] == ["opening", "discard"]
    both, last = paid(deal), paid(remove_win(deal, 0))
    assert both == tuple(first + second for first, second in zip(alone, last, strict=True))


def test_taking_a_winner_back_moves_the_kongs_with_it() -> None:
    """Kongs keep their place in the order of play; the last winner leaves an empty entry."""
    deal = log_kong(two_wins(), 3, "concealed")
    fewer = remove_win(deal, 0)
    assert (len(fewer.wins), fewer.selected, fewer.kongs[0].before) == (1, 0, 0)
    assert remove_win(fewer, 0).win.hand == EditedHand()


@pytest.mark.parametrize("variant", ["fuzhou", "songyang", "xinjiang", "sanren"])
def test_where_only_one_can_win_the_winner_on_the_page_counts(variant: str) -> None:
    """Winners entered under other rules wait; they are not paid."""
    deal = with_variant(two_wins(), variant)
    assert len(cases_of(deal)) == 1
    assert len(case_of(deal).wins) == 1


def test_a_whole_deal_is_kept_as_it_was_entered() -> None:
    """Winners, kongs and shown hands come back from JSON as they were."""
    deal = with_outcome(log_kong(two_wins(), 3, "exposed", 0), "draw").with_hand(WAITING)
    assert deal_from_json(deal_to_json(deal)) == deal


def test_a_tile_of_another_game_is_named_before_anything_else() -> None:
    """An honor in Sichuan is the first thing said, not that the hand has a tile too many."""
    deal = Deal().with_hand(hand_from_tiles(parse_tiles("123m 456m 789p 222p 5p 5p 1z")))
    question = missing(deal)
    assert (question.code, question.values["tiles"]) == ("foreign", (tile("1z"),))


def test_honors_are_flowers_in_fuzhou_wherever_they_lie() -> None:
    """A triplet of honors that was taken for a meld lies among the flowers there, and does not count as tiles."""
    laid = melds.make_meld(hand_from_tiles(parse_tiles("111z 123m 456m 789m 345p 44p 66s 5z")), [0, 1, 2], "pong")
    deal = Deal(variant="fuzhou").with_hand(edit.add_winning(laid, tile("6s")))
    assert (deal.held, deal.wanted) == (17, 17)
    win = case_of(deal).wins[0]
    assert ([face.code for face in win.flowers], win.melds) == (["5z", "1z", "1z", "1z"], ())
