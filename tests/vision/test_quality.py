"""Photos that should be taken again are told apart from those worth reading."""

from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageFilter

from vision.detections import Detections
from vision.photo import Photo, load_photo
from vision.quality import cut_warning, shot_fault

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
    assert [warning.boxes for warning in cut_warning(photo, found, frozenset(range(4)))] == [(0,)]
    assert list(cut_warning(photo, found, frozenset({1, 2, 3}))) == []


@pytest.mark.parametrize("size", [(5000, 1), (1, 5000), (1, 1)])
def test_a_picture_of_one_line_is_refused_like_any_bad_photo(size: tuple[int, int]) -> None:
    """Whatever its shape, a picture without anything sharp is sent back with advice."""
    fault = shot_fault(photo_of(Image.new("RGB", size, "white")))
    assert fault is not None
    assert fault.code == "W_BLURRED"
