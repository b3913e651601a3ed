"""From what was entered to the case, and what is still to ask."""

from dataclasses import replace

import pytest

from scoring import VARIANTS, Kong, Rejection, Result, case_from_json, parse_tiles, score, tile
from scoring.tiles import format_tiles
from scoring.variant import Input
from tests.ui.hands import hand_from_tiles
from ui import hand as edit
from ui import melds
from ui.deal import (
    Deal,
    WinEntry,
    case_of,
    completing,
    missing,
    questions,
    repairs,
    winning_tile_matters,
    with_outcome,
    with_variant,
)
from ui.hand import EMPTY_HAND, Piece

WON = "123m 456m 789p 222p 5p"
PLAIN = Deal(variant="sichuan").with_hand(hand_from_tiles(parse_tiles(WON), tile("5p")))


def code(deal: Deal) -> str | None:
    """What the deal asks for."""
    question = missing(deal)
    return question.code if question else None


def question_of(deal: Deal, name: str) -> Input:
    """A question of the variant by its name."""
    return next(item for item in deal.rules.inputs if item.name == name)


@pytest.mark.parametrize("variant", ["sichuan", "chongqing"])
def test_the_page_pays_what_the_same_case_pays_elsewhere(variant: str) -> None:
    """A deal entered by hand is the case of a JSON file."""
    deal = replace(PLAIN, variant=variant, dealer=2).with_win(seat=1, way="discard", from_seat=3)
    data = {"variant": variant, "dealer": 2, "wins": [
        {"seat": 1, "concealed": WON, "win_tile": "5p", "by": "discard", "from": 3}]}  # fmt: skip
    expected = score(case_from_json(data))
    assert isinstance(expected, Result)
    assert score(case_of(deal)).payments == expected.payments


def test_the_last_of_fourteen_tiles_is_taken_for_the_winning_one_until_somebody_says_otherwise() -> None:
    """Fourteen tiles in a row need no further tap; a mark of one's own is no guess any more."""
    deal = Deal().with_hand(hand_from_tiles(parse_tiles(WON + " 5p")))
    assert deal.win.hand.win is not None
    assert (deal.win.hand.win.tile.code, deal.win.assumed) == ("5p", True)
    marked = deal.with_hand(edit.mark_winning(deal.win.hand, 0))
    assert (marked.win.hand.win.tile.code, marked.win.assumed) == ("1m", False)


def test_thirteen_tiles_ask_for_the_winning_tile_and_name_the_candidates() -> None:
    """The tiles that complete the hand are offered."""
    deal = Deal().with_hand(hand_from_tiles(parse_tiles("123m 456m 789p 22p 55p")))
    assert code(deal) == "winning_tile"
    assert [face.code for face in completing(deal)] == ["2p", "5p"]


@pytest.mark.parametrize(
    ("tiles", "expected"), [("", "tiles"), ("123m", "too_few"), (WON + " 5p 5p 9p", "too_many"), (WON + " 5p", None)]
)
def test_a_hand_of_the_wrong_size_is_told_so(tiles: str, expected: str | None) -> None:
    """Too few and too many tiles are asked about before anything is scored."""
    assert code(Deal().with_hand(hand_from_tiles(parse_tiles(tiles)))) == expected


def test_a_kong_is_spoken_of_only_where_the_hand_has_one() -> None:
    """Four alike that were taken for a kong leave the hand a tile short: only then is that the thing to look at."""
    loose = hand_from_tiles(parse_tiles("3333m 456m 789p 222p"), tile("5p"))
    four = [piece.id for piece in loose.concealed[:4]]
    assert code(Deal().with_hand(melds.make_meld(loose, four, "kong", "concealed"))) == "too_few_kong"
    assert code(Deal().with_hand(edit.remove(loose, four[0]))) == "too_few"


@pytest.mark.parametrize("way", ["discard", "robkong"])
def test_a_payer_is_asked_for_and_kept(way: str) -> None:
    """A discard needs a discarder; going to self-draw and back keeps him."""
    deal = PLAIN.with_win(way=way)
    assert code(deal) == f"payer_{way}"
    named = deal.with_win(from_seat=2)
    assert code(named) is None
    assert case_of(named.with_win(way="selfdraw")).wins[0].from_seat is None
    assert case_of(named.with_win(way="selfdraw").with_win(way=way)).wins[0].from_seat == 2


def test_nobody_discards_to_himself() -> None:
    """Making the discarder the winner leaves the discarder open."""
    deal = PLAIN.with_win(way="discard", from_seat=2).with_win(seat=2)
    assert code(deal) == "payer_discard"


def test_a_kong_in_the_hand_is_paid() -> None:
    """The winner's kongs are settled without being entered again; an exposed one asks who fed it."""
    hand = hand_from_tiles(parse_tiles("222p 123m 456m 78p 55p"))
    kong = melds.make_meld(hand, [0, 1, 2], "kong", "concealed")
    deal = Deal(variant="sichuan").with_hand(edit.add_winning(kong, tile("9p")))
    assert case_of(deal).kongs == (Kong(0, "concealed"),)
    exposed = deal.with_hand(melds.change_meld(deal.win.hand, 0, "kong", "exposed"))
    assert code(exposed) == "kong_feeder"
    fed = exposed.with_hand(melds.set_feeder(exposed.win.hand, 0, 3))
    assert case_of(fed).kongs == (Kong(0, "exposed", 3),)
    assert code(replace(exposed, variant="chongqing")) is None


