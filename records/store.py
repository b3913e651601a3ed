"""Versions and photos in the database: append, never rewrite."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Engine, Select, func, select
from sqlalchemy.exc import DatabaseError, IntegrityError
from sqlalchemy.orm import Session

from records.database import cannot_open, for_writing, lock_out
from records.envelope import KINDS, seal, to_json, unseal
from records.errors import NOT_THERE, RecordsError
from records.photos import CleanPhoto, PhotoFolder
from records.tables import PhotoRow, RecordRow, VersionPhotoRow, VersionRow
from records.values import Deal, NewVersion, Origin, Saved

T = TypeVar("T")

ATTEMPTS = 50
"""How often a save is tried when another one took its version number; each time one of them succeeds."""


class Store:
    """One open database with its photos.

    Args:
        engine: of :func:`records.database.connect`, brought up to date.
        photos: the files.
    """

    def __init__(self, engine: Engine, photos: PhotoFolder) -> None:
        self._engine = engine
        self._photos = photos

    def append(
        self, versions: Sequence[NewVersion[Any]], origin: Origin, brought: Sequence[CleanPhoto] = ()
    ) -> tuple[Saved[Any], ...]:
        """Stores the next versions of some records, and the photos that come with them: all in one transaction.

        Saving once more, from the same device, what is the latest version already changes nothing.

        Args:
            versions: what to store, in this order.
            origin: who, where, when.
            brought: photos that are not stored yet, of the first version's match.
        """

        def save(session: Session) -> tuple[Saved[Any], ...]:
            self._add_photos(session, brought, versions[0].match_id)
            # In one order, so that no two saves wait for each other.
            for record_id in sorted(each.id for each in versions):
                session.get(RecordRow, record_id, with_for_update=True)
            return tuple(self._append(session, each, origin) for each in versions)

        return self.write(save, brought)

    def add_photo(self, photo: CleanPhoto, match_id: str | None, deal_id: str | None) -> None:
        """Stores a photo that no deal shows yet; one that is there already stays as it is."""
        self.write(lambda session: self._add_photos(session, (photo,), match_id, deal_id), (photo,))

    def versions(self, record_id: str) -> tuple[Saved[Any], ...]:
        """All versions of a record, oldest first."""
        query = select(VersionRow).where(VersionRow.record_id == record_id).order_by(VersionRow.version)
        return self._read(query)

    def version(self, record_id: str, kind: str, version: int | None) -> Saved[Any]:
        """One version of a record, by default the latest.

        Raises:
            RecordsError: when there is none.
        """
        query = select(VersionRow).join(RecordRow, RecordRow.id == VersionRow.record_id)
        query = query.where(RecordRow.id == record_id, RecordRow.kind == kind)
        if version is not None:
            query = query.where(VersionRow.version == version)
        found = self._read(query.order_by(VersionRow.version.desc()).limit(1))
        if not found:
            raise _unknown(kind, record_id)
        return found[0]

    def latest(self, *kinds: str, match_id: str | None = None) -> tuple[Saved[Any], ...]:
        """The latest version of every record of some kinds, in the order in which they were first stored.

        Args:
            kinds: of ``match``, ``deal`` and ``adjustment``.
            match_id: only those of this match.
        """
        newest = select(
            VersionRow.record_id, func.max(VersionRow.version).label("version"), func.min(VersionRow.seq).label("first")
        ).group_by(VersionRow.record_id).subquery()  # fmt: skip
        query = (
            select(VersionRow)
            .join(newest, (newest.c.record_id == VersionRow.record_id) & (newest.c.version == VersionRow.version))
            .join(RecordRow, RecordRow.id == VersionRow.record_id)
            .where(RecordRow.kind.in_(kinds))
            .order_by(newest.c.first)
        )
        return self._read(query if match_id is None else query.where(RecordRow.match_id == match_id))

    def ids(self, kind: str, match_id: str) -> tuple[str, ...]:
        """Ids of the records of one kind in a match, in the order in which they were first stored."""
        mine = select(RecordRow.id).join(VersionRow, VersionRow.record_id == RecordRow.id)
        mine = mine.where(RecordRow.kind == kind, RecordRow.match_id == match_id)
        with self.reading() as session:
            return tuple(session.scalars(mine.group_by(RecordRow.id).order_by(func.min(VersionRow.seq))))

    def file_photo(self, sha256: str, match_id: str | None, deal_id: str | None) -> None:
        """Puts a stored photo under the address of a match or a deal; what is None stays as it is."""

        def save(session: Session) -> None:
            if match_id is not None:
                self._check_match(session, match_id)
            row = session.get(PhotoRow, sha256)
            if row is not None:
                row.match_id, row.deal_id = match_id or row.match_id, deal_id or row.deal_id

        self.write(save)

    def photo_hashes(
        self, match_id: str | None = None, deal_id: str | None = None, unused: bool = False, loose: bool = False
    ) -> tuple[str, ...]:
        """Hashes of stored photos.

        Args:
            match_id: only those that came under this match's address.
            deal_id: only those that came under this deal's address.
            unused: only those that no version of any deal shows; with ``deal_id`` of that deal, for the same
                photo may have been sent for another deal before.
            loose: only those that came under no deal's address.
        """
        query = select(PhotoRow.sha256)
        if match_id is not None:
            query = query.where(PhotoRow.match_id == match_id)
        if deal_id is not None:
            query = query.where(PhotoRow.deal_id == deal_id)
        if loose:
            query = query.where(PhotoRow.deal_id.is_(None))
        if unused:
            shown = select(VersionPhotoRow.sha256)
            if deal_id is not None:
                shown = shown.join(VersionRow, VersionRow.seq == VersionPhotoRow.seq)
                shown = shown.where(VersionRow.record_id == deal_id)
            query = query.where(PhotoRow.sha256.not_in(shown))
        with self.reading() as session:
            return tuple(session.scalars(query))

    def photo_of_upload(self, upload_sha256: str) -> str | None:
        """Hash of the photo that these bytes were stored as."""
        with self.reading() as session:
            return session.scalars(select(PhotoRow.sha256).where(PhotoRow.upload_sha256 == upload_sha256)).first()

    def has_photo(self, sha256: str) -> bool:
        """Whether there is a photo with this hash."""
        with self.reading() as session:
            return session.get(PhotoRow, sha256) is not None

    def changes(self, record_id: str) -> int:
        """A number that grows with everything that is stored in a match or another record."""
        mine = select(RecordRow.id).where((RecordRow.id == record_id) | (RecordRow.match_id == record_id))
        with self.reading() as session:
            versions = session.scalar(select(func.count()).where(VersionRow.record_id.in_(mine)))
            came = (PhotoRow.match_id == record_id) | (PhotoRow.deal_id == record_id)
            photos = session.scalar(select(func.count()).where(came))
        return (versions or 0) + (photos or 0)

    def sweep(self) -> None:
        """Tidies up after a crash; waits for the saves that are under way."""
        with _told(), for_writing(self._engine).begin() as connection:
            lock_out(connection, everybody=True)
            self._photos.sweep(set(connection.scalars(select(PhotoRow.sha256))))

    def close(self) -> None:
        """Gives the connections back."""
        self._engine.dispose()

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """A session that sees one moment of the database."""
        with _told(), Session(self._engine) as session:
            yield session

    def write(self, save: Callable[[Session], T], photos: Sequence[CleanPhoto] = ()) -> T:
        """Runs a save with its photos received before and settled after it; again where another one was faster."""
        attempt = 0
        while True:
            attempt += 1
            received: list[Path] = []
            try:
                with _told(), Session(for_writing(self._engine)) as session, session.begin():
                    lock_out(session.connection())
                    received += [self._photos.receive(photo) for photo in photos]
                    done = save(session)
            except BaseException as error:
                self._photos.discard(received)
                if not isinstance(error, IntegrityError) or attempt == ATTEMPTS:
                    raise
            else:
                self._photos.settle(received)
                return done

    def _read(self, query: Select[VersionRow]) -> tuple[Saved[Any], ...]:
        with self.reading() as session:
            return tuple(unseal(row.content, row.sha256) for row in session.scalars(query))

    def _add_photos(
        self, session: Session, photos: Sequence[CleanPhoto], match_id: str | None, deal_id: str | None = None
    ) -> None:
        if match_id is not None and photos:
            self._check_match(session, match_id)
        for photo in photos:
            if session.get(PhotoRow, photo.sha256) is None:
                row = PhotoRow(
                    sha256=photo.sha256, upload_sha256=photo.upload_sha256, match_id=match_id, deal_id=deal_id,
                    width=photo.width, height=photo.height,
                )  # fmt: skip
                session.add(row)
                session.flush()

    def _append(self, session: Session, new: NewVersion[Any], origin: Origin) -> Saved[Any]:
        value = new.value
        belongs = self._record(session, new.id, new.match_id, KINDS[type(value)])
        last = self._latest(session, new.id)
        if last is not None and last.origin.device == origin.device and to_json(last.value) == to_json(value):
            return last
        told = Saved(
            id=new.id, version=last.version + 1 if last else 1, match_id=belongs, origin=origin,
            based_on=new.based_on if last else None, previous=last.sha256 if last else None, sha256="", intact=True,
            value=value,
        )  # fmt: skip
        content, sha256 = seal(told)
        row = VersionRow(record_id=new.id, version=told.version, content=content, sha256=sha256)
        session.add(row)
        session.flush()
        self._link_photos(session, row.seq, value.photos if isinstance(value, Deal) else ())
        return replace(told, sha256=sha256)

    def _record(self, session: Session, record_id: str, match_id: str | None, kind: str) -> str | None:
        """Finds or makes the record and locks it; returns its match."""
        row = session.get(RecordRow, record_id, with_for_update=True)
        if row is None:
            if match_id is not None:
                self._check_match(session, match_id)
            session.add(RecordRow(id=record_id, kind=kind, match_id=match_id))
            session.flush()
            return match_id
        if row.kind != kind or match_id not in (None, row.match_id):
            raise RecordsError(
                "E_RECORDS_ID",
                f"{record_id} is a {row.kind} of match {row.match_id}: save this under an id of its own",
                f"编号 {record_id} 已用于别的记录：请另用编号",
            )
        return row.match_id

    def _latest(self, session: Session, record_id: str) -> Saved[Any] | None:
        query = select(VersionRow).where(VersionRow.record_id == record_id).order_by(VersionRow.version.desc())
        row = session.scalars(query.limit(1)).first()
        return unseal(row.content, row.sha256) if row else None

    def _link_photos(self, session: Session, seq: int, hashes: Sequence[str]) -> None:
        for sha256 in dict.fromkeys(hashes):
            if session.get(PhotoRow, sha256) is None:
                raise RecordsError(
                    "E_RECORDS_PHOTO",
                    f"photo {sha256[:12]} is not stored: save it with the deal",
                    f"照片 {sha256[:12]} 尚未保存：请与这一局一起保存",
                )
            session.add(VersionPhotoRow(seq=seq, sha256=sha256))

    def _check_match(self, session: Session, match_id: str) -> None:
        row = session.get(RecordRow, match_id)
        if row is None or row.kind != "match":
            raise _unknown("match", match_id)


@contextmanager
def _told() -> Iterator[None]:
    """Turns a database that does not answer or is damaged and a disk that does not take a photo into a sentence."""
    try:
        yield
    except IntegrityError:
        raise  # another one was faster: the save is tried again
    except DatabaseError as error:
        raise cannot_open(error) from error
    except OSError as error:
        raise RecordsError(
            "E_RECORDS_DISK",
            f"the photo cannot be written ({error.strerror}), nothing was saved: is the disk full?",
            f"照片写不进去（{error.strerror}），未保存：磁盘是否已满？",
        ) from error


_NAMES_ZH = {"match": "牌局", "deal": "这一局", "adjustment": "调整"}


def _unknown(kind: str, record_id: str) -> RecordsError:
    shown = record_id[:40]
    return RecordsError(NOT_THERE, f"there is no {kind} {shown!r}", f"没有{_NAMES_ZH[kind]} {shown!r}")
