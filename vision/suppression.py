"""Overlaps between boxes, and one box for each tile."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.detections import Detections

SAME_TILE_IOU = 0.5
"""Two boxes that overlap by more show one tile; neighbours, even turned by 45 degrees, overlap by 0.25."""

INSIDE = 0.8
"""A box that lies in another by more than this share of its own area shows a part of the same tile."""


def overlaps(
    boxes: NDArray[np.float32], others: NDArray[np.float32]
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """How much boxes overlap.

    Args:
        boxes: (n, 4), corners.
        others: (m, 4), corners.

    Returns:
        Two arrays (n, m): intersection over union, and intersection over the smaller box.
    """
    corner = np.maximum(boxes[:, None, :2], others[None, :, :2])
    far_corner = np.minimum(boxes[:, None, 2:], others[None, :, 2:])
    shared = (far_corner - corner).clip(0).prod(axis=2)
    area, other_area = box_areas(boxes)[:, None], box_areas(others)[None, :]
    tiny = np.float32(1e-9)
    return shared / (area + other_area - shared + tiny), shared / (np.minimum(area, other_area) + tiny)


def box_areas(boxes: NDArray[np.float32]) -> NDArray[np.float32]:
    """Areas (n,) of boxes (n, 4)."""
    sides = (boxes[:, 2:] - boxes[:, :2]).clip(0)
    return np.asarray(sides[:, 0] * sides[:, 1], dtype=np.float32)


def keep_one_box_a_tile(found: Detections) -> Detections:
    """Drops every box that shows the same tile as a surer one, whatever face it names.

    The face of a tile that was seen as two faces stays with the surer; the other is not lost: the tile's
    score of each face is the best that any of its boxes gave.

    Returns:
        The detections left, surest first.
    """
    order = np.argsort(-found.confidences, kind="stable")
    boxes, scores = found.boxes[order], found.scores[order].copy()
    waiting = np.ones(len(order), dtype=bool)
    kept: list[int] = []
    for index in range(len(order)):
        if not waiting[index]:
            continue
        kept.append(index)
        iou, inside = overlaps(boxes[index : index + 1], boxes)
        same = waiting & ((iou[0] > SAME_TILE_IOU) | (inside[0] > INSIDE))
        same[index] = True  # a box of no area does not overlap even itself
        scores[index] = np.minimum(scores[same].max(axis=0), scores[index].max())
        waiting &= ~same
    chosen = order[kept]
    return Detections(found.boxes[chosen], found.classes[chosen], found.confidences[chosen], scores[kept])
