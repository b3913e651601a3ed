"""Help with a hand: what completes it, what would repair it, whether the winning tile matters."""

from __future__ import annotations

from scoring import Rejection, Result, score
from scoring.suggest import single_changes
from scoring.tiles import Tile
from scoring.waits import waits
from ui.deal.case import alone, case_of
from ui.deal.model import Deal
from ui.hand import Piece, mark_winning

REPAIRS = 3
"""How many repairs of a hand are offered."""


def completing(deal: Deal) -> tuple[Tile, ...]:
    """The tiles that would complete a hand that is one short of its winning tile."""
    found = waits(alone(deal))
    if isinstance(found, Rejection):
        return ()
    drawn = deal.win.way == "selfdraw"
    return tuple(wait.tile for wait in found if (wait.selfdraw if drawn else wait.discard))


def repairs(deal: Deal) -> tuple[tuple[Piece, Tile], ...]:
    """Tiles of a refused hand with another likely face under which it would score, likeliest first."""
    hand = deal.win.hand
    unsure = [piece for piece in (*hand.concealed, hand.win) if piece is not None and piece.confidence < 1]
    alternatives: dict[Tile, dict[Tile, float]] = {}
    for piece in unsure:
        alternatives.setdefault(piece.tile, {}).update(piece.alternatives)
    case = case_of(deal)
    if not case.wins:
        return ()
    found = []
    winner = next((at for at, win in enumerate(case.wins) if win.seat == deal.win.seat), 0)
    for change in single_changes(case, winner, alternatives):
        alike = [piece for piece in unsure if piece.tile is change.old]
        if alike and change.new is not None:
            found.append((min(alike, key=lambda piece: piece.confidence), change.new))
    return tuple(found[:REPAIRS])


def winning_tile_matters(deal: Deal) -> bool:
    """Whether another tile of the hand as the winning tile would change what is paid, or nothing is paid yet."""
    now = score(case_of(deal))
    if not isinstance(now, Result):
        return True
    outcomes: set[tuple[int, ...] | None] = {now.payments}
    for tile in {piece.tile: piece for piece in deal.win.hand.concealed}.values():
        other = score(case_of(deal.with_win(hand=mark_winning(deal.win.hand, tile.id))))
        outcomes.add(other.payments if isinstance(other, Result) else None)
    return len(outcomes) > 1
