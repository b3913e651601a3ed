"""Which single tile, changed, makes a hand one that scores: for hands that a photo or a person got nearly right."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from scoring.core import Result, score
from scoring.hand import Case, Win
from scoring.tiles import TILES, Tile
from scoring.variants import VARIANTS

Alternatives = Mapping[Tile, Mapping[Tile, float]]
"""For a tile as read: what else it may be, with the chance of each."""


@dataclass(frozen=True, slots=True)
class Change:
    """One tile read wrongly, once too often, or not at all.

    Attributes:
        old: the tile as it stands; None where one is to be added.
        new: what it should be; None where it is to be left out.
        chance: the reader's chance of it, 0 to 1; 0 where the reader says nothing.
        case: the case with the change made.
    """

    old: Tile | None
    new: Tile | None
    chance: float
    case: Case


def single_changes(case: Case, winner: int, alternatives: Alternatives) -> tuple[Change, ...]:
    """The changes of one tile outside the melds after which the case scores, likeliest first.

    Args:
        case: a case that is refused.
        winner: index into ``case.wins`` of the hand to change.
        alternatives: what the reader took each tile for besides; only these are tried in place of another.
    """
    variant = VARIANTS[case.variant]
    win = case.wins[winner]
    size = len(win.closing) + 3 * len(win.melds) - (win.win_tile is not None)
    edits: list[tuple[Tile | None, Tile | None, float]] = [
        (old, new, chance)
        for old in dict.fromkeys((*win.closing, *win.flowers))
        for new, chance in alternatives.get(old, {}).items()
    ]
    if size > variant.hand_size:
        edits += [(old, None, 0.0) for old in dict.fromkeys(win.concealed)]
    elif size < variant.hand_size:
        edits += [(None, new, 0.0) for new in TILES if new in variant.copies and new not in variant.flowers]
    found = list(_scoring(case, winner, edits, variant.flowers))
    return tuple(sorted(found, key=lambda change: -change.chance))


def _scoring(
    case: Case, winner: int, edits: list[tuple[Tile | None, Tile | None, float]], flowers: frozenset[Tile]
) -> Iterator[Change]:
    for old, new, chance in edits:
        for win in _edited(case.wins[winner], old, new, flowers):
            changed = replace(case, wins=(*case.wins[:winner], win, *case.wins[winner + 1 :]))
            if isinstance(score(changed), Result):
                yield Change(old, new, chance, changed)
                break


def _edited(win: Win, old: Tile | None, new: Tile | None, flowers: frozenset[Tile]) -> Iterator[Win]:
    """The win with one tile taken out, wherever one like it lies, and another put where it belongs."""
    added: tuple[Tile, ...] = () if new is None or new in flowers else (new,)
    laid: tuple[Tile, ...] = () if new is None or added else (new,)
    if old is None or old in win.concealed:
        yield replace(win, concealed=(*_without(win.concealed, old), *added), flowers=win.flowers + laid)
    if old is not None and old is win.win_tile and added:
        yield replace(win, win_tile=new)
    if old in win.flowers:
        yield replace(win, concealed=win.concealed + added, flowers=(*_without(win.flowers, old), *laid))


def _without(tiles: tuple[Tile, ...], one: Tile | None) -> tuple[Tile, ...]:
    """The tiles less one of these."""
    at = tiles.index(one) if one in tiles else len(tiles)
    return tiles[:at] + tiles[at + 1 :]
