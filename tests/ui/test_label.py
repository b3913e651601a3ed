"""The label page: what a gesture does to the labels, and what the page shows and keeps."""

from __future__ import annotations

import io
import threading
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from streamlit.testing.v1 import AppTest

from records import Records, RecordsError, open_records
from records.label_intake import Intake, take_in, uploaded_photos
from records.labels import LABELLED, QUEUED, SKIPPED, Edit, Gesture, LabelQueue, Labels, Progress, Version
from scoring import tile
from tests.records.examples import photo
from tests.records.labelling import ONE, THREE, TWO, guess, minute, zipped
from ui.archive import archive
from ui.components.box_editor import apply, history_of, sheet_of, view
from ui.hand import change, hand_from_reading, remove
from ui.label_check import Complaint, Inspection
from ui.label_consent import corrected, labels_of
from ui.label_log import Action, Applied
from ui.label_uploads import Uploads
from ui.labelling import Labelling, pace_text
from ui.reader import Snapshot, snapshot
from ui.session import Session
from ui.text import words
from vision.detector import load_detector
from vision.reading import HandReading, PlacedTile, Reading, SeenTile

SAMPLES = Path(__file__).parents[2] / "datasets" / "samples"
GUESS = guess(ONE, TWO)
START = history_of([Labels((ONE, TWO))])


def gesture(do: str, **what: object) -> dict[str, object]:
    """A finished gesture of the editor."""
    return {"do": do, **what}


def put(number: int, code: str, *corners: float, turn: int = 0) -> dict[str, object]:
    """A box drawn, moved, resized or named."""
    return gesture("set", id=number, tile=code, box=list(corners), turn=turn)


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


def test_gestures_are_applied_once_and_in_order() -> None:
    """A log that comes again with one more gesture gives that gesture alone; another editor counts for itself."""
    log: list[Action] = [{"editor": "mine", "n": number, "do": do} for number, do in enumerate("abc", start=1)]
    applied = Applied()
    for action in log[:2]:
        applied.confirm(action)
    mixed: list[Action] = [
        {"editor": "yours", "n": 1, "do": "d"},
        *log,
        {"editor": "mine", "do": "numberless"},
        {"n": 9, "do": "e"},
    ]
    assert [action["do"] for action in applied.new(mixed)] == ["d", "c"]
    assert applied.told(mixed) == {"mine": 2}


def test_the_view_marks_what_the_model_doubts() -> None:
    """A tile that the model was unsure of is marked until somebody has touched it."""
    unsure = replace(GUESS, confidences=(0.3, 0.9))
    seen = view(START, unsure, words("en"), photo="p", size=(160, 120))
    assert [box["doubt"] for box in seen["boxes"]] == [True, False]
    touched = apply(START, put(0, "1m", 0.15, 0.44, 0.25, 0.56), unsure)
    assert not view(touched, unsure, words("en"), photo="p", size=(160, 120))["boxes"][0]["doubt"]


@pytest.fixture
def records(tmp_path: Path) -> Iterator[Records]:
    """Records with three photos in the label queue, the most useful first."""
    with closing(open_records(tmp_path)) as opened:
        for seed in range(3):
            read = guess(ONE, TWO, uncertainty=9 - seed, look=seed)
            opened.labels.add(photo(seed), read, name=f"{seed}.jpg", session="s", source="x")
        yield opened


def labelling(records: Records, **more: Any) -> Labelling:
    """A tab that has just been opened."""
    state = Labelling(records.labels, now=lambda: minute(0), **more)
    state.refresh()
    return state


def shown(state: Labelling) -> str:
    """Hash of the photo on the screen."""
    assert state.task is not None
    return state.task.sha256


def reported(number: int, sha256: str, action: dict[str, object]) -> dict[str, object]:
    """A gesture on a photo as the editor of a tab reports it."""
    return {"editor": "tab", "n": number, "photo": sha256, **action}


def names(state: Labelling) -> str:
    """Name of the photo on the screen."""
    assert state.task is not None
    return state.task.name


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
    seen = [names(state)]
    for number, do in enumerate(["next", "accept", "skip"], start=1):
        state.take([reported(number, shown(state), gesture(do))])
        seen.append(names(state))
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
    assert names(state) == "1.jpg"
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
    assert (names(state), state.confirmed) == ("0.jpg", {})
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
    assert names(state) == "1.jpg"
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


