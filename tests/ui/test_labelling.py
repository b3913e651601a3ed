"""The way of one tab through the queue: what its gestures save, also over a reload, a full disk or a restart."""

from __future__ import annotations

import threading
from datetime import datetime

import pytest

from records import Records, RecordsError
from records.labels import LABELLED, QUEUED, SKIPPED, Edit, Gesture, Labels, Progress, Version
from tests.records.labelling import ONE, THREE, TWO, minute
from tests.ui.labelling import from_tab, gesture, labelling, put, reported, shown, shown_name
from ui.labelling import Labelling, pace_text
from ui.text import words


def test_a_change_is_kept_over_a_reload(records: Records) -> None:
    """A tab that is closed without accepting leaves its boxes and its undo to the next one."""
    state = labelling(records)
    sha256 = shown(state)
    state.take([reported(1, sha256, gesture("remove", id=0)), reported(2, sha256, gesture("turn", by=1))])
    again = Labelling(records.labels)
    again.refresh(sha256[:12])
    assert again.history.now.labels == Labels((TWO,), 1)
    assert again.history.undo().undo().now.labels == Labels((ONE, TWO))


def test_accept_and_skip_go_on_to_the_next_that_waits(records: Records) -> None:
    """Each photo is finished once; after the last one the first that still waits is shown, else it stays."""
    state = labelling(records)
    seen = [shown_name(state)]
    for number, do in enumerate(["next", "accept", "skip"], start=1):
        state.take([reported(number, shown(state), gesture(do))])
        seen.append(shown_name(state))
    assert seen == ["0.jpg", "1.jpg", "2.jpg", "0.jpg"]
    assert [task.state for task in records.labels.tasks()] == [QUEUED, LABELLED, SKIPPED]


def test_a_gesture_meant_for_the_photo_before_stays_with_it(records: Records) -> None:
    """A change that comes after another photo was opened is made where the person saw it, and nowhere else."""
    state = labelling(records)
    first = shown(state)
    late = [reported(1, first, gesture("accept")), reported(2, first, gesture("remove", id=0))]
    assert state.take(late)
    assert [task.labels for task in records.labels.tasks()] == [Labels((TWO,)), *[Labels((ONE, TWO))] * 2]
    assert [task.state for task in records.labels.tasks()] == [LABELLED, QUEUED, QUEUED]
    assert shown_name(state) == "1.jpg"
    assert state.confirmed == {"tab": 2}


def test_a_tab_that_comes_back_repeats_nothing_and_loses_nothing(records: Records) -> None:
    """After a reload another session hears again what was applied and what was not, and undoes once, not twice."""
    state = labelling(records)
    first = shown(state)
    gone = [reported(1, first, gesture("remove", id=0)), reported(2, first, gesture("remove", id=1))]
    undone = reported(3, first, gesture("undo"))
    state.take([*gone, undone])
    again = labelling(records, applied=state.applied)
    drawn = reported(4, first, put(2, "3m", 0.36, 0.44, 0.44, 0.56))
    assert again.take([undone, drawn])
    assert records.labels.task(first).labels == Labels((TWO, THREE))
    assert again.confirmed == {"tab": 4}
    assert not again.take([undone, drawn])


def test_a_box_keeps_its_number(records: Records) -> None:
    """A box is known by the same number in a later session, whatever was taken away before it."""
    state = labelling(records)
    first = shown(state)
    state.take([reported(1, first, gesture("remove", id=0))])
    again = labelling(records)
    again.take([reported(2, first, gesture("remove", id=0))])
    assert records.labels.task(first).labels == Labels((TWO,))
    again.take([reported(3, first, gesture("remove", id=1))])
    assert records.labels.task(first).labels == Labels()


