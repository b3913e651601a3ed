"""Patterns (番种): what makes a hand worth more, declared as entries of a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import Any

from scoring.groups import Group
from scoring.hand import Case, Win
from scoring.shapes import Held, Reading
from scoring.steps import Step, Text, add, times
from scoring.tiles import Tile


@dataclass(frozen=True, eq=False)
class Hand:
    """One reading of one winning hand with all that patterns may ask about it.

    Attributes:
        reading: the groups.
        held: the tiles behind the reading.
        case: the deal.
        options: every house rule of the variant, resolved.
    """

    reading: Reading
    held: Held
    case: Case
    options: Mapping[str, Any]

    @property
    def win(self) -> Win:
        """Who won, how, and with which facts."""
        return self.held.win

    @property
    def shape(self) -> str:
        """Name of the shape of the reading."""
        return self.reading.shape

    @property
    def groups(self) -> tuple[Group, ...]:
        """Melds, sets, pairs and single tiles."""
        return self.reading.groups

    @cached_property
    def tiles(self) -> tuple[Tile, ...]:
        """Every tile of the hand, melds included, wild tiles as what they stand for."""
        return tuple(chain.from_iterable(item.tiles for item in self.groups))

    @cached_property
    def faces(self) -> Counter[Tile]:
        """How many the hand holds of each face."""
        return Counter(self.tiles)

    @cached_property
    def sets(self) -> tuple[Group, ...]:
        """The chi, pongs and kongs."""
        return tuple(item for item in self.reading.groups if item.is_set)

    @cached_property
    def pairs(self) -> tuple[Group, ...]:
        """The pairs: one of a standard hand, seven of seven pairs."""
        return tuple(item for item in self.reading.groups if item.kind == "pair")

    @cached_property
    def triplets(self) -> frozenset[Tile]:
        """The tiles of which it has a pong or kong."""
        return frozenset(item.tile for item in self.reading.groups if item.is_triplet)

    def has(self, flag: str) -> bool:
        """Whether this fact of the win holds."""
        return flag in self.win.flags


@dataclass(frozen=True, slots=True, eq=False)
class Pattern:
    """One entry of a variant's table of patterns.

    Attributes:
        id: name in code and JSON.
        zh: name at the table.
        en: English name.
        clause: heading of the variant's rule page.
        count: how many times the hand has it; yes and no count as one and none.
        value: what it is worth each time, in the variant's own unit, or how the house rules set it.
        replaces: ids of cheaper patterns that it includes.
        needs: the house rules without which it never counts, as a page shows them; empty where it always may count.
        on_top: whether a hand with nothing else is still a plain one (根, 杠, the way of winning).
    """

    id: str
    zh: str
    en: str
    clause: str
    count: Callable[[Hand], int]
    value: int | Callable[[Mapping[str, Any]], int] = 0
    replaces: tuple[str, ...] = ()
    needs: str = ""
    on_top: bool = False

    def value_under(self, options: Mapping[str, Any]) -> int:
        """What it is worth each time under these house rules."""
        return self.value if isinstance(self.value, int) else self.value(options)

    def hit(self, options: Mapping[str, Any]) -> Hit:
        """The pattern as found once in a hand."""
        return Hit(self, self.value_under(options))


def by_option(name: str) -> Callable[[Mapping[str, Any]], int]:
    """A value that the house rule of this name sets."""
    return lambda options: int(options[name])


@dataclass(frozen=True, slots=True)
class Hit:
    """A pattern found in a hand, with what it was worth there."""

    pattern: Pattern
    value: int

    @property
    def name(self) -> Text:
        """Its name in both languages."""
        return Text(self.pattern.en, self.pattern.zh)


@dataclass(frozen=True, slots=True)
class Score:
    """What one reading is worth.

    Attributes:
        fan: in the variant's unit (rules 1.2).
        points: what the payments are made of; the dearest reading is the one with the most.
        hits: the patterns found; a pattern found twice stands twice.
        steps: the arithmetic from the patterns to the points.
    """

    fan: int
    points: int
    hits: tuple[Hit, ...]
    steps: tuple[Step, ...]


def find(patterns: Iterable[Pattern], hand: Hand, plain: Pattern | None = None) -> tuple[Hit, ...]:
    """The patterns of the table that the hand has, in the table's order.

    Args:
        patterns: the table.
        hand: one reading.
        plain: listed first when nothing else is found but patterns ``on_top`` (基本胡, 平胡).
    """
    counted = [(pattern, times) for pattern in patterns if (times := pattern.count(hand))]
    found: list[Hit] = []
    if counted:
        replaced = {name for pattern, _ in counted for name in pattern.replaces}
        for pattern, times in counted:
            if pattern.id not in replaced:
                found += [pattern.hit(hand.options) for _ in range(times)]
    if plain is not None and all(hit.pattern.on_top for hit in found):
        found.insert(0, plain.hit(hand.options))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Names:
    """Patterns as a sum or a product of names, for a step or a message; written when read.

    Attributes:
        hits: the patterns.
        op: what stands between them: ``+`` or ``×``, as between their values.
    """

    hits: tuple[Hit, ...]
    op: str = "+"

    @property
    def en(self) -> str:
        """``One suit + Root``."""
        return f" {self.op} ".join(hit.pattern.en for hit in self.hits)

    @property
    def zh(self) -> str:
        """The same in Chinese."""
        return f" {self.op} ".join(hit.pattern.zh for hit in self.hits)


def add_up(en: str, zh: str, hits: tuple[Hit, ...]) -> Step:
    """A line that adds what the patterns are worth and names them: ``fan, Seven pairs + Root: 2 + 1 = 3``."""
    return add(en + ", {found}", zh + "，{found}", *(hit.value for hit in hits), found=Names(hits))


def multiply(en: str, zh: str, hits: tuple[Hit, ...]) -> Step:
    """A line that multiplies what the patterns are worth and names them: ``Seven pairs × Self-draw: 3 × 4 = 12``."""
    return times(en + ", {found}", zh + "，{found}", *(hit.value for hit in hits), found=Names(hits, "×"))
