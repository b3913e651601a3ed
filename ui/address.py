"""The address of a page, ``?match=ID&deal=ID``: it leads back to the same deal, and to what others recorded."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from records import RecordsError, is_id
from ui import archive
from ui.people import names_of
from ui.session import Session

KEPT = ("lang", "size")
"""Parameters that stay in the address when the page changes."""

POLL_SECONDS = 3
"""How often a page asks whether another phone recorded something."""


def follow(state: Session) -> None:
    """Takes up the match and the deal of the address, or puts the session's own there."""
    _carry()
    shown = _shown()
    match_id, deal_id = _given("match"), _given("deal")
    if match_id not in (None, shown.get("match"), state.match_id) and archive.match_of(match_id):
        state.enter_match(str(match_id))
    if deal_id not in (None, shown.get("deal"), state.deal_id):
        state.open(str(deal_id))
    elif state.overtaken() and not state.changed:
        state.reopen()
    _name_players(state)
    show(state)


def show(state: Session) -> None:
    """Puts the session's match and deal into the address."""
    for name, value in (("match", state.match_id), ("deal", state.deal_id)):
        if value and st.query_params.get(name) != value:
            st.query_params[name] = value
        elif not value and name in st.query_params:
            del st.query_params[name]
    st.session_state["hule_shown"] = {"match": state.match_id, "deal": state.deal_id}


def _shown() -> dict[str, str | None]:
    """What this tab put into its address last; where the address says something else, a person changed it."""
    found: dict[str, str | None] = st.session_state.get("hule_shown", {})
    return found


def query(state: Session) -> dict[str, str]:
    """The parameters for a link to another page."""
    kept = {name: st.query_params[name] for name in KEPT if name in st.query_params}
    return kept | state.address


def watch(state: Session) -> None:
    """Draws the page again, soon after another phone recorded something in this match or deal."""
    watched = [each for each in (state.match_id, state.deal_id) if each]
    _poll(watched, _changes(watched))


@st.fragment(run_every=POLL_SECONDS)
def _poll(watched: list[str], seen: int) -> None:
    if _changes(watched) != seen:
        st.rerun()


def _changes(watched: list[str]) -> int:
    try:
        return sum(archive.archive().changes(each) for each in watched)
    except RecordsError:
        # Whatever else the page does with the records tells the reason.
        return 0


def _given(name: str) -> str | None:
    """An id in the address; None where there is none or it cannot be one."""
    value = st.query_params.get(name, "")
    return value if is_id(value) else None


def _carry() -> None:
    """Keeps the parameters that Streamlit drops from the address when the page changes."""
    remembered: dict[str, str] = st.session_state.setdefault("hule_address", {})
    for name in KEPT:
        if name in st.query_params:
            remembered[name] = st.query_params[name]
        elif name in remembered:
            st.query_params[name] = remembered[name]


def _name_players(state: Session) -> None:
    """Calls the players of the deal as the match calls them now."""
    match = archive.match_of(state.match_id)
    if match is None:
        return
    people = state.saved.value.people if state.saved and state.saved.value.people else match.value.seats
    names = names_of(match.value, people)
    if names != state.deal.names:
        state.history = replace(state.history, now=archive.named(state.deal, names))
        state.start = archive.named(state.start, names) if state.start else None
