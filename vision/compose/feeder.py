"""A process of its own that composes training batches while the trainer computes."""

from __future__ import annotations

import multiprocessing
from multiprocessing.queues import Queue
from queue import Empty, Full
from types import TracebackType
from typing import Self

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.compose.picture import LabelledPicture
from vision.compose.stream import StreamSources, TrainingStream

_READY_BATCHES = 3
_PATIENCE = 5.0
"""Seconds after which it is asked whether the worker still lives."""


class BatchFeeder:
    """Yields batches of canvases from a worker process; to be used in a ``with`` statement.

    Args:
        sources: the material to compose from.
        seed: the same seed gives the same pictures.
        batch: canvases a batch.
        size: side of the canvases in pixels; may be changed through :meth:`resize` while running.
    """

    def __init__(self, sources: StreamSources, seed: int, batch: int, size: int) -> None:
        context = multiprocessing.get_context("spawn")
        self._queue: Queue[list[LabelledPicture] | BaseException] = context.Queue(_READY_BATCHES)
        self._size = context.Value("i", size)
        self._process = context.Process(
            target=_compose_batches, args=(self._queue, self._size, sources, seed, batch), daemon=True
        )

    def __enter__(self) -> Self:
        self._process.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.terminate()
        self._process.join()

    def resize(self, size: int) -> None:
        """Asks for canvases of another size; batches that are ready keep theirs."""
        self._size.value = size

    def next_batch(self) -> list[LabelledPicture]:
        """The next batch, waited for; an error of the worker is raised here.

        Raises:
            ChildProcessError: when the worker is gone without a word, as where the system ran out of memory.
        """
        batch = self._wait()
        if isinstance(batch, BaseException):
            raise batch
        return batch

    def _wait(self) -> list[LabelledPicture] | BaseException:
        while True:
            gone = not self._process.is_alive()
            try:
                return self._queue.get(timeout=_PATIENCE)
            except Empty:
                if gone:
                    raise ChildProcessError("the process that composes training pictures ended unexpectedly") from None


def _put(queue: Queue[list[LabelledPicture] | BaseException], pictures: list[LabelledPicture]) -> bool:
    """Whether there was room for the batch within some seconds."""
    try:
        queue.put(pictures, timeout=5)
    except Full:
        return False
    return True


def _compose_batches(
    queue: Queue[list[LabelledPicture] | BaseException],
    size: NDArray[np.int32],
    sources: StreamSources,
    seed: int,
    batch: int,
) -> None:
    """Body of the worker process."""
    cv2.setNumThreads(1)  # the trainer needs the other cores
    try:
        stream = TrainingStream(sources, seed)
        while True:
            side = int(size.value)  # type: ignore[attr-defined]
            pictures = [stream.draw(side) for _ in range(batch)]
            while not _put(queue, pictures):
                parent = multiprocessing.parent_process()
                if parent is None or not parent.is_alive():
                    return  # the trainer was killed
    except (OSError, ValueError) as error:
        queue.put(error)
