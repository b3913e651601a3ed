"""The photo with its frames: what is sent to the browser."""

import json

import pytest

from scoring import tile
from ui.components.photo_view import crop, view
from ui.hand import EditedHand, add
from ui.text import words
from vision.reading import Reading, SeenTile

SEEN = (
    SeenTile(tile("1m"), (100.0, 200.0, 140.0, 260.0), 0.95),
    SeenTile(tile("2m"), (145.0, 205.0, 185.0, 262.0), 0.3),
)
READING = Reading("p.jpg", "0" * 64, 800, 600, SEEN)


def test_every_tile_has_a_frame_with_its_name_and_doubt() -> None:
    """Frames come in the order of the reading, so that a frame and a tile find each other by number."""
    data = view(b"jpeg", READING, words("en"))
    json.dumps(data)
    assert [frame["box"] for frame in data["boxes"]] == [[100, 200, 140, 260], [145, 205, 185, 262]]
    assert [frame["doubt"] for frame in data["boxes"]] == [False, True]
    assert data["boxes"][0]["label"] == "1 of characters, number 1 in the photo"
    assert data["source"].startswith("data:image/jpeg;base64,")


@pytest.mark.parametrize("boxes", [[], [(0.0, 0.0, 40.0, 60.0)], [(780.0, 560.0, 800.0, 600.0)], [s.box for s in SEEN]])
def test_the_crop_holds_the_tiles_and_stays_in_the_photo(boxes: list[tuple[float, float, float, float]]) -> None:
    """What is shown at first holds every tile whole, and no more than the photo."""
    x, y, width, height = crop(boxes, 800, 600)
    assert x >= 0
    assert y >= 0
    assert x + width <= 800
    assert y + height <= 600
    assert all(x <= x1 and y <= y1 and x2 <= x + width and y2 <= y + height for x1, y1, x2, y2 in boxes)


def test_frames_of_tiles_that_the_hand_lacks_can_be_told_apart() -> None:
    """A tile taken out of the hand keeps a frame to tap; a tile that a person drew has one of its own."""
    hand = add(add(EditedHand(), tile("1m"), box=0), tile("9s"), area=(300.0, 200.0, 340.0, 260.0))
    data = view(b"jpeg", READING, words("en"), hand)
    json.dumps(data)
    assert [frame["used"] for frame in data["boxes"]] == [True, False, True]
    assert data["boxes"][2]["id"] == 1
    assert data["crop"][0] + data["crop"][2] >= 340
    assert data["usual"] == [40, 60]
