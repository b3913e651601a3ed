"""Bytes from a phone to a picture and a reading, or to a sentence that says what is wrong."""

from __future__ import annotations

import logging
import os
import tomllib
from collections.abc import Container, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scoring import Tile, parse_tiles
from scoring.steps import Text
from ui.text import words
from vision.api import PhotoError, load_photo, read_photo
from vision.reading import Reading

log = logging.getLogger(__name__)

PREVIEW_SIDE = 1600
"""Long side of the picture that a page shows, in pixels."""

SAMPLES_VARIABLE = "HULE_SAMPLES"


@dataclass(frozen=True)
class Snapshot:
    """A photo that was read.

    Attributes:
        key: SHA-256 of the bytes as they came.
        jpeg: the upright picture for the page, without metadata.
        reading: what was read.
    """

    key: str
    jpeg: bytes
    reading: Reading


def snapshot(data: bytes, name: str) -> Snapshot | Text:
    """Reads a photo; returns the reason where that is impossible, and never raises."""
    from vision.detector import ModelError

    try:
        photo = load_photo(data, name)
        return Snapshot(photo.sha256, photo.jpeg(PREVIEW_SIDE, 85), read_photo(photo))
    except PhotoError as error:
        return Text(error.message, error.message_zh)
    except ModelError as error:
        return both("photo.model", detail=Text(error.message, error.message_zh))
    except Exception as error:
        # Whatever a strange file does to a decoder, the person at the table gets a sentence.
        log.exception("reading %s failed", name)
        detail = type(error).__name__
        return both("photo.fault", detail=Text(detail, detail))


def both(key: str, **values: Text) -> Text:
    """A sentence of the catalogue in both languages."""
    english, chinese = words("en"), words("zh")
    return Text(
        english(key, **{name: value.en for name, value in values.items()}),
        chinese(key, **{name: value.zh for name, value in values.items()}),
    )


def sample_photos(faces: Container[Tile]) -> tuple[Path, ...]:
    """The sample photos that come with Hule, in the order to show them.

    Args:
        faces: tiles of the game; samples with other tiles are left out, unless none is left.

    ``HULE_SAMPLES`` names another folder of photos; its ``samples.toml`` lists them and says what they show.
    """
    folder = Path(os.environ.get(SAMPLES_VARIABLE) or Path(__file__).parents[1] / "datasets" / "samples")
    try:
        listed = tomllib.loads((folder / "samples.toml").read_text(encoding="utf-8"))["sample"]
        photos = {folder / entry["photo"]: _shown(entry) for entry in listed}
    except (OSError, KeyError, TypeError, ValueError) as error:
        log.warning("no proper list of samples in %s: %s", folder, error)
        return ()
    fitting = tuple(photo for photo, shown in photos.items() if all(face in faces for face in shown))
    return fitting or tuple(photos)


def _shown(entry: Mapping[str, Any]) -> tuple[Tile, ...]:
    """Every tile of a sample, from its entry in the list."""
    tiles = [entry["concealed"], entry["win_tile"], entry["flowers"], *(meld["tiles"] for meld in entry["melds"])]
    return parse_tiles(" ".join(text for text in tiles if text))
