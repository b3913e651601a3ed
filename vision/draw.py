"""The photo with its boxes: numbered, coloured by suit, melds and the winning tile framed, doubtful tiles dashed."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from vision.layout.checks import UNSURE
from vision.photo import Photo
from vision.reading import Box, Reading

SUIT_COLOURS = {
    "m": "#c62828", "p": "#1565c0", "s": "#2e7d32", "z": "#6a1b9a", "f": "#ad6800", "back": "#546e7a",
}  # fmt: skip
"""Border and label of each suit; all carry white text at a contrast of 4.5 or more."""

DASHES = ("#000000", "#ffffff")
"""Dashed border of a tile that the reader is unsure of, and the gaps; its label ends in a question mark."""

LEFT_OUT = "#9e9e9e"
"""Border of a tile that belongs to no hand."""

MELD_FRAME = "#ffd600"
"""Frame around a meld, and around the winning tile."""

LEGEND_HEIGHT = 30
"""Height in pixels of the strip below the photo that says what the colours mean."""


def draw_reading(pixels: NDArray[np.uint8], reading: Reading, long_side: int = 1600) -> Image.Image:
    """The photo with a box, its number and its tile's code on every tile, and a legend below.

    Args:
        pixels: uint8 array (height, width, 3) of the upright photo, in any size with its sides' ratio.
        reading: what was read from it.
        long_side: of the photo drawn, at least 640 so that small photos stay legible.
    """
    side = max(640, min(long_side, 2 * max(reading.width, reading.height)))
    scale = side / max(reading.width, reading.height)
    size = (round(reading.width * scale), round(reading.height * scale))
    image = Image.new("RGB", (size[0], size[1] + LEGEND_HEIGHT), "white")
    image.paste(Image.fromarray(pixels).resize(size, Image.Resampling.BILINEAR))
    canvas = ImageDraw.Draw(image)
    in_hand = frozenset().union(*(hand.boxes for hand in (reading.hand, *reading.other_hands)))
    colours = [SUIT_COLOURS[seen.tile.suit] if at in in_hand else LEFT_OUT for at, seen in enumerate(reading.tiles)]
    for seen, colour in zip(reading.tiles, colours, strict=True):
        _border(canvas, _scaled(seen.box, scale), colour, seen.confidence < UNSURE)
    # Labels last, so that no neighbour's border hides a number.
    for number, (seen, colour) in enumerate(zip(reading.tiles, colours, strict=True)):
        doubt = "?" if seen.confidence < UNSURE else ""
        _label(canvas, _scaled(seen.box, scale), f"{number}: {seen.tile.code}{doubt}", colour)
    for meld in reading.hand.melds:
        _frame(canvas, [_scaled(reading.tiles[i].box, scale) for i in meld.boxes])
    if reading.hand.win_tile and reading.hand.win_tile.box is not None:
        _frame(canvas, [_scaled(reading.tiles[reading.hand.win_tile.box].box, scale)])
    _legend(canvas, size[1])
    return image


def save_drawing(photo: Photo, reading: Reading, folder: Path) -> Path:
    """Writes the photo with its boxes into a folder, which is made where it is missing.

    Returns:
        The JPEG written: the photo's name and the start of its hash, so that no two photos share one.

    Raises:
        OSError: when the folder cannot be written to.
    """
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{Path(photo.name).stem}-{photo.sha256[:8]}.jpg"
    draw_reading(photo.preview, reading).save(path, "JPEG", quality=88)
    return path


def _scaled(box: Box, scale: float) -> Box:
    x1, y1, x2, y2 = (edge * scale for edge in box)
    return x1, y1, x2, y2


def _border(canvas: ImageDraw.ImageDraw, box: Box, colour: str, doubtful: bool) -> None:
    """The edge of a box; of a doubtful one twice as wide and dashed, so that no suit's colour looks like it."""
    x1, y1, x2, y2 = box
    width = max(2, round((x2 - x1) / 24))
    if not doubtful:
        canvas.rectangle(box, outline=colour, width=width)
        return
    on, off = DASHES
    canvas.rectangle(box, outline=off, width=2 * width)
    dash = max(6, round((x2 - x1) / 8))
    for x in np.arange(x1, x2, 2 * dash):
        for y in (y1, y2 - 2 * width):
            canvas.rectangle((x, y, min(x + dash, x2), y + 2 * width), fill=on)
    for y in np.arange(y1, y2, 2 * dash):
        for x in (x1, x2 - 2 * width):
            canvas.rectangle((x, y, x + 2 * width, min(y + dash, y2)), fill=on)


def _label(canvas: ImageDraw.ImageDraw, box: Box, text: str, colour: str) -> None:
    """Number and code on a plate above the box or, at the photo's edge, inside it."""
    x1, y1, x2, _ = box
    font = ImageFont.load_default(size=min(max(11, (x2 - x1) * 0.34), 40))
    left, top, right, bottom = canvas.textbbox((0, 0), text, font=font)
    plate_width, plate_height = right - left + 4, bottom - top + 4
    corner_y = y1 - plate_height if y1 >= plate_height else y1
    canvas.rectangle((x1, corner_y, x1 + plate_width, corner_y + plate_height), fill=colour)
    canvas.text((x1 + 2 - left, corner_y + 2 - top), text, fill="white", font=font)


def _frame(canvas: ImageDraw.ImageDraw, boxes: list[Box]) -> None:
    edges = np.array(boxes)
    spread = float(np.median(edges[:, 2] - edges[:, 0])) * 0.08 + 2
    x1, y1 = edges[:, :2].min(axis=0) - spread
    x2, y2 = edges[:, 2:].max(axis=0) + spread
    canvas.rounded_rectangle((x1, y1, x2, y2), radius=spread * 2, outline=MELD_FRAME, width=3)


def _legend(canvas: ImageDraw.ImageDraw, top: int) -> None:
    """What the borders mean, on the strip below the photo."""
    font = ImageFont.load_default(size=14)
    x, height = 6.0, 16
    y = top + (LEGEND_HEIGHT - height) / 2
    for colour, text in (*((colour, suit) for suit, colour in SUIT_COLOURS.items()), (LEFT_OUT, "in no hand")):
        canvas.rectangle((x, y, x + height, y + height), fill=colour)
        x = _legend_text(canvas, x + height, y, text, font)
    _border(canvas, (x, y, x + 2 * height, y + height), "", doubtful=True)
    x = _legend_text(canvas, x + 2 * height, y, "unsure", font)
    canvas.rounded_rectangle((x, y, x + 2 * height, y + height), radius=6, outline=MELD_FRAME, width=3)
    _legend_text(canvas, x + 2 * height, y, "meld, winning tile", font)


_Font = ImageFont.ImageFont | ImageFont.FreeTypeFont


def _legend_text(canvas: ImageDraw.ImageDraw, x: float, y: float, text: str, font: _Font) -> float:
    """Writes beside a sample; returns where the next sample begins."""
    canvas.text((x + 4, y), text, fill="black", font=font)
    return x + 4 + float(canvas.textlength(text, font=font)) + 14
