"""Hands for the tests of the pages."""

from __future__ import annotations

from collections.abc import Iterable

from scoring.tiles import Tile
from ui.hand import EMPTY_HAND, EditedHand, add, add_winning


def hand_from_tiles(concealed: Iterable[Tile], win: Tile | None = None, flowers: Iterable[Tile] = ()) -> EditedHand:
    """A hand that nobody photographed."""
    hand = EMPTY_HAND
    for tile in (*concealed, *flowers):
        hand = add(hand, tile)
    return hand if win is None else add_winning(hand, win)
