"""The questions of a deal, drawn from what the variant declares."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any

import streamlit as st

from scoring import VARIANTS, Case, Events, Tile, Win
from scoring.options import Option
from scoring.variant import Input
from ui.components.hand_editor import meld_name
from ui.deal import WAYS, Deal, KongEntry, change_kong, log_kong, questions, remove_kong, with_variant
from ui.players import seat_label
from ui.session import bound, session
from ui.text import Words


def table(deal: Deal, words: Words) -> None:
    """What holds for the whole evening: rules, house rules, names."""
    with st.container(horizontal=True, key="table", vertical_alignment="center", gap="small"):
        st.selectbox(
            words("table.variant"),
            list(VARIANTS),
            format_func=lambda name: words.of(VARIANTS[name].name),
            label_visibility="collapsed",
            width="stretch",
            **bound("variant", deal.variant, with_variant),
        )
        changed = len(deal.options)
        label = words("table.house_rules_changed", count=changed) if changed else words("table.house_rules")
        with st.popover(label, icon=":material/tune:"):
            for option in deal.rules.options:
                _house_rule(option, deal, words)
            st.button(words("table.reset"), key="reset_rules", disabled=not changed, on_click=_reset_rules)
        with st.popover(words("table.players"), icon=":material/group:"):
            for seat in range(deal.rules.players):
                _name(seat, deal, words)


def _reset_rules() -> None:
    deal = session().deal
    kept = {name: rules for name, rules in deal.house_rules.items() if name != deal.variant}
    session().change(replace(deal, house_rules=kept))


def _name(seat: int, deal: Deal, words: Words) -> None:
    def named(deal: Deal, name: str) -> Deal:
        return replace(deal, names=(*deal.names[:seat], name, *deal.names[seat + 1 :]))

    place = words(f"seat.{seat}")
    st.text_input(
        words("table.name", seat=place),
        placeholder=place,
        max_chars=20,
        **bound(f"name_{seat}", deal.names[seat], named),
    )


def _house_rule(option: Option, deal: Deal, words: Words) -> None:
    """One house rule as the widget that its declaration calls for."""
    value = deal.options.get(option.name, option.default)
    key = f"option_{deal.variant}_{option.name}"
    label = words.of(option.meaning)
    hint = words("table.clause", clause=option.clause)

    def put(deal: Deal, chosen: Any) -> Deal:
        return deal.with_option(option.name, chosen)

    if option.choices == (False, True):
        st.toggle(label, help=hint, **bound(key, value, put))
    elif option.choices:
        # By number, because a widget takes the choice None for no choice at all.
        st.selectbox(
            label,
            range(len(option.choices)),
            format_func=lambda number: _spell(option.choices[number], option, words),
            help=hint,
            **bound(key, option.choices.index(value), lambda deal, number: put(deal, option.choices[number])),
        )
    elif option.keys:
        st.markdown(label, help=hint)
        with st.container(horizontal=True):
            for name in option.keys:
                part = bound(f"{key}_{name}", value[name], _put_part(option, value, name))
                st.number_input(meld_name("kong", name, words), min_value=0, step=1, width=120, **part)
    else:
        st.number_input(label, min_value=option.minimum, step=1, help=hint, **bound(key, value, put))


def _put_part(option: Option, value: dict[str, int], name: str) -> Callable[[Deal, int], Deal]:
    return lambda deal, number: deal.with_option(option.name, {**value, name: number})


def _spell(choice: Any, option: Option, words: Words) -> str:
    text = words(f"choice.{choice}") if isinstance(choice, str) else str(choice)
    text = words("table.none") if choice is None else text
    return f"{text} ({words('table.default')})" if choice == option.default else text


def win_facts(deal: Deal, words: Words) -> None:
    """Who won, how, off whom, who deals, and the variant's own questions."""
    seats = list(range(deal.rules.players))

    def name(seat: int) -> str:
        return seat_label(deal, seat, words)

    with st.container(key="facts"):
        st.html(f"<h2>{words('win.title')}</h2>")
        winner = bound("winner", deal.win.seat, lambda deal, seat: deal.with_win(seat=seat))
        st.pills(words("win.seat"), seats, format_func=name, required=True, **winner)
        ways = [way for way in WAYS if way in deal.rules.ways]
        way = bound("way", deal.win.way, lambda deal, chosen: deal.with_win(way=chosen))
        st.pills(words("win.way"), ways, format_func=lambda each: words(f"way.{each}"), required=True, **way)
        if deal.win.way in ("discard", "robkong"):
            others = [seat for seat in seats if seat != deal.win.seat]
            payer = bound("payer", deal.win.from_seat, lambda deal, seat: deal.with_win(from_seat=seat))
            st.pills(words(f"win.from_{deal.win.way}"), others, format_func=name, **payer)
        dealer = bound("dealer", deal.dealer, lambda deal, seat: replace(deal, dealer=seat))
        st.pills(words("win.dealer"), seats, format_func=name, required=True, **dealer)
        _flags(deal, words)
        for item in questions(deal):
            draw = _QUESTIONS.get(item.kind)
            if draw is not None:
                draw(item, deal, words)


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
        **bound("flags", chosen, put),
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
    others = [seat for seat in range(deal.rules.players) if seat != deal.win.seat]
    chosen = [seat for seat in deal.fact(item) or () if seat in others]
    tied = _tied(item, deal, chosen, lambda seats: tuple(seats) or None)
    st.pills(
        words.of(item.label),
        others,
        format_func=lambda seat: seat_label(deal, seat, words),
        selection_mode="multi",
        **tied,
    )


