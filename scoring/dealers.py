"""Who deals next (下一局的庄): the rules that variants choose from (rules 12.6)."""

from __future__ import annotations

from scoring.hand import Case, Seat


def winner_deals(case: Case) -> Seat:
    """The winner; with several winners of one discard the discarder; after a draw the same dealer."""
    if not case.wins:
        return case.dealer
    first = case.wins[0]
    if len(case.wins) > 1 and first.from_seat is not None:
        return first.from_seat
    return first.seat


def first_winner_deals(case: Case) -> Seat:
    """The first winner of a deal that goes on after a win (血战), also when it ends in a draw.

    Earlier winners by the order of the set are not known; with several, the dealer stays until a person says.
    """
    if not case.already_won:
        return winner_deals(case)
    earlier = sorted(case.already_won)
    return earlier[0] if len(earlier) == 1 else case.dealer


def stays_on_win_or_draw(case: Case) -> Seat:
    """The same dealer when he wins or nobody does, else the next seat."""
    if not case.wins or any(win.seat == case.dealer for win in case.wins):
        return case.dealer
    return (case.dealer + 1) % case.players


def stays_on_win(case: Case) -> Seat:
    """The same dealer only when he wins, else the next seat."""
    if any(win.seat == case.dealer for win in case.wins):
        return case.dealer
    return (case.dealer + 1) % case.players
