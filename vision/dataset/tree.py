"""A dataset folder as it lies on disk, walked photo by photo.

What is understood: a YAML file with ``train``, ``val``, ``test`` and ``names``, as ultralytics reads it; a folder
with ``images`` and ``labels``; or a folder of such folders, one a split. Where pictures come in groups, an
``index.csv`` (``image,source,group``) beside ``images`` or in the dataset's folder says so.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, TypeVar

from scoring.tiles import DETECTOR_CLASSES
from vision.dataset.splits import PICTURES, DatasetError, class_names, label_folder, read_description, read_index

SPLITS = ("train", "val", "test")

CLASS_FILES = ("classes.txt", "labels/classes.txt", "obj.names")
"""Where tools that write no YAML file list the classes, one a line."""

HULE_NAMES = tuple(face.code for face in DETECTOR_CLASSES)
"""The classes of Hule's own datasets: those of ``datasets/classes.txt``."""


@dataclass(frozen=True, slots=True)
class Part:
    """One split.

    Attributes:
        name: ``train``, ``val``, ``test`` or the folder's; empty where the dataset has no splits.
        images: folder of the pictures.
        labels: folder of the label files.
        index: ``index.csv``, whether it exists or not.
    """

    name: str
    images: Path
    labels: Path
    index: Path


@dataclass(frozen=True, slots=True)
class Entry:
    """One photo with its labels, or one of the two alone.

    Attributes:
        part: the split that it is in.
        image: the picture, or None for labels without one.
        labels: the label file, or None for a picture without one.
        source: who it is from; empty where nobody says.
        group: the series that it belongs to; empty where nobody says.
    """

    part: Part
    image: Path | None
    labels: Path | None
    source: str = ""
    group: str = ""

    @property
    def path(self) -> Path:
        """The file to name in messages: the picture, or else the labels."""
        found = self.image or self.labels
        if found is None:
            raise ValueError("an entry has a picture or labels")
        return found

    @property
    def name(self) -> str:
        """File name of the picture; labels without one have a JPEG's."""
        return self.image.name if self.image else f"{self.path.stem}.jpg"


T = TypeVar("T")


class Progress(Protocol):
    """Shows how far it is."""

    def __call__(self, things: Iterable[T], total: int) -> Iterable[T]:
        """Passes things on, of which there will be so many."""


def silent(things: Iterable[T], total: int) -> Iterable[T]:
    """Shows nothing."""
    return things


@dataclass(frozen=True)
class Dataset:
    """A dataset on disk.

    Attributes:
        root: its folder.
        names: its classes, in order.
        named: whether a file lists them; where none does they are taken to be Hule's.
        parts: its splits.
        fully_labelled: whether it says that no tile in any photo is without a label.
    """

    root: Path
    names: tuple[str, ...]
    named: bool
    parts: tuple[Part, ...]
    fully_labelled: bool = False

    def entries(self, progress: Progress = silent) -> Iterator[Entry]:
        """Every photo and every label file, in the order of names within each split."""
        listed = [_list(part) for part in self.parts]
        total = sum(len(images) + len(alone) for images, _, alone in listed)
        everything = (
            entry for part, names in zip(self.parts, listed, strict=True) for entry in _part_entries(part, *names)
        )
        yield from progress(everything, total)

    def part_entries(self, name: str) -> Iterator[Entry]:
        """The entries of one split."""
        (part,) = (part for part in self.parts if part.name == name)
        return _part_entries(part, *_list(part))


def open_dataset(place: Path) -> Dataset:
    """Opens a dataset.

    Args:
        place: its folder, or its YAML file.

    Raises:
        DatasetError: when there is no dataset, or its YAML file cannot be read or names folders that are not there.
    """
    if not place.exists():
        raise DatasetError(f"there is no {place}", f"没有 {place}")
    description = place if place.is_file() else _description_in(place)
    if description is not None:
        return _described(description)
    parts = _bare_parts(place)
    if not parts:
        raise DatasetError(
            f"{place} is no dataset: want a data.yaml, or folders images and labels",
            f"{place} 不是数据集：需要 data.yaml，或 images 和 labels 文件夹",
        )
    names = next((_lines(place / name) for name in CLASS_FILES if (place / name).is_file()), ())
    return Dataset(place, names or HULE_NAMES, bool(names), parts)


