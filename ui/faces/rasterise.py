"""Tile faces as PNG files: ``python -m ui.faces.rasterise OUT --size 160 [--ink]``.

Needs the ``dev`` extra. The files are named after the tiles, ``3m.png``; the blank white dragon is
``5z-blank.png``. With ``--ink`` only the ink is drawn, on transparent ground.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from scoring.tiles import TILES, tile
from ui.faces import BLANK_WHITE, face_svg


def png(svg: str, width: int) -> bytes:
    """An SVG document as a PNG of this width in pixels, the height following, alpha kept."""
    import resvg_py

    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width, skip_system_fonts=True))


def rasterise(folder: Path, size: int, *, body: bool = True) -> None:
    """Writes every face ``size`` pixels wide into ``folder``."""
    folder.mkdir(parents=True, exist_ok=True)
    for face in TILES:
        (folder / f"{face.code}.png").write_bytes(png(face_svg(face, body=body), size))
    blank = face_svg(tile("5z"), body=body, blank_white=True)
    (folder / f"{BLANK_WHITE}.png").write_bytes(png(blank, size))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--size", type=int, default=160, help="width in pixels")
    parser.add_argument("--ink", action="store_true", help="only the ink, on transparent ground")
    arguments = parser.parse_args()
    rasterise(arguments.out, arguments.size, body=not arguments.ink)
