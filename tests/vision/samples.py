"""The sample photos of the repository, with the hands that are right."""

from __future__ import annotations

import tomllib
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from scoring.tiles import parse_tiles, tile
from vision.compose.photos import read_labels
from vision.detections import Detections
from vision.layout.truth import LaidOut
from vision.matching import Labels
from vision.photo import load_photo

FOLDER = Path(__file__).parents[2] / "datasets" / "samples"
KINDS = {
    "chow": ("chi", None),
    "pong": ("pong", None),
    "kong": ("kong", "exposed"),
    "concealed kong": ("kong", "concealed"),
}


@dataclass(frozen=True)
class SamplePhoto:
    """A sample.

    Attributes:
        path: of the picture; its labels lie beside it.
        hand: the hand it shows.
    """

    path: Path
    hand: LaidOut

    def labels(self) -> Labels:
        """Its tiles, backs included."""
        photo = load_photo(self.path)
        return Labels(*read_labels(self.path.with_suffix(".txt"), photo.width, photo.height))


def samples() -> list[SamplePhoto]:
    """Every sample of ``samples.toml``."""
    data = tomllib.loads((FOLDER / "samples.toml").read_text(encoding="utf-8"))
    return [
        SamplePhoto(
            FOLDER / sample["photo"],
            LaidOut(
                Counter(parse_tiles(sample["concealed"])),
                Counter((KINDS[m["type"]][0], parse_tiles(m["tiles"]), KINDS[m["type"]][1]) for m in sample["melds"]),
                tile(sample["win_tile"]),
                Counter(parse_tiles(sample["flowers"])),
            ),
        )
        for sample in data["sample"]
    ]


def as_found(labels: Labels) -> Detections:
    """Labels as a reader without mistakes would find them."""
    scores = np.full((len(labels), 43), 0.01, dtype=np.float32)
    scores[np.arange(len(labels)), labels.classes] = 0.95
    return Detections(labels.boxes, labels.classes, scores.max(axis=1), scores)
