"""What is around every page: styles, tile pictures, the head with the language."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from urllib.parse import quote

import streamlit as st

from scoring.tiles import TILES, tile
from ui.faces import face_svg, face_url
from ui.text import LANGUAGES, Words


def frame(words: Words) -> None:
    """Draws the head of the page and gives the page its styles."""
    # Sent once: the styles are the same in every rerun, and the browser keeps such messages.
    st.html(_styles())
    st.html(f'<style>:root{{--upload: "{words("start.upload")}"}}</style>')
    with st.container(horizontal=True, vertical_alignment="center", key="head"):
        st.html(
            f'<div class="hule-brand"><img src="{face_url(tile("7z"))}" alt="" width="34" height="45">'
            f"<div><h1>{words('app.name')}</h1><p>{words('app.tagline')}</p></div></div>"
        )
        _language(words)


def _language(words: Words) -> None:
    """The switch between the languages; the choice stays in the address."""
    st.session_state["language"] = words.language

    def chosen() -> None:
        st.query_params["lang"] = st.session_state["language"]

    st.segmented_control(
        words("app.language"),
        list(LANGUAGES),
        format_func=lambda code: LANGUAGES[code],
        key="language",
        required=True,
        label_visibility="collapsed",
        on_change=chosen,
    )


@cache
def _styles() -> str:
    """The style sheet, and every tile picture as a property that style sheets can name: ``--tile-3m``."""
    sheet = Path(__file__).with_name("style.css").read_text(encoding="utf-8")
    pictures = "".join(
        f'--tile-{face.code}:url("data:image/svg+xml,{quote(face_svg(face), safe=" =:/;,()")}");' for face in TILES
    )
    return f"<style>:root{{{pictures}}}\n{sheet}</style>"
