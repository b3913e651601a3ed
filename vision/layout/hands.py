"""Rows put together to hands: every way to see a row and its neighbours as one player's tiles, the best first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import chain, combinations

import numpy as np

from scoring.tiles import Tile
from vision.layout.groups import Group, RowReading, read_hand_row, read_melds
from vision.layout.melds import BACK
from vision.layout.rows import Row

FULL_HANDS = (14, 17)
"""Tiles of a finished hand, a kong counted as three; 17 in Fuzhou and Taiwan."""

WAITING_HANDS = (13, 16)
"""Tiles of a hand that waits for one."""

MOST_NEIGHBOURS = 4
"""So many nearest rows are tried with each row."""

FARTHEST = 2.0
"""Rows more than this many tile heights away belong to someone else."""

FARTHEST_FLOWERS = 4.0
"""Flowers lie farther from the hand than melds: at the table's edge, or above the discards."""

LEAST_HAND = 7
"""A row shorter than this is no hand by itself: discards, melds of others."""

LONE_SURENESS = 0.8
"""A tile by itself belongs to a hand if it is read at least this share as surely as the photo's median tile:
print and patterns are taken for single tiles, but seldom surely."""

LARGEST_HEAP = 24
"""More tiles than this without rows are no hand."""


@dataclass(frozen=True)
class Hand:
    """One player's tiles, as indices into the detections.

    Attributes:
        concealed: in reading order.
        melds: each in reading order.
        win_tile: the tile apart.
        flowers: set aside.
        unclear: groups read as part of the hand that may be melds.
        added: those of the melds that are a pong with a fourth tile laid on it (补杠).
        rows: number of rows that the concealed tiles lie in; 0 where they lie in no rows at all.
        score: how likely it is that these are one player's tiles, to compare with others.
    """

    concealed: Group = ()
    melds: tuple[Group, ...] = ()
    win_tile: int | None = None
    flowers: Group = ()
    unclear: tuple[Group, ...] = ()
    added: tuple[Group, ...] = ()
    rows: int = 1
    score: float = 0.0

    @property
    def tiles(self) -> frozenset[int]:
        """Every tile of it."""
        own = (*self.concealed, *chain.from_iterable(self.melds), *self.flowers)
        return frozenset(own if self.win_tile is None else (*own, self.win_tile))

    @property
    def count(self) -> int:
        """Tiles as the rules count them: flowers not, a kong as three."""
        return len(self.concealed) + 3 * len(self.melds) + (self.win_tile is not None)


@dataclass(frozen=True, eq=False)
class _Part:
    """A row with its readings: as a hand, as melds and flowers alone, as one tile beside flowers.

    The latter two are None where it cannot be that.
    """

    row: Row
    hand: RowReading
    melds: RowReading | None
    single: int | None


def find_hands(rows: Sequence[Row], faces: Sequence[Tile], confidences: Sequence[float]) -> list[Hand]:
    """The hands that the rows show, the one that the photo is about first.

    Args:
        rows: every tile in one row.
        faces: of all tiles, by index.
        confidences: of all tiles, by index.
    """
    in_rows = sum(len(row.tiles) for row in rows if len(row.tiles) > 2)
    # In a heap every tile lies by itself.
    doubt = LONE_SURENESS * float(np.median(confidences)) if in_rows > 0.7 * len(faces) else 0.0
    left = [
        part
        for row in rows
        if not _is_wall(part := _read(row, faces), faces) and (part.single is None or confidences[part.single] >= doubt)
    ]
    hands: list[Hand] = []
    while left:
        hand = max((_best_around(part, left, faces) for part in left), key=lambda hand: hand.score)
        if not hands:
            hand = max(hand, _heap(left, faces), key=lambda hand: hand.score)
        elif len(hand.tiles) < LEAST_HAND:
            break
        hands.append(hand)
        left = [part for part in left if not hand.tiles & set(part.row.tiles)]
    return _with_far_flowers(hands, left, rows)


def _with_far_flowers(hands: list[Hand], left: Sequence[_Part], rows: Sequence[Row]) -> list[Hand]:
    """Gives flowers that lie by themselves, farther than melds do, to the nearest hand within reach."""
    row_of = {tile: row for row in rows for tile in row.tiles}
    for part in left:
        if part.melds is None or part.melds.melds or not hands:
            continue
        distances = [min(_distance(row_of[tile], part.row) for tile in hand.tiles) for hand in hands]
        nearest = int(np.argmin(distances))
        if distances[nearest] <= FARTHEST_FLOWERS:
            hand = hands[nearest]
            hands[nearest] = replace(hand, flowers=(*hand.flowers, *part.melds.flowers))
    return hands