def _description_in(folder: Path) -> Path | None:
    """The YAML file in a folder that describes a dataset."""
    found = [path for path in sorted(folder.glob("*.y*ml")) if "names" in read_description(path)]
    if len(found) > 1:
        raise DatasetError(
            f"{folder} has several datasets: name one of {', '.join(path.name for path in found)}",
            f"{folder} 里有多个数据集：请指定 {'、'.join(path.name for path in found)} 之一",
        )
    return found[0] if found else None


def _described(path: Path) -> Dataset:
    data = read_description(path)
    root = path.parent / os.path.expandvars(str(data.get("path") or "."))
    parts: dict[Path, Part] = {}
    for split in SPLITS:
        folders = data.get(split) or []
        for number, name in enumerate(folders if isinstance(folders, list) else [folders]):
            images = _image_folder(path, root, os.path.expandvars(str(name)))
            # A dataset without splits names the same folder for training and validation.
            title = "" if images == root / "images" else split if not number else f"{split}-{number + 1}"
            parts.setdefault(images, _part(title, images, root))
    if not parts:
        raise DatasetError(f"{path} names no train, val or test", f"{path} 没有 train、val 或 test")
    names = class_names(data.get("names"))
    return Dataset(path.parent, names, True, tuple(parts.values()), bool(data.get("fully_labelled", False)))


def _image_folder(path: Path, root: Path, name: str) -> Path:
    """A folder of pictures that a YAML file names.

    Roboflow writes ``../train/images`` for a folder that lies beside the YAML file.
    """
    for folder in (root / name, root / name.removeprefix("../")):
        for images in (folder / "images", folder):
            if images.is_dir() or label_folder(images).is_dir():
                return Path(os.path.normpath(images))
    raise DatasetError(
        f"{path} names {name}, but there is no folder {root / name}", f"{path} 指向 {name}，但没有文件夹 {root / name}"
    )


def _bare_parts(folder: Path) -> tuple[Part, ...]:
    if (folder / "labels").is_dir():
        return (_part("", folder / "images", folder),)
    children = [child for child in sorted(folder.iterdir()) if (child / "labels").is_dir()]
    named = [("val" if child.name == "valid" else child.name, child) for child in children]
    order = {name: number for number, name in enumerate(SPLITS)}
    named.sort(key=lambda item: order.get(item[0], len(order)))
    return tuple(_part(name, child / "images", folder) for name, child in named)


def _part(name: str, images: Path, root: Path) -> Part:
    beside = images.parent / "index.csv"
    return Part(name, images, label_folder(images), beside if beside.is_file() else root / "index.csv")


def _lines(path: Path) -> tuple[str, ...]:
    return tuple(line.strip() for line in path.read_text(encoding="utf-8").splitlines() if line.strip())


def _list(part: Part) -> tuple[list[str], set[str], list[str]]:
    """Names of the pictures, stems of the label files, and those stems that have no picture."""
    pictures = (name for name in _names_in(part.images) if os.path.splitext(name)[1].lower() in PICTURES)
    images = sorted(pictures)
    files = (name for name in _names_in(part.labels) if name.endswith(".txt") and name != "classes.txt")
    labels = {os.path.splitext(name)[0] for name in files}
    return images, labels, sorted(labels.difference(os.path.splitext(name)[0] for name in images))


def _names_in(folder: Path) -> list[str]:
    return os.listdir(folder) if folder.is_dir() else []


def _part_entries(part: Part, images: list[str], labels: set[str], alone: list[str]) -> Iterator[Entry]:
    index = read_index(part.index)
    for name in images:
        stem = os.path.splitext(name)[0]
        text = part.labels / f"{stem}.txt" if stem in labels else None
        yield Entry(part, part.images / name, text, *index.get(name, ("", "")))
    for stem in alone:
        known = (index[name] for ending in PICTURES if (name := stem + ending) in index)
        yield Entry(part, None, part.labels / f"{stem}.txt", *next(known, ("", "")))
