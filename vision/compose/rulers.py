"""What stands before a row of standing tiles and hides their feet: a rack's rim, or the ruler that pushes the wall."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.compose.picture import Image
from vision.compose.prints import printed_strip

MOST_HIDDEN = 0.27
"""Of a face's height: with a third hidden, the nine bamboos would be six."""

_PRINTED = 0.55


def ruler_before(rng: np.random.Generator, quads: Sequence[NDArray[np.float32]]) -> NDArray[np.float32]:
    """Where a ruler before these standing tiles lies in the picture.

    Args:
        quads: the faces' corners (4, 2), clockwise from the top left, in pixels.

    Returns:
        (4, 2) corners of the ruler in the same order; its upper edge crosses the faces.
    """
    feet = np.vstack([quad[2:] for quad in quads])
    along = quads[0][2] - quads[0][3]
    along /= np.linalg.norm(along)
    order = feet @ along
    left, right = feet[order.argmin()], feet[order.argmax()]
    up = np.mean([quad[0] - quad[3] for quad in quads], axis=0)
    hidden = up * float(rng.uniform(-0.04, MOST_HIDDEN))
    beyond = along * float(np.linalg.norm(up))
    ends = left - beyond * rng.uniform(0.2, 3), right + beyond * rng.uniform(0.2, 3)
    foot = -up * float(rng.uniform(0.3, 1.1))
    return np.array([ends[0] + hidden, ends[1] + hidden, ends[1] + foot, ends[0] + foot], np.float32)


def draw_ruler(rng: np.random.Generator, canvas: Image, quad: NDArray[np.float32]) -> None:
    """Draws a ruler in place: of one colour, often printed on."""
    length, height = (max(4, round(float(np.linalg.norm(quad[a] - quad[b])))) for a, b in ((1, 0), (3, 0)))
    if rng.random() < _PRINTED:
        strip = printed_strip(rng, length, height)
    else:
        shine = np.linspace(rng.uniform(0.7, 1), rng.uniform(0.9, 1.2), height)[:, None, None]
        strip = (rng.uniform(20, 230, 3) * np.broadcast_to(shine, (height, length, 1))).clip(0, 255).astype(np.uint8)
    strip[: max(1, height // 12)] = strip[: max(1, height // 12)] // 2 + np.uint8(rng.integers(30, 127))
    corners = np.array([[0, 0], [length, 0], [length, height], [0, height]], np.float32)
    matrix = cv2.getPerspectiveTransform(corners, quad)
    size = canvas.shape[1::-1]
    mask = np.zeros(canvas.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.round(quad).astype(np.int32), 255)
    drawn = cv2.warpPerspective(strip, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    np.copyto(canvas, drawn.astype(np.uint8), where=mask[..., None] > 0)


def visible_face(quad: NDArray[np.float32], ruler: NDArray[np.float32]) -> NDArray[np.float32]:
    """The corners of a standing tile's face (4, 2) with its lower ones moved up to the ruler's upper edge."""
    start, edge = ruler[0], ruler[1] - ruler[0]

    def height_above(point: NDArray[np.float32]) -> float:
        return float(edge[1] * (point[0] - start[0]) - edge[0] * (point[1] - start[1]))

    seen = quad.copy()
    for top, foot in ((0, 3), (1, 2)):
        above, below = height_above(quad[top]), height_above(quad[foot])
        if below < 0 < above:
            seen[foot] = quad[top] + (quad[foot] - quad[top]) * (above / (above - below))
    return seen
