"""A photo at the door: looked at, stored, and read, before anybody's page knows of it.

The photo comes as bytes from a phone. What is no picture, or one that nobody could read tiles in, is sent back with
the reason; everything else is safely stored when the answer goes out, and found again by its hash.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from records import RecordsError, clean
from scoring.steps import Text
from ui import archive
from ui.reader import both
from vision.api import PhotoError, load_photo
from vision.quality import shot_fault

MAX_BYTES = 40_000_000
"""Largest photo taken in one piece: three times what a phone's 48 megapixels weigh."""

NAME = "photo"
"""What a photo is called until its messages are put into words: phones send no name worth telling."""

TAKE_AGAIN = ("W_NO_TILES", "W_ONLY_BACKS", "W_CUT", "W_SMALL")
"""Warnings of a reading that another photo mends sooner than a person does."""


@dataclass(frozen=True)
class Stored:
    """A photo that is safely kept.

    Attributes:
        photo: its hash, by which everything else knows it.
        tiles: how many tiles were read in the hand; None where it could not be read.
        advice: what is wrong with the reading or the picture, where taking it again would help.
    """

    photo: str
    tiles: int | None
    advice: Text | None


@dataclass(frozen=True)
class Refused:
    """A photo that was not kept.

    Attributes:
        reason: what is wrong and what to do.
        status: of the answer, as HTTP has it.
        anyway: whether the person may insist: the picture is one, only a bad one.
    """

    reason: Text
    status: int
    anyway: bool = False


def take(
    data: bytes,
    *,
    match_id: str | None = None,
    deal_id: str | None = None,
    anyway: bool = False,
) -> Stored | Refused:
    """Takes a photo in: checked, freed of place and time, stored, then read.

    Args:
        data: the file as the phone sent it.
        match_id: the match under whose address it came.
        deal_id: the deal under whose address it came.
        anyway: whether it is kept although it is dark or blurred.
    """
    records = archive.archive()
    known = records.photo_of_upload(hashlib.sha256(data).hexdigest())
    try:
        if known is not None:
            # The page did not hear the answer and sends again, or somebody chose the photo once more.
            records.file_photo(known, match_id=match_id, deal_id=deal_id)
            return _read(known)
        photo = load_photo(data, NAME)
        fault = None if anyway else shot_fault(photo)
        if fault is not None:
            return Refused(Text(fault.message, fault.message_zh), 422, anyway=True)
        kept = clean(photo)
        records.save_photo(kept, match_id=match_id, deal_id=deal_id)
    except PhotoError as error:
        return Refused(_named(error), 413 if error.code == "E_PHOTO_TOO_LARGE" else 415)
    except RecordsError as error:
        gone = error.code in ("E_RECORDS_UNKNOWN", "E_RECORDS_ID")
        return Refused(Text(error.message, error.message_zh), 404 if gone else 507)
    return _read(kept.sha256)


def _named(error: PhotoError) -> Text:
    return Text(error.message.replace(NAME, "this", 1), error.message_zh.replace(NAME, "这张", 1))


def too_large() -> Refused:
    """What is said of a file above :data:`MAX_BYTES`."""
    return Refused(both("snap.too_large", limit=_plain(MAX_BYTES // 1_000_000)), 413)


def _plain(number: int) -> Text:
    return Text(str(number), str(number))


def _read(sha256: str) -> Stored:
    """Reads a stored photo, once: the page that shows it finds the reading beside it."""
    seen = archive.found_photo(sha256)
    if seen is None:
        return Stored(sha256, None, both("snap.unread"))
    archive.keep_reading(seen)
    warnings = (warning for warning in seen.reading.warnings if warning.code in TAKE_AGAIN)
    advice = next((Text(warning.message, warning.message_zh) for warning in warnings), None)
    return Stored(sha256, seen.reading.hand.tile_count, advice)
