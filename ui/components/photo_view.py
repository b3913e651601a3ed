"""The photo with a frame around every tile; tapping a frame opens the tile in the strip, and the other way."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import streamlit as st

from ui.hand import EditedHand, Piece
from ui.text import Words
from vision.layout.checks import UNSURE
from vision.reading import Box, Reading, SeenTile

_HERE = Path(__file__).parent
_SCRIPT = "\n".join((_HERE / f"{name}.js").read_text(encoding="utf-8") for name in ("nodes", "photo_view"))
_mount = st.components.v2.component(
    "hule_photo_view",
    html='<div class="photo"></div>',
    css=(_HERE / "photo_view.css").read_text(encoding="utf-8"),
    js=_SCRIPT,
)

MARGIN = 0.6
"""Room left around the tiles when only they are shown, in tile widths."""


def view(jpeg: bytes, reading: Reading, words: Words, hand: EditedHand | None = None) -> dict[str, Any]:
    """Everything that the component draws: the picture, the frames, and the part of it with tiles.

    Args:
        jpeg: the upright photo.
        reading: what was read from it.
        words: the language.
        hand: the hand on the page. Frames of tiles that it lacks are drawn faintly and can be tapped to add them;
            tiles that a person drew have frames, too. Without a hand every frame counts as used.
    """
    used = None if hand is None else {piece.box for piece in hand.pieces}
    drawn = [] if hand is None else [piece for piece in hand.pieces if piece.area is not None]
    boxes = [seen.box for seen in reading.tiles]
    return {
        "source": "data:image/jpeg;base64," + b64encode(jpeg).decode(),
        "width": reading.width,
        "height": reading.height,
        "crop": crop([*boxes, *(piece.area for piece in drawn if piece.area)], reading.width, reading.height),
        "usual": usual_size(boxes, reading.width),
        "boxes": [
            *(_frame(seen, at, used is None or at in used, words) for at, seen in enumerate(reading.tiles)),
            *(_drawn(piece, words) for piece in drawn),
        ],
        "text": {key: words(f"photo.{key}") for key in ("alt", "whole", "crop", "draw", "draw_now")},
    }


def _frame(seen: SeenTile, index: int, used: bool, words: Words) -> dict[str, Any]:
    key = "photo.box" if used else "photo.box_unused"
    return {
        "index": index,
        "box": [round(edge) for edge in seen.box],
        "doubt": used and seen.confidence < UNSURE,
        "used": used,
        "code": seen.tile.code,
        "label": words(key, tile=words.tile(seen.tile), number=index + 1),
    }


def _drawn(piece: Piece, words: Words) -> dict[str, Any]:
    return {
        "id": piece.id,
        "box": [round(edge) for edge in piece.area or ()],
        "doubt": False,
        "used": True,
        "code": piece.tile.code,
        "label": words("photo.box_drawn", tile=words.tile(piece.tile)),
    }


def usual_size(boxes: Sequence[Box], width: int) -> list[int]:
    """Width and height of a box that is tapped and not drawn: those of the middle tile, in pixels."""
    if not boxes:
        return [width // 14, width // 10]
    widths = sorted(x2 - x1 for x1, _, x2, _ in boxes)
    heights = sorted(y2 - y1 for _, y1, _, y2 in boxes)
    return [round(widths[len(boxes) // 2]), round(heights[len(boxes) // 2])]


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
