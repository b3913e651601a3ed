"""From one page to another."""

from __future__ import annotations

from typing import NoReturn

import streamlit as st

from ui import address
from ui.pages import score
from ui.session import Session


def go_to_score(state: Session) -> NoReturn:
    """Shows the page that scores, with the match and the deal of the session in its address."""
    # A page is known by its path and its function, so this is the one that the navigation lists.
    st.switch_page(st.Page(score.page, url_path="score", default=True), query_params=address.query(state))
