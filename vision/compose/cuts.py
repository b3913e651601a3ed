"""Single tiles cut from pictures, and random views of them, for training the second opinion on faces."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.compose.effects import Effects
from vision.compose.lookalikes import add_clutter
from vision.compose.photos import random_stretch
from vision.compose.picture import Image, LabelledPicture, random_colour
from vision.compose.prints import put_sign
from vision.compose.rulers import MOST_HIDDEN
from vision.second_opinion import FRAME, MARGIN, NO_TILE, cut_square
from vision.suppression import overlaps

CUT_SIDE = 96
"""Side of a cut in pixels: a tile is about as large in it as in the network's input, with room to turn it."""

_CUT_MARGIN = 1.6
_SMALLEST_BOX = 13.0
_LEAST_PIXELS = 0.28
_QUARTER_TURNS = (0.55, 0.13, 0.19, 0.13)
_ANY_TURN = 0.35
_BEHIND_RULER = 0.12
_HALF = 0.4


@dataclass(frozen=True, eq=False)
class Cut:
    """A square of a picture around one box.

    Attributes:
        image: RGB, :data:`CUT_SIDE` pixels a side.
        size: (2,) width and height of the box in its middle, in its pixels.
        face: class index, or :data:`vision.second_opinion.NO_TILE`.
        straight: whether the tile fills its box, so that the box of the turned tile is known at any angle.
        stretched: whether the aspect ratio was lost.
    """

    image: Image
    size: NDArray[np.float32]
    face: int
    straight: bool
    stretched: bool


def cut_tile(image: Image, box: NDArray[np.float32], face: int, straight: bool, stretched: bool) -> Cut:
    """The cut around one box (corners in pixels)."""
    size = box[2:] - box[:2]
    scale = CUT_SIDE / (_CUT_MARGIN * float(size.max()))
    square = cut_square(image, box, _CUT_MARGIN, CUT_SIDE)
    return Cut(square, (size * scale).astype(np.float32), face, straight, stretched)


def cut_labelled(picture: LabelledPicture, straight: bool, stretched: bool) -> list[Cut]:
    """The labelled tiles of a picture, those too small to be read left out."""
    return [
        cut_tile(picture.image, box, int(face), straight, stretched)
        for face, box in zip(picture.classes, picture.boxes, strict=True)
        if max(box[2] - box[0], box[3] - box[1]) >= _SMALLEST_BOX
    ]


def cut_no_tiles(rng: np.random.Generator, picture: LabelledPicture, count: int) -> list[Cut]:
    """Up to ``count`` boxes that show no tile, or too little of one or two to be called that."""
    height, width = picture.image.shape[:2]
    cuts: list[Cut] = []
    for _ in range(4 * count):
        box = _box_beside(rng, picture)
        outside = (box[:2] < -2).any() or box[2] > width + 2 or box[3] > height + 2
        iou, inside = overlaps(box[None], picture.boxes)
        if not outside and iou.max(initial=0) <= 0.3 and inside.max(initial=0) <= 0.6:
            cuts.append(cut_tile(picture.image, box, NO_TILE, straight=True, stretched=False))
        if len(cuts) == count:
            break
    return cuts


