"""A second opinion on the faces: a small network that looks at one tile at a time, larger and at any turn.

The detector places tiles very well and errs in the faces, of tiles at a slant above all. Here every box is cut out
as a square of the same size and named anew; both opinions are multiplied, each to the power of its weight.
"""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.tiles import DETECTOR_CLASSES
from vision.detections import Detections
from vision.layout.melds import BACK
from vision.photo import Photo
from vision.session import open_model

NO_TILE = len(DETECTOR_CLASSES)
"""Index of the network's last output: the chance that the box shows no tile."""

FRAME = 64
"""Side of the network's input, in pixels."""

MARGIN = 1.15
"""Side of the square cut around a box, by the box's longer side."""

WEIGHT = 0.5
"""Weight of the second opinion on a face; the detector has the rest. Set beforehand, not fitted."""

CANDIDATE = 0.1
"""A box is judged if the detector is this sure: one face may win what it was torn between."""

LEAST_CHANCE = 1e-6
"""No opinion rules a face out altogether."""


class SecondOpinion:
    """One loaded network. Safe to share between threads; each detector loads its own.

    Args:
        path: ONNX file: input (n, 3, :data:`FRAME`, :data:`FRAME`) RGB from 0 to 1, output (n, 44) chances.
        threads: for one batch.

    Raises:
        ModelError: when onnxruntime cannot use the file.
    """

    def __init__(self, path: Path, threads: int = 1) -> None:
        self._session = open_model(path, threads)
        self._input = self._session.get_inputs()[0].name

    def judge(self, photo: Photo, found: Detections) -> Detections:
        """The same boxes with the scores that both opinions give together; the best one names the face.

        Boxes less sure than :data:`CANDIDATE` and backs stay as they are: hardly any back is labelled to learn from.
        """
        judged = (found.confidences >= CANDIDATE) & (found.classes != BACK.index)
        if not judged.any():
            return found
        scores = found.scores.copy()
        scores[judged] = both_opinions(found.scores[judged], self.chances(cut_tiles(photo, found.boxes[judged])))
        return Detections(found.boxes, scores.argmax(axis=1).astype(np.int64), scores.max(axis=1), scores)

    def chances(self, tiles: NDArray[np.uint8]) -> NDArray[np.float32]:
        """Chances (n, 44) of each face, and of no tile, for cut tiles (n, :data:`FRAME`, :data:`FRAME`, 3)."""
        (chances,) = self._session.run(None, {self._input: cv2.dnn.blobFromImages(list(tiles), 1 / 255)})
        return np.asarray(chances, dtype=np.float32)


def both_opinions(scores: NDArray[np.float32], chances: NDArray[np.float32]) -> NDArray[np.float32]:
    """The scores of faces that the detector's scores and the second opinion's chances make together.

    Whether a tile is there at all the detector knows better: it sees the surroundings. The second opinion can
    only make it doubtful.

    Args:
        scores: (n, 43) from the detector.
        chances: (n, 44) of the faces and of no tile.

    Returns:
        (n, 43), the chance that a tile is there times the chance of each face.
    """
    there = np.minimum(scores.sum(axis=1, keepdims=True), 1) * (1 - chances[:, NO_TILE:])
    faces = _shares(scores) ** (1 - WEIGHT) * _shares(chances[:, :NO_TILE]) ** WEIGHT
    return np.asarray(there * faces / faces.sum(axis=1, keepdims=True), dtype=np.float32)


def _shares(scores: NDArray[np.float32]) -> NDArray[np.float32]:
    likely = scores.clip(LEAST_CHANCE)
    return np.asarray(likely / likely.sum(axis=1, keepdims=True))


def cut_tiles(photo: Photo, boxes: NDArray[np.float32]) -> NDArray[np.uint8]:
    """The tiles in these boxes as squares (n, :data:`FRAME`, :data:`FRAME`, 3).

    They are cut from the preview where it shows most of them as large as that, else from the full photo, which
    takes longer to decode.
    """
    scale = photo.preview.shape[1] / photo.width
    long_sides = (boxes[:, 2:] - boxes[:, :2]).max(axis=1)
    if scale < 1 and float(np.median(long_sides)) * MARGIN * scale < FRAME:
        return np.stack([cut_square(photo.pixels, box, MARGIN, FRAME) for box in boxes])
    return np.stack([cut_square(photo.preview, box * scale, MARGIN, FRAME) for box in boxes])


def cut_square(pixels: NDArray[np.uint8], box: NDArray[np.float32], margin: float, side: int) -> NDArray[np.uint8]:
    """The square around a box, resized; beyond the picture's edge its last pixels are repeated.

    Args:
        pixels: uint8 array (height, width, 3).
        box: corners x1 y1 x2 y2 in its pixels.
        margin: the square's side by the box's longer side.
        side: of the result, in pixels.
    """
    middle = (box[:2] + box[2:]) / 2
    reach = margin * max(float((box[2:] - box[:2]).max()), 1.0)
    size = np.array(pixels.shape[1::-1])
    low = np.floor(middle - reach / 2 - 1).clip(0, size - 1).astype(int)
    high = np.ceil(middle + reach / 2 + 1).clip(low + 1, size).astype(int)
    part = pixels[low[1] : high[1], low[0] : high[0]]
    scale = side / reach
    if scale < 0.75:  # a plain warp would alias: shrink to about the size wanted first
        part = cv2.resize(part, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA).astype(np.uint8)
    shrunk = np.array(part.shape[1::-1]) / (high - low)
    zoom = scale / shrunk
    offset = (side - 1) / 2 - zoom * ((middle - low) * shrunk - 0.5)
    matrix = np.column_stack([np.diag(zoom), offset])
    square = cv2.warpAffine(part, matrix, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return square.astype(np.uint8)
