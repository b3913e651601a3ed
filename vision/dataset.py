"""Labelled photos in the form of YOLO, as ``hule evaluate`` reads them.

A dataset is a YAML file with ``path`` (where it starts, from the file's folder), ``train``, ``val``, ``test``
(folders of pictures) and ``names`` (the 43 classes in order); or a folder with ``images`` and ``labels``.
Labels lie beside the pictures: ``images/a.jpg`` has ``labels/a.txt``, one ``class cx cy w h`` a line. An
``index.csv`` in the folder above (``image,source,group``) says where each photo is from.
``fully_labelled: true`` in the YAML says that no tile in any photo is without a label.
"""

from __future__ import annotations

import csv
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from scoring.tiles import DETECTOR_CLASSES

PICTURES = frozenset({".jpg", ".jpeg", ".png", ".webp", ".bmp", ".heic", ".heif"})


class DatasetError(Exception):
    """A dataset that cannot be used.

    Attributes:
        message: what is wrong and what to mend, in English.
        message_zh: the same in Chinese.
    """

    def __init__(self, message: str, message_zh: str) -> None:
        super().__init__(message)
        self.message = message
        self.message_zh = message_zh


@dataclass(frozen=True)
class LabelledPhoto:
    """A photo and its label file.

    Attributes:
        path: of the picture.
        labels: of the label file; no tiles where it does not exist.
        source: who it is from, from ``index.csv``.
        group: photos of one group belong together (a series, a film).
    """

    path: Path
    labels: Path
    source: str = ""
    group: str = ""


@dataclass(frozen=True)
class Split:
    """The photos of one split, by name, and whether every tile in them is labelled."""

    photos: tuple[LabelledPhoto, ...]
    fully_labelled: bool


def load_split(dataset: Path, split: str = "val") -> Split:
    """The photos of one split of a dataset.

    Args:
        dataset: the YAML file, or a folder with ``images`` and ``labels``, which has no splits.
        split: ``train``, ``val`` or ``test``.

    Raises:
        DatasetError: when the file, the split or the pictures are missing, or the classes are not Hule's.
    """
    if dataset.is_dir():
        return Split(_photos(dataset / "images"), fully_labelled=False)
    data = _read(dataset)
    _check_names(data.get("names"), dataset)
    if not data.get(split):
        has = ", ".join(name for name in ("train", "val", "test") if data.get(name))
        raise DatasetError(
            f"{dataset} names no {split!r}: it has {has or 'no splits'}",
            f"{dataset} 没有 {split!r}：只有 {has or '空'}",
        )
    root = dataset.parent / os.path.expandvars(str(data.get("path") or "."))
    folders = data[split] if isinstance(data[split], list) else [data[split]]
    photos = tuple(photo for folder in folders for photo in _photos(root / os.path.expandvars(folder)))
    return Split(photos, bool(data.get("fully_labelled", False)))


def _read(dataset: Path) -> dict[str, Any]:
    try:
        data = yaml.safe_load(dataset.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise DatasetError(
            f"cannot read the dataset {dataset}: {error}", f"无法读取数据集 {dataset}：{error}"
        ) from error
    if not isinstance(data, dict):
        raise DatasetError(
            f"{dataset} is no dataset: want path, val, names", f"{dataset} 不是数据集：需要 path、val、names"
        )
    return data


def _check_names(names: object, dataset: Path) -> None:
    """A dataset of other classes, or in another order, would give figures that mean nothing."""
    codes = [tile.code for tile in DETECTOR_CLASSES]
    given = list(names.values()) if isinstance(names, dict) else names
    if given != codes:
        raise DatasetError(
            f"the names in {dataset} are not the classes of datasets/classes.txt in that order",
            f"{dataset} 的 names 与 datasets/classes.txt 的类别或顺序不符",
        )


def _photos(folder: Path) -> tuple[LabelledPhoto, ...]:
    if folder.name != "images" and (folder / "images").is_dir():
        folder = folder / "images"
    paths = sorted(p for p in folder.glob("*") if p.suffix.lower() in PICTURES)
    if not paths:
        raise DatasetError(f"no pictures in {folder}", f"{folder} 里没有图片")
    index = _index(folder.parent / "index.csv")
    labels = folder.parent / "labels"
    return tuple(LabelledPhoto(path, labels / f"{path.stem}.txt", *index.get(path.name, ("", ""))) for path in paths)


def _index(path: Path) -> dict[str, tuple[str, str]]:
    if not path.is_file():
        return {}
    with path.open(newline="", encoding="utf-8") as file:
        return {row["image"]: (row["source"], row["group"]) for row in csv.DictReader(file)}
