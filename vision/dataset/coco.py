"""COCO JSON read: one file a split, boxes in pixels of the upright photo."""

from __future__ import annotations

import json
import os
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import isfinite
from pathlib import Path
from typing import Any

from vision.dataset.labels import Box
from vision.dataset.pictures import read_header
from vision.dataset.source import Faces, Item
from vision.dataset.splits import DatasetError
from vision.dataset.tree import SPLITS

Json = dict[str, Any]


@dataclass(frozen=True)
class CocoFile:
    """One JSON file in the form of COCO.

    Attributes:
        path: the file.
        split: ``train``, ``val``, ``test``, or empty where neither its name nor its folder's tells.
    """

    path: Path
    split: str

    @cached_property
    def data(self) -> Json:
        """What it says.

        Raises:
            DatasetError: when it is no COCO JSON.
        """
        data = _load(self.path)
        if data is None:
            raise DatasetError(
                f"{self.path} is no COCO JSON: want images, annotations and categories",
                f"{self.path} 不是 COCO JSON：需要 images、annotations、categories",
            )
        for entry, name in _spoiled(data):
            raise DatasetError(
                f"{self.path}: {entry} has no proper {name}", f"{self.path}：{entry} 的 {name} 缺少或不对"
            )
        return data

    @cached_property
    def categories(self) -> dict[int, str]:
        """Name of each category that some box has; others (Roboflow's first) mean nothing."""
        used = {note.get("category_id") for note in self.data["annotations"]}
        return {item["id"]: str(item["name"]) for item in self.data["categories"] if item["id"] in used}


def find_coco(place: Path) -> tuple[CocoFile, ...]:
    """The COCO files of a folder, or the one file named; none where there are none."""
    if place.is_file():
        return (CocoFile(place, _split_of(place)),) if place.suffix == ".json" else ()
    paths = sorted(path for pattern in ("*.json", "*/*.json") for path in place.glob(pattern))
    files = [CocoFile(path, _split_of(path)) for path in paths if _load(path) is not None]
    splits = [file.split for file in files]
    if len(set(splits)) < len(splits):
        names, names_zh = (comma.join(file.path.name for file in files) for comma in (", ", "、"))
        raise DatasetError(f"{place} has several COCO files for one split: name one of {names}",
                           f"{place} 的同一部分有多个 COCO 文件：请指定 {names_zh} 之一")  # fmt: skip
    order = {split: number for number, split in enumerate(SPLITS)}
    return tuple(sorted(files, key=lambda file: order.get(file.split, len(order))))


def _load(path: Path) -> Json | None:
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return None
    wanted = ("images", "annotations", "categories")
    return data if isinstance(data, dict) and all(isinstance(data.get(key), list) for key in wanted) else None


def _spoiled(data: Json) -> Iterator[tuple[str, str]]:
    """Every entry that cannot be read, as ``images[3]``, with the field that is missing or of another kind."""
    for part, fields in _FIELDS.items():
        for number, entry in enumerate(data[part]):
            for name, kinds in fields.items():
                if not isinstance(entry, dict) or not isinstance(entry.get(name), kinds):
                    yield f"{part}[{number}]", name
    for number, image in enumerate(data["images"]):
        if not image["file_name"].isprintable():
            yield f"images[{number}]", "file_name"
        for name in ("width", "height"):
            length = image.get(name) or 0
            if not isinstance(length, int | float) or not 0 <= length < _LONGEST:
                yield f"images[{number}]", name


_FIELDS: Mapping[str, Mapping[str, tuple[type, ...]]] = {
    "images": {"id": (int, str), "file_name": (str,)},
    "annotations": {"image_id": (int, str), "category_id": (int, str)},
    "categories": {"id": (int, str), "name": (str, int)},
}
"""What each entry must have, and as what."""

_LONGEST = 1_000_000
"""Pixels along a side that no picture has."""


def _split_of(path: Path) -> str:
    """The split that a file's name tells (``instances_val2017.json``), or its folder's (``valid``)."""
    for name in (path.stem, path.parent.name):
        if found := re.search(r"(?<![a-z])(train|valid|val|test)(?![a-z])", name.lower()):
            return found[1].replace("valid", "val")
    return ""


