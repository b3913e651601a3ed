"""``hule label``: photos in from the command line, labels out."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from cli import main
from records import open_records
from records.labels import LABELLED
from tests.records.labelling import minute, zipped
from vision.dataset.tree import open_dataset

SAMPLES = Path(__file__).parents[2] / "datasets" / "samples"


def hule(*arguments: str | Path, lang: str = "en") -> Result:
    """Runs ``hule label``."""
    return CliRunner().invoke(main, ["label", *map(str, arguments), "--lang", lang])


def test_photos_are_queued_and_their_labels_exported(tmp_path: Path) -> None:
    """A zip and a photo come in with a bad file named; what is accepted comes out as a dataset."""
    bundle = tmp_path / "club.zip"
    bundle.write_bytes(zipped({"a.jpg": (SAMPLES / "dim-room.jpg").read_bytes(), "b.jpg": b"eggs, flour"}))
    data = tmp_path / "data"
    run = hule(bundle, SAMPLES / "standing-hand.jpg", "--data", data, "--no-app")
    assert run.exit_code == 0
    assert "2 photos added, 0 were queued before, 1 refused; 2 wait for you" in run.stdout
    assert str(data) in run.stdout
    assert "/label" in run.stdout
    assert "b.jpg" in run.stderr
    with closing(open_records(data)) as records:
        task = records.labels.tasks()[0]
        records.labels.save(task.sha256, task.labels, LABELLED, minute(0))
    told = json.loads(hule("export", tmp_path / "out", "--data", data, "--json").stdout)
    assert (told["photos"], told["boxes"]) == (1, len(task.labels.boxes))
    (entry,) = open_dataset(tmp_path / "out").entries()
    assert entry.group == task.session
    again = hule("export", tmp_path / "out", "--data", data)
    assert again.exit_code == 2
    assert "not empty" in again.stderr


@pytest.mark.parametrize(("lang", "words"), [("en", "there is no"), ("zh", "没有")])
def test_a_place_that_is_not_there_gets_a_sentence(tmp_path: Path, lang: str, words: str) -> None:
    """A typing mistake in a folder's name is told in the person's language, with status 2."""
    run = hule(tmp_path / "nowhere", "--data", tmp_path / "data", "--no-app", lang=lang)
    assert run.exit_code == 2
    assert words in run.stderr
    assert "nowhere" in run.stderr


def test_nothing_to_export_gets_a_sentence(tmp_path: Path) -> None:
    """Before anything is accepted, the export says what to do, and makes no folder."""
    run = hule("export", tmp_path / "out", "--data", tmp_path / "data")
    assert run.exit_code == 2
    assert "accept one on the label page" in run.stderr
    assert not (tmp_path / "out").exists()


def test_the_help_shows_both_uses() -> None:
    """``hule label --help`` tells how photos come in and how labels come out."""
    shown = CliRunner().invoke(main, ["label", "--help"]).stdout
    assert "FOLDER_OR_ZIP" in shown
    assert "export" in shown
