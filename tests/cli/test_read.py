"""``hule read`` on photos good and bad: a line each, never a traceback."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from PIL import Image

from cli import main

pytestmark = pytest.mark.filterwarnings("ignore::PIL.Image.DecompressionBombWarning")

ROOT = Path(__file__).parents[2]
SAMPLE = ROOT / "datasets" / "samples" / "chongqing-pong-kong.jpg"


@pytest.fixture
def bad_photos(tmp_path: Path) -> list[str]:
    """Files that are no photo: cut short, a text, empty, too large, a folder, not there."""
    Image.new("RGB", (64, 64), "green").save(tmp_path / "cut.jpg")
    whole = (tmp_path / "cut.jpg").read_bytes()
    (tmp_path / "cut.jpg").write_bytes(whole[: len(whole) // 2])
    (tmp_path / "text.jpg").write_text("a letter", encoding="utf-8")
    (tmp_path / "empty.png").touch()
    Image.new("1", (10_001, 10_000)).save(tmp_path / "huge.png")
    (tmp_path / "folder.jpg").mkdir()
    names = ("cut.jpg", "text.jpg", "empty.png", "huge.png", "folder.jpg", "nowhere.jpg")
    return [str(tmp_path / name) for name in names]


def test_each_bad_photo_has_a_line_that_says_what_is_wrong(bad_photos: list[str]) -> None:
    """In the order given, with a code and a message in both languages, and status 1."""
    run = CliRunner().invoke(main, ["read", *bad_photos, "--json"])
    lines = [json.loads(line) for line in run.stdout.splitlines()]
    assert run.exit_code == 1
    assert [line["photo"] for line in lines] == bad_photos
    assert all(line["error"].keys() == {"code", "message", "message_zh"} for line in lines)
    assert len({line["error"]["code"] for line in lines}) == len(lines)


def test_a_person_reads_sentences_about_bad_photos(bad_photos: list[str]) -> None:
    """A sentence each on standard error, in the language asked for."""
    run = CliRunner().invoke(main, ["read", *bad_photos, "--lang", "zh"])
    assert run.exit_code == 1
    assert run.stdout == ""
    assert len(run.stderr.splitlines()) == len(bad_photos)
    assert "损坏" in run.stderr


def test_a_bad_photo_cannot_be_scored(bad_photos: list[str]) -> None:
    """The line is that of ``read``, the status 1."""
    run = CliRunner().invoke(main, ["score", bad_photos[1], "--variant", "sichuan", "--json"])
    assert run.exit_code == 1
    assert json.loads(run.stdout)["error"]["code"] == "E_PHOTO_FORMAT"


def test_a_missing_model_is_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Which file is missing and how to name another."""
    Image.new("RGB", (640, 480), "green").save(tmp_path / "table.jpg")
    monkeypatch.setenv("HULE_MODEL", str(tmp_path / "none.onnx"))
    run = CliRunner().invoke(main, ["read", str(tmp_path / "table.jpg"), "--lang", "en"])
    assert run.exit_code == 1
    assert "HULE_MODEL" in run.stderr


@pytest.mark.skipif(not (ROOT / "models" / "hule.onnx").is_file(), reason="there is no trained model yet")
def test_the_picture_with_the_boxes_is_named_on_standard_error(tmp_path: Path) -> None:
    """Where it went can be read off; standard output keeps its one line for a program."""
    run = CliRunner().invoke(main, ["read", str(SAMPLE), "--json", "--draw", str(tmp_path / "boxes"), "--lang", "zh"])
    assert len(json.loads(run.stdout)["tiles"]) == 15
    [picture] = (tmp_path / "boxes").iterdir()
    assert run.stderr.splitlines() == [f"画了框的图：{picture}"]


@pytest.mark.skipif(not (ROOT / "models" / "hule.onnx").is_file(), reason="there is no trained model yet")
def test_the_table_has_the_tiles_in_the_order_of_the_hand() -> None:
    """As they lie: in hand, then each meld, then the winning tile; each with the number that the picture has."""
    told = json.loads(CliRunner().invoke(main, ["read", str(SAMPLE), "--json"]).stdout)
    hand, shown = told["hand"], CliRunner().invoke(main, ["read", str(SAMPLE), "--lang", "en"]).stdout
    rows = [line.split() for line in shown.splitlines() if line.strip()[:1].isdigit() and "%" in line]
    boxes = [*hand["boxes"]["concealed"], *(box for meld in hand["melds"] for box in meld["boxes"])]
    assert [int(row[0]) for row in rows] == [*boxes, hand["boxes"]["win_tile"]]
    assert [row[1] for row in rows] == [told["tiles"][int(row[0])]["tile"] for row in rows]
