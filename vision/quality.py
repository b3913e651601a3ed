"""What is wrong with a photo itself: too dark, or the tiles too small to be told."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from vision.detections import Detections
from vision.photo import Photo
from vision.reading import ReadingWarning

DARK = 45
"""Mean brightness of the tiles, 0 to 255, below which they are hard to read: ivory in room light is above 120."""

SMALL = 16
"""Narrow side of a tile in pixels of the photo below which faces run together."""


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
