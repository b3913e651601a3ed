"""Single tiles for training: every face is drawn, no tile too, the same for a seed, and never mirrored."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

from tests.vision.dataset.making import NAMES, labelled, row
from vision.compose.cuts import Cut, cut_lookalike, cut_no_tiles, cut_print, random_view
from vision.compose.effects import Effects
from vision.compose.picture import BACK, LabelledPicture
from vision.compose.stream import StreamSources
from vision.compose.tiles import Shares, TileStream
from vision.second_opinion import FRAME, NO_TILE

SHARES = Shares(photos=0.5, crops=0.2, art=0.4, none=0.1)


def test_every_face_and_no_tile_are_drawn(face_folder: Path) -> None:
    """From artwork alone a thousand tiles show all faces about equally often, and about a fifth no tile."""
    pictures, faces = TileStream(StreamSources(art=(face_folder,)), SHARES, seed=1).draw(1000)
    assert pictures.shape == (1000, FRAME, FRAME, 3)
    counts = np.bincount(faces, minlength=NO_TILE + 1)
    assert (counts[:BACK] > 0).all()
    assert 120 < counts[NO_TILE] < 280
    assert pictures.std(axis=(1, 2, 3)).max() > 20


def test_a_seed_gives_the_same_tiles(face_folder: Path) -> None:
    """Two streams of one seed agree to the pixel; another seed gives other tiles."""
    sources = StreamSources(art=(face_folder,))
    one, same, other = (TileStream(sources, SHARES, seed).draw(8)[0] for seed in (1, 1, 2))
    assert np.array_equal(one, same)
    assert not np.array_equal(one, other)


def test_print_is_no_tile() -> None:
    """A printed sign is cut out as what is no tile: on one colour of paper, most of its ink in the box's middle."""
    rng = np.random.default_rng(4)
    for _ in range(20):
        cut = cut_print(rng)
        ink = (cut.image != cut.image[0, 0]).any(axis=2)
        assert cut.face == NO_TILE
        assert 0.02 < ink[18:78, 18:78].mean() < 0.7
        assert not ink[:10].any()


def test_lookalikes_are_no_tiles() -> None:
    """Whatever is drawn on a plain table is cut out as what is no tile, and the cut shows it and some of the table."""
    rng = np.random.default_rng(5)
    table = np.full((240, 320, 3), 77, np.uint8)
    cuts = [cut for cut in (cut_lookalike(rng, table) for _ in range(40)) if cut is not None]
    assert len(cuts) > 25
    drawn = np.array([(cut.image != 77).any(axis=2).mean() for cut in cuts])
    assert all(cut.face == NO_TILE for cut in cuts)
    assert (drawn > 0.03).all()
    assert (drawn < 1).mean() > 0.8


def test_tiles_are_turned_but_never_mirrored() -> None:
    """Three corners of a tile painted red, green, blue go round in one sense in every view."""
    image = np.full((96, 96, 3), 90, np.uint8)
    for colour, (x, y) in enumerate(((24, 24), (72, 24), (72, 72))):
        image[y - 9 : y + 9, x - 9 : x + 9] = 0
        image[y - 9 : y + 9, x - 9 : x + 9, colour] = 255
    # A ruler, which may have any colour, is never laid before what is no tile.
    cut = Cut(image, np.array([60, 60], np.float32), NO_TILE, straight=True, stretched=False)
    rng = np.random.default_rng(3)
    plain = Effects(rng)
    plain.apply = lambda _rng, view, strength=1.0: view  # type: ignore[method-assign]
    turns = []
    for _ in range(40):
        view = random_view(rng, plain, cut).astype(int)
        spots = [
            np.argwhere(view[..., c] - view[..., (c + 1) % 3] - view[..., (c + 2) % 3] > 60).mean(axis=0)[::-1]
            for c in range(3)
        ]
        first, second = spots[1] - spots[0], spots[2] - spots[1]
        turns.append(first[0] * second[1] - first[1] * second[0])
    assert min(turns) > 0


def test_no_tile_shows_little_of_a_tile() -> None:
    """Boxes without a tile overlap no labelled one by much."""
    picture = LabelledPicture(
        np.zeros((200, 300, 3), np.uint8), np.array([3]), np.array([[100, 50, 140, 105]], np.float32), True
    )
    cuts = cut_no_tiles(np.random.default_rng(1), picture, 20)
    assert len(cuts) == 20
    assert all(cut.face == NO_TILE for cut in cuts)


def test_tiles_of_the_set_that_is_taught_are_drawn_by_its_share(tmp_path: Path, face_folder: Path) -> None:
    """Where photos of a set are taught, all tiles from photos are of it when there are no others, half of them else."""
    labelled(tmp_path / "own", "hand", row("1m" * 14))
    labelled(tmp_path / "known", "hand", row("9p" * 14))
    taught = StreamSources(art=(face_folder,), own=tmp_path / "own")
    alone, beside = (
        np.bincount(TileStream(sources, Shares(1, 0, 0, 0), seed=1).draw(400)[1], minlength=NO_TILE + 1)
        for sources in (taught, replace(taught, photos=tmp_path / "known"))
    )
    assert alone[NAMES.index("1m")] == 400
    assert beside[NAMES.index("1m")] + beside[NAMES.index("9p")] == 400
    assert 150 < beside[NAMES.index("1m")] < 250
