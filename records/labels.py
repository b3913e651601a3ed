"""The label queue: photos that wait for a person's labels, and the labels in every version.

A photo enters once, with what the model made of it (:class:`Guess`); a second time it is the photo that is there
already. Every change of its labels is a new version, so a reload or a crash loses nothing and everything can be undone.
What is labelled leaves as a YOLO dataset in Hule's classes (:meth:`LabelQueue.source`).

>>> queue = open_records(folder).labels                                          # doctest: +SKIP
>>> task = queue.add(clean(photo), guess, name="a.jpg", session="friday", source="app")   # doctest: +SKIP
>>> queue.save(task.sha256, Labels(boxes), LABELLED, now)                         # doctest: +SKIP
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Literal

import numpy as np
from sqlalchemy import Select, func, select
from sqlalchemy.orm import Session

from records.canonical import canonical
from records.errors import RecordsError
from records.label_order import Look, most_useful
from records.label_tables import LabelConsentRow, LabelPhotoRow, LabelVersionRow
from records.photos import CleanPhoto, PhotoFolder
from records.store import Store
from records.tables import PhotoRow
from vision.dataset.labels import Box

_Photos = Select[LabelPhotoRow, PhotoRow]

State = Literal["queued", "labelled", "skipped"]
QUEUED: State = "queued"
LABELLED: State = "labelled"
SKIPPED: State = "skipped"

UNKNOWN = "E_RECORDS_LABEL"
"""Code of the error where a photo is not in the queue."""

PACE_PHOTOS = 20
"""The pace is taken over the last so many photos that were finished."""

PAUSE_SECONDS = 300
"""Somebody who needed longer for a photo was away; that time does not count in the pace."""


@dataclass(frozen=True)
class Guess:
    """What the model made of a photo.

    Attributes:
        model: its name.
        boxes: the tiles that it reports.
        confidences: of each, calibrated.
        uncertainty: see :func:`records.prelabel.uncertainty`.
        look: see :func:`records.prelabel.look_of`.
    """

    model: str
    boxes: tuple[Box, ...]
    confidences: tuple[float, ...]
    uncertainty: float
    look: Look = field(repr=False, compare=False)


@dataclass(frozen=True)
class Labels:
    """The labels of a photo.

    Attributes:
        boxes: shares of the photo as it is stored, whatever ``turn`` says.
        turn: quarter turns clockwise that set the photo upright, 0 to 3.
        numbers: of the boxes, each the same in all versions, for an editor to name them by; none: their places. They
            say nothing of the tiles: labels that differ in them alone are equal.
    """

    boxes: tuple[Box, ...] = ()
    turn: int = 0
    numbers: tuple[int, ...] = field(default=(), compare=False)


@dataclass(frozen=True)
class LabelTask:
    """One photo of the queue.

    Attributes:
        sha256: of the stored photo.
        name: its file name.
        session: photos of one session stay together when a dataset is divided.
        source: where it came from.
        width: of the photo, in pixels.
        height: of the photo, in pixels.
        guess: what the model made of it.
        labels: as they are now; at first the guess.
        state: ``queued``, ``labelled`` or ``skipped``.
    """

    sha256: str
    name: str
    session: str
    source: str
    width: int
    height: int
    guess: Guess
    labels: Labels
    state: State


@dataclass(frozen=True)
class Progress:
    """How far the labelling is.

    Attributes:
        queued: photos that wait.
        labelled: photos with labels.
        skipped: photos left out.
        per_minute: photos finished a minute, over the last ones without pauses; None before the second.
    """

    queued: int
    labelled: int
    skipped: int
    per_minute: float | None

    @property
    def total(self) -> int:
        """All photos."""
        return self.queued + self.labelled + self.skipped


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
                    guess=canonical(_guess_json(guess)), uncertainty=guess.uncertainty,
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

        def save(writing: Session) -> None:
            now = self._tasks(writing, _of(sha256))
            if not now:
                raise _unknown(sha256)
            content = canonical(_labels_json(labels))
            if (now[0].labels, now[0].state) != (labels, state):
                row = LabelVersionRow(sha256=sha256, state=state, at=at.timestamp(), content=content)
                writing.add(row)

        self._store.write(save)

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

    def history(self, sha256: str) -> tuple[Labels, ...]:
        """The labels of a photo in every version, oldest first; the first is what the model made of it."""
        query = select(LabelVersionRow.content).where(LabelVersionRow.sha256 == sha256).order_by(LabelVersionRow.seq)
        with self._store.reading() as session:
            told = [_labels(json.loads(content)) for content in session.scalars(query)]
        versions = [Labels(self.task(sha256).guess.boxes), *told]
        return tuple(now for before, now in zip([None, *versions], versions, strict=False) if now != before)

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
        newest = select(func.max(LabelVersionRow.seq)).group_by(LabelVersionRow.sha256)
        versions = session.scalars(
            select(LabelVersionRow).where(
                LabelVersionRow.seq.in_(newest), LabelVersionRow.sha256.in_([row.sha256 for row, _ in rows])
            )
        )
        last = {version.sha256: version for version in versions}
        return [_task(row, photo, last.get(row.sha256)) for row, photo in rows]


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


def _task(row: LabelPhotoRow, photo: PhotoRow, version: LabelVersionRow | None) -> LabelTask:
    told = json.loads(row.guess)
    guess = Guess(
        told["model"], _boxes(told["boxes"]), tuple(told["confidences"]), row.uncertainty,
        np.frombuffer(row.look, "<f4"),
    )  # fmt: skip
    task = LabelTask(
        row.sha256, row.name, row.session, row.source, photo.width, photo.height, guess, Labels(guess.boxes), QUEUED
    )
    if version is None:
        return task
    return replace(task, labels=_labels(json.loads(version.content)), state=_STATES[version.state])


_STATES: dict[str, State] = {state: state for state in (QUEUED, LABELLED, SKIPPED)}


def _guess_json(guess: Guess) -> dict[str, Any]:
    return {"model": guess.model, "boxes": list(_rows(guess.boxes)), "confidences": list(guess.confidences)}


def _labels_json(labels: Labels) -> dict[str, Any]:
    return {"boxes": list(_rows(labels.boxes)), "turn": labels.turn, "numbers": list(labels.numbers)}


def _labels(told: dict[str, Any]) -> Labels:
    return Labels(_boxes(told["boxes"]), told["turn"], tuple(told.get("numbers", ())))


def _rows(boxes: Sequence[Box]) -> Iterator[list[float]]:
    return ([box.face, box.x, box.y, box.width, box.height] for box in boxes)


def _boxes(rows: Sequence[Sequence[float]]) -> tuple[Box, ...]:
    return tuple(Box(int(face), *shares) for face, *shares in rows)


def _unknown(sha256: str) -> RecordsError:
    return RecordsError(
        UNKNOWN,
        f"photo {sha256[:12]} is not in the label queue: add it first",
        f"标注队列里没有照片 {sha256[:12]}：请先加入",
    )
