"""How far a hand is from winning (向听): the fewest tiles that are still missing, for each shape.

A complete hand of a shape and the hand held overlap in some tiles; what the best overlap leaves over is missing.
Wild tiles fill any gap. Shanten is one less: a ready hand misses one tile and has shanten 0.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from scoring.shapes import Held
from scoring.splits import Counts

Distance = Callable[[Held], int | None]
"""How many tiles a hand lacks for a shape; None where it can never reach it."""

_COPIES = 4


def to_standard(held: Held) -> int:
    """Tiles missing for sets and a pair."""
    sets = held.sets - len(held.melds)
    # Best overlap for so many sets and pairs over the suits seen so far.
    best = {(0, 0): 0}
    for suit in held.suits:
        table = _overlaps(held.counts[suit.start : suit.stop], suit.start < 27, sets)
        joined: dict[tuple[int, int], int] = {}
        for (have_sets, have_pairs), overlap in best.items():
            for (more_sets, more_pairs), more in table.items():
                key = (have_sets + more_sets, have_pairs + more_pairs)
                if key[0] <= sets and key[1] <= 1:
                    joined[key] = max(joined.get(key, 0), overlap + more)
        best = joined
    return max(0, 3 * sets + 2 - best[sets, 1] - held.wilds)


def to_seven_pairs(held: Held) -> int | None:
    """Tiles missing for seven pairs; four alike are two pairs."""
    return to_pairs(held, pairs=7)


def to_pairs(held: Held, pairs: int) -> int | None:
    """Tiles missing for so many pairs and nothing else in a hand without melds."""
    if held.melds:
        return None
    whole = min(pairs, sum(count // 2 for count in held.counts))
    halves = min(pairs - whole, sum(count % 2 for count in held.counts))
    return max(0, 2 * pairs - 2 * whole - halves - held.wilds)


@lru_cache(maxsize=1 << 14)
def _overlaps(counts: Counts, suited: bool, most_sets: int) -> dict[tuple[int, int], int]:
    """The best overlap of one suit with any complete hand, by its sets and pairs in this suit."""
    # State: chi begun at the two ranks before, sets and pairs so far.
    states = {(0, 0, 0, 0): 0}
    for rank, held in enumerate(counts):
        following: dict[tuple[int, int, int, int], int] = {}
        can_begin = suited and rank <= len(counts) - 3
        for (before, last, sets, pairs), overlap in states.items():
            for begun in range(most_sets - sets + 1 if can_begin else 1):
                for pong in range(2):
                    for pair in range(2 - pairs):
                        used = before + last + begun + 3 * pong + 2 * pair
                        now = (last, begun, sets + begun + pong, pairs + pair)
                        if used <= _COPIES and now[2] <= most_sets:
                            following[now] = max(following.get(now, 0), overlap + min(used, held))
        states = following
    table: dict[tuple[int, int], int] = {}
    for (_, _, sets, pairs), overlap in states.items():
        table[sets, pairs] = max(table.get((sets, pairs), 0), overlap)
    return table
