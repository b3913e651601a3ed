"""Groups (面子、将): the sets and pairs that a winning hand consists of."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from typing import Literal

from scoring.hand import Meld
from scoring.tiles import TILES, Tile, format_tiles

GroupKind = Literal["chi", "pong", "kong", "pair", "single"]


@dataclass(frozen=True, eq=False)
class Group:
    """One set, pair or loose tile of a reading.

    Groups in the hand are made once and shared, so that identity is equality; melds make their own.

    Attributes:
        kind: chi (顺子), pong (刻子), kong (杠), pair (对子) or single.
        tiles: what the group stands for, wild tiles replaced.
        melded: whether it lies on the table.
        concealed: whether nobody else's discard made it, as far as the melds tell.
        wild: whether it consists of wild tiles alone, standing for themselves.
    """

    kind: GroupKind
    tiles: tuple[Tile, ...]
    melded: bool = False
    concealed: bool = True
    wild: bool = False

    @property
    def tile(self) -> Tile:
        """The tile of a pong, kong or pair; the lowest of a chi."""
        return self.tiles[0]

    @cached_property
    def is_set(self) -> bool:
        """Whether it is one of the four (five) sets."""
        return self.kind in ("chi", "pong", "kong")

    @cached_property
    def is_triplet(self) -> bool:
        """Whether it is three or four of a kind."""
        return self.kind in ("pong", "kong")

    @cached_property
    def has_terminal(self) -> bool:
        """Whether a 1 or a 9 is in it (带幺九)."""
        return any(tile.is_terminal for tile in self.tiles)

    def __str__(self) -> str:
        text = format_tiles(self.tiles)
        return f"[{text}]" if self.melded else text


@cache
def group(kind: GroupKind, index: int, wild: bool = False) -> Group:
    """The shared group of this kind whose (lowest) tile has this index."""
    if kind == "chi":
        return Group(kind, TILES[index : index + 3])
    size = {"pong": 3, "kong": 4, "pair": 2, "single": 1}[kind]
    return Group(kind, (TILES[index],) * size, wild=wild)


def melded_group(meld: Meld, stand_in: dict[Tile, Tile]) -> Group:
    """The group that a meld is, with stand-in tiles replaced by what they stand for."""
    tiles = tuple(sorted(stand_in.get(tile, tile) for tile in meld.tiles))
    return Group(meld.type, tiles, melded=True, concealed=meld.is_concealed_kong)
