"""What was labelled, as a YOLO dataset in Hule's classes: ``hule label export``, and the check of the label page."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory

from PIL import Image

from records.errors import RecordsError
from records.labels import LABELLED, LabelQueue, Labels, LabelTask
from vision.dataset.labels import Box
from vision.dataset.source import Item
from vision.dataset.tree import Progress, silent
from vision.dataset.write import Written, write_yolo

HASH_LETTERS = 12
"""So much of a photo's hash is in its file name: two photos may be called alike, and a finding leads back."""

QUALITY = 95
"""JPEG quality of photos that had to be turned."""

_TURNS = (None, Image.Transpose.ROTATE_270, Image.Transpose.ROTATE_180, Image.Transpose.ROTATE_90)
"""Quarter turns clockwise, as Pillow names them."""


def export(queue: LabelQueue, folder: Path, progress: Progress = silent) -> Written:
    """Writes every labelled photo with its labels; sessions become groups in ``index.csv``.

    Photos that a person turned are written upright, with their boxes.

    Args:
        queue: what to write.
        folder: where to; must be empty or not there yet.
        progress: shows how far it is.

    Raises:
        RecordsError: when nothing is labelled yet.
        vision.dataset.DatasetError: when the folder is not empty.
    """
    tasks = queue.tasks(LABELLED)
    if not tasks:
        raise RecordsError(
            "E_RECORDS_NO_LABELS",
            "no photo is labelled yet: accept one on the label page",
            "还没有标注好的照片：请先在标注页确认一张",
        )
    with _source(queue, tasks) as source:
        return write_yolo(source, folder, progress=progress)


@dataclass(frozen=True)
class _Source:
    """The labelled photos; see :class:`vision.dataset.source.Source`."""

    queue: LabelQueue
    tasks: tuple[LabelTask, ...]
    scratch: Path

    @property
    def splits(self) -> tuple[str, ...]:
        """No splits yet: ``hule dataset split`` divides by group."""
        return ("",)

    @property
    def fully_labelled(self) -> bool:
        """Nobody has sworn that no tile in view was left out."""
        return False

    def items(self, split: str) -> Iterator[Item]:
        """Every photo; its file is that of the item until the next one is asked for."""
        for task in self.tasks:
            self.scratch.write_bytes(turned_photo(self.queue.photo(task.sha256), task.labels.turn))
            boxes = turned_boxes(task.labels)
            yield Item(file_name(task), self.scratch, boxes, task.source, task.session)


@contextmanager
def _source(queue: LabelQueue, tasks: tuple[LabelTask, ...]) -> Iterator[_Source]:
    with TemporaryDirectory() as folder:
        yield _Source(queue, tasks, Path(folder) / "photo.jpg")


def file_name(task: LabelTask) -> str:
    """What the photo is called in a dataset: its own name and the beginning of its hash."""
    stem = re.sub(r"[^\w-]+", "_", PurePosixPath(task.name).stem)[:60]
    return f"{stem}-{task.sha256[:HASH_LETTERS]}.jpg"


def hash_in(name: str) -> str:
    """The beginning of the hash in a name of :func:`file_name`."""
    return PurePosixPath(name).stem.rpartition("-")[2]


def turned_photo(jpeg: bytes, turn: int) -> bytes:
    """The photo after some quarter turns clockwise; as it was where there are none."""
    method = _TURNS[turn % 4]
    if method is None:
        return jpeg
    stream = io.BytesIO()
    with Image.open(io.BytesIO(jpeg)) as image:
        image.transpose(method).save(stream, "JPEG", quality=QUALITY)
    return stream.getvalue()


def turned_boxes(labels: Labels) -> tuple[Box, ...]:
    """The boxes of a photo that is turned as its labels say."""
    return tuple(turned(box, labels.turn) for box in labels.boxes)


def turned(box: Box, turn: int) -> Box:
    """A box after some quarter turns of the photo clockwise; a negative number turns back."""
    for _ in range(turn % 4):
        box = Box(box.face, 1 - box.y, box.x, box.height, box.width)
    return box
