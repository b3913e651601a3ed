"""Labels that the model strongly disputes: one of the two is wrong, and a person decides which."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from vision.dataset import findings as found
from vision.dataset.box_checks import BACK, face_name
from vision.dataset.findings import Finding
from vision.dataset.labels import LabelFile, corners
from vision.dataset.tree import Entry
from vision.detections import Detections
from vision.detector import Detector
from vision.looks import find_tiles
from vision.matching import Labels, match, outside
from vision.photo import Photo

STRONGLY = 0.8
"""So sure, after calibration, must the model be of another face, or of a tile that nobody labelled."""

FAINTLY = 0.05
"""Where not even a tile as unsure as this is seen, the model sees none."""


def disputes(entry: Entry, photo: Photo, labels: LabelFile, detector: Detector) -> Iterator[Finding]:
    """Reads a photo and tells which of its labels the model strongly disputes."""
    seen = detector.calibrated(find_tiles(photo, detector, min_confidence=FAINTLY))
    return compare(entry, labels, seen, photo.width, photo.height)


def compare(entry: Entry, labels: LabelFile, seen: Detections, width: int, height: int) -> Iterator[Finding]:
    """What the model saw, down to :data:`FAINTLY`, against the labels.

    Face-down tiles are labelled in few photos, so a back that only the model sees is no finding.

    Args:
        entry: the photo.
        labels: its labels.
        seen: in pixels of the photo.
        width: of the photo, in pixels.
        height: the same.
    """
    size = np.array([width, height, width, height], dtype=np.float32)
    faces = np.array([box.face for box in labels.boxes], dtype=np.int64)
    labelled = Labels(faces, np.asarray(corners(labels.boxes) * size, dtype=np.float32))
    pairs = match(labelled, seen, fully_labelled=False)
    for label, index in pairs.wrong:
        if seen.confidences[index] >= STRONGLY:
            facts = {"tile": face_name(int(faces[label])), **_facts(seen, index)}
            box = _box(labelled.boxes[label])
            yield Finding(found.DISPUTED, entry.path, (labels.lines[label],), facts=facts, box=box)
    for label in pairs.missed:
        facts = {"tile": face_name(int(faces[label]))}
        box = _box(labelled.boxes[label])
        yield Finding(found.UNSEEN, entry.path, (labels.lines[label],), facts=facts, box=box)
    if not len(labelled):
        return
    apart = outside(labelled, seen.boxes)
    for index in pairs.invented:
        if seen.confidences[index] >= STRONGLY and seen.classes[index] != BACK and not apart[index]:
            x, y = (seen.boxes[index, :2] + seen.boxes[index, 2:]) / 2 / size[:2]
            facts = {**_facts(seen, index), "x": float(x), "y": float(y)}
            yield Finding(found.UNLABELLED, entry.path, facts=facts, box=_box(seen.boxes[index]))


def _box(edges: NDArray[np.float32]) -> tuple[float, float, float, float]:
    x1, y1, x2, y2 = (round(float(edge), 1) for edge in edges)
    return x1, y1, x2, y2


def _facts(seen: Detections, index: int) -> dict[str, object]:
    return {"second": face_name(int(seen.classes[index])), "confidence": float(seen.confidences[index])}
