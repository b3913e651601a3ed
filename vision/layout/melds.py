"""Melds as they lie: what a group of three or four tiles is, and how a run of tiles splits into groups."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.tiles import Tile, tile
from vision.reading import KongKind, MeldType

BACK = tile("back")


@dataclass(frozen=True)
class MeldShape:
    """What a group of tiles shows.

    Attributes:
        type: ``chi``, ``pong`` or ``kong``.
        tiles: its faces, those that lie face down included; None where all four do.
        kind: of a kong.
    """

    type: MeldType
    tiles: tuple[Tile, ...] | None
    kind: KongKind | None = None


def meld_shape(faces: Sequence[Tile]) -> MeldShape | None:
    """The meld that three or four tiles make, in whatever order they lie; None if they make none.

    A kong with one to four tiles face down is a concealed one (暗杠): players turn down two, three or all.

    >>> meld_shape([tile("3m"), tile("1m"), tile("2m")]).type
    'chi'
    """
    shown = sorted(face for face in faces if face is not BACK)
    if len(faces) == 4 and len(shown) < 4:
        if len(set(shown)) > 1:
            return None
        return MeldShape("kong", tuple(shown[:1] * 4) or None, "concealed")
    if len(shown) != len(faces) or any(face.is_flower for face in shown):
        return None
    if len(set(shown)) == 1 and len(faces) in (3, 4):
        return MeldShape("pong", tuple(shown)) if len(faces) == 3 else MeldShape("kong", tuple(shown), "exposed")
    steps = [face.index - shown[0].index for face in shown]
    if steps == [0, 1, 2] and all(face.is_suited for face in shown) and len({f.suit for f in shown}) == 1:
        return MeldShape("chi", tuple(shown))
    return None


def split_into_melds(faces: Sequence[Tile]) -> list[int] | None:
    """The lengths of the melds that lie side by side in a run of tiles, or None if it is not all melds.

    >>> split_into_melds([tile(code) for code in ("1m", "2m", "3m", "5z", "5z", "5z")])
    [3, 3]
    """
    if not faces:
        return []
    for length in (3, 4):
        if len(faces) >= length and meld_shape(faces[:length]) is not None:
            rest = split_into_melds(faces[length:])
            if rest is not None:
                return [length, *rest]
    return None
