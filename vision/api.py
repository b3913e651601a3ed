"""The front door of reading: photo bytes in, a :class:`~vision.reading.Reading` out.

>>> reading = read_photo(load_photo("hand.jpg"))  # doctest: +SKIP
>>> reading.hand.to_json()["concealed"]  # doctest: +SKIP
'123m 456p 789p 7s'
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from scoring.tiles import DETECTOR_CLASSES
from vision.detections import Detections
from vision.layout import lay_out
from vision.photo import Photo, PhotoError, load_photo
from vision.quality import cut_warning, photo_warnings
from vision.reading import Reading, SeenTile

if TYPE_CHECKING:
    from vision.detector import Detector

__all__ = ["Photo", "PhotoError", "Reading", "load_photo", "read_file", "read_photo", "reading_of"]

ALTERNATIVES = 3
"""So many other faces are named for each tile."""

LEAST_CHANCE = 0.001
"""Faces less likely than this are no alternatives."""


def read_photo(photo: Photo, detector: Detector | None = None) -> Reading:
    """Finds the tiles of a photo and lays them out as hands.

    Args:
        photo: from :func:`load_photo`.
        detector: the model to read with; default: Hule's own, or the one that ``HULE_MODEL`` names.

    Raises:
        vision.detector.ModelError: when the model file is missing or is no detector of 43 classes.
    """
    # onnxruntime and cv2 take a third of a second to import: only those who read a photo wait for them.
    from vision.detector import load_detector
    from vision.looks import find_tiles

    detector = detector or load_detector()
    started = time.perf_counter()
    found = detector.calibrated(find_tiles(photo, detector))
    return reading_of(photo, found, detector.name, (time.perf_counter() - started) * 1000)


def read_file(path: str | Path) -> Reading:
    """:func:`load_photo` and :func:`read_photo` in one go."""
    return read_photo(load_photo(path))


def reading_of(photo: Photo, found: Detections, model: str, detect_ms: float = 0.0) -> Reading:
    """The reading that these detections make, whichever way they were found.

    Args:
        photo: the photo.
        found: its tiles, in pixels of the upright photo.
        model: name of what found them.
        detect_ms: milliseconds that finding took.
    """
    started = time.perf_counter()
    layout = lay_out(found)
    cut = cut_warning(photo, found, layout.hand)
    warnings = (*layout.warnings, *cut, *photo_warnings(photo, found))
    tiles = tuple(_seen_tile(found, index, angle) for index, angle in enumerate(layout.angles))
    layout_ms = (time.perf_counter() - started) * 1000
    total = photo.decode_ms + detect_ms + layout_ms
    spent = {"decode": photo.decode_ms, "detect": detect_ms, "layout": layout_ms, "total": total}
    return Reading(
        photo=photo.name,
        photo_hash=photo.sha256,
        width=photo.width,
        height=photo.height,
        tiles=tiles,
        hand=layout.hand,
        other_hands=layout.other_hands,
        warnings=warnings,
        model=model,
        elapsed_ms=spent,
    )


def _seen_tile(found: Detections, index: int, angle: int) -> SeenTile:
    """One detection with the likeliest other faces."""
    scores = found.scores[index]
    face = int(found.classes[index])
    others = [int(k) for k in np.argsort(-scores) if k != face and scores[k] >= LEAST_CHANCE][:ALTERNATIVES]
    x1, y1, x2, y2 = (float(edge) for edge in found.boxes[index])
    return SeenTile(
        tile=DETECTOR_CLASSES[face],
        box=(x1, y1, x2, y2),
        confidence=float(found.confidences[index]),
        angle=angle,
        alternatives=tuple((DETECTOR_CLASSES[k], float(scores[k])) for k in others),
    )
