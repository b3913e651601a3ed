"""COCO JSON written: one file a split, boxes in pixels of the upright photo.

Class ``n`` of ``datasets/classes.txt`` is category ``n + 1``, as tools that convert COCO expect. Fields beyond
COCO's own keep what it has no place for: ``source`` and ``group`` of an image, ``labelled`` where nobody has
labelled it, and ``fully_labelled`` in ``info``.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, TextIO

from vision.dataset.labels import Box
from vision.dataset.pictures import read_header
from vision.dataset.source import Item, Source, all_items, validate
from vision.dataset.splits import DatasetError
from vision.dataset.tree import HULE_NAMES, Progress, silent
from vision.dataset.write import Written, claim, copy_photo

Json = dict[str, Any]
Size = tuple[int, int]


def write_coco(
    source: Source, folder: Path, photos: bool = True, size: Size | None = None, progress: Progress = silent
) -> Written:
    """Writes ``annotations/instances_SPLIT.json``, and the photos of each split to ``SPLIT``.

    Args:
        source: what to write.
        folder: where to; must be empty or not there yet.
        photos: False to leave the pictures out.
        size: width and height, in pixels, to reckon with for labels without a picture.
        progress: shows how far it is.

    Raises:
        DatasetError: before anything is written, when the source cannot be used or the folder is not empty; on
            the way, when the size of a picture cannot be told.
    """
    total = validate(source)
    claim(folder)
    (folder / "annotations").mkdir()
    files = {split: folder / "annotations" / f"{'_'.join(filter(None, ('instances', split)))}.json"
             for split in source.splits}  # fmt: skip
    for path in files.values():
        path.write_text(_json({"images": [], "annotations": [], "categories": CATEGORIES}), encoding="utf-8")
    boxes = 0
    for split, pairs in groupby(progress(all_items(source), total), key=lambda pair: pair[0]):
        items = (item for _, item in pairs)
        place = folder / (split or "images") if photos else None
        with files[split].open("w", encoding="utf-8") as file:
            boxes += _write_split(items, source.fully_labelled, file, place, size)
    return Written(tuple(files.values()), total, boxes)


CATEGORIES = [{"id": number, "name": name, "supercategory": "tile"} for number, name in enumerate(HULE_NAMES, 1)]
"""The 43 classes in the order of ``datasets/classes.txt``."""


def _write_split(
    items: Iterable[Item], fully_labelled: bool, file: TextIO, photos: Path | None, size: Size | None
) -> int:
    """Writes one file, holding one photo at a time; returns the number of boxes."""
    info = {"description": "mahjong tiles, labelled with Hule", "fully_labelled": fully_labelled}
    file.write(f'{{"info": {_json(info)}, "categories": {_json(CATEGORIES)}, "images": [')
    boxes = 0
    # Images come before annotations: these wait in a file of their own.
    with TemporaryFile("w+", encoding="utf-8") as notes:
        for number, item in enumerate(items, 1):
            if photos is not None:
                copy_photo(item, photos)
            width, height = _size_of(item, size)
            file.write(f"{',' if number > 1 else ''}\n{_json(_image(number, item, width, height))}")
            for note in _annotations(item.boxes or (), number, width, height, boxes + 1):
                notes.write(f"{',' if boxes else ''}\n{_json(note)}")
                boxes += 1
        file.write('\n], "annotations": [')
        notes.seek(0)
        shutil.copyfileobj(notes, file)
    file.write("\n]}\n")
    return boxes


def _image(number: int, item: Item, width: int, height: int) -> Json:
    image: Json = {"id": number, "file_name": item.name, "width": width, "height": height}
    image |= {key: value for key, value in (("source", item.source), ("group", item.group)) if value}
    if item.boxes is None:
        image["labelled"] = False
    return image


def _annotations(boxes: Iterable[Box], image: int, width: int, height: int, first: int) -> Iterator[Json]:
    for number, box in enumerate(boxes, first):
        across, down = box.width * width, box.height * height
        corner = [box.x * width - across / 2, box.y * height - down / 2]
        yield {"id": number, "image_id": image, "category_id": box.face + 1, "bbox": [*corner, across, down],
               "area": across * down, "iscrowd": 0}  # fmt: skip


def _size_of(item: Item, size: Size | None) -> Size:
    if item.image is not None:
        header = read_header(item.image)
        return header.width, header.height
    if size is None:
        raise DatasetError(
            f"{item.name} has labels and no photo, so its size in pixels is unknown: name it with --size 640x640",
            f"{item.name} 只有标注没有照片，不知道像素大小：请用 --size 640x640 指定",
        )
    return size


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
