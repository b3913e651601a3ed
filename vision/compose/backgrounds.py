"""Tables to lay tiles on."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.compose.picture import Image, read_image, resized

_FELT = ((20, 110, 60), (30, 90, 140), (110, 30, 40), (60, 60, 60), (150, 120, 80), (220, 215, 205), (35, 45, 40))


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
