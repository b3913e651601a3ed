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
from ui.session import asked, edit
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
        **asked("outcome", deal.outcome, with_outcome),
    )
    stages = list(_stages(deal))
    if len(stages) > 1:
        now: Stage = ("shown", deal.win.seat) if deal.shows_hand else ("win", deal.selected)
        st.pills(
            words("course.hands"),
            stages,
            format_func=lambda stage: _stage_label(stage, deal, words),
            required=now in stages,
            **asked("stage", now if now in stages else None, _select),
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
            _button("together", "group_add", words("course.together"), deal, partial(add_win, together=True))
        if len(_winners(deal)) < deal.rules.players - 1 and (deal.goes_on or deal.win.way == "opening"):
            _button("next", "person_add", words("course.next"), deal, add_win)
        if len(deal.wins) > 1:
            name = seat_label(deal, deal.win.seat, words)
            remove = partial(remove_win, index=deal.selected)
            _button("remove", "person_remove", words("course.remove", name=name), deal, remove)


def _winners(deal: Deal) -> set[Seat]:
    return {entry.seat for entry in deal.wins}


def _button(name: str, icon: str, label: str, deal: Deal, change: Callable[[Deal], Deal]) -> None:
    """A button that changes who won, once: a second tap before the page has answered means the same winner."""

    def once(now: Deal) -> Deal:
        return change(now) if len(now.wins) == winners else now

    winners = len(deal.wins)
    st.button(label, key=f"win_{name}_{winners}", icon=f":material/{icon}:", on_click=edit, args=(once,))


def kongs(deal: Deal, words: Words) -> None:
    """The kongs called out during play, one tap each; those that lie in a hand need none."""
    if not pays_kongs(deal) or deal.outcome == "false_win":
        return
    with st.container(horizontal=True, gap="small", key="kongs", vertical_alignment="center"):
        with st.popover(words("course.kong"), icon=":material/add:", key="kong_add"):
            for seat in still_in(deal):
                _kong_buttons(seat, deal, words)
        for kong in deal.kongs:
            label = f"✕ {kong_label(kong, deal, words)}"
            st.button(
                label, key=f"kong_{kong.id}_remove", on_click=edit, args=(partial(remove_kong, kong_id=kong.id),),
                help=words("course.kong_remove"),
            )  # fmt: skip
    # Who had won before is known from the log, unless somebody only said so.
    if deal.facts.get("already_won"):
        for kong in deal.kongs:
            _payers(kong, deal, words)


def _kong_buttons(seat: Seat, deal: Deal, words: Words) -> None:
    """All kongs that a player can have called: two that everybody pays, and one fed by each of the others."""
    st.markdown(f"**{seat_label(deal, seat, words)}**")
    with st.container(horizontal=True, gap="small"):
        kinds: tuple[KongKind, ...] = ("concealed", "added")
        for kind in kinds:
            _kong_button(meld_name("kong", kind, words), deal, seat, kind)
        for feeder in still_in(deal):
            if feeder != seat:
                name = seat_label(deal, feeder, words)
                label = words("course.kong_from", kong=meld_name("kong", "exposed", words), name=name)
                _kong_button(label, deal, seat, "exposed", feeder)


def _kong_button(label: str, deal: Deal, seat: Seat, kind: KongKind, feeder: Seat | None = None) -> None:
    """A button that logs a kong, once: the next like it is logged by the button that is drawn when the first is shown.

    A second tap on a button that has not answered yet means the same kong.
    """

    def like_it(deal: Deal) -> int:
        return sum((kong.seat, kong.kind, kong.from_seat) == (seat, kind, feeder) for kong in deal.kongs)

    def log(now: Deal) -> Deal:
        return log_kong(now, seat, kind, feeder) if like_it(now) == before else now

    before = like_it(deal)
    if before:
        # The list lies over the kongs that were logged: it says itself that the tap counted.
        label = f"{label} ✓{before if before > 1 else ''}"
    fed = "" if feeder is None else f"_{feeder}"
    st.button(label, key=f"kong_{seat}_{kind}{fed}_after_{before}", on_click=edit, args=(log,))


def kong_label(kong: KongEntry, deal: Deal, words: Words) -> str:
    """One kong of the log in a few words: who, which kind, from whom."""
    name, kind = seat_label(deal, kong.seat, words), meld_name("kong", kong.kind, words)
    if kong.from_seat is None:
        return words("course.kong_of", name=name, kong=kind)
    return words("course.kong_of_from", name=name, kong=kind, feeder=seat_label(deal, kong.from_seat, words))


def _payers(kong: KongEntry, deal: Deal, words: Words) -> None:
    if kong.kind == "exposed":
        return
    able = [seat for seat in range(deal.rules.players) if seat != kong.seat]
    now = kong.payers if kong.payers is not None else payable_by(deal, kong)
    paying = asked(
        f"kong_{kong.id}_payers", list(now), lambda deal, seats: change_kong(deal, kong.id, payers=tuple(sorted(seats)))
    )
    st.pills(
        words("course.kong_payers", kong=kong_label(kong, deal, words)),
        able,
        format_func=lambda seat: seat_label(deal, seat, words),
        selection_mode="multi",
        **paying,
    )
