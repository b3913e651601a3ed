"""What a hand waits for (听牌), and what one that does not win is missing."""

from __future__ import annotations

from dataclasses import dataclass, replace

from scoring.checks import faults
from scoring.core import Result, hold, score, waiting_tiles
from scoring.errors import Rejection
from scoring.hand import Case, DrawHand, Way
from scoring.options import resolve
from scoring.tiles import Tile
from scoring.variant import Variant
from scoring.variants import VARIANTS

_WAYS: tuple[Way, Way] = ("selfdraw", "discard")


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
        condition: the rule that a complete hand breaks, or that every tile completing a waiting one would.
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
        drawn, given = (_payout(case, variant, tile, way) for way in _WAYS)
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
    return Missing(lacking - 1, tuple(nearer), _broken_rule(case, variant, lacking, nearer))


def _broken_rule(case: Case, variant: Variant, lacking: int, nearer: list[Tile]) -> Rejection | None:
    """The rule that keeps a complete hand, or each completed one, from winning; None where some tile wins."""
    if lacking == 0:
        outcome = score(case)
        return outcome if isinstance(outcome, Rejection) else None
    if lacking > 1:
        return None
    tried = [_won_by(case, variant, tile, way) for tile in nearer for way in _WAYS if way in variant.ways]
    refused = [outcome for outcome in tried if isinstance(outcome, Rejection)]
    return refused[0] if refused and len(refused) == len(tried) else None


def _lacking(variant: Variant, counts: tuple[int, ...], wilds: int, case: Case) -> int:
    held = replace(hold(case, case.wins[0], variant), counts=counts, wilds=wilds)
    return min(lack for distance in variant.distances if (lack := distance(held)) is not None)


def _payout(case: Case, variant: Variant, tile: Tile, way: Way) -> Result | None:
    """The payout if this tile came this way; None where it does not win."""
    outcome = _won_by(case, variant, tile, way) if way in variant.ways else None
    return outcome if isinstance(outcome, Result) else None


def _won_by(case: Case, variant: Variant, tile: Tile, way: Way) -> Result | Rejection:
    """The hand scored as if this tile came this way, with the facts that fit the way."""
    win = case.wins[0]
    fits = {item.name for item in variant.inputs if not item.ways or way in item.ways}
    giver = win.from_seat if win.from_seat is not None else (win.seat + 1) % case.players
    won = replace(win, win_tile=tile, by=way, from_seat=giver if way == "discard" else None, flags=win.flags & fits)
    return score(replace(case, wins=(won,)))


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
