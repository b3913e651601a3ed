"""Tiles that are none: unsure ones that lie by themselves beside rows of tiles."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.table import Lying, row, seen
from vision.detections import Detections
from vision.looks import without_lone_backs, without_strays
from vision.suppression import keep_one_box_a_tile

HAND = row("123m 456p 789p 22s", 100, 300)


def with_one(tiles: list[Lying], stray: Lying, confidence: float) -> Detections:
    """Tiles 0.9 sure, and one more that is as sure as given."""
    found, one = seen(tiles), seen([stray], confidence=confidence)
    return Detections(
        np.concatenate([found.boxes, one.boxes]),
        np.concatenate([found.classes, one.classes]),
        np.concatenate([found.confidences, one.confidences]),
        np.concatenate([found.scores, one.scores]),
    )


@pytest.mark.parametrize(("confidence", "kept"), [(0.4, False), (0.8, True)])
def test_a_lone_tile_beside_a_row_must_be_sure(confidence: float, kept: bool) -> None:
    """Print on a rack that looks a little like a tile goes; a winning tile that is sure stays."""
    found = with_one(HAND, Lying("5m", 250, 400), confidence)
    assert len(without_strays(found)) == len(HAND) + kept


def test_an_unsure_tile_in_the_row_stays() -> None:
    """A doubtful tile between its neighbours is a tile."""
    found = with_one(HAND, Lying("5m", HAND[-1].x + 30, HAND[-1].y), 0.3)
    assert len(without_strays(found)) == len(HAND) + 1


def test_heaps_keep_all() -> None:
    """Where nothing lies in rows, nothing is stray."""
    heap = [Lying("5m", 100 + 90 * (k % 3) + 25 * k, 100 + 80 * (k // 3) + 13 * (k % 2)) for k in range(9)]
    assert len(without_strays(with_one(heap, Lying("5m", 700, 500), 0.3))) == 10


@pytest.mark.parametrize(("confidence", "kept"), [(0.4, False), (0.6, True)])
def test_few_tiles_must_be_sure(confidence: float, kept: bool) -> None:
    """A picture that hardly shows a tile shows one only where it is likelier than not."""
    assert len(without_strays(with_one(HAND[:3], Lying("5m", 400, 500), confidence))) == 3 + kept


@pytest.mark.parametrize(("faces", "kept"), [(0, 0), (1, 1), (2, 6)])
def test_face_down_tiles_need_a_hand(faces: int, kept: int) -> None:
    """Boxes on a kitchen table are no tiles lying face down; four beside a pair are a concealed kong."""
    backs = [Lying("back", 100 + 40 * k, 300) for k in range(4)]
    found = seen([*HAND[:faces], *backs])
    assert len(without_lone_backs(found)) == kept


def test_a_box_of_no_area_is_one_tile() -> None:
    """A box that the picture's edge has cut to nothing does not stop the reading."""
    nothing = Detections(
        np.array([[5, 5, 5, 9], [20, 20, 40, 50]], np.float32), np.array([0, 1]), np.array([0.6, 0.5], np.float32),
        np.eye(43, dtype=np.float32)[:2] * 0.6,
    )  # fmt: skip
    assert len(keep_one_box_a_tile(nothing)) == 2