def _is_wall(part: _Part, faces: Sequence[Tile]) -> bool:
    """Whether a row is face down: a wall, or the back of someone's hand; four alone are a concealed kong."""
    backs = sum(faces[i] is BACK for i in part.row.tiles)
    if backs == len(part.row.tiles):
        return backs != 4
    return backs > len(part.row.tiles) / 2 and part.melds is None and not part.hand.melds


def _read(row: Row, faces: Sequence[Tile]) -> _Part:
    shown = [i for i in row.tiles if not faces[i].is_flower]
    return _Part(row, read_hand_row(row, faces), read_melds(row, faces), shown[0] if len(shown) == 1 else None)


def _best_around(part: _Part, parts: Sequence[_Part], faces: Sequence[Tile]) -> Hand:
    """The likeliest hand that this row is part of."""
    near = sorted(
        ((distance, k) for k, other in enumerate(parts) if (distance := _distance(part.row, other.row)) <= FARTHEST),
    )
    neighbours = [(parts[k], distance) for distance, k in near if parts[k] is not part][:MOST_NEIGHBOURS]
    tallest = max(other.row.tile_height for other in parts)
    lowest = max(1.0, *(float(other.row.centres[:, 1].max()) for other in parts))
    best = Hand(score=-np.inf)
    for some in _subsets(neighbours):
        far = sum(distance for _, distance in some)
        members = [part, *(other for other, _ in some)]
        for main in members:
            hand = _combine(main, [other for other in members if other is not main], faces)
            if hand is not None:
                # Of several hands the photo is about the one that is nearest to the camera.
                prominence = main.row.tile_height / tallest + float(main.row.centres[:, 1].mean()) / lowest
                score = hand.score + 0.4 * prominence - 0.3 * far
                best = max(best, replace(hand, score=score), key=lambda hand: hand.score)
    return best


def _subsets(neighbours: Sequence[tuple[_Part, float]]) -> Iterable[tuple[tuple[_Part, float], ...]]:
    return chain.from_iterable(combinations(neighbours, size) for size in range(len(neighbours) + 1))


def _distance(row: Row, other: Row) -> float:
    """Empty space between two rows in tile heights of the larger; infinite where they cannot be one hand's."""
    if not 0.45 < row.tile_height / other.tile_height < 2.2:
        return float("inf")
    if _turn(row, other) > 25 and min(len(row.tiles), len(other.tiles)) > 4:
        return float("inf")
    long, short = (row, other) if len(row.tiles) >= len(other.tiles) else (other, row)
    direction = np.array(long.direction)
    offsets = short.centres - long.centres.mean(axis=0)
    across = abs(float((offsets @ np.array([-direction[1], direction[0]])).mean()))
    along = offsets @ direction
    reach = (long.centres - long.centres.mean(axis=0)) @ direction
    beside = max(float(along.min() - reach.max()), float(reach.min() - along.max()), 0.0)
    gap_across = max(across - (row.tile_height + other.tile_height) / 2, 0.0)
    # Melds often lie far to the right of the hand, rarely far behind it.
    gap_along = max(beside - (row.tile_width + other.tile_width) / 2, 0.0) / 2
    return (gap_across + gap_along) / max(row.tile_height, other.tile_height)


def _turn(row: Row, other: Row) -> float:
    """Degrees between two rows, 0 to 90."""
    turn = abs(row.degrees - other.degrees) % 180
    return min(turn, 180 - turn)


