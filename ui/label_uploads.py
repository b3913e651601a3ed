"""Photos on their way into the label queue: a rerun of the page may come between any two of them, and loses none."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from records import RecordsError
from records.label_files import Arrival, uploaded_photos
from records.label_intake import Intake, take_in
from records.labels import LabelQueue
from scoring.steps import Text

if TYPE_CHECKING:
    from vision.detector import Detector


@dataclass
class Uploads:
    """What one tab has uploaded.

    Attributes:
        told: what became of the photos that came last.
        waiting: photos that the model has not seen yet.
        total: how many there are with those that it has seen.
        lock: held while a photo is read: a rerun may start while the one before still reads.
    """

    told: Intake = field(default_factory=Intake)
    waiting: deque[Arrival] = field(default_factory=deque)
    total: int = 0
    lock: Any = field(default_factory=threading.Lock, repr=False, compare=False)

    @property
    def done(self) -> int:
        """How many the model has seen."""
        return self.total - len(self.waiting)

    def add(self, files: Iterable[tuple[str, bytes]], session: str) -> None:
        """Takes files, each with its name; of those that cannot be opened ``told`` says why."""
        if not self.waiting:
            self.told, self.total = Intake(), 0
        for name, data in files:
            try:
                came = uploaded_photos(name, data, session)
            except RecordsError as error:
                self.told.refused.append(Text(error.message, error.message_zh))
                continue
            self.waiting.extend(came)
            self.total += len(came)

    def take(self, queue: LabelQueue, detector: Detector) -> Iterator[None]:
        """Labels the waiting photos by the model and puts them into the queue; yields after each."""
        while self.waiting:
            with self.lock:
                if self.waiting:
                    self._take_first(queue, detector)
            yield

    def _take_first(self, queue: LabelQueue, detector: Detector) -> None:
        arrival = self.waiting[0]
        try:
            list(take_in(queue, [arrival], detector, self.told))
        except RecordsError as error:
            self.told.refused.append(Text(f"{arrival.name}: {error.message}", f"{arrival.name}：{error.message_zh}"))
        self.waiting.popleft()

    def refuse(self, why: Text) -> None:
        """Gives up what waits."""
        self.told.refused.append(why)
        self.waiting.clear()
