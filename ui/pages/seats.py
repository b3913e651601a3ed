"""The parts of the match page that change the match: people and seats, the stake, money beside the deals."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import streamlit as st

from records import Adjustment, Match, Saved
from scoring.hand import Seat
from ui import archive
from ui.components.standing import adjustment_html
from ui.money import MOST_MONEY, MOST_POINTS, cents
from ui.people import NAME_LENGTH, add_person, agreed, as_label, name_apart, name_of, rename_person, sit_down
from ui.session import Session
from ui.text import Words

ROUNDINGS = (1, 10, 50, 100)
"""Cents that payments can be rounded to."""


_PARTS = ("payers", "payees", "amount", "note")
_NOTHING = "adjusted_nothing"
"""Which form for money said nothing that could be stored."""

Change = Callable[[Match, Any], Match]
"""What the value of a widget does to the match."""


def _bound(key: str, value: Any, saved: Saved[Match], state: Session, change: Change) -> dict[str, Any]:
    """Arguments that tie a widget to the match: it shows ``value``, and what is chosen becomes a new version.

    The widget has a key of its own for each match: what a slow browser still sends of one is never taken for another.
    """
    own = f"{key}_{saved.id}"
    st.session_state[own] = value

    def changed() -> None:
        _change(saved.id, state, lambda match: change(match, st.session_state[own]))

    return {"key": own, "on_change": state.attempt, "args": (changed,)}


def _change(match_id: str, state: Session, change: Callable[[Match], Match]) -> None:
    """Stores what a change makes of the newest version: another phone may have changed something else meanwhile."""
    newest = archive.archive().match(match_id)
    match = change(newest.value)
    if match != newest.value:
        archive.archive().save_match(match, state.origin(), match_id=match_id, based_on=newest.version)


def people(saved: Saved[Match], state: Session, words: Words) -> None:
    """Who sits where, what they are called, and somebody more."""
    match = saved.value
    everybody: list[str] = [person.id for person in match.people]

    def name(person: str) -> str:
        return name_apart(match, person)

    for seat, sitting in enumerate(match.seats):
        st.selectbox(
            words(f"match.seat_{seat}"),
            everybody,
            format_func=name,
            **_bound(f"seat_{seat}", sitting, saved, state, _sitter(seat)),
        )
    st.caption(words("match.seats_hint"))
    _add(saved, state, words)
    for person in match.people:
        st.text_input(
            words("match.name_of", name=as_label(name_of(match, person.id))),
            max_chars=NAME_LENGTH,
            **_bound(f"rename_{person.id}", name_of(match, person.id), saved, state, _renamer(person.id)),
        )


def _sitter(seat: Seat) -> Change:
    return lambda match, person: sit_down(match, seat, person)


def _renamer(person_id: str) -> Change:
    return lambda match, name: rename_person(match, person_id, name) if name.strip() else match


def _add(saved: Saved[Match], state: Session, words: Words) -> None:
    # A form of its own for each person, rather than one that clears itself: the second of two fast taps would send
    # it empty.
    form = state.joined
    with st.form(f"add_person_{form}", border=False):
        st.text_input(words("match.add_name"), key=f"add_name_{form}", max_chars=NAME_LENGTH)
        st.form_submit_button(
            words("match.add"), key=f"add_{form}", icon=":material/person_add:",
            on_click=state.attempt, args=(partial(_join, form, saved.id, state),),
        )  # fmt: skip


def _join(form: int, match_id: str, state: Session) -> None:
    """Adds the person of a form, once. It runs before the page does: a second tap that ends the run comes too late."""
    with state.lock:
        name = st.session_state[f"add_name_{form}"]
        if form == state.joined and name.strip():
            _change(match_id, state, lambda match: add_person(match, name))
            state.joined += 1


def stake(saved: Saved[Match], state: Session, words: Words) -> None:
    """What points are worth from the next deal on."""
    now = saved.value.stake

    def put(name: str, meaning: Callable[[Any], Any]) -> Change:
        return lambda match, value: replace(match, stake=replace(match.stake, **{name: meaning(value)}))

    st.number_input(
        words("match.per_point"), min_value=0.0, max_value=MOST_MONEY, step=0.5, format="%g",
        **_bound("stake", now.cents_per_point / 100, saved, state, put("cents_per_point", cents)),
    )  # fmt: skip
    st.number_input(
        words("match.cap"), min_value=0, max_value=MOST_POINTS, step=1, placeholder=words("match.no_cap"),
        **_bound("cap", now.cap, saved, state, put("cap", lambda points: points or None)),
    )  # fmt: skip
    st.selectbox(
        words("match.round_to"), sorted({*ROUNDINGS, now.round_to}), format_func=lambda each: f"{each / 100:g}",
        **_bound("round_to", now.round_to, saved, state, put("round_to", int)),
    )  # fmt: skip
    st.caption(words("match.stake_hint"))


def adjustment(saved: Saved[Match], state: Session, words: Words) -> None:
    """Money that changes hands beside the deals, and what there was of it."""
    match, records = saved.value, archive.archive()
    everybody = [person.id for person in match.people]

    def name(person: str) -> str:
        return as_label(name_apart(match, person))

    form = state.adjusted  # as in _add

    def who(question: str, key: str) -> None:
        st.pills(question, everybody, format_func=name, selection_mode="multi", key=f"{key}_{form}")

    with st.form(f"adjustment_{form}", border=False):
        who(words("match.payers"), "payers")
        who(words("match.payees"), "payees")
        st.number_input(
            words("match.amount"), min_value=0.0, max_value=MOST_MONEY, step=1.0, format="%g", key=f"amount_{form}"
        )
        st.text_input(words("match.note"), key=f"note_{form}", max_chars=200)
        st.form_submit_button(
            words("match.adjust_save"), key=f"adjust_{form}", type="primary",
            on_click=state.attempt, args=(partial(_adjust, form, saved.id, state),),
        )  # fmt: skip
        if st.session_state.get(_NOTHING) == form:
            st.warning(words("match.adjust_nothing"))
    for entry in reversed(records.adjustments(saved.id)):
        st.html(adjustment_html(entry, match, words))
        label = words("deals.count_again" if entry.value.void else "deals.take_back")
        key = f"{'count' if entry.value.void else 'void'}_{entry.id}"
        st.button(label, key=key, on_click=state.attempt, args=(partial(_turn, entry, state),))


def _adjust(form: int, match_id: str, state: Session) -> None:
    """Stores the money of a form, once, as :func:`_join` does."""
    with state.lock:
        if form != state.adjusted:
            return
        payers, payees, amount, note = (st.session_state[f"{part}_{form}"] for part in _PARTS)
        made = agreed(payers, payees, cents(amount), note)
        if made is None:
            st.session_state[_NOTHING] = form
        else:
            archive.archive().save_adjustment(made, state.origin(), match_id=match_id)
            state.adjusted += 1


def _turn(shown: Saved[Adjustment], state: Session) -> None:
    """Takes an adjustment back, or lets it count again: once, however often the button was tapped."""
    records = archive.archive()
    newest = records.versions(shown.id)[-1]
    if newest.value.void == shown.value.void:
        records.save_adjustment(
            replace(newest.value, void=not shown.value.void), state.origin(), adjustment_id=shown.id,
            match_id=newest.match_id or "", based_on=newest.version,
        )  # fmt: skip