def from_tab(editor: str, number: int, state: Labelling, action: dict[str, object]) -> list[Action]:
    """A gesture made in a tab on what it shows now."""
    return [{"editor": editor, "n": number, "photo": shown(state), "seen": state.version, **action}]


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


def complaints(queue: LabelQueue, disputing: bool = False) -> tuple[Complaint, ...]:
    """What the check finds in the labelled photos."""
    inspection = Inspection()
    inspection.ask(disputing)
    list(inspection.take(queue, load_detector))
    return tuple(inspection.found or ())


def test_a_complaint_opens_the_photo_with_its_box(records: Records) -> None:
    """What the check finds leads to the photo, and the second of two equal boxes is selected or the first."""
    state = labelling(records)
    assert state.task is not None
    twice = sheet_of(Labels((TWO, ONE, ONE))).labels
    records.labels.save(state.task.sha256, twice, LABELLED, minute(0))
    (found,) = (each for each in complaints(records.labels) if each.finding.kind.code == "E_BOX_TWICE")
    assert (found.sha256, found.box) == (state.task.sha256, 1)
    state.open(found.sha256, found.box)
    assert state.select == state.history.now.marks[1].id
    assert state.history.now.marks[1].box == ONE


def test_an_upload_that_a_rerun_breaks_off_goes_on(tmp_path: Path) -> None:
    """Whoever labels while photos come in stops nothing: the next run takes the rest, each photo once."""
    names = ("dim-room.jpg", "tilted-pairs.jpg", "called-honors.jpg")
    with closing(open_records(tmp_path)) as opened:
        uploads = Uploads()
        uploads.add([(name, (SAMPLES / name).read_bytes()) for name in names], "s")
        uploads.add([("broken.zip", b"PK nonsense")], "s")
        next(uploads.take(opened.labels, load_detector()))
        assert (uploads.done, uploads.total) == (1, 3)
        uploads.add([(names[0], (SAMPLES / names[0]).read_bytes())], "s")
        list(uploads.take(opened.labels, load_detector()))
        assert [task.name for task in opened.labels.tasks()] == list(names)
    assert (uploads.told.added, uploads.told.known, len(uploads.told.refused), uploads.done) == (3, 1, 1, 4)


def test_a_check_that_a_rerun_breaks_off_goes_on(records: Records) -> None:
    """Whoever labels while the check looks stops nothing: the next run takes the rest, each photo once."""
    hashes = [task.sha256 for task in records.labels.tasks()]
    for at, sha256 in enumerate(hashes):
        records.labels.save(sha256, sheet_of(Labels((TWO, ONE, ONE))).labels, LABELLED, minute(at))
    inspection = Inspection()
    inspection.ask()
    next(inspection.take(records.labels, load_detector))
    assert (inspection.done, inspection.total, inspection.running) == (1, 3, True)
    records.labels.save(hashes[0], Labels((ONE, TWO)), LABELLED, minute(5))
    list(inspection.take(records.labels, load_detector))
    twice = [each for each in inspection.found or () if each.finding.kind.code == "E_BOX_TWICE"]
    assert sorted(each.sha256 for each in twice) == sorted(hashes)
    assert (inspection.done, inspection.running) == (3, False)
    changed = [each.sha256 for each in twice if records.labels.task(each.sha256).labels != each.labels]
    assert changed == [hashes[0]]


def test_a_check_that_fails_is_not_tried_for_ever(records: Records) -> None:
    """A check without labels says so, once, and what was found before a fault is not shown as everything."""
    inspection = Inspection()
    inspection.ask()
    with pytest.raises(RecordsError, match="accept one"):
        list(inspection.take(records.labels, load_detector))
    assert (inspection.running, inspection.found) == (False, None)
    assert list(inspection.take(records.labels, load_detector)) == []


def test_the_model_disputes_a_label(tmp_path: Path) -> None:
    """Where the model is sure of another face than the label, the photo opens with that box selected."""
    with closing(open_records(tmp_path)) as opened:
        seen = load_detector()
        data = (SAMPLES / "dim-room.jpg").read_bytes()
        list(take_in(opened.labels, uploaded_photos("dim-room.jpg", data, "s"), seen, Intake()))
        (task,) = opened.labels.tasks()
        wrong = replace(task.labels.boxes[4], face=tile("7z").index)
        boxes = (*task.labels.boxes[:4], wrong, *task.labels.boxes[5:])
        opened.labels.save(task.sha256, Labels(boxes), LABELLED, minute(0))
        assert complaints(opened.labels) == ()
        (found,) = complaints(opened.labels, disputing=True)
    assert (found.finding.kind.code, found.box) == ("W_DISPUTED", 4)
    assert found.picture is not None
    with Image.open(io.BytesIO(found.picture)) as picture:
        assert picture.width < picture.height


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


