"""Checks that need the label file alone."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

import numpy as np

from scoring.tiles import DETECTOR_CLASSES, tile
from vision.dataset import findings as found
from vision.dataset.findings import Finding
from vision.dataset.labels import Box, LabelFile, corners
from vision.dataset.tree import Entry
from vision.suppression import SAME_TILE_IOU, overlaps

SAME_BOX_IOU = 0.8
"""Boxes that overlap by more are one tile labelled twice; tiles that hide each other stay below."""

LEAST_SIDE = 0.003
"""A tile narrower than this share of the picture has a handful of pixels in any photo."""

BEYOND_EDGE = 0.002
"""Boxes may reach so far beyond the picture: two pixels of a thousand, as tools round."""

HAND_TILES = range(10, 21)
"""So many labelled tiles are a hand, of which one set has four of each; more may be two sets."""

BACK = tile("back").index


def box_findings(entry: Entry, labels: LabelFile, classes: int) -> Iterator[Finding]:
    """What is wrong with the labels of one photo, whatever the photo shows.

    Args:
        entry: the photo.
        labels: its labels.
        classes: how many classes there are.
    """
    for bad in labels.bad:
        kind = found.LABEL_LINE if bad.number else found.LABEL_FILE
        lines = (bad.number,) if bad.number else ()
        yield Finding(kind, entry.labels or entry.path, lines, facts={"text": bad.text})
    for box, line in zip(labels.boxes, labels.lines, strict=True):
        yield from _box(entry, box, line, classes)
    yield from _overlaps(entry, labels)
    yield from _too_many(entry, labels)


def _box(entry: Entry, box: Box, line: int, classes: int) -> Iterator[Finding]:
    if not 0 <= box.face < classes:
        yield Finding(found.UNKNOWN_CLASS, entry.path, (line,), facts={"face": box.face, "last": classes - 1})
    if min(box.width, box.height) < LEAST_SIDE:
        facts = {"width": box.width, "height": box.height}
        yield Finding(found.BOX_EMPTY, entry.path, (line,), facts=facts)
    beyond = max(abs(centre - 0.5) + abs(side) / 2 - 0.5 for centre, side in ((box.x, box.width), (box.y, box.height)))
    if beyond > BEYOND_EDGE:
        yield Finding(found.BOX_OUTSIDE, entry.path, (line,), facts={"share": beyond})


def _overlaps(entry: Entry, labels: LabelFile) -> Iterator[Finding]:
    iou, _ = overlaps(corners(labels.boxes), corners(labels.boxes))
    for first, second in zip(*np.nonzero(np.triu(iou, 1) > SAME_TILE_IOU), strict=True):
        one, other = labels.boxes[first], labels.boxes[second]
        if iou[first, second] <= SAME_BOX_IOU:
            kind = found.BOX_OVERLAP
        else:
            kind = found.BOX_TWICE if one.face == other.face else found.BOX_TWO_FACES
        facts = {"tile": face_name(one.face), "second": face_name(other.face), "iou": float(iou[first, second])}
        yield Finding(kind, entry.path, (labels.lines[first], labels.lines[second]), facts=facts)


def _too_many(entry: Entry, labels: LabelFile) -> Iterator[Finding]:
    lines = defaultdict[int, list[int]](list)
    for box, line in zip(labels.boxes, labels.lines, strict=True):
        lines[box.face].append(line)
    kind = found.FIVE if len(labels.boxes) in HAND_TILES else found.FIVE_IN_VIEW
    for face, where in sorted(lines.items()):
        if len(where) > 4 and face != BACK:
            yield Finding(kind, entry.path, tuple(where), facts={"tile": face_name(face), "count": len(where)})


def face_name(face: int) -> str:
    """The code of a class, or its number where there is no such class."""
    return DETECTOR_CLASSES[face].code if 0 <= face < len(DETECTOR_CLASSES) else str(face)
