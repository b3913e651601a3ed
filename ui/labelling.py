"""What the label page knows of its photo, and what a tap does to it: every change is saved before it is shown."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from uuid import uuid4

from records import RecordsError
from records.labels import (
    LABELLED,
    QUEUED,
    SKIPPED,
    UNKNOWN,
    Gesture,
    LabelQueue,
    Labels,
    LabelTask,
    Progress,
    State,
    Version,
)
from scoring.steps import Text
from ui.components.box_editor import Sheet, apply, history_of, sheet_of
from ui.history import History
from ui.label_clash import Clash, clash_of
from ui.label_log import Action, Applied
from ui.text import Words

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
        version: number of the last version in the history.
        applied: how far the gestures of all editors are applied. Its lock is held while the photo or its labels
            change: a rerun may start while the one before still saves, and what was done first must not be written
            last.
        confirmed: number of the last applied gesture of each editor that this tab has heard of.
        trouble: why the last gesture could not be saved; None where it was.
        select: number of the box to select at first.
        opened: how often a photo was opened by :meth:`open`.
        clashes: by hash, photos that were changed elsewhere while this tab had them on its screen.
        name: of this tab, among the editors.
        choices: how many clashes were settled.
    """

    queue: LabelQueue
    now: Callable[[], datetime] = lambda: datetime.now(UTC)
    order: tuple[str, ...] = ()
    task: LabelTask | None = None
    history: History[Sheet] = field(default_factory=lambda: History(Sheet()))
    version: int = 0
    applied: Applied = field(default_factory=Applied)
    confirmed: dict[str, int] = field(default_factory=dict)
    trouble: Text | None = None
    select: int | None = None
    opened: int = 0
    clashes: dict[str, Clash] = field(default_factory=dict)
    name: str = field(default_factory=lambda: uuid4().hex)
    choices: int = 0

    @property
    def place(self) -> tuple[int, int]:
        """Which photo of how many is on the screen, from 1; 0 where there is none."""
        at = self.order.index(self.task.sha256) + 1 if self.task else 0
        return at, len(self.order)

    def refresh(self, wanted: str = "") -> None:
        """Takes in photos that came, and what was changed elsewhere in the one on the screen.

        At first opens the one whose hash begins so, or else the next that waits.
        """
        newest = self.queue.order()
        with self.applied.lock:
            if set(newest) != set(self.order):
                self.order = newest
            if self.task is None:
                named = [sha256 for sha256 in self.order if wanted and sha256.startswith(wanted)]
                self._open(next(iter((*named, *self._waiting(), *self.order)), None))
            else:
                self._notice(self.task)

    def _notice(self, task: LabelTask) -> None:
        """Draws anew what was changed elsewhere."""
        clash = clash_of(task.name, self.queue.versions(task.sha256), self.version, {self.name})
        if clash is not None:
            self.clashes[task.sha256] = clash
            self._open(task.sha256)

    def open(self, sha256: str, box: int | None = None) -> None:
        """Shows a photo, with the box of this number selected."""
        with self.applied.lock:
            self._open(sha256)
            self.select = box
            self.opened += 1

    def take(self, log: Sequence[Action]) -> bool:
        """Applies the new gestures of the editor, and saves each; returns whether there is something to confirm.

        What cannot be saved is not confirmed, so that the editor keeps it and reports it again.
        """
        with self.applied.lock:
            # After a reload of the page its new editor goes on where the one before it was.
            mine = {self.name, *(str(action.get("editor")) for action in log)}
            for action in self.applied.new(log):
                self.trouble = None
                try:
                    self._apply(action, mine)
                except RecordsError as error:
                    self.trouble = Text(error.message, error.message_zh)
                    if error.code != UNKNOWN:
                        break
                self.applied.confirm(action)
            told = self.applied.told(log)
            before, self.confirmed = self.confirmed, told
        return bool(told.items() - before.items())

    def settle(self, sha256: str, labels: Labels | None) -> None:
        """Ends a clash: with the labels that the person chose, or None as they are now."""
        with self.applied.lock:
            try:
                if labels is not None:
                    self.choices += 1
                    by = Gesture(self.name, self.choices)
                    self.queue.revise(sha256, by, self.now(), lambda versions: (labels, versions[-1].state))
                    if self.task is not None and self.task.sha256 == sha256:
                        self._open(sha256)
            except RecordsError as error:
                self.trouble = Text(error.message, error.message_zh)
            else:
                self.clashes.pop(sha256, None)

    def _apply(self, action: Action, mine: Collection[str]) -> None:
        """Does what a gesture says, to the photo that it was made on."""
        sha256, name = str(action.get("photo")), str(action.get("do"))
        if self.task is None or sha256 != self.task.sha256:
            # Another photo has come meanwhile, or the tab has come back to another session: the screen stays as it is.
            elsewhere = replace(self)
            elsewhere.open(sha256)
            elsewhere._change(action, mine)
            return
        done = self._change(action, mine)
        if done and name in _FINISHED:
            self._open(self._next_waiting())
        elif name in _STEPS:
            at = self.order.index(sha256) + _STEPS[name]
            self._open(self.order[min(max(at, 0), len(self.order) - 1)])

    def _change(self, action: Action, mine: Collection[str]) -> bool:
        """Does to the labels of this photo what a gesture says, and saves them.

        Where others have changed them since they were drawn, only what is about one box is done, on top of that:
        what the person accepts or undoes he must have seen.

        Returns:
            Whether it is done.
        """
        task, name = self.task, str(action.get("do"))
        if task is None or name in _STEPS:
            return False
        done: History[Sheet] | None = None

        def clash(versions: Sequence[Version]) -> Clash | None:
            seen = action.get("seen")
            return clash_of(task.name, versions, seen, mine) if isinstance(seen, int) else None

        def edit(versions: Sequence[Version]) -> tuple[Labels, State] | None:
            nonlocal done
            if name not in _OF_ONE_BOX and clash(versions):
                return None
            now = self.history if versions[-1].number == self.version else _history(versions)
            done = apply(now, action, task.guess)
            # Another tab may have accepted the photo since it was opened here.
            return done.now.labels, _FINISHED.get(name) or versions[-1].state

        by = Gesture(str(action["editor"]), int(action["n"]))
        versions, stored = self.queue.revise(task.sha256, by, self.now(), edit)
        self.history, self.version = done or _history(versions), versions[-1].number
        self._remember(task, clash(versions), action)
        return stored

    def _remember(self, task: LabelTask, clash: Clash | None, action: Action) -> None:
        """Keeps what is to be told of a clash until it is settled or the photo is accepted as it is now."""
        open_one = self.clashes.pop(task.sha256, None)
        told = clash or open_one
        if told is None or (clash is None and action.get("do") in _FINISHED):
            return
        if open_one is not None:
            told = replace(told, yours=open_one.yours, both=open_one.both)
        if action.get("do") in _OF_ONE_BOX:
            yours = apply(History(sheet_of(told.yours)), action, task.guess).now.labels
            told = replace(told, yours=yours, both=True)
        if told.yours != told.theirs:
            self.clashes[task.sha256] = told

    def _open(self, sha256: str | None) -> None:
        if sha256 is not None:
            versions = self.queue.versions(sha256)
            self.task, self.history, self.version = self.queue.task(sha256), _history(versions), versions[-1].number
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
_OF_ONE_BOX = ("set", "remove")


def _history(versions: Sequence[Version]) -> History[Sheet]:
    return history_of([version.labels for version in versions])


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
