"""The same for many photos, over all cores of this machine or on a Dask cluster.

>>> for path, guess in each_photo(prelabel, paths, detector.path, Work(scheduler="tcp://10.0.0.5:8786")): ...
... # doctest: +SKIP

Workers load the model from its file, and the photos from theirs: on a cluster both must lie where every worker finds
them under the same path, and Hule must be installed there.
"""

from __future__ import annotations

import multiprocessing
import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeVar

from scoring.errors import BilingualError
from vision.detector import Detector, load_detector
from vision.photo import Photo, PhotoError, load_photo

R = TypeVar("R")
T = TypeVar("T")

Task = Callable[[Photo, Detector], R]
"""What is done with a photo: a function of a module, or a ``functools.partial`` of one, so that it can be sent."""

FEW = 8
"""So few photos are done here: another process takes longer to start."""

_AHEAD = 4
"""Photos given out for each worker before the first of them is back: memory does not grow with their number."""


@dataclass(frozen=True)
class Work:
    """Where the work is done.

    Attributes:
        processes: on this machine; 0 is one for each core.
        scheduler: address of a Dask scheduler, ``tcp://host:8786``, whose workers do it instead.
    """

    processes: int = 0
    scheduler: str | None = None


class ClusterError(BilingualError):
    """A Dask cluster that cannot be used."""


def each_photo(
    task: Task[R], paths: Iterable[Path], model: Path, work: Work | None = None
) -> Iterator[tuple[Path, R | PhotoError]]:
    """Does something with each photo.

    Args:
        task: what.
        paths: the photos.
        model: ONNX file of the detector that the task gets.
        work: where; default: one process for each core, or none of its own for a few photos.

    Yields:
        Each photo with what came of it, or with the reason why it cannot be read; in the order given.

    Raises:
        ClusterError: when there is no scheduler at the address, or the ``dask`` extra is missing.
    """
    listed = list(paths)
    work = work or Work()
    if work.scheduler is None and len(listed) <= FEW:
        work = Work(processes=1)
    return spread(partial(_photo_task, task, str(model)), listed, work)


def spread(task: Callable[[T], R], things: Iterable[T], work: Work) -> Iterator[tuple[T, R]]:
    """Does something with each of many things, of which only a few are held at once.

    Args:
        task: a function of a module, or a ``functools.partial`` of one.
        things: what can be sent to another process; taken one by one as workers get free.
        work: where; with one process it is this one.

    Yields:
        Each with its outcome, in the order given.

    Raises:
        ClusterError: when there is no scheduler at the address, or the ``dask`` extra is missing.
    """
    if work.scheduler is None and _processes(work) == 1:
        yield from ((thing, task(thing)) for thing in things)
        return
    with _executor(work) as (executor, workers):
        waiting: deque[tuple[T, Future[R]]] = deque()
        for thing in things:
            waiting.append((thing, executor.submit(task, thing)))
            if len(waiting) > _AHEAD * workers:
                done, future = waiting.popleft()
                yield done, future.result()
        while waiting:
            done, future = waiting.popleft()
            yield done, future.result()


def _photo_task(task: Task[R], model: str, path: Path) -> R | PhotoError:
    """One photo, in a worker."""
    try:
        return task(load_photo(path), load_detector(model, threads=1))
    except PhotoError as error:
        return error


def _processes(work: Work) -> int:
    return work.processes or os.cpu_count() or 1


@contextmanager
def _executor(work: Work) -> Iterator[tuple[Executor, int]]:
    """What takes the work, and how many photos it does at once; whatever is not begun at the end is dropped."""
    if work.scheduler is not None:
        with _cluster(work.scheduler) as found:
            yield found
        return
    count = _processes(work)
    pool = ProcessPoolExecutor(count, multiprocessing.get_context("spawn"))
    try:
        yield pool, count
    finally:
        pool.shutdown(cancel_futures=True)


@contextmanager
def _cluster(address: str) -> Iterator[tuple[Executor, int]]:
    try:
        from distributed import Client
    except ImportError:
        raise ClusterError(
            "a cluster needs the dask extra: pip install -e '.[dask]'",
            "使用集群需要 dask 附加依赖：pip install -e '.[dask]'",
        ) from None
    try:
        client = Client(address, timeout=10)
    except (OSError, ValueError) as error:
        raise ClusterError(
            f"there is no Dask scheduler at {address} ({error})", f"{address} 上没有 Dask 调度器（{error}）"
        ) from error
    with client:
        count = sum(client.ncores().values())
        if not count:
            raise ClusterError(f"the cluster at {address} has no workers", f"{address} 的集群没有工作进程")
        executor = client.get_executor(pure=False)
        try:
            yield executor, count
        finally:
            executor.shutdown(wait=False)