SEEN = tuple(
    SeenTile(tile(code), (10.0 * n, 20.0, 10.0 * n + 8, 32.0), 0.9) for n, code in enumerate(["1m", "2m", "back"])
)
READING = Reading("p.jpg", "0" * 64, 100, 50, SEEN, HandReading((PlacedTile(tile("1m"), 0), PlacedTile(tile("2m"), 1))))


def test_a_corrected_hand_brings_its_boxes() -> None:
    """The boxes come from the reading, the faces from the person; what he did not look at keeps the model's."""
    hand = hand_from_reading(READING)
    assert not corrected(READING, hand)
    mended = change(hand, hand.pieces[1].id, tile("5p"))
    assert corrected(READING, mended)
    labels, whole = labels_of(READING, mended)
    assert [box.face for box in labels.boxes] == [tile(code).index for code in ("1m", "5p", "back")]
    assert (labels.boxes[1].x, labels.boxes[1].y, labels.boxes[1].width) == pytest.approx((0.14, 0.52, 0.08))
    assert not whole


def test_another_hand_of_the_photo_is_no_correction() -> None:
    """Where a photo shows two hands, taking the second changes no tile, and mending it loses none of the first."""
    second = HandReading((PlacedTile(tile("back"), 2),))
    reading = replace(READING, other_hands=(second,))
    assert not corrected(reading, hand_from_reading(reading, second))
    first = hand_from_reading(reading)
    labels, _ = labels_of(reading, remove(first, first.pieces[0].id))
    assert [box.face for box in labels.boxes] == [tile(code).index for code in ("2m", "back")]


def test_a_hand_that_covers_the_photo_is_labelled_whole() -> None:
    """Where every tile of the photo is in the corrected hand, nothing is left to label; a removed tile is looked at."""
    reading = replace(READING, tiles=SEEN[:2])
    hand = hand_from_reading(reading)
    assert labels_of(reading, change(hand, hand.pieces[0].id, tile("9m")))[1]
    labels, whole = labels_of(reading, remove(hand, hand.pieces[0].id))
    assert [box.face for box in labels.boxes] == [tile("2m").index]
    assert labels.numbers == (1,)
    assert not whole


def _page() -> None:
    """The label page alone."""
    from ui.pages import label

    label.page()


def opened(language: str = "en") -> AppTest:
    """The label page in a language."""
    page = AppTest.from_function(_page, default_timeout=240)
    page.query_params["lang"] = language
    return sound(page.run())


def sound(page: AppTest) -> AppTest:
    """The page, which must show no fault."""
    assert not page.exception, [item.message for item in page.exception]
    return page


def told(page: AppTest) -> str:
    """Everything that the page says in words."""
    progress = [item.proto.text for item in page.get("progress")]
    parts = [*page.caption, *page.info, *page.success, *page.warning, *page.markdown]
    return "\n".join([*progress, *(part.value for part in parts)])


def upload(page: AppTest, **files: bytes) -> AppTest:
    """Uploads files of these names."""
    page.file_uploader[0].set_value([(name, data, "application/octet-stream") for name, data in files.items()])
    return sound(page.run())


@pytest.mark.parametrize(("language", "empty"), [("en", "No photo waits here"), ("zh", "还没有等待标注的照片")])
def test_an_empty_queue_says_what_to_do(language: str, empty: str) -> None:
    """Before any photo there is a hint in the language of the person, and nothing to check or export."""
    page = opened(language)
    assert empty in told(page)
    assert [button.key for button in page.button] == []


def test_a_zip_and_a_bad_file_are_taken_and_told() -> None:
    """The good photo is labelled by the model and shown; the bad ones are named; a second upload is known."""
    data = zipped({"night/a.jpg": (SAMPLES / "dim-room.jpg").read_bytes(), "night/note.jpg": b"eggs, flour"})
    page = upload(opened(), **{"club.zip": data, "broken.zip": b"PK nonsense"})
    for words_told in ("Photos added: 1", "night/note.jpg", "broken.zip", "Photo 1 of 1: a.jpg", "0 labelled, 1 left"):
        assert words_told in told(page)
    (task,) = archive().labels.tasks()
    assert len(task.guess.boxes) == 14
    assert "Here before: 1" in told(upload(page, **{"club.zip": data}))


