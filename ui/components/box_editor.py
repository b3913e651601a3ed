"""The box editor: a photo with a box around every tile, to select, move, resize, draw, delete and name them.

The script draws and follows fingers; every finished gesture comes here as a numbered action (:mod:`ui.label_log`), so
that gestures which come faster than the page reruns are neither lost nor applied twice. Boxes go to and from the script
as corners, shares of the photo as it is shown; labels keep them as shares of the photo as it is stored, whichever way
it is turned.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path
from typing import Any

import streamlit as st

from records.label_export import turned
from records.labels import Guess, Labels
from scoring.tiles import DETECTOR_CLASSES, tile
from ui.components.picker import picker_data
from ui.history import History
from ui.label_log import Action
from ui.text import Words
from vision.dataset.labels import Box
from vision.layout.checks import UNSURE

LEAST_SIDE = 0.003
"""A box narrower than this share of the photo is a slip of the finger."""


@dataclass(frozen=True)
class Marked:
    """A box with a number that stays.

    Attributes:
        id: its number in this photo, in all versions of its labels.
        box: shares of the stored photo.
    """

    id: int
    box: Box


@dataclass(frozen=True)
class Sheet:
    """The labels of one photo under a person's fingers.

    Attributes:
        marks: the boxes.
        turn: quarter turns clockwise in which the photo is shown.
    """

    marks: tuple[Marked, ...] = ()
    turn: int = 0

    @property
    def labels(self) -> Labels:
        """The labels, which keep the numbers for the next editor."""
        numbers = tuple(mark.id for mark in self.marks)
        return Labels(tuple(mark.box for mark in self.marks), self.turn, numbers)


def sheet_of(labels: Labels) -> Sheet:
    """Labels with numbers: those that they were saved with, else their places."""
    numbers = labels.numbers or range(len(labels.boxes))
    return Sheet(tuple(map(Marked, numbers, labels.boxes)), labels.turn)


def history_of(versions: Sequence[Labels]) -> History[Sheet]:
    """The last of some versions, with those before it to go back to."""
    sheets = tuple(sheet_of(labels) for labels, _ in groupby(versions))
    return History(sheets[-1], sheets[:-1])


def apply(history: History[Sheet], action: Action, guess: Guess) -> History[Sheet]:
    """What a gesture does to the labels; one that makes no sense does nothing.

    Args:
        history: the labels with what can be undone.
        action: of the script; ``do`` names one of the edits, ``undo`` or ``redo``.
        guess: what the model made of the photo, to which ``reset`` returns.
    """
    name = action.get("do")
    if name == "undo":
        return history.undo()
    if name == "redo":
        return history.redo()
    try:
        if name == "reset":
            return history.change(Sheet(sheet_of(Labels(guess.boxes)).marks, history.now.turn))
        edit = _EDITS.get(str(name))
        return history.change(edit(history.now, action)) if edit else history
    except (KeyError, TypeError, ValueError):
        return history


def _set(sheet: Sheet, action: Action) -> Sheet:
    """Puts a box in the place of the one with its number, or adds it."""
    x1, y1, x2, y2 = (min(max(float(edge), 0.0), 1.0) for edge in action["box"])
    width, height = abs(x2 - x1), abs(y2 - y1)
    face = tile(action["tile"])
    if face not in DETECTOR_CLASSES or not (width >= LEAST_SIDE and height >= LEAST_SIDE):
        return sheet
    shown = Box(face.index, (x1 + x2) / 2, (y1 + y2) / 2, width, height)
    mark = Marked(int(action["id"]), _rounded(turned(shown, -int(action["turn"]))))
    others = [each.id for each in sheet.marks]
    if mark.id not in others:
        return replace(sheet, marks=(*sheet.marks, mark))
    return replace(sheet, marks=tuple(mark if each.id == mark.id else each for each in sheet.marks))


def _remove(sheet: Sheet, action: Action) -> Sheet:
    return replace(sheet, marks=tuple(mark for mark in sheet.marks if mark.id != action["id"]))


def _turn(sheet: Sheet, action: Action) -> Sheet:
    return replace(sheet, turn=(sheet.turn + int(action["by"])) % 4)


_EDITS: dict[str, Callable[[Sheet, Action], Sheet]] = {"set": _set, "remove": _remove, "turn": _turn}


def _rounded(box: Box) -> Box:
    """To a millionth of the photo, below what any finger can do."""
    return Box(box.face, *(round(share, 6) for share in (box.x, box.y, box.width, box.height)))


def view(
    history: History[Sheet],
    guess: Guess,
    words: Words,
    *,
    photo: str,
    size: tuple[int, int],
    version: int = 0,
    applied: Mapping[str, int] | None = None,
    select: int | None = None,
    opened: int = 0,
    place: tuple[int, int] = (1, 1),
) -> dict[str, Any]:
    """Everything that the component draws, but the picture.

    Args:
        history: the labels with what can be undone.
        guess: what the model made of the photo.
        words: the language.
        photo: hash of the photo; a new one starts anew.
        size: width and height of the stored photo, in pixels.
        version: number of the version that is drawn, which the gestures made on it name.
        applied: number of the last action of each editor that the history contains.
        select: number of a box to select at first.
        opened: another number than before selects it in the same photo, too, and brings the photo into sight.
        place: which photo of how many.
    """
    sheet = history.now
    sure = dict(zip(guess.boxes, guess.confidences, strict=True))
    width, height = size if sheet.turn % 2 == 0 else size[::-1]
    return {
        "photo": photo,
        "version": version,
        "applied": dict(applied or {}),
        "width": width,
        "height": height,
        "turn": sheet.turn,
        "select": select,
        "opened": opened,
        "boxes": [_mark(mark, sheet.turn, sure) for mark in sheet.marks],
        "undo": bool(history.past),
        "redo": bool(history.future),
        "first": place[0] <= 1,
        "last": place[0] >= place[1],
        "picker": picker_data(DETECTOR_CLASSES, words),
        "names": {face.code: words.tile(face) for face in DETECTOR_CLASSES},
        "text": {key: words(f"boxes.{key}") for key in _TEXTS},
    }


_TEXTS = (
    "title", "draw", "drawing", "remove", "turn", "undo", "redo", "reset", "zoom_in", "zoom_out", "fit", "previous",
    "next", "skip", "accept", "pick", "rename", "done", "doubt", "keys",
)  # fmt: skip


def _mark(mark: Marked, turn: int, sure: Mapping[Box, float]) -> dict[str, Any]:
    """A box as the script wants it; one that the model was unsure of and nobody has touched is marked."""
    shown = turned(mark.box, turn)
    half_width, half_height = shown.width / 2, shown.height / 2
    face = DETECTOR_CLASSES[mark.box.face]
    return {
        "id": mark.id,
        "tile": face.code,
        "box": [shown.x - half_width, shown.y - half_height, shown.x + half_width, shown.y + half_height],
        "doubt": sure.get(mark.box, 1.0) < UNSURE,
    }


_HERE = Path(__file__).parent
_MODULES = (
    "nodes",
    "box_geometry",
    "box_labels",
    "box_stage",
    "box_controls",
    "box_gestures",
    "box_keys",
    "box_editor",
)
STYLE = (_HERE / "box_editor.css").read_text(encoding="utf-8")
SCRIPT = "\n".join((_HERE / f"{name}.js").read_text(encoding="utf-8") for name in _MODULES)
"""The files of the script, one after the other: Streamlit takes one module."""

_mount = st.components.v2.component(
    "hule_box_editor",
    html='<div class="boxes"></div>',
    css=STYLE,
    js=SCRIPT,
)


def box_editor(data: Mapping[str, Any], *, key: str, on_actions: Callable[[], None]) -> None:
    """Shows the editor; ``on_actions`` is called when actions came in, for :func:`reported` to give.

    The picture is the property ``--label-photo-…`` of the page, which travels only once.
    """
    _mount(key=key, data=dict(data), default={"log": []}, on_log_change=on_actions)


def reported(key: str) -> Sequence[Action]:
    """The log of the editor: what it has not seen confirmed."""
    return st.session_state.get(key, {}).get("log") or []
