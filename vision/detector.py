"""The detector: an ONNX model through onnxruntime, from pixels to tiles.

The model is a YOLO network of 43 classes: it takes (1, 3, height, width) RGB in 0 to 1 with sides that are
multiples of 32, and gives (1, 4 + 43, anchors): centre, size and the score of each face.
"""

from __future__ import annotations

import ast
import json
import logging
import os
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.tiles import DETECTOR_CLASSES
from vision.detections import Detections
from vision.registry import SHIPPED, forced, in_use, shipped, unusable
from vision.registry import ModelError as ModelError
from vision.second_opinion import SecondOpinion
from vision.session import open_model
from vision.suppression import keep_one_box_a_tile

log = logging.getLogger(__name__)

STRIDE = 32
"""Sides of the model's input are multiples of this."""

LONG_SIDE = 640
"""The long side of the picture that the model sees at the first look, in pixels."""

MIN_CONFIDENCE = 0.35
"""A tile less sure than this is not reported."""

MAX_CANDIDATES = 3000
"""Boxes looked at before duplicates are dropped: 200 tiles give about 2000."""

PADDING = 114
"""Grey of the margin, as in the training."""


class Detector:
    """One loaded model. Safe to share between threads; use :func:`load_detector` to load each model once.

    Attributes:
        path: the ONNX file.
        name: the file's name without the ending, and its ``version`` where the side file names one.
        temperature: scores are softened by it: sigmoid(logit / temperature); from the side file
            ``<model>.json``, 1 without one.
        second_opinion: names the faces anew, from ``<model>-faces.onnx``; None without that file.

    Raises:
        ModelError: when the file is missing, or does not tell the 43 classes by their names, or the second
            opinion beside it is of no use.
    """

    def __init__(self, path: Path, threads: int = 1) -> None:
        if not path.is_file():
            raise ModelError(
                f"there is no model {path}: set HULE_MODEL to an ONNX file, or restore models/hule.onnx",
                f"没有模型 {path}：请用 HULE_MODEL 指定 ONNX 文件，或恢复 models/hule.onnx",
            )
        self._session = open_model(path, threads)
        names = self._session.get_modelmeta().custom_metadata_map.get("names", "{}")
        if list(ast.literal_eval(names).values()) != [tile.code for tile in DETECTOR_CLASSES]:
            raise ModelError(
                f"{path} does not name the {len(DETECTOR_CLASSES)} tiles of datasets/classes.txt in that order",
                f"{path} 的类别与 datasets/classes.txt 的 {len(DETECTOR_CLASSES)} 种牌不符",
            )
        self._input = self._session.get_inputs()[0].name
        settings = _side_file(path)
        self.path = path
        self.name = f"{path.stem} {settings.get('version', '')}".strip()
        self.temperature = float(settings.get("temperature", 1))
        faces = faces_file(path)
        self.second_opinion = SecondOpinion(faces, threads) if faces.is_file() else None

    def look(
        self,
        pixels: NDArray[np.uint8],
        long_side: int = LONG_SIDE,
        min_confidence: float = MIN_CONFIDENCE,
    ) -> Detections:
        """One look at a picture.

        Args:
            pixels: uint8 array (height, width, 3), RGB.
            long_side: size at which the model sees it, in pixels; more finds smaller tiles and takes longer.
            min_confidence: tiles less sure than this are left out.

        Returns:
            One box a tile, surest first, in pixels of the picture given, clipped to it; scores as the model
            gives them (see :meth:`calibrated`).
        """
        blob, scale, margin = _letterbox(pixels, long_side)
        (output,) = self._session.run(None, {self._input: blob})
        rows = np.asarray(output[0], dtype=np.float32)
        best = rows[4:].max(axis=0)
        sure = np.flatnonzero(best >= min_confidence)
        if len(sure) > MAX_CANDIDATES:
            sure = sure[np.argsort(-best[sure])[:MAX_CANDIDATES]]
        scores = rows[4:, sure].T
        boxes = _corners(rows[:4, sure].T, scale, margin, pixels.shape[1], pixels.shape[0])
        found = Detections(boxes, scores.argmax(axis=1).astype(np.int64), best[sure], scores)
        return keep_one_box_a_tile(found)

    def calibrated(self, found: Detections) -> Detections:
        """The same with scores and confidences softened by the model's temperature."""
        if self.temperature == 1:
            return found
        scores = soften(found.scores, self.temperature)
        return Detections(found.boxes, found.classes, soften(found.confidences, self.temperature), scores)


