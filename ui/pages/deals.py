"""Deals (记录): everything that was recorded, newest first; open one again, see its versions, take it back."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from records import Deal as StoredDeal
from records import Saved
from ui import archive, recording
from ui.components.payout import payments_html
from ui.components.save_bar import consequences_html
from ui.components.standing import title_html, versions_html
from ui.deal import Deal
from ui.money import at_time, in_one_line, signed
from ui.pages.dispute import go_to_dispute
from ui.pages.links import go_to_score
from ui.people import as_label, names_of
from ui.players import seat_label
from ui.session import Session, current_words, session
from ui.text import Words

SHOWN = 60
"""Deals that are listed at once; more are a tap away."""

_ASKED = "deals_taking_back"
"""Key in the session of the deal, with its version, for which it is asked whether the later deals may change."""

UNFINISHED = 5
"""Deals that were never recorded, the newest ones."""


def page() -> None:
    """Draws the page."""
    state, words = session(), current_words()
    loose = st.session_state.get("loose", False)
    deals = recording.played(None if loose else state.match_id)
    st.html(title_html(words("deals.title", count=len(deals))))
    if state.match_id is not None:
        st.toggle(words("deals.loose"), key="loose")
    if state.trouble is not None:
        st.warning(words.of(state.trouble), icon=":material/warning:")
    if not deals:
        st.info(words("deals.none"), icon=":material/info:")
    _unfinished(state, words)
    shown = st.session_state.setdefault("deals_shown", SHOWN)
    numbered = list(enumerate(deals, 1))
    for number, saved in reversed(numbered[-shown:]):
        _deal(number, saved, state, words)
    if len(deals) > shown:
        st.button(words("deals.more"), key="more", on_click=_more, width="stretch")


def _unfinished(state: Session, words: Words) -> None:
    """What was begun on this device and neither recorded nor on the page that scores."""
    for draft in archive.unfinished(state.device)[:UNFINISHED]:
        label = words("deals.unfinished", time=at_time(draft.at))
        key = f"resume_{draft.deal_id}"
        if draft.deal_id != state.deal_id and st.button(label, key=key, icon=":material/edit_note:", width="stretch"):
            state.open(draft.deal_id)
            go_to_score(state)


def _more() -> None:
    st.session_state["deals_shown"] += SHOWN


def _deal(number: int, saved: Saved[StoredDeal], state: Session, words: Words) -> None:
    deal, paid = _as_played(saved), _paid(saved)
    with st.expander(f"{number} · {at_time(saved.origin.at)} · {_outcome(deal, paid, saved, words)}"):
        st.html(f'<section class="hule-result payout">{payments_html(paid, deal, words)}</section>')
        with st.container(horizontal=True):
            if st.button(words("deals.open"), key=f"open_{saved.id}", icon=":material/edit:", type="primary"):
                state.open(saved.id)
                go_to_score(state)
            if st.button(words("dispute.open"), key=f"dispute_{saved.id}", icon=":material/balance:"):
                state.open(saved.id)
                go_to_dispute(state)
            void = saved.value.void
            st.button(
                words("deals.count_again" if void else "deals.take_back"),
                # Another key for the other meaning: the second of two fast taps must not turn the first one round.
                key=f"{'count' if void else 'void'}_{saved.id}",
                icon=":material/undo:" if void else ":material/block:",
                on_click=_ask_or_take_back,
                args=(saved, state),
            )
        if st.session_state.get(_ASKED) == (saved.id, saved.version):
            _confirm(saved, state, words)
        st.html(versions_html(archive.archive().versions(saved.id), words))


def _ask_or_take_back(saved: Saved[StoredDeal], state: Session) -> None:
    """Takes a deal back, or lets it count again; where later deals change with it, they are shown first."""
    if recording.changes_of_taking_back(saved):
        st.session_state[_ASKED] = saved.id, saved.version
    else:
        _take_back(saved, state)


def _take_back(saved: Saved[StoredDeal], state: Session) -> None:
    st.session_state.pop(_ASKED, None)
    recording.take_back(saved, state)


def _confirm(saved: Saved[StoredDeal], state: Session, words: Words) -> None:
    """The later deals that change, before and after, and the button that lets them."""
    later = recording.changes_of_taking_back(saved)
    st.html(consequences_html(later, words))
    key = "deals.count_again_with_later" if saved.value.void else "deals.take_back_with_later"
    with st.container(horizontal=True):
        label = words(key, count=len(later))
        st.button(label, key=f"confirm_{saved.id}", type="primary", on_click=_take_back, args=(saved, state))
        st.button(words("deals.leave"), key=f"leave_{saved.id}", on_click=_leave)


def _leave() -> None:
    st.session_state.pop(_ASKED, None)


def _as_played(saved: Saved[StoredDeal]) -> Deal:
    """The deal with its people called as they are now."""
    deal, match = archive.entered(saved), archive.match_of(saved.match_id)
    if match is None or not saved.value.people:
        return deal
    return archive.named(deal, names_of(match.value, saved.value.people))


def _paid(saved: Saved[StoredDeal]) -> tuple[int, ...]:
    """What each seat received, as it was recorded then."""
    return tuple((saved.value.result or {}).get("payments", ()))


def _outcome(deal: Deal, paid: Sequence[int], saved: Saved[StoredDeal], words: Words) -> str:
    """In one line who won how much, or that nobody did."""
    if saved.value.void:
        return words("deals.void")
    gains = ((seat, points) for seat, points in enumerate(paid) if points > 0)
    told = in_one_line((as_label(seat_label(deal, seat, words)), signed(points)) for seat, points in gains)
    return told or words("deals.even")
