"""A photo as the model labels it, for the label queue.

Apart from the queue, so that opening the records does not load the model's runtime.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from records.label_intake import Parcel
from records.label_order import COLOURS, Look
from records.labels import Guess
from records.photos import CleanPhoto, clean
from scoring.tiles import DETECTOR_CLASSES
from vision.dataset.labels import Box
from vision.detections import Detections
from vision.detector import MIN_CONFIDENCE, Detector, load_detector
from vision.looks import find_tiles
from vision.photo import Photo, PhotoError, load_photo
from vision.reading import Reading

FAINTLY = 0.05
"""Tiles fainter than this are nothing that the model saw."""


def prelabel(photo: Photo, detector: Detector) -> Guess:
    """What the model makes of a photo: its labels, and how much a person's would teach it."""
    found = detector.calibrated(find_tiles(photo, detector, min_confidence=FAINTLY))
    shown = found.take(found.confidences >= MIN_CONFIDENCE)
    return Guess(
        model=detector.name,
        boxes=boxes_of(shown, photo.width, photo.height),
        confidences=tuple(round(float(confidence), 4) for confidence in shown.confidences),
        uncertainty=uncertainty(found),
        look=look_of(photo.preview, found, photo.width),
    )


def detections_of(reading: Reading) -> Detections:
    """The tiles of a reading as a detector would report them; of the other faces it tells nothing."""
    boxes = np.array([seen.box for seen in reading.tiles], dtype=np.float32).reshape(-1, 4)
    faces = np.array([seen.tile.index for seen in reading.tiles], dtype=np.int64)
    sure = np.array([seen.confidence for seen in reading.tiles], dtype=np.float32)
    scores = np.zeros((len(sure), len(DETECTOR_CLASSES)), dtype=np.float32)
    scores[np.arange(len(sure)), faces] = sure
    return Detections(boxes, faces, sure, scores)


def prelabelled(model: str, parcel: Parcel) -> tuple[CleanPhoto, Guess] | PhotoError | None:
    """A photo ready for the queue, made by a worker.

    Args:
        model: path of the ONNX file.
        parcel: the photo's file.

    Returns:
        The photo and what the model makes of it; why it cannot be read; or None where there was nothing to do.
    """
    if parcel.data is None:
        return parcel.trouble
    try:
        photo = load_photo(parcel.data, parcel.place)
    except PhotoError as error:
        return error
    return clean(photo), prelabel(photo, load_detector(model))


def boxes_of(found: Detections, width: int, height: int) -> tuple[Box, ...]:
    """The tiles found in a photo of this size as labels."""
    size = np.array([width, height], dtype=np.float64)
    centres = (found.boxes[:, :2] + found.boxes[:, 2:]) / 2 / size
    sides = (found.boxes[:, 2:] - found.boxes[:, :2]) / size
    rows = np.hstack([centres, sides]).round(6)
    return tuple(Box(int(face), *map(float, row)) for face, row in zip(found.classes, rows, strict=True))


def uncertainty(found: Detections) -> float:
    """How many mistakes the model expects in its own labels of a photo.

    Args:
        found: what it saw, down to :data:`FAINTLY`, each tile once, with calibrated confidences.
    """
    sure = found.confidences >= MIN_CONFIDENCE
    return float((1 - found.confidences[sure]).sum() + found.confidences[~sure].sum())


def look_of(preview: NDArray[np.uint8], found: Detections, width: int) -> Look:
    """What a photo looks like.

    Args:
        preview: uint8 array (h, w, 3), RGB: the photo, or a reduced one.
        found: its tiles, in pixels of the full photo.
        width: of the full photo, in pixels.
    """
    shown = found.take(found.confidences >= MIN_CONFIDENCE)
    corners = (shown.boxes * (preview.shape[1] / width)).astype(int)
    tiles = [preview[y1 : y2 + 1, x1 : x2 + 1].reshape(-1, 3) for x1, y1, x2, y2 in corners]
    faces = np.bincount(shown.classes, minlength=len(DETECTOR_CLASSES)).astype(np.float64)
    parts = (
        _colours(preview[::4, ::4].reshape(-1, 3)),
        _colours(np.concatenate(tiles) if tiles else np.zeros((0, 3), np.uint8)),
        faces / max(faces.sum(), 1),
    )
    # The root of a histogram has length 1; the cosine of two roots is near the share that both have in common.
    return np.concatenate([np.sqrt(part / len(parts)) for part in parts]).astype(np.float32)


def _colours(pixels: NDArray[np.uint8]) -> NDArray[np.float64]:
    """The share of each colour."""
    red, green, blue = (pixels // (256 // COLOURS)).T.astype(np.int64)
    counts = np.bincount((red * COLOURS + green) * COLOURS + blue, minlength=COLOURS**3)
    return np.asarray(counts / max(len(pixels), 1))
