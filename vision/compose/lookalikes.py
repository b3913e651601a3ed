"""Things that look like tiles and are none: what the reader is shown so as to leave it alone."""

from __future__ import annotations

import cv2
import numpy as np

from vision.compose.picture import Image, random_colour
from vision.compose.prints import printed_strip, put_sign

_KEYS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-=?"


def add_clutter(rng: np.random.Generator, canvas: Image, count: int) -> None:
    """Draws things that are not tiles, in place: cards, keys, dominoes, dice, text, stripes, coins."""
    for _ in range(count):
        _THINGS[int(rng.integers(len(_THINGS)))](rng, canvas)


def fill_with_lookalikes(rng: np.random.Generator, canvas: Image) -> Image:
    """The table covered with one kind of thing, or strewn with several, seen at any angle."""
    if rng.random() < 0.5:
        add_clutter(rng, canvas, int(rng.integers(2, 16)))
    else:
        _COVERS[int(rng.integers(len(_COVERS)))](rng, canvas)
    if rng.random() < 0.3:
        return canvas
    height, width = canvas.shape[:2]
    matrix = np.eye(3)
    matrix[:2] = cv2.getRotationMatrix2D((width / 2, height / 2), float(rng.uniform(0, 360)), float(rng.uniform(1, 2)))
    tilt = np.eye(3)
    tilt[2, :2] = rng.normal(0, 0.25, 2) / max(width, height)
    return cv2.warpPerspective(canvas, tilt @ matrix, (width, height), borderMode=cv2.BORDER_REFLECT).astype(np.uint8)


