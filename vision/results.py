"""Photos read and compared with their labels, one by one: what all figures are counted from."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.compose.photos import read_labels
from vision.corrections import Correction, mend, unlabelled
from vision.dataset import DatasetError, LabelledPhoto, Split
from vision.dataset.box_checks import BACK, HAND_TILES
from vision.detections import Detections
from vision.detector import MIN_CONFIDENCE, Detector, soften
from vision.layout import lay_out
from vision.light import Light
from vision.looks import LOOKS
from vision.many import Work
from vision.matching import SAME_PLACE, Labels, Match, match, outside
from vision.photo import PhotoError
from vision.reading import HandReading
from vision.sight import Sight, see_all
from vision.suppression import overlaps

CURVE_CONFIDENCE = 0.02
"""Down to this the precision and recall curve of mAP is drawn."""

Watch = Callable[[Sequence[LabelledPhoto]], Iterable[LabelledPhoto]]
"""Wraps the photos, to show how far it is."""


@dataclass(frozen=True, eq=False)
class PhotoResult:
    """One photo read and compared with its labels. Some ten kilobytes: a large set fits in memory.

    Attributes:
        photo: the photo.
        labels: its tiles, backs left out.
        found: what was read, surer than :data:`vision.detector.MIN_CONFIDENCE`, backs left out, not calibrated.
        curve: the same down to :data:`CURVE_CONFIDENCE`, without what lies outside the labels and without scores.
        match: labels and tiles paired.
        hand: the layout read.
        size: width and height of the photo in pixels.
        light: of the photo.
        temperature: of the model that read.
    """

    photo: LabelledPhoto
    labels: Labels
    found: Detections
    curve: Detections
    match: Match
    hand: HandReading
    size: tuple[int, int]
    light: Light
    temperature: float = 1.0

    @property
    def is_hand(self) -> bool:
        """Whether the photo shows a hand: 10 to 20 labelled tiles."""
        return len(self.labels) in HAND_TILES

    @property
    def mistakes(self) -> int:
        """Tiles wrong, missed or invented."""
        return len(self.match.wrong) + len(self.match.missed) + len(self.match.invented)


def read_split(
    photos: Split,
    detector: Detector,
    looks: int = LOOKS,
    work: Work | None = None,
    journal: Path | None = None,
    watch: Watch = lambda photos: photos,
) -> list[PhotoResult]:
    """Reads every photo of a split that has a label file, and pairs what was read with its labels.

    Args:
        photos: the split.
        detector: the model; other processes load it from its file.
        looks: see :func:`vision.looks.find_tiles`.
        work: where it is done.
        journal: file that keeps what was seen, to go on from after an interruption.
        watch: shows how far it is.

    Raises:
        vision.dataset.DatasetError: when no photo is labelled, or a label file is no such.
        vision.photo.PhotoError: when a photo cannot be read.
    """
    labelled = [photo for photo in photos.photos if photo.labels.is_file()]
    if not labelled:
        raise DatasetError(
            "no photo has a label file: label some first, or give a photo without tiles an empty file",
            "没有一张照片有标注文件：请先标注；确实没有牌的照片请放一个空文件",
        )
    seen = see_all((photo.path for photo in labelled), detector.path, looks, CURVE_CONFIDENCE, work, journal)
    results = []
    for photo, (_, sight) in zip(watch(labelled), seen, strict=True):
        if isinstance(sight, PhotoError):
            raise sight
        results.append(compared(photo, sight, detector, photos.fully_labelled))
    return results


def compared(photo: LabelledPhoto, sight: Sight, detector: Detector, fully_labelled: bool) -> PhotoResult:
    """A photo with its labels beside what was seen in it."""
    labels = _labels(photo, sight.width, sight.height)
    everything = sight.found
    sure = everything.take(everything.confidences >= MIN_CONFIDENCE)
    found = sure.take(sure.classes != BACK)
    curve = everything.take(everything.classes != BACK)
    if not fully_labelled:
        curve = curve.take(~outside(labels, curve.boxes))
    bare = Detections(curve.boxes, curve.classes, curve.confidences, np.zeros((len(curve), 0), np.float32))
    hand = lay_out(detector.calibrated(sure)).hand
    size = (sight.width, sight.height)
    paired = match(labels, found, fully_labelled)
    return PhotoResult(photo, labels, found, bare, paired, hand, size, sight.light, detector.temperature)


def with_corrections(
    results: Sequence[PhotoResult], corrections: dict[str, list[Correction]], fully_labelled: bool
) -> list[PhotoResult]:
    """The same photos, compared with their labels after those known to be wrong are mended."""
    mended = []
    for result in results:
        wrong = corrections.get(result.photo.path.name)
        mended.append(_mended(result, wrong, fully_labelled) if wrong else result)
    return mended


def _mended(result: PhotoResult, corrections: Sequence[Correction], fully_labelled: bool) -> PhotoResult:
    labels = mend(result.labels, corrections, result.size)
    paired = match(labels, result.found, fully_labelled)
    ignored = unlabelled(result.found.boxes, corrections, result.size)
    invented = tuple(tile for tile in paired.invented if not ignored[tile])
    paired = replace(paired, invented=invented, outside=(*paired.outside, *set(paired.invented) - set(invented)))
    beside = unlabelled(result.curve.boxes, corrections, result.size)
    if len(labels):
        beside &= overlaps(result.curve.boxes, labels.boxes)[0].max(axis=1) < SAME_PLACE
    return replace(result, labels=labels, match=paired, curve=result.curve.take(~beside))


def judged(result: PhotoResult) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
    """Tiles read among the labelled ones: their confidence as the model gives it, and whether they are right."""
    right = {index for _, index in result.match.right}
    inside = [k for k in range(len(result.found)) if k not in result.match.outside]
    return result.found.confidences[inside], np.array([k in right for k in inside], dtype=bool)


def calibrated(results: Sequence[PhotoResult]) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
    """The same of all photos, with the confidences as the reader tells them: softened by the temperature."""
    if not results:
        return np.zeros(0, np.float32), np.zeros(0, bool)
    parts = [judged(result) for result in results]
    raw = np.concatenate([confidences for confidences, _ in parts])
    return soften(raw, results[0].temperature), np.concatenate([right for _, right in parts])


def _labels(photo: LabelledPhoto, width: int, height: int) -> Labels:
    try:
        classes, boxes = read_labels(photo.labels, width, height)
    except ValueError as error:
        raise DatasetError(str(error), f"标注有误 {error}") from None
    scored = classes != BACK
    return Labels(classes[scored], boxes[scored])
