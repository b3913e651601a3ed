"""In the menu of the pages: whose device this is."""

from __future__ import annotations

import streamlit as st

from ui.devices import owner_named
from ui.people import NAME_LENGTH
from ui.session import current_words, session


def owner_field() -> None:
    """Asks whose device this is."""
    state, words = session(), current_words()
    st.session_state["owner"] = state.owner

    def named() -> None:
        state.owner = owner_named(st.session_state["owner"])

    st.text_input(
        words("device.owner"), key="owner", max_chars=NAME_LENGTH, help=words("device.owner_hint"), on_change=named
    )