def _tile(item: Input, deal: Deal, words: Words) -> None:
    faces: list[Tile] = [tile for tile in deal.rules.copies if tile not in deal.rules.flowers]
    st.selectbox(
        words.of(item.label),
        [None, *faces],
        format_func=lambda tile: "—" if tile is None else words.tile(tile),
        **_tied(item, deal, deal.fact(item)),
    )


def _pair(item: Input, deal: Deal, words: Words) -> None:
    """Two seats, the feeder and the eater; the answer counts when both are named."""
    st.markdown(words.of(item.label))
    both = deal.fact(item) or (None, None)
    for place, label in enumerate(("win.pair_first", "win.pair_second")):

        def put(deal: Deal, seat: int | None, place: int = place) -> Deal:
            both = deal.fact(item) or (None, None)
            pair = (seat, both[1]) if place == 0 else (both[0], seat)
            return deal.with_fact(item, None if pair == (None, None) else pair)

        _seat_pills(words(label), deal, words, **bound(f"fact_{item.name}_{place}", both[place], put))


def _kongs(item: Input, deal: Deal, words: Words) -> None:
    """Kongs called out during play; those that lie in a hand need no entry."""
    with st.expander(words("win.kongs"), expanded=bool(deal.kongs)):
        for number, kong in enumerate(deal.kongs):
            _kong(number, kong, deal, words)
        other = (deal.win.seat + 1) % deal.rules.players
        added = log_kong(deal, other, "concealed")
        st.button(
            words("win.kong_add"), key="kong_add", icon=":material/add:", on_click=session().change, args=(added,)
        )


def _kong(number: int, kong: KongEntry, deal: Deal, words: Words) -> None:
    with st.container(border=True):
        _seat_pills(
            words("win.kong_seat"), deal, words, required=True,
            **bound(f"kong_{number}_seat", kong.seat, lambda deal, seat: change_kong(deal, number, seat=seat)),
        )  # fmt: skip
        st.pills(
            words("win.kong_kind"),
            ["exposed", "added", "concealed"],
            format_func=lambda kind: meld_name("kong", kind, words),
            required=True,
            **bound(f"kong_{number}_kind", kong.kind, lambda deal, kind: change_kong(deal, number, kind=kind)),
        )
        if kong.kind == "exposed":
            feeders = [seat for seat in range(deal.rules.players) if seat != kong.seat]
            fed = bound(
                f"kong_{number}_from", kong.from_seat, lambda deal, seat: change_kong(deal, number, from_seat=seat)
            )
            _seat_pills(words("win.kong_from"), deal, words, feeders, **fed)
        st.button(
            words("win.kong_remove"),
            key=f"kong_{number}_remove",
            on_click=session().change,
            args=(remove_kong(deal, number),),
        )


def _seat_pills(label: str, deal: Deal, words: Words, seats: list[int] | None = None, **more: Any) -> None:
    options = list(range(deal.rules.players)) if seats is None else seats
    st.pills(label, options, format_func=lambda seat: seat_label(deal, seat, words), **more)


def _tied(item: Input, deal: Deal, value: Any, answer: Callable[[Any], Any] = lambda chosen: chosen) -> dict[str, Any]:
    """Ties a widget to one of the variant's questions."""
    return bound(f"fact_{item.name}", value, lambda deal, chosen: deal.with_fact(item, answer(chosen)))


_DEFAULTS = {field.name: field.default for holder in (Case, Win, Events) for field in fields(holder)}
"""What the scorer takes for a fact that nobody states."""

_QUESTIONS: dict[str, Callable[[Input, Deal, Words], None]] = {
    "number": _number, "count": _number, "event": _event, "seat": _seat, "seats": _seats, "tile": _tile,
    "pair": _pair, "kongs": _kongs,
}  # fmt: skip
"""How each kind of question is asked; flags are asked together, flowers lie in the hand."""
