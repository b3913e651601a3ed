"""Bytes from a phone to a picture and a reading, or to a sentence that says what is wrong."""

from __future__ import annotations

import logging
import os
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from scoring.steps import Text
from ui.text import words
from vision.api import PhotoError, load_photo, read_photo
from vision.photo import Photo
from vision.quality import SENT_BACK, shot_fault
from vision.reading import Reading

T = TypeVar("T")

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
    photo = opened(data, name)
    return photo if isinstance(photo, Text) else snapshot_of(photo)


def opened(data: bytes, name: str) -> Photo | Text:
    """The photo in a file; the reason where it is none, and never raises."""
    return _told(lambda: load_photo(data, name), name)


def snapshot_of(photo: Photo) -> Snapshot | Text:
    """Reads a photo, as :func:`snapshot` does."""
    return _told(lambda: Snapshot(photo.sha256, preview(photo), read_photo(photo)), photo.name)


def preview(photo: Photo) -> bytes:
    """The picture of a photo that a page shows, as a JPEG."""
    return photo.jpeg(PREVIEW_SIDE, 85)


def _told(look: Callable[[], T], name: str) -> T | Text:
    """What is made of a photo; the reason where that is impossible."""
    from vision.detector import ModelError

    try:
        return look()
    except PhotoError as error:
        return Text(error.message, error.message_zh)
    except ModelError as error:
        return both("photo.model", detail=Text(error.message, error.message_zh))
    except Exception as error:
        # Whatever a strange file does to a decoder, the person at the table gets a sentence.
        log.exception("reading %s failed", name)
        detail = type(error).__name__
        return both("photo.fault", detail=Text(detail, detail))


def fault_of(photo: Photo) -> Text | None:
    """Why a photo should be taken again before anybody reads it: it is dark or blurred; None for a good one."""
    fault = shot_fault(photo)
    return None if fault is None else Text(fault.message, fault.message_zh)


def refused_for(reading: Reading) -> Text | None:
    """Why a photo should be taken again although tiles were read in it; None where it shows the hand whole."""
    found = next((warning for warning in reading.warnings if warning.code in SENT_BACK), None)
    return None if found is None else Text(found.message, found.message_zh)


def both(key: str, **values: Text) -> Text:
    """A sentence of the catalogue in both languages."""
    english, chinese = words("en"), words("zh")
    return Text(
        english(key, **{name: value.en for name, value in values.items()}),
        chinese(key, **{name: value.zh for name, value in values.items()}),
    )


def sample_photos(variant: str) -> tuple[Path, ...]:
    """The sample photos that come with Hule and show a hand that wins by these rules, in the order to show them.

    ``HULE_SAMPLES`` names another folder of photos; its ``samples.toml`` lists them and says what they show.

    Args:
        variant: name of the rules.
    """
    folder = Path(os.environ.get(SAMPLES_VARIABLE) or Path(__file__).parents[1] / "datasets" / "samples")
    try:
        listed = tomllib.loads((folder / "samples.toml").read_text(encoding="utf-8"))["sample"]
        return tuple(folder / entry["photo"] for entry in listed if variant in entry["variants"])
    except (OSError, KeyError, TypeError, ValueError) as error:
        log.warning("no proper list of samples in %s: %s", folder, error)
        return ()
