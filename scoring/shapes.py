"""Winning shapes (牌型): each gives every reading of a hand that has it, wild tiles included."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import combinations_with_replacement, islice

from scoring.groups import Group, GroupKind, group
from scoring.hand import Win
from scoring.splits import SUITS, Counts, complete
from scoring.tiles import Tile


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
    if not held.wilds and (1 in held.counts or 4 in held.counts):
        return
    missing = held.sets - len(held.melds)
    if all(group.is_triplet for group in held.melds):
        for groups in complete(held.counts, held.wilds, missing, pairs=1, suits=held.suits, chi=False):
            yield Reading("standard", held.melds + groups)


def with_chi(held: Held) -> Iterator[Reading]:
    """The readings of sets and a pair that :func:`only_triplets` leaves out."""
    return (reading for reading in standard(held) if any(item.kind == "chi" for item in reading.groups))


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


def wilds_alone(held: Held, shape: str) -> Reading:
    """The hand tile by tile, for a shape that asks for wild tiles and nothing else."""
    wilds = () if held.wild_tile is None else (group("single", held.wild_tile.index),) * held.wilds
    return Reading(shape, (*held.melds, *loose(held), *wilds))


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


def in_own_suits(shape: Shape) -> Shape:
    """The shape with wild tiles in suits alone that the hand has, for rules to which no other suit is worth more."""

    def readings(held: Held) -> Iterable[Reading]:
        if held.wilds:
            faces = [*loose(held), *held.melds]
            suits = tuple(suit for suit in held.suits if any(item.tile.index in suit for item in faces))
            held = replace(held, suits=suits)
        return shape(held)

    return readings


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
