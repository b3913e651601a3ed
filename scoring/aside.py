"""Flower tiles laid aside (补花): from a hand as it lies on the table to the hand as the variant plays it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from scoring.hand import Win
from scoring.tiles import Tile
from scoring.variant import Variant


def lay_aside(win: Win, variant: Variant) -> Win:
    """The win with every tile that the variant plays as a flower laid with the flowers.

    A photo shows where tiles lie and knows no variant: in Fuzhou honors are flowers (rules 7.1), so honors in
    the row, three laid apart like a pong, or one set apart like a winning tile are none of these. Tiles that
    the variant does not have stay where they are, to be refused by name.
    """
    flowers = variant.flowers
    melds = tuple(meld for meld in win.melds if not flowers.issuperset(meld.tiles))
    melded = [tile for meld in win.melds if flowers.issuperset(meld.tiles) for tile in meld.tiles]
    apart = win.win_tile if win.win_tile in flowers else None
    return replace(
        win,
        concealed=tuple(tile for tile in win.concealed if tile not in flowers),
        melds=melds,
        win_tile=None if apart else win.win_tile,
        flowers=(*win.flowers, *_only(win.concealed, flowers), *melded, *((apart,) if apart else ())),
    )


def _only(tiles: Iterable[Tile], wanted: frozenset[Tile]) -> list[Tile]:
    return [tile for tile in tiles if tile in wanted]
