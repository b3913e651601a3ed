"""What is around every page: styles, tile pictures, the head with the language and the size, the navigation."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from urllib.parse import quote

import streamlit as st
from streamlit.navigation.page import StreamlitPage

from scoring.tiles import TILES, tile
from ui.faces import face_svg, face_url
from ui.preferences import LARGE, Preferences, current_preferences, prefer, remember_preferences
from ui.text import LANGUAGES, Words

PRIMARY = 3
"""Pages that the navigation names outright; the others open from its last button."""


def frame(
    words: Words,
    pages: Sequence[StreamlitPage] = (),
    query: Mapping[str, str] | None = None,
    owner: Callable[[], None] = lambda: None,
    here: str = "",
) -> None:
    """Draws the head of the page and the way to the others, and gives the page its styles.

    Args:
        words: the language.
        pages: of the app, the most used first.
        query: parameters of the address that stay when the page changes.
        owner: draws the question whose device this is.
        here: the address of this page among them; another page begins with the menu closed.
    """
    preferences = current_preferences()
    # Sent once: the styles are the same in every rerun, and the browser keeps such messages.
    st.html(_styles())
    st.html(f'<style>:root{{--upload: "{words("start.upload")}"}}</style>')
    with st.container(horizontal=True, vertical_alignment="center", key="head"):
        # Style sheets look for the class: large text needs no script and is there from the first paint.
        size = "hule-brand large-text" if preferences.large else "hule-brand"
        st.html(
            f'<div class="{size}" lang="{"zh-CN" if words.language == "zh" else "en"}">'
            f'<img src="{face_url(tile("7z"))}" alt="" width="34" height="45">'
            f"<div><h1>{words('app.name')}</h1><p>{words('app.tagline')}</p></div></div>"
        )
        _large_text(preferences)
        _language(preferences)
    if len(pages) > 1:
        _navigation(words, pages, query or {}, owner, here)
    remember_preferences()


def _navigation(
    words: Words, pages: Sequence[StreamlitPage], query: Mapping[str, str], owner: Callable[[], None], here: str
) -> None:
    """Links to the pages: a row under the head, and a bar in reach of the thumb at the foot of a phone."""
    with st.container(horizontal=True, vertical_alignment="center", key="nav"):
        for page in pages[:PRIMARY]:
            _link(page, query)
        if pages[PRIMARY:]:
            with st.popover(words("nav.more"), icon=":material/more_horiz:", key=f"more_{here}"):
                for page in pages[PRIMARY:]:
                    _link(page, query)
                owner()


def _link(page: StreamlitPage, query: Mapping[str, str]) -> None:
    st.page_link(page, label=page.title, icon=page.icon or None, query_params=dict(query))


def _large_text(preferences: Preferences) -> None:
    """The switch to large text and tiles."""
    st.session_state["large_text"] = [LARGE] if preferences.large else []

    def chosen() -> None:
        # As they stand now: the language may have been changed since this was drawn.
        prefer(replace(current_preferences(), large=LARGE in (st.session_state["large_text"] or ())))

    words = preferences.words
    st.pills(
        words("device.large"),
        [LARGE],
        selection_mode="multi",
        format_func=lambda _: words("device.large_short"),
        key="large_text",
        label_visibility="collapsed",
        on_change=chosen,
    )


def _language(preferences: Preferences) -> None:
    """The switch between the languages."""
    st.session_state["language"] = preferences.language

    def chosen() -> None:
        prefer(replace(current_preferences(), language=st.session_state["language"]))

    st.segmented_control(
        preferences.words("app.language"),
        list(LANGUAGES),
        format_func=lambda code: LANGUAGES[code],
        key="language",
        required=True,
        label_visibility="collapsed",
        on_change=chosen,
    )


@cache
def tile_properties() -> str:
    """Every tile picture as a property that style sheets can name: ``--tile-3m``."""
    return "".join(
        f'--tile-{face.code}:url("data:image/svg+xml,{quote(face_svg(face), safe=" =:/;,()")}");' for face in TILES
    )


@cache
def _styles() -> str:
    """The style sheet and the tile pictures."""
    sheet = Path(__file__).with_name("style.css").read_text(encoding="utf-8")
    return f"<style>:root{{{tile_properties()}}}\n{sheet}</style>"