@dataclass(frozen=True)
class CocoSource:
    """A dataset in the form of COCO; see :class:`vision.dataset.source.Source`.

    Attributes:
        root: folder of the dataset.
        files: one for each split.
        faces: what the category names mean.
        photos: False where the pictures are not there, and only labels are wanted.
    """

    root: Path
    files: tuple[CocoFile, ...]
    faces: Faces
    photos: bool = True

    @property
    def splits(self) -> tuple[str, ...]:
        """One for each file."""
        return tuple(file.split for file in self.files)

    @property
    def fully_labelled(self) -> bool:
        """Whether all files say so, and no class is left out."""
        infos = (file.data.get("info") for file in self.files)
        said = all(isinstance(info, dict) and info.get("fully_labelled") is True for info in infos)
        return said and all(face is not None for face in self.faces.values())

    def items(self, split: str) -> Iterator[Item]:
        """The photos of a split, in the order of the file."""
        (file,) = (file for file in self.files if file.split == split)
        notes = defaultdict[int, list[Json]](list)
        for note in file.data["annotations"]:
            notes[note["image_id"]].append(note)
        for image in file.data["images"]:
            yield self._item(file, image, notes[image["id"]])

    def _item(self, file: CocoFile, image: Json, notes: list[Json]) -> Item:
        name = str(image["file_name"])
        picture = self._picture(file, name) if self.photos else None
        width, height = image.get("width"), image.get("height")
        if picture is not None:
            width, height = _agreed_size(picture, width, height)
        if not width or not height:
            raise DatasetError(f"{file.path}: the image {name} has no width and height",
                               f"{file.path}：图片 {name} 没有 width 和 height")  # fmt: skip
        boxes = tuple(box for note in notes if (box := self._box(file, note, width, height)) is not None)
        labelled = image.get("labelled", True)
        return Item(name.replace("/", "_"), picture, boxes if labelled else None,
                    str(image.get("source") or ""), str(image.get("group") or ""))  # fmt: skip

    def _box(self, file: CocoFile, note: Json, width: int, height: int) -> Box | None:
        try:
            left, top, across, down = (float(edge) for edge in note["bbox"])
            if not all(map(isfinite, (left, top, across, down))):
                raise ValueError(note["bbox"])
            face = self.faces[file.categories[note["category_id"]]]
        except (KeyError, TypeError, ValueError, OverflowError):
            raise DatasetError(
                f"{file.path}: annotation {note.get('id')} has no bbox of four numbers, or an unknown category",
                f"{file.path}：标注 {note.get('id')} 没有四个数的 bbox，或类别未知",
            ) from None
        if face is None:
            return None
        return Box(face, (left + across / 2) / width, (top + down / 2) / height, across / width, down / height)

    def _picture(self, file: CocoFile, name: str) -> Path:
        places = (file.path.parent, self.root / file.split, self.root / file.split / "images",
                  self.root / "images" / file.split, self.root / "images", self.root)  # fmt: skip
        for place in places:
            if (place / name).is_file():
                return self._inside(file, place / name)
        raise DatasetError(f"{file.path} names {name}, which is in none of {', '.join(map(str, places))}",
                           f"{file.path} 提到 {name}，但以下文件夹都没有：{'、'.join(map(str, places))}")  # fmt: skip

    def _inside(self, file: CocoFile, picture: Path) -> Path:
        """The picture, if it lies in the dataset: what a stranger's file names elsewhere is none of its photos."""
        if not Path(os.path.abspath(picture)).is_relative_to(os.path.abspath(self.root)):
            raise DatasetError(
                f"{file.path} names {picture}, which is not in {self.root}: import the folder that holds both",
                f"{file.path} 提到 {picture}，不在 {self.root} 里：请导入同时包含两者的文件夹",
            )
        return picture


def _agreed_size(picture: Path, width: int | None, height: int | None) -> tuple[int, int]:
    """Size of a photo, in which its boxes were measured.

    Raises:
        DatasetError: when they were measured on the photo as it is stored, not upright.
    """
    header = read_header(picture)
    if header.quarter_turned and (width, height) == (header.height, header.width) and width != height:
        raise DatasetError(
            f"{picture} was labelled without its EXIF rotation ({width}×{height}): store it upright and label it again",
            f"{picture} 的标注没有应用 EXIF 旋转（{width}×{height}）：请把照片存成正的再重新标注",
        )
    return width or header.width, height or header.height
