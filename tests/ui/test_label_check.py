"""The check of the labels: what it finds leads to the box, and nothing breaks it off for good."""

from __future__ import annotations

import io
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image

from records import Records, RecordsError, open_records
from records.label_files import uploaded_photos
from records.label_intake import Intake, take_in
from records.labels import LABELLED, Labels
from scoring import tile
from tests.records.labelling import ONE, TWO, minute
from tests.ui.labelling import complaints, labelling
from tests.ui.tables import SAMPLES
from ui.components.box_editor import sheet_of
from ui.label_check import Inspection
from vision.detector import load_detector


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
