"""Photos that should be taken again are told apart from those worth reading."""

from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageFilter

from scoring.tiles import tile
from tests.vision.samples import samples
from vision.api import read_photo
from vision.detections import Detections
from vision.photo import Photo, load_photo
from vision.quality import cut_warning, shot_fault
from vision.reading import HandReading, PlacedTile, Reading

SAMPLES = sorted((Path(__file__).parents[2] / "datasets" / "samples").glob("*.jpg"))


def photo_of(picture: Image.Image) -> Photo:
    """The photo that a picture is saved as."""
    stream = BytesIO()
    picture.save(stream, "JPEG", quality=92)
    return load_photo(stream.getvalue())


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_a_sample_is_sharp_until_it_is_blurred_and_bright_until_it_is_darkened(path: Path) -> None:
    """Every sample is worth reading as it is, the dim room too; out of focus or nearly black it is not."""
    assert shot_fault(load_photo(path)) is None
    with Image.open(path) as picture:
        blurred, black = picture.filter(ImageFilter.GaussianBlur(10)), picture.point(lambda value: value // 14)
    codes = [fault.code if (fault := shot_fault(photo_of(bad))) else None for bad in (blurred, black)]
    assert codes == ["W_BLURRED", "W_BLACK"]


def test_a_tile_that_the_rim_cuts_is_named() -> None:
    """Narrower than its neighbours and at the rim, it is cut; whole tiles at the rim are not."""
    photo = photo_of(Image.new("RGB", (400, 200), "white"))
    boxes = np.array([[0, 50, 20, 100], [20, 50, 60, 100], [60, 50, 100, 100], [360, 50, 400, 100]], dtype=np.float32)
    found = Detections(boxes, np.zeros(4, np.int64), np.ones(4, np.float32), np.eye(4, 43, dtype=np.float32))

    def hand(*shown: int) -> HandReading:
        return HandReading(tuple(PlacedTile(tile("1m"), index) for index in shown))

    assert [warning.boxes for warning in cut_warning(photo, found, hand(0, 1, 2, 3))] == [(0,)]
    assert list(cut_warning(photo, found, hand(1, 2, 3))) == []


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_no_sample_is_taken_for_cut(path: Path) -> None:
    """Every sample shows its hand whole."""
    assert "W_CUT" not in codes_of(read_photo(load_photo(path)))


IN_ONE_ROW = [sample.path for sample in samples() if not sample.hand.melds]


@pytest.mark.parametrize("path", IN_ONE_ROW, ids=lambda path: path.stem)
def test_a_row_that_runs_out_of_the_picture_is_to_be_taken_again(path: Path) -> None:
    """Where the rim runs through the last tile of a hand in one row, the reading says so."""
    whole = read_photo(load_photo(path))
    win = whole.hand.win_tile
    assert win is not None
    x1, _, x2, _ = max((whole.tiles[box].box for box in whole.hand.boxes - {win.box}), key=lambda box: box[2])
    with Image.open(path) as picture:
        cut = picture.crop((0, 0, round((x1 + x2) / 2), picture.height))
    assert "W_CUT" in codes_of(read_photo(photo_of(cut)))


def codes_of(reading: Reading) -> list[str]:
    """Codes of its warnings."""
    return [warning.code for warning in reading.warnings]


@pytest.mark.parametrize("size", [(5000, 1), (1, 5000), (1, 1)])
def test_a_picture_of_one_line_is_refused_like_any_bad_photo(size: tuple[int, int]) -> None:
    """Whatever its shape, a picture without anything sharp is sent back with advice."""
    fault = shot_fault(photo_of(Image.new("RGB", size, "white")))
    assert fault is not None
    assert fault.code == "W_BLURRED"
