"""What the label queue holds: photos with what a model made of them, labels, and their versions."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

from records.canonical import canonical
from records.label_order import Look
from vision.dataset.labels import Box

State = Literal["queued", "labelled", "skipped"]
QUEUED: State = "queued"
LABELLED: State = "labelled"
SKIPPED: State = "skipped"
STATES: dict[str, State] = {state: state for state in (QUEUED, LABELLED, SKIPPED)}


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
class Version:
    """The labels of a photo as they were at one time.

    Attributes:
        number: grows from version to version over all photos; 0 is what the model made of the photo.
        labels: all of them.
        state: whether the person was done with the photo.
        at: when, in UTC; None for number 0.
        editor: the editor on somebody's screen that made it; None where none did.
    """

    number: int
    labels: Labels
    state: State
    at: datetime | None = None
    editor: str | None = None


@dataclass(frozen=True)
class Gesture:
    """A gesture of an editor on somebody's screen, by which it is known when it is reported again.

    Attributes:
        editor: name of the editor.
        number: of the gesture in that editor; grows.
    """

    editor: str
    number: int


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


def guess_json(guess: Guess) -> str:
    """Canonical JSON of what a model made of a photo, without the numbers that the table has in its columns."""
    told = {"model": guess.model, "boxes": list(_rows(guess.boxes)), "confidences": list(guess.confidences)}
    return canonical(told)


def guess_of(content: str, uncertainty: float, look: Look) -> Guess:
    """What :func:`guess_json` wrote, and what the columns have."""
    told = json.loads(content)
    return Guess(told["model"], _boxes(told["boxes"]), tuple(told["confidences"]), uncertainty, look)


def labels_json(labels: Labels) -> str:
    """Canonical JSON of labels."""
    told = {"boxes": list(_rows(labels.boxes)), "turn": labels.turn, "numbers": list(labels.numbers)}
    return canonical(told)


def labels_of(content: str) -> Labels:
    """What :func:`labels_json` wrote."""
    told: dict[str, Any] = json.loads(content)
    return Labels(_boxes(told["boxes"]), told["turn"], tuple(told.get("numbers", ())))


def _rows(boxes: Sequence[Box]) -> Iterator[list[float]]:
    return ([box.face, box.x, box.y, box.width, box.height] for box in boxes)


def _boxes(rows: Sequence[Sequence[float]]) -> tuple[Box, ...]:
    return tuple(Box(int(face), *shares) for face, *shares in rows)
