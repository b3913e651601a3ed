"""What becomes of a photo on the page that scores: read, sent back, used all the same, or kept apart."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from PIL import Image, ImageFilter
from streamlit.testing.v1 import AppTest

from scoring import parse_tiles, tile
from tests.ui.hands import hand_from_tiles
from tests.ui.score_page import answer, captions, encoded, opened, reloaded, with_hand
from tests.ui.tables import SAMPLES, deal_of, run, state_of, tap, text
from ui import photos, snap
from ui.deal import with_outcome
from ui.hand import hand_from_reading
from ui.reader import Snapshot
from ui.session import Session
from vision.reading import HandReading, PlacedTile, Reading, SeenTile

BAD = {
    "cut.jpg": b"\xff\xd8\xff\xe0" + b"\0" * 500,
    "note.jpg": b"shopping: eggs, flour",
    "empty.jpg": b"",
}

CODES = ["1m", "2m", "3m", "4m", "5m", "6m", "7p", "8p", "9p", "2p", "2p", "2p", "5p", "5p", "9s", "9s", "9s"]
SEEN = tuple(SeenTile(tile(code), (20.0 * n, 0.0, 20.0 * n + 18, 24.0), 0.9) for n, code in enumerate(CODES))
HANDS = [HandReading(tuple(PlacedTile(tile(CODES[n]), n) for n in part)) for part in (range(14), range(14, 17))]
READING = Reading("p.jpg", "0" * 64, 400, 30, SEEN, HANDS[0], (HANDS[1],))
"""Two hands in one photo."""


def upload(page: AppTest, name: str, data: bytes, number: int = 0) -> AppTest:
    """The page after a file was uploaded; ``number`` of them came before."""
    page.file_uploader(key=f"upload_{number}").set_value((name, data, "image/jpeg"))
    return run(page)


@pytest.mark.parametrize("name", BAD)
def test_a_bad_file_gets_a_sentence_and_the_page_goes_on(name: str) -> None:
    """The message names the file; the hand entered before is still there."""
    page = opened(prepare=with_hand)
    upload(page, name, BAD[name])
    assert [name in warning.value for warning in page.warning] == [True]
    assert "Who pays whom" in text(page)


def test_a_cut_photo_is_sent_back_and_can_be_used_all_the_same() -> None:
    """The reason is told and the hand before stays; one tap takes the photo as it is, another drops it."""
    with Image.open(SAMPLES / "standing-hand.jpg") as sample:
        cut = encoded(sample.crop((0, 0, 1250, sample.height)))
    page = opened(prepare=with_hand)
    before = deal_of(page)
    for number, button in enumerate(("drop_refused", "use_refused")):
        upload(page, "cut.jpg", cut, number)
        assert page.warning[0].value.startswith("The photo cuts off tiles")
        assert deal_of(page) == before
        tap(page, button)
        assert not page.warning
    assert deal_of(page).photo
    assert deal_of(page).win.hand != before.win.hand
    assert "The photo cuts off tiles" in captions(page)


@pytest.mark.parametrize(("fault", "told"), [("cut", "cuts off tiles"), ("blurred", "is blurred")])
def test_a_photo_that_was_sent_back_outlives_a_reload(fault: str, told: str) -> None:
    """After a reload the page still asks about it, uses it if told so, and after another reload asks no more."""
    with Image.open(SAMPLES / "standing-hand.jpg") as sample:
        bad = sample.crop((0, 0, 1250, sample.height)) if fault == "cut" else sample.filter(ImageFilter.GaussianBlur(8))
    page = opened(prepare=with_hand)
    upload(page, "bad.jpg", encoded(bad))
    page = reloaded(page)
    assert told in page.warning[0].value
    tap(page, "use_refused")
    assert not page.warning
    assert deal_of(page).photo
    page = reloaded(page)
    assert not page.warning
    assert deal_of(page).photo


def test_a_photo_that_was_let_go_is_not_offered_again() -> None:
    """Once somebody has said that it is taken again, a reload brings it back neither as a question nor as arrived."""
    with Image.open(SAMPLES / "standing-hand.jpg") as sample:
        black = encoded(sample.point(lambda value: value // 12))
    page = opened(prepare=with_hand)
    upload(page, "black.jpg", black)
    tap(page, "drop_refused")
    page = reloaded(page)
    assert not page.warning
    assert "another phone" not in " ".join(item.value for item in page.markdown)


def test_a_photo_of_the_deal_has_not_come_from_another_phone() -> None:
    """After a reload the photo on the page, and the one that it took the place of, are not offered as arrived."""
    page = opened(prepare=with_hand)
    for number, width in enumerate((1600, 1500)):
        with Image.open(SAMPLES / "standing-hand.jpg") as sample:
            shown = encoded(sample.resize((width, width * sample.height // sample.width)))
        upload(page, "hand.jpg", shown, number)
    page = reloaded(page)
    assert deal_of(page).photo
    assert "another phone" not in " ".join(item.value for item in page.markdown)


def test_another_hand_of_the_photo_can_be_taken() -> None:
    """Where a photo shows two hands, one tap takes the other."""

    def prepare(state: Session) -> None:
        state.photos["k"] = Snapshot("k", encoded(Image.new("RGB", (400, 30))), READING)
        state.change(state.deal.with_win(photo="k").with_hand(hand_from_reading(READING)))

    page = opened(prepare=prepare)
    assert "Who pays whom" in text(page)
    assert page.button(key="other_0").disabled
    assert page.button(key="other_1").label == "Use these 3 tiles"
    assert "3 of 14 tiles" in text(tap(page, "other_1"))
    answer(page, "outcome", "draw")
    tap(page, "other_0_2")
    assert deal_of(page).hand_of(2).hand.size == 14


def test_a_photo_of_nothing_says_so() -> None:
    """A photo without tiles is shown with the advice to go nearer or to type the tiles."""
    page = opened()
    picture = encoded(Image.effect_noise((800, 600), 40).convert("RGB"))
    upload(page, "table.jpg", picture)
    assert any("No tiles found" in caption.value for caption in page.caption)
    assert "Take a photo of the hand first" in text(page)


def test_a_photo_on_a_recorded_deal_asks_whether_it_shows_the_next_one() -> None:
    """The recorded hand stays; one tap goes on to the next deal with the photo, which is then asked about no more."""
    page = opened(prepare=with_hand)
    tap(page, "record")
    before = deal_of(page)
    upload(page, "hand.jpg", (SAMPLES / "standing-hand.jpg").read_bytes())
    assert deal_of(page) == before
    page = reloaded(page)
    assert page.warning[0].value.startswith("This deal is recorded")
    assert deal_of(page) == before
    earlier = state_of(page).deal_id
    tap(page, "next_with_refused")
    assert not page.warning
    assert deal_of(page).photo
    assert page.button(key="record").label == "Record this deal"
    state_of(page).open(earlier)
    assert not run(page).warning


def test_a_photo_that_was_not_meant_for_a_recorded_deal_is_not_offered_there_again() -> None:
    """Whoever drops it has answered: after a reload it is neither asked about nor said to come from another phone."""
    page = opened(prepare=with_hand)
    tap(page, "record")
    upload(page, "hand.jpg", (SAMPLES / "standing-hand.jpg").read_bytes())
    tap(page, "drop_refused")
    page = reloaded(page)
    assert not page.warning
    assert "another phone" not in " ".join(item.value for item in page.markdown)


def test_a_photo_whose_reading_cannot_be_noted_becomes_the_hand_all_the_same(data: Path) -> None:
    """It is stored already; the page says what is wrong with the database, and shows what was read."""
    stored = snap.take((SAMPLES / "standing-hand.jpg").read_bytes())
    assert isinstance(stored, snap.Stored)
    with closing(sqlite3.connect(data / "hule.sqlite")) as database:
        database.execute("DROP TABLE readings")
        database.execute("CREATE TABLE readings (number INTEGER PRIMARY KEY)")
    state = Session()
    state.photos[stored.photo] = Snapshot(stored.photo, b"", READING)
    photos.take_stored(state, stored.photo)
    assert state.trouble is not None
    assert state.deal.photo == stored.photo


def test_a_recorded_deal_is_corrected_by_a_photo_where_somebody_says_so() -> None:
    """The photo takes the place of the recorded hand, and undo leads back to that after a reload, too."""
    page = opened(prepare=with_hand)
    tap(page, "record")
    before = deal_of(page)
    upload(page, "hand.jpg", (SAMPLES / "standing-hand.jpg").read_bytes())
    tap(page, "use_refused")
    assert deal_of(page).photo
    page = reloaded(page)
    assert deal_of(page).photo
    state_of(page).undo()
    assert deal_of(page) == before


def test_a_first_photo_can_be_undone_after_a_reload() -> None:
    """What was there before the first hand, an empty deal, is what undo leads to."""
    page = opened()
    upload(page, "hand.jpg", (SAMPLES / "standing-hand.jpg").read_bytes())
    page = reloaded(page)
    state_of(page).undo()
    assert not deal_of(page).win.hand.pieces
    assert not deal_of(page).photo


def test_a_photo_at_a_draw_is_of_the_next_player_who_shows_his_hand() -> None:
    """Where the hand on the page is whole, the photo does not take its place but goes to whom the page asks."""

    def prepare(state: Session) -> None:
        state.change(with_outcome(state.deal, "draw").with_hand(hand_from_tiles(parse_tiles("123m 456m 789p 222p 5p"))))

    page = opened(prepare=prepare)
    first, before = deal_of(page).showing, deal_of(page).win
    upload(page, "hand.jpg", (SAMPLES / "standing-hand.jpg").read_bytes())
    assert deal_of(page).showing != first
    assert deal_of(page).photo
    assert first is not None
    assert deal_of(page).hand_of(first) == before
