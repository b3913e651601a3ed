"""The course of a deal (这一局): how it ended, its winners one by one or together, and the kongs called out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import streamlit as st

from scoring.hand import KongKind, Seat
from ui.components.hand_view import meld_name
from ui.deal import (
    Deal,
    KongEntry,
    add_win,
    change_kong,
    log_kong,
    outcomes,
    payable_by,
    pays_kongs,
    remove_kong,
    remove_win,
    rounds,
    select_shown,
    select_win,
    show_hands,
    still_in,
    takes_several,
    with_outcome,
)
from ui.players import seat_label
from ui.session import bound, edit
from ui.text import Words

Stage = tuple[str, int]
"""What the page can show of a deal: ``win`` with its index, or ``shown`` with the seat."""


def course(deal: Deal, words: Words) -> None:
    """How the deal ended, and which of its winners or shown hands the page is about."""
    st.pills(
        words("course.outcome"),
        outcomes(deal),
        format_func=lambda outcome: words(f"outcome.{outcome}"),
        required=True,
        **bound("outcome", deal.outcome, with_outcome),
    )
    stages = list(_stages(deal))
    if len(stages) > 1:
        now: Stage = ("shown", deal.win.seat) if deal.shows_hand else ("win", deal.selected)
        st.pills(
            words("course.hands"),
            stages,
            format_func=lambda stage: _stage_label(stage, deal, words),
            required=now in stages,
            **bound("stage", now if now in stages else None, _select),
        )


def _stages(deal: Deal) -> Iterator[Stage]:
    yield from (("win", at) for each in rounds(deal) for at in each.wins)
    yield from (("shown", seat) for seat in show_hands(deal))


def _stage_label(stage: Stage, deal: Deal, words: Words) -> str:
    kind, number = stage
    seat = number if kind == "shown" else deal.wins[number].seat
    return words(f"course.{kind}", name=seat_label(deal, seat, words))


def _select(deal: Deal, stage: Stage) -> Deal:
    kind, number = stage
    return select_shown(deal, number) if kind == "shown" else select_win(deal, number)


def more_winners(deal: Deal, words: Words) -> None:
    """Buttons for one more winner, where the rules can have one, and for taking one back."""
    if deal.outcome != "win" or not takes_several(deal):
        return
    with st.container(horizontal=True, gap="small", key="winners"):
        shared = deal.win.way in ("discard", "robkong") and deal.rules.several_winners
        if shared:
            _button("win_together", "group_add", words("course.together"), partial(add_win, together=True))
        if len(_winners(deal)) < deal.rules.players - 1 and (deal.goes_on or deal.win.way == "opening"):
            _button("win_next", "person_add", words("course.next"), add_win)
        if len(deal.wins) > 1:
            name = seat_label(deal, deal.win.seat, words)
            _button(
                "win_remove",
                "person_remove",
                words("course.remove", name=name),
                partial(remove_win, index=deal.selected),
            )


def _winners(deal: Deal) -> set[Seat]:
    return {entry.seat for entry in deal.wins}


def _button(key: str, icon: str, label: str, change: Callable[[Deal], Deal]) -> None:
    st.button(label, key=key, icon=f":material/{icon}:", on_click=edit, args=(change,))


def kongs(deal: Deal, words: Words) -> None:
    """The kongs called out during play, one tap each; those that lie in a hand need none."""
    if not pays_kongs(deal) or deal.outcome == "false_win":
        return
    with st.container(horizontal=True, gap="small", key="kongs", vertical_alignment="center"):
        with st.popover(words("course.kong"), icon=":material/add:", key="kong_add"):
            for seat in still_in(deal):
                _kong_buttons(seat, deal, words)
        for number, kong in enumerate(deal.kongs):
            label = f"✕ {kong_label(kong, deal, words)}"
            st.button(
                label, key=f"kong_{number}_remove", on_click=edit, args=(partial(remove_kong, number=number),),
                help=words("course.kong_remove"),
            )  # fmt: skip
    # Who had won before is known from the log, unless somebody only said so.
    if deal.facts.get("already_won"):
        for number, kong in enumerate(deal.kongs):
            _payers(number, kong, deal, words)


def _kong_buttons(seat: Seat, deal: Deal, words: Words) -> None:
    """All kongs that a player can have called: two that everybody pays, and one fed by each of the others."""
    st.markdown(f"**{seat_label(deal, seat, words)}**")
    with st.container(horizontal=True, gap="small"):
        kinds: tuple[KongKind, ...] = ("concealed", "added")
        for kind in kinds:
            _kong_button(f"kong_{seat}_{kind}", meld_name("kong", kind, words), seat, kind)
        for feeder in still_in(deal):
            if feeder != seat:
                name = seat_label(deal, feeder, words)
                label = words("course.kong_from", kong=meld_name("kong", "exposed", words), name=name)
                _kong_button(f"kong_{seat}_exposed_{feeder}", label, seat, "exposed", feeder)


def _kong_button(key: str, label: str, seat: Seat, kind: KongKind, feeder: Seat | None = None) -> None:
    st.button(label, key=key, on_click=edit, args=(partial(log_kong, seat=seat, kind=kind, from_seat=feeder),))


def kong_label(kong: KongEntry, deal: Deal, words: Words) -> str:
    """One kong of the log in a few words: who, which kind, from whom."""
    name, kind = seat_label(deal, kong.seat, words), meld_name("kong", kong.kind, words)
    if kong.from_seat is None:
        return words("course.kong_of", name=name, kong=kind)
    return words("course.kong_of_from", name=name, kong=kind, feeder=seat_label(deal, kong.from_seat, words))


def _payers(number: int, kong: KongEntry, deal: Deal, words: Words) -> None:
    if kong.kind == "exposed":
        return
    able = [seat for seat in range(deal.rules.players) if seat != kong.seat]
    now = kong.payers if kong.payers is not None else payable_by(deal, kong)
    paying = bound(
        f"kong_{number}_payers", list(now), lambda deal, seats: change_kong(deal, number, payers=tuple(sorted(seats)))
    )
    st.pills(
        words("course.kong_payers", kong=kong_label(kong, deal, words)),
        able,
        format_func=lambda seat: seat_label(deal, seat, words),
        selection_mode="multi",
        **paying,
    )
