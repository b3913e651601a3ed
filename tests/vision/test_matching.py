"""Figures: what counts as right, missed, invented or outside, and average precision."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.tiles import tile
from vision.detections import Detections
from vision.matching import IOU_STEPS, Labels, average_precision, match
from vision.suppression import keep_one_box_a_tile, overlaps

Spot = tuple[str, float, float]


def boxes_at(spots: list[Spot]) -> np.ndarray:
    """Boxes of 30 by 40 pixels with these upper left corners."""
    return np.array([[x, y, x + 30, y + 40] for _, x, y in spots], dtype=np.float32).reshape(-1, 4)


def labels_at(*spots: Spot) -> Labels:
    """Labelled tiles."""
    return Labels(np.array([tile(code).index for code, _, _ in spots], dtype=np.int64), boxes_at(list(spots)))


def found_at(*spots: Spot, confidences: list[float] | None = None) -> Detections:
    """Detected tiles, 0.9 sure unless said otherwise."""
    sure = np.array(confidences or [0.9] * len(spots), dtype=np.float32)
    classes = np.array([tile(code).index for code, _, _ in spots], dtype=np.int64)
    scores = np.zeros((len(spots), 43), dtype=np.float32)
    scores[np.arange(len(spots)), classes] = sure
    return Detections(boxes_at(list(spots)), classes, sure, scores)


ROW: list[Spot] = [("1m", 0, 0), ("2m", 30, 0), ("3m", 60, 0)]


def test_everything_read_is_exact() -> None:
    """The same tiles at the same places, slightly off, are all right."""
    matched = match(labels_at(*ROW), found_at(*[(code, x + 3, y - 2) for code, x, y in ROW]), False)
    assert len(matched.right) == 3
    assert matched.exact


def test_a_wrong_face_is_one_wrong_and_nothing_else() -> None:
    """A tile read as another is neither missed nor invented."""
    matched = match(labels_at(*ROW), found_at(ROW[0], ("9m", 30, 0), ROW[2]), False)
    assert (len(matched.right), len(matched.wrong), matched.missed, matched.invented) == (2, 1, (), ())
    assert not matched.exact


def test_missed_and_invented() -> None:
    """A tile too far off counts on both sides."""
    matched = match(labels_at(*ROW), found_at(ROW[0], ROW[1], ("3m", 80, 30)), False)
    assert (matched.missed, matched.invented, matched.outside) == ((2,), (2,), ())


@pytest.mark.parametrize(("fully_labelled", "exact"), [(False, True), (True, False)])
def test_far_tiles_are_outside_unless_all_are_labelled(fully_labelled: bool, exact: bool) -> None:
    """A discard far from the labelled row spoils the photo only where all tiles are labelled."""
    matched = match(labels_at(*ROW), found_at(*ROW, ("5z", 300, 300)), fully_labelled)
    assert matched.exact is exact
    assert matched.outside == (() if fully_labelled else (3,))


def test_the_right_face_wins_the_label() -> None:
    """Of two boxes on one tile the one with the right face is its reading; the other is invented."""
    matched = match(labels_at(ROW[0]), found_at(("9m", 1, 0), ("1m", 4, 0)), False)
    assert (matched.right, matched.invented) == (((0, 1),), (0,))


def test_average_precision_of_a_perfect_reader_is_one() -> None:
    """All found, none too many: 1 at every threshold."""
    lines = average_precision([(labels_at(*ROW), found_at(*ROW))], tile("2m").index)
    assert lines == pytest.approx(np.ones(len(IOU_STEPS)))


def test_average_precision_of_half_found_and_a_surer_mistake() -> None:
    """One of two found after a surer false one: precision 1/2 up to recall 1/2, which is 51 of 101 points."""
    labels = labels_at(("2m", 0, 0), ("2m", 100, 0))
    found = found_at(("2m", 300, 0), ("2m", 0, 0), confidences=[0.9, 0.5])
    assert average_precision([(labels, found)], tile("2m").index)[0] == pytest.approx(0.5 * 51 / 101)


def test_average_precision_counts_loose_boxes_only_at_loose_thresholds() -> None:
    """A box that overlaps by 0.67 counts at 0.5 and 0.65, not at 0.7."""
    lines = average_precision([(labels_at(("2m", 0, 0)), found_at(("2m", 6, 0)))], tile("2m").index)
    assert lines[:4] == pytest.approx([1, 1, 1, 1])
    assert lines[4:] == pytest.approx(np.zeros(6))


def test_average_precision_without_labels_is_undefined() -> None:
    """A class that no photo shows has no average precision."""
    assert np.isnan(average_precision([(labels_at(*ROW), found_at(*ROW))], tile("9s").index)).all()


def test_two_faces_on_one_tile_become_one() -> None:
    """The surer face stays, and the other is kept as its alternative."""
    found = keep_one_box_a_tile(found_at(("6s", 0, 0), ("9s", 2, 1), confidences=[0.6, 0.5]))
    assert [int(k) for k in found.classes] == [tile("6s").index]
    assert found.scores[0, tile("9s").index] == pytest.approx(0.5)


def test_a_part_of_a_tile_is_no_tile() -> None:
    """A small box inside a surer large one goes, whatever their union says."""
    found = found_at(("6s", 0, 0), ("3s", 0, 0), confidences=[0.9, 0.6])
    found.boxes[1] = [2, 2, 28, 18]
    assert len(keep_one_box_a_tile(found)) == 1


def test_neighbours_stay() -> None:
    """Tiles that touch, or overlap by a fifth, are two tiles."""
    assert len(keep_one_box_a_tile(found_at(*ROW, ("4m", 84, 0)))) == 4


@given(st.lists(st.tuples(st.floats(0, 200), st.floats(0, 200), st.floats(0.05, 1)), max_size=30))
@settings(deadline=None)
def test_kept_boxes_never_show_one_tile_twice(spots: list[tuple[float, float, float]]) -> None:
    """However boxes overlap, those kept overlap by less than the limit, and the surest is among them."""
    found = found_at(*[("5p", x, y) for x, y, _ in spots], confidences=[sure for *_, sure in spots])
    kept = keep_one_box_a_tile(found)
    iou, _ = overlaps(kept.boxes, kept.boxes)
    np.fill_diagonal(iou, 0)
    assert (iou <= 0.5).all()
    if spots:
        assert kept.confidences.max() == found.confidences.max()
