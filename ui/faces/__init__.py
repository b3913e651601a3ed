"""The pictures of the tiles (牌面), drawn by us as SVG, 300 by 400 units.

Each file holds two groups, the tile's ``body`` (ivory, or green for the back) and the ``ink`` on it.
:mod:`ui.faces.build` draws them, :mod:`ui.faces.rasterise` turns them into pixels.
"""

from __future__ import annotations

import re
from base64 import b64encode
from functools import cache
from pathlib import Path

from scoring.tiles import Tile

SVG_FOLDER = Path(__file__).parent / "svg"
BLANK_WHITE = "5z-blank"
"""File name of the white dragon of the sets that leave it empty."""

_BODY = re.compile(r'<g class="body">.*</g>\n')


@cache
def face_svg(tile: Tile, *, body: bool = True, blank_white: bool = False) -> str:
    """The face of a tile as an SVG document.

    Args:
        tile: any tile, the back included.
        body: whether the tile itself is drawn; without it only the ink, on nothing.
        blank_white: whether the white dragon is a blank tile instead of a frame; other tiles ignore it.
    """
    name = BLANK_WHITE if blank_white and tile.code == "5z" else tile.code
    text = (SVG_FOLDER / f"{name}.svg").read_text(encoding="utf-8")
    return text if body else _BODY.sub("", text)


@cache
def face_url(tile: Tile) -> str:
    """The face as a ``data:`` address, for ``<img>`` and CSS."""
    return "data:image/svg+xml;base64," + b64encode(face_svg(tile).encode()).decode()
