"""Songyang's hands with a caishen (财神): the wild tile, 财神会, 财神头, 单钓 and 漂财 (rules 9.2 to 9.4)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from scoring import features
from scoring.buda import WHITE
from scoring.hand import Case
from scoring.patterns import Hand
from scoring.shapes import Held, Reading, wilds_alone
from scoring.splits import Counts, complete
from scoring.tiles import Tile
from scoring.variant import Wild


def caishen(case: Case) -> Wild:
    """The flipped tile is wild, and the white dragon is its face (clause 9.2)."""
    white = {} if case.caishen in (None, WHITE) else {WHITE: case.caishen}
    return Wild(case.caishen, white, indicator=True)


def three_caishen(held: Held) -> Iterator[Reading]:
    """Three caishen, discarded ones counted, and no shape (财神会, clause 9.3)."""
    if to_three_caishen(held) == 0:
        yield wilds_alone(held, "three_caishen")


def to_three_caishen(held: Held) -> int:
    """Caishen missing for three."""
    return max(0, 3 - held.wilds - held.win.piao)


def is_set_hand(hand: Hand) -> bool:
    """Sets and a pair, or seven pairs."""
    return features.is_standard(hand) or features.is_seven_pairs(hand)


def has_three_caishen(hand: Hand) -> bool:
    """财神会: three caishen in hand or discarded while waiting."""
    return to_three_caishen(hand.held) == 0


def has_caishen_head(hand: Hand) -> bool:
    """财神头: without one held caishen and the winning tile, complete sets or six pairs are left (clause 9.4)."""
    held, won = hand.held, hand.win.win_tile
    if held.wild_tile not in hand.win.concealed or won is None or not is_set_hand(hand):
        return False
    counts, wilds = left_without_head(held, won, caishen(hand.case))
    # From here the tiles are judged, not how the reading has laid them: it may have put the caishen elsewhere.
    if features.is_seven_pairs(hand):
        return sum(count % 2 for count in counts) <= wilds
    left = complete(counts, wilds, held.sets - len(held.melds), pairs=0)
    # A hand counted as 碰碰胡 must be left with triplets: another split of these tiles is another hand.
    return any(all(item.is_triplet for item in sets) or not counts_as_triplets(hand) for sets in left)


def left_without_head(held: Held, won: Tile, wild: Wild) -> tuple[Counts, int]:
    """The natural tiles and the number of caishen without one held caishen and the winning tile."""
    if won is wild.tile:
        return held.counts, held.wilds - 2
    # A white dragon won on is natural, though its face is the caishen's.
    won = wild.stand_in.get(won, won)
    return tuple(count - (index == won.index) for index, count in enumerate(held.counts)), held.wilds - 1


def is_single_wait(hand: Hand) -> bool:
    """单钓: four melds and one tile left, which the table may want with a caishen."""
    return len(hand.win.melds) == 4 and is_set_hand(hand) and (hand.options["dandiao_always"] or hand.held.wilds > 0)


def piao_count(hand: Hand) -> int:
    """漂财: how many caishen the winner discarded while waiting."""
    return hand.win.piao


def extra(condition: Callable[[Hand], bool]) -> Callable[[Hand], bool]:
    """A hand of the lost table, where the table plays it, with sets or seven pairs."""
    return lambda hand: hand.options["extra_hands"] == "tongcheng" and is_set_hand(hand) and condition(hand)


counts_as_triplets = extra(features.all_triplets)
