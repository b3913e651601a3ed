"""A sheet of crops for each class of a dataset: what a name means is seen, not guessed."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

from PIL import Image

from vision.dataset.labels import Box
from vision.dataset.source import Labelled
from vision.dataset.splits import DatasetError
from vision.photo import PhotoError, load_photo

SIDE = 96
"""Crops are shown in squares of so many pixels."""

A_CLASS = 12
"""So many crops of each class, from as many photos as there are."""


def write_samples(photos: Iterable[Labelled], folder: Path, a_class: int = A_CLASS) -> dict[str, Path]:
    """Writes a sheet of crops for each name; returns their paths.

    Args:
        photos: looked at in this order, until every class seen has its crops.
        folder: where to.
        a_class: crops of each name.
    """
    crops = defaultdict[str, list[Image.Image]](list)
    for path, boxes in photos:
        wanted = [(name, box) for name, box in boxes if len(crops[name]) < a_class]
        if wanted:
            for name, crop in _crops(path, wanted):
                crops[name].append(crop)
    folder.mkdir(parents=True, exist_ok=True)
    sheets = {}
    for number, (name, found) in enumerate(crops.items()):
        harmless = re.sub(r"[^\w-]", "_", name)  # names may hold what a file name may not
        sheets[name] = folder / f"{number:02}-{harmless}.png"
        _sheet(found).save(sheets[name])
    return sheets


def _crops(path: Path, boxes: Iterable[tuple[str, Box]]) -> Iterator[tuple[str, Image.Image]]:
    try:
        photo = Image.fromarray(load_photo(path).preview)
    except PhotoError as error:
        raise DatasetError(error.message, error.message_zh) from error
    for name, box in boxes:
        left, right = ((box.x + side * box.width / 2) * photo.width for side in (-1, 1))
        top, bottom = ((box.y + side * box.height / 2) * photo.height for side in (-1, 1))
        crop = photo.crop(
            (round(left), round(top), max(round(right), round(left) + 1), max(round(bottom), round(top) + 1))
        )
        crop.thumbnail((SIDE, SIDE))
        yield name, crop


def _sheet(crops: list[Image.Image]) -> Image.Image:
    sheet = Image.new("RGB", (SIDE * max(1, len(crops)), SIDE), "grey")
    for number, crop in enumerate(crops):
        sheet.paste(crop, (SIDE * number + (SIDE - crop.width) // 2, (SIDE - crop.height) // 2))
    return sheet
