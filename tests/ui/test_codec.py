"""A deal as JSON and back."""

import json
from dataclasses import replace

import pytest

from scoring import parse_tiles, tile
from scoring.variants import VARIANTS
from tests.records.examples import NASTY
from tests.ui.hands import hand_from_tiles
from ui.codec import deal_from_json, deal_to_json
from ui.deal import Deal, KongEntry, add_win, log_kong, remove_kong, with_outcome, with_variant
from ui.melds import make_meld

WON = hand_from_tiles(parse_tiles("123m 456m 789p 222p 5p"), tile("5p"))


def through_json(deal: Deal) -> Deal:
    """The deal as a database gives it back."""
    return deal_from_json(json.loads(json.dumps(deal_to_json(deal))))


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_deal_comes_back_as_it_was(variant: str) -> None:
    """Hands with melds, several winners, kongs, tiles and seats among the facts, house rules of every variant."""
    deal = with_variant(Deal(names=("老王", "", "阿珍", "Tom"), dealer=2), variant).with_hand(
        make_meld(WON, [9, 10, 11], "pong")
    )
    for item in deal.rules.inputs:
        answer = {"tile": tile("5p"), "pair": (0, None), "seats": (1, 2)}.get(item.kind, 1)
        deal = deal.with_fact(item, answer)
    for option in deal.rules.options:
        deal = deal.with_option(option.name, (option.choices or (option.default,))[-1])
    deal = replace(
        add_win(deal, together=True), kongs=(KongEntry(1, "exposed", 0), KongEntry(2, "added", payers=(0,), id=1))
    )
    assert through_json(deal) == deal
    assert through_json(with_outcome(deal, "draw")) == with_outcome(deal, "draw")


@pytest.mark.parametrize("text", NASTY.values(), ids=NASTY)
def test_any_name_comes_back(text: str) -> None:
    """A name may hold markup, emoji, half characters and ten thousand of them."""
    assert through_json(Deal(names=(text, "", "", ""))).names[0] == text


def test_a_deal_of_an_older_hule_opens() -> None:
    """What the older form lacks takes its default, and what it has too much is left out."""
    told = deal_to_json(Deal(dealer=3).with_hand(WON))
    for name in ("outcome", "kongs", "shown"):
        del told[name]
    told["photo"] = "of the days when a deal had one photo"
    assert deal_from_json(told) == Deal(dealer=3).with_hand(WON)


def test_kongs_of_an_older_hule_can_be_told_apart() -> None:
    """Kongs that were stored without ids of their own get some, so that each can be taken back alone."""
    told = deal_to_json(log_kong(log_kong(Deal(), 1, "concealed"), 1, "concealed"))
    for kong in told["kongs"]:
        del kong["id"]
    opened = deal_from_json(told)
    assert len(remove_kong(opened, opened.kongs[0].id).kongs) == 1


@pytest.mark.parametrize(
    "damage",
    [{"wins": 3}, {"names": None}, {"selected": 7}, {"variant": "of tomorrow"}, {"facts": {"gold": {"tile": "?"}}}],
)
def test_what_does_not_fit_never_stops_the_page(damage: dict[str, object]) -> None:
    """A damaged field takes its default, or the whole deal does; whatever is opened can be shown."""
    opened = deal_from_json(deal_to_json(Deal().with_hand(WON)) | damage)
    assert opened.win is not None
    assert opened.rules.players in (3, 4)
