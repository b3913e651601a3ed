"""Everything that is kept, behind one door: values in, values out."""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from records import drafts
from records.canonical import Json
from records.database import connect, upgrade
from records.drafts import Draft
from records.errors import RecordsError
from records.labels import LabelQueue
from records.photos import CleanPhoto, PhotoFolder
from records.store import Store
from records.values import Adjustment, Deal, Match, NewVersion, Origin, Saved
from vision.home import DATA_VARIABLE, data_folder

DATABASE_VARIABLE = "HULE_DATABASE"

_ID = re.compile("[A-Za-z0-9_-]{1,64}")


def new_id() -> str:
    """An id that nobody can guess, fit for an address and a file name."""
    return secrets.token_hex(8)


def is_id(text: str) -> bool:
    """Whether a text can be an id."""
    return _ID.fullmatch(text) is not None


def open_records(folder: Path | None = None, database: str | None = None) -> Records:
    """Opens what is kept; makes it where there is nothing yet, and tidies up where a crash left something.

    Args:
        folder: the data folder, which always holds the photos; default: :func:`data_folder`. One folder belongs
            to one database.
        database: address of a PostgreSQL database, ``postgresql://user@host/name``; default: ``HULE_DATABASE``,
            or ``hule.sqlite`` in the data folder.

    Raises:
        RecordsError: when the folder or the database cannot be used, or a newer Hule wrote it.
    """
    folder = (folder or data_folder()).absolute()
    try:
        photos = PhotoFolder(folder)
    except OSError as error:
        raise RecordsError(
            "E_RECORDS_FOLDER",
            f"{folder} cannot be written ({error.strerror}): choose another data folder with {DATA_VARIABLE}",
            f"无法写入 {folder}（{error.strerror}）：请用 {DATA_VARIABLE} 另选数据文件夹",
        ) from error
    engine = connect(database or os.environ.get(DATABASE_VARIABLE) or f"sqlite:///{folder / 'hule.sqlite'}")
    upgrade(engine)
    store = Store(engine, photos)
    store.sweep()
    return Records(store, photos)


