"""What happened in a deal, in order: kongs, wins one after another or together, a draw.

What the rules need of it (who has won before, who still pays) follows from the log; :mod:`ui.deal.case` derives it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from scoring.hand import KongKind, Seat
from scoring.variants import VARIANTS
from ui.deal.model import Deal, KongEntry, Outcome, WinEntry


@dataclass(frozen=True)
class Round:
    """What is settled at once: the winners of one tile, or the draw at the end.

    Attributes:
        wins: indices into the wins of the deal; none at a draw.
        draw: whether it is the draw.
    """

    wins: tuple[int, ...] = ()
    draw: bool = False


def outcomes(deal: Deal) -> tuple[Outcome, ...]:
    """How a deal can end under its rules."""
    return ("win", "draw", "false_win") if "false_win" in deal.rules.facts else ("win", "draw")


def rounds(deal: Deal) -> tuple[Round, ...]:
    """What is settled, in order: opening hands, then every win after the other, then the draw."""
    if deal.outcome == "false_win":
        return (Round(),)
    found: list[tuple[int, ...]] = []
    for index in counted_wins(deal):
        together = tuple(each for each in deal.sharers(index) if each in counted_wins(deal))
        if together not in found:
            found.append(together)
    openings = [each for each in found if deal.wins[each[0]].way == "opening"]
    ordered = openings + [each for each in found if each not in openings]
    last = (Round(draw=True),) if deal.outcome == "draw" else ()
    return (*map(Round, ordered), *last)


def counted_wins(deal: Deal) -> tuple[int, ...]:
    """Indices of the wins that are paid.

    At a draw only those count that a deal with several winners has had before it. Where the rules have one winner
    a deal, the one on the page counts; others, entered under other rules, wait.
    """
    every = range(len(deal.wins))
    if deal.outcome == "draw":
        before = [at for at in every if deal.wins[at].way == "opening" or deal.goes_on]
        return tuple(at for at in before if deal.wins[at].hand.pieces)
    return tuple(every) if takes_several(deal) else (deal.selected,)


def takes_several(deal: Deal) -> bool:
    """Whether a deal can have more than one winner."""
    return deal.rules.several_winners or deal.goes_on or "opening" in deal.rules.ways


def round_of(deal: Deal) -> int:
    """Number of the round that the page shows."""
    found = rounds(deal)
    shown = (at for at, each in enumerate(found) if deal.selected in each.wins)
    return len(found) - 1 if deal.outcome != "win" and deal.showing is not None else next(shown, len(found) - 1)


def out_before(deal: Deal, number: int) -> frozenset[Seat]:
    """Who has won before a round and left the deal: from the log, and whom somebody named besides."""
    if not deal.goes_on:
        return frozenset()
    earlier = {deal.wins[at].seat for each in rounds(deal)[:number] for at in each.wins}
    named = frozenset(deal.facts.get("already_won") or ())
    here = {deal.wins[at].seat for at in rounds(deal)[number].wins}
    return (named | earlier) - here


def still_in(deal: Deal) -> tuple[Seat, ...]:
    """Who plays on in the round that the page shows."""
    out = out_before(deal, round_of(deal))
    return tuple(seat for seat in range(deal.rules.players) if seat not in out)


def show_hands(deal: Deal) -> tuple[Seat, ...]:
    """Whose hands are asked for at a draw (查叫): everybody's who has not won; nobody's where a draw pays nothing."""
    if deal.outcome != "draw" or not deal.rules.draw_needs_all:
        return ()
    out = out_before(deal, len(rounds(deal)) - 1)
    return tuple(seat for seat in range(deal.rules.players) if seat not in out)


def with_outcome(deal: Deal, outcome: Outcome) -> Deal:
    """The deal with another end; what was entered for the end before stays."""
    changed = replace(deal, outcome=outcome)
    seats = show_hands(changed)
    return replace(changed, showing=seats[0] if seats else None)


def select_win(deal: Deal, index: int) -> Deal:
    """The deal with another winner on the page."""
    return replace(deal, selected=index, showing=None)


def select_shown(deal: Deal, seat: Seat) -> Deal:
    """The deal with the hand on the page that this player shows at the draw."""
    return replace(deal, showing=seat)


def add_win(deal: Deal, *, together: bool = False) -> Deal:
    """The deal with one more winner after the selected one.

    Args:
        deal: the deal.
        together: whether he won on the same tile; he then shares how the other won, and from whom.
    """
    at = deal.selected + 1
    before = deal.wins[deal.selected]
    shared: dict[str, Any] = {"way": before.way, "from_seat": before.from_seat} if together else {}
    taken = {entry.seat for entry in deal.wins} if together or deal.goes_on else set[Seat]()
    free = [seat for seat in range(deal.rules.players) if seat not in taken and seat != shared.get("from_seat")]
    entry = WinEntry(free[0] if free else 0, together=together, **shared)
    kongs = tuple(replace(kong, before=kong.before + (kong.before >= at)) for kong in deal.kongs)
    wins = (*deal.wins[:at], entry, *deal.wins[at:])
    return replace(deal, wins=wins, selected=at, showing=None, kongs=kongs)


def remove_win(deal: Deal, index: int) -> Deal:
    """The deal without this winner; the last one leaves an empty entry behind."""
    wins = (*deal.wins[:index], *deal.wins[index + 1 :]) or (WinEntry(),)
    if index < len(wins) and wins[index].together and not deal.wins[index].together:
        # The next winner now stands for the tile that both won on.
        wins = (*wins[:index], replace(wins[index], together=False), *wins[index + 1 :])
    kongs = tuple(replace(kong, before=kong.before - (kong.before > index)) for kong in deal.kongs)
    selected = deal.selected - (deal.selected > index)
    return replace(deal, wins=wins, selected=min(selected, len(wins) - 1), kongs=kongs)


def log_kong(deal: Deal, seat: Seat, kind: KongKind, from_seat: Seat | None = None) -> Deal:
    """The deal with one more kong, before the win (or draw) on the page."""
    before = len(deal.wins) if deal.outcome == "draw" else deal.selected
    kong = KongEntry(seat, kind, from_seat, before, id=1 + max((kong.id for kong in deal.kongs), default=-1))
    return replace(deal, kongs=(*deal.kongs, kong))


def change_kong(deal: Deal, kong_id: int, **changes: Any) -> Deal:
    """The deal with one kong of the log told otherwise; one that is not exposed has no feeder."""

    def told(kong: KongEntry) -> KongEntry:
        kong = replace(kong, **changes)
        fed = kong.kind == "exposed" and kong.from_seat != kong.seat
        return kong if fed else replace(kong, from_seat=None)

    return replace(deal, kongs=tuple(told(kong) if kong.id == kong_id else kong for kong in deal.kongs))


def remove_kong(deal: Deal, kong_id: int) -> Deal:
    """The deal without one kong of the log; the same deal where that is gone already."""
    return replace(deal, kongs=tuple(kong for kong in deal.kongs if kong.id != kong_id))


def with_variant(deal: Deal, name: str) -> Deal:
    """The deal under other rules; a seat, a way of winning or an end that they lack gives way to the first."""
    players, ways = VARIANTS[name].players, VARIANTS[name].ways

    def fitting(entry: WinEntry) -> WinEntry:
        return replace(
            entry,
            seat=entry.seat if entry.seat < players else 0,
            way=entry.way if entry.way in ways else "selfdraw",
            from_seat=entry.from_seat if (entry.from_seat or 0) < players else None,
        )

    moved = replace(
        deal,
        variant=name,
        wins=tuple(map(fitting, deal.wins)),
        shown=tuple(entry for entry in deal.shown if entry.seat < players),
        dealer=deal.dealer if deal.dealer < players else 0,
        kongs=tuple(kong for kong in deal.kongs if max(kong.seat, kong.from_seat or 0) < players),
    )
    moved = with_outcome(moved, moved.outcome if moved.outcome in outcomes(moved) else "win")
    return moved.with_hand(moved.win.hand)
