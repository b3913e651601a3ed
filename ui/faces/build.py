"""Draws every tile face into ``ui/faces/svg``: ``python -m ui.faces.build FONT``.

``FONT`` is a Chinese font with traditional characters; the committed faces are made from LXGW WenKai Bold
(Debian: ``fonts-lxgw-wenkai``). Needs the ``dev`` extra. Another font gives another hand of the same set.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

from scoring.tiles import TILES, Tile
from ui.faces import BLANK_WHITE, SVG_FOLDER
from ui.faces.drawing import flowers, honors, suits
from ui.faces.drawing.glyphs import Brush
from ui.faces.drawing.pen import HEIGHT, IVORY, WIDTH, box, frame

DEFAULT_FONT = Path("/usr/share/fonts/truetype/lxgw-wenkai/LXGWWenKai-Bold.ttf")


def _tile_body(face: str, edge: str, light: str) -> str:
    """A tile seen from above: its edge below and to the right, its face with a light rim."""
    return (
        box(0, 0, WIDTH, HEIGHT, 36, edge)
        + box(3, 3, WIDTH - 6, HEIGHT - 15, 33, face)
        + frame(9, 9, WIDTH - 18, HEIGHT - 27, 28, 4, light)
    )


IVORY_BODY = _tile_body(IVORY, "#cbbd94", "#ffffff")
GREEN_BODY = _tile_body("#14734b", "#0a4a2f", "#3a9a6c")


def _ink(tile: Tile, brush: Brush) -> str:
    by_suit: dict[str, Callable[[], str]] = {
        "m": lambda: suits.characters(tile.rank, brush),
        "p": lambda: suits.dots(tile.rank),
        "s": lambda: suits.bamboo(tile.rank),
        "z": lambda: honors.white_dragon() if tile.code == "5z" else honors.honor(tile.code, brush),
        "f": lambda: flowers.flower(tile.code, brush),
        "x": lambda: flowers.flower(tile.code, brush),
        "j": lambda: honors.fly(brush),
        "back": lambda: honors.back_pattern("#6cc79b"),
    }
    return by_suit[tile.suit]()


def _svg(body: str, ink: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}">\n'
        f'<g class="body">{body}</g>\n<g class="ink">{ink}</g>\n</svg>\n'
    )


def build(font: Path, folder: Path) -> None:
    """Writes one SVG for each tile, and the blank white dragon, into ``folder``."""
    folder.mkdir(parents=True, exist_ok=True)
    brush = Brush(font)
    for tile in TILES:
        body = GREEN_BODY if tile.code == "back" else IVORY_BODY
        (folder / f"{tile.code}.svg").write_text(_svg(body, _ink(tile, brush)), encoding="utf-8")
    (folder / f"{BLANK_WHITE}.svg").write_text(_svg(IVORY_BODY, ""), encoding="utf-8")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("font", type=Path, nargs="?", default=DEFAULT_FONT)
    parser.add_argument("--out", type=Path, default=SVG_FOLDER)
    arguments = parser.parse_args()
    build(arguments.font, arguments.out)
