"""What is wrong with a photo itself: too dark, blurred, cut off, or the tiles too small to be told."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from vision.detections import Detections
from vision.layout.hands import FULL_HANDS
from vision.layout.rows import Row, find_rows
from vision.photo import Photo
from vision.reading import HandReading, ReadingWarning

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

SENT_BACK = ("W_CUT",)
"""Warnings of a reading for which the photo is sent back: what it does not show, nobody can correct."""

WHOLE = 0.8
"""A tile at the rim is cut where it shows less than this share of the others' size."""

LEAST_ROW = 3
"""Tiles of a row in which one may be cut: in a heap every tile lies by itself."""

LEAST_GOING_ON = 5
"""Tiles of a row that seems to go on beyond its last one."""

PART = (0.1, 0.7)
"""Share of a tile that is in the photo and still not read: of less nobody can tell, more is read as a tile."""

ALIKE = 11.0
"""Levels of 256 by which the ground of a tile and that of the part of a tile beside it differ at most: pale tables and
racks came no nearer than 12 in training photos, except where there is room for a whole tile."""


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


def cut_warning(photo: Photo, found: Detections, hand: HandReading) -> Iterator[ReadingWarning]:
    """Advice for a hand that the photo cuts off; none for one that has all its tiles, whatever lies beside it.

    Args:
        photo: the photo.
        found: its tiles.
        hand: the hand as it was laid out.
    """
    mine = sorted(hand.boxes)
    if len(mine) < 2:
        return
    rows = [row for row in find_rows(found.boxes[mine]) if len(row.tiles) >= LEAST_ROW]
    read = _half_read(photo, found.boxes[mine], rows)
    cut = read or _unread(photo, found.boxes[mine], rows)
    count = len(hand.concealed) + 3 * len(hand.melds) + (hand.win_tile is not None) - len(read)
    # Flowers that still stand in the hand may be of its tiles.
    standing = {mine[tile] for row in rows if len(row.tiles) >= LEAST_GOING_ON for tile in row.tiles}
    flowers = sum(flower.box in standing for flower in hand.flowers)
    if cut and not {count, count + flowers} & set(FULL_HANDS):
        yield ReadingWarning(
            "W_CUT",
            f"the photo cuts off tiles at its rim ({len(cut)}): go back a little and take it again",
            f"有 {len(cut)} 张牌在照片边缘被切掉：请退后一点再拍",
            tuple(mine[index] for index in cut),
        )


def _half_read(photo: Photo, boxes: NDArray[np.float32], rows: Sequence[Row]) -> list[int]:
    """The tiles at the rim that show too little of themselves, of those that lie in rows."""
    sides = boxes[:, 2:] - boxes[:, :2]
    short = sides < WHOLE * np.median(sides, axis=0)
    size = np.array([photo.width, photo.height])
    at_rim = (boxes[:, :2] <= 1) | (boxes[:, 2:] >= size - 1)
    in_rows = {tile for row in rows for tile in row.tiles}
    return sorted(in_rows.intersection(np.flatnonzero((short & at_rim).any(axis=1)).tolist()))


def _unread(photo: Photo, boxes: NDArray[np.float32], rows: Sequence[Row]) -> list[int]:
    """The last tiles of rows that go on to the rim: beside them lies part of a tile, too little of it to be read.

    That there is a tile is told from its colour, which is that of the last one's ground.
    """
    scale = photo.preview.shape[1] / photo.width
    high, wide = photo.preview.shape[:2]
    ends = []
    for row in rows:
        if len(row.tiles) < LEAST_GOING_ON:
            continue
        along = row.centres @ np.array(row.direction)
        step = float(np.median(np.diff(along))) * np.tile(row.direction, 2)
        for last, next_one in ((row.tiles[0], -step), (row.tiles[-1], step)):
            beside = (boxes[last] + next_one) * scale
            seen = np.clip(beside, 0, [wide, high, wide, high])
            shown = float(np.prod(seen[2:] - seen[:2]) / np.prod(beside[2:] - beside[:2]))
            if PART[0] < shown < PART[1] and _alike(_ground(photo, boxes[last] * scale), _ground(photo, seen)):
                ends.append(last)
    return sorted(set(ends))


def _ground(photo: Photo, box: NDArray[np.floating]) -> NDArray[np.float64]:
    """The colour of a tile where nothing is printed: of the brighter half of a part of the preview."""
    high, wide = photo.preview.shape[:2]
    x1, y1, x2, y2 = np.clip(box, 0, [wide, high, wide, high]).astype(int)
    pixels = photo.preview[y1 : y2 + 1, x1 : x2 + 1].reshape(-1, 3).astype(np.float64)
    grey = pixels.mean(axis=1)
    ground: NDArray[np.float64] = np.median(pixels[grey >= np.median(grey)], axis=0)
    return ground


def _alike(one: NDArray[np.float64], other: NDArray[np.float64]) -> bool:
    return float(np.abs(one - other).max()) < ALIKE


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
