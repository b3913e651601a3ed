"""The photo with a frame around every tile; tapping a frame opens the tile in the strip, and the other way."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import streamlit as st

from ui.text import Words
from vision.layout.checks import UNSURE
from vision.reading import Box, Reading

_HERE = Path(__file__).parent
_mount = st.components.v2.component(
    "hule_photo_view",
    html='<div class="photo"></div>',
    css=(_HERE / "photo_view.css").read_text(encoding="utf-8"),
    js=(_HERE / "photo_view.js").read_text(encoding="utf-8"),
)

MARGIN = 0.6
"""Room left around the tiles when only they are shown, in tile widths."""


def view(jpeg: bytes, reading: Reading, words: Words) -> dict[str, Any]:
    """Everything that the component draws: the picture, the frames, and the part of it with tiles."""
    return {
        "source": "data:image/jpeg;base64," + b64encode(jpeg).decode(),
        "width": reading.width,
        "height": reading.height,
        "crop": crop((seen.box for seen in reading.tiles), reading.width, reading.height),
        "boxes": [
            {
                "box": [round(edge) for edge in seen.box],
                "doubt": seen.confidence < UNSURE,
                "label": words("photo.box", tile=words.tile(seen.tile), number=number),
            }
            for number, seen in enumerate(reading.tiles, start=1)
        ],
        "text": {key: words(f"photo.{key}") for key in ("alt", "whole", "crop")},
    }


def crop(boxes: Iterable[Box], width: int, height: int) -> list[int]:
    """The part of the photo that holds all tiles with some room: x, y, width, height in pixels."""
    boxes = tuple(boxes)
    if not boxes:
        return [0, 0, width, height]
    room = MARGIN * sorted(x2 - x1 for x1, _, x2, _ in boxes)[len(boxes) // 2]
    left = max(0.0, min(x1 for x1, _, _, _ in boxes) - room)
    top = max(0.0, min(y1 for _, y1, _, _ in boxes) - room)
    right = min(float(width), max(x2 for _, _, x2, _ in boxes) + room)
    bottom = min(float(height), max(y2 for _, _, _, y2 in boxes) + room)
    return [round(left), round(top), round(right - left), round(bottom - top)]


def photo_view(data: dict[str, Any], *, key: str) -> None:
    """Shows the photo."""
    _mount(key=key, data=data)
