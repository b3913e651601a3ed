"""One row read by itself: which of its tiles are the hand, which lie apart as melds, which is the winning tile."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np

from scoring.tiles import Tile
from vision.layout.melds import BACK, meld_shape, split_into_melds
from vision.layout.rows import Row

APART = 0.45
"""Groups are apart from this gap on, in tile widths above the row's usual gap."""

WIDE = 0.75
"""Gaps wider than this do not lie between the sets of one hand."""

Group = tuple[int, ...]
"""Indices into the detections, in reading order."""


@dataclass(frozen=True)
class RowReading:
    """What the tiles of one row are.

    Attributes:
        concealed: tiles of the hand itself, in reading order.
        melds: groups that make a meld, each in reading order.
        win_tile: the tile that lies apart or across at the row's end.
        flowers: flower tiles.
        unclear: groups that may be melds or sets of the hand, read as the hand.
    """

    concealed: Group = ()
    melds: tuple[Group, ...] = ()
    win_tile: int | None = None
    flowers: Group = ()
    unclear: tuple[Group, ...] = field(default=())


def read_melds(row: Row, faces: Sequence[Tile]) -> RowReading | None:
    """The row as nothing but melds and flowers side by side; None if it holds anything else."""
    melds: list[Group] = []
    for group in _split(row, _without_flowers(row, faces), APART):
        lengths = split_into_melds([faces[i] for i in group])
        if lengths is None:
            return None
        ends = np.cumsum([0, *lengths])
        melds += [group[start:end] for start, end in pairwise(ends)]
    return RowReading(melds=tuple(melds), flowers=_flowers(row, faces))


def read_hand_row(row: Row, faces: Sequence[Tile]) -> RowReading:
    """The row as a hand, with the melds and the winning tile that lie apart in it.

    Where the gaps part the row in several ways, the finest that leaves one piece of the hand is taken: small
    gaps between the sets of a hand that its owner has sorted are no melds.
    """
    places = _without_flowers(row, faces)
    flowers = _flowers(row, faces)
    sideways = {tile for tile, lies in zip(row.tiles, row.sideways, strict=True) if lies}
    coarser = sorted(gap for gap in _spare_gaps(row) if gap > APART)
    unclear: tuple[Group, ...] = ()
    for threshold in [APART, *coarser]:
        groups = _split(row, places, threshold)
        parts = _part(groups, faces, sideways, wide=bool(coarser) and coarser[0] > WIDE)
        if parts is not None:
            body, melds, win_tile = parts
            inside = tuple(group for group in unclear if set(group) <= set(body))
            return RowReading(body, melds, win_tile, flowers, inside)
        if threshold == APART:
            unclear = tuple(group for group in groups if meld_shape([faces[i] for i in group]))
    return RowReading(concealed=tuple(row.tiles[p] for p in places), flowers=flowers, unclear=unclear)


def _part(
    groups: list[Group], faces: Sequence[Tile], sideways: set[int], wide: bool
) -> tuple[Group, tuple[Group, ...], int | None] | None:
    """The hand, the melds and the winning tile of a row cut into groups; None where that is not clear.

    Args:
        groups: in reading order.
        faces: of all tiles.
        sideways: tiles that lie across.
        wide: whether all gaps are too wide to lie between the sets of a sorted hand.
    """
    called = [g for g in groups if _is_called(g, faces, sideways)]
    sets = [g for g in groups if g not in called and meld_shape([faces[i] for i in g])]
    melds = [g for g in groups if g in called or g in sets]
    rest = [g for g in groups if g not in melds]
    large = [g for g in rest if len(g) > 1]
    if not rest and len(sets) == 1:
        return sets[0], tuple(called), None
    small = sum(map(len, rest)) < 4
    if len(large) > 1 or len(rest) - len(large) > 2 or (small and sets and not (len(melds) > 2 and (wide or called))):
        return None
    # Of single tiles the last is the winning one; alone beside melds, a tile is what the hand waits with.
    win_tile = rest[-1][0] if len(rest) > 1 and len(rest[-1]) == 1 else None
    if win_tile is None and len(rest) > 1 and len(rest[0]) == 1:
        win_tile = rest[0][0]
    body = tuple(i for g in rest for i in g if i != win_tile)
    body, touching = _called_tail(body, faces, sideways)
    if win_tile is None and len(body) > 1 and (body[-1] in sideways or body[0] in sideways):
        lone = -1 if body[-1] in sideways else 0
        win_tile = body[lone]
        body = body[:-1] if lone else body[1:]
    return body, (*touching, *melds), win_tile


def _is_called(group: Group, faces: Sequence[Tile], sideways: set[int]) -> bool:
    """Whether a group is a meld beyond doubt: a tile lies across it or face down in it."""
    marked = any(i in sideways or faces[i] is BACK for i in group)
    return marked and meld_shape([faces[i] for i in group]) is not None


def _called_tail(body: Group, faces: Sequence[Tile], sideways: set[int]) -> tuple[Group, list[Group]]:
    """Melds with a tile across or face down that touch the right end of the hand.

    A tile across at the very end of a chi is not called with it, for the called tile of a chi lies first: it
    is the winning tile beside two that happen to fit.
    """
    tail: list[Group] = []
    while len(body) > 4:
        meld = next((body[-n:] for n in (4, 3) if _is_called(body[-n:], faces, sideways)), None)
        if meld is None or (meld[-1] in sideways and len({faces[i] for i in meld}) > 1):
            break
        tail.insert(0, meld)
        body = body[: -len(meld)]
    return body, tail


def _without_flowers(row: Row, faces: Sequence[Tile]) -> list[int]:
    """Positions in the row of the tiles that are no flowers."""
    return [p for p, i in enumerate(row.tiles) if not faces[i].is_flower]


def _flowers(row: Row, faces: Sequence[Tile]) -> Group:
    return tuple(i for i in row.tiles if faces[i].is_flower)


def _spare_gaps(row: Row) -> list[float]:
    """Gap before each tile above the row's usual one.

    Boxes of tiles that touch are parted by their visible sides, or overlap where tiles are seen askew.
    """
    if len(row.tiles) < 2:
        return [0.0] * len(row.tiles)
    usual = min(float(np.median(row.gaps[1:])), 0.4 if len(row.tiles) > 2 else 0.1)
    return [0.0, *(float(gap) - usual for gap in row.gaps[1:])]


def _split(row: Row, places: list[int], threshold: float) -> list[Group]:
    """The tiles at these places of the row, cut where a gap before a tile is larger than the threshold.

    A flower between two tiles does not part them by itself.
    """
    gaps = _spare_gaps(row)
    groups: list[list[int]] = []
    previous = None
    for place in places:
        if previous is None or max(gaps[previous + 1 : place + 1]) > threshold:
            groups.append([])
        groups[-1].append(row.tiles[place])
        previous = place
    return [tuple(group) for group in groups]
