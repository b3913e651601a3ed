"""Below the payout: record the deal, go on to the next, and what recording would change elsewhere."""

from __future__ import annotations

from html import escape

import streamlit as st

from scoring import Rejection
from ui import recording
from ui.deal import Deal, is_paid
from ui.devices import told_by
from ui.money import at_time, in_one_line, signed
from ui.next_deal import Consequence
from ui.players import seat_label
from ui.qr import show_result_code
from ui.scrolling import to_next_deal
from ui.session import Session
from ui.text import Words


def save_bar(state: Session, words: Words) -> None:
    """Draws the buttons; nothing where the deal cannot be recorded yet and never was."""
    newer = state.overtaken()
    ready = is_paid(state.deal)
    if not (newer or ready or state.saved):
        return
    with st.container(key="save_bar"):
        if newer is not None:
            device = told_by(newer.origin) or words("save.somewhere")
            st.warning(words("save.overtaken", device=device), icon=":material/devices:")
            st.button(words("save.show_theirs"), key="show_theirs", on_click=state.reopen)
        later = recording.later_changes(state) if ready else ()
        if later:
            st.html(consequences_html(later, words))
        if ready and not state.is_recorded:
            st.button(
                _label(state, len(later), words),
                key="record",
                type="primary",
                icon=":material/save:",
                on_click=recording.record,
                args=(state,),
                width="stretch",
            )
            to_next_deal(state.deal_id, recorded=False)
        elif state.saved is not None:
            _recorded(state, words)
            to_next_deal(state.deal_id, recorded=True)


def _label(state: Session, later: int, words: Words) -> str:
    if later:
        return words("save.record_with_later", count=later)
    return words("save.record" if state.saved is None else "save.record_change")


def _recorded(state: Session, words: Words) -> None:
    assert state.saved is not None
    at = at_time(state.saved.origin.at)
    key = "save.taken_back" if state.saved.value.void else "save.recorded"
    st.caption(f":material/check_circle: {words(key, version=state.saved.version, time=at)}")
    st.button(
        words("save.next"),
        key="next_deal",
        type="primary",
        icon=":material/arrow_forward:",
        on_click=recording.begin_next,
        args=(state,),
        width="stretch",
    )
    show_result_code(state.deal_id, words)


def consequences_html(later: tuple[Consequence, ...], words: Words) -> str:
    """The later deals that a correction changes: the dealer and the payments before and after."""
    items = "".join(f"<li>{_consequence_html(each, words)}</li>" for each in later)
    title = escape(words("save.later_title"))
    return f'<section class="hule-result ask later"><h2>{title}</h2><ol>{items}</ol></section>'


def _consequence_html(each: Consequence, words: Words) -> str:
    dealers = (seat_label(deal, deal.dealer, words) for deal in (each.before, each.after))
    dealer = words("save.later_dealer", before=next(dealers), after=next(dealers))
    if isinstance(each.paid_after, Rejection):
        why = words.either(each.paid_after.message, each.paid_after.message_zh)
        after = words("save.later_stays", why=why)
    else:
        after = _payments(each.paid_after, each.after, words)
    before = _payments(each.paid_before, each.before, words)
    time = at_time(each.saved.origin.at)
    return f"{escape(time)} · {escape(dealer)}<br><s>{escape(before)}</s><br>{escape(after)}"


def _payments(paid: tuple[int, ...], deal: Deal, words: Words) -> str:
    return in_one_line((seat_label(deal, seat, words), signed(points)) for seat, points in enumerate(paid))
