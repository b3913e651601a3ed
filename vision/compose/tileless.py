"""Photographs without any mahjong tile, drawn: what a careless reader would take for tiles.

Six kinds: computer keys, playing cards, dominoes, printed text, patterned cloth, things of a kitchen. Training
never sees these drawings: what it is shown as "no tile" (``vision.compose.lookalikes``) is drawn by other code, with
other letters and shapes, and knows nothing of a kitchen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image as Pictures
from PIL import ImageDraw, ImageFont

from vision.compose.backgrounds import draw_felt, draw_wood
from vision.compose.effects import develop
from vision.compose.picture import Image, random_colour

WIDTH, HEIGHT = 2016, 1512
"""Size in which pictures are drawn; a phone's 12 megapixels are this, doubled."""

_WORDS = (
    "the", "quick", "table", "of", "four", "players", "says", "who", "pays", "whom", "2026", "1,280.00", "No.", "7",
)  # fmt: skip


def tileless_pictures(of_each: int, seed: int = 1) -> Iterator[tuple[str, Image]]:
    """``of_each`` pictures of every kind, 4032 by 3024 pixels, with the name of the kind; the same for a seed."""
    for number, (kind, draw) in enumerate(KINDS.items()):
        for nth in range(of_each):
            rng = np.random.default_rng((seed, number, nth))
            picture = develop(rng, _seen_at_an_angle(rng, draw(rng)), float(rng.uniform(0.7, 1.1)))
            yield kind, cv2.resize(picture, (2 * WIDTH, 2 * HEIGHT), interpolation=cv2.INTER_CUBIC).astype(np.uint8)


def _seen_at_an_angle(rng: np.random.Generator, flat: Image) -> Image:
    """The picture of something flat by a hand-held camera: turned a little and in perspective."""
    corners = np.array([[0, 0], [WIDTH, 0], [WIDTH, HEIGHT], [0, HEIGHT]], np.float32)
    moved = corners + rng.uniform(-0.14, 0.14, (4, 2)).astype(np.float32) * np.float32(HEIGHT)
    matrix = cv2.getPerspectiveTransform(corners, moved.astype(np.float32))
    warped = cv2.warpPerspective(flat, matrix, (WIDTH, HEIGHT), borderMode=cv2.BORDER_REFLECT)
    return np.ascontiguousarray(np.rot90(warped, 2) if rng.random() < 0.3 else warped).astype(np.uint8)


@cache
def _font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(size)


def _table(rng: np.random.Generator) -> Pictures.Image:
    """A table top of wood or of one colour."""
    colour = rng.uniform(40, 220, 3)
    wooden = rng.random() < 0.5
    table = draw_wood(rng, colour, 6, WIDTH, HEIGHT) if wooden else draw_felt(rng, colour, 4.0, WIDTH, HEIGHT)
    return Pictures.fromarray(table)


