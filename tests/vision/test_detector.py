"""The real detector on the sample photos: the same hand whatever the file, the size or the threads."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from tests.vision.samples import SamplePhoto, samples
from vision.api import read_file, read_photo
from vision.detector import LONG_SIDE, Detector, ModelError, load_detector
from vision.layout.truth import laid_out
from vision.looks import LOOKS, find_tiles
from vision.matching import Match, match
from vision.photo import Photo, load_photo

MODEL = Path(__file__).parents[2] / "models" / "hule.onnx"
needs_model = pytest.mark.skipif(not MODEL.is_file(), reason="models/hule.onnx is not there yet")


@pytest.fixture(scope="module")
def detector() -> Detector:
    """The model that ships."""
    return load_detector(MODEL)


def compare(sample: SamplePhoto, photo: Photo, detector: Detector, looks: int = LOOKS) -> Match:
    """A sample read, possibly resized, against its labels."""
    found = find_tiles(photo, detector, looks)
    labels = sample.labels()
    with Image.open(sample.path) as original:
        labels.boxes[:] *= photo.width / original.width
    return match(labels, found, fully_labelled=True)


@needs_model
def test_the_samples_are_read(detector: Detector) -> None:
    """Of the tiles of all samples, backs included, at least 85 of 100 are right, and few are invented."""
    matches = [compare(sample, load_photo(sample.path), detector) for sample in samples()]
    right = sum(len(m.right) for m in matches)
    labelled = sum(len(m.right) + len(m.wrong) + len(m.missed) for m in matches)
    assert right >= 0.85 * labelled
    assert sum(len(m.invented) for m in matches) <= 0.03 * labelled


@needs_model
def test_hands_read_right_are_laid_out_right(detector: Detector) -> None:
    """Wherever all tiles of a sample are right, its melds, winning tile and flowers are too, and some are."""
    exact = [s for s in samples() if compare(s, load_photo(s.path), detector).exact]
    assert exact
    for sample in exact:
        assert laid_out(read_photo(load_photo(sample.path), detector).hand) == sample.hand


@needs_model
def test_a_turned_file_gives_the_same_hand(detector: Detector) -> None:
    """A photo stored on its side with an EXIF orientation is read as the upright one."""
    path = samples()[0].path
    exif = Image.Exif()
    exif[0x0112] = 6
    stream = io.BytesIO()
    with Image.open(path) as image:
        image.transpose(Image.Transpose.ROTATE_90).save(stream, "PNG", exif=exif)
    turned = read_photo(load_photo(stream.getvalue()), detector)
    assert turned.hand.to_json()["concealed"] == read_file(path).hand.to_json()["concealed"]


@needs_model
def test_a_far_hand_needs_the_second_look(detector: Detector) -> None:
    """On a photo of 12 megapixels with the hand far away, the second look finds more right tiles."""
    sample = samples()[0]
    stream = io.BytesIO()
    with Image.open(sample.path) as image:
        far = Image.new("RGB", (4000, 3000), (28, 92, 62))
        far.paste(image)
        far.save(stream, "JPEG", quality=92)
    photo = load_photo(stream.getvalue())
    labels = sample.labels()
    once, twice = (match(labels, find_tiles(photo, detector, looks), True) for looks in (1, 2))
    assert len(twice.right) >= len(once.right)
    assert len(twice.right) >= 0.7 * len(labels)


@needs_model
def test_turned_looks_put_tiles_where_they_are(detector: Detector) -> None:
    """With the looks upside down and on the side, tiles lie where they lay, and as many of them are right."""
    sample = samples()[1]
    upright, turned = (compare(sample, load_photo(sample.path), detector, looks) for looks in (2, LOOKS))
    assert len(turned.right) >= len(upright.right)
    assert len(turned.missed) <= len(upright.missed)


@needs_model
def test_an_enlarged_photo_gives_the_same_tiles(detector: Detector) -> None:
    """Twelve megapixels of the same picture are read as the small one, but for a tile or two in doubt."""
    sample = samples()[0]
    small = compare(sample, load_photo(sample.path), detector)
    stream = io.BytesIO()
    with Image.open(sample.path) as image:
        image.resize((4000, 3000), Image.Resampling.BICUBIC).save(stream, "JPEG", quality=90)
    large = compare(sample, load_photo(stream.getvalue()), detector)
    assert abs(len(large.right) - len(small.right)) <= 2
    assert not large.missed


@needs_model
def test_threads_do_not_change_what_is_read(detector: Detector) -> None:
    """One thread and two give the same tiles."""
    photo = load_photo(samples()[1].path)
    one, two = find_tiles(photo, detector), find_tiles(photo, load_detector(MODEL, threads=2))
    assert one.classes.tolist() == two.classes.tolist()
    assert one.boxes == pytest.approx(two.boxes, abs=0.5)


@needs_model
@pytest.mark.parametrize("size", [(640, 480), (33, 1500), (1, 1), (2000, 40)])
def test_pictures_without_tiles_are_read_in_any_shape(size: tuple[int, int], detector: Detector) -> None:
    """A plain picture of any shape gives no tiles and the warning that says so."""
    stream = io.BytesIO()
    Image.new("RGB", size, (90, 110, 90)).save(stream, "PNG")
    reading = read_photo(load_photo(stream.getvalue()), detector)
    assert reading.tiles == ()
    assert [w.code for w in reading.warnings] == ["W_NO_TILES"]


@needs_model
def test_boxes_lie_in_the_photo_and_scores_are_chances(detector: Detector) -> None:
    """Whatever is found lies inside the photo, one box a tile, confidences falling from 1 to 0."""
    photo = load_photo(samples()[2].path)
    found = detector.look(photo.preview, LONG_SIDE)
    assert (found.boxes >= 0).all()
    assert (found.boxes[:, [0, 2]] <= photo.width).all()
    assert (found.boxes[:, [1, 3]] <= photo.height).all()
    assert ((found.scores >= 0) & (found.scores <= 1)).all()
    assert (np.diff(found.confidences) <= 0).all()


@needs_model
def test_a_model_is_loaded_once(detector: Detector) -> None:
    """Asking again for the same file gives the same session."""
    assert load_detector(MODEL) is detector


def test_a_missing_model_is_named(tmp_path: Path) -> None:
    """The error names the file and how to give another, in both languages."""
    with pytest.raises(ModelError, match=r"nothing\.onnx.*HULE_MODEL") as caught:
        load_detector(tmp_path / "nothing.onnx")
    assert "nothing.onnx" in caught.value.message_zh


def test_a_file_that_is_no_model_is_refused(tmp_path: Path) -> None:
    """A text file named .onnx gives a message, not onnxruntime's traceback."""
    path = tmp_path / "text.onnx"
    path.write_text("not a model")
    with pytest.raises(ModelError, match=r"text\.onnx"):
        load_detector(path)
