"""What the pages keep: photos with what was read, corrections, drafts, and the sheet to print."""

import json
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from records import Match, Origin, open_records
from tests.records.examples import NASTY
from tests.ui.tables import WON, deal_of, opened, run, state_of, tap, text, win
from ui import archive, photo_store, recordable
from ui.deal import Deal, add_win, select_win
from ui.hand import change
from ui.match_sheet import match_pdf
from ui.people import people_called
from ui.text import words


def test_a_photo_comes_back_with_what_was_read(data: Path) -> None:
    """After a reload the photo, its frames and the hand are there; recorded, it tells what a person corrected."""
    tab = tap(opened(), "sample")
    state, seen = state_of(tab), state_of(tab).photo
    assert seen is not None
    again = state_of(opened(deal=state.deal_id))
    assert again.deal == state.deal
    assert again.photo is not None
    assert again.photo.reading.to_json() == seen.reading.to_json()
    piece = next(piece for piece in state.deal.win.hand.pieces if piece.box is not None)
    other = next(face for face in state.deal.rules.copies if face is not piece.tile)
    readings = {seen.key: seen.reading}
    assert recordable.corrections(state.deal, readings, "phone") == ()
    corrected = state.deal.with_hand(change(state.deal.win.hand, piece.id, other))
    found = recordable.corrections(corrected, readings, "phone")
    assert [(each.read, each.now, each.box, each.device) for each in found] == [(piece.tile, other, piece.box, "phone")]
    stored = photo_store.stored_photo(seen.key)
    assert found[0].photo == stored
    tap(tab, "record")
    saved = archive.archive().deal(state.deal_id)
    assert saved.value.photos == (stored,)
    assert [reading["tiles"] for reading in saved.value.readings] == [seen.reading.to_json()["tiles"]]
    assert archive.archive().faults(state.deal_id) == ()
    assert list((data / "photos").glob("*.jpg")) == [data / "photos" / f"{stored}.jpg"]


def test_undo_reaches_over_a_reload() -> None:
    """The same device finds the steps before the last one, too."""
    device = "phone-1"
    for seat in range(3):
        archive.keep(Deal().with_win(seat=seat), "one", device, None, None)
    opened_again = archive.take_up("one", device)
    assert opened_again is not None
    assert opened_again.history.now.win.seat == 2
    assert opened_again.history.undo().now.win.seat == 1
    elsewhere = archive.take_up("one", "phone-2")
    assert elsewhere is not None
    assert elsewhere.history.now.win.seat == 2


def test_a_folder_that_cannot_be_written_is_told_and_scoring_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where nothing can be kept the page says so, and still tells who pays whom."""
    (tmp_path / "file").touch()
    monkeypatch.setenv("HULE_DATA", str(tmp_path / "file"))
    tab = win(opened(), seat=1)
    assert "choose another data folder" in tab.warning[0].value
    assert "Right receives 3" in text(tab)


def test_looking_at_another_winner_changes_nothing() -> None:
    """A recorded deal with two winners stays recorded while one looks at either."""
    tab = win(opened(), seat=1)
    state = state_of(tab)
    state.change(add_win(state.deal).with_hand(WON).with_win(seat=2))
    tap(run(tab), "record")
    assert not state.changed
    state.change(select_win(state.deal, 0))
    assert not state.changed


def test_an_address_made_up_by_hand_does_no_harm() -> None:
    """Paths, markup and unknown ids in the address open an empty page with an id of its own."""
    for strange in ("../../etc/passwd", "<script>", "x" * 999, "unknown"):
        tab = win(opened(deal=strange, match=strange))
        assert deal_of(tab).win.hand.pieces
        assert state_of(tab).match_id is None
    assert archive.recorded("../../etc/passwd") is None


@pytest.mark.parametrize("language", ["zh", "en"])
def test_a_match_can_be_printed_whatever_its_names(language: str, tmp_path: Path) -> None:
    """The sheet is a PDF, with every deal and any name; a name with markup is text in it."""
    records = open_records(tmp_path / "sheet")
    names = people_called(["a", "b", "c", "d", "e", "f"])
    people = tuple(replace(person, name=text) for person, text in zip(names, NASTY.values(), strict=True))
    match = Match(people=people, seats=tuple(person.id for person in people[:4]))
    saved = records.save_match(match, Origin("", "phone", datetime.now(UTC)))
    assert match_pdf(records, saved.id, words(language)).startswith(b"%PDF")
    records.close()


def test_what_is_recorded_is_plain_json() -> None:
    """A recorded deal holds the whole entry, so that another program can read it."""
    tab = tap(win(opened(), seat=2), "record")
    value = archive.archive().deal(state_of(tab).deal_id).value
    assert json.loads(json.dumps(value.entered))["wins"][0]["seat"] == 2
    assert value.result["payments"] == [-1, -1, 3, -1]
    assert value.rules is not None
