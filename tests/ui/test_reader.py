"""What becomes of a file that somebody sends."""

import io
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from scoring import VARIANTS
from scoring.steps import Text
from ui.reader import SAMPLES_VARIABLE, Snapshot, sample_photos, snapshot


def encoded(picture: Image.Image, kind: str, **options: object) -> bytes:
    """A picture as the bytes of a file."""
    stream = io.BytesIO()
    picture.save(stream, kind, **options)
    return stream.getvalue()


def noise(side: int) -> Image.Image:
    """A picture of nothing."""
    return Image.fromarray(np.random.default_rng(1).integers(0, 255, (side, side, 3), dtype=np.uint8))


BAD = {
    "truncated": encoded(noise(400), "JPEG")[:20_000],
    "text": b"this is no picture",
    "nothing": b"",
    "huge": encoded(Image.new("1", (12_000, 9_000)), "PNG"),
    "header": encoded(noise(64), "PNG")[:40],
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_file_gets_a_sentence_in_both_languages(name: str) -> None:
    """Nothing that a phone sends raises; the file is named and the way out told."""
    answer = snapshot(BAD[name], f"{name}.jpg")
    assert isinstance(answer, Text)
    assert f"{name}.jpg" in answer.en
    assert f"{name}.jpg" in answer.zh
    assert "Traceback" not in answer.en


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "BMP"])
def test_a_picture_without_tiles_is_read_as_such(kind: str) -> None:
    """An empty table gives a photo without tiles, and a warning that says so."""
    answer = snapshot(encoded(Image.new("RGB", (640, 480), "darkgreen"), kind), "table")
    assert isinstance(answer, Snapshot)
    assert answer.reading.tiles == ()
    assert [warning.code for warning in answer.reading.warnings] == ["W_NO_TILES"]


def test_the_page_gets_an_upright_picture_without_metadata() -> None:
    """A photo on its side with a place in it comes out upright, small and without the place."""
    exif = Image.Exif()
    exif[0x0112] = 6
    exif[0x010E] = "at home"
    answer = snapshot(encoded(noise(64).resize((4000, 1000)), "JPEG", exif=exif), "side.jpg")
    assert isinstance(answer, Snapshot)
    with Image.open(io.BytesIO(answer.jpeg)) as shown:
        assert shown.size == (400, 1600)
        assert dict(shown.getexif()) == {}
    assert b"at home" not in answer.jpeg


@pytest.mark.parametrize("variant", VARIANTS)
def test_there_is_a_sample_for_every_variant(variant: str) -> None:
    """Whatever the rules, a newcomer finds a photo of tiles that they have."""
    photos = sample_photos(VARIANTS[variant].copies)
    assert photos
    assert all(photo.is_file() for photo in photos)


@pytest.mark.parametrize("content", [None, "", "sample = 3", "[[sample]]\nphoto = 'x.jpg'"])
def test_a_folder_without_a_proper_list_has_no_samples(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: str | None
) -> None:
    """A missing or broken list is no reason to fail."""
    if content is not None:
        (tmp_path / "samples.toml").write_text(content)
    monkeypatch.setenv(SAMPLES_VARIABLE, str(tmp_path))
    assert sample_photos(VARIANTS["sichuan"].copies) == ()
