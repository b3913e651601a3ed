"""Draws one tile as a solid body into a picture: side walls, coloured back, rounded face."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.compose.picture import Image, bounding_box

BACK_COLOURS = (
    (30, 120, 70), (20, 90, 60), (40, 90, 170), (90, 170, 220), (240, 170, 40), (200, 60, 40),
    (60, 60, 65), (130, 80, 150), (230, 200, 120), (190, 150, 100),
)  # fmt: skip
"""Colours of tile backs, RGB."""


@dataclass(frozen=True)
class Material:
    """What a set of tiles is made of.

    Attributes:
        ivory: tint of the face, a factor for each channel.
        back: RGB of the back.
        ivory_share: share of the thickness that is ivory, the rest being the back's colour.
        corner: radius of the rounded corners, as a share of the face's width.
    """

    ivory: tuple[float, float, float]
    back: tuple[int, int, int]
    ivory_share: float
    corner: float


def random_material(rng: np.random.Generator) -> Material:
    """A tile set's material."""
    warm = float(rng.uniform(0, 0.22)) if rng.random() < 0.6 else 0.0
    level = float(rng.uniform(0.82, 1.06))
    back = BACK_COLOURS[int(rng.integers(len(BACK_COLOURS)))]
    varied = tuple(int(np.clip(c + rng.normal(0, 18), 0, 255)) for c in back)
    return Material(
        ivory=(level, level * (1 - warm * 0.3), level * (1 - warm)),
        back=(varied[0], varied[1], varied[2]),
        ivory_share=float(rng.choice([0.55, 0.65, 0.75, 1.0])),
        corner=float(rng.uniform(0.04, 0.16)),
    )


def rounded_mask(height: int, width: int, corner: float) -> NDArray[np.uint8]:
    """255 inside a rectangle with rounded corners."""
    mask = np.zeros((height, width), np.uint8)
    radius = max(1, round(corner * width))
    cv2.rectangle(mask, (radius, 0), (width - 1 - radius, height - 1), 255, -1)
    cv2.rectangle(mask, (0, radius), (width - 1, height - 1 - radius), 255, -1)
    for x in (radius, width - 1 - radius):
        for y in (radius, height - 1 - radius):
            cv2.circle(mask, (x, y), radius, 255, -1)
    return mask


def draw_tile(
    canvas: Image,
    face: Image,
    quad: NDArray[np.float32],
    wall: NDArray[np.float32],
    material: Material,
    face_down: bool,
    shade: float,
) -> None:
    """Draws a tile in place.

    Args:
        canvas: RGB picture, changed in place.
        face: RGB picture of what is on top, upright.
        quad: float32 (4, 2), where the face's corners go: its top left, then clockwise in the face's sense.
        wall: float32 (2,), how far the opposite side of the body lies from the face, in pixels.
        material: tints and proportions.
        face_down: whether the top is the coloured back, so that the walls begin with its colour.
        shade: brightness of the walls as a factor.
    """
    ivory = np.array(material.ivory) * 225 * shade
    back = np.array(material.back) * shade
    share = material.ivory_share if not face_down else 1 - material.ivory_share
    near, far = (ivory, back) if not face_down else (back, ivory)
    if abs(wall).max() >= 0.7:
        _fill_hull(canvas, np.vstack([quad, quad + wall]), far)
        if share > 0:
            _fill_hull(canvas, np.vstack([quad, quad + wall * share]), near)
    _paste(canvas, face, quad, material)


def _fill_hull(canvas: Image, points: NDArray[np.float32], colour: NDArray[np.float64]) -> None:
    hull = cv2.convexHull(points.astype(np.float32))
    rgb = tuple(float(c) for c in colour.clip(0, 255))
    cv2.fillConvexPoly(canvas, np.round(hull * 8).astype(np.int32), rgb, cv2.LINE_AA, 3)


def _paste(canvas: Image, face: Image, quad: NDArray[np.float32], material: Material) -> None:
    height, width = canvas.shape[:2]
    x1, y1, x2, y2 = bounding_box(quad)
    left, top = max(0, int(x1) - 1), max(0, int(y1) - 1)
    right, bottom = min(width, int(x2) + 2), min(height, int(y2) + 2)
    if right - left < 2 or bottom - top < 2:
        return
    # Shrink to about the size wanted first, for a warp alone would alias.
    edge = max(float(np.linalg.norm(quad[3] - quad[0])), float(np.linalg.norm(quad[2] - quad[1])), 4.0)
    across = max(float(np.linalg.norm(quad[1] - quad[0])), float(np.linalg.norm(quad[2] - quad[3])), 3.0)
    size = (min(face.shape[1], max(4, round(across * 1.15))), min(face.shape[0], max(4, round(edge * 1.15))))
    small = cv2.resize(face, size, interpolation=cv2.INTER_AREA)
    mask = rounded_mask(size[1], size[0], material.corner)
    corners = np.array([[0, 0], [size[0], 0], [size[0], size[1]], [0, size[1]]], np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(corners, (quad - (left, top)).astype(np.float32))
    window = (right - left, bottom - top)
    patch = cv2.warpPerspective(small, matrix, window, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    alpha = cv2.warpPerspective(mask, matrix, window, flags=cv2.INTER_LINEAR).astype(np.uint16)[..., None]
    tint = (np.array(material.ivory) * 256).astype(np.uint16)
    lit = np.minimum((patch.astype(np.uint32) * tint) >> 8, 255).astype(np.uint16)
    area = canvas[top:bottom, left:right]
    area[:] = ((lit * alpha + area * (255 - alpha)) // 255).astype(np.uint8)
