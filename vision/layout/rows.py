"""Rows: straight runs of tiles lying side by side, at any slope and in any perspective.

A row is found by trying the line through every pair of neighbours, taking the line with the most tiles on it,
and going on with the tiles left. Distances are measured in the size of the tiles they concern, so that a row
that runs away from the camera is as straight as one that lies square to it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Indices = NDArray[np.int64]

LINE_TOLERANCE = 0.4
"""Centres within this share of a tile's height from the line are on it; rows that touch are 1 apart."""

LONGEST_GAP = 2.5
"""A row ends where more than this many tile widths are empty."""

NEIGHBOURS = 6
"""Lines are tried through each tile and this many nearest others."""

SIDEWAYS_RATIO = 1.4
"""A tile this much wider for its height than its neighbours lies sideways; 1.8 for tiles of 4 to 3."""

SIDEWAYS_ALONE = 1.5
"""Width to height from which a tile with no row to compare with lies sideways: foreshortening makes 1.3."""

UPRIGHT_SKEW = -0.15
"""(width - height) / (width + height) of an upright tile, for slopes at which a box does not show it."""


@dataclass(frozen=True, eq=False)
class Row:
    """Tiles side by side, in reading order.

    Attributes:
        tiles: indices into the detections.
        direction: unit vector (x, y) along the row, in reading order.
        widths: each tile's size along the row, pixels.
        heights: each tile's size across the row, pixels.
        gaps: empty space before each tile, in tile widths; the first is 0, overlaps are negative.
        sideways: whether each tile lies on its side in the row.
        centres: each tile's centre (n, 2).
    """

    tiles: tuple[int, ...]
    direction: tuple[float, float]
    widths: Floats
    heights: Floats
    gaps: Floats
    sideways: tuple[bool, ...]
    centres: Floats

    @property
    def degrees(self) -> float:
        """Slope of the row, clockwise, -85 to 95."""
        return float(np.degrees(np.arctan2(self.direction[1], self.direction[0])))

    @property
    def tile_height(self) -> float:
        """Height of its tiles, pixels; a sideways tile's height is its size along the row."""
        upright = np.where(self.sideways, self.widths, self.heights)
        return float(np.median(upright))

    @property
    def tile_width(self) -> float:
        """Width of its tiles, pixels."""
        return float(np.median(np.where(self.sideways, self.heights, self.widths)))


def find_rows(boxes: NDArray[np.float32]) -> list[Row]:
    """Every tile in exactly one row, the longest rows first; a tile without neighbours is a row of its own.

    Args:
        boxes: (n, 4), corners in pixels.
    """
    centres = (boxes[:, :2] + boxes[:, 2:]).astype(np.float64) / 2
    sizes = np.maximum((boxes[:, 2:] - boxes[:, :2]).astype(np.float64), 1)
    left = np.arange(len(boxes))
    rows = []
    while len(left):
        members = _longest_line(centres[left], sizes[left])
        rows.append(_make_row(left[members], centres, sizes))
        left = np.delete(left, members)
    return _compared(rows, centres, sizes)


def _longest_line(centres: Floats, sizes: Floats) -> Indices:
    """The tiles of the best row among these, by their position in the arguments."""
    starts, ends = _neighbour_pairs(centres)
    if not len(starts):
        return np.array([0])
    directions = centres[ends] - centres[starts]
    lengths = np.linalg.norm(directions, axis=1, keepdims=True)
    # Boxes with one centre have no direction between them: level will do.
    directions = np.where(lengths > 0, directions / np.maximum(lengths, 1e-9), [1.0, 0.0])
    offsets = centres[None] - centres[starts][:, None]
    across = np.abs(offsets[..., 0] * -directions[:, 1, None] + offsets[..., 1] * directions[:, 0, None])
    widths, heights = _extents(sizes[None], directions[:, None])
    distance = across / heights
    # Tiles lie side by side along their short side: a column of a stack of rows counts for less.
    weight = np.where(widths > heights * 1.15, 0.6, 1.0) * (1 - (distance / LINE_TOLERANCE) ** 2).clip(0)
    best: Indices = np.array([0])
    best_score = 0.0
    bound = weight.sum(axis=1)
    for trial in np.argsort(-bound):
        if bound[trial] <= best_score:
            break
        chain, score = _chain(trial, starts, offsets, directions, widths, distance, weight)
        if score > best_score:
            best, best_score = chain, score
    return _grow(best, centres, sizes) if len(best) > 2 else best


def _neighbour_pairs(centres: Floats) -> tuple[Indices, Indices]:
    """Pairs of each tile with its nearest others."""
    count = len(centres)
    apart = np.linalg.norm(centres[:, None] - centres[None], axis=2)
    np.fill_diagonal(apart, np.inf)
    nearest = np.argsort(apart, axis=1)[:, : min(NEIGHBOURS, count - 1)]
    return np.repeat(np.arange(count), nearest.shape[1]), nearest.ravel()


