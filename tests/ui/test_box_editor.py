"""The box editor: what a gesture makes of the labels, and what the script is given to draw."""

from __future__ import annotations

from dataclasses import replace

import pytest

from records.labels import Labels
from scoring import tile
from tests.records.labelling import ONE, TWO, guess
from tests.ui.labelling import gesture, put
from ui.components.box_editor import apply, history_of, view
from ui.text import words

GUESS = guess(ONE, TWO)
START = history_of([Labels((ONE, TWO))])


def test_a_drawn_box_is_added_and_undone() -> None:
    """A box across a tile is a label with its face; undo takes it away, redo brings it back."""
    drawn = apply(START, put(7, "3m", 0.5, 0.6, 0.4, 0.4), GUESS)
    (box,) = (mark.box for mark in drawn.now.marks if mark.id == 7)
    assert (box.face, box.x, box.y, box.width, box.height) == pytest.approx((tile("3m").index, 0.45, 0.5, 0.1, 0.2))
    assert apply(drawn, gesture("undo"), GUESS).now == START.now
    assert apply(apply(drawn, gesture("undo"), GUESS), gesture("redo"), GUESS).now == drawn.now


def test_a_known_box_changes_in_its_place() -> None:
    """Moving a box or giving it another face keeps its number and its place among the labels."""
    changed = apply(START, put(0, "7z", 0.1, 0.1, 0.2, 0.3), GUESS)
    assert [mark.id for mark in changed.now.marks] == [0, 1]
    assert changed.now.marks[0].box.face == tile("7z").index
    assert changed.now.marks[1] == START.now.marks[1]


def test_a_box_is_removed_and_the_model_asked_again() -> None:
    """Delete takes one box away; going back to the model's labels brings all of them, and can be undone."""
    fewer = apply(START, gesture("remove", id=0), GUESS)
    assert fewer.now.labels == Labels((TWO,))
    again = apply(fewer, gesture("reset"), GUESS)
    assert again.now.labels == Labels((ONE, TWO))
    assert apply(again, gesture("undo"), GUESS).now == fewer.now


@pytest.mark.parametrize("turn", range(4))
def test_a_box_drawn_on_a_turned_photo_lies_on_the_stored_one(turn: int) -> None:
    """However the photo is turned, a box that is put where it is shown stays exactly where it was."""
    history = apply(START, gesture("turn", by=turn), GUESS)
    shown = view(history, GUESS, words("en"), photo="p", size=(160, 120))["boxes"][1]
    same = apply(history, put(1, shown["tile"], *shown["box"], turn=turn), GUESS)
    assert same.now.labels == Labels((ONE, TWO), turn)


@pytest.mark.parametrize(
    "nonsense",
    [
        gesture("set", id=5),
        put(5, "9z", 0.1, 0.1, 0.2, 0.2),
        put(5, "1j", 0.1, 0.1, 0.2, 0.2),
        put(5, "1m", 0.1, 0.1, 0.1, 0.3),
        put(5, "1m", float("nan"), 0.1, 0.2, 0.3),
        gesture("set", id=5, tile="1m", box="abcd", turn=0),
        gesture("turn"),
        gesture("explode"),
        {},
    ],
    ids=lambda action: f"{action.get('do')}-{action.get('tile')}-{action.get('box')}",
)
def test_a_gesture_that_makes_no_sense_does_nothing(nonsense: dict[str, object]) -> None:
    """Half a message, a face that the model does not know or a slip of the finger leaves the labels as they are."""
    assert apply(START, nonsense, GUESS) == START


def test_a_box_beyond_the_edge_is_cut() -> None:
    """A box drawn out of the picture ends at its edge."""
    (*_, mark) = apply(START, put(9, "1m", 0.9, -0.2, 1.4, 0.2), GUESS).now.marks
    assert (mark.box.x, mark.box.y, mark.box.width, mark.box.height) == pytest.approx((0.95, 0.1, 0.1, 0.2))


def test_the_view_marks_what_the_model_doubts() -> None:
    """A tile that the model was unsure of is marked until somebody has touched it."""
    unsure = replace(GUESS, confidences=(0.3, 0.9))
    seen = view(START, unsure, words("en"), photo="p", size=(160, 120))
    assert [box["doubt"] for box in seen["boxes"]] == [True, False]
    touched = apply(START, put(0, "1m", 0.15, 0.44, 0.25, 0.56), unsure)
    assert not view(touched, unsure, words("en"), photo="p", size=(160, 120))["boxes"][0]["doubt"]
