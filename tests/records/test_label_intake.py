"""Photos on their way into the label queue: from folders and zips, good and bad, in one process or several."""

from __future__ import annotations

import os
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from records import Records, RecordsError
from records.label_files import find_photos, uploaded_photos
from records.label_intake import Intake, take_in
from records.prelabel import prelabel
from tests.records.examples import Place, jpeg
from tests.records.labelling import zipped
from vision.detector import load_detector
from vision.many import Work
from vision.photo import load_photo

SAMPLES = Path(__file__).parents[2] / "datasets" / "samples"


def test_a_folder_is_labelled_by_the_model(records: Records) -> None:
    """Every photo in a folder comes in with the tiles that the model sees; a second time costs nothing."""
    detector, told = load_detector(), Intake()
    arrivals = [arrival for arrival in find_photos(SAMPLES) if arrival.name in ("dim-room.jpg", "standing-hand.jpg")]
    assert [intake.added for intake in take_in(records.labels, arrivals, detector, told)] == [1, 2]
    assert all(len(task.guess.boxes) >= 13 for task in records.labels.tasks())
    assert {task.session for task in records.labels.tasks()} == {"samples"}
    list(take_in(records.labels, arrivals, detector, told))
    assert (told.added, told.known, told.refused) == (2, 2, [])


def test_a_bad_photo_is_named_and_the_others_come_in(records: Records) -> None:
    """One file that is no picture does not stop a zip; the sentence names it in both languages."""
    data = zipped({"night/a.jpg": b"eggs, flour", "night/b.jpg": jpeg(1), "readme.txt": b"-"})
    told = Intake()
    list(take_in(records.labels, uploaded_photos("club.zip", data, "x"), load_detector(), told))
    assert told.added == 1
    (refused,) = told.refused
    assert "night/a.jpg" in refused.en
    assert "night/a.jpg" in refused.zh
    (task,) = records.labels.tasks()
    assert (task.name, task.session, task.source) == ("b.jpg", "club/night", "club")


@pytest.mark.slow
def test_several_processes_take_in_what_one_does(records: Records) -> None:
    """Read in two processes, a damaged and a repeated photo included, each photo has the labels it gets in one."""
    sample = (SAMPLES / "dim-room.jpg").read_bytes()
    data = zipped({"a.jpg": sample, "b.jpg": b"eggs", "c.jpg": jpeg(1), "d.jpg": sample})
    told, detector = Intake(), load_detector()
    list(take_in(records.labels, uploaded_photos("club.zip", data, "x"), detector, told, Work(processes=2)))
    assert (told.added, told.known, len(told.refused)) == (2, 1, 1)
    first = next(task for task in records.labels.tasks() if task.name == "a.jpg")
    assert first.guess.boxes == prelabel(load_photo(sample), detector).boxes


def test_a_zip_can_write_nowhere(records: Records, place: Place) -> None:
    """Names that climb out of a zip are names and nothing else: no file appears outside the records."""
    data = zipped({"../../evil.jpg": jpeg(1), "/etc/cron.d/evil.jpg": jpeg(2), "C:\\evil.jpg": jpeg(3)})
    list(take_in(records.labels, uploaded_photos("a.zip", data, "x"), load_detector(), Intake()))
    assert {task.name for task in records.labels.tasks()} == {"evil.jpg"}
    assert not list(place.folder.parent.rglob("*evil*"))
    assert not any(".." in task.session for task in records.labels.tasks())


def test_a_zip_bomb_is_refused(records: Records, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that unpacks to more than a photo may have is told, and never held in memory whole."""
    monkeypatch.setattr("records.label_files._LIMIT", 50_000)
    data = zipped({"bomb.jpg": b"\0" * 5_000_000, "fine.jpg": jpeg(1, 40, 30)})
    told = Intake()
    list(take_in(records.labels, uploaded_photos("a.zip", data, "x"), load_detector(), told))
    assert told.added == 1
    assert "bomb.jpg" in told.refused[0].en


def _lzma_damaged() -> bytes:
    data = bytearray(zipped({"bad.jpg": bytes(range(256)) * 40}, zipfile.ZIP_LZMA))
    data[60:90] = b"\xff" * 30
    return bytes(data)


def _head_cut_off() -> bytes:
    return zipped({"bad.jpg": bytes(9000), "notes.txt": b"-"}, zipfile.ZIP_STORED)[5000:]


def _rare_method() -> bytes:
    data = zipped({"bad.jpg": b"-"}, zipfile.ZIP_STORED)
    # The method stands in the directory at the end, and before the file.
    return data.replace(b"PK\x03\x04\x14\x00\x00\x00\x00\x00", b"PK\x03\x04\x14\x00\x00\x00\x5d\x00").replace(
        b"PK\x01\x02\x14\x03\x14\x00\x00\x00\x00\x00", b"PK\x01\x02\x14\x03\x14\x00\x00\x00\x5d\x00"
    )


@pytest.mark.parametrize("made", [_lzma_damaged, _head_cut_off, _rare_method])
def test_a_damaged_zip_costs_no_photo_but_its_own(records: Records, made: Callable[[], bytes]) -> None:
    """However a zip is damaged, each file in it is named as damaged, and the photo after it comes in."""
    told = Intake()
    arrivals = [*uploaded_photos("club.zip", made(), "x"), *uploaded_photos("fine.jpg", jpeg(1), "x")]
    list(take_in(records.labels, arrivals, load_detector(), told))
    assert told.added == 1
    assert len(told.refused) == len(arrivals) - 1
    assert all("damaged" in why.en and "损坏" in why.zh for why in told.refused)


def test_a_file_name_that_is_not_utf8_is_told_as_far_as_it_is(records: Records, tmp_path: Path) -> None:
    """Old archives unpack to such names; the photo comes in, and those after it."""
    folder = os.fsencode(tmp_path) + b"/club\xff"
    os.mkdir(folder)
    Path(os.fsdecode(folder + b"/p\xfe.jpg")).write_bytes(jpeg(1))
    (tmp_path / "z.jpg").write_bytes(jpeg(2))
    list(take_in(records.labels, find_photos(tmp_path), load_detector(), Intake()))
    assert {task.name for task in records.labels.tasks()} == {"p?.jpg", "z.jpg"}


@pytest.mark.parametrize("name", ["empty.zip", "broken.zip"])
def test_a_zip_without_photos_gets_a_sentence(name: str) -> None:
    """A zip with nothing to label, or that is none, says so in both languages."""
    data = zipped({"notes.txt": b"-", "__MACOSX/._a.jpg": b"-"}) if name == "empty.zip" else b"PK nonsense"
    with pytest.raises(RecordsError) as refused:
        uploaded_photos(name, data, "x")
    assert name in refused.value.message
    assert name in refused.value.message_zh


def test_a_place_without_photos_gets_a_sentence(tmp_path: Path) -> None:
    """A folder that is not there and one that is empty are told apart."""
    with pytest.raises(RecordsError, match="there is no"):
        find_photos(tmp_path / "nowhere")
    with pytest.raises(RecordsError, match="no photo in"):
        find_photos(tmp_path)
