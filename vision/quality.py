"""What is wrong with a photo itself: too dark, blurred, cut off, or the tiles too small to be told."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from vision.detections import Detections
from vision.photo import Photo
from vision.reading import ReadingWarning

DARK = 45
"""Mean brightness of the tiles, 0 to 255, below which they are hard to read: ivory in room light is above 120."""

SMALL = 16
"""Narrow side of a tile in pixels of the photo below which faces run together."""

BLACK = 40
"""Brightness, 0 to 255, that the brightest twentieth of a photo must reach: below it even ivory is black."""

SHARP_SIDE = 1024
"""Long side, in pixels, at which sharpness is measured, so that it means the same for every camera."""

SHARP_BLOCK = 64
"""Side of the squares whose sharpness is compared, about a tile of a whole hand."""

BLURRED = 1.6
"""Contrast of edges, in every direction, that the sharpest tenth of the squares must reach. Softer than any real
photo of tiles that we know, sharper than one out of focus by four pixels."""

WHOLE = 0.8
"""A tile at the rim is cut where it shows less than this share of the others' size."""


def shot_fault(photo: Photo) -> ReadingWarning | None:
    """Why a photo should be taken again before anybody reads it; None for one that is worth reading.

    Looks at the preview alone, in a few hundredths of a second.
    """
    # OpenCV takes a while to import: only those who look at photos wait for it.
    import cv2

    high, wide = photo.preview.shape[:2]
    scale = min(1.0, SHARP_SIDE / max(high, wide))
    # A picture of one line of pixels stays one.
    size = max(1, round(wide * scale)), max(1, round(high * scale))
    small = cv2.resize(photo.preview, size, interpolation=cv2.INTER_AREA)
    grey = cv2.cvtColor(small, cv2.COLOR_RGB2GRAY)
    if float(np.percentile(grey, 95)) < BLACK:
        return ReadingWarning(
            "W_BLACK",
            "the photo is too dark: turn on a lamp and take it again",
            "照片太暗：请开灯再拍一张",
        )
    if _sharpness(grey.astype(np.float32)) < BLURRED:
        return ReadingWarning(
            "W_BLURRED",
            "the photo is blurred: hold the phone still, tap the tiles to focus, and take it again",
            "照片模糊：请拿稳手机、点一下牌对焦，再拍一张",
        )
    return None


def _sharpness(grey: NDArray[np.float32]) -> float:
    """Contrast of edges in the sharpest parts, in the direction where they are softest: a smear has a soft one."""
    import cv2

    rows, columns = (max(1, side // SHARP_BLOCK) for side in grey.shape)
    height, width = (min(side, SHARP_BLOCK) for side in grey.shape)
    contrasts = []
    for step in ((0, 1), (1, 0), (1, 1), (1, -1)):
        kernel = np.zeros((3, 3), np.float32)
        kernel[1, 1] = -2
        kernel[1 + step[0], 1 + step[1]] = kernel[1 - step[0], 1 - step[1]] = 1
        edges = cv2.filter2D(grey, -1, kernel)[: rows * height, : columns * width]
        contrasts.append(edges.reshape(rows, height, columns, width).std(axis=(1, 3)))
    return float(np.percentile(np.min(contrasts, axis=0), 90))


def cut_warning(photo: Photo, found: Detections, hand: frozenset[int]) -> Iterator[ReadingWarning]:
    """Advice for a hand that the photo cuts off.

    Args:
        photo: the photo.
        found: its tiles.
        hand: indices of the hand's tiles.
    """
    mine = sorted(hand)
    if len(mine) < 2:
        return
    boxes = found.boxes[mine]
    sides = boxes[:, 2:] - boxes[:, :2]
    short = sides < WHOLE * np.median(sides, axis=0)
    size = np.array([photo.width, photo.height])
    at_rim = (boxes[:, :2] <= 1) | (boxes[:, 2:] >= size - 1)
    cut = np.flatnonzero((short & at_rim).any(axis=1))
    if len(cut):
        yield ReadingWarning(
            "W_CUT",
            f"the photo cuts off tiles at its rim ({len(cut)}): go back a little and take it again",
            f"有 {len(cut)} 张牌在照片边缘被切掉：请退后一点再拍",
            tuple(mine[index] for index in cut),
        )


def photo_warnings(photo: Photo, found: Detections) -> Iterator[ReadingWarning]:
    """Advice for taking the photo again."""
    if not len(found):
        return
    sides = found.boxes[:, 2:] - found.boxes[:, :2]
    width = float(np.median(sides.min(axis=1)))
    if width < SMALL:
        yield ReadingWarning(
            "W_SMALL",
            f"the tiles are only {width:.0f} pixels wide: go nearer, or send the photo in full size",
            f"牌只有 {width:.0f} 像素宽：请靠近些拍，或发送原图",
        )
    scale = photo.preview.shape[1] / photo.width
    corners = (found.boxes * scale).astype(int)
    bright = [float(photo.preview[y1 : y2 + 1, x1 : x2 + 1].mean()) for x1, y1, x2, y2 in corners]
    if float(np.median(bright)) < DARK:
        yield ReadingWarning(
            "W_DARK",
            "the photo is dark: turn on a lamp and take it again if tiles were read wrong",
            "照片太暗：如有读错，请开灯再拍",
        )