class Records:
    """What people entered. Safe to use from several threads, and beside other processes on the same folder.

    Every ``save_…`` returns when the version is safely on disk, and either stores all of it or nothing. Nothing
    here changes or deletes a version that is stored. Each raises :class:`RecordsError` where it cannot.
    """

    def __init__(self, store: Store, photos: PhotoFolder) -> None:
        self._store = store
        self._photos = photos
        self.labels = LabelQueue(store, photos)

    def save_match(
        self, match: Match, origin: Origin, *, match_id: str | None = None, based_on: int | None = None
    ) -> Saved[Match]:
        """Stores a new match, or the next version of the one with this id."""
        return self._store.append((NewVersion(_checked(match_id), match, based_on),), origin)[0]

    def match(self, match_id: str, version: int | None = None) -> Saved[Match]:
        """A match as it is now, or as it was."""
        return self._store.version(match_id, "match", version)

    def matches(self) -> tuple[Saved[Match], ...]:
        """All matches as they are now, oldest first."""
        return self._store.latest("match")

    def save_deal(
        self,
        deal: Deal,
        origin: Origin,
        *,
        deal_id: str | None = None,
        match_id: str | None = None,
        photos: Sequence[CleanPhoto] = (),
        based_on: int | None = None,
    ) -> Saved[Deal]:
        """Stores a new deal, or the next version of the one with this id, with its photos.

        Two phones that save one deal at once make two versions. A save that is sent twice by one device is
        stored once.

        Args:
            deal: the deal; its ``photos`` are stored already or come along.
            origin: who, on which device, when.
            deal_id: of a known deal, or one that the caller made with :func:`new_id` so that it can save again
                without making a second deal; default: a new one.
            match_id: the match of a new deal.
            photos: photos that are not stored yet.
            based_on: the version that was on the screen.
        """
        return self._store.append((NewVersion(_checked(deal_id), deal, based_on, match_id),), origin, photos)[0]

    def save_deals(self, versions: Sequence[NewVersion[Deal]], origin: Origin) -> tuple[Saved[Deal], ...]:
        """Stores versions of several deals that belong together: all of them, or none where one cannot be stored.

        Args:
            versions: at least one; their photos are stored already.
            origin: who, on which device, when.

        Returns:
            what was stored, in the order given.
        """
        for each in versions:
            _checked(each.id)
        return self._store.append(versions, origin)

    def deal(self, deal_id: str, version: int | None = None) -> Saved[Deal]:
        """A deal as it is now, or as it was."""
        return self._store.version(deal_id, "deal", version)

    def deals(self, match_id: str | None = None) -> tuple[Saved[Deal], ...]:
        """All deals (of a match) as they are now, in the order of play; drafts and void ones, too."""
        return self._store.latest("deal", match_id=match_id)

    def deal_ids(self, match_id: str) -> tuple[str, ...]:
        """Ids of the deals of a match, in the order of play, without reading the deals."""
        return self._store.ids("deal", match_id)

    def versions(self, record_id: str) -> tuple[Saved[Any], ...]:
        """The history of a deal, match or adjustment, oldest first; empty where there is none."""
        return self._store.versions(record_id)

    def save_adjustment(
        self, adjustment: Adjustment, origin: Origin, *, match_id: str, adjustment_id: str | None = None,
        based_on: int | None = None,
    ) -> Saved[Adjustment]:  # fmt: skip
        """Stores a new adjustment of a match, or the next version of the one with this id."""
        new = NewVersion(_checked(adjustment_id), adjustment, based_on, match_id)
        return self._store.append((new,), origin)[0]

    def adjustments(self, match_id: str) -> tuple[Saved[Adjustment], ...]:
        """All adjustments of a match as they are now, in the order they were made."""
        return self._store.latest("adjustment", match_id=match_id)

    def entries(self, match_id: str) -> tuple[Saved[Deal] | Saved[Adjustment], ...]:
        """The deals and adjustments of a match as they are now, in the order they were first entered."""
        return self._store.latest("deal", "adjustment", match_id=match_id)

    def save_photo(self, photo: CleanPhoto, *, match_id: str | None = None, deal_id: str | None = None) -> None:
        """Stores a photo before any deal shows it, as it comes from a phone's camera.

        Args:
            photo: from :func:`records.clean`.
            match_id: the match under whose address it came.
            deal_id: the deal under whose address it came; it need not be stored yet.
        """
        self._store.add_photo(photo, match_id, _checked(deal_id) if deal_id else None)

    def file_photo(self, sha256: str, *, match_id: str | None = None, deal_id: str | None = None) -> None:
        """Puts a stored photo under another address: the one where somebody sent it again."""
        self._store.file_photo(sha256, match_id, _checked(deal_id) if deal_id else None)

    def photo(self, sha256: str) -> bytes:
        """The JPEG of a stored photo, checked against its hash."""
        return self._photos.read(sha256)

    def waiting_photos(self, match_id: str | None = None, deal_id: str | None = None) -> tuple[str, ...]:
        """Hashes of the photos that came under the address of a match or a deal and that wait to be used.

        With a deal's address those that this deal does not show yet, else those that no deal shows.
        """
        return self._store.photo_hashes(match_id, deal_id, unused=True)

    def loose_photos(self, match_id: str) -> tuple[str, ...]:
        """Those of the waiting photos of a match that came under the match alone and may be of any deal."""
        return self._store.photo_hashes(match_id, unused=True, loose=True)

    def photo_hashes(self) -> tuple[str, ...]:
        """Hashes of all stored photos."""
        return self._store.photo_hashes()

    def photo_of_upload(self, upload_sha256: str) -> str | None:
        """Hash of the photo that was stored from bytes with this hash; None where they never came."""
        return self._store.photo_of_upload(upload_sha256)

    def has_photo(self, sha256: str) -> bool:
        """Whether a photo with this hash is stored."""
        return self._store.has_photo(sha256)

    def save_reading(self, sha256: str, reading: Json) -> None:
        """Notes what was read in a stored photo, so that nobody has to read it again."""
        self._store.write(lambda session: drafts.add_reading(session, sha256, reading))

    def reading(self, sha256: str) -> Json | None:
        """What was read in a photo, in the form of ``hule read --json``; None where nothing was noted."""
        with self._store.reading() as session:
            return drafts.reading(session, sha256)

    def save_draft(self, draft: Draft, kept: int = drafts.STEPS) -> None:
        """Keeps a deal as it stands while it is being entered.

        Args:
            draft: the deal.
            kept: how many of this device's steps stay, this one included.
        """
        _checked(draft.deal_id)
        self._store.write(lambda session: drafts.append(session, draft, kept))

    def draft_steps(self, deal_id: str, device: str) -> tuple[Draft, ...]:
        """How a deal was entered on one device, oldest step first."""
        with self._store.reading() as session:
            return drafts.steps(session, deal_id, device)

    def drafts(self, deal_id: str | None = None, device: str | None = None) -> tuple[Draft, ...]:
        """What is being entered, one draft for each deal and device, the newest first."""
        with self._store.reading() as session:
            return drafts.latest(session, deal_id, device)

    def changes(self, record_id: str) -> int:
        """A number that grows with everything stored in a match, or in one deal: a page asks every second or two."""
        return self._store.changes(record_id)

    def faults(self, record_id: str) -> tuple[str, ...]:
        """What is wrong with the stored history of a deal, match or adjustment, in words; nothing where it is whole.

        Checks each version against its content hash, the chain of versions, and the photos.
        """
        found: list[str] = []
        before: str | None = None
        for number, saved in enumerate(self._store.versions(record_id), 1):
            if not saved.intact:
                found.append(f"version {number} is not what was saved: its content hash differs")
            if (saved.id, saved.version, saved.previous) != (record_id, number, before):
                found.append(f"version {number} does not follow from the one before")
            before = saved.sha256
            for sha256 in saved.value.photos if isinstance(saved.value, Deal) else ():
                try:
                    self.photo(sha256)
                except RecordsError as error:
                    found.append(f"version {number}: {error.message}")
        return tuple(found)

    def close(self) -> None:
        """Gives the connections back; the object is of no use afterwards."""
        self._store.close()


def _checked(record_id: str | None) -> str:
    """The id given, or a new one."""
    if record_id is None:
        return new_id()
    if not is_id(record_id):
        raise RecordsError(
            "E_RECORDS_ID",
            "an id is made of 1 to 64 letters, digits, - and _",
            "编号由 1 到 64 个字母、数字、- 或 _ 组成",
        )
    return record_id
