"""What the label page knows of its photo, and what a tap does to it: every change is saved before it is shown."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from records import RecordsError
from records.label_export import export, hash_in
from records.labels import LABELLED, QUEUED, SKIPPED, UNKNOWN, LabelQueue, LabelTask, Progress, State
from scoring.steps import Text
from ui.components.box_editor import Sheet, apply, history_of
from ui.history import History
from ui.label_log import Action, Applied
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
        applied: how far the gestures of all editors are applied. Its lock is held while the photo or its labels
            change: a rerun may start while the one before still saves, and what was done first must not be written
            last.
        confirmed: number of the last applied gesture of each editor that this tab has heard of.
        trouble: why the last gesture could not be saved; None where it was.
        select: number of the box to select at first.
    """

    queue: LabelQueue
    now: Callable[[], datetime] = lambda: datetime.now(UTC)
    order: tuple[str, ...] = ()
    task: LabelTask | None = None
    history: History[Sheet] = field(default_factory=lambda: History(Sheet()))
    applied: Applied = field(default_factory=Applied)
    confirmed: dict[str, int] = field(default_factory=dict)
    trouble: Text | None = None
    select: int | None = None

    @property
    def place(self) -> tuple[int, int]:
        """Which photo of how many is on the screen, from 1; 0 where there is none."""
        at = self.order.index(self.task.sha256) + 1 if self.task else 0
        return at, len(self.order)

    def refresh(self, wanted: str = "") -> None:
        """Takes in photos that came; at first opens the one whose hash begins so, or else the next that waits."""
        newest = self.queue.order()
        with self.applied.lock:
            if set(newest) != set(self.order):
                self.order = newest
            if self.task is None:
                named = [sha256 for sha256 in self.order if wanted and sha256.startswith(wanted)]
                self._open(next(iter((*named, *self._waiting(), *self.order)), None))

    def open(self, sha256: str, box: int | None = None) -> None:
        """Shows a photo, with the box at this place among its labels selected."""
        with self.applied.lock:
            self._open(sha256)
            marks = self.history.now.marks
            self.select = marks[box].id if box is not None and box < len(marks) else None

    def take(self, log: Sequence[Action]) -> bool:
        """Applies the new gestures of the editor, and saves each; returns whether there is something to confirm.

        What cannot be saved is not confirmed, so that the editor keeps it and reports it again.
        """
        with self.applied.lock:
            for action in self.applied.new(log):
                self.trouble = None
                try:
                    self._apply(action)
                except RecordsError as error:
                    self.trouble = Text(error.message, error.message_zh)
                    if error.code != UNKNOWN:
                        break
                self.applied.confirm(action)
            told = self.applied.told(log)
            before, self.confirmed = self.confirmed, told
        return bool(told.items() - before.items())

    def _apply(self, action: Action) -> None:
        """Does what a gesture says, to the photo that it was made on."""
        sha256, name = str(action.get("photo")), str(action.get("do"))
        if self.task is None or sha256 != self.task.sha256:
            # Another photo has come meanwhile, or the tab has come back to another session: the screen stays as it is.
            elsewhere = replace(self)
            elsewhere.open(sha256)
            elsewhere._change(action)
            return
        self._change(action)
        if name in _FINISHED:
            self._open(self._next_waiting())
        elif name in _STEPS:
            at = self.order.index(sha256) + _STEPS[name]
            self._open(self.order[min(max(at, 0), len(self.order) - 1)])

    def _change(self, action: Action) -> None:
        """Does to the labels of this photo what a gesture says, and saves them."""
        name = str(action.get("do"))
        if self.task is None or name in _STEPS:
            return
        history = apply(self.history, action, self.task.guess)
        # Another tab may have accepted the photo since it was opened here.
        state = _FINISHED.get(name) or self.queue.task(self.task.sha256).state
        self.queue.save(self.task.sha256, history.now.labels, state, self.now())
        self.history = history

    def _open(self, sha256: str | None) -> None:
        if sha256 is not None:
            task, history = self.queue.task(sha256), history_of(self.queue.history(sha256))
            self.task, self.history = task, history
        self.select = None

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
