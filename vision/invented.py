"""How many tiles the reader invents on pictures that show none: ``python -m vision.invented``.

150 pictures of 12 megapixels, 25 of each kind in :mod:`vision.compose.tileless`, each read as a photo is.
``--draw DIR`` writes those on which something was found, with its frames.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path

import cv2
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from vision.api import load_photo, read_photo
from vision.compose.picture import Image
from vision.compose.tileless import KINDS, tileless_pictures
from vision.detector import Detector, load_detector
from vision.draw import save_drawing

OF_EACH = 25
"""Pictures of each kind."""


@dataclass
class Invented:
    """Tiles found on pictures of one kind that show none.

    Attributes:
        pictures: how many were read.
        tiles: faces found on them, backs included.
        clean: pictures without any.
        likeliest: the highest confidence of them all.
        worst: most tiles on one picture.
    """

    pictures: int = 0
    tiles: int = 0
    clean: int = 0
    likeliest: float = 0.0
    worst: int = 0

    @property
    def a_picture(self) -> float:
        """Tiles a picture."""
        return self.tiles / max(self.pictures, 1)


def count_invented(detector: Detector, of_each: int = OF_EACH, drawings: Path | None = None) -> dict[str, Invented]:
    """Reads the pictures and counts by kind; with a folder, draws the frames of what was found."""
    kinds = {kind: Invented() for kind in KINDS}
    with Progress(console=Console(stderr=True)) as progress:
        task = progress.add_task("reading", total=of_each * len(KINDS))
        for number, (kind, picture) in enumerate(tileless_pictures(of_each)):
            photo = load_photo(_jpeg(picture), f"{kind}-{number}.jpg")
            reading = read_photo(photo, detector)
            tally, found = kinds[kind], len(reading.tiles)
            tally.pictures += 1
            tally.tiles += found
            tally.clean += found == 0
            tally.worst = max(tally.worst, found)
            tally.likeliest = max([tally.likeliest, *(tile.confidence for tile in reading.tiles)])
            if found and drawings is not None:
                save_drawing(photo, reading, drawings)
            progress.advance(task)
    return kinds


def _jpeg(picture: Image) -> bytes:
    _, data = cv2.imencode(".jpg", picture[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, 88])
    return data.tobytes()


def _table(kinds: dict[str, Invented]) -> Table:
    table = Table("kind", "pictures", "invented tiles", "a picture", "pictures without any", "worst", "likeliest")
    for kind, tally in kinds.items():
        table.add_row(kind, *_cells(tally))
    every = Invented(
        sum(tally.pictures for tally in kinds.values()),
        sum(tally.tiles for tally in kinds.values()),
        sum(tally.clean for tally in kinds.values()),
        max(tally.likeliest for tally in kinds.values()),
        max(tally.worst for tally in kinds.values()),
    )
    table.add_section()
    table.add_row("all", *_cells(every))
    return table


def _cells(tally: Invented) -> list[str]:
    figures = [f"{tally.a_picture:.2f}", str(tally.clean), str(tally.worst), f"{tally.likeliest:.2f}"]
    return [str(tally.pictures), str(tally.tiles), *figures]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--model", type=Path, help="the detector; default: Hule's own")
    parser.add_argument("--of-each", type=int, default=OF_EACH, help="pictures of each kind")
    parser.add_argument("--draw", type=Path, help="folder for the pictures on which something was found")
    arguments = parser.parse_args()
    Console().print(_table(count_invented(load_detector(arguments.model), arguments.of_each, arguments.draw)))
