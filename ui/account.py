"""What a stored deal tells: its cases, its wins with the hands behind them, and its facts in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from records import Deal as StoredDeal
from scoring import Case, DrawHand, Kong, Tile, Win, case_from_json
from scoring.hand import Bao
from scoring.variant import Input
from ui.deal import Deal
from ui.players import seat_label
from ui.text import Words


def cases_told(deal: StoredDeal) -> tuple[Case, ...]:
    """The stored cases of a deal, those that this build can read."""
    told = [case_from_json(case) for case in (deal.case, *deal.later_cases) if case is not None]
    return tuple(case for case in told if isinstance(case, Case))


def table_of(deal: StoredDeal, names: Sequence[str]) -> Deal:
    """Rules, dealer and names of a stored deal, in the form from which players are called by name."""
    by_seat = (*names, "", "", "", "")[:4]
    cases = cases_told(deal)
    return Deal(variant=cases[0].variant, names=by_seat, dealer=cases[0].dealer) if cases else Deal(names=by_seat)


def wins_told(deal: StoredDeal) -> Iterator[tuple[dict[str, Any], Win | DrawHand | None]]:
    """Each win of the stored result with the hand behind it; at a draw the waiting hands stand for wins."""
    cases = cases_told(deal)
    won: list[Win] = [win for case in cases for win in case.wins]
    shown = {hand.seat: hand for case in cases for hand in case.draw or ()}
    for at, told in enumerate((deal.result or {})["wins"]):
        yield told, won[at] if at < len(won) else shown.get(told["seat"])


def win_title(seat: int, hand: Win | DrawHand | None, table: Deal, words: Words) -> str:
    """``老王 胡了 · 点炮（小李）``, or who was ready at the draw."""
    name = seat_label(table, seat, words)
    if not isinstance(hand, Win):
        return words("receipt.ready", name=name)
    return f"{words('result.who_wins', name=name)} · {_how(hand, table, words)}"


def _how(win: Win, table: Deal, words: Words) -> str:
    """``点炮（小李）``."""
    way = words(f"way.{win.by}")
    return way if win.from_seat is None else words("receipt.off", way=way, name=seat_label(table, win.from_seat, words))


def hand_groups(hand: Win | DrawHand | None) -> list[tuple[Tile, ...]]:
    """The tiles of a hand as they lie: concealed, melds, the winning tile, flowers."""
    if hand is None:
        return []
    groups = [hand.concealed, *(meld.tiles for meld in hand.melds)]
    if isinstance(hand, Win):
        groups += [(hand.win_tile,) if hand.win_tile else (), hand.flowers]
    return [group for group in groups if group]


def facts_told(cases: Sequence[Case], table: Deal, words: Words) -> list[tuple[str, str]]:
    """Every fact that was told of a deal: a label and a value."""
    rules = table.rules
    told = [
        (words("table.variant"), words.of(rules.name)),
        (words("dispute.dealer"), seat_label(table, table.dealer, words)),
    ]
    for case in cases:
        told += [(words("dispute.winner"), _winner(win, table, words)) for win in case.wins]
        told += [_of_win(item, win, words) for win in case.wins for item in rules.inputs if _holds(item, win)]
        told += [(words("dispute.kong"), _kong(kong, table, words)) for kong in case.kongs]
        if case.draw is not None:
            told.append((words("dispute.draw"), words("table.yes")))
        told += [
            (words.of(item.label), value) for item in rules.inputs if (value := _of_deal(item, case, table, words))
        ]
    return told


def _winner(win: Win, table: Deal, words: Words) -> str:
    return f"{seat_label(table, win.seat, words)} · {_how(win, table, words)}"


def _holds(item: Input, win: Win) -> bool:
    if item.kind == "number":
        return bool(getattr(win, item.name))
    return item.kind == "flag" and item.name in win.flags


def _of_win(item: Input, win: Win, words: Words) -> tuple[str, str]:
    value = str(getattr(win, item.name)) if item.kind == "number" else words("table.yes")
    return words.of(item.label), value


def _of_deal(item: Input, case: Case, table: Deal, words: Words) -> str:
    """The answer to a question about the deal; empty where it has its default."""
    plain = Case(case.variant)
    holders = (case.events, plain.events) if item.kind == "event" else (case, plain)
    if item.kind not in ("event", "tile", "count", "seat", "seats", "pair"):
        return ""
    value, default = (getattr(holder, item.name) for holder in holders)
    return "" if value == default else _spelled(item, value, table, words)


def _spelled(item: Input, value: Any, table: Deal, words: Words) -> str:
    if isinstance(value, Tile):
        return words.tile(value)
    if isinstance(value, bool):
        return words("table.yes")
    if isinstance(value, Bao):
        return f"{seat_label(table, value.feeder, words)} → {seat_label(table, value.eater, words)}"
    if isinstance(value, frozenset):
        return words("dispute.comma").join(seat_label(table, seat, words) for seat in sorted(value))
    return str(value) if item.kind == "count" else seat_label(table, value, words)


def _kong(kong: Kong, table: Deal, words: Words) -> str:
    name = f"{seat_label(table, kong.seat, words)} {words.of(table.rules.kong_names[kong.kind])}"
    return name if kong.from_seat is None else f"{name} ← {seat_label(table, kong.from_seat, words)}"
