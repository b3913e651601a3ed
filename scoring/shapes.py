"""Every reading of a hand: all ways to see its tiles as sets and pairs, wild tiles included.

A hand is counts of natural tiles and a number of wild tiles. A reading is a list of groups that uses every
natural tile and exactly the wild tiles: at each rank the search decides how many chi start there and how many
pongs and pairs stand there, and pays from the budget of wild tiles what the counts lack. Nothing is ever
substituted and tried. Splits of a suit are remembered, since suits repeat from hand to hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement, islice
from typing import NamedTuple

from scoring.groups import Group, GroupKind, group
from scoring.hand import Win
from scoring.tiles import Tile

SUITS = (range(9), range(9, 18), range(18, 27), range(27, 34))
"""Tile indices of 万, 筒, 条 and the honors."""

Counts = tuple[int, ...]
"""How many natural tiles there are of each of the 34 faces."""


@dataclass(frozen=True, slots=True)
class Held:
    """The concealed tiles of a winner with the winning tile, as the search sees them.

    Attributes:
        counts: natural tiles by index, stand-ins counted as what they stand for.
        wilds: number of wild tiles.
        wild_tile: which tile is wild; None where there is none.
        melds: the groups on the table.
        win: the win itself.
        sets: how many sets a complete hand has (four; five in Fuzhou).
        suits: indices of the suits that the game has in its hands, so that no wild tile stands for another.
    """

    counts: Counts
    wilds: int
    wild_tile: Tile | None
    melds: tuple[Group, ...]
    win: Win
    sets: int = 4
    suits: tuple[range, ...] = SUITS


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to see a winning hand.

    Attributes:
        shape: name of the shape, as the variant's patterns ask for it.
        groups: the melds first.
    """

    shape: str
    groups: tuple[Group, ...]

    def __str__(self) -> str:
        return " ".join(map(str, sorted(self.groups, key=lambda item: (item.melded, not item.is_set))))


Shape = Callable[[Held], Iterable[Reading]]
"""A winning shape: gives every reading of a hand that has it."""


def standard(held: Held) -> Iterator[Reading]:
    """Four (five) sets and a pair (平胡牌型)."""
    missing = held.sets - len(held.melds)
    for groups in complete(held.counts, held.wilds, missing, pairs=1, suits=held.suits):
        yield Reading("standard", held.melds + groups)


def only_triplets(held: Held) -> Iterator[Reading]:
    """The readings of sets and a pair without chi (对对胡、碰碰胡)."""
    missing = held.sets - len(held.melds)
    if all(group.is_triplet for group in held.melds):
        for groups in complete(held.counts, held.wilds, missing, pairs=1, suits=held.suits, chi=False):
            yield Reading("standard", held.melds + groups)


