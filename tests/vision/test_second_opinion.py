"""The second opinion: what two opinions make together, how tiles are cut, and that reading goes on without it."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest

from scoring.tiles import DETECTOR_CLASSES, tile
from tests.vision.samples import samples
from vision.detector import Detector, load_detector
from vision.looks import find_tiles
from vision.photo import load_photo
from vision.second_opinion import FRAME, NO_TILE, both_opinions, cut_square, cut_tiles

MODEL = Path(__file__).parents[2] / "models" / "hule.onnx"
FACES = MODEL.with_name("hule-faces.onnx")
needs_models = pytest.mark.skipif(not FACES.is_file(), reason="models/hule-faces.onnx is not there yet")


def opinion(size: int, **chances: float) -> np.ndarray:
    """One row of chances, by tile code or ``none``; the rest is shared out evenly."""
    named = {NO_TILE if code == "none" else tile(code[::-1]).index: chance for code, chance in chances.items()}
    row = np.full(size, (1 - sum(named.values())) / size, np.float32)
    for index, chance in named.items():
        row[index] += chance
    return row[None]


def test_the_surer_opinion_names_the_face() -> None:
    """Torn between 6s and 9s, the detector's tile becomes what the second opinion is sure of, and surer."""
    detector = opinion(43, s6=0.45, s9=0.35)
    together = both_opinions(detector, opinion(44, s9=0.95))
    assert DETECTOR_CLASSES[int(together.argmax())].code == "9s"
    assert together.max() > detector.max()
    sure = both_opinions(opinion(43, s6=0.97), opinion(44, s6=0.2, s9=0.3))
    assert DETECTOR_CLASSES[int(sure.argmax())].code == "6s"


def test_what_the_second_opinion_takes_for_no_tile_becomes_doubtful() -> None:
    """A key of a keyboard that the detector took for a white dragon falls below what is reported."""
    detector = opinion(43, z5=0.5)
    assert both_opinions(detector, opinion(44, none=0.95)).max() < 0.1
    assert both_opinions(detector, opinion(44, z5=0.95)).max() > 0.5


def test_scores_stay_chances() -> None:
    """However sure both are, the faces of a tile together have a chance of at most one."""
    rng = np.random.default_rng(1)
    chances = rng.dirichlet(np.full(44, 0.1), 50).astype(np.float32)
    together = both_opinions(rng.uniform(0, 1, (50, 43)).astype(np.float32), chances)
    assert (together >= 0).all()
    assert (together.sum(axis=1) <= 1 + 1e-5).all()


@pytest.mark.parametrize("side", [20, 60, 300])
def test_a_tile_is_cut_out_whole_whatever_its_size(side: int) -> None:
    """The box lies in the middle of the square and fills all of it but the margin, shrunk or enlarged."""
    picture = np.zeros((600, 800, 3), np.uint8)
    picture[100 : 100 + side, 200 : 200 + side] = 255
    box = np.array([200, 100, 200 + side, 100 + side], np.float32)
    square = cut_square(picture, box, 1.25, FRAME)
    assert square.shape == (FRAME, FRAME, 3)
    assert square[8:-8, 8:-8].min() > 230
    assert max(square[:4].max(), square[-4:].max(), square[:, :4].max(), square[:, -4:].max()) < 25


def test_a_tile_at_the_edge_is_cut_out() -> None:
    """A box in the picture's corner gives a square of the usual size, its edge repeated."""
    picture = np.full((50, 50, 3), 200, np.uint8)
    assert (cut_square(picture, np.array([40, 35, 50, 50], np.float32), 1.5, FRAME) == 200).all()


@needs_models
def test_reading_goes_on_without_the_second_opinion(tmp_path: Path) -> None:
    """A model without the file beside it reads the same places alone; with it, most faces are agreed upon."""
    alone = Detector(Path(shutil.copy(MODEL, tmp_path / "alone.onnx")))
    both = load_detector(MODEL)
    assert alone.second_opinion is None
    assert both.second_opinion is not None
    photo = load_photo(samples()[0].path)
    found = find_tiles(photo, alone)
    judged = both.second_opinion.judge(photo, found)
    assert len(found) > 10
    assert np.array_equal(judged.boxes, found.boxes)
    assert (judged.classes == found.classes).mean() > 0.7
    chances = both.second_opinion.chances(cut_tiles(photo, found.boxes))
    assert np.allclose(chances.sum(axis=1), 1, atol=1e-3)
