"""不搭: fourteen tiles that fit nowhere together, and how far a hand is from them (rules 9.3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, pairwise, product

from scoring.groups import group
from scoring.patterns import Hand
from scoring.shapes import Held, Reading
from scoring.splits import SUITS
from scoring.tiles import tile

SIZE = 14
APART = 3
ROWS = 3
WHITE = tile("5z")
HONORS = SUITS[3]

SPACED = tuple(
    ranks
    for size in range(4)
    for ranks in combinations(range(1, 10), size)
    if all(higher - lower >= APART for lower, higher in pairwise(ranks))
)
"""Every choice of ranks of one suit, at least 3 apart, the empty one included."""


def buda(held: Held) -> Iterator[Reading]:
    """No tile twice, tiles of a suit at least 3 apart, nothing on the table.

    Gives one reading for each number of tiles by suit, with every suit in one row where that is possible.
    """
    counts = faces_as_laid(held)
    if held.melds or max(counts) > 1:
        return
    honors = [index for index in HONORS if counts[index]]
    free = [index for index in HONORS if not counts[index]]
    for faces in product(*(_fillings(counts, suit) for suit in SUITS[:3])):
        suited = [index for suit in faces for index in suit]
        more = SIZE - len(suited) - len(honors)
        if 0 <= more <= len(free):
            yield Reading("buda", tuple(group("single", index) for index in (*suited, *honors, *free[:more])))


def in_one_row(ranks: Iterable[int]) -> bool:
    """Whether all are of 147, of 258 or of 369."""
    return len({rank % ROWS for rank in ranks}) <= 1


def is_buda(hand: Hand) -> bool:
    """不搭 of any kind."""
    return hand.shape == "buda"


def is_regular(hand: Hand) -> bool:
    """正规不搭: each suit keeps to one row of 147, 258 or 369."""
    return is_buda(hand) and all(in_one_row(tile.rank for tile in hand.tiles if tile.suit == suit) for suit in "mps")


def has_all_honors(hand: Hand) -> bool:
    """七风: a 不搭 with the seven honors, which the table may want without a caishen."""
    if not is_buda(hand):
        return False
    if hand.options["qifeng_natural"]:
        return all(faces_as_laid(hand.held)[index] for index in HONORS)
    return sum(tile.is_honor for tile in hand.tiles) == len(HONORS)


def to_buda(held: Held) -> int | None:
    """Tiles missing for 不搭."""
    if held.melds:
        return None
    counts = faces_as_laid(held)
    honors = sum(1 for index in HONORS if counts[index])
    kept = 0
    for suits in product(*(_kept_by_size(counts, suit).items() for suit in SUITS[:3])):
        wanted = SIZE - sum(size for size, _ in suits)
        if wanted <= len(HONORS):
            kept = max(kept, sum(number for _, number in suits) + min(honors, wanted))
    return max(0, SIZE - kept - held.wilds)


def faces_as_laid(held: Held) -> list[int]:
    """How many there are of each natural tile with the white dragon as itself, which it is in 不搭."""
    counts = list(held.counts)
    if held.wild_tile is not None:
        # Tiles of the wild face are wild themselves: what counts as natural there is a white dragon.
        whites, counts[held.wild_tile.index] = counts[held.wild_tile.index], 0
        counts[WHITE.index] += whites
    return counts


def _ranks(counts: list[int], suit: range) -> set[int]:
    return {rank for rank, index in enumerate(suit, start=1) if counts[index]}


def _fillings(counts: list[int], suit: range) -> list[list[int]]:
    """What the tiles of a suit can become with wild tiles: one choice of each size, a row if there is one."""
    own = _ranks(counts, suit)
    rows_last = sorted((ranks for ranks in SPACED if own.issubset(ranks)), key=in_one_row)
    by_size = {len(ranks): ranks for ranks in rows_last}
    return [[suit[rank - 1] for rank in ranks] for ranks in by_size.values()]


def _kept_by_size(counts: list[int], suit: range) -> dict[int, int]:
    """How many tiles of a suit can stay in a 不搭 that has so many of it."""
    own = _ranks(counts, suit)
    kept: dict[int, int] = {}
    for ranks in SPACED:
        kept[len(ranks)] = max(kept.get(len(ranks), 0), len(own.intersection(ranks)))
    return kept
