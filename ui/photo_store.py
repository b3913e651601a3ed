"""The photos that are kept, each with what was read in it.

A deal names a photo by the hash of the upload; it is stored without metadata, and so under another hash.
"""

from __future__ import annotations

import logging
from dataclasses import replace

from records import RecordsError, clean
from ui.archive import archive
from ui.joining import Joined, Shot
from ui.reader import Snapshot, preview, snapshot
from vision.api import load_photo
from vision.photo import Photo
from vision.reading import Reading

log = logging.getLogger(__name__)


def keep_photo(photo: Photo, match_id: str | None = None, deal_id: str | None = None) -> None:
    """Stores a photo, under the address of a match and a deal where it belongs to them."""
    if stored_photo(photo.sha256) is None:
        archive().save_photo(clean(photo), match_id=match_id, deal_id=deal_id)
    else:
        file_photo(photo.sha256, match_id, deal_id)


def file_photo(key: str, match_id: str | None, deal_id: str | None) -> None:
    """Puts a stored photo under the address of a match and a deal."""
    stored = stored_photo(key)
    if stored is not None:
        archive().file_photo(stored, match_id=match_id, deal_id=deal_id)


def keep_reading(seen: Snapshot) -> None:
    """Notes what was read in a stored photo."""
    stored = stored_photo(seen.key)
    if stored is not None:
        archive().save_reading(stored, seen.reading.to_json())


def stored_photo(key: str) -> str | None:
    """Hash of the stored photo for the hash by which a deal names it: that of the upload, or of the stored file."""
    return archive().photo_of_upload(key) or (key if archive().has_photo(key) else None)


def found_photo(key: str) -> Snapshot | None:
    """A photo of a deal with its reading, from the data folder; None where it is not there."""
    stored = stored_photo(key)
    if stored is None:
        return None
    try:
        jpeg = archive().photo(stored)
    except RecordsError as error:
        log.warning("%s", error)
        return None
    reading = _reading(stored)
    if reading is None:
        seen = snapshot(jpeg, f"{stored[:12]}.jpg")
        return replace(seen, key=key) if isinstance(seen, Snapshot) else None
    return Snapshot(key, preview(load_photo(jpeg)), reading)


def _reading(stored: str) -> Reading | None:
    """What was noted of a photo; None where nothing was, or another Hule noted it in a form that this one lacks."""
    told = archive().reading(stored)
    try:
        return None if told is None else Reading.from_json(told)
    except (LookupError, TypeError, ValueError) as error:
        log.warning("what was read in photo %s has another form: %r", stored[:12], error)
        return None


def shot(seen: Snapshot | None) -> Shot | None:
    """A photo that this page knows as it is stored; None where it is not."""
    stored = stored_photo(seen.key) if seen is not None else None
    return None if seen is None or stored is None else Shot(stored, archive().photo(stored), seen.reading)


def keep_joined(joined: Joined, match_id: str | None, deal_id: str) -> Snapshot:
    """Stores two photos that were put together as one, with its reading."""
    photo = load_photo(joined.jpeg, joined.reading.photo)
    stored = clean(photo)
    archive().save_photo(stored, match_id=match_id, deal_id=deal_id)
    reading = replace(joined.reading, photo_hash=stored.sha256, width=photo.width, height=photo.height)
    seen = Snapshot(stored.sha256, preview(photo), reading)
    archive().save_reading(stored.sha256, seen.reading.to_json())
    return seen
