"""``hule dataset stats``: how many photos and tiles there are, of what, from where and how large."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import Any

from vision.dataset.labels import Box, read_label_file
from vision.dataset.tree import Dataset, Progress, silent

SIZE_STEPS = (0.01, 0.02, 0.03, 0.05, 0.08, 0.12, 0.2, 0.35, 1.0)
"""Upper ends of the histogram: square root of the share of the picture that a box covers."""

TILE_STEPS = (0, 1, 4, 9, 20, 40, 80)
"""Upper ends of the histogram of tiles in a photo; the last is open."""


@dataclass
class Count:
    """Photos and boxes counted."""

    photos: int = 0
    boxes: int = 0


@dataclass
class Stats:
    """The counts of a dataset.

    Attributes:
        photos: photos, and label files without one.
        unlabelled: of these, those without a label file.
        boxes: labelled tiles.
        per_class: boxes of each class, by its number.
        per_split: by the name of the split.
        per_source: by the source that the index names.
        per_group: by the group that the index names.
        sizes: boxes by size, as many as :data:`SIZE_STEPS`.
        tiles: photos by number of tiles, one more than :data:`TILE_STEPS`.
    """

    photos: int = 0
    unlabelled: int = 0
    boxes: int = 0
    per_class: Counter[int] = field(default_factory=Counter)
    per_split: dict[str, Count] = field(default_factory=lambda: defaultdict(Count))
    per_source: dict[str, Count] = field(default_factory=lambda: defaultdict(Count))
    per_group: dict[str, Count] = field(default_factory=lambda: defaultdict(Count))
    sizes: list[int] = field(default_factory=lambda: [0] * len(SIZE_STEPS))
    tiles: list[int] = field(default_factory=lambda: [0] * (len(TILE_STEPS) + 1))

    def to_json(self, names: tuple[str, ...]) -> dict[str, Any]:
        """The counts for a program; every class is named, also those without a box."""
        lows = (0.0, *SIZE_STEPS)
        return {
            "photos": self.photos,
            "unlabelled": self.unlabelled,
            "boxes": self.boxes,
            "per_class": {name: self.per_class[number] for number, name in enumerate(names)},
            "unknown_classes": sum(n for face, n in self.per_class.items() if not 0 <= face < len(names)),
            "per_split": _counts(self.per_split),
            "per_source": _counts(self.per_source),
            "per_group": _counts(self.per_group),
            "sizes": [
                {"from": low, "to": high, "boxes": boxes}
                for low, high, boxes in zip(lows, SIZE_STEPS, self.sizes, strict=False)
            ],
            "tiles_per_photo": [
                {"from": low, "to": high, "photos": photos}
                for low, high, photos in zip(
                    (0, *(step + 1 for step in TILE_STEPS)), (*TILE_STEPS, None), self.tiles, strict=True
                )
            ],
        }


def count(dataset: Dataset, progress: Progress = silent) -> Stats:
    """Counts what a dataset holds; reads label files alone, and skips lines that are no box."""
    stats = Stats()
    for entry in dataset.entries(progress):
        boxes = read_label_file(entry.labels).boxes if entry.labels else ()
        stats.photos += 1
        stats.unlabelled += entry.labels is None
        stats.boxes += len(boxes)
        stats.per_class.update(box.face for box in boxes)
        places = (stats.per_split, entry.part.name), (stats.per_source, entry.source), (stats.per_group, entry.group)
        for counts, name in places:
            if name:
                counts[name].photos += 1
                counts[name].boxes += len(boxes)
        for box in boxes:
            stats.sizes[_step(_size(box), SIZE_STEPS[:-1])] += 1
        stats.tiles[_step(len(boxes), TILE_STEPS)] += 1
    return stats


def _size(box: Box) -> float:
    return math.sqrt(max(box.width * box.height, 0.0))


def _step(value: float, ends: tuple[float, ...]) -> int:
    """The step that a value is in: the first whose end it does not exceed, or one more."""
    return next((number for number, end in enumerate(ends) if value <= end), len(ends))


def _counts(counts: dict[str, Count]) -> dict[str, dict[str, int]]:
    return {name: {"photos": item.photos, "boxes": item.boxes} for name, item in counts.items()}
