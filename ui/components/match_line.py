"""On the page that scores: which deal of which match this is, who deals, and the way back to the match."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

import streamlit as st
from streamlit.navigation.page import StreamlitPage

from records import Match
from ui import archive, recording
from ui.deal import Deal
from ui.people import name_of
from ui.players import seat_label
from ui.session import Session
from ui.text import Words


def match_line(state: Session, words: Words, page: StreamlitPage, query: Mapping[str, str]) -> None:
    """Draws the line; nothing outside a match.

    Args:
        state: the session.
        words: the language.
        page: the page of the match.
        query: parameters of its address.
    """
    saved = archive.match_of(state.match_id)
    if saved is None:
        return
    number = recording.number_in_match(state.deal_id, saved.id)
    with st.container(horizontal=True, vertical_alignment="center", key="in_match"):
        st.html(match_line_html(saved.value, number, state.deal, words))
        st.page_link(page, label=words("match.back"), icon=":material/groups:", query_params=dict(query))


def match_line_html(match: Match, number: int, deal: Deal, words: Words) -> str:
    """The number of the deal and who deals it, and below them the people of the match."""
    here = words("match.line", number=number, dealer=seat_label(deal, deal.dealer, words))
    people = words("ask.list").join(name_of(match, each) for each in match.seats)
    return f'<p class="hule-line"><b>{escape(here)}</b><span>{escape(people)}</span></p>'
