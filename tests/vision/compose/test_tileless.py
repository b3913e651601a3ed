"""Pictures without tiles, on which the reader is to find none."""

from pathlib import Path

import numpy as np

from vision.compose.tileless import HEIGHT, KINDS, WIDTH, tileless_pictures
from vision.detector import load_detector
from vision.invented import count_invented

MODEL = Path(__file__).parents[3] / "models" / "hule.onnx"


def test_there_are_as_many_of_each_kind_as_asked_for_and_they_stay_the_same() -> None:
    """A figure counted on them can be counted again."""
    once, again = list(tileless_pictures(1)), list(tileless_pictures(1))
    assert [kind for kind, _ in once] == list(KINDS)
    assert all(picture.shape == (2 * HEIGHT, 2 * WIDTH, 3) for _, picture in once)
    assert all(np.array_equal(one, other) for (_, one), (_, other) in zip(once, again, strict=True))


def test_pictures_of_a_kind_differ() -> None:
    """Twenty-five pictures of cards are not one picture of cards."""
    cards = [picture for kind, picture in tileless_pictures(2) if kind == "cards"]
    assert (cards[0] != cards[1]).mean() > 0.1


def test_invented_tiles_are_counted_by_kind_and_drawn(tmp_path: Path) -> None:
    """The figures add up, and every picture on which something was found is drawn."""
    kinds = count_invented(load_detector(MODEL), of_each=1, drawings=tmp_path)
    assert list(kinds) == list(KINDS)
    assert all(tally.pictures == 1 and tally.clean == (tally.tiles == 0) for tally in kinds.values())
    assert len(list(tmp_path.iterdir())) == sum(not tally.clean for tally in kinds.values())
