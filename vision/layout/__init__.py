"""From tiles in a photo to hands: rows, melds, flowers and the winning tile as they lie on the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.tiles import DETECTOR_CLASSES, Tile
from vision.detections import Detections
from vision.layout.checks import warnings_of
from vision.layout.groups import Group
from vision.layout.hands import Hand, find_hands
from vision.layout.melds import meld_shape
from vision.layout.rows import Row, find_rows
from vision.reading import HandReading, MeldReading, PlacedTile, ReadingWarning

SQUARE = 10
"""Rows that slope by fewer degrees count as level: so much comes from the camera, not from the tiles."""


@dataclass(frozen=True)
class Layout:
    """How the tiles of a photo lie.

    Attributes:
        hand: the hand that the photo is about; empty where there is no tile.
        other_hands: further hands, likeliest first.
        angles: each tile's turn, degrees clockwise, 0 upright; half turns are not told from the boxes.
        warnings: what the layout cannot tell.
    """

    hand: HandReading
    other_hands: tuple[HandReading, ...]
    angles: tuple[int, ...]
    warnings: tuple[ReadingWarning, ...]


def lay_out(found: Detections) -> Layout:
    """Reads the layout of the tiles found; takes any number of them, none included.

    >>> import numpy as np
    >>> nothing = np.zeros((0, 43), np.float32)
    >>> lay_out(Detections(nothing[:, :4], nothing[:, 0].astype(np.int64), nothing[:, 0], nothing)).hand
    HandReading(concealed=(), melds=(), win_tile=None, flowers=())
    """
    faces = [DETECTOR_CLASSES[index] for index in found.classes]
    rows = find_rows(found.boxes)
    confidences = found.confidences.tolist()
    hands = find_hands(rows, faces, confidences)
    angles = _angles(rows, len(faces))
    sideways = frozenset(i for row in rows for i, lies in zip(row.tiles, row.sideways, strict=True) if lies)
    readings = tuple(_hand_reading(hand, faces, sideways) for hand in hands)
    return Layout(
        hand=readings[0] if readings else HandReading(),
        other_hands=readings[1:],
        angles=angles,
        warnings=warnings_of(hands, readings, faces, confidences),
    )


def _hand_reading(hand: Hand, faces: Sequence[Tile], sideways: frozenset[int]) -> HandReading:
    def place(tile: int) -> PlacedTile:
        return PlacedTile(faces[tile], tile)

    return HandReading(
        concealed=tuple(map(place, hand.concealed)),
        melds=tuple(_meld_reading(meld, meld in hand.added, faces, sideways) for meld in hand.melds),
        win_tile=None if hand.win_tile is None else place(hand.win_tile),
        flowers=tuple(map(place, hand.flowers)),
    )


def _meld_reading(meld: Group, added: bool, faces: Sequence[Tile], sideways: frozenset[int]) -> MeldReading:
    """The meld with its kind: of four tiles in a row, two that lie across show the one added to the other."""
    shape = meld_shape([faces[i] for i in meld])
    if shape is None:
        raise ValueError(f"{[faces[i].code for i in meld]} is no meld")
    kind = shape.kind
    if kind == "exposed" and (added or len(sideways.intersection(meld)) > 1):
        kind = "added"
    return MeldReading(shape.type, shape.tiles, meld, kind == "concealed", kind)


def _angles(rows: Sequence[Row], count: int) -> tuple[int, ...]:
    angles = [0] * count
    for row in rows:
        slope = row.degrees if len(row.tiles) > 2 else 0.0
        slope = slope if abs(slope) >= SQUARE else 0.0
        for tile, sideways in zip(row.tiles, row.sideways, strict=True):
            angles[tile] = round(slope + (90 if sideways else 0)) % 360
    return tuple(angles)
