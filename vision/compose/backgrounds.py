"""Tables to lay tiles on, and things that look like tiles and are none."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.compose.picture import Image, read_image, resized

_FELT = ((20, 110, 60), (30, 90, 140), (110, 30, 40), (60, 60, 60), (150, 120, 80), (220, 215, 205), (35, 45, 40))
_KEYS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-=?"


def load_textures(folder: Path | None, largest: int = 256) -> list[Image]:
    """Every picture under a folder, shrunk; an empty list without a folder."""
    if folder is None:
        return []
    textures = []
    for path in sorted(folder.rglob("*")):
        if path.suffix.lower() in {".jpg", ".jpeg", ".png"}:
            image = read_image(path)
            textures.append(resized(image, min(1.0, largest / max(image.shape[:2]))))
    return textures


def draw_background(rng: np.random.Generator, textures: Sequence[Image], width: int, height: int) -> Image:
    """A table top: a texture, or felt with a little grain."""
    if textures and rng.random() < 0.65:
        texture = textures[int(rng.integers(len(textures)))]
        zoom = float(np.exp(rng.uniform(0, 1.8))) * max(width, height) / (6 * max(texture.shape[:2])) + 0.3
        tile = cv2.resize(texture, None, fx=zoom, fy=zoom, interpolation=cv2.INTER_LINEAR)
        if rng.random() < 0.5:
            tile = cv2.rotate(tile, cv2.ROTATE_90_CLOCKWISE)
        # Mirrored repeats have no seams.
        repeats = (-(-height // (2 * tile.shape[0])), -(-width // (2 * tile.shape[1])), 1)
        block = np.vstack([np.hstack([tile, tile[:, ::-1]]), np.hstack([tile[::-1], tile[::-1, ::-1]])])
        return np.ascontiguousarray(np.tile(block, repeats)[:height, :width])
    colour = np.array(_FELT[int(rng.integers(len(_FELT)))]) + rng.normal(0, 20, 3)
    return draw_felt(rng, colour, float(rng.uniform(1, 10)), width, height)


def draw_felt(rng: np.random.Generator, colour: NDArray[np.float64], grain: float, width: int, height: int) -> Image:
    """Cloth of one colour (RGB) with a fine grain."""
    noise = rng.normal(0, grain, (height // 2 + 1, width // 2 + 1, 1))
    return cv2.resize((colour + noise).clip(0, 255).astype(np.uint8), (width, height)).astype(np.uint8)


def draw_wood(rng: np.random.Generator, colour: NDArray[np.float64], planks: int, width: int, height: int) -> Image:
    """Boards along the picture's width, with a long grain and dark joints."""
    fine = cv2.resize(rng.normal(0, 9, (height // 2, 24)).astype(np.float32), (width, height))
    broad = cv2.resize(rng.normal(0, 14, (max(height // 40, 2), 5)).astype(np.float32), (width, height),
                       interpolation=cv2.INTER_CUBIC)  # fmt: skip
    board = np.repeat(rng.normal(0, 6, planks), -(-height // planks))[:height, None]
    wood = (np.array(colour) + (fine + broad + board)[..., None]).clip(0, 255).astype(np.uint8)
    for joint in range(1, planks):
        cv2.line(wood, (0, joint * height // planks), (width, joint * height // planks),
                 tuple(float(c) * 0.45 for c in colour), 2, cv2.LINE_AA)  # fmt: skip
    return wood


def add_clutter(rng: np.random.Generator, canvas: Image, count: int) -> None:
    """Draws things that are not tiles, in place: cards, keys, dominoes, dice, text, stripes, coins."""
    kinds = (_card, _keyboard, _domino, _dice, _text, _stripes, _coins, _box)
    for _ in range(count):
        kinds[int(rng.integers(len(kinds)))](rng, canvas)


def _place(rng: np.random.Generator, canvas: Image, low: float, high: float) -> tuple[int, int, int]:
    """A random corner and size in pixels; the size is a share of the picture's shorter side."""
    height, width = canvas.shape[:2]
    size = max(6, int(rng.uniform(low, high) * min(height, width)))
    return int(rng.integers(-size // 2, width)), int(rng.integers(-size // 2, height)), size


def _colour(rng: np.random.Generator, low: int = 0, high: int = 256) -> tuple[int, int, int]:
    values = rng.integers(low, high, 3)
    return int(values[0]), int(values[1]), int(values[2])


def _card(rng: np.random.Generator, canvas: Image) -> None:
    x, y, size = _place(rng, canvas, 0.1, 0.4)
    cv2.rectangle(canvas, (x, y), (x + int(size * 0.7), y + size), _colour(rng, 215), -1)
    ink = (190, 30, 40) if rng.random() < 0.5 else (20, 20, 20)
    letter = "A23456789JQK"[int(rng.integers(12))]
    cv2.putText(canvas, letter, (x + size // 12, y + size // 4), cv2.FONT_HERSHEY_SIMPLEX, size / 120, ink, 2)
    for _ in range(int(rng.integers(1, 9))):
        spot = (x + int(size * rng.uniform(0.15, 0.55)), y + int(size * rng.uniform(0.3, 0.9)))
        cv2.drawMarker(canvas, spot, ink, cv2.MARKER_DIAMOND, max(4, size // 9), max(1, size // 40))


def _keyboard(rng: np.random.Generator, canvas: Image) -> None:
    x, y, size = _place(rng, canvas, 0.04, 0.13)
    dark = rng.random() < 0.5
    key, ink = (_colour(rng, 10, 70), (220, 220, 220)) if dark else (_colour(rng, 190), (30, 30, 30))
    rows, columns = int(rng.integers(2, 5)), int(rng.integers(4, 13))
    cv2.rectangle(canvas, (x - 4, y - 4), (x + columns * size + 4, y + rows * size + 4), _colour(rng), -1)
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
    cv2.putText(canvas, words, (x, y + size), int(rng.integers(0, 8)), size / 30, _colour(rng), max(1, size // 15))


def _stripes(rng: np.random.Generator, canvas: Image) -> None:
    x, y, size = _place(rng, canvas, 0.1, 0.4)
    ink, step = _colour(rng), int(rng.integers(3, 14))
    for offset in range(0, size, step):
        cv2.line(canvas, (x + offset, y), (x + offset, y + size), ink, max(1, step // 3))


def _coins(rng: np.random.Generator, canvas: Image) -> None:
    x, y, size = _place(rng, canvas, 0.03, 0.12)
    for _ in range(int(rng.integers(1, 7))):
        spot = (x + int(rng.integers(-2 * size, 2 * size)), y + int(rng.integers(-2 * size, 2 * size)))
        cv2.circle(canvas, spot, size // 2, _colour(rng, 60), -1, cv2.LINE_AA)
        cv2.circle(canvas, spot, size // 3, _colour(rng, 60), max(1, size // 20), cv2.LINE_AA)


def _box(rng: np.random.Generator, canvas: Image) -> None:
    x, y, size = _place(rng, canvas, 0.1, 0.5)
    box = ((float(x), float(y)), (float(size), size * float(rng.uniform(0.1, 1))), float(rng.uniform(0, 180)))
    cv2.fillPoly(canvas, [cv2.boxPoints(box).astype(np.int32)], _colour(rng), cv2.LINE_AA)
