"""The main job in one go: a photo of a finished hand, read by the shipped model, becomes a payout."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from PIL import Image

from cli import main

ROOT = Path(__file__).parents[2]
SAMPLE = ROOT / "datasets" / "samples" / "sichuan-selfdraw.jpg"
pytestmark = pytest.mark.skipif(not (ROOT / "models" / "hule.onnx").is_file(), reason="there is no trained model yet")
FACTS = ["--variant", "sichuan", "--by", "selfdraw", "--seat", "1"]


def score_photo(photo: Path, *arguments: str) -> tuple[int, dict[str, Any]]:
    """Exit status and JSON of ``hule score PHOTO``."""
    run = CliRunner().invoke(main, ["score", str(photo), *arguments, "--json"])
    assert run.exception is None or isinstance(run.exception, SystemExit), run.exception
    told: dict[str, Any] = json.loads(run.stdout)
    return run.exit_code, told


def test_a_photo_is_read_and_paid_in_one_go() -> None:
    """The sample is a basic hand of two suits, its winning tile set apart: everybody pays the self-draw 1."""
    status, told = score_photo(SAMPLE, *FACTS)
    assert (status, told["result"]["payments"]) == (0, [-1, 3, -1, -1])
    assert told["reading"]["hand"]["win_tile"] == "5p"


def test_facts_that_no_photo_shows_are_named() -> None:
    """The reading comes back all the same, and the status is 2."""
    status, told = score_photo(SAMPLE, "--variant", "chongqing")
    assert (status, told["result"]["error"]["field"]) == (2, "by")
    assert len(told["reading"]["tiles"]) == 14


def test_a_picture_without_tiles_pays_nothing(tmp_path: Path) -> None:
    """An empty table is no hand: status 3, and a warning that says what to do."""
    Image.new("RGB", (800, 600), "darkgreen").save(tmp_path / "table.jpg")
    status, told = score_photo(tmp_path / "table.jpg", *FACTS, "--win-tile", "5p")
    assert (status, told["suggestions"]) == (3, [])
    assert [warning["code"] for warning in told["reading"]["warnings"]] == ["W_NO_TILES"]


def test_half_a_hand_is_suggested_what_to_add(tmp_path: Path) -> None:
    """With one tile cut off the picture the hand is impossible, nothing is paid, and the missing tile is named."""
    photo = Image.open(SAMPLE)
    _, told = score_photo(SAMPLE, *FACTS)
    first = min(told["reading"]["hand"]["boxes"]["concealed"], key=lambda box: told["reading"]["tiles"][box]["box"][0])
    left = int(told["reading"]["tiles"][first]["box"][2]) + 4
    photo.crop((left, 0, photo.width, photo.height)).save(tmp_path / "cut.jpg")
    status, cut = score_photo(tmp_path / "cut.jpg", "--variant", "chongqing", *FACTS[2:], "--win-tile", "5p")
    assert (status, cut["result"]["error"]["code"]) == (3, "E_COUNT")
    assert "1m" in {suggestion["to"] for suggestion in cut["suggestions"]}


def test_a_person_sees_the_tiles_the_fan_and_who_pays() -> None:
    """In Chinese, from the photo to the payment of each player."""
    run = CliRunner().invoke(main, ["score", str(SAMPLE), "--variant", "chongqing", *FACTS[2:], "--lang", "zh"])
    assert run.exit_code == 0
    assert all(part in run.stdout for part in ("一万", "平胡", "付给"))
