"""The figures of photos that were read: of all together, by class, and by what the photos are like."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from scoring.tiles import DETECTOR_CLASSES
from vision.layout.truth import LaidOut, laid_out
from vision.matching import average_precision
from vision.reliability import calibration_error, reliability
from vision.results import PhotoResult, calibrated

TILE_COUNTS = ((1, "0"), (10, "1-9"), (21, "10-20"), (51, "21-50"), (10**9, "51+"))
"""Bins of the number of labelled tiles: below which number each ends, and its name."""


def _count_bin(result: PhotoResult) -> str:
    return next(name for end, name in TILE_COUNTS if len(result.labels) < end)


PARTS: Mapping[str, Callable[[PhotoResult], str]] = {
    "sources": lambda result: result.photo.source,
    "groups": lambda result: result.photo.group,
    "tile_counts": _count_bin,
    "brightness": lambda result: result.light.bins()["brightness"],
    "contrast": lambda result: result.light.bins()["contrast"],
    "sharpness": lambda result: result.light.bins()["sharpness"],
}
"""Ways to divide the photos, each with figures of its own; the light is measured in :mod:`vision.light`."""


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


def figures(results: Sequence[PhotoResult], layouts: Mapping[str, LaidOut]) -> dict[str, Any]:
    """The figures of photos already read; see :func:`vision.evaluate.evaluate`."""
    total, classes = _Tally(), defaultdict[str, _Tally](_Tally)
    parts = {name: defaultdict[str, _Tally](_Tally) for name in PARTS}
    confusions = Counter[tuple[str, str]]()
    for result in results:
        _count(total, result)
        for name, part_of in PARTS.items():
            _count(parts[name][part_of(result)], result)
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
        "exact_layout": sum(laid_out(r.hand) == layouts[r.photo.path.name] for r in laid),
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
        "calibration": _calibration(results),
        **{
            name: {title: _part_figures(tally) for title, tally in sorted(tallies.items()) if title}
            for name, tallies in parts.items()
        },
    }


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


def _part_figures(tally: _Tally) -> dict[str, Any]:
    return {
        "photos": tally.photos,
        "tiles": tally.tiles,
        **tally.rates(),
        "located": _share(tally.located, tally.tiles),
        "exact_photos": tally.exact,
        "hands": tally.hands,
        "exact_hands": tally.exact_hands,
    }


def _calibration(results: Sequence[PhotoResult]) -> dict[str, Any]:
    """How far the confidences that the reader tells can be believed; see :mod:`vision.reliability`."""
    bins = reliability(*calibrated(results))
    return {
        "error": round(calibration_error(bins), 4),
        "bins": [[b.edge, round(b.confidence, 4), round(b.right, 4), b.tiles] for b in bins],
    }


def _share(part: int, whole: int) -> float:
    return round(part / whole, 4) if whole else 0.0


def _mean(values: Iterable[float]) -> float:
    numbers = list(values)
    return round(math.fsum(numbers) / len(numbers), 4) if numbers else 0.0


def _rounded(line: np.ndarray[Any, Any] | None) -> float | None:
    return None if line is None else round(float(line[0]), 4)
