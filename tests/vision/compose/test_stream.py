"""The stream of training pictures."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from vision.compose.feeder import BatchFeeder
from vision.compose.layouts import hand
from vision.compose.picture import BACK
from vision.compose.stream import StreamSources, TrainingStream


@pytest.fixture(scope="module")
def stream(face_folder: Path) -> TrainingStream:
    """A stream that composes everything."""
    return TrainingStream(StreamSources(art=(face_folder,)), seed=5)


def test_canvases_are_labelled(stream: TrainingStream) -> None:
    """Canvases have the size asked for, with boxes inside them, and among some dozens every class appears."""
    seen: set[int] = set()
    for _ in range(40):
        picture = stream.draw(256)
        assert picture.image.shape == (256, 256, 3)
        assert (picture.boxes >= 0).all()
        assert (picture.boxes <= 256).all()
        assert (picture.boxes[:, 2:] > picture.boxes[:, :2]).all()
        seen.update(picture.classes.tolist())
    assert seen == set(range(BACK + 1))


def test_same_seed_same_pictures(face_folder: Path) -> None:
    """Two streams of one seed give the same pictures, another seed others."""
    sources = StreamSources(art=(face_folder,))
    first, again, other = (TrainingStream(sources, seed).draw(192).image for seed in (1, 1, 2))
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)


def test_nothing_to_compose_from() -> None:
    """Without photos and faces there is an error that says what to give."""
    with pytest.raises(ValueError, match="photos, crops or artwork"):
        TrainingStream(StreamSources(), seed=1)


def test_hands_have_melds_and_backs() -> None:
    """Among composed hands some tiles lie across and some face down, as melds and concealed kongs do."""
    rng = np.random.default_rng(3)
    tiles = [p for _ in range(30) for p in hand(rng, range(BACK))]
    assert any(abs(abs(p.turn) - np.pi / 2) < 0.01 for p in tiles)
    assert any(p.index == BACK for p in tiles)
    assert any(p.standing for p in tiles)


def test_feeder_gives_batches_of_the_size_asked_for(face_folder: Path) -> None:
    """A worker process composes batches, follows a change of size, and hands its error over."""
    with BatchFeeder(StreamSources(art=(face_folder,)), seed=1, batch=2, size=96) as feeder:
        assert [p.image.shape[0] for p in feeder.next_batch()] == [96, 96]
        feeder.resize(64)
        sizes = [feeder.next_batch()[0].image.shape[0] for _ in range(6)]
        assert sizes[-1] == 64
    with BatchFeeder(StreamSources(), seed=1, batch=2, size=96) as feeder, pytest.raises(ValueError, match="nothing"):
        feeder.next_batch()