def _keys(rng: np.random.Generator) -> Image:
    """A laptop's keyboard from above: rounded keys with a rim of light, letters, symbols, a space bar."""
    dark = rng.random() < 0.6
    body, cap = (
        (random_colour(rng, 20, 60), random_colour(rng, 40, 80))
        if dark
        else (random_colour(rng, 170, 210), random_colour(rng, 225, 250))
    )
    letters = (235, 235, 235) if dark else (40, 40, 45)
    picture = Pictures.new("RGB", (WIDTH, HEIGHT), body)
    pen = ImageDraw.Draw(picture)
    pitch = int(rng.integers(90, 210))
    cap_height = round(pitch * rng.uniform(0.75, 0.95))
    marks = [*"1234567890QWERTYUIOPASDFGHJKLZXCVBNM;:,./<>?[]{}+-=*&%$#@!", "esc", "tab", "fn", "ctrl"]
    for row, top in enumerate(range(20, HEIGHT, pitch)):
        left = 20 + row % 4 * pitch // 3
        while left < WIDTH:
            wide = pitch * (3 if rng.random() < 0.05 else 1)
            key = (left, top, left + wide - pitch // 8, top + cap_height - pitch // 10)
            pen.rounded_rectangle(key, pitch // 9, cap, tuple(c + 14 for c in cap), 2)
            mark = str(rng.choice(marks))
            pen.text((left + pitch // 6, top + pitch // 9), mark, letters, _font(round(pitch * 0.3)))
            left += wide
    return np.asarray(picture)


def _cards(rng: np.random.Generator) -> Image:
    """Playing cards, singly and in fans: pips in two columns, corner indices, court cards with a pattern."""
    picture = _table(rng)
    for _ in range(int(rng.integers(4, 16))):
        card = _card(rng)
        turned = card.rotate(float(rng.uniform(0, 360)), Pictures.Resampling.BICUBIC, expand=True)
        picture.paste(turned, (int(rng.integers(-100, WIDTH - 200)), int(rng.integers(-100, HEIGHT - 200))), turned)
    return np.asarray(picture)


def _card(rng: np.random.Generator) -> Pictures.Image:
    width = int(rng.integers(150, 330))
    height = round(width * 1.42)
    card = Pictures.new("RGBA", (width, height), (0, 0, 0, 0))
    pen = ImageDraw.Draw(card)
    pen.rounded_rectangle((0, 0, width - 1, height - 1), width // 14, (250, 249, 244, 255), (150, 150, 150, 255), 2)
    ink = (200, 25, 35, 255) if rng.random() < 0.5 else (25, 25, 28, 255)
    rank = int(rng.integers(1, 14))
    name = {1: "A", 11: "J", 12: "Q", 13: "K"}.get(rank, str(rank))
    pen.text((width * 0.06, height * 0.03), name, ink, _font(width // 5))
    pip = width // 9
    if rank > 10:
        pen.rectangle((width * 0.22, height * 0.16, width * 0.78, height * 0.84), (245, 225, 150, 255), ink, 3)
        for top in range(round(height * 0.2), round(height * 0.8), pip):
            pen.line((width * 0.24, top, width * 0.76, top + pip), random_colour(rng, 20, 230), pip // 3)
    for n in range(min(rank, 10)):
        x = width * (0.32 if n % 2 == 0 else 0.68) if rank > 1 else width * 0.5
        y = height * (0.2 + 0.6 * (n // 2) / max((rank - 1) // 2, 1)) if rank > 1 else height * 0.5
        pen.polygon([(x, y - pip), (x + pip * 0.75, y), (x, y + pip), (x - pip * 0.75, y)], ink)
    return card


def _dominoes(rng: np.random.Generator) -> Image:
    """A game of dominoes: a line of stones with bevelled edges and a pin in the middle."""
    picture = _table(rng)
    light = rng.random() < 0.7
    body, ink = ((240, 236, 224), (25, 25, 30)) if light else ((28, 28, 32), (240, 240, 240))
    short = int(rng.integers(70, 170))
    for _ in range(int(rng.integers(8, 30))):
        stone = Pictures.new("RGBA", (short, 2 * short), (0, 0, 0, 0))
        pen = ImageDraw.Draw(stone)
        pen.rounded_rectangle((0, 0, short - 1, 2 * short - 1), short // 10, (*body, 255), (120, 118, 110, 255), 3)
        pen.line((short * 0.12, short, short * 0.88, short), (*ink, 255), max(2, short // 30))
        pen.circle((short / 2, short), short / 14, (190, 160, 70, 255))
        for half in range(2):
            for x, y in _PIPS[int(rng.integers(7))]:
                pen.circle((short * x, short * (half + y)), short / 11, (*ink, 255))
        angle = float(rng.choice([0, 90, 180, 270]) + rng.normal(0, 4))
        turned = stone.rotate(angle, Pictures.Resampling.BICUBIC, expand=True)
        picture.paste(turned, (int(rng.integers(0, WIDTH - 100)), int(rng.integers(0, HEIGHT - 100))), turned)
    return np.asarray(picture)


_LOW, _MIDDLE, _HIGH = 0.25, 0.5, 0.75
_CORNERS = ((_LOW, _LOW), (_HIGH, _HIGH), (_LOW, _HIGH), (_HIGH, _LOW))
_PIPS = (
    (),
    ((_MIDDLE, _MIDDLE),),
    _CORNERS[:2],
    (*_CORNERS[:2], (_MIDDLE, _MIDDLE)),
    _CORNERS,
    (*_CORNERS, (_MIDDLE, _MIDDLE)),
    (*_CORNERS, (_LOW, _MIDDLE), (_HIGH, _MIDDLE)),
)
"""Where the pips of 0 to 6 lie on a half."""


def _text(rng: np.random.Generator) -> Image:
    """Printed pages: paragraphs, headlines, a table of figures, boxes with single large signs."""
    picture = Pictures.new("RGB", (WIDTH, HEIGHT), random_colour(rng, 225, 255))
    pen = ImageDraw.Draw(picture)
    y = 30
    while y < HEIGHT:
        size = int(rng.choice([22, 28, 36, 54, 90, 150], p=[0.3, 0.25, 0.2, 0.12, 0.08, 0.05]))
        ink = random_colour(rng, 0, 70) if rng.random() < 0.8 else (190, 30, 40)
        if rng.random() < 0.15:
            for x in range(40, WIDTH - size, round(size * 1.6)):
                pen.rectangle((x, y, x + size * 1.3, y + size * 1.5), None, ink, 3)
                sign = str(rng.choice(list("8B5S29#%@&XZEHW1")))
                pen.text((x + size * 0.3, y + size * 0.15), sign, ink, _font(size))
            y += round(size * 1.8)
        else:
            line = " ".join(rng.choice(_WORDS) for _ in range(WIDTH // (size * 2)))
            pen.text((40, y), line, ink, _font(size))
            y += round(size * 1.35)
    return np.asarray(picture)


def _cloth(rng: np.random.Generator) -> Image:
    """Patterned cloth: checks, dots, diamonds or flowers on a woven ground."""
    ground = draw_felt(rng, rng.uniform(60, 245, 3), 9.0, WIDTH, HEIGHT)
    picture = Pictures.fromarray(ground)
    pen = ImageDraw.Draw(picture, "RGBA")
    first, second = (*random_colour(rng, 0, 256), 170), (*random_colour(rng, 0, 256), 190)
    step = int(rng.integers(50, 190))
    pattern = int(rng.integers(4))
    for row, y in enumerate(range(0, HEIGHT + step, step)):
        if pattern == 0:
            pen.rectangle((0, y, WIDTH, y + step // 2), first)
        for x in range(-(row % 2) * step // 2, WIDTH + step, step):
            if pattern == 0 and row == 0:
                pen.rectangle((x, 0, x + step // 2, HEIGHT), second)
            elif pattern == 1:
                pen.circle((x, y), step * 0.28, first)
            elif pattern == 2:
                reach = step * 0.42
                pen.polygon([(x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y)], first, second, 4)
            elif pattern == 3:
                for turn in np.arange(5) * 2 * np.pi / 5:
                    petal = step * 0.2
                    pen.circle((x + np.cos(turn) * petal, y + np.sin(turn) * petal), petal * 0.8, first)
                pen.circle((x, y), step * 0.1, second)
    return np.asarray(picture)


def _kitchen(rng: np.random.Generator) -> Image:
    """A laid kitchen table: plates, cups, cutlery, sugar cubes, biscuits with holes, a chequered tea towel."""
    picture = _table(rng)
    pen = ImageDraw.Draw(picture)
    for _ in range(int(rng.integers(10, 32))):
        x, y, size = float(rng.uniform(0, WIDTH)), float(rng.uniform(0, HEIGHT)), float(rng.uniform(40, 150))
        _THINGS[int(rng.integers(len(_THINGS)))](rng, pen, x, y, size)
    return np.asarray(picture)


def _plate(rng: np.random.Generator, pen: ImageDraw.ImageDraw, x: float, y: float, size: float) -> None:
    pen.circle((x, y), size * 1.8, (246, 246, 242), (205, 205, 200), 3)
    pen.circle((x, y), size * 1.2, None, random_colour(rng, 60, 220), 6)


def _cup(rng: np.random.Generator, pen: ImageDraw.ImageDraw, x: float, y: float, size: float) -> None:
    pen.circle((x + size * 0.9, y), size * 0.35, None, (230, 228, 220), 12)
    pen.circle((x, y), size * 0.8, (235, 233, 226), (180, 178, 170), 4)
    pen.circle((x, y), size * 0.65, random_colour(rng, 40, 110))


def _spoon(rng: np.random.Generator, pen: ImageDraw.ImageDraw, x: float, y: float, size: float) -> None:
    reach = rng.normal(0, 1, 2) * size * 2
    pen.line((x, y, x + reach[0], y + reach[1]), (190, 192, 196), round(size / 6))
    pen.circle((x, y), size * 0.35, (200, 202, 206), (150, 152, 156), 3)


def _sugar(rng: np.random.Generator, pen: ImageDraw.ImageDraw, x: float, y: float, size: float) -> None:
    for column in range(int(rng.integers(1, 5))):
        left = x + column * size * 0.65
        pen.rounded_rectangle((left, y, left + size * 0.6, y + size * 0.6), 5, (250, 250, 248), (205, 205, 205), 3)


def _biscuit(rng: np.random.Generator, pen: ImageDraw.ImageDraw, x: float, y: float, size: float) -> None:
    pen.rounded_rectangle((x, y, x + size, y + size * 1.35), size * 0.12, (222, 178, 110), (170, 120, 60), 4)
    for row in range(4):
        for column in range(3):
            pen.circle((x + size * (0.22 + 0.28 * column), y + size * (0.2 + 0.3 * row)), size * 0.04, (140, 95, 45))


def _towel(rng: np.random.Generator, pen: ImageDraw.ImageDraw, x: float, y: float, size: float) -> None:
    ink = random_colour(rng, 60, 200)
    pen.rectangle((x, y, x + size * 4, y + size * 3), (244, 243, 238))
    for n in range(9):
        pen.line((x + n * size / 2, y, x + n * size / 2, y + size * 3), ink, 6)
        if n < 7:
            pen.line((x, y + n * size / 2, x + size * 4, y + n * size / 2), ink, 6)


_THINGS: tuple[Callable[[np.random.Generator, ImageDraw.ImageDraw, float, float, float], None], ...] = (
    _plate, _cup, _spoon, _sugar, _biscuit, _towel,
)  # fmt: skip

KINDS: dict[str, Callable[[np.random.Generator], NDArray[np.uint8]]] = {
    "keys": _keys, "cards": _cards, "dominoes": _dominoes, "text": _text, "cloth": _cloth, "kitchen": _kitchen,
}  # fmt: skip
"""How each kind is drawn: ``WIDTH`` by ``HEIGHT`` pixels, RGB."""
