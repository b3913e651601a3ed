"""The label queue: photos that wait for a person's labels, and the labels in every version.

A photo enters once, with what the model made of it (:class:`Guess`); a second time it is the photo that is there
already. Every change of its labels is a new version, so a reload or a crash loses nothing and everything can be undone.
A gesture on somebody's screen is noted with the version that it made, so that none is done twice
(:meth:`LabelQueue.revise`). What is labelled leaves as a YOLO dataset in Hule's classes (:mod:`records.label_export`).

>>> queue = open_records(folder).labels                                          # doctest: +SKIP
>>> task = queue.add(clean(photo), guess, name="a.jpg", session="friday", source="app")   # doctest: +SKIP
>>> queue.save(task.sha256, Labels(boxes), LABELLED, now)                         # doctest: +SKIP
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime

import numpy as np
from sqlalchemy import Select, func, select
from sqlalchemy.orm import Session

from records.errors import RecordsError
from records.label_order import most_useful
from records.label_tables import LabelConsentRow, LabelGestureRow, LabelPhotoRow, LabelVersionRow
from records.label_values import (
    LABELLED,
    QUEUED,
    SKIPPED,
    STATES,
    Gesture,
    Guess,
    Labels,
    LabelTask,
    Progress,
    State,
    Version,
    guess_json,
    guess_of,
    labels_json,
    labels_of,
)
from records.photos import CleanPhoto, PhotoFolder
from records.store import Store
from records.tables import PhotoRow

__all__ = (
    "LABELLED", "QUEUED", "SKIPPED", "UNKNOWN", "Edit", "Gesture", "Guess", "LabelQueue", "LabelTask", "Labels",
    "Progress", "State", "Version", "pace",
)  # fmt: skip

_Photos = Select[LabelPhotoRow, PhotoRow]

Edit = Callable[[Sequence[Version]], tuple[Labels, State] | None]
"""Gives the labels of a photo and their state, from all versions so far; None where nothing is to be stored."""

UNKNOWN = "E_RECORDS_LABEL"
"""Code of the error where a photo is not in the queue."""

PACE_PHOTOS = 20
"""The pace is taken over the last so many photos that were finished."""

PAUSE_SECONDS = 300
"""Somebody who needed longer for a photo was away; that time does not count in the pace."""


class LabelQueue:
    """The queue of one data folder. Safe to use from several threads and processes.

    Each function raises :class:`records.RecordsError` where the database or the photo cannot be used.
    """

    def __init__(self, store: Store, photos: PhotoFolder) -> None:
        self._store = store
        self._photos = photos

    def add(self, photo: CleanPhoto, guess: Guess, *, name: str, session: str, source: str) -> LabelTask:
        """Takes a photo in; one that is in the queue already stays as it is, with its labels."""

        def save(writing: Session) -> LabelTask:
            if writing.get(LabelPhotoRow, photo.sha256) is None:
                count = writing.scalar(select(func.count()).select_from(LabelPhotoRow)) or 0
                row = LabelPhotoRow(
                    sha256=photo.sha256, added=count, name=name, session=session, source=source,
                    guess=guess_json(guess), uncertainty=guess.uncertainty,
                    look=guess.look.astype("<f4").tobytes(),
                )  # fmt: skip
                writing.add(row)
                writing.flush()
            return self._tasks(writing, _of(photo.sha256))[0]

        self._store.add_photo(photo, None, None)
        return self._store.write(save)

    def save(self, sha256: str, labels: Labels, state: State, at: datetime) -> None:
        """Stores the next version of a photo's labels; nothing where it equals the last.

        Args:
            sha256: of a photo of the queue.
            labels: all of them.
            state: whether the person is done with the photo.
            at: now, with its time zone.
        """
        self._next_version(sha256, at, lambda _: (labels, state))

    def revise(self, sha256: str, by: Gesture, at: datetime, edit: Edit) -> tuple[tuple[Version, ...], bool]:
        """Stores what a gesture makes of a photo's labels, in one step with the gesture.

        One that was stored before changes nothing, whichever process stored it.

        Args:
            sha256: of a photo of the queue.
            by: the gesture; those of an editor come in the order of their numbers.
            at: now, with its time zone.
            edit: nobody else changes the photo while it is called; it is called again where another save was faster.

        Returns:
            All versions, with the new one; and whether the gesture is stored, now or before.
        """
        return self._next_version(sha256, at, edit, by)

    def task(self, sha256: str) -> LabelTask:
        """One photo of the queue."""
        with self._store.reading() as session:
            found = self._tasks(session, _of(sha256))
        if not found:
            raise _unknown(sha256)
        return found[0]

    def tasks(self, state: State | None = None) -> tuple[LabelTask, ...]:
        """All photos, or those in one state, in the order in which they came."""
        with self._store.reading() as session:
            found = self._tasks(session, select(LabelPhotoRow, PhotoRow).order_by(LabelPhotoRow.added))
        return tuple(task for task in found if state in (None, task.state))

    def versions(self, sha256: str) -> tuple[Version, ...]:
        """The labels of a photo in every version, oldest first; the first is what the model made of it."""
        with self._store.reading() as session:
            photo = session.get(LabelPhotoRow, sha256)
            if photo is None:
                raise _unknown(sha256)
            return _versions(session, photo)

    def order(self) -> tuple[str, ...]:
        """Hashes of all photos in the order in which to go through them.

        First those that are done, in the order in which they were finished, then those that wait, most useful
        first (:mod:`records.label_order`).
        """
        with self._store.reading() as session:
            last = _last_versions(session)
            query = select(LabelPhotoRow.sha256, LabelPhotoRow.uncertainty, LabelPhotoRow.look)
            rows = session.execute(query.order_by(LabelPhotoRow.added)).all()
        finished = {sha256: seq for sha256, (seq, state, _) in last.items() if state != QUEUED}
        looks = {sha256: np.frombuffer(look, "<f4") for sha256, _, look in rows}
        done = sorted(finished, key=lambda sha256: finished[sha256])
        waiting = [(sha256, expected) for sha256, expected, _ in rows if sha256 not in finished]
        ranked = most_useful(
            [expected for _, expected in waiting],
            [looks[sha256] for sha256, _ in waiting],
            [looks[sha256] for sha256 in done],
        )
        return (*done, *(waiting[index][0] for index in ranked))

    def progress(self) -> Progress:
        """How far the labelling is, and how fast it goes."""
        with self._store.reading() as session:
            total = session.scalar(select(func.count()).select_from(LabelPhotoRow)) or 0
            last = _last_versions(session)
        states = [state for _, state, _ in last.values()]
        labelled, skipped = states.count(LABELLED), states.count(SKIPPED)
        times = sorted(at for _, state, at in last.values() if state != QUEUED)
        return Progress(total - labelled - skipped, labelled, skipped, pace(times))

    def photo(self, sha256: str) -> bytes:
        """The JPEG of a photo of the queue."""
        return self._photos.read(sha256)

    def knows(self, upload_sha256: str) -> bool:
        """Whether the photo that came as these bytes is in the queue."""
        query = select(LabelPhotoRow.sha256).join(PhotoRow, PhotoRow.sha256 == LabelPhotoRow.sha256)
        with self._store.reading() as session:
            return session.scalar(query.where(PhotoRow.upload_sha256 == upload_sha256)) is not None

    def consent(self, who: str = "") -> bool | None:
        """Whether somebody lets photos of corrected hands into the queue; None where nobody has asked yet."""
        query = select(LabelConsentRow.given).where(LabelConsentRow.who == who).order_by(LabelConsentRow.seq.desc())
        with self._store.reading() as session:
            return session.scalars(query.limit(1)).first()

    def set_consent(self, given: bool, at: datetime, who: str = "") -> None:
        """Keeps an answer; it can be changed at any time."""
        self._store.write(lambda session: session.add(LabelConsentRow(who=who, given=given, at=at.timestamp())))

    def _tasks(self, session: Session, query: _Photos) -> list[LabelTask]:
        joined = query.join(PhotoRow, PhotoRow.sha256 == LabelPhotoRow.sha256)
        rows = session.execute(joined).all()
        wanted = query.with_only_columns(LabelPhotoRow.sha256).order_by(None)
        mine = select(func.max(LabelVersionRow.seq)).where(LabelVersionRow.sha256.in_(wanted))
        newest = mine.group_by(LabelVersionRow.sha256)
        versions = session.scalars(select(LabelVersionRow).where(LabelVersionRow.seq.in_(newest)))
        last = {version.sha256: version for version in versions}
        return [_task(row, photo, last.get(row.sha256)) for row, photo in rows]

    def _next_version(
        self, sha256: str, at: datetime, edit: Edit, by: Gesture | None = None
    ) -> tuple[tuple[Version, ...], bool]:
        def save(writing: Session) -> tuple[tuple[Version, ...], bool]:
            photo = writing.get(LabelPhotoRow, sha256, with_for_update=True)
            if photo is None:
                raise _unknown(sha256)
            versions = _versions(writing, photo)
            if by is not None and _stored(writing, by):
                return versions, True
            edited = edit(versions)
            if edited is None:
                return versions, False
            made = None
            if edited != (versions[-1].labels, versions[-1].state):
                made = LabelVersionRow(
                    sha256=sha256, state=edited[1], at=at.timestamp(), content=labels_json(edited[0])
                )  # fmt: skip
                writing.add(made)
                writing.flush()
            if by is not None:
                writing.add(LabelGestureRow(editor=by.editor, number=by.number, version=made and made.seq))
                writing.flush()
            return _versions(writing, photo), True

        return self._store.write(save)


def pace(times: Sequence[float]) -> float | None:
    """Photos finished a minute: over the last :data:`PACE_PHOTOS`, without pauses.

    Args:
        times: when each was finished, in seconds, ascending.
    """
    steps = np.diff(times[-PACE_PHOTOS - 1 :])
    steps = steps[steps <= PAUSE_SECONDS]
    spent = float(steps.sum())
    return 60 * len(steps) / spent if spent > 0 else None


def _of(sha256: str) -> _Photos:
    return select(LabelPhotoRow, PhotoRow).where(LabelPhotoRow.sha256 == sha256)


def _last_versions(session: Session) -> dict[str, tuple[int, str, float]]:
    """Number, state and time of the last version of every photo that has one."""
    newest = select(func.max(LabelVersionRow.seq)).group_by(LabelVersionRow.sha256)
    query = select(LabelVersionRow.sha256, LabelVersionRow.seq, LabelVersionRow.state, LabelVersionRow.at)
    rows = session.execute(query.where(LabelVersionRow.seq.in_(newest)))
    return {sha256: (seq, state, at) for sha256, seq, state, at in rows}


def _versions(session: Session, photo: LabelPhotoRow) -> tuple[Version, ...]:
    made = (
        select(LabelVersionRow, LabelGestureRow.editor)
        .outerjoin(LabelGestureRow, LabelGestureRow.version == LabelVersionRow.seq)
        .where(LabelVersionRow.sha256 == photo.sha256)
        .order_by(LabelVersionRow.seq)
    )
    told = [
        Version(row.seq, labels_of(row.content), STATES[row.state], datetime.fromtimestamp(row.at, UTC), editor)
        for row, editor in session.execute(made)
    ]
    return (Version(0, Labels(_guess(photo).boxes), QUEUED), *told)


def _stored(session: Session, gesture: Gesture) -> bool:
    last = select(func.max(LabelGestureRow.number)).where(LabelGestureRow.editor == gesture.editor)
    return (session.scalar(last) or 0) >= gesture.number


def _guess(row: LabelPhotoRow) -> Guess:
    return guess_of(row.guess, row.uncertainty, np.frombuffer(row.look, "<f4"))


def _task(row: LabelPhotoRow, photo: PhotoRow, version: LabelVersionRow | None) -> LabelTask:
    guess = _guess(row)
    task = LabelTask(
        row.sha256, row.name, row.session, row.source, photo.width, photo.height, guess, Labels(guess.boxes), QUEUED
    )
    if version is None:
        return task
    return replace(task, labels=labels_of(version.content), state=STATES[version.state])


def _unknown(sha256: str) -> RecordsError:
    return RecordsError(
        UNKNOWN,
        f"photo {sha256[:12]} is not in the label queue: add it first",
        f"标注队列里没有照片 {sha256[:12]}：请先加入",
    )
