"""Photos into the label queue, each labelled by the model first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from records.canonical import digest
from records.label_files import Arrival
from records.labels import LabelQueue
from scoring.steps import Text
from vision.photo import PhotoError

if TYPE_CHECKING:
    from vision.detector import Detector
    from vision.many import Work


@dataclass(frozen=True)
class Parcel:
    """A file on its way to a worker, which may be another process.

    Attributes:
        place: where it lies, for messages.
        name: its file name.
        session: see :class:`Arrival`.
        source: see :class:`Arrival`.
        data: its bytes; None where there is nothing to do.
        trouble: why it cannot be read.
    """

    place: str
    name: str
    session: str
    source: str
    data: bytes | None = field(default=None, repr=False)
    trouble: PhotoError | None = None


@dataclass
class Intake:
    """What became of the arrivals so far.

    Attributes:
        added: new in the queue.
        known: in the queue before.
        refused: what is wrong with the others, each naming its file.
    """

    added: int = 0
    known: int = 0
    refused: list[Text] = field(default_factory=list)


def take_in(
    queue: LabelQueue, arrivals: Iterable[Arrival], detector: Detector, told: Intake, work: Work | None = None
) -> Iterator[Intake]:
    """Labels photos by the model and puts them into the queue; those that are there already cost nothing.

    An interruption loses nothing: started again, it goes on where it was.

    Args:
        queue: to put them into.
        arrivals: of :func:`records.label_files.find_photos` or :func:`~records.label_files.uploaded_photos`.
        detector: the model; other processes load it from its file.
        told: what became of earlier ones, and from here on of these.
        work: where the photos are read; default: here.

    Yields:
        What became of the arrivals so far, after each.

    Raises:
        vision.many.ClusterError: when there is no such cluster.
    """
    # The model's runtime, for which a page that only shows must not wait.
    from records.prelabel import prelabelled
    from vision.many import Work, spread

    task = partial(prelabelled, str(detector.path))
    for parcel, came in spread(task, _parcels(queue, arrivals), work or Work(processes=1)):
        if isinstance(came, PhotoError):
            told.refused.append(Text(came.message, came.message_zh))
        elif came is None or queue.knows(came[0].upload_sha256):
            told.known += 1
        else:
            queue.add(*came, name=parcel.name, session=parcel.session, source=parcel.source)
            told.added += 1
        yield told


def _parcels(queue: LabelQueue, arrivals: Iterable[Arrival]) -> Iterator[Parcel]:
    """The files one by one, without the bytes of those that are in the queue."""
    for arrival in arrivals:
        place, session, source = map(_text, (arrival.name, arrival.session, arrival.source))
        parcel = Parcel(place, PurePosixPath(place.replace("\\", "/")).name, session, source)
        try:
            data = arrival.read()
        except PhotoError as error:
            yield replace(parcel, trouble=error)
            continue
        yield parcel if queue.knows(digest(data)) else replace(parcel, data=data)


def _text(name: str) -> str:
    """A file name as text that can be stored: old archives unpack to names that are not UTF-8."""
    return name.encode("utf-8", "replace").decode()
