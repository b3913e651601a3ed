"""Readings as JSON in the form of the contract, and drawn on their photo."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from scoring.tiles import parse_tiles, tile
from vision.api import reading_of
from vision.detections import Detections
from vision.draw import LEGEND_HEIGHT, MELD_FRAME, draw_reading, save_drawing
from vision.photo import Photo, load_photo
from vision.reading import HandReading, MeldReading, PlacedTile, Reading


def photo() -> Photo:
    """A grey photo of 640 by 320 pixels."""
    stream = io.BytesIO()
    Image.new("RGB", (640, 320), (128, 128, 128)).save(stream, "PNG")
    return load_photo(stream.getvalue(), "table.png")


def detections() -> Detections:
    """Ten tiles in a row, a pong apart, a winning tile apart and a flower behind."""
    spots = [(code, 20 + 30 * k, 200) for k, code in enumerate(parse_tiles("123m 456p 789p 7s"))]
    spots += [(code, 350 + 30 * k, 200) for k, code in enumerate(parse_tiles("222p"))]
    spots += [(tile("7s"), 480, 200), (tile("5f"), 60, 140)]
    scores = np.full((len(spots), 43), 0.002, dtype=np.float32)
    for k, (face, _, _) in enumerate(spots):
        scores[k, face.index] = 0.95
    scores[0, tile("2m").index] = 0.3
    boxes = np.array([[x, y, x + 30, y + 40] for _, x, y in spots], dtype=np.float32)
    return Detections(boxes, scores.argmax(axis=1), scores.max(axis=1), scores)


def test_the_json_has_the_fields_of_the_contract() -> None:
    """Every field of the contract is there with its form, and the text survives JSON."""
    data = json.loads(json.dumps(reading_of(photo(), detections(), "test").to_json(), ensure_ascii=False))
    assert (data["photo"], data["width"], data["height"], data["model"]) == ("table.png", 640, 320, "test")
    assert data["tiles"][0] == {
        "tile": "1m",
        "box": [20.0, 200.0, 50.0, 240.0],
        "confidence": 0.95,
        "angle": 0,
        "alternatives": data["tiles"][0]["alternatives"],
    }
    assert data["tiles"][0]["alternatives"][0] == ["2m", 0.3]
    assert data["hand"] == {
        "concealed": "123m 456789p 7s",
        "melds": [{"type": "pong", "tiles": "222p", "concealed": False, "boxes": [10, 11, 12]}],
        "win_tile": "7s",
        "flowers": "5f",
        "boxes": {"concealed": list(range(10)), "win_tile": 13, "flowers": [14]},
    }
    assert data["other_hands"] == []
    assert set(data["elapsed_ms"]) == {"decode", "detect", "layout", "total"}
    for warning in data["warnings"]:
        assert {"code", "message", "message_zh"} <= warning.keys()


def test_json_and_back_loses_nothing() -> None:
    """A reading that was saved is read again as it was."""
    reading = reading_of(photo(), detections(), "test")
    again = Reading.from_json(json.loads(json.dumps(reading.to_json())))
    assert again.to_json() == reading.to_json()
    assert again.hand == reading.hand


def test_a_kong_carries_its_kind_and_may_be_unknown() -> None:
    """Four backs have null tiles and kind concealed; a hand with added tiles has null boxes."""
    kong = MeldReading("kong", None, (3, 4, 5, 6), concealed=True, kind="concealed")
    hand = HandReading(concealed=(PlacedTile(tile("5m")),), melds=(kong,))
    data = hand.to_json()
    assert data["melds"] == [
        {"type": "kong", "tiles": None, "concealed": True, "kind": "concealed", "boxes": [3, 4, 5, 6]}
    ]
    assert data["boxes"]["concealed"] == [None]
    assert HandReading.from_json(data) == hand
    assert hand.tile_count == 5


def test_no_tiles_give_an_empty_hand_and_a_warning() -> None:
    """A picture without tiles is a reading, not an error."""
    nothing = np.zeros((0, 43), dtype=np.float32)
    empty = Detections(nothing[:, :4], nothing[:, 0].astype(np.int64), nothing[:, 0], nothing)
    data = reading_of(photo(), empty, "test").to_json()
    assert data["hand"]["concealed"] == ""
    assert [warning["code"] for warning in data["warnings"]] == ["W_NO_TILES"]


def test_small_tiles_and_dark_photos_are_told() -> None:
    """Tiny tiles and a photo without light get advice for the next one."""
    found = detections()
    small = Detections(found.boxes / 4, found.classes, found.confidences, found.scores)
    assert "W_SMALL" in {w.code for w in reading_of(photo(), small, "test").warnings}
    stream = io.BytesIO()
    Image.new("RGB", (640, 320), (20, 20, 20)).save(stream, "PNG")
    assert "W_DARK" in {w.code for w in reading_of(load_photo(stream.getvalue()), found, "test").warnings}
    assert not {"W_SMALL", "W_DARK"} & {w.code for w in reading_of(photo(), found, "test").warnings}


def test_the_drawing_shows_boxes_and_melds(tmp_path: Path) -> None:
    """The drawing has the photo's shape above a legend, paints the tiles' borders and frames the meld."""
    reading = reading_of(photo(), detections(), "test")
    image = draw_reading(photo().pixels, reading)
    assert image.width == 2 * (image.height - LEGEND_HEIGHT)
    colours = {colour for _, colour in image.getcolors(1 << 20) or []}
    assert tuple(bytes.fromhex(MELD_FRAME[1:])) in colours
    path = save_drawing(photo(), reading, tmp_path / "new" / "folder")
    with Image.open(path) as saved:
        assert saved.size == image.size


@pytest.mark.parametrize("module", ["vision.api", "vision.layout", "vision.photo", "vision.draw"])
def test_importing_loads_no_heavy_library(module: str) -> None:
    """Whoever lays out, draws or opens photos does not wait for the detector's libraries."""
    heavy = "{'cv2', 'onnxruntime', 'torch', 'ultralytics', 'streamlit', 'pillow_heif'} & sys.modules.keys()"
    code = f"import sys, {module}; print(sorted({heavy}))"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "[]"