def test_facts_of_another_way_of_winning_are_kept_but_not_used() -> None:
    """A fact entered for a self-draw does not contradict a discard, and is there again afterwards."""
    after_kong = question_of(PLAIN, "after_kong")
    deal = PLAIN.with_fact(after_kong, True)
    assert case_of(deal).wins[0].flags == {"after_kong"}
    given = deal.with_win(way="discard", from_seat=1)
    assert after_kong not in questions(given)
    assert case_of(given).wins[0].flags == frozenset()
    assert case_of(given.with_win(way="selfdraw")).wins[0].flags == {"after_kong"}


def test_house_rules_belong_to_their_variant() -> None:
    """An option changes one table only, its default leaves nothing behind, and 1 is not True."""
    deal = PLAIN.with_option("kong_fan", 0)
    assert (deal.options, replace(deal, variant="chongqing").options) == ({"kong_fan": 0}, {})
    assert deal.with_option("kong_fan", 1).options == {}


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_variant_takes_a_deal_of_another(variant: str) -> None:
    """Changing the rules never ends in a case with seats or ways that they lack."""
    deal = replace(PLAIN, dealer=3).with_win(seat=3, way="robkong", from_seat=2)
    changed = with_variant(deal, variant)
    case = case_of(changed)
    outcome = score(case)
    assert case.wins[0].seat < case.players
    assert case.wins[0].by in VARIANTS[variant].ways
    assert not (isinstance(outcome, Rejection) and (outcome.field or "").endswith(("players", "dealer", ".seat")))


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_question_of_every_variant_reaches_the_case(variant: str) -> None:
    """An answer to any question but the hands of a draw changes the case that is scored."""
    answers = {"flag": True, "number": 1, "count": 2, "tile": tile("5m"), "seat": 1, "seats": (1,), "pair": (1, 2)}
    deal = Deal(variant=variant, wins=(WinEntry(hand=PLAIN.win.hand),))
    for item in deal.rules.inputs:
        if item.kind in ("draw", "tiles", "kongs") or item.name == "huangpai":
            continue
        way = min(item.ways) if item.ways else "selfdraw"
        asked = with_outcome(deal, "false_win" if item.name == "false_win" else "win").with_win(way=way, from_seat=1)
        assert item in questions(asked)
        value = True if item.name == "genzhuang" else answers.get(item.kind, 1)
        assert case_of(asked.with_fact(item, value)) != case_of(asked), item.name
        assert case_of(asked.with_fact(item, value).with_fact(item, None)) == case_of(asked), item.name


def test_fuzhou_lays_honors_aside() -> None:
    """Honors are flowers in Fuzhou: they leave the hand, and its size is counted without them."""
    tiles = parse_tiles("123m 456m 789m 345p 44p 66s 1z 7z")
    deal = Deal(variant="fuzhou").with_hand(hand_from_tiles(tiles, tile("6s"), parse_tiles("1f")))
    win = case_of(deal).wins[0]
    assert format_tiles(win.flowers) == "1f 17z"
    assert (len(win.concealed), deal.held) == (16, 17)
    assert code(deal) == "fact_tile"


def test_a_dealt_hand_has_no_winning_tile() -> None:
    """An opening hand of the dealer has fourteen tiles, of another player thirteen, all in hand."""
    deal = Deal(variant="changsha").with_win(way="opening")
    dealt = deal.with_hand(hand_from_tiles(parse_tiles("1111m 2222p 333s 444s")))
    assert dealt.win.hand.win is None
    assert (code(dealt), case_of(dealt).wins[0].win_tile) == (None, None)
    assert code(replace(dealt, dealer=1)) == "too_many"


def test_it_is_said_when_the_winning_tile_does_not_matter() -> None:
    """In a plain Sichuan hand any tile pays the same; where the hand is no win without it, it matters."""
    assert not winning_tile_matters(PLAIN)
    edge = Deal(variant="ningxia", house_rules={"ningxia": {"ruleset": "A"}})
    pairs = edge.with_hand(hand_from_tiles(parse_tiles("11m 22m 33s 55p 11z 444z"), tile("4z")))
    assert winning_tile_matters(pairs)


def test_it_is_never_said_of_a_hand_that_pays_nothing() -> None:
    """Three suits are no win in Sichuan, whichever tile came last."""
    three_suits = parse_tiles("123m 456p 789s 222p 5p")
    assert winning_tile_matters(Deal(variant="sichuan").with_hand(hand_from_tiles(three_suits, tile("5p"))))


def test_a_misread_tile_is_offered_for_repair() -> None:
    """A refused hand names the other likely face that would make it score, and only such faces."""
    pieces = [Piece(number, face, number, 0.9) for number, face in enumerate(parse_tiles(WON + " 5p"))]
    pieces[3] = replace(
        pieces[3], tile=tile("3m"), confidence=0.4, alternatives=((tile("9s"), 0.35), (tile("4m"), 0.2))
    )
    hand = replace(EMPTY_HAND, concealed=tuple(pieces), next_id=14)
    deal = Deal(variant="sichuan").with_hand(hand)
    assert isinstance(score(case_of(deal)), Rejection)
    ((piece, face),) = repairs(deal)
    assert (piece.id, face.code) == (3, "4m")
    repaired = deal.with_hand(edit.change(deal.win.hand, piece.id, face))
    assert isinstance(score(case_of(repaired)), Result)
