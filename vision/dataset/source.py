"""Labelled photos of any format as one stream: what importing, exporting and dividing have in common."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from vision.dataset.labels import Box, read_label_file
from vision.dataset.splits import DatasetError
from vision.dataset.tree import Dataset, Entry

Faces = Mapping[str, int | None]
"""The number in ``datasets/classes.txt`` that each class name of a dataset means; None for one left out."""


Labelled = tuple[Path, Iterable[tuple[str, Box]]]
"""A photo and its boxes, each with the name that the dataset itself gives it."""


@dataclass(frozen=True, slots=True)
class Item:
    """One photo with its labels in Hule's classes.

    Attributes:
        name: file name that the photo is to have.
        image: the picture, or None where only labels are known.
        boxes: its tiles; None where nobody has labelled it.
        source: who it is from.
        group: the series that it belongs to.
    """

    name: str
    image: Path | None
    boxes: tuple[Box, ...] | None
    source: str = ""
    group: str = ""


class Source(Protocol):
    """Where labelled photos come from; may be gone through again and again."""

    @property
    def splits(self) -> tuple[str, ...]:
        """Names of the splits; one empty name where there are none."""

    @property
    def fully_labelled(self) -> bool:
        """Whether no tile in any photo is without a label."""

    def items(self, split: str) -> Iterator[Item]:
        """The photos of a split.

        Raises:
            DatasetError: naming the file that cannot be used.
        """


@dataclass(frozen=True)
class YoloSource:
    """A YOLO dataset.

    Attributes:
        dataset: on disk.
        faces: what its class names mean; a line of a class that is left out is skipped.
    """

    dataset: Dataset
    faces: Faces

    @property
    def splits(self) -> tuple[str, ...]:
        """See :class:`Source`."""
        return tuple(part.name for part in self.dataset.parts)

    @property
    def fully_labelled(self) -> bool:
        """See :class:`Source`; with classes left out some tiles have no label."""
        return self.dataset.fully_labelled and all(face is not None for face in self.faces.values())

    def items(self, split: str) -> Iterator[Item]:
        """See :class:`Source`."""
        for entry in self.dataset.part_entries(split):
            yield Item(entry.name, entry.image, self._boxes(entry), entry.source, entry.group)

    def _boxes(self, entry: Entry) -> tuple[Box, ...] | None:
        if entry.labels is None:
            return None
        labels = read_label_file(entry.labels)
        if labels.bad:
            bad = labels.bad[0]
            raise DatasetError(
                f"{entry.labels}, line {bad.number}: no box: {bad.text!r}; see hule dataset check",
                f"{entry.labels} 第 {bad.number} 行不是标注框：{bad.text!r}；请用 hule dataset check 检查",
            )
        boxes = []
        for box, line in zip(labels.boxes, labels.lines, strict=True):
            if not 0 <= box.face < len(self.dataset.names):
                raise DatasetError(
                    f"{entry.labels}, line {line}: there is no class {box.face}; see hule dataset check",
                    f"{entry.labels} 第 {line} 行：没有类别 {box.face}；请用 hule dataset check 检查",
                )
            face = self.faces[self.dataset.names[box.face]]
            if face is not None:
                boxes.append(Box(face, box.x, box.y, box.width, box.height))
        return tuple(boxes)


def validate(source: Source) -> int:
    """Goes through everything once, before anything is written; returns the number of photos.

    Raises:
        DatasetError: naming the first file that cannot be used, or two photos of one name.
    """
    total = 0
    for split in source.splits:
        names: set[str] = set()
        for item in source.items(split):
            stem = Path(item.name).stem
            if stem in names:
                raise DatasetError(
                    f"two photos are called {stem} in {split or 'the dataset'}: rename one, with its labels",
                    f"{split or '数据集'} 中有两张照片同名 {stem}：请连同标注改名",
                )
            names.add(stem)
            total += 1
    return total


def all_items(source: Source) -> Iterator[tuple[str, Item]]:
    """Every photo with the name of its split, split after split."""
    for split in source.splits:
        for item in source.items(split):
            yield split, item