def _place(rng: np.random.Generator, canvas: Image, low: float, high: float) -> tuple[int, int, int]:
    """A random corner and size in pixels; the size is a share of the picture's shorter side."""
    height, width = canvas.shape[:2]
    size = max(6, int(rng.uniform(low, high) * min(height, width)))
    return int(rng.integers(-size // 2, width)), int(rng.integers(-size // 2, height)), size


def _card(rng: np.random.Generator, canvas: Image) -> None:
    x, y, size = _place(rng, canvas, 0.1, 0.4)
    cv2.rectangle(canvas, (x, y), (x + int(size * 0.7), y + size), random_colour(rng, 215), -1)
    ink = (190, 30, 40) if rng.random() < 0.5 else (20, 20, 20)
    letter = "A23456789JQK"[int(rng.integers(12))]
    cv2.putText(canvas, letter, (x + size // 12, y + size // 4), cv2.FONT_HERSHEY_SIMPLEX, size / 120, ink, 2)
    for _ in range(int(rng.integers(1, 9))):
        spot = (x + int(size * rng.uniform(0.15, 0.55)), y + int(size * rng.uniform(0.3, 0.9)))
        cv2.drawMarker(canvas, spot, ink, cv2.MARKER_DIAMOND, max(4, size // 9), max(1, size // 40))


def _keyboard(rng: np.random.Generator, canvas: Image) -> None:
    x, y, size = _place(rng, canvas, 0.04, 0.13)
    dark = rng.random() < 0.5
    key, ink = (random_colour(rng, 10, 70), (220, 220, 220)) if dark else (random_colour(rng, 190), (30, 30, 30))
    rows, columns = int(rng.integers(2, 5)), int(rng.integers(4, 13))
    cv2.rectangle(canvas, (x - 4, y - 4), (x + columns * size + 4, y + rows * size + 4), random_colour(rng), -1)
    for row in range(rows):
        for column in range(columns):
            left, top = x + column * size + row * size // 4, y + row * size
            cv2.rectangle(canvas, (left + 1, top + 1), (left + size - 2, top + size - 2), key, -1)
            letter = _KEYS[int(rng.integers(len(_KEYS)))]
            cv2.putText(canvas, letter, (left + size // 4, top + int(size * 0.7)),
                        cv2.FONT_HERSHEY_SIMPLEX, size / 50, ink, 1, cv2.LINE_AA)  # fmt: skip


def _domino(rng: np.random.Generator, canvas: Image) -> None:
    x, y, size = _place(rng, canvas, 0.08, 0.25)
    body, ink = ((235, 232, 225), (20, 20, 20)) if rng.random() < 0.6 else ((25, 25, 28), (235, 235, 235))
    half = size // 2
    cv2.rectangle(canvas, (x, y), (x + half, y + size), body, -1)
    cv2.line(canvas, (x + 2, y + half), (x + half - 2, y + half), ink, max(1, size // 50))
    for top in (y, y + half):
        for _ in range(int(rng.integers(0, 7))):
            spot = rng.integers(1, 4, 2) * half // 4
            cv2.circle(canvas, (x + int(spot[0]), top + int(spot[1])), max(1, size // 22), ink, -1, cv2.LINE_AA)


def _dice(rng: np.random.Generator, canvas: Image) -> None:
    x, y, size = _place(rng, canvas, 0.03, 0.08)
    cv2.rectangle(canvas, (x, y), (x + size, y + size), (235, 230, 225), -1)
    ink = (200, 20, 30) if rng.random() < 0.4 else (20, 40, 130)
    for _ in range(int(rng.integers(1, 7))):
        spot = rng.integers(1, 4, 2) * size // 4
        cv2.circle(canvas, (x + int(spot[0]), y + int(spot[1])), max(1, size // 9), ink, -1, cv2.LINE_AA)


def _text(rng: np.random.Generator, canvas: Image) -> None:
    x, y, size = _place(rng, canvas, 0.03, 0.15)
    words = "".join(_KEYS[int(i)] for i in rng.integers(len(_KEYS), size=int(rng.integers(3, 14))))
    cv2.putText(
        canvas, words, (x, y + size), int(rng.integers(0, 8)), size / 30, random_colour(rng), max(1, size // 15)
    )


def _print(rng: np.random.Generator, canvas: Image) -> None:
    """A strip with Chinese print: a label, a ruler, a poster."""
    x, y, size = _place(rng, canvas, 0.05, 0.2)
    strip = printed_strip(rng, size * int(rng.integers(2, 9)), size)
    if rng.random() < 0.25:
        strip = np.ascontiguousarray(np.rot90(strip, int(rng.integers(1, 4))))
    left, top = max(x, 0), max(y, 0)
    area = canvas[top : y + strip.shape[0], left : x + strip.shape[1]]
    area[:] = strip[top - y :, left - x :][: area.shape[0], : area.shape[1]]


def _stripes(rng: np.random.Generator, canvas: Image) -> None:
    x, y, size = _place(rng, canvas, 0.1, 0.4)
    ink, step = random_colour(rng), int(rng.integers(3, 14))
    for offset in range(0, size, step):
        cv2.line(canvas, (x + offset, y), (x + offset, y + size), ink, max(1, step // 3))


def _coins(rng: np.random.Generator, canvas: Image) -> None:
    x, y, size = _place(rng, canvas, 0.03, 0.12)
    for _ in range(int(rng.integers(1, 7))):
        spot = (x + int(rng.integers(-2 * size, 2 * size)), y + int(rng.integers(-2 * size, 2 * size)))
        cv2.circle(canvas, spot, size // 2, random_colour(rng, 60), -1, cv2.LINE_AA)
        cv2.circle(canvas, spot, size // 3, random_colour(rng, 60), max(1, size // 20), cv2.LINE_AA)


def _box(rng: np.random.Generator, canvas: Image) -> None:
    x, y, size = _place(rng, canvas, 0.1, 0.5)
    box = ((float(x), float(y)), (float(size), size * float(rng.uniform(0.1, 1))), float(rng.uniform(0, 180)))
    cv2.fillPoly(canvas, [cv2.boxPoints(box).astype(np.int32)], random_colour(rng), cv2.LINE_AA)


def _page(rng: np.random.Generator, canvas: Image) -> None:
    """Lines of print in several sizes, as in a book or on a receipt."""
    if rng.random() < 0.8:
        canvas[:] = random_colour(rng, 200)
    y = 4
    while y < canvas.shape[0]:
        size = float(rng.choice([0.3, 0.4, 0.6, 1.0, 1.8]) * rng.uniform(0.8, 1.3))
        letters = "".join(_KEYS[int(i)] for i in rng.integers(len(_KEYS), size=60))
        text = letters.lower() if rng.random() < 0.6 else letters
        for blank in rng.integers(0, 60, 9):
            text = text[:blank] + " " + text[blank + 1 :]
        y += round(size * 30)
        ink = random_colour(rng, 0, 90) if rng.random() < 0.85 else (190, 40, 40)
        cv2.putText(canvas, text, (4, y), int(rng.integers(0, 8)), size, ink, max(1, round(size * 1.6)), cv2.LINE_AA)


def _signs_in_boxes(rng: np.random.Generator, canvas: Image) -> None:
    """A grid of boxes with a sign in each: a form, a crossword, letter stones of a word game, a calendar."""
    height, width = canvas.shape[:2]
    wide = int(rng.integers(16, 90))
    high = round(wide * rng.uniform(0.8, 1.6))
    gap = int(rng.integers(0, 1 + wide // 4))
    paper, ink = random_colour(rng, 190), random_colour(rng, 0, 110)
    framed, chinese = rng.random() < 0.6, rng.random() < 0.4
    side = max(4, round(min(wide, high) * float(rng.uniform(0.5, 0.95))))
    for top in range(-int(rng.integers(high)), height, high + gap):
        if rng.random() < 0.15:
            continue
        for left in range(-int(rng.integers(wide)), width, wide + gap):
            corners = (left, top), (left + wide, top + high)
            cv2.rectangle(canvas, *corners, paper, -1)
            if framed:
                cv2.rectangle(canvas, *corners, ink, max(1, wide // 30))
            if chinese:
                put_sign(rng, canvas, (left + (wide - side) // 2, top + (high - side) // 2), side, ink)
            elif rng.random() < 0.9:
                sign = _KEYS[int(rng.integers(len(_KEYS)))]
                scale = high / 45 * float(rng.uniform(0.7, 1.2))
                cv2.putText(canvas, sign, (left + wide // 5, top + round(high * 0.75)), int(rng.integers(0, 8)), scale,
                            ink, max(1, round(scale * 1.7)), cv2.LINE_AA)  # fmt: skip


def _pattern(rng: np.random.Generator, canvas: Image) -> None:
    """Wallpaper or tiles of a floor: one small shape again and again."""
    height, width = canvas.shape[:2]
    step = int(rng.integers(10, 80))
    cell = np.empty((step, step, 3), np.uint8)
    cell[:] = random_colour(rng)
    for _ in range(int(rng.integers(1, 5))):
        spot = (int(rng.integers(step)), int(rng.integers(step)))
        reach, ink, line = int(rng.integers(2, step)), random_colour(rng), int(rng.choice([-1, 1, 2, 3]))
        if rng.random() < 0.5:
            cv2.circle(cell, spot, reach // 2, ink, line, cv2.LINE_AA)
        else:
            box = ((float(spot[0]), float(spot[1])), (float(reach), reach * 0.6), float(rng.choice([0, 45, 90])))
            cv2.polylines(cell, [cv2.boxPoints(box).astype(np.int32)], True, ink, max(1, line), cv2.LINE_AA)
    canvas[:] = np.tile(cell, (height // step + 1, width // step + 1, 1))[:height, :width]


def _dominoes(rng: np.random.Generator, canvas: Image) -> None:
    for _ in range(int(rng.integers(6, 40))):
        _domino(rng, canvas)


def _cards(rng: np.random.Generator, canvas: Image) -> None:
    for _ in range(int(rng.integers(4, 20))):
        _card(rng, canvas)


_THINGS = (_card, _keyboard, _domino, _dice, _text, _print, _stripes, _coins, _box)
_COVERS = (_page, _signs_in_boxes, _signs_in_boxes, _pattern, _dominoes, _cards)