def cut_print(rng: np.random.Generator) -> Cut:
    """A printed sign in a box of its own size, its neighbours in the line beside it: no tile."""
    paper = random_colour(rng, 150) if rng.random() < 0.6 else random_colour(rng)
    square = np.full((CUT_SIDE, CUT_SIDE, 3), paper, np.uint8)
    ink = random_colour(rng, 0, 90) if np.mean(paper) > 110 else random_colour(rng, 180)
    side = int(rng.integers(38, 60))
    step = round(side * float(rng.uniform(1.0, 1.6)))
    for left in range((CUT_SIDE - side) // 2 - 2 * step, CUT_SIDE, step):
        put_sign(rng, square, (left, (CUT_SIDE - side) // 2), side, ink)
    size = side * np.exp(rng.uniform(-0.05, 0.3, 2))
    return Cut(square, size.astype(np.float32), NO_TILE, straight=True, stretched=False)


def cut_lookalike(rng: np.random.Generator, table: Image) -> Cut | None:
    """A card, a domino, a coin or the like in a box of its own size, or half of it; None where hardly any was drawn."""
    canvas = table.copy()
    add_clutter(rng, canvas, 1)
    rows, columns = np.nonzero((canvas != table).any(axis=2))
    if len(rows) < _SMALLEST_BOX**2:
        return None
    low = np.array([columns.min(), rows.min()], np.float32)
    high = np.array([columns.max() + 1, rows.max() + 1], np.float32)
    if rng.random() < _HALF:
        longer = int(np.argmax(high - low))
        end = low if rng.random() < 0.5 else high
        end[longer] = (low[longer] + high[longer]) / 2
    return cut_tile(canvas, np.concatenate([low, high]), NO_TILE, straight=True, stretched=False)


def _box_beside(rng: np.random.Generator, picture: LabelledPicture) -> NDArray[np.float32]:
    """A box of the size of a tile, beside one or anywhere."""
    usual = picture.boxes[:, 2:] - picture.boxes[:, :2]
    if len(usual):
        size = usual[rng.integers(len(usual))] * np.exp(rng.normal(0, 0.2, 2))
    else:
        size = np.exp(rng.uniform(np.log(16), np.log(110))) * np.array([1, np.exp(rng.uniform(-0.3, 0.5))])
    middle = rng.uniform(0, 1, 2) * picture.image.shape[1::-1]
    if len(usual) and rng.random() < 0.5:
        anchor = picture.boxes[rng.integers(len(usual))]
        middle = (anchor[:2] + anchor[2:]) / 2 + rng.uniform(-1.3, 1.3, 2) * size
    return np.concatenate([middle - size / 2, middle + size / 2]).astype(np.float32)


def lay_face(rng: np.random.Generator, face: Image, index: int, table: Image) -> Cut:
    """A single face as a tile on a table, perhaps between neighbours, perhaps with its body to be seen below."""
    height, top = 60, 18
    width = round(height * rng.uniform(0.68, 0.82))
    left = (CUT_SIDE - width) // 2
    square = cv2.resize(table, (CUT_SIDE, CUT_SIDE), interpolation=cv2.INTER_LINEAR).astype(np.uint8)
    if rng.random() < 0.4:
        square[:] = rng.integers(20, 200, 3)
    if rng.random() < 0.5:
        square[top : top + height] = np.array([235, 232, 222]) * rng.uniform(0.75, 0.95)
        square[top : top + height, left - 2 : left + width + 2] = rng.integers(60, 160)
    if rng.random() < 0.5:
        body = int(rng.integers(2, 14))
        square[top + height : top + height + body, left : left + width] = rng.integers(40, 220, 3)
    square[top : top + height, left : left + width] = cv2.resize(face, (width, height), interpolation=cv2.INTER_AREA)
    return Cut(square, np.array([width, height], np.float32), index, straight=True, stretched=False)


def random_view(rng: np.random.Generator, effects: Effects, cut: Cut) -> Image:
    """A view of a cut at any turn, framed loosely as a detector does, at the size and in the light of a photo."""
    if cut.face != NO_TILE and rng.random() < _BEHIND_RULER:
        cut = _behind_ruler(rng, cut)
    border = cv2.BORDER_REFLECT_101 if rng.random() < 0.7 else cv2.BORDER_CONSTANT
    fill = tuple(int(v) for v in rng.integers(0, 256, 3))
    view = cv2.warpPerspective(
        cut.image, _random_frame(rng, cut), (FRAME, FRAME), flags=cv2.INTER_LINEAR, borderMode=border, borderValue=fill
    )
    strength = 1.0
    if rng.random() < 0.5:  # a tile of fewer pixels: the photo is taken from afar
        pixels = round(FRAME * float(np.exp(rng.uniform(np.log(_LEAST_PIXELS), 0))))
        view = cv2.resize(view, (pixels, pixels), interpolation=cv2.INTER_AREA)
        strength = pixels / FRAME  # what blurs a large picture erases a small one
    if rng.random() < 0.75:
        view = effects.apply(rng, view.astype(np.uint8), strength)
    return cv2.resize(view, (FRAME, FRAME), interpolation=cv2.INTER_LINEAR).astype(np.uint8)


def _behind_ruler(rng: np.random.Generator, cut: Cut) -> Cut:
    """The tile with its foot hidden, in the box around what is left to see."""
    hidden = float(cut.size[1]) * float(rng.uniform(0.03, MOST_HIDDEN))
    edge = round((CUT_SIDE + float(cut.size[1])) / 2 - hidden)
    image = cut.image.copy()
    image[edge:] = rng.integers(0, 256, 3)
    image[edge : edge + int(rng.integers(0, 4))] = rng.integers(0, 256, 3)
    moved = np.roll(image, round(hidden / 2), axis=0)
    return replace(cut, image=moved, size=cut.size - np.array([0, hidden], np.float32))


def _random_frame(rng: np.random.Generator, cut: Cut) -> NDArray[np.float64]:
    """The homography from a cut to the network's input."""
    quarter = np.pi / 2 * float(rng.choice(4, p=_QUARTER_TURNS))
    any_turn = cut.straight and rng.random() < _ANY_TURN
    angle = float(rng.uniform(-np.pi, np.pi)) if any_turn else quarter + float(rng.normal(0, 0.1))
    stretch = random_stretch(rng, cut.stretched)
    shear = np.array([[1, rng.normal(0, 0.06)], [0, 1]])
    turn = shear @ _rotation(angle) @ np.diag([stretch, 1.0])
    # A tile that lies at an angle does not reach the corners of its box: its box hardly grows when turned.
    box_turn = turn if cut.straight else _rotation(quarter) @ np.diag([stretch, 1.0])
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * cut.size / 2
    box = np.ptp(corners @ box_turn.T, axis=0) * np.exp(rng.normal(0, 0.05, 2))
    scale = FRAME / (MARGIN * float(box.max()))
    tilt = np.eye(3)
    tilt[2, :2] = rng.normal(0, 0.08, 2) / CUT_SIDE
    to_middle, linear, to_frame = np.eye(3), np.eye(3), np.eye(3)
    to_middle[:2, 2] = -(CUT_SIDE - 1) / 2
    linear[:2, :2] = turn * scale
    to_frame[:2, 2] = (FRAME - 1) / 2 + rng.normal(0, 0.04, 2) * box * scale
    return np.asarray(to_frame @ tilt @ linear @ to_middle)


def _rotation(angle: float) -> NDArray[np.float64]:
    cos, sin = np.cos(angle), np.sin(angle)
    return np.array([[cos, -sin], [sin, cos]])
