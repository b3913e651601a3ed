"""What the label page knows of its photo, and what a tap does to it: every change is saved before it is shown."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from records.label_export import export, hash_in
from records.labels import LABELLED, QUEUED, SKIPPED, LabelQueue, LabelTask, Progress, State
from ui.components.box_editor import Action, Sheet, apply, history_of, new_actions
from ui.history import History
from ui.text import Words
from vision.dataset.check import check
from vision.dataset.findings import Finding
from vision.dataset.tree import open_dataset

if TYPE_CHECKING:
    from vision.detector import Detector

HASH_LETTERS = 12
"""So much of a photo's hash is in the address of the page."""


@dataclass
class Labelling:
    """One tab's way through the queue.

    Attributes:
        queue: the photos.
        now: the time, for tests to set.
        order: hashes of all photos, as they are gone through; it stays while nothing new comes.
        task: the photo on the screen; None where the queue is empty.
        history: its labels with what can be undone.
        applied: number of the last action of the editor that was applied.
        select: number of the box to select at first.
        lock: held while gestures are applied: a rerun may start while the one before still saves, and what was done
            first must not be written last.
    """

    queue: LabelQueue
    now: Callable[[], datetime] = lambda: datetime.now(UTC)
    order: tuple[str, ...] = ()
    task: LabelTask | None = None
    history: History[Sheet] = field(default_factory=lambda: History(Sheet()))
    applied: int = 0
    select: int | None = None
    lock: Any = field(default_factory=threading.RLock, repr=False, compare=False)

    @property
    def place(self) -> tuple[int, int]:
        """Which photo of how many is on the screen, from 1; 0 where there is none."""
        at = self.order.index(self.task.sha256) + 1 if self.task else 0
        return at, len(self.order)

    def refresh(self, wanted: str = "") -> None:
        """Takes in photos that came; at first opens the one whose hash begins so, or else the next that waits."""
        with self.lock:
            newest = self.queue.order()
            if set(newest) != set(self.order):
                self.order = newest
            if self.task is None:
                named = [sha256 for sha256 in self.order if wanted and sha256.startswith(wanted)]
                self._open(next(iter((*named, *self._waiting(), *self.order)), None))

    def open(self, sha256: str, box: int | None = None) -> None:
        """Shows a photo, with one of its boxes selected."""
        with self.lock:
            self._open(sha256)
            self.select = box

    def take(self, log: Iterable[Action]) -> None:
        """Applies the new actions of the editor, and saves after each."""
        with self.lock:
            for action in new_actions(log, self.applied):
                # What was meant for a photo that has gone does not touch the one that has come.
                if self.task is not None and action.get("photo") == self.task.sha256:
                    self._apply(self.task, action)
                self.applied = int(action["n"])

    def _apply(self, task: LabelTask, action: Action) -> None:
        name = str(action.get("do"))
        if name in _FINISHED:
            self._save(task, _FINISHED[name])
            self._open(self._next_waiting())
        elif name in _STEPS:
            at = self.order.index(task.sha256) + _STEPS[name]
            self._open(self.order[min(max(at, 0), len(self.order) - 1)])
        else:
            self.history = apply(self.history, action, task.guess)
            self._save(task, task.state)

    def _save(self, task: LabelTask, state: State) -> None:
        self.queue.save(task.sha256, self.history.now.labels, state, self.now())

    def _open(self, sha256: str | None) -> None:
        self.select = None
        if sha256 is None:
            self.task = None
            return
        self.task = self.queue.task(sha256)
        self.history = history_of(self.queue.history(sha256))

    def _waiting(self) -> list[str]:
        queued = {task.sha256 for task in self.queue.tasks(QUEUED)}
        return [sha256 for sha256 in self.order if sha256 in queued]

    def _next_waiting(self) -> str | None:
        """The next photo that waits after this one, else the first that waits, else this one."""
        waiting = set(self._waiting())
        at = self.place[0]
        return next((each for each in (*self.order[at:], *self.order[:at]) if each in waiting), self.order[at - 1])


_FINISHED: dict[str, State] = {"accept": LABELLED, "skip": SKIPPED}
_STEPS = {"previous": -1, "next": 1}


def pace_text(progress: Progress, words: Words) -> str:
    """Photos done, photos left, photos a minute."""
    told = [words("label.done", done=progress.labelled, left=progress.queued)]
    if progress.skipped:
        told.append(words("label.skipped", skipped=progress.skipped))
    if progress.per_minute is not None:
        told.append(words("label.pace", pace=f"{progress.per_minute:.1f}"))
        if progress.queued:
            told.append(words("label.rest", minutes=max(1, round(progress.queued / progress.per_minute))))
    return " · ".join(told)


@dataclass(frozen=True)
class Complaint:
    """Something that the check found in the labels.

    Attributes:
        finding: what, with how to mend it.
        sha256: of the photo.
        name: of the photo.
        box: number of the first box that it is about; None for the whole photo.
    """

    finding: Finding
    sha256: str
    name: str
    box: int | None


def complaints(queue: LabelQueue, detector: Detector | None = None) -> tuple[Complaint, ...]:
    """What ``hule dataset check`` finds in the labelled photos, each with the photo that it is in.

    Args:
        queue: the photos.
        detector: a model that is to dispute labels; none: nobody does.

    Raises:
        RecordsError: when nothing is labelled yet.
    """
    known = {task.sha256[:HASH_LETTERS]: task for task in queue.tasks(LABELLED)}
    with TemporaryDirectory() as folder:
        place = Path(folder) / "labels"
        export(queue, place)
        found = tuple(check(open_dataset(place), detector=detector))
    told = ((finding, known.get(hash_in(finding.file.name))) for finding in found)
    return tuple(
        # Labels are written a box a line, in the order in which the editor numbers them.
        Complaint(finding, task.sha256, task.name, finding.lines[0] - 1 if finding.lines else None)
        for finding, task in told
        if task is not None
    )
