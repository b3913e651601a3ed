"""Writing a dataset photo by photo: in the form of YOLO here, as COCO JSON in ``coco``."""

from __future__ import annotations

import csv
import shutil
from collections.abc import Iterable
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

import yaml

from vision.dataset.labels import format_boxes
from vision.dataset.source import Item, Source, all_items, validate
from vision.dataset.splits import DatasetError
from vision.dataset.tree import HULE_NAMES, SPLITS, Progress, silent

INDEX = ("image", "source", "group")


@dataclass(frozen=True)
class Written:
    """What was written.

    Attributes:
        files: those that describe it: ``data.yaml``, or the JSON of each split.
        photos: so many.
        boxes: so many.
    """

    files: tuple[Path, ...]
    photos: int
    boxes: int


def write_yolo(source: Source, folder: Path, photos: bool = True, progress: Progress = silent) -> Written:
    """Writes a YOLO dataset: ``images``, ``labels`` and ``index.csv`` for each split, and ``data.yaml``.

    Args:
        source: what to write.
        folder: where to; must be empty or not there yet.
        photos: False to leave the pictures out.
        progress: shows how far it is.

    Raises:
        DatasetError: before anything is written, when the source cannot be used or the folder is not empty.
    """
    total = validate(source)
    claim(folder)
    for split in source.splits:
        for name in ("images", "labels"):
            (folder / split / name).mkdir(parents=True, exist_ok=True)
    pairs = progress(all_items(source), total)
    boxes = sum(
        _write_split((item for _, item in items), folder / split, photos)
        for split, items in groupby(pairs, key=lambda pair: pair[0])
    )
    description = folder / "data.yaml"
    description.write_text(describe(source.splits, source.fully_labelled), encoding="utf-8")
    return Written((description,), total, boxes)


def claim(folder: Path) -> None:
    """Makes the folder to write to.

    Raises:
        DatasetError: when something is in it: nothing is ever written over.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise DatasetError(
            f"{folder} is not empty: name a new folder with --to", f"{folder} 不是空的：请用 --to 指定新文件夹"
        )
    folder.mkdir(parents=True, exist_ok=True)


def copy_photo(item: Item, folder: Path) -> None:
    """Copies the picture of an item, byte for byte."""
    if item.image is not None:
        folder.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(item.image, folder / item.name)


def describe(splits: Iterable[str], fully_labelled: bool) -> str:
    """The text of ``data.yaml``, as Hule and ultralytics read it.

    ultralytics wants ``train`` and ``val``: a dataset without one of them names the other's photos.
    """
    folders: dict[str, list[str]] = {}
    for split in splits:
        name = split.split("-")[0]
        key = name if name in SPLITS else "train"
        folders.setdefault(key, []).append(f"{split}/images" if split else "images")
    any_photos = next(iter(folders.values()))
    wanted = {split: folders.get(split, any_photos) for split in SPLITS if split in folders or split != "test"}
    data: dict[str, object] = {key: names[0] if len(names) == 1 else list(names) for key, names in wanted.items()}
    if fully_labelled:
        data["fully_labelled"] = True
    data["names"] = dict(enumerate(HULE_NAMES))
    return yaml.safe_dump(data, sort_keys=False, allow_unicode=True)


def _write_split(items: Iterable[Item], folder: Path, photos: bool) -> int:
    """Writes one split; returns the number of boxes."""
    boxes = 0
    with ExitStack() as stack:
        index = None
        for item in items:
            if photos:
                copy_photo(item, folder / "images")
            if item.boxes is not None:
                boxes += len(item.boxes)
                path = folder / "labels" / f"{Path(item.name).stem}.txt"
                path.write_text(format_boxes(item.boxes), encoding="utf-8")
            if item.source or item.group:
                if index is None:
                    file = stack.enter_context((folder / "index.csv").open("w", newline="", encoding="utf-8"))
                    index = csv.writer(file)
                    index.writerow(INDEX)
                index.writerow((item.name, item.source, item.group))
    return boxes
