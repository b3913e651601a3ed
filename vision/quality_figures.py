"""How often a photo of a hand is sent back, wrongly and rightly: ``python -m vision.quality_figures DATASET``.

Of a dataset those photos count that show a hand, 10 to 20 labelled tiles, most of them in a row. Each is read as it
is, and cropped through the tile at either end of the row, so that a share of that tile is left: as taken too near.
"""

from __future__ import annotations

import argparse
import io
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image
from rich.console import Console
from rich.progress import track
from rich.table import Table

from vision.api import load_photo, read_photo
from vision.dataset import LabelledPhoto, load_split
from vision.dataset.box_checks import HAND_TILES
from vision.dataset.labels import corners, read_label_file
from vision.detector import Detector, load_detector
from vision.layout.rows import Row, find_rows
from vision.photo import Photo
from vision.quality import LEAST_GOING_ON, SENT_BACK, shot_fault

LEFT = (0.3, 0.8)
"""Shares of the tile at the end of the row that cropping leaves."""


def is_sent_back(photo: Photo, detector: Detector) -> bool:
    """Whether the app asks for another photo: it is dark or blurred, or cuts the hand off."""
    if shot_fault(photo) is not None:
        return True
    return any(warning.code in SENT_BACK for warning in read_photo(photo, detector).warnings)


def row_of_hand(labelled: LabelledPhoto, width: int, height: int) -> tuple[Row, NDArray[np.float32]] | None:
    """The longest row of a photo of a hand, and its labelled boxes (n, 4) in pixels; None for any other photo."""
    labels = read_label_file(labelled.labels).boxes
    if len(labels) not in HAND_TILES:
        return None
    boxes = corners(labels) * np.array([width, height, width, height], dtype=np.float32)
    longest = max(find_rows(boxes), key=lambda row: len(row.tiles))
    return (longest, boxes) if len(longest.tiles) >= LEAST_GOING_ON else None


def cropped(photo: Photo, row: Row, boxes: NDArray[np.float32], left: float) -> Iterator[Photo]:
    """The photo twice, cut through the tile at either end of the row, of which a share is ``left``.

    An end is passed over where the cut would go through another tile of the hand, too.
    """
    across = 0 if abs(row.direction[0]) >= abs(row.direction[1]) else 1
    picture = Image.fromarray(photo.pixels)
    for last in (row.tiles[0], row.tiles[-1]):
        low, high = boxes[last, across], boxes[last, 2 + across]
        others = np.delete(boxes, last, axis=0)
        part = [0, 0, photo.width, photo.height]
        if (others[:, 2 + across].max() + others[:, across].min()) / 2 > (low + high) / 2:
            edge = part[across] = round(high - left * (high - low))
        else:
            edge = part[2 + across] = round(low + left * (high - low))
        if not ((others[:, across] < edge) & (edge < others[:, 2 + across])).any():
            yield _saved(picture.crop((part[0], part[1], part[2], part[3])))


def _saved(picture: Image.Image) -> Photo:
    stream = io.BytesIO()
    picture.save(stream, "JPEG", quality=92)
    return load_photo(stream.getvalue())


def figures(photos: tuple[LabelledPhoto, ...], detector: Detector, shares: tuple[float, ...]) -> Table:
    """What is sent back of the photos of hands, as they are and cropped."""
    back = dict.fromkeys((None, *shares), 0)
    shown = dict.fromkeys(back, 0)
    for labelled in track(photos, "reading", console=Console(stderr=True)):
        photo = load_photo(labelled.path)
        found = row_of_hand(labelled, photo.width, photo.height)
        if found is None:
            continue
        for share in back:
            for each in (photo,) if share is None else cropped(photo, *found, share):
                shown[share] += 1
                back[share] += is_sent_back(each, detector)
    table = Table("photo", "shown", "sent back")
    for share, count in back.items():
        label = "whole" if share is None else f"{share:.0%} of the tile at one end left"
        table.add_row(label, str(shown[share]), str(count))
    return table


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("dataset", type=Path, help="the YAML file, or a folder with images and labels")
    parser.add_argument("--split", default="val", help="of a dataset with splits")
    parser.add_argument("--model", type=Path, help="the detector; default: Hule's own")
    parser.add_argument("--left", type=float, nargs="*", default=LEFT, help="shares of the tile that are left")
    arguments = parser.parse_args()
    chosen = load_split(arguments.dataset, arguments.split).photos
    Console().print(figures(chosen, load_detector(arguments.model), tuple(arguments.left)))
