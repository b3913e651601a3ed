"""What a hand waits for (听牌), and what one that does not win is missing."""

from __future__ import annotations

from dataclasses import dataclass, replace

from scoring.checks import faults
from scoring.core import Result, hold, score, waiting_tiles
from scoring.errors import Code, Rejection
from scoring.hand import Case, DrawHand, Way
from scoring.options import resolve
from scoring.tiles import Tile
from scoring.variant import Variant
from scoring.variants import VARIANTS


@dataclass(frozen=True, slots=True)
class Wait:
    """One tile that wins.

    Attributes:
        tile: the tile.
        left: copies that are neither in this hand nor shown beside it.
        selfdraw: the payout when drawn; None where that does not win.
        discard: the payout when the discarder gives it; None where that does not win.
    """

    tile: Tile
    left: int
    selfdraw: Result | None
    discard: Result | None


@dataclass(frozen=True, slots=True)
class Missing:
    """Why a hand does not win.

    Attributes:
        shanten: tiles to exchange until it waits; 0 for a waiting hand, -1 for a complete one.
        tiles: the tiles that bring it nearer.
        condition: the rule that a complete hand breaks, where it is not the shape that fails.
    """

    shanten: int
    tiles: tuple[Tile, ...]
    condition: Rejection | None


def waits(case: Case) -> tuple[Wait, ...] | Rejection:
    """The tiles that win and what each would pay.

    Args:
        case: a deal whose only win holds 13 tiles (16 in Fuzhou) and the facts of the winner; its way and
            winning tile do not matter, its ``from_seat`` is the discarder reckoned with (else the next seat).
    """
    variant = VARIANTS[case.variant]
    win = case.wins[0]
    if fault := _broken_hand(case, variant):
        return fault
    found = []
    for tile in waiting_tiles(DrawHand(win.seat, win.concealed, win.melds), variant):
        drawn = _won_by(case, variant, tile, "selfdraw")
        given = _won_by(case, variant, tile, "discard")
        if drawn or given:
            found.append(Wait(tile, _copies_left(case, variant, tile), drawn, given))
    return tuple(found)


def missing(case: Case) -> Missing:
    """What the only win of a case lacks, with or without its winning tile."""
    variant = VARIANTS[case.variant]
    held = hold(case, case.wins[0], variant)
    lacking = _lacking(variant, held.counts, held.wilds, case)
    nearer = []
    for tile in waiting_tiles(DrawHand(0, case.wins[0].closing, case.wins[0].melds), variant):
        more = replace(case.wins[0], concealed=(*case.wins[0].closing, tile), win_tile=None)
        after = hold(case, more, variant)
        if _lacking(variant, after.counts, after.wilds, case) < lacking:
            nearer.append(tile)
    condition = None
    if lacking == 0:
        outcome = score(case)
        condition = outcome if isinstance(outcome, Rejection) and outcome.code is not Code.NOT_WIN else None
    return Missing(lacking - 1, tuple(nearer), condition)


def _lacking(variant: Variant, counts: tuple[int, ...], wilds: int, case: Case) -> int:
    held = replace(hold(case, case.wins[0], variant), counts=counts, wilds=wilds)
    return min(lack for distance in variant.distances if (lack := distance(held)) is not None)


def _won_by(case: Case, variant: Variant, tile: Tile, way: Way) -> Result | None:
    """The payout if this tile came this way; None where it does not win."""
    if way not in variant.ways:
        return None
    win = case.wins[0]
    fits = {item.name for item in variant.inputs if not item.ways or way in item.ways}
    giver = win.from_seat if win.from_seat is not None else (win.seat + 1) % case.players
    won = replace(win, win_tile=tile, by=way, from_seat=giver if way == "discard" else None, flags=win.flags & fits)
    outcome = score(replace(case, wins=(won,)))
    return outcome if isinstance(outcome, Result) else None


def _copies_left(case: Case, variant: Variant, tile: Tile) -> int:
    win, wild = case.wins[0], variant.wild(case)
    shown = [*win.concealed, *win.flowers, *(item for meld in win.melds for item in meld.tiles)]
    return variant.copies[tile] - shown.count(tile) - (wild.indicator and tile is wild.tile)


def _broken_hand(case: Case, variant: Variant) -> Rejection | None:
    """What is wrong with the tiles themselves, whatever the winning tile."""
    options = resolve(variant.options, case.options)
    if isinstance(options, Rejection):
        return options
    win = replace(case.wins[0], by="selfdraw", win_tile=None, from_seat=None, flags=frozenset())
    shown = DrawHand(win.seat, win.concealed, win.melds)
    return faults(
        replace(case, wins=(), draw=(shown,), already_won=frozenset(case.seats) - {win.seat}), variant, options
    )
