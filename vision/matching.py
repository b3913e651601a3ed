"""Tiles read against tiles labelled: who is whose, and the precision and recall that follow."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.detections import Detections
from vision.suppression import overlaps

SAME_PLACE = 0.5
"""A tile read is at a labelled place from this intersection over union on."""

OUTSIDE = 0.75
"""A tile read farther than this from every label, in median heights of the labelled tiles, is outside them."""

IOU_STEPS = np.arange(0.5, 1.0, 0.05)
"""Thresholds that mAP 50-95 averages over."""


@dataclass(frozen=True, eq=False)
class Labels:
    """The labelled tiles of a photo.

    Attributes:
        classes: (n,) indices into the detector's classes.
        boxes: (n, 4) corners in pixels of the upright photo.
    """

    classes: NDArray[np.int64]
    boxes: NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.classes)


@dataclass(frozen=True)
class Match:
    """One photo's tiles, labelled and read.

    Attributes:
        right: pairs (label, detection) at one place with one face.
        wrong: pairs at one place with two faces.
        missed: labels where nothing was read.
        invented: detections without a label.
        outside: detections that lie apart from all labels, where not all tiles are labelled.
    """

    right: tuple[tuple[int, int], ...]
    wrong: tuple[tuple[int, int], ...]
    missed: tuple[int, ...]
    invented: tuple[int, ...]
    outside: tuple[int, ...]

    @property
    def exact(self) -> bool:
        """Whether every labelled tile is right and none is invented."""
        return not (self.wrong or self.missed or self.invented)


def match(labels: Labels, found: Detections, fully_labelled: bool) -> Match:
    """Pairs labels with detections, each at most once: those of one face first, then by overlap.

    Args:
        labels: what is there.
        found: what was read.
        fully_labelled: whether a detection far from every label is an invention.
    """
    iou, _ = overlaps(labels.boxes, found.boxes)
    same = labels.classes[:, None] == found.classes[None]
    right = _pair(np.where(same, iou, 0))
    taken = iou.copy()
    for label, tile in right:
        taken[label] = 0
        taken[:, tile] = 0
    wrong = _pair(taken)
    seen = {tile for _, tile in (*right, *wrong)}
    known = {label for label, _ in (*right, *wrong)}
    spare = [tile for tile in range(len(found)) if tile not in seen]
    apart = set() if fully_labelled else set(np.flatnonzero(outside(labels, found.boxes)).tolist())
    return Match(
        right=right,
        wrong=wrong,
        missed=tuple(label for label in range(len(labels)) if label not in known),
        invented=tuple(tile for tile in spare if tile not in apart),
        outside=tuple(tile for tile in spare if tile in apart),
    )


def outside(labels: Labels, boxes: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Which boxes have their centre farther than :data:`OUTSIDE` from every labelled box."""
    if not len(labels):
        return np.ones(len(boxes), dtype=bool)
    height = float(np.median(labels.boxes[:, 3] - labels.boxes[:, 1]))
    centres = (boxes[:, :2] + boxes[:, 2:]) / 2
    nearest = np.clip(centres[:, None], labels.boxes[None, :, :2], labels.boxes[None, :, 2:])
    distance = np.linalg.norm(centres[:, None] - nearest, axis=2).min(axis=1)
    return np.asarray(distance > OUTSIDE * height)


def _pair(overlap: NDArray[np.float32]) -> tuple[tuple[int, int], ...]:
    """Pairs (row, column) from the largest overlap down, none used twice."""
    pairs = []
    rows, columns = np.nonzero(overlap >= SAME_PLACE)
    used_rows, used_columns = set(), set()
    for k in np.argsort(-overlap[rows, columns], kind="stable"):
        row, column = int(rows[k]), int(columns[k])
        if row not in used_rows and column not in used_columns:
            pairs.append((row, column))
            used_rows.add(row)
            used_columns.add(column)
    return tuple(pairs)


def average_precision(photos: Sequence[tuple[Labels, Detections]], face: int) -> NDArray[np.float64]:
    """Average precision of one class at each of :data:`IOU_STEPS`, interpolated at 101 recalls as in COCO.

    Args:
        photos: labels and detections of each photo, those that do not count taken out; no label of the class
            in any photo gives NaN.
        face: the class.
    """
    confidences: list[NDArray[np.float32]] = []
    hits: list[NDArray[np.bool_]] = []
    total = 0
    for labels, found in photos:
        mine = found.take(found.classes == face)
        targets = labels.boxes[labels.classes == face]
        total += len(targets)
        mine = mine.take(np.argsort(-mine.confidences, kind="stable"))
        confidences.append(mine.confidences)
        hits.append(_hits(overlaps(mine.boxes, targets)[0]))
    if not total:
        return np.full(len(IOU_STEPS), np.nan)
    order = np.argsort(-np.concatenate(confidences), kind="stable")
    found_right = np.concatenate(hits, axis=1)[:, order].cumsum(axis=1)
    recall = found_right / total
    precision = found_right / np.arange(1, len(order) + 1)
    # The best precision at this recall or a higher one.
    envelope = np.maximum.accumulate(precision[:, ::-1], axis=1)[:, ::-1]
    points = np.linspace(0, 1, 101)
    return np.array(
        [
            np.append(line, 0)[np.searchsorted(reached, points)].mean()
            for line, reached in zip(envelope, recall, strict=True)
        ]
    )


def _hits(iou: NDArray[np.float32]) -> NDArray[np.bool_]:
    """For each threshold and detection, surest first: whether it is the first at a label's place."""
    hits = np.zeros((len(IOU_STEPS), len(iou)), dtype=bool)
    if not iou.size:
        return hits
    for step, threshold in enumerate(IOU_STEPS):
        free = np.ones(iou.shape[1], dtype=bool)
        for tile in range(len(iou)):
            label = int(np.argmax(np.where(free, iou[tile], -1)))
            if free[label] and iou[tile, label] >= threshold:
                hits[step, tile] = True
                free[label] = False
    return hits
