"""What ``hule dataset check`` finds in the labels, photo by photo: labelling meanwhile breaks nothing off."""

from __future__ import annotations

import io
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from records.label_export import HASH_LETTERS, export, hash_in
from records.labels import LABELLED, LabelQueue, Labels, LabelTask
from vision.dataset.check import photo_by_photo
from vision.dataset.findings import Finding
from vision.dataset.tree import open_dataset

if TYPE_CHECKING:
    from vision.detector import Detector


@dataclass(frozen=True)
class Complaint:
    """Something that the check found in the labels.

    Attributes:
        finding: what, with how to mend it.
        sha256: of the photo.
        name: of the photo.
        labels: of the photo, as they were checked.
        box: number of the first box that it is about; None for the whole photo.
        picture: JPEG of the tile, where looking at it decides.
    """

    finding: Finding
    sha256: str
    name: str
    labels: Labels
    box: int | None
    picture: bytes | None = None


@dataclass
class Inspection:
    """The check that one tab has asked for.

    Attributes:
        found: so far; None before the first check.
        done: photos looked at.
        total: photos to look at.
        disputing: whether the model is to read every photo, too.
        lock: held while a photo is looked at: a rerun may start while the one before still looks.
    """

    found: list[Complaint] | None = None
    done: int = 0
    total: int = 0
    disputing: bool = False
    lock: Any = field(default_factory=threading.Lock, repr=False, compare=False)
    _asked: bool = False
    _steps: Iterator[list[Complaint]] | None = None

    @property
    def running(self) -> bool:
        """Whether there are photos to look at."""
        return self._asked or self._steps is not None

    def ask(self, disputing: bool = False) -> None:
        """Asks for a check of the labels as they are now; :meth:`take` does it."""
        self._asked, self.disputing = True, disputing

    def take(self, queue: LabelQueue, model: Callable[[], Detector]) -> Iterator[None]:
        """Does what is asked for; yields after each photo.

        Args:
            queue: the photos.
            model: gives the model that is to dispute labels.

        Raises:
            RecordsError: when nothing is labelled, or the photos cannot be read; nothing is asked for then.
            vision.dataset.DatasetError: when they cannot be written.
            vision.registry.ModelError: when there is no model.
        """
        while self.running:
            with self.lock:
                self._step(queue, model)
            yield

    def _step(self, queue: LabelQueue, model: Callable[[], Detector]) -> None:
        try:
            if self._asked:
                self._begin(queue, model)
            complaints = next(self._steps, None) if self._steps else None
        except Exception:
            # What fails is not tried again, and what was found before it is not the whole.
            self._asked, self._steps, self.found = False, None, None
            raise
        if complaints is None:
            self._steps = None
        elif self.found is not None:
            self.found += complaints
            self.done += 1

    def _begin(self, queue: LabelQueue, model: Callable[[], Detector]) -> None:
        tasks = queue.tasks(LABELLED)
        self._steps = _complaints(queue, tasks, model() if self.disputing else None)
        self._asked, self.found, self.done, self.total = False, [], 0, len(tasks)


def _complaints(
    queue: LabelQueue, tasks: tuple[LabelTask, ...], detector: Detector | None
) -> Iterator[list[Complaint]]:
    """What the check finds in the labelled photos, photo by photo."""
    known = {task.sha256[:HASH_LETTERS]: task for task in tasks}
    with TemporaryDirectory() as folder:
        place = Path(folder) / "labels"
        export(queue, place)
        for findings in photo_by_photo(open_dataset(place), detector=detector):
            told = ((finding, known.get(hash_in(finding.file.name))) for finding in findings)
            yield [_complaint(finding, task) for finding, task in told if task is not None]


def _complaint(finding: Finding, task: LabelTask) -> Complaint:
    """A finding with its photo. Labels are written a box a line, in the order in which the queue has them."""
    numbers = task.labels.numbers or range(len(task.labels.boxes))
    box = numbers[finding.lines[0] - 1] if finding.lines else None
    return Complaint(finding, task.sha256, task.name, task.labels, box, _picture(finding))


def _picture(finding: Finding) -> bytes | None:
    if finding.box is None:
        return None
    from vision.crops import crop  # loads cv2, which an empty page does without

    stream = io.BytesIO()
    crop(finding.file, finding.box).save(stream, "JPEG", quality=90)
    return stream.getvalue()
