"""How often photos of hands are sent back: what is counted, and how a photo is cropped for it."""

import shutil
from pathlib import Path

import pytest

from vision.dataset import LabelledPhoto, load_split
from vision.detector import load_detector
from vision.photo import load_photo
from vision.quality_figures import cropped, figures, row_of_hand

SAMPLES = Path(__file__).parents[2] / "datasets" / "samples"


@pytest.fixture
def hand(tmp_path: Path) -> LabelledPhoto:
    """A dataset of one photo of a hand in one row."""
    for folder, name in (("images", "standing-hand.jpg"), ("labels", "standing-hand.txt")):
        (tmp_path / folder).mkdir()
        shutil.copy(SAMPLES / name, tmp_path / folder)
    (photo,) = load_split(tmp_path).photos
    return photo


def test_either_end_is_cut_so_that_the_share_is_left(hand: LabelledPhoto) -> None:
    """The rim goes through the first and the last tile of the row; all of the others stays in the picture."""
    photo = load_photo(hand.path)
    found = row_of_hand(hand, photo.width, photo.height)
    assert found is not None
    row, boxes = found
    assert len(row.tiles) == len(boxes) == 14
    first, last = boxes[:, 0].argmin(), boxes[:, 2].argmax()
    right_of, left_of = cropped(photo, row, boxes, 0.25)
    assert right_of.width == pytest.approx(photo.width - boxes[first] @ [0.25, 0, 0.75, 0], abs=1)
    assert left_of.width == pytest.approx(boxes[last] @ [0.75, 0, 0.25, 0], abs=1)
    assert (right_of.height, left_of.height) == (photo.height, photo.height)


def test_a_photo_of_a_few_tiles_is_no_hand(hand: LabelledPhoto) -> None:
    """Whatever is not labelled with 10 to 20 tiles is passed over."""
    hand.labels.write_text("\n".join(hand.labels.read_text(encoding="utf-8").splitlines()[:9]), encoding="utf-8")
    assert row_of_hand(hand, 1000, 1000) is None


def test_whole_and_cut_photos_are_counted(hand: LabelledPhoto) -> None:
    """A whole hand is kept; of the two that lose half a tile at one end at least one is sent back."""
    table = figures((hand,), load_detector(None), (0.5,))
    whole, cut = zip(*(column.cells for column in table.columns), strict=True)
    assert whole == ("whole", "1", "0")
    assert cut[0] == "50% of the tile at one end left"
    assert cut[1] == "2"
    assert cut[2] in ("1", "2")
