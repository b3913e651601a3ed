"""A slow enumerator of hands that shares no code with the scorer, to compare it with.

It works on strings such as ``"3m"`` and takes tiles away one group at a time; wild tiles are substituted one by one.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations_with_replacement

SUITED = [f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)]
HONORS = [f"{rank}z" for rank in range(1, 8)]
FACES = SUITED + HONORS


def splits(tiles: Iterable[str]) -> set[tuple[str, ...]]:
    """Every way to see the tiles as sets and exactly one pair, each a sorted tuple of words like ``1m2m3m``."""
    found: set[tuple[str, ...]] = set()
    _take(sorted(tiles), [], found)
    return found


def _take(left: list[str], groups: list[str], found: set[tuple[str, ...]]) -> None:
    if not left:
        if sum(len(group) == 4 for group in groups) == 1:
            found.add(tuple(sorted(groups)))
        return
    first = left[0]
    chi = [first, *(f"{int(first[0]) + step}{first[1]}" for step in (1, 2))]
    for wanted in ([first] * 3, [first] * 2, chi if first[1] != "z" else None):
        if wanted is None or (len(wanted) == 2 and any(len(group) == 4 for group in groups)):
            continue
        rest = list(left)
        try:
            for tile in wanted:
                rest.remove(tile)
        except ValueError:
            continue
        _take(rest, [*groups, "".join(wanted)], found)


def splits_with_wilds(tiles: list[str], wilds: int, faces: list[str] = FACES) -> set[tuple[str, ...]]:
    """The same with so many wild tiles, each tried as every face."""
    found: set[tuple[str, ...]] = set()
    for guess in combinations_with_replacement(faces, wilds):
        found |= splits([*tiles, *guess])
    return found


def is_seven_pairs(tiles: list[str]) -> bool:
    """Whether fourteen tiles are seven pairs, four alike counted as two."""
    return len(tiles) == 14 and all(tiles.count(tile) % 2 == 0 for tile in tiles)


def completes(tiles: list[str], faces: list[str]) -> set[str]:
    """The faces of which one more makes a standard hand or seven pairs."""
    return {
        face for face in faces if tiles.count(face) < 4 and (splits([*tiles, face]) or is_seven_pairs([*tiles, face]))
    }


def shanten(tiles: list[str], faces: list[str], at_most: int = 2) -> int:
    """Fewest exchanges until the hand of 13 waits, tried out breadth first up to a limit."""
    hands = {tuple(sorted(tiles))}
    for exchanges in range(at_most + 1):
        if any(completes(list(hand), faces) for hand in hands):
            return exchanges
        if exchanges < at_most:
            hands = {
                tuple(sorted([*hand[:out], *hand[out + 1 :], face]))
                for hand in hands
                for out in range(len(hand))
                for face in faces
                if hand.count(face) < 4
            }
    return at_most + 1
