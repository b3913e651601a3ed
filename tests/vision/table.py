"""Tiles on a table and cameras above it, for tests of layouts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from scoring.tiles import DETECTOR_CLASSES, Tile, parse_tiles, sort_tiles, tile
from vision.detections import Detections
from vision.layout.truth import LaidOut

WIDTH, HEIGHT = 30.0, 40.0
FLAT = np.eye(3)


@dataclass(frozen=True)
class Lying:
    """One tile on the table: its face, centre and turn in degrees."""

    code: str
    x: float
    y: float
    turn: float = 0


def row(tiles: str, x: float = 0, y: float = 0, sideways: Iterable[int] = (), pitch: float = 1) -> list[Lying]:
    """Tiles side by side from x on, on the line y that their lower edges share."""
    lying = []
    for place, face in enumerate(parse_tiles(tiles)):
        across = place in sideways
        width, height = (HEIGHT, WIDTH) if across else (WIDTH, HEIGHT)
        lying.append(Lying(face.code, x + width / 2, y - height / 2, 90 if across else 0))
        x += width * pitch
    return lying


def end_of(tiles: list[Lying]) -> float:
    """Where a row ends."""
    last = tiles[-1]
    return last.x + (HEIGHT if last.turn else WIDTH) / 2


def seen(tiles: Iterable[Lying], camera: np.ndarray = FLAT, confidence: float = 0.9) -> Detections:
    """Boxes of the tiles through a camera (a homography of the table), upright and in shuffled order."""
    boxes, classes = [], []
    codes = [face.code for face in DETECTOR_CLASSES]
    for lying in tiles:
        turn = np.radians(lying.turn)
        turned = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * [WIDTH / 2, HEIGHT / 2] @ turned.T
        points = np.c_[corners + np.array([lying.x, lying.y]), np.ones(4)] @ camera.T
        points = points[:, :2] / points[:, 2:]
        boxes.append([*points.min(axis=0), *points.max(axis=0)])
        classes.append(codes.index(lying.code))
    order = np.random.default_rng(len(boxes)).permutation(len(boxes))
    scores = np.full((len(boxes), len(codes)), 0.01, dtype=np.float32)
    scores[np.arange(len(boxes)), classes] = confidence
    return Detections(
        np.array(boxes, dtype=np.float32).reshape(-1, 4)[order],
        np.array(classes, dtype=np.int64)[order],
        np.full(len(boxes), confidence, dtype=np.float32),
        scores[order],
    )


def tilted(degrees: float) -> np.ndarray:
    """A camera turned by an angle."""
    turn = np.radians(degrees)
    return np.array([[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0], [0, 0, 1]])


def shaken(found: Detections, rng: np.random.Generator, share: float = 0.02) -> Detections:
    """The boxes as a detector gives them: each edge off by about this share of the tile."""
    sides = np.tile(found.boxes[:, 2:] - found.boxes[:, :2], 2)
    boxes = (found.boxes + rng.normal(0, share, found.boxes.shape) * sides).astype(np.float32)
    return Detections(boxes, found.classes, found.confidences, found.scores)


def random_camera(rng: np.random.Generator) -> np.ndarray:
    """A camera held by a person on this side of the table: tilted, near or far, a little askew."""
    scale, lower = rng.uniform(0.5, 2), rng.uniform(0.5, 1)
    tip = np.array([[1, 0, 0], [0, 1, 0], [rng.uniform(-0.00015, 0.00015), rng.uniform(-0.0004, 0), 1]])
    centred = np.array([[1, 0, -400], [0, 1, -600], [0, 0, 1]])
    back = np.array([[1, 0, 500], [0, 1, 900], [0, 0, 1]])
    return back @ np.diag([scale, scale * lower, 1]) @ tip @ tilted(rng.uniform(-10, 10)) @ centred


Meld = tuple[str, str, str | None]
"""Type, tiles as they lie, kind."""


def random_hand(rng: np.random.Generator) -> tuple[list[Lying], LaidOut]:
    """A hand of 13, 14, 16 or 17 tiles with up to four melds, laid out, and what it is."""
    size = int(rng.choice([13, 14, 14, 16, 17]))
    melds = [_random_meld(rng) for _ in range(int(rng.choice([0, 0, 1, 1, 2, 3])))]
    faces = [DETECTOR_CLASSES[k] for k in rng.integers(0, 34, size - 3 * len(melds))]
    won = size in (14, 17) and rng.random() < 0.5
    win_tile = faces.pop() if won else None
    flowers = [DETECTOR_CLASSES[34 + k] for k in rng.choice(8, int(rng.integers(1, 5)), replace=False)]
    flowers = flowers if rng.random() < 0.3 else []
    tiles = row(" ".join(face.code for face in sort_tiles(faces)), 200, 600)
    above = False
    if win_tile is not None:
        above = rng.random() < 0.3
        tiles.append(_apart(rng, win_tile, tiles, above))
    tiles += _lay_melds(rng, melds, tiles, above)
    if flowers:
        y = 600 + HEIGHT * float(rng.choice([3.4, -3.2]))
        tiles += row(" ".join(face.code for face in flowers), 200 + rng.uniform(0, 200), y)
    truth = LaidOut(Counter(faces), Counter(map(_meld_truth, melds)), win_tile, Counter(flowers))
    return tiles, truth


def _random_meld(rng: np.random.Generator) -> Meld:
    suit, rank = str(rng.choice(list("mps"))), int(rng.integers(1, 10))
    face, low = f"{rank}{suit}", min(rank, 7)
    return (
        ("chi", f"{low}{low + 1}{low + 2}{suit}", None),
        ("pong", face * 3, None),
        ("kong", face * 4, "exposed"),
        ("kong", f"back {face * 2} back", "concealed"),
        ("kong", "back back back back", "concealed"),
    )[rng.choice(5, p=[0.35, 0.35, 0.1, 0.1, 0.1])]


def _meld_truth(meld: Meld) -> tuple[str, tuple[Tile, ...] | None, str | None]:
    kind, tiles, kong = meld
    shown = [face for face in parse_tiles(tiles) if face is not tile("back")]
    if kong == "concealed":
        return kind, tuple(shown[:1] * 4) or None, kong
    return kind, sort_tiles(shown), kong


def _apart(rng: np.random.Generator, win_tile: Tile, hand: list[Lying], above: bool) -> Lying:
    """The winning tile above the hand, right of it, or across at its end."""
    if above:
        return Lying(win_tile.code, rng.uniform(215, end_of(hand) - 15), 580 - HEIGHT * rng.uniform(1.1, 1.4))
    if rng.random() < 0.5:
        return Lying(win_tile.code, end_of(hand) + rng.uniform(1.1, 2) * WIDTH, 580)
    return Lying(win_tile.code, end_of(hand) + HEIGHT / 2 + 2, 600 - WIDTH / 2, 90)


def _lay_melds(rng: np.random.Generator, melds: list[Meld], hand: list[Lying], above: bool) -> list[Lying]:
    """Melds right of the hand, behind it or before it, apart or, in a row of their own, touching."""
    beside = rng.random() < 0.4
    if beside:
        x, y, touching = end_of(hand) + rng.uniform(1.2, 2.5) * WIDTH, 600.0, False
    else:
        before = rng.random() < 0.4
        x = 200 + rng.uniform(0, 100)
        y = 600 + HEIGHT * (rng.uniform(1.3, 2) if before else -rng.uniform(1.1, 1.8) - above)
        touching = rng.random() < 0.5
    lying: list[Lying] = []
    for kind, tiles, _ in melds:
        sideways = [0] if kind == "chi" and rng.random() < 0.3 else []
        group = row(tiles, x, y, sideways)
        lying += group
        x = end_of(group) + (0 if touching else rng.uniform(0.9, 1.5) * WIDTH)
    return lying
