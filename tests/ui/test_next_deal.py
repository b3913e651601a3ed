"""What follows from a deal."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from records import Deal as StoredDeal
from records import Origin, Saved
from scoring import Rejection, parse_tiles, tile
from tests.ui.hands import hand_from_tiles
from ui.codec import deal_to_json
from ui.deal import Deal, with_outcome, with_variant
from ui.next_deal import consequences, consequences_of_taking_back, next_deal

WON = hand_from_tiles(parse_tiles("123m 456m 789p 222p 5p"), tile("5p"))
WON_OF_17 = hand_from_tiles(parse_tiles("123m 456m 789p 222p 345s 5p"), tile("5p"))


def won(seat: int, dealer: int = 0, **facts: object) -> Deal:
    """A Sichuan deal that somebody won by self-draw."""
    return Deal(dealer=dealer, names=("A", "B", "C", "D"), facts=facts).with_hand(WON).with_win(seat=seat)


def fuzhou(seat: int, dealer: int = 0, streak: int = 0) -> Deal:
    """A Fuzhou deal that somebody won by self-draw."""
    facts = {"gold": tile("9s"), "streak": streak} if streak else {"gold": tile("9s")}
    deal = replace(with_variant(Deal(dealer=dealer), "fuzhou"), facts=facts)
    return deal.with_hand(WON_OF_17).with_win(seat=seat)


def recorded(deal: Deal, name: str) -> Saved[StoredDeal]:
    """A deal as it is recorded."""
    origin = Origin("", "phone", datetime(2026, 2, 17, tzinfo=UTC))
    stored = StoredDeal(entered=deal_to_json(deal))
    return Saved(name, 1, "m", origin, None, None, "", True, stored)


def test_the_winner_of_sichuan_deals_next() -> None:
    """People, variant and house rules stay; hand, facts and kongs are gone."""
    deal = won(2, already_won=(1,)).with_option("zimo_bonus", "add_fan")
    after = next_deal(deal)
    assert (after.dealer, after.names, after.options) == (1, deal.names, deal.options)
    assert not after.win.hand.pieces
    assert not after.facts
    assert next_deal(won(2)).dealer == 2


def test_a_deal_that_is_not_scored_keeps_its_dealer() -> None:
    """Going on without a result leaves the dealer to the person."""
    assert next_deal(Deal(dealer=3)).dealer == 3


def test_the_streak_of_fuzhou_grows_with_a_win_and_ends_with_another_dealer() -> None:
    """The dealer who wins stays and his streak grows; else the next seat deals with none; the gold is turned anew."""
    stays = next_deal(fuzhou(1, dealer=1, streak=2))
    assert (stays.dealer, stays.facts) == (1, {"streak": 3})
    passes = next_deal(fuzhou(0, dealer=1, streak=2))
    assert (passes.dealer, passes.facts) == (2, {})


@pytest.mark.parametrize(("variant", "name", "after"), [("fuzhou", "streak", 2), ("songyang", "lao", 3)])
def test_a_draw_keeps_the_dealer(variant: str, name: str, after: int) -> None:
    """After a draw the same dealer deals: Fuzhou's streak counts wins, Songyang's how often he stayed."""
    tiles = {"fuzhou": "gold", "songyang": "caishen"}
    deal = replace(with_variant(Deal(dealer=1), variant), facts={tiles[variant]: tile("9s"), name: 2})
    assert next_deal(with_outcome(deal, "draw")).facts == {name: after}
    assert next_deal(with_outcome(deal, "draw")).dealer == 1


def test_a_corrected_winner_changes_the_dealers_after_him() -> None:
    """Each later deal whose dealer followed from the rule follows from the correction, until one does not differ."""
    old, new = won(1), won(2)
    later = [recorded(fuzhou(1, dealer=1), "x"), recorded(fuzhou(1, dealer=1, streak=1), "y")]
    found = consequences(old, new, later)
    assert [(each.saved.id, each.before.dealer, each.after.dealer) for each in found] == [("x", 1, 2), ("y", 1, 3)]
    assert "streak" not in found[1].after.facts
    assert not isinstance(found[1].paid_after, Rejection)
    assert found[1].paid_before[1] > found[1].paid_after[1] > 0


def test_a_dealer_that_a_person_chose_stays() -> None:
    """Where the later deal did not follow from the rule, or the correction changes no dealer, nothing changes."""
    chosen = [recorded(won(0, dealer=3), "x")]
    assert consequences(won(1), won(2), chosen) == ()
    assert consequences(won(1), won(1).with_option("zimo_bonus", "add_fan"), [recorded(won(0, dealer=1), "x")]) == ()


def test_a_later_deal_ends_the_change() -> None:
    """When the same person wins the next deal in any case, who deals after it does not change."""
    later = [recorded(won(3, dealer=1), "x"), recorded(won(0, dealer=3), "y")]
    assert [each.saved.id for each in consequences(won(1), won(2), later)] == ["x"]


def test_after_a_deal_that_is_taken_back_the_same_dealer_deals_again() -> None:
    """The deals that followed from one that never counted change as if it had not been played, and back again."""
    never = won(1)  # seat 0 dealt, so seat 1 dealt after it
    later = [recorded(fuzhou(1, dealer=1), "x"), recorded(fuzhou(1, dealer=1, streak=1), "y")]
    found = consequences_of_taking_back(never, later)
    assert [(each.saved.id, each.before.dealer, each.after.dealer) for each in found] == [("x", 1, 0), ("y", 1, 1)]
    assert "streak" not in found[1].after.facts
    assert consequences_of_taking_back(won(0), [recorded(won(2, dealer=0), "z")]) == ()
    as_changed = [recorded(each.after, each.saved.id) for each in found]
    back = consequences_of_taking_back(never, as_changed, void=False)
    assert [each.after for each in back] == [each.before for each in found]
