"""What becomes of a file that somebody sends."""

import io
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from scoring import VARIANTS, Result, tile
from scoring.steps import Text
from ui.deal import Deal, missing, questions, score_deal, with_variant
from ui.hand import hand_from_reading
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
def test_every_variant_has_samples_that_win_by_its_rules(variant: str) -> None:
    """Each sample offered is read as a hand that these rules pay, once what no photo shows has been told."""
    photos = sample_photos(variant)
    assert photos
    for photo in photos:
        seen = snapshot(photo.read_bytes(), photo.name)
        assert isinstance(seen, Snapshot)
        deal = with_variant(Deal(), variant).with_win(photo=seen.key).with_hand(hand_from_reading(seen.reading))
        asked = missing(deal)
        assert asked is None or asked.code in ("fact_tile", "kong_feeder"), (photo.name, asked)
        assert isinstance(score_deal(told(deal)), Result), photo.name


def told(deal: Deal) -> Deal:
    """The deal with what no photo of a hand shows: the tile turned over, who fed a kong, that the hand was ready."""
    hand = deal.win.hand
    melds = tuple(replace(group, from_seat=1) if group.kind == "exposed" else group for group in hand.melds)
    facts = {item.name: tile("1s") for item in questions(deal) if item.kind == "tile"}
    ready = {"baoting": True} if "baoting" in deal.rules.flags else {}
    return replace(deal, facts=facts).with_win(hand=replace(hand, melds=melds), facts=ready)


@pytest.mark.parametrize("content", [None, "", "sample = 3", "[[sample]]\nphoto = 'x.jpg'"])
def test_a_folder_without_a_proper_list_has_no_samples(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: str | None
) -> None:
    """A missing or broken list is no reason to fail."""
    if content is not None:
        (tmp_path / "samples.toml").write_text(content)
    monkeypatch.setenv(SAMPLES_VARIABLE, str(tmp_path))
    assert sample_photos("sichuan") == ()