def _chain(
    trial: int,
    starts: Indices,
    offsets: Floats,
    directions: Floats,
    widths: Floats,
    distance: Floats,
    weight: Floats,
) -> tuple[Indices, float]:
    """The tiles on one trial line without a long gap, around the tile it starts at, and their worth."""
    on_line = np.flatnonzero(distance[trial] < LINE_TOLERANCE)
    along = offsets[trial, on_line] @ directions[trial]
    order = np.argsort(along)
    on_line, along = on_line[order], along[order]
    width = widths[trial, on_line]
    gaps = _gaps(along, width, width)
    start = int(np.flatnonzero(on_line == starts[trial])[0])
    breaks = np.flatnonzero((gaps > LONGEST_GAP) | (gaps < -0.7))
    first = max((b for b in breaks if b <= start), default=0)
    last = min((b for b in breaks if b > start), default=len(on_line))
    chain = on_line[first:last]
    empty = gaps[first + 1 : last].clip(0).sum()
    return chain, float(weight[trial, chain].sum() - 0.2 * empty)


def _gaps(along: Floats, widths: Floats, units: Floats) -> Floats:
    """Empty space before each tile of a line, in units; 0 before the first."""
    gaps = np.zeros(len(along))
    if len(along) > 1:
        empty = np.diff(along) - (widths[1:] + widths[:-1]) / 2
        gaps[1:] = empty / ((units[1:] + units[:-1]) / 2)
    return gaps


def _grow(chain: Indices, centres: Floats, sizes: Floats) -> Indices:
    """Follows a row that bends: takes in the tiles that continue the last few at either end."""
    members = [int(i) for i in chain]
    for _ in range(2):
        while True:
            recent = members[-4:]
            step = _direction(centres[recent])
            if (centres[recent[-1]] - centres[recent[0]]) @ step < 0:
                step = -step
            offsets = centres - centres[recent].mean(axis=0)
            widths, heights = _extents(sizes, step[None])
            across = np.abs(offsets[:, 1] * step[0] - offsets[:, 0] * step[1]) / heights
            ahead = (centres - centres[members[-1]]) @ step / widths
            fits = (across < LINE_TOLERANCE) & (ahead > 0.6) & (ahead < 1 + LONGEST_GAP)
            fits[members] = False
            candidates = np.flatnonzero(fits)
            if not len(candidates):
                break
            members.append(int(candidates[np.argmin(ahead[candidates])]))
        members.reverse()
    return np.array(members)


def _direction(centres: Floats) -> Floats:
    """The unit vector along points that lie nearly on a line, in reading order: rightwards, else downwards."""
    if len(centres) < 2:
        return np.array([1.0, 0.0])
    offsets = centres - centres.mean(axis=0)
    vector = np.linalg.svd(offsets, full_matrices=False)[2][0]
    degrees = np.degrees(np.arctan2(vector[1], vector[0]))
    return np.asarray(vector if -85 < degrees <= 95 else -vector)


def _extents(sizes: Floats, directions: Floats) -> tuple[Floats, Floats]:
    """Size of tiles along and across a direction, from the sides of their boxes.

    A tile of sides w, h turned by an angle has a box of w|cos| + h|sin| by w|sin| + h|cos|. Near 45 degrees
    both are the same and only w + h can be told: there the tile is taken to stand upright in its row.
    """
    cos, sin = np.abs(directions[..., 0]), np.abs(directions[..., 1])
    box_width, box_height = sizes[..., 0], sizes[..., 1]
    both = (box_width + box_height) / (cos + sin)
    tilt = cos - sin
    clear = np.abs(tilt) > 0.45
    difference = (box_width - box_height) / np.where(clear, tilt, 1)
    difference = np.where(clear, difference.clip(-0.45 * both, 0.45 * both), UPRIGHT_SKEW * both)
    return (both + difference) / 2, (both - difference) / 2


def _make_row(members: Indices, centres: Floats, sizes: Floats) -> Row:
    direction = _direction(centres[members])
    along = centres[members] @ direction
    order = np.argsort(along)
    tiles, along = members[order], along[order]
    widths, heights = _extents(sizes[tiles], direction[None])
    ratio = widths / heights
    sideways = ratio > _nearby_median(ratio) * SIDEWAYS_RATIO
    units = np.where(sideways, heights, widths)
    return Row(
        tiles=tuple(int(i) for i in tiles),
        direction=(float(direction[0]), float(direction[1])),
        widths=widths,
        heights=heights,
        gaps=_gaps(along, widths, units),
        sideways=tuple(bool(s) for s in sideways),
        centres=centres[tiles],
    )


def _compared(rows: list[Row], centres: Floats, sizes: Floats) -> list[Row]:
    """The rows, with rows of one and two tiles compared with the others.

    A single tile lies sideways where it is much wider for its height than tiles usually are in this photo. Two
    that both seem to lie sideways stand one above the other instead, and are no row.
    """
    usual = float(np.median(np.concatenate([row.widths / row.heights for row in rows]))) if rows else 1.0
    least = max(SIDEWAYS_ALONE, usual * SIDEWAYS_RATIO)
    compared = []
    for row in rows:
        wide = tuple(bool(ratio > least) for ratio in row.widths / row.heights)
        if len(row.tiles) > 2:
            compared.append(row)
        elif len(row.tiles) == 2 and all(wide):
            singles = [_make_row(np.array([tile]), centres, sizes) for tile in row.tiles]
            compared += [replace(single, sideways=(False,)) for single in singles]
        else:
            compared.append(replace(row, sideways=wide))
    return compared


def _nearby_median(values: Floats, reach: int = 3) -> Floats:
    """For each place the median of the values around it: perspective changes them along a row."""
    return np.array([np.median(values[max(k - reach, 0) : k + reach + 1]) for k in range(len(values))])
