"""The sample photos: their hands, their labels, and that they can be made again."""

from __future__ import annotations

import tomllib
from pathlib import Path

import cv2
import numpy as np
import pytest

from scoring.tiles import DETECTOR_CLASSES, count_tiles, parse_tiles
from vision.compose.photos import read_labels
from vision.compose.picture import BACK
from vision.compose.samples import HEIGHT, SAMPLES, WIDTH, write_samples

FOLDER = Path(__file__).parents[3] / "datasets" / "samples"


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda s: s.name)
def test_hands_are_possible(sample) -> None:
    """Every sample holds 14 or 17 tiles, a kong counting as three, and no tile five times."""
    melds = [parse_tiles(m.tiles) for m in sample.melds]
    own = parse_tiles(sample.concealed) + parse_tiles(sample.win_tile)
    assert len(own) + 3 * len(melds) in (14, 17)
    assert max(count_tiles([*own, *(t for m in melds for t in m)]).values()) <= 4


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda s: s.name)
def test_committed_labels_show_the_hand(sample) -> None:
    """The committed picture has a label for every tile of the hand, with two backs for a concealed kong."""
    image = cv2.imread(str(FOLDER / f"{sample.name}.jpg"))
    assert image.shape == (HEIGHT, WIDTH, 3)
    classes, boxes = read_labels(FOLDER / f"{sample.name}.txt", WIDTH, HEIGHT)
    shown = list(parse_tiles(f"{sample.concealed} {sample.win_tile} {sample.flowers}"))
    for meld in sample.melds:
        faces = [t.index for t in parse_tiles(meld.tiles)]
        if meld.kind == "concealed kong":
            faces[0] = faces[-1] = BACK
        shown.extend(DETECTOR_CLASSES[i] for i in faces)
    assert sorted(classes.tolist()) == sorted(t.index for t in shown)
    assert (boxes[:, 3] - boxes[:, 1] > 25).all()


def test_right_hands_are_written_down() -> None:
    """``samples.toml`` names every picture in the folder with its hand."""
    listed = tomllib.loads((FOLDER / "samples.toml").read_text())["sample"]
    assert {s["photo"] for s in listed} == {p.name for p in FOLDER.glob("*.jpg")}
    assert all(parse_tiles(s["concealed"]) and parse_tiles(s["win_tile"]) for s in listed)


def test_samples_are_made_alike(tmp_path: Path, face_folder: Path) -> None:
    """The same faces give the same pictures, and a missing face is named."""
    write_samples(tmp_path / "one", face_folder)
    write_samples(tmp_path / "two", face_folder)
    for sample in SAMPLES:
        first, second = (cv2.imread(str(tmp_path / f / f"{sample.name}.jpg")) for f in ("one", "two"))
        assert np.array_equal(first, second)
    with pytest.raises(FileNotFoundError, match="no face of"):
        write_samples(tmp_path / "three", tmp_path)
