"""The photos of one split of a YOLO dataset, as ``hule evaluate`` reads them.

A dataset is a YAML file with ``path`` (where it starts, from the file's folder), ``train``, ``val``, ``test``
(folders of pictures) and ``names`` (the 43 classes in order); or a folder with ``images`` and ``labels``.
Labels lie beside the pictures: ``images/a.jpg`` has ``labels/a.txt``, one ``class cx cy w h`` a line. An
``index.csv`` in the folder above (``image,source,group``) says where each photo is from.
``fully_labelled: true`` in the YAML says that no tile in any photo is without a label.
"""

from __future__ import annotations

import csv
import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from scoring.errors import BilingualError
from scoring.tiles import DETECTOR_CLASSES

PICTURES = frozenset({".jpg", ".jpeg", ".png", ".webp", ".bmp", ".heic", ".heif"})


class DatasetError(BilingualError):
    """A dataset that cannot be used."""


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
    data = read_description(dataset)
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


def read_description(dataset: Path) -> dict[str, Any]:
    """What the YAML file of a dataset says.

    Raises:
        DatasetError: when it cannot be read.
    """
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
    if class_names(names) != tuple(tile.code for tile in DETECTOR_CLASSES):
        raise DatasetError(
            f"the names in {dataset} are not the classes of datasets/classes.txt in that order",
            f"{dataset} 的 names 与 datasets/classes.txt 的类别或顺序不符",
        )


def class_names(names: object) -> tuple[str, ...]:
    """The classes that ``names`` of a YAML file lists, in order: a list, or a dictionary by number."""
    if isinstance(names, dict) and all(str(number).isdigit() for number in names):
        return tuple(str(name) for _, name in sorted(names.items(), key=lambda item: int(item[0])))
    return tuple(str(name) for name in names) if isinstance(names, list) else ()


def _photos(folder: Path) -> tuple[LabelledPhoto, ...]:
    if folder.name != "images" and (folder / "images").is_dir():
        folder = folder / "images"
    paths = sorted(p for p in folder.glob("*") if p.suffix.lower() in PICTURES)
    if not paths:
        raise DatasetError(f"no pictures in {folder}", f"{folder} 里没有图片")
    index = read_index(folder.parent / "index.csv")
    labels = label_folder(folder)
    return tuple(LabelledPhoto(path, labels / f"{path.stem}.txt", *index.get(path.name, ("", ""))) for path in paths)


def label_folder(images: Path) -> Path:
    """Where the labels of a folder of pictures lie: its path with the last ``images`` read as ``labels``."""
    parts = list(images.parts)
    if "images" not in parts:
        return images.parent / "labels"
    last = len(parts) - 1 - parts[::-1].index("images")
    return Path(*parts[:last], "labels", *parts[last + 1 :])


def read_index(path: Path) -> dict[str, tuple[str, str]]:
    """Source and group of each picture by its file name, from a CSV file; empty where there is none.

    Columns: ``image``, and where known ``source`` and ``group``.
    """
    if not path.is_file():
        return {}
    with path.open(newline="", encoding="utf-8-sig") as file:
        # A few names come again on every line: one string serves all.
        return {
            row["image"]: (sys.intern(row.get("source") or ""), sys.intern(row.get("group") or ""))
            for row in csv.DictReader(file)
            if row.get("image")
        }
