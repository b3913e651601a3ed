"""Datasets as others made them, and Hule's own, opened for import and export."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from vision.dataset.coco import CocoFile, CocoSource, find_coco
from vision.dataset.source import Faces, Labelled, Source, YoloSource, all_items
from vision.dataset.splits import DatasetError
from vision.dataset.tree import HULE_NAMES, Dataset, open_dataset

HULE_FACES: Faces = {name: number for number, name in enumerate(HULE_NAMES)}


@dataclass(frozen=True)
class Foreign:
    """A dataset whose classes still have to be told.

    Attributes:
        root: its folder.
        names: its classes.
        form: the YOLO dataset, or the files in the form of COCO.
    """

    root: Path
    names: tuple[str, ...]
    form: Dataset | tuple[CocoFile, ...]

    def source(self, faces: Faces, photos: bool = True) -> Source:
        """Its photos, with classes numbered so; ``photos`` False: the pictures need not be there."""
        if isinstance(self.form, Dataset):
            return YoloSource(self.form, faces)
        return CocoSource(self.root, self.form, faces, photos)

    def labelled(self) -> Iterator[Labelled]:
        """Every photo with its boxes under the dataset's own names."""
        for _, item in all_items(self.source({name: number for number, name in enumerate(self.names)})):
            if item.image is not None:
                yield item.image, [(self.names[box.face], box) for box in item.boxes or ()]


def open_foreign(place: Path) -> Foreign:
    """Opens a dataset in the form of YOLO or COCO.

    Args:
        place: its folder, its YAML file, or a COCO JSON file.

    Raises:
        DatasetError: when it is neither, or no file lists its classes.
    """
    try:
        dataset = open_dataset(place)
    except DatasetError:
        files = find_coco(place) if place.exists() else ()
        if not files:
            raise
        names = dict.fromkeys(name for file in files for name in file.categories.values())
        return Foreign(_root(place), tuple(names), files)
    if not dataset.named:
        raise DatasetError(
            f"no file in {place} lists its classes: add a classes.txt with one name a line, in order",
            f"{place} 里没有文件列出类别：请加 classes.txt，按顺序每行一个名称",
        )
    return Foreign(dataset.root, dataset.names, dataset)


def _root(place: Path) -> Path:
    """The folder of a COCO dataset: a JSON file lies in it, or in its ``annotations``."""
    folder = place if place.is_dir() else place.parent
    return folder.parent if folder.name == "annotations" else folder


def own_source(dataset: Dataset) -> YoloSource:
    """The photos of a dataset in Hule's classes.

    Raises:
        DatasetError: when it has others.
    """
    if dataset.names != HULE_NAMES:
        raise DatasetError(
            f"the classes of {dataset.root} are not those of datasets/classes.txt: hule dataset import it first",
            f"{dataset.root} 的类别与 datasets/classes.txt 不符：请先用 hule dataset import 导入",
        )
    return YoloSource(dataset, HULE_FACES)
