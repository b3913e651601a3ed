"""How well photos are read: the figures of ``hule evaluate``."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from scoring.tiles import DETECTOR_CLASSES
from vision.api import reading_of
from vision.compose.photos import read_labels
from vision.corrections import Correction, read_corrections
from vision.dataset import DatasetError, LabelledPhoto, load_split
from vision.dataset.box_checks import BACK, HAND_TILES
from vision.detections import Detections
from vision.detector import MIN_CONFIDENCE, Detector, load_detector
from vision.layout.truth import LaidOut, laid_out, read_layouts
from vision.looks import find_tiles
from vision.matching import Labels, Match, average_precision, match, outside
from vision.photo import load_photo
from vision.reading import Reading

CURVE_CONFIDENCE = 0.02
"""Down to this the precision and recall curve of mAP is drawn."""

LAYOUTS = Path(__file__).parent.parent / "datasets" / "val_layouts.txt"
"""The layouts of the validation photos, written down by people."""

CORRECTIONS = LAYOUTS.with_name("val_corrections.txt")
"""Labels of the validation photos that are known to be wrong."""


@dataclass(frozen=True, eq=False)
class PhotoResult:
    """One photo read and compared with its labels.

    Attributes:
        photo: the photo.
        labels: its tiles, backs left out.
        found: what was read, surer than :data:`vision.detector.MIN_CONFIDENCE`, backs left out.
        curve: the same down to :data:`CURVE_CONFIDENCE`, without what lies outside the labels.
        match: labels and tiles paired.
        reading: the layout read.
    """

    photo: LabelledPhoto
    labels: Labels
    found: Detections
    curve: Detections
    match: Match
    reading: Reading

    @property
    def is_hand(self) -> bool:
        """Whether the photo shows a hand: 10 to 20 labelled tiles."""
        return len(self.labels) in HAND_TILES


@dataclass
class _Tally:
    """Tiles of one class or one source, counted."""

    tiles: int = 0
    read: int = 0
    right: int = 0
    located: int = 0
    photos: int = 0
    exact: int = 0
    hands: int = 0
    exact_hands: int = 0

    def rates(self) -> dict[str, float]:
        """Precision, recall and F1; 0 where nothing was there to be read."""
        precision = self.right / self.read if self.read else 0.0
        recall = self.right / self.tiles if self.tiles else 0.0
        both = precision + recall
        f1 = 2 * precision * recall / both if both else 0.0
        return {"precision": round(precision, 4), "recall": round(recall, 4), "f1": round(f1, 4)}


def evaluate(
    dataset: str | Path,
    split: str = "val",
    detector: Detector | None = None,
    looks: int = 2,
    layouts: Path | None = LAYOUTS,
    report: Path | None = None,
    progress: Callable[[Sequence[LabelledPhoto]], Iterable[LabelledPhoto]] = lambda photos: photos,
) -> dict[str, Any]:
    """Reads every photo of a split and compares it with its labels.

    Args:
        dataset: a YAML file or a folder (see :mod:`vision.dataset`).
        split: of the YAML.
        detector: default: Hule's own.
        looks: 1 to leave the second look out.
        layouts: file with the right layouts; photos that it does not name do not count in ``exact_layout``.
        report: folder for the HTML report with pictures of every mistake.
        progress: wraps the photos, to show how far it is.

    Returns:
        The figures of the contract; beside them ``located`` (recall whatever the face), ``top3`` (the right
        face among the three likeliest, of located tiles), ``layouts`` (photos with right tiles and a written
        layout, of which ``exact_layout`` are laid out right), ``missed``, ``invented``, figures by source and
        group where the dataset tells them, and ``corrected``: what changes with the labels mended that
        ``datasets/val_corrections.txt`` lists.

    Raises:
        vision.dataset.DatasetError: when the dataset cannot be used.
        vision.photo.PhotoError: when a photo of it cannot be read.
    """
    photos = load_split(Path(dataset), split)
    detector = detector or load_detector()
    results = [read_labelled(photo, detector, photos.fully_labelled, looks) for photo in progress(photos.photos)]
    known = read_layouts(layouts) if layouts is not None and layouts.is_file() else {}
    data = {"model": detector.name, **figures(results, known)}
    mended = with_corrections(results, read_corrections(CORRECTIONS), photos.fully_labelled)
    data["corrected"] = {
        name: figure
        for name, figure in figures(mended, known).items()
        if figure != data[name] and not isinstance(figure, dict | list)
    }
    if report is not None:
        from vision.report import write_report

        write_report(results, data, report)
    return data


def read_labelled(
    photo: LabelledPhoto, detector: Detector, fully_labelled: bool = False, looks: int = 2
) -> PhotoResult:
    """Reads one photo and pairs what was read with its labels."""
    picture = load_photo(photo.path)
    labels = _labels(photo, picture.width, picture.height)
    everything = find_tiles(picture, detector, looks, CURVE_CONFIDENCE)
    sure = everything.take(everything.confidences >= MIN_CONFIDENCE)
    reading = reading_of(picture, detector.calibrated(sure), detector.name)
    found = sure.take(sure.classes != BACK)
    curve = everything.take(everything.classes != BACK)
    if not fully_labelled:
        curve = curve.take(~outside(labels, curve.boxes))
    return PhotoResult(photo, labels, found, curve, match(labels, found, fully_labelled), reading)


def with_corrections(
    results: Sequence[PhotoResult], corrections: dict[str, list[Correction]], fully_labelled: bool
) -> list[PhotoResult]:
    """The same photos, compared with their labels after those known to be wrong are mended."""
    mended = []
    for result in results:
        classes, boxes = result.labels.classes.copy(), result.labels.boxes.copy()
        for label, face, (cx, cy, width, height) in corrections.get(result.photo.path.name, ()):
            sides = np.array([result.reading.width, result.reading.height] * 2)
            classes[label] = face
            boxes[label] = np.array([cx - width / 2, cy - height / 2, cx + width / 2, cy + height / 2]) * sides
        labels = Labels(classes, boxes)
        mended.append(replace(result, labels=labels, match=match(labels, result.found, fully_labelled)))
    return mended


def figures(results: Sequence[PhotoResult], layouts: dict[str, LaidOut]) -> dict[str, Any]:
    """The figures of photos already read; see :func:`evaluate`."""
    total, classes = _Tally(), defaultdict[str, _Tally](_Tally)
    sources, groups = defaultdict[str, _Tally](_Tally), defaultdict[str, _Tally](_Tally)
    confusions = Counter[tuple[str, str]]()
    for result in results:
        for tally in (total, sources[result.photo.source], groups[result.photo.group]):
            _count(tally, result)
        _count_classes(classes, confusions, result)
    precisions = _average_precisions(results)
    laid = [r for r in results if r.match.exact and r.photo.path.name in layouts]
    located = sum(len(r.match.right) + len(r.match.wrong) for r in results)
    return {
        "photos": len(results),
        "tiles": total.tiles,
        **total.rates(),
        "map50": _mean(line[0] for line in precisions.values()),
        "map50_95": _mean(float(line.mean()) for line in precisions.values()),
        "exact_photos": total.exact,
        "exact_rate": _share(total.exact, total.photos),
        "hands": total.hands,
        "exact_hands": total.exact_hands,
        "outside": sum(len(r.match.outside) for r in results),
        "exact_layout": sum(laid_out(r.reading.hand) == layouts[r.photo.path.name] for r in laid),
        "layouts": len(laid),
        "located": _share(located, total.tiles),
        "top3": _share(sum(_in_first_three(r) for r in results), located),
        "missed": sum(len(r.match.missed) for r in results),
        "invented": sum(len(r.match.invented) for r in results),
        "per_class": {
            face.code: {"tiles": tally.tiles, **tally.rates(), "ap50": _rounded(precisions.get(face.index))}
            for face in DETECTOR_CLASSES
            if (tally := classes[face.code]).tiles or tally.read
        },
        "confusions": [[true, read, count] for (true, read), count in confusions.most_common()],
        "sources": {name: _source_figures(tally) for name, tally in sources.items() if name},
        "groups": {name: _source_figures(tally) for name, tally in groups.items() if name},
    }


def _labels(photo: LabelledPhoto, width: int, height: int) -> Labels:
    if not photo.labels.is_file():
        return Labels(np.zeros(0, np.int64), np.zeros((0, 4), np.float32))
    try:
        classes, boxes = read_labels(photo.labels, width, height)
    except ValueError as error:
        raise DatasetError(str(error), f"标注有误 {error}") from None
    scored = classes != BACK
    return Labels(classes[scored], boxes[scored])


def _count(tally: _Tally, result: PhotoResult) -> None:
    matched = result.match
    tally.photos += 1
    tally.tiles += len(result.labels)
    tally.right += len(matched.right)
    tally.located += len(matched.right) + len(matched.wrong)
    tally.read += len(result.found) - len(matched.outside)
    tally.exact += matched.exact
    tally.hands += result.is_hand
    tally.exact_hands += result.is_hand and matched.exact


def _count_classes(classes: dict[str, _Tally], confusions: Counter[tuple[str, str]], result: PhotoResult) -> None:
    true = [DETECTOR_CLASSES[k].code for k in result.labels.classes]
    read = [DETECTOR_CLASSES[k].code for k in result.found.classes]
    for code in true:
        classes[code].tiles += 1
    for index, code in enumerate(read):
        classes[code].read += index not in result.match.outside
    for label, _ in result.match.right:
        classes[true[label]].right += 1
    confusions.update((true[label], read[index]) for label, index in result.match.wrong)


def _average_precisions(results: Sequence[PhotoResult]) -> dict[int, np.ndarray[Any, Any]]:
    """Average precision at each threshold for every class that is labelled somewhere."""
    photos = [(result.labels, result.curve) for result in results]
    lines = {face.index: average_precision(photos, face.index) for face in DETECTOR_CLASSES}
    return {face: line for face, line in lines.items() if not np.isnan(line[0])}


def _in_first_three(result: PhotoResult) -> int:
    """Located tiles whose right face is among the three that the model holds likeliest."""
    likeliest = np.argsort(-result.found.scores, axis=1)[:, :3]
    pairs = (*result.match.right, *result.match.wrong)
    return sum(result.labels.classes[label] in likeliest[index] for label, index in pairs)


def _source_figures(tally: _Tally) -> dict[str, Any]:
    return {
        "photos": tally.photos,
        "tiles": tally.tiles,
        **tally.rates(),
        "located": _share(tally.located, tally.tiles),
        "exact_photos": tally.exact,
        "hands": tally.hands,
        "exact_hands": tally.exact_hands,
    }


def _share(part: int, whole: int) -> float:
    return round(part / whole, 4) if whole else 0.0


def _mean(values: Iterable[float]) -> float:
    numbers = list(values)
    return round(math.fsum(numbers) / len(numbers), 4) if numbers else 0.0


def _rounded(line: np.ndarray[Any, Any] | None) -> float | None:
    return None if line is None else round(float(line[0]), 4)