def faces_file(model: Path) -> Path:
    """Where the second opinion of a model lies, if it has one."""
    return model.with_name(f"{model.stem}-faces.onnx")


def soften(scores: NDArray[np.float32], temperature: float) -> NDArray[np.float32]:
    """Scores in 0 to 1 after dividing their logits by a temperature; above 1 they become less sure.

    >>> soften(np.array([0.9], dtype=np.float32), 2.0).round(2).tolist()
    [0.75]
    """
    tiny = np.float32(1e-7)
    clipped = scores.clip(tiny, 1 - tiny)
    logits = np.log(clipped / (1 - clipped))
    return np.asarray(1 / (1 + np.exp(-logits / temperature)), dtype=np.float32)


def load_detector(path: str | Path | None = None, threads: int | None = None) -> Detector:
    """The detector in a file, loaded once for each path and number of threads.

    Args:
        path: the ONNX file; default: ``HULE_MODEL``, else the model that was switched on (see
            :mod:`vision.registry`). Where that one cannot be used, a sentence goes to the log and the model that
            comes with Hule reads.
        threads: for one look; default: ``HULE_THREADS``, else 1: on two cores one thread was the faster
            (``hule bench`` measures both).

    Raises:
        ModelError: when the file is missing, or does not tell the 43 classes by their names.
    """
    named = path or forced()
    if named:
        return _load(Path(named).resolve(), threads or _threads())
    detector, trouble = detector_in_use(threads)
    if trouble is not None:
        _tell_once(f"{trouble.message} / {trouble.message_zh}")
    return detector


def detector_in_use(threads: int | None = None) -> tuple[Detector, ModelError | None]:
    """The model that was switched on, or the shipped one and why it stands in.

    Raises:
        ModelError: when the shipped model itself cannot be used.
    """
    choice = in_use()
    count = threads or _threads()
    try:
        return _load(choice.model.path.resolve(), count), choice.trouble
    except ModelError as error:
        if choice.model.name == SHIPPED:
            raise
        trouble = unusable(choice.model.name, error.message, error.message_zh)
        return _load(shipped().path.resolve(), count), trouble


def _threads() -> int:
    return int(os.environ.get("HULE_THREADS") or 1)


@lru_cache(maxsize=8)
def _tell_once(sentence: str) -> None:
    log.warning("%s", sentence)


@lru_cache(maxsize=4)
def _load(path: Path, threads: int) -> Detector:
    return Detector(path, threads)


def _side_file(path: Path) -> dict[str, str | float]:
    """The settings beside a model: ``temperature``, ``version``."""
    side = path.with_suffix(".json")
    settings: dict[str, str | float] = json.loads(side.read_text(encoding="utf-8")) if side.is_file() else {}
    return settings


def _letterbox(pixels: NDArray[np.uint8], long_side: int) -> tuple[NDArray[np.float32], float, tuple[int, int]]:
    """The picture resized and padded with grey to multiples of 32, as the model takes it.

    Returns:
        The input (1, 3, h, w), the scale from picture to input, and the margin left and above.
    """
    height, width = pixels.shape[:2]
    scale = long_side / max(height, width)
    new_width, new_height = (max(1, round(side * scale)) for side in (width, height))
    method = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    resized = cv2.resize(pixels, (new_width, new_height), interpolation=method)
    pad_x, pad_y = -new_width % STRIDE, -new_height % STRIDE
    left, top = pad_x // 2, pad_y // 2
    padded = cv2.copyMakeBorder(
        resized, top, pad_y - top, left, pad_x - left, cv2.BORDER_CONSTANT, value=(PADDING,) * 3
    )
    return np.asarray(cv2.dnn.blobFromImage(padded, 1 / 255), dtype=np.float32), scale, (left, top)


def _corners(
    centred: NDArray[np.float32], scale: float, margin: tuple[int, int], width: int, height: int
) -> NDArray[np.float32]:
    """Boxes (n, 4) from centre and size in the model's input to corners in the picture, clipped to it."""
    centres, halves = centred[:, :2] - np.array(margin), centred[:, 2:] / 2
    corners = np.concatenate([centres - halves, centres + halves], axis=1) / scale
    return np.asarray(corners.clip(0, [width, height, width, height]), dtype=np.float32)
