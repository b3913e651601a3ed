"""Photos are kept as people saw them, and tell nothing else."""

from __future__ import annotations

import io
import os

import numpy as np
import pytest
from PIL import Image

from records import Deal, Records, RecordsError, clean
from records.photos import PhotoFolder
from tests.records.examples import MATCH, Place, jpeg, origin, photo
from vision.photo import load_photo


def _with_gps() -> bytes:
    exif = Image.Exif()
    exif[0x0112] = 6  # turned a quarter
    exif[0x010F] = "SECRETPHONE"
    exif.get_ifd(0x8825).update({1: "N", 2: (30.0, 15.0, 0.0), 3: "E", 4: (120.0, 9.0, 0.0)})
    return jpeg(width=160, height=120, exif=exif)


def test_place_and_phone_are_dropped(records: Records) -> None:
    """What is stored has no metadata at all, and the picture stands upright with the size that the reading has."""
    sent = _with_gps()
    assert b"SECRETPHONE" in sent
    seen = load_photo(sent)
    records.save_photo(clean(seen))
    kept = records.photo(clean(seen).sha256)
    assert b"SECRETPHONE" not in kept
    assert b"Exif" not in kept
    with Image.open(io.BytesIO(kept)) as image:
        assert dict(image.getexif()) == {}
        assert image.size == (seen.width, seen.height) == (120, 160)


def test_the_picture_stays_the_same_to_the_eye() -> None:
    """A smooth picture differs from what came by a few grey levels at most."""
    ramp = np.broadcast_to(np.linspace(0, 255, 320, dtype=np.uint8)[None, :, None], (240, 320, 3))
    stream = io.BytesIO()
    Image.fromarray(ramp).save(stream, "PNG")
    kept = load_photo(clean(load_photo(stream.getvalue())).jpeg)
    assert np.abs(kept.pixels.astype(int) - ramp).max() <= 6


def test_a_photo_sent_twice_is_known(records: Records) -> None:
    """A page that sends its photo again finds the one that is stored."""
    shot = photo()
    assert records.photo_of_upload(shot.upload_sha256) is None
    records.save_photo(shot)
    records.save_photo(shot)
    assert records.photo_of_upload(shot.upload_sha256) == shot.sha256
    assert records.photo_hashes() == (shot.sha256,)


def test_a_photo_waits_under_a_deal_that_is_not_stored_yet(records: Records) -> None:
    """A photo taken under a deal's address is found there from another phone, with or without a match."""
    shot = photo()
    records.save_photo(shot, deal_id="tonight-1")
    assert records.waiting_photos(deal_id="tonight-1") == (shot.sha256,)
    assert records.waiting_photos(deal_id="tonight-2") == ()
    match = records.save_match(MATCH, origin()).id
    other = photo(1)
    records.save_photo(other, match_id=match)
    assert records.loose_photos(match) == (other.sha256,)
    records.save_deal(Deal(photos=(shot.sha256,)), origin(), deal_id="tonight-1")
    assert records.waiting_photos(deal_id="tonight-1") == ()


def test_a_photo_of_another_deal_waits_under_the_deal_it_was_sent_for(records: Records) -> None:
    """The same picture sent for a second deal waits there, though the first one shows it already."""
    shot = photo()
    records.save_deal(Deal(photos=(shot.sha256,)), origin(), photos=[shot], deal_id="tonight-1")
    records.file_photo(shot.sha256, deal_id="tonight-2")
    assert records.waiting_photos(deal_id="tonight-2") == (shot.sha256,)
    records.save_deal(Deal(photos=(shot.sha256,)), origin(), deal_id="tonight-2")
    assert records.waiting_photos(deal_id="tonight-2") == ()


def test_a_photo_waits_under_its_match(records: Records) -> None:
    """A photo taken before its deal is found from another phone under the match, until a deal shows it."""
    match, other = (records.save_match(MATCH, origin()).id for _ in range(2))
    shot = photo()
    records.save_photo(shot, match_id=match)
    assert records.waiting_photos(match) == (shot.sha256,)
    assert records.waiting_photos(other) == ()
    records.save_deal(Deal(photos=(shot.sha256,)), origin(), match_id=match)
    assert records.waiting_photos(match) == ()


def test_a_damaged_photo_is_told(records: Records, place: Place) -> None:
    """A file that was changed on disk is not shown as the photo of the deal, and the deal's faults name it."""
    shot = photo()
    saved = records.save_deal(Deal(photos=(shot.sha256,)), origin(), photos=[shot])
    path = place.folder / "photos" / f"{shot.sha256}.jpg"
    path.write_bytes(jpeg(9))
    with pytest.raises(RecordsError):
        records.photo(shot.sha256)
    assert shot.sha256[:12] in records.faults(saved.id)[0]


def test_a_photo_that_cannot_be_written_saves_nothing(
    records: Records, place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A full disk while the photo is written: the person is told, and neither deal nor photo is there."""

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    shot = photo()
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(RecordsError, match="No space left"):
        records.save_deal(Deal(photos=(shot.sha256,)), origin(), photos=[shot])
    monkeypatch.undo()
    assert records.deals() == ()
    folder = PhotoFolder(place.folder)
    assert folder.stored() == set()
    assert list(folder.incoming.iterdir()) == []
