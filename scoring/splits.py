"""All ways to see tiles as sets and pairs, wild tiles included.

Tiles are counts of natural tiles and a number of wild tiles. Every way uses each natural tile and exactly the wild
tiles: at each rank the search decides how many chi start there and how many pongs and pairs stand there, and pays
from the budget of wild tiles what the counts lack. Nothing is ever substituted and tried. Without wild tiles nothing
fills a gap, so that each run of neighbouring ranks (``3335``, ``789``) is split by itself. The splits of a run or a
suit are remembered, for all suits at once, since they repeat from hand to hand.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from scoring.groups import Group, GroupKind, group

SUITS = (range(9), range(9, 18), range(18, 27), range(27, 34))
"""Tile indices of 万, 筒, 条 and the honors."""

Counts = tuple[int, ...]
"""How many natural tiles there are of each of the 34 faces."""


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
    parts = held if wilds else [run for first, ranks in held if any(ranks) for run in _runs(first, ranks)]
    splits = [split_ranks(ranks, first, wilds, chi) for first, ranks in parts]
    if all(splits):
        yield from _combine(splits, wilds, pairs)


def _runs(first: int, ranks: Counts) -> Iterator[tuple[int, Counts]]:
    """The runs of neighbouring ranks that are there: tile index of the lowest, and the counts."""
    start = 0
    for rank, count in enumerate((*ranks, 0)):
        if not count:
            if start < rank:
                yield first + start, ranks[start:rank]
            start = rank + 1


def _combine(parts: Sequence[tuple[Split, ...]], wilds: int, pairs: int) -> Iterator[tuple[Group, ...]]:
    """One split of each part, in every way that takes exactly so many wild tiles and pairs."""
    if not parts:
        yield ()
        return
    splits, *others = parts
    for split in splits:
        if not others:
            if split.wilds == wilds and split.pairs == pairs:
                yield split.groups
        elif split.wilds <= wilds and split.pairs <= pairs:
            for rest in _combine(others, wilds - split.wilds, pairs - split.pairs):
                yield split.groups + rest


class Split(NamedTuple):
    """One way to see the tiles of a suit or run as sets and at most one pair, and the wild tiles that it takes."""

    groups: tuple[Group, ...]
    wilds: int
    pairs: int


@lru_cache(maxsize=1 << 16)
def split_ranks(counts: Counts, first: int, wilds: int, chi: bool = True) -> tuple[Split, ...]:
    """All splits of neighbouring ranks of one suit with at most so many wild tiles and at most one pair.

    Args:
        counts: how many there are of each rank.
        first: tile index of the lowest rank.
        wilds: the budget.
        chi: whether sets may be chi; the honors make none.
    """
    return tuple(
        Split(tuple(group(kind, first + rank) for kind, rank in places), price, pairs)
        for places, price, pairs in _places(counts, wilds, 1, chi and first in _SUITED, len(counts))
    )


_SUITED = range(27)
_Places = tuple[tuple[GroupKind, int], ...]
"""Kind and lowest rank, from 0, of each group."""


@lru_cache(maxsize=1 << 16)
def _places(counts: Counts, wilds: int, pairs: int, chi: bool, ranks: int) -> tuple[tuple[_Places, int, int], ...]:
    """The splits of the last of these ranks: places, wild tiles and pairs; the same for every suit.

    Args:
        counts: how many there are of each of these ranks.
        wilds: the budget.
        pairs: one or none.
        chi: whether sets may be chi.
        ranks: how many there were in all.
    """
    if not counts:
        return (((), 0, 0),)
    if not counts[0] and not wilds:
        return _places(counts[1:], 0, pairs, chi, ranks)
    if not wilds and sum(counts) % 3 not in (0, 2 * pairs):
        return ()
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
            if rests := _places(after[1:], wilds - cost, pairs - paired, chi, ranks):
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
    if min(left) >= 0:
        return (*left, *counts[3:]), 0
    lacking = -sum(count for count in left if count < 0)
    return (*(max(0, count) for count in left), *counts[3:]), lacking
