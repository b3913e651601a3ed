"""Class names of other people's datasets: drafted by aliases, confirmed by a table, never guessed in silence."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from scoring.tiles import DETECTOR_CLASSES, tile
from tests.vision.dataset.making import labelled, row
from vision.dataset import DatasetError
from vision.dataset.foreign import open_foreign
from vision.dataset.names import format_table, read_table, resolve, suggest_names
from vision.dataset.samples import write_samples

NAMES = [face.code for face in DETECTOR_CLASSES]
ROBOFLOW = {
    **{f"{k}B": f"{k}s" for k in range(1, 10)}, **{f"{k}C": f"{k}m" for k in range(1, 10)},
    **{f"{k}D": f"{k}p" for k in range(1, 10)}, **{f"{k}S": f"{k}f" for k in range(1, 5)},
    **{f"{k}F": f"{k + 4}f" for k in range(1, 5)},
    "EW": "1z", "SW": "2z", "WW": "3z", "NW": "4z", "WD": "5z", "GD": "6z", "RD": "7z",
}  # fmt: skip


@pytest.mark.parametrize(
    ("name", "code"),
    [("bamboo-1", "1s"), ("1 bamboo", "1s"), ("Bam_9", "9s"), ("dots-5", "5p"), ("circle5", "5p"),
     ("5 of circles", "5p"),
     ("characters-3", "3m"), ("three_wan", "3m"), ("man7", "7m"), ("pin2", "2p"), ("sou8", "8s"), ("0m", "5m"),
     ("一万", "1m"), ("九條", "9s"), ("3筒", "3p"), ("East", "1z"), ("east wind", "1z"), ("wind-north", "4z"),
     ("E", "1z"),
     ("white", "5z"), ("White Dragon", "5z"), ("haku", "5z"), ("dragon_green", "6z"), ("hatsu", "6z"), ("發", "6z"),
     ("red dragon", "7z"), ("chun", "7z"), ("红中", "7z"), ("spring", "1f"), ("season-4", "4f"), ("plum", "5f"),
     ("bonus-orchid", "6f"), ("菊", "7f"), ("back", "back")],
)  # fmt: skip
def test_usual_names_are_recognised(name: str, code: str) -> None:
    """By suit and number in either order, by wind, dragon, season and plant, in three languages."""
    assert suggest_names([name])[name] is tile(code)


@pytest.mark.parametrize("name", ["joker", "0", "tile", "10m", "?", "", "dice"])
def test_what_is_no_tile_is_not_guessed(name: str) -> None:
    """Nothing is better than something wrong."""
    assert suggest_names([name])[name] is None


def test_letters_mean_what_the_whole_list_says() -> None:
    """With ``1B`` for bamboo, ``1S`` is a season and ``1F`` a plant; alone ``1s`` is bamboo."""
    assert {name: face and face.code for name, face in suggest_names(ROBOFLOW).items()} == ROBOFLOW
    assert suggest_names(["1s"])["1s"] is tile("1s")


def test_own_names_need_no_table() -> None:
    """All 43, in any order."""
    assert resolve(NAMES[::-1], {}) == {name: number for number, name in enumerate(NAMES)}


def test_unknown_names_are_refused_all_at_once() -> None:
    """The message lists each with what it probably means, in both languages, and says what to do."""
    with pytest.raises(DatasetError) as error:
        resolve(["1B", "1m", "joker"], {})
    for message in (error.value.message, error.value.message_zh):
        assert "1B (1s?)" in message
        assert "joker" in message
        assert "1m" not in message
        assert "--names" in message


def test_a_drafted_table_is_read_back(tmp_path: Path) -> None:
    """Once a person has filled in what could not be guessed; names with quotes and blanks come through."""
    names = ["1B", 'say "hi"', "东 风", "joker"]
    path = tmp_path / "names.toml"
    path.write_text(format_table(names), encoding="utf-8")
    with pytest.raises(DatasetError, match="joker"):
        read_table(path)
    path.write_text(format_table(names).replace('= ""', '= "skip"'), encoding="utf-8")
    assert resolve(names, read_table(path)) == {"1B": 18, 'say "hi"': None, "东 风": 27, "joker": None}


def test_a_table_may_be_json_and_overrules_names(tmp_path: Path) -> None:
    """A dataset whose ``1s`` is a season says so."""
    path = tmp_path / "names.json"
    path.write_text('{"1s": "春", "x": "skip"}', encoding="utf-8")
    assert resolve(["1s", "x"], read_table(path)) == {"1s": 34, "x": None}


@pytest.mark.parametrize("text", ['"1B" = "1q"', '"1B" = "1x"', '"1B" = "12m"', '"1B" = 1', "1B ="])
def test_a_table_with_something_else_is_refused(tmp_path: Path, text: str) -> None:
    """No tile, a tile that the detector does not know, two tiles, or no TOML."""
    path = tmp_path / "names.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(DatasetError, match=r"names\.toml"):
        read_table(path)


def test_samples_show_what_a_class_looks_like(tmp_path: Path) -> None:
    """A sheet for each name, its crops cut from the photos."""
    photo = labelled(tmp_path / "in", "a", row("1m 2m"))
    (tmp_path / "in" / "classes.txt").write_text("a/b\nzwei\n", encoding="utf-8")
    with Image.open(photo) as image:
        image.paste((250, 10, 10), (24, 108, 40, 132))  # the first box: 16 by 24 pixels at 32, 120
        image.save(photo)
    sheets = write_samples(open_foreign(tmp_path / "in").labelled(), tmp_path / "out")
    assert list(sheets) == ["a/b", "zwei"]
    assert all(path.parent == tmp_path / "out" for path in sheets.values())
    with Image.open(sheets["a/b"]) as sheet:
        assert sheet.getpixel((48, 48)) == (250, 10, 10)
    with Image.open(sheets["zwei"]) as sheet:
        assert sheet.getpixel((48, 48)) != (250, 10, 10)