def _combine(main: _Part, others: Sequence[_Part], faces: Sequence[Tile]) -> Hand | None:
    """One row as the hand, the others as its melds, flowers, winning tile, or more of the hand.

    None where the rows do not go together.
    """
    singles = [part.single for part in others if part.single is not None]
    readings = [(main, main.hand)]
    for part in others:
        if part.single is not None:
            readings.append((part, RowReading(flowers=part.hand.flowers)))
        else:
            if part.melds is None and not _continues(main.row, part.row):
                return None
            readings.append((part, part.melds or part.hand))
            if part.melds is None and part.hand.win_tile is not None:
                singles.append(part.hand.win_tile)
    readings = _in_reading_order(readings, main.row)
    hand = Hand(
        concealed=tuple(chain.from_iterable(reading.concealed for _, reading in readings)),
        melds=tuple(chain.from_iterable(reading.melds for _, reading in readings)),
        win_tile=main.hand.win_tile,
        flowers=tuple(chain.from_iterable(reading.flowers for _, reading in readings)),
        unclear=tuple(chain.from_iterable(reading.unclear for _, reading in readings)),
        rows=sum(bool(reading.concealed) for _, reading in readings),
    )
    if hand.win_tile is not None and hand.count + 1 in (13, 16):
        hand = _without_gap(hand, main.row)
    evidence = sum(0.3 if part.melds is not None else -0.3 for part in others)
    for tile in singles:
        kong = _touched_pong(hand, tile, faces, [main, *others])
        if kong is not None:
            melds = tuple((*meld, tile) if meld == kong else meld for meld in hand.melds)
            hand = replace(hand, melds=melds, added=(*hand.added, (*kong, tile)))
            evidence += 0.6
        elif hand.win_tile is None:
            hand = replace(hand, win_tile=tile)
        else:
            return None
    return replace(hand, score=_plausibility(hand) + evidence)


def _without_gap(hand: Hand, row: Row) -> Hand:
    """The hand with the tile at the row's end taken back into it: the gap is where a tile was not seen."""
    concealed = {*hand.concealed, hand.win_tile}
    elsewhere = tuple(i for i in hand.concealed if i not in row.tiles)
    return replace(hand, concealed=(*elsewhere, *(i for i in row.tiles if i in concealed)), win_tile=None)


def _in_reading_order(readings: Sequence[tuple[_Part, RowReading]], main: Row) -> list[tuple[_Part, RowReading]]:
    """Rows from top to bottom across the main row's direction, those on one line from left to right."""
    along = np.array(main.direction)
    down = np.array([-along[1], along[0]])
    depth = [float((part.row.centres @ down).mean()) for part, _ in readings]
    line, lines = 0, {}
    order = sorted(range(len(readings)), key=lambda k: depth[k])
    for before, k in zip([order[0], *order], order, strict=False):
        line += depth[k] - depth[before] > main.tile_height / 2
        lines[k] = (line, float((readings[k][0].row.centres @ along).mean()))
    return [readings[k] for k in sorted(order, key=lambda k: lines[k])]


def _continues(row: Row, other: Row) -> bool:
    """Whether a row may be more of the same hand: parallel, as large, close by."""
    return (
        _turn(row, other) < 12
        and 0.75 < row.tile_height / other.tile_height < 1.33
        and _distance(row, other) < 0.6
        and len(other.tiles) >= 3
    )


def _touched_pong(hand: Hand, tile: int, faces: Sequence[Tile], parts: Sequence[_Part]) -> Group | None:
    """The pong of the same face that a single tile touches: together they are an added kong (补杠)."""
    centres = {i: part.row.centres[k] for part in parts for k, i in enumerate(part.row.tiles)}
    height = max(part.row.tile_height for part in parts)
    for meld in hand.melds:
        same = len(meld) == 3 and all(faces[i] is faces[tile] for i in meld)
        if same and min(np.linalg.norm(centres[tile] - centres[i]) for i in meld) < 1.3 * height:
            return meld
    return None


def _plausibility(hand: Hand) -> float:
    """How much a set of tiles looks like one player's, from its number and the rows it lies in."""
    score = 0.1 * len(hand.tiles)
    if hand.count in FULL_HANDS:
        score += 3
    elif hand.count in WAITING_HANDS or hand.count + len(hand.flowers) in (*FULL_HANDS, *WAITING_HANDS):
        # The latter: flowers still stand among the tiles, not yet replaced.
        score += 2.5
    elif hand.count > max(FULL_HANDS) + 1:
        score -= 1
    return score - 1.2 * max(hand.rows - 1, 0) - 0.2 * bool(hand.unclear)


def _heap(parts: Sequence[_Part], faces: Sequence[Tile]) -> Hand:
    """All tiles as one hand that lies in no order."""
    tiles = [i for part in parts for i in part.row.tiles]
    shown = tuple(i for i in tiles if not faces[i].is_flower)
    flowers = tuple(i for i in tiles if faces[i].is_flower)
    hand = Hand(shown, flowers=flowers, rows=0)
    scattered = max(len(part.row.tiles) for part in parts) < 0.6 * len(tiles)
    score = 0.1 * len(tiles) + (2 if hand.count in (*FULL_HANDS, *WAITING_HANDS) else 0)
    return replace(hand, score=score if scattered and len(tiles) <= LARGEST_HEAP else -np.inf)
