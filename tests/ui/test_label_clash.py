"""Two tabs at one photo: both are told, and the work of neither is lost."""

from __future__ import annotations

import pytest

from records import Records
from records.labels import LABELLED, QUEUED, Labels
from scoring import tile
from tests.records.labelling import ONE, THREE, TWO, minute
from tests.ui.labelling import from_tab, gesture, labelling, put, shown


def test_two_tabs_at_one_photo_keep_the_work_of_both(records: Records) -> None:
    """The second one is told when the other changed the photo; boxes of both are kept, and either alone can be had."""
    phone, desk = labelling(records), labelling(records)
    phone.now = lambda: minute(7)
    first = shown(phone)
    seven, drawn = put(0, "7z", 0.16, 0.44, 0.24, 0.56), put(99, "3m", 0.36, 0.44, 0.44, 0.56)
    change = from_tab("desk", 1, desk, drawn)
    phone.take(from_tab("phone", 1, phone, seven))
    theirs = records.labels.task(first).labels
    desk.take(change)
    both = records.labels.task(first).labels
    assert [box.face for box in both.boxes] == [tile(code).index for code in ("7z", "2m", "3m")]
    (clash,) = desk.clashes.values()
    assert (clash.at, clash.theirs, clash.yours, clash.both) == (minute(7), theirs, Labels((ONE, TWO, THREE)), True)
    assert desk.history.now.labels == both
    assert phone.clashes == {}
    desk.settle(first, clash.yours)
    assert records.labels.task(first).labels == desk.history.now.labels == Labels((ONE, TWO, THREE))
    assert desk.history.undo().now.labels == both
    assert desk.clashes == {}


@pytest.mark.parametrize("do", ["accept", "skip", "undo", "redo", "reset", "turn"])
def test_nobody_accepts_what_he_has_not_seen(records: Records, do: str) -> None:
    """What is said of a whole photo that another tab has changed meanwhile waits until its labels are on the screen."""
    phone, desk = labelling(records), labelling(records)
    first = shown(phone)
    whole = from_tab("desk", 1, desk, gesture(do, by=1))
    phone.take(from_tab("phone", 1, phone, gesture("remove", id=0)))
    assert desk.take(whole)
    task = records.labels.task(first)
    assert (task.labels, task.state) == (Labels((TWO,)), QUEUED)
    assert (shown(desk), desk.history.now.labels) == (first, Labels((TWO,)))
    (clash,) = desk.clashes.values()
    assert (clash.theirs, clash.yours, clash.both) == (Labels((TWO,)), Labels((ONE, TWO)), False)
    desk.take(from_tab("desk", 2, desk, gesture("accept")))
    assert (records.labels.task(first).state, desk.clashes) == (LABELLED, {})


def test_a_phone_that_comes_back_late_is_told(records: Records) -> None:
    """What a phone without a connection kept meets a photo that was mended meanwhile, in a session that is new."""
    state = labelling(records)
    first = shown(state)
    late = [
        *from_tab("phone", 1, state, put(0, "7z", 0.16, 0.44, 0.24, 0.56)),
        *from_tab("phone", 2, state, gesture("accept")),
    ]
    state.take(from_tab("desk", 1, state, gesture("remove", id=1)))
    state.take(from_tab("desk", 2, state, gesture("accept")))
    records.labels.save(first, Labels((TWO, THREE), numbers=(1, 2)), LABELLED, minute(3))
    again = labelling(records)
    assert shown(again) != first
    again.take(late)
    task = records.labels.task(first)
    assert [box.face for box in task.labels.boxes] == [TWO.face, THREE.face, tile("7z").index]
    assert list(again.clashes) == [first]
    assert shown(again) != first


def test_a_photo_changed_elsewhere_is_drawn_anew(records: Records) -> None:
    """A tab that is drawn again shows the labels as they are now and says so; what it showed can be had back."""
    phone, desk = labelling(records), labelling(records)
    phone.take(from_tab("phone", 1, phone, gesture("remove", id=0)))
    desk.refresh()
    assert desk.history.now.labels == Labels((TWO,))
    (clash,) = desk.clashes.values()
    assert clash.yours == Labels((ONE, TWO))
    desk.settle(shown(desk), None)
    desk.refresh()
    assert desk.clashes == {}


def test_two_tabs_that_do_the_same_are_not_told(records: Records) -> None:
    """Where both took the same box away, or one only accepted the photo, there is nothing to choose."""
    phone, desk = labelling(records), labelling(records)
    accept, same = from_tab("phone", 2, phone, gesture("accept")), from_tab("desk", 1, desk, gesture("remove", id=0))
    phone.take([*from_tab("phone", 1, phone, gesture("remove", id=0)), *accept])
    desk.take(same)
    assert desk.clashes == {}
