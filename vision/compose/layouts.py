"""How tiles lie on a table: hands with melds, rows, walls, discards, heaps.

Positions are in tile widths on a plane, x to the right and y towards the camera.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.tiles import tile
from vision.compose.faces import FACE_ASPECT
from vision.compose.picture import BACK


@dataclass(frozen=True)
class Placement:
    """One tile on the table.

    Attributes:
        index: class index.
        x: centre, in tile widths.
        y: centre, in tile widths; for a standing tile, where its foot is.
        turn: clockwise, in radians; 0 is upright for the camera.
        standing: whether its face stands towards the camera.
    """

    index: int
    x: float
    y: float
    turn: float = 0.0
    standing: bool = False


SIDE = -1
"""In place of a class index: a tile lying on its long side, which shows no face and gets no label."""

_FLOWERS = [tile(f"{n}f").index for n in range(1, 9)]
_DRAGONS = [tile(f"{n}z").index for n in (5, 6, 7)]
_BIRD = tile("1s").index
_ALIKE = [tile(f"{n}s").index for n in (6, 9)]
_CHARACTERS = [tile(f"{n}m").index for n in range(1, 10)]


def class_weights(classes: Sequence[int]) -> NDArray[np.float64]:
    """How often each class is drawn: those that are hard to tell or rare in photos come more often."""
    weights = np.ones(len(classes))
    for position, index in enumerate(classes):
        if index in _FLOWERS:
            weights[position] = 2.2
        elif index in _CHARACTERS or index in _DRAGONS or index == _BIRD or index in _ALIKE:
            weights[position] = 1.7
    return np.asarray(weights / weights.sum())


def _faces(rng: np.random.Generator, classes: Sequence[int], count: int) -> list[int]:
    """Random faces, now and then in runs of one kind as a sorted hand has them."""
    drawn = [int(i) for i in rng.choice(classes, size=count, p=class_weights(classes))]
    if rng.random() < 0.5:
        drawn.sort()
    return drawn


def hand(rng: np.random.Generator, classes: Sequence[int]) -> list[Placement]:
    """A hand: a row with gaps, perhaps a tile apart, melds and flowers beside, behind or before it."""
    standing = bool(rng.random() < 0.4)
    gap = float(rng.uniform(0.0, 0.07))
    tiles: list[Placement] = []
    x = 0.0
    concealed = int(rng.integers(2, 18))
    for index in _faces(rng, classes, concealed):
        tiles.append(Placement(index, x, 0.0, rng.normal(0, 0.012), standing))
        x += 1 + gap + (float(rng.uniform(0.2, 1.0)) if rng.random() < 0.06 else 0.0)
    if rng.random() < 0.35:
        x += float(rng.uniform(0.3, 1.2))
        tiles.append(Placement(_faces(rng, classes, 1)[0], x, 0.0, _sideways(rng) if rng.random() < 0.3 else 0.0))
        x += 1.0
    melds = [_meld(rng, classes, gap) for _ in range(int(rng.integers(0, 5)))]
    beside = rng.random() < 0.5
    row_y = 0.0 if beside and not standing else float(rng.choice([-1.0, 1.0])) * rng.uniform(1.5, 2.6)
    if standing:
        row_y = abs(row_y) + 0.6
    start = x + 0.5 if row_y == 0.0 else float(rng.uniform(0, max(x - 8, 0.5)))
    for meld in melds:
        width = max(p.x for p in meld) + 1.2
        tiles.extend(replace(p, x=p.x + start, y=p.y + row_y) for p in meld)
        start += width + float(rng.uniform(0.1, 0.8))
    if rng.random() < 0.3:
        flower_y = float(rng.choice([-1.0, 1.0])) * rng.uniform(3.0, 3.6)
        for n, index in enumerate(rng.choice(_FLOWERS, size=int(rng.integers(1, 6)))):
            tiles.append(Placement(int(index), n * (1 + gap) + 1, flower_y, rng.normal(0, 0.02)))
    return tiles


def _sideways(rng: np.random.Generator) -> float:
    return float(rng.choice([-1.0, 1.0]) * np.pi / 2)


def _meld(rng: np.random.Generator, classes: Sequence[int], gap: float) -> list[Placement]:
    """A chow, pong or kong as it lies: perhaps one tile sideways, or two face down."""
    index = _faces(rng, classes, 1)[0]
    kind = rng.random()
    if kind < 0.35 and index < 27:
        first = index - min(index % 9, 2)
        faces = [first, first + 1, first + 2]
    elif kind < 0.7:
        faces = [index] * 3
    elif kind < 0.8:
        faces = [index] * 4
    elif kind < 0.9:
        faces = [BACK, index, index, BACK] if rng.random() < 0.5 else [BACK] * 3 + [index]
    else:
        faces = [BACK] * 4
    turned = int(rng.integers(len(faces))) if rng.random() < 0.4 and BACK not in faces else -1
    tiles, x = [], 0.0
    for n, face in enumerate(faces):
        wide = FACE_ASPECT if n == turned else 1.0
        x += wide / 2
        turn = _sideways(rng) if n == turned else float(rng.normal(0, 0.015))
        y = (FACE_ASPECT - 1) / 2 if n == turned else 0.0
        tiles.append(Placement(face, x, y, turn))
        x += wide / 2 + gap
    return tiles


def rows(rng: np.random.Generator, classes: Sequence[int]) -> list[Placement]:
    """Rows close together, as discards or a set laid out; sometimes partly face down."""
    count, length = int(rng.integers(1, 5)), int(rng.integers(4, 13))
    gap = float(rng.uniform(0.0, 0.12))
    backs = float(rng.choice([0.0, 0.05, 0.5], p=[0.6, 0.3, 0.1]))
    jitter = float(rng.choice([0.0, 0.03, 0.08]))
    standing = bool(rng.random() < 0.25)
    either_way = bool(rng.random() < 0.35)  # as a set comes out of its box: half of the tiles upside down
    tiles = []
    for row in range(count):
        shift = float(rng.uniform(-1, 1)) if rng.random() < 0.4 else 0.0
        for column, index in enumerate(_faces(rng, classes, length)):
            face = BACK if rng.random() < backs else index
            turn = float(rng.normal(0, jitter)) + (_sideways(rng) if rng.random() < 0.01 else 0.0)
            turn += np.pi * float(either_way and rng.random() < 0.5)
            x = shift + column * (1 + gap) + float(rng.normal(0, jitter / 2))
            y = row * (FACE_ASPECT + gap + (2.0 if standing else 0.0)) + float(rng.normal(0, jitter / 2))
            tiles.append(Placement(face, x, y, turn, standing and face != BACK))
    return tiles


def heap(rng: np.random.Generator, classes: Sequence[int]) -> list[Placement]:
    """Tiles strewn about at every angle, some of them touching, none on top of another."""
    count = int(rng.integers(3, 34))
    reach = float(rng.uniform(0.75, 1.6)) * float(np.sqrt(count))
    taken: list[_Rectangle] = []
    tiles: list[Placement] = []
    for index in _faces(rng, classes, 2 * count):
        spot, turn = rng.uniform(-reach, reach, 2), float(rng.uniform(-np.pi, np.pi))
        own = ((float(spot[0]), float(spot[1])), (1.02, 1.02 * FACE_ASPECT), float(np.degrees(turn)))
        if len(tiles) < count and all(_apart(own, other) for other in taken):
            taken.append(own)
            face = BACK if rng.random() < 0.12 else index
            tiles.append(Placement(face, float(spot[0]), float(spot[1]), turn))
    return tiles


_Rectangle = tuple[tuple[float, float], tuple[float, float], float]
"""Centre, size and turn in degrees, in the form that OpenCV takes."""


def _apart(one: _Rectangle, other: _Rectangle) -> bool:
    return bool(cv2.rotatedRectangleIntersection(one, other)[0] == cv2.INTERSECT_NONE)


def wall(rng: np.random.Generator, classes: Sequence[int]) -> list[Placement]:
    """A wall or a rank of face-down tiles, a few of them open or on their side, as between deals."""
    count, length = int(rng.integers(1, 3)), int(rng.integers(3, 16))
    on_side = float(rng.choice([0.0, 0.1, 0.9], p=[0.5, 0.3, 0.2]))
    tiles = []
    for row in range(count):
        for column, index in enumerate(_faces(rng, classes, length)):
            kind = rng.random()
            face = SIDE if kind < on_side else index if kind > 0.9 else BACK
            tiles.append(Placement(face, column * 1.02, row * rng.uniform(1.36, 3.0), float(rng.normal(0, 0.02))))
    return tiles


def few(rng: np.random.Generator, classes: Sequence[int]) -> list[Placement]:
    """One to five tiles, near."""
    count = int(rng.integers(1, 6))
    backs = 0.15
    return [
        Placement(BACK if rng.random() < backs else index, n * rng.uniform(1.02, 1.15), rng.normal(0, 0.03),
                  float(rng.normal(0, 0.06)))
        for n, index in enumerate(_faces(rng, classes, count))
    ]  # fmt: skip


_LAYOUTS: tuple[tuple[float, Callable[[np.random.Generator, Sequence[int]], list[Placement]]], ...] = (
    (0.46, hand), (0.18, rows), (0.21, heap), (0.10, few), (0.05, wall),
)  # fmt: skip


_TURNS = (0.56, 0.15, 0.14, 0.15)
"""How often the table is seen from each of its sides."""


def random_layout(rng: np.random.Generator, classes: Sequence[int]) -> list[Placement]:
    """Tiles on a table, laid in one of the ways above; now and then seen from another side."""
    shares = [share for share, _ in _LAYOUTS]
    tiles = _LAYOUTS[int(rng.choice(len(_LAYOUTS), p=shares))][1](rng, classes)
    if rng.random() < 0.06:
        spots = [(p.x + rng.normal(0, 0.2), p.y + rng.uniform(1.7, 3.0)) for p in tiles if rng.random() < 0.2]
        low = max(p.y for p in tiles)
        tiles += [Placement(SIDE, x, y + low, float(rng.uniform(-np.pi, np.pi))) for x, y in spots]
    if any(p.standing for p in tiles):
        return tiles
    quarters = int(rng.choice(4, p=_TURNS))
    return [_turned(p, quarters) for p in tiles]


def _turned(place: Placement, quarters: int) -> Placement:
    """The tile after the table was turned clockwise by quarters."""
    for _ in range(quarters):
        place = replace(place, x=-place.y, y=place.x, turn=place.turn + np.pi / 2)
    return place
