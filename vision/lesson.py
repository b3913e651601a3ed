"""The photos of one's own tile set: which are learned from, and which are held out to see what was learned."""

from __future__ import annotations

import csv
import json
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from vision.dataset import DatasetError, LabelledPhoto
from vision.dataset.labels import read_label_file
from vision.dataset.split import place
from vision.dataset.tree import HULE_NAMES, open_dataset
from vision.photo import PhotoError, load_photo

LEAST = 10
"""Fewer photos than this teach too little, and half of them would tell nothing."""

LONG_SIDE = 1600
"""Photos to learn from are shrunk to this: a canvas has 640 pixels, and every process holds all of them."""


@dataclass(frozen=True)
class Lesson:
    """Labelled photos of one tile set.

    Attributes:
        learn: photos to learn from.
        held_out: photos that training never sees.
        whole: whether every tile in view is labelled in all of them.
    """

    learn: tuple[LabelledPhoto, ...]
    held_out: tuple[LabelledPhoto, ...]
    whole: bool = False


def labelled_photos(folder: Path) -> tuple[tuple[LabelledPhoto, ...], bool]:
    """The photos of a YOLO dataset that have labels, of all its splits, and whether all tiles are labelled.

    Raises:
        DatasetError: when it is no dataset of Hule's classes.
    """
    dataset = open_dataset(folder)
    if dataset.names != HULE_NAMES:
        raise DatasetError(
            f"the classes of {folder} are not Hule's: hule dataset import {folder} first",
            f"{folder} 的类别与胡了不符：请先 hule dataset import {folder}",
        )
    photos = tuple(
        LabelledPhoto(entry.image, entry.labels, entry.source, entry.group)
        for entry in dataset.entries()
        if entry.image is not None and entry.labels is not None
    )
    return photos, dataset.fully_labelled


def halves(folder: Path, seed: int = 0) -> Lesson:
    """Divides the labelled photos of a folder in two, alike in faces.

    Photos of one group (a session, a film) stay together, unless that would leave less than a third in one half.

    Raises:
        DatasetError: when there are too few, or it is no dataset of Hule's classes.
    """
    photos, whole = labelled_photos(folder)
    if len(photos) < LEAST:
        raise DatasetError(
            f"{folder} has {len(photos)} labelled photos; teaching needs at least {LEAST}: label some more",
            f"{folder} 只有 {len(photos)} 张有标注的照片；至少需要 {LEAST} 张：请再标几张",
        )
    alone = [photo.path.name for photo in photos]
    together = [photo.group or name for photo, name in zip(photos, alone, strict=True)]
    learn, held_out = _divide(photos, together, seed)
    if min(len(learn), len(held_out)) * 3 < len(photos):
        learn, held_out = _divide(photos, alone, seed)
    return Lesson(learn, held_out, whole)


Photos = tuple[LabelledPhoto, ...]


def _divide(photos: Photos, groups: Sequence[str], seed: int) -> tuple[Photos, Photos]:
    """Two halves, no group in both; one is empty where there is one group."""
    names = sorted(set(groups))
    if len(names) == 1:
        return photos, ()
    counts = np.zeros((len(names), 1 + len(HULE_NAMES)))
    for photo, group in zip(photos, groups, strict=True):
        faces = [box.face for box in read_label_file(photo.labels).boxes if 0 <= box.face < len(HULE_NAMES)]
        row = counts[names.index(group)]
        row[0] += 1
        np.add.at(row, [1 + face for face in faces], 1)
    half_of = dict(zip(names, place(counts, np.array([0.5, 0.5]), seed), strict=True))
    halves = [tuple(p for p, group in zip(photos, groups, strict=True) if half_of[group] == half) for half in (0, 1)]
    return halves[0], halves[1]


def write_photos(photos: Sequence[LabelledPhoto], folder: Path) -> None:
    """Writes photos to learn from into an empty folder: upright JPEG, no larger than :data:`LONG_SIDE`.

    Raises:
        DatasetError: naming the photo that cannot be read.
    """
    shutil.rmtree(folder, ignore_errors=True)
    for name in ("images", "labels"):
        (folder / name).mkdir(parents=True)
    with (folder / "index.csv").open("w", newline="", encoding="utf-8") as file:
        index = csv.writer(file)
        index.writerow(("image", "source", "group"))
        for photo in photos:
            try:
                picture = load_photo(photo.path)
            except PhotoError as error:
                raise DatasetError(f"{photo.path}: {error.message}", f"{photo.path}：{error.message_zh}") from error
            name = f"{photo.path.stem}.jpg"
            (folder / "images" / name).write_bytes(picture.jpeg(LONG_SIDE, 92))
            shutil.copyfile(photo.labels, folder / "labels" / f"{photo.path.stem}.txt")
            index.writerow((name, photo.source, photo.group))


def save(lesson: Lesson, path: Path) -> None:
    """Writes down which photo is in which half, so that a training that goes on keeps them apart."""
    parts = {name: [_strings(photo) for photo in getattr(lesson, name)] for name in ("learn", "held_out")}
    path.write_text(json.dumps({**parts, "whole": lesson.whole}, ensure_ascii=False), encoding="utf-8")


def load(path: Path) -> Lesson:
    """What :func:`save` wrote.

    Raises:
        FileNotFoundError: when there is nothing to go on from.
    """
    told = json.loads(path.read_text(encoding="utf-8"))
    learn, held_out = (tuple(_photo(*entry) for entry in told[name]) for name in ("learn", "held_out"))
    return Lesson(learn, held_out, told["whole"])


def _strings(photo: LabelledPhoto) -> tuple[str, str, str, str]:
    return str(photo.path.resolve()), str(photo.labels.resolve()), photo.source, photo.group


def _photo(path: str, labels: str, source: str, group: str) -> LabelledPhoto:
    return LabelledPhoto(Path(path), Path(labels), source, group)
