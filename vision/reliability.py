"""Whether confidences keep their word: when the reader says 0.9, is it right nine times in ten?"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

BINS = 10
"""Bins of the calibration error and of the reliability diagram, of equal width."""


@dataclass(frozen=True)
class Bin:
    """Tiles read with about the same confidence.

    Attributes:
        edge: lowest confidence of the bin.
        confidence: mean of the tiles in it.
        right: share of them that are right.
        tiles: how many there are.
    """

    edge: float
    confidence: float
    right: float
    tiles: int


def reliability(confidences: NDArray[np.float32], right: NDArray[np.bool_]) -> tuple[Bin, ...]:
    """The bins that have tiles.

    Args:
        confidences: (n,) of the tiles read.
        right: (n,) whether a label lies there with the same face.
    """
    bins = np.minimum((confidences * BINS).astype(int), BINS - 1)
    return tuple(
        Bin(k / BINS, float(confidences[bins == k].mean()), float(right[bins == k].mean()), int((bins == k).sum()))
        for k in range(BINS)
        if (bins == k).any()
    )


def calibration_error(bins: tuple[Bin, ...]) -> float:
    """Expected calibration error: mean distance of confidence and share of right tiles, over all tiles."""
    tiles = sum(each.tiles for each in bins)
    return sum(abs(each.confidence - each.right) * each.tiles for each in bins) / max(tiles, 1)
