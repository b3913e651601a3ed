"""The tiles that a picker offers: plain data, the same for the tile strip and for the box editor."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import Any

from scoring import Tile
from ui.text import Words


def face_data(face: Tile, words: Words) -> dict[str, Any]:
    """One face: the code that an action names it by, and what it is called."""
    return {"code": face.code, "name": words.tile(face)}


def picker_data(faces: Iterable[Tile], words: Words) -> list[dict[str, Any]]:
    """Faces by suit.

    Args:
        faces: in the order of the set.
        words: the language.
    """
    return [
        {"suit": suit, "label": _suit(suit, words), "tiles": [face_data(face, words) for face in group]}
        for suit, group in groupby(faces, key=lambda face: face.suit)
    ]


def _suit(suit: str, words: Words) -> str:
    return words("boxes.back" if suit == "back" else f"suit.{suit}")
