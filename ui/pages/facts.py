"""The questions of a deal, drawn from what the variant declares."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any

import streamlit as st

from scoring import Case, Events, Win
from scoring.variant import Input
from ui.deal import WAYS, Deal, questions, rounds, still_in
from ui.pages.course import course, kongs, more_winners
from ui.players import seat_label
from ui.session import asked
from ui.text import Words


def deal_facts(deal: Deal, words: Words, *, begun: bool) -> None:
    """How the deal ended and all that its payout depends on besides the tiles.

    Args:
        deal: the deal.
        words: the language.
        begun: whether there is a hand to ask about; without one only the course of the deal can be entered.
    """
    with st.container(key="facts"):
        st.html(f"<h2>{words('win.title')}</h2>")
        course(deal, words)
        of_win = deal.outcome == "win" or (not deal.shows_hand and any(each.wins for each in rounds(deal)))
        if begun and of_win:
            _win(deal, words)
        if begun:
            dealer = asked("dealer", deal.dealer, lambda deal, seat: replace(deal, dealer=seat))
            _seat_pills(words("win.dealer"), deal, words, required=True, **dealer)
            _questions(deal, words)
        kongs(deal, words)
        if begun:
            more_winners(deal, words)


def _win(deal: Deal, words: Words) -> None:
    """Who won, how, and off whom; only those are offered who are still in the deal."""
    together = {deal.wins[at].seat for at in deal.sharers(deal.selected)}
    others = together - {deal.win.seat}
    winner = asked("winner", deal.win.seat, lambda deal, seat: deal.with_win(seat=seat), deal.selected)
    able = [seat for seat in range(deal.rules.players) if seat == deal.win.seat or seat in set(still_in(deal)) - others]
    _seat_pills(words("win.seat"), deal, words, able, required=True, **winner)
    ways = [way for way in WAYS if way in deal.rules.ways]
    if len(ways) > 1:
        way = asked("way", deal.win.way, lambda deal, chosen: deal.with_win(way=chosen), deal.selected)
        st.pills(words("win.way"), ways, format_func=lambda each: words(f"way.{each}"), required=True, **way)
    if deal.win.way in ("discard", "robkong"):
        feeders = (set(still_in(deal)) - together) | {deal.win.from_seat}
        able = [seat for seat in range(deal.rules.players) if seat in feeders]
        payer = asked("payer", deal.win.from_seat, lambda deal, seat: deal.with_win(from_seat=seat), deal.selected)
        _seat_pills(words(f"win.from_{deal.win.way}"), deal, words, able, **payer)


def _questions(deal: Deal, words: Words) -> None:
    """The variant's own questions; those about things that seldom happen are folded away."""
    _flags(deal, words)
    derived = rounds(deal)[0].wins and deal.selected not in rounds(deal)[0].wins
    # Who has won before is asked only where the log does not tell.
    asked = [item for item in questions(deal) if item.kind in _QUESTIONS and not (item.kind == "seats" and derived)]
    rare = [item for item in asked if _is_rare(item, deal)]
    for item in asked:
        if item not in rare:
            _QUESTIONS[item.kind](item, deal, words)
    if rare:
        with st.expander(words("win.rare"), expanded=any(deal.fact(item) is not None for item in rare)):
            for item in rare:
                _QUESTIONS[item.kind](item, deal, words)


def _is_rare(item: Input, deal: Deal) -> bool:
    """Whether an answer names players to whom something out of the ordinary happened."""
    names_players = item.kind in ("seat", "seats", "pair") or (item.kind == "event" and _DEFAULTS[item.name] is None)
    return names_players and deal.outcome != "false_win"


def _flags(deal: Deal, words: Words) -> None:
    """All yes-or-no facts in one row of pills."""
    flags = {item.name: item for item in questions(deal) if item.kind == "flag"}
    if not flags:
        return
    chosen = [name for name in flags if deal.win.facts.get(name)]

    def put(deal: Deal, names: list[str]) -> Deal:
        kept = {name: fact for name, fact in deal.win.facts.items() if name not in flags}
        return deal.with_win(facts=kept | dict.fromkeys(names, True))

    st.pills(
        words("win.facts"),
        list(flags),
        format_func=lambda flag: words.of(flags[flag].label),
        selection_mode="multi",
        **asked("flags", chosen, put, deal.selected),
    )


def _number(item: Input, deal: Deal, words: Words) -> None:
    """A number; left as the scorer's default until somebody enters one."""
    default = _DEFAULTS[item.name]
    answer = deal.fact(item)
    tied = _tied(item, deal, default if answer is None else answer)
    st.number_input(words.of(item.label), min_value=0 if default == 0 else 1, step=1, placeholder="—", **tied)


def _event(item: Input, deal: Deal, words: Words) -> None:
    """Something that happened, or whom it happened to."""
    if isinstance(_DEFAULTS[item.name], bool):
        st.toggle(words.of(item.label), **_tied(item, deal, bool(deal.fact(item))))
    else:
        _seat(item, deal, words)


def _seat(item: Input, deal: Deal, words: Words) -> None:
    _seat_pills(words.of(item.label), deal, words, **_tied(item, deal, deal.fact(item)))


def _seats(item: Input, deal: Deal, words: Words) -> None:
    others = [seat for seat in range(deal.rules.players) if seat != deal.win.seat or deal.shows_hand]
    chosen = [seat for seat in deal.fact(item) or () if seat in others]
    tied = _tied(item, deal, chosen, lambda seats: tuple(seats) or None)
    _seat_pills(words.of(item.label), deal, words, others, selection_mode="multi", **tied)


def _pair(item: Input, deal: Deal, words: Words) -> None:
    """Two seats, the feeder and the eater; the answer counts when both are named."""
    st.markdown(words.of(item.label))
    both = deal.fact(item) or (None, None)
    for place, label in enumerate(("win.pair_first", "win.pair_second")):

        def put(deal: Deal, seat: int | None, place: int = place) -> Deal:
            both = deal.fact(item) or (None, None)
            pair = (seat, both[1]) if place == 0 else (both[0], seat)
            return deal.with_fact(item, None if pair == (None, None) else pair)

        _seat_pills(words(label), deal, words, **asked(f"fact_{item.name}_{place}", both[place], put, deal.selected))


def _seat_pills(label: str, deal: Deal, words: Words, seats: list[int] | None = None, **more: Any) -> None:
    options = list(range(deal.rules.players)) if seats is None else seats
    st.pills(label, options, format_func=lambda seat: seat_label(deal, seat, words), **more)


def _tied(item: Input, deal: Deal, value: Any, answer: Callable[[Any], Any] = lambda chosen: chosen) -> dict[str, Any]:
    """Ties a widget to one of the variant's questions."""
    return asked(f"fact_{item.name}", value, lambda deal, chosen: deal.with_fact(item, answer(chosen)), deal.selected)


_DEFAULTS = {field.name: field.default for holder in (Case, Win, Events) for field in fields(holder)}
"""What the scorer takes for a fact that nobody states."""

_QUESTIONS: dict[str, Callable[[Input, Deal, Words], None]] = {
    "number": _number, "count": _number, "event": _event, "seat": _seat, "seats": _seats, "pair": _pair,
}  # fmt: skip
"""How each kind of question is asked: flags are asked together, kongs have their log, tiles lie in the strip."""