def test_what_cannot_be_saved_is_told_and_taken_again(records: Records, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the disk is full the gesture is not confirmed; once there is room the same report is applied."""
    state = labelling(records)
    first = shown(state)
    log = [reported(1, first, gesture("remove", id=0)), reported(2, first, gesture("accept"))]

    def full(*_: object) -> None:
        raise RecordsError("E_RECORDS_WRITE", "no space left", "磁盘已满")

    with monkeypatch.context() as broken:
        broken.setattr(records.labels, "revise", full)
        assert not state.take(log)
    assert state.trouble is not None
    assert (shown_name(state), state.confirmed) == ("0.jpg", {})
    assert state.history.now.labels == Labels((ONE, TWO))
    assert state.take(log)
    assert state.trouble is None
    task = records.labels.task(first)
    assert (task.labels, task.state) == (Labels((TWO,)), LABELLED)


def test_a_gesture_on_an_unknown_photo_is_told_once(records: Records) -> None:
    """What a tab kept of another queue is refused by name and holds nothing up."""
    state = labelling(records)
    log = [reported(1, "f" * 64, gesture("accept")), reported(2, shown(state), gesture("remove", id=0))]
    assert state.take(log[:1])
    assert state.trouble is not None
    assert "ffffffffffff" in state.trouble.en
    assert state.take(log)
    assert state.trouble is None
    assert state.confirmed == {"tab": 2}


def test_a_rerun_does_not_overtake_the_one_before(records: Records, monkeypatch: pytest.MonkeyPatch) -> None:
    """Accepting while the change before is still being saved neither reopens the photo nor loses the change."""
    state = labelling(records)
    first = shown(state)
    change = reported(1, first, gesture("remove", id=0))
    revise, saving, go_on = records.labels.revise, threading.Event(), threading.Event()

    def slow(sha256: str, by: Gesture, at: datetime, edit: Edit) -> tuple[tuple[Version, ...], bool]:
        if not saving.is_set():
            saving.set()
            go_on.wait(0.5)
        return revise(sha256, by, at, edit)

    monkeypatch.setattr(records.labels, "revise", slow)
    slow_rerun = threading.Thread(target=state.take, args=([change],))
    slow_rerun.start()
    assert saving.wait(60)
    state.take([change, reported(2, first, gesture("accept"))])
    go_on.set()
    slow_rerun.join()
    task = records.labels.task(first)
    assert (task.state, task.labels) == (LABELLED, Labels((TWO,)))
    assert shown_name(state) == "1.jpg"
    assert state.history.now.labels == Labels((ONE, TWO))


def test_a_labelled_photo_can_be_mended(records: Records) -> None:
    """Going back to an accepted photo and changing it keeps it accepted, with the new labels."""
    state = labelling(records)
    first = shown(state)
    state.take([reported(1, first, gesture("accept"))])
    state.take([reported(2, shown(state), gesture("previous"))])
    state.take([reported(3, first, put(5, "3m", 0.1, 0.1, 0.2, 0.2))])
    task = records.labels.task(first)
    assert (task.state, len(task.labels.boxes)) == (LABELLED, 3)


def test_what_another_tab_accepted_stays_accepted(records: Records) -> None:
    """A change in a tab that had the photo open before mends its labels, and does not send it back to wait."""
    state, other = labelling(records), labelling(records)
    other.take([{**reported(1, shown(other), gesture("accept")), "editor": "other"}])
    first = shown(state)
    state.take([reported(1, first, gesture("remove", id=0))])
    task = records.labels.task(first)
    assert (task.state, task.labels) == (LABELLED, Labels((TWO,)))


def test_a_server_that_starts_again_repeats_no_gesture(records: Records) -> None:
    """What was saved but not confirmed when the server stopped is undone, turned and redone once, not twice."""
    state = labelling(records)
    first = shown(state)
    log = [
        *from_tab("phone", 1, state, gesture("remove", id=0)),
        *from_tab("phone", 2, state, gesture("turn", by=1)),
        *from_tab("phone", 3, state, gesture("remove", id=1)),
        *from_tab("phone", 4, state, gesture("undo")),
    ]
    state.take(log)
    assert records.labels.task(first).labels == Labels((TWO,), 1)
    # Everything that the server only remembered is gone.
    again = labelling(records)
    assert again.take(log)
    assert records.labels.task(first).labels == again.history.now.labels == Labels((TWO,), 1)
    assert again.confirmed == {"phone": 4}
    again.take([*log, *from_tab("phone", 5, again, gesture("remove", id=1))])
    assert records.labels.task(first).labels == Labels((), 1)


def test_a_gesture_that_changed_nothing_is_not_done_after_a_restart(records: Records) -> None:
    """An undo of which the server had nothing to undo finds something after the restart, and leaves it alone."""
    state = labelling(records)
    first = shown(state)
    undo = from_tab("phone", 1, state, gesture("undo"))
    state.take(undo)
    records.labels.save(first, Labels((ONE,)), QUEUED, minute(1))
    again = labelling(records)
    again.take(undo)
    assert records.labels.task(first).labels == Labels((ONE,))


@pytest.mark.parametrize(
    ("progress", "told"),
    [
        (Progress(3, 0, 0, None), "0 labelled, 3 left"),
        (Progress(4, 2, 1, 2.0), "2 labelled, 4 left · 1 skipped · 2.0 photos a minute · about 2 min to go"),
        (Progress(0, 5, 0, 2.0), "5 labelled, 0 left · 2.0 photos a minute"),
    ],
)
def test_the_pace_is_told(progress: Progress, told: str) -> None:
    """Photos done and left, and how fast it goes."""
    assert pace_text(progress, words("en")) == told
