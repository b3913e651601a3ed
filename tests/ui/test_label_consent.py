"""Corrected hands as labels: which boxes they give, and who is asked before."""

from __future__ import annotations

from dataclasses import replace

import pytest
from streamlit.testing.v1 import AppTest

from scoring import tile
from tests.ui.labelling import label_page
from tests.ui.tables import SAMPLES, run, tap
from ui.archive import archive
from ui.hand import change, hand_from_reading, remove
from ui.label_consent import corrected, labels_of
from ui.reader import Snapshot, snapshot
from ui.session import Session
from vision.reading import HandReading, PlacedTile, Reading, SeenTile

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


def test_consent_is_off_until_switched_on() -> None:
    """Nobody's corrected hands are kept unless the person says so, and the switch takes it back."""
    page = label_page()
    assert not page.toggle(key="consent_switch").value
    page.toggle(key="consent_switch").set_value(True)
    run(page)
    assert archive().labels.consent() is True
    page.toggle(key="consent_switch").set_value(False)
    run(page)
    assert archive().labels.consent() is False


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
    assert [button.key for button in run(page).button] == []
    first = hand.concealed[0]
    page.session_state["hand"] = change(hand, first.id, tile("7z"))
    run(page)
    if shared:
        assert [button.key for button in page.button] == []
        assert archive().labels.tasks() == ()
        return
    assert archive().labels.tasks() == ()
    tap(page, "consent_True")
    assert [button.key for button in page.button] == []
    (task,) = archive().labels.tasks()
    assert first.box is not None
    assert task.labels.boxes[first.box].face == tile("7z").index
    page.session_state["hand"] = change(hand, first.id, tile("6z"))
    run(page)
    (task,) = archive().labels.tasks()
    assert task.labels.boxes[first.box].face == tile("6z").index
