"""A photo at the door: looked at, read, and stored, before anybody's page knows of it.

The photo comes as bytes from a phone, which keeps it until it hears an answer. What is no picture, or one that nobody
could read the whole hand in, is sent back with the reason; everything else is safely stored when the answer goes out,
and found again by its hash.
"""

from __future__ import annotations

import hashlib
import logging
from dataclasses import dataclass

from records import CleanPhoto, RecordsError, clean
from records.errors import NOT_THERE
from scoring.steps import Text
from ui import archive, photo_store
from ui.reader import Snapshot, both, fault_of, refused_for, snapshot
from vision.api import PhotoError, load_photo
from vision.reading import Reading

log = logging.getLogger(__name__)

MAX_BYTES = 40_000_000
"""Largest photo taken in one piece: three times what a phone's 48 megapixels weigh."""

NAME = "photo"
"""What a photo is called until its messages are put into words: phones send no name worth telling."""

TAKE_AGAIN = ("W_NO_TILES", "W_ONLY_BACKS", "W_SMALL")
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
    """Takes a photo in: checked, freed of place and time, read, then stored.

    Args:
        data: the file as the phone sent it.
        match_id: the match under whose address it came.
        deal_id: the deal under whose address it came.
        anyway: whether it is kept although it is dark, blurred or cut.
    """
    try:
        return _taken(data, match_id, deal_id, anyway)
    except PhotoError as error:
        return Refused(_named(error), 413 if error.code == "E_PHOTO_TOO_LARGE" else 415)
    except RecordsError as error:
        gone = error.code in (NOT_THERE, "E_RECORDS_ID")
        return Refused(Text(error.message, error.message_zh), 404 if gone else _TRY_AGAIN)
    except OSError as error:
        log.exception("a photo could not be stored")
        reason = error.strerror or type(error).__name__
        return Refused(Text(f"the disk does not answer ({reason})", f"磁盘没有回应（{reason}）"), _TRY_AGAIN)


_TRY_AGAIN = 507
"""Status of an answer at which a phone keeps its photo and sends it again, as at every one from 500 on."""


def _taken(data: bytes, match_id: str | None, deal_id: str | None, anyway: bool) -> Stored | Refused:
    records = archive.archive()
    known = records.photo_of_upload(hashlib.sha256(data).hexdigest())
    seen = photo_store.found_photo(known) if known is not None else None
    # One whose file was lost is stored anew.
    if known is not None and seen is not None:
        # The page did not hear the answer and sends again, or somebody chose the photo once more.
        records.file_photo(known, match_id=match_id, deal_id=deal_id)
        return _stored(known, seen)
    photo = load_photo(data, NAME)
    # Told before the reading, which takes longer.
    fault = None if anyway else fault_of(photo)
    if fault is not None:
        return _again(fault)
    kept = clean(photo)
    seen = _seen(kept)
    cut = None if anyway or seen is None else refused_for(seen.reading)
    if cut is not None:
        return _again(cut)
    records.save_photo(kept, match_id=match_id, deal_id=deal_id)
    if known is not None:
        # Saving leaves the address of a photo that the database knows as it was.
        records.file_photo(kept.sha256, match_id=match_id, deal_id=deal_id)
    return _stored(kept.sha256, seen)


def _again(reason: Text) -> Refused:
    """A picture that is better taken again; the person may insist."""
    return Refused(reason, 422, anyway=True)


def _named(error: PhotoError) -> Text:
    return Text(error.message.replace(NAME, "this", 1), error.message_zh.replace(NAME, "这张", 1))


def too_large() -> Refused:
    """What is said of a file above :data:`MAX_BYTES`."""
    return Refused(both("snap.too_large", limit=_plain(MAX_BYTES // 1_000_000)), 413)


def _plain(number: int) -> Text:
    return Text(str(number), str(number))


def _seen(kept: CleanPhoto) -> Snapshot | None:
    """The reading of a photo in the form in which it is stored; None where it cannot be read."""
    seen = snapshot(kept.jpeg, f"{kept.sha256[:12]}.jpg")
    return seen if isinstance(seen, Snapshot) else None


def _stored(sha256: str, seen: Snapshot | None) -> Stored:
    """Notes what was read in a stored photo: the page that shows it finds the reading beside it."""
    if seen is None:
        return Stored(sha256, None, both("snap.unread"))
    photo_store.keep_reading(seen)
    return Stored(sha256, seen.reading.hand.tile_count, _advice(seen.reading))


def _advice(reading: Reading) -> Text | None:
    warnings = (warning for warning in reading.warnings if warning.code in TAKE_AGAIN)
    return next((Text(warning.message, warning.message_zh) for warning in warnings), None)