def seven_pairs(held: Held) -> Iterator[Reading]:
    """Seven pairs without melds (七对); four of a kind are two pairs (rules 1.4.2)."""
    if held.melds:
        return
    odd = held.counts.count(1) + held.counts.count(3)
    spare = held.wilds - odd
    if spare < 0 or spare % 2:
        return
    pairs = [group("pair", index) for index, count in enumerate(held.counts) for _ in range((count + 1) // 2)]
    faces = [index for suit in held.suits for index in suit]
    for wild_pairs in combinations_with_replacement(faces, spare // 2):
        if len(pairs) + len(wild_pairs) == 7:
            yield Reading("seven_pairs", (*pairs, *(group("pair", face) for face in wild_pairs)))


def loose(held: Held) -> tuple[Group, ...]:
    """The concealed natural tiles one by one, for a shape without sets."""
    return tuple(group("single", index) for index, count in enumerate(held.counts) for _ in range(count))


def with_wild_pair(held: Held) -> Iterator[Reading]:
    """Standard readings whose pair is two wild tiles as themselves (金雀)."""
    yield from _with_group_of_wilds(held, "pair", 2, held.sets - len(held.melds), pairs=0)


def with_wild_triplet(held: Held) -> Iterator[Reading]:
    """Standard readings in which three wild tiles are a triplet of themselves (金龙)."""
    yield from _with_group_of_wilds(held, "pong", 3, held.sets - len(held.melds) - 1, pairs=1)


def _with_group_of_wilds(held: Held, kind: GroupKind, size: int, sets: int, pairs: int) -> Iterator[Reading]:
    if held.wild_tile is None or held.wild_tile.index >= 34 or held.wilds < size or sets < 0:
        return
    own = group(kind, held.wild_tile.index, wild=True)
    for groups in complete(held.counts, held.wilds - size, sets, pairs, held.suits):
        yield Reading("standard", (*held.melds, *groups, own))


def one_of(shape: Shape) -> Shape:
    """The shape with the first of its readings alone, for rules that cannot tell its readings apart."""
    return lambda held: islice(shape(held), 1)


def distinct(shape: Shape, seen: Callable[[Group], object]) -> Shape:
    """The shape without readings that the rules cannot tell from an earlier one; with many wild tiles most are.

    Args:
        shape: gives the readings.
        seen: what the rules see of a concealed group; readings with the same sights are worth the same.
    """

    def readings(held: Held) -> Iterator[Reading]:
        told = set()
        for reading in shape(held):
            sights = frozenset(map(seen, reading.groups[len(held.melds) :]))
            if sights not in told:
                told.add(sights)
                yield reading

    return readings


def complete(
    counts: Counts, wilds: int, sets: int, pairs: int, suits: tuple[range, ...] = SUITS, chi: bool = True
) -> Iterator[tuple[Group, ...]]:
    """Every way to make exactly so many sets and pairs of all natural tiles and all wild tiles.

    Args:
        counts: natural tiles by index.
        wilds: number of wild tiles.
        sets: how many sets.
        pairs: one or none.
        suits: indices of the suits in the game.
        chi: whether sets may be chi.
    """
    if sum(counts) + wilds != 3 * sets + 2 * pairs:
        return
    held = [(suit.start, counts[suit.start : suit.stop]) for suit in suits]
    by_suit = [split_suit(ranks, first, wilds, chi) for first, ranks in held if wilds or any(ranks)]
    if by_suit:
        yield from _combine(by_suit, wilds, pairs)
    else:
        yield ()


def _combine(by_suit: Sequence[tuple[Split, ...]], wilds: int, pairs: int) -> Iterator[tuple[Group, ...]]:
    """One split of each suit, in every way that takes exactly so many wild tiles and pairs."""
    splits, *others = by_suit
    for split in splits:
        if not others:
            if split.wilds == wilds and split.pairs == pairs:
                yield split.groups
        elif split.wilds <= wilds and split.pairs <= pairs:
            for rest in _combine(others, wilds - split.wilds, pairs - split.pairs):
                yield split.groups + rest


class Split(NamedTuple):
    """One way to see the tiles of a suit as sets and at most one pair, and the wild tiles that it takes."""

    groups: tuple[Group, ...]
    wilds: int
    pairs: int


@lru_cache(maxsize=1 << 16)
def split_suit(counts: Counts, first: int, wilds: int, chi: bool = True) -> tuple[Split, ...]:
    """All splits of one suit with at most so many wild tiles and at most one pair.

    Args:
        counts: how many there are of each rank (nine; seven for the honors).
        first: tile index of the lowest rank.
        wilds: the budget.
        chi: whether sets may be chi; the honors make none.
    """
    return tuple(
        Split(tuple(group(kind, first + rank) for kind, rank in places), price, pairs)
        for places, price, pairs in _split_ranks(counts, wilds, 1, chi and first in _SUITED, len(counts))
    )


_SUITED = range(27)
_Places = tuple[tuple[GroupKind, int], ...]
"""Kind and lowest rank, from 0, of each group."""


@lru_cache(maxsize=1 << 16)
def _split_ranks(counts: Counts, wilds: int, pairs: int, chi: bool, ranks: int) -> tuple[tuple[_Places, int, int], ...]:
    """The splits of the last ranks of a suit: places, wild tiles and pairs; the same for every suit.

    Args:
        counts: how many there are of each of these ranks.
        wilds: the budget.
        pairs: one or none.
        chi: whether sets may be chi.
        ranks: of the whole suit.
    """
    if not counts:
        return (((), 0, 0),)
    rank = ranks - len(counts)
    splits = []
    # Every chi beyond the scarcest of its three ranks costs a wild tile.
    most_chi = min(counts[:3]) + wilds if chi and len(counts) >= 3 else 0
    for begun in range(most_chi + 1):
        after, price = _take(counts, begun)
        if price > wilds:
            break
        for size, same, paired in _SAME[pairs]:
            if size < after[0]:
                continue
            cost = price + size - after[0]
            if cost > wilds:
                break
            if rests := _split_ranks(after[1:], wilds - cost, pairs - paired, chi, ranks):
                here: _Places = (("chi", rank),) * begun + tuple((kind, rank) for kind in same)
                splits += [(here + rest, cost + more, paired + pair) for rest, more, pair in rests]
    return tuple(splits)


_Same = tuple[int, tuple[GroupKind, ...], int]

_SAME: tuple[tuple[_Same, ...], tuple[_Same, ...]] = (
    # What may stand at one rank besides chi, by size, and its pairs: when no pair may, and when one may.
    ((0, (), 0), (3, ("pong",), 0), (6, ("pong", "pong"), 0)),
    ((0, (), 0), (2, ("pair",), 1), (3, ("pong",), 0), (5, ("pong", "pair"), 1), (6, ("pong", "pong"), 0)),
)


def _take(counts: Counts, chi: int) -> tuple[Counts, int]:
    """The counts after so many chi from the first rank, and the wild tiles that they lacked."""
    if chi == 0:
        return counts, 0
    left = [count - chi for count in counts[:3]]
    lacking = -sum(count for count in left if count < 0)
    return (*(max(0, count) for count in left), *counts[3:]), lacking