def test_consent_is_off_until_switched_on() -> None:
    """Nobody's corrected hands are kept unless the person says so, and the switch takes it back."""
    page = opened()
    assert not page.toggle(key="consent_switch").value
    sound(page.toggle(key="consent_switch").set_value(True).run())
    assert archive().labels.consent() is True
    sound(page.toggle(key="consent_switch").set_value(False).run())
    assert archive().labels.consent() is False


def test_labels_are_checked_and_exported() -> None:
    """A double box is found and its photo opened by a tap."""
    queue = archive().labels
    for seed in range(2):
        queue.add(photo(seed), guess(ONE, TWO, look=seed), name=f"{seed}.jpg", session="s", source="x")
        queue.save(photo(seed).sha256, Labels((THREE, ONE, ONE) if seed else (ONE,)), LABELLED, minute(seed))
    page = opened()
    assert "All photos are labelled" in told(page)
    assert "Photo 1 of 2: 0.jpg" in told(page)
    sound(page.button(key="label_check").click().run())
    assert "1.jpg" in told(page)
    assert "changed since" not in told(page)
    assert "box the same 1m twice" in told(page)
    kinds = [each.finding.kind.code for each in complaints(queue)]
    sound(page.button(key=f"open_{kinds.index('E_BOX_TWICE')}").click().run())
    assert "Photo 2 of 2: 1.jpg" in told(page)
    queue.save(photo(1).sha256, Labels((THREE, ONE)), LABELLED, minute(3))
    assert "changed since" in told(sound(page.run()))


def test_a_photo_changed_in_another_tab_is_told_and_chosen() -> None:
    """The page names the photo, and a tap gives back the labels that were on its screen."""
    queue = archive().labels
    queue.add(photo(0), guess(ONE, TWO), name="0.jpg", session="s", source="x")
    page = opened()
    queue.save(photo(0).sha256, Labels((THREE,)), QUEUED, minute(0))
    assert "This photo was changed in another tab or on another phone" in told(sound(page.run()))
    sound(page.button(key=f"clash_yours_{photo(0).sha256[:12]}").click().run())
    assert queue.task(photo(0).sha256).labels == Labels((ONE, TWO))
    assert "another tab" not in told(page)


def _corrected_hand() -> None:
    """A page that shows a corrected hand, as the score page does."""
    import streamlit as st

    from ui.label_consent import corrected_hand_to_queue

    corrected_hand_to_queue(st.session_state["photo"], st.session_state["hand"])


@pytest.mark.parametrize("shared", [False, True])
def test_a_corrected_hand_asks_once_and_joins_the_queue(monkeypatch: pytest.MonkeyPatch, shared: bool) -> None:
    """On one's own machine the question comes once; on a shared server nobody is asked and nothing is kept."""
    if shared:
        monkeypatch.setenv("HULE_ACCESS_CODE", "three red dragons")
    seen = snapshot((SAMPLES / "standing-hand.jpg").read_bytes(), "standing-hand.jpg")
    assert isinstance(seen, Snapshot)
    hand = hand_from_reading(seen.reading)
    page = AppTest.from_function(_corrected_hand, default_timeout=240)
    page.query_params["lang"] = "en"
    state = Session()
    state.photos[seen.key] = seen
    page.session_state["hule"] = state
    page.session_state["photo"] = seen.key
    page.session_state["hand"] = hand
    assert [button.key for button in sound(page.run()).button] == []
    first = hand.concealed[0]
    page.session_state["hand"] = change(hand, first.id, tile("7z"))
    sound(page.run())
    if shared:
        assert [button.key for button in page.button] == []
        assert archive().labels.tasks() == ()
        return
    assert archive().labels.tasks() == ()
    sound(page.button(key="consent_True").click().run())
    assert [button.key for button in page.button] == []
    (task,) = archive().labels.tasks()
    assert first.box is not None
    assert task.labels.boxes[first.box].face == tile("7z").index
    page.session_state["hand"] = change(hand, first.id, tile("6z"))
    sound(page.run())
    (task,) = archive().labels.tasks()
    assert task.labels.boxes[first.box].face == tile("6z").index
