"""QR codes that take another phone to a page of this server."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from html import escape
from urllib.parse import urlencode, urlsplit

import segno
import streamlit as st

from ui.launch import network_address
from ui.server_paths import RESULT, SNAP
from ui.text import Words

LOCAL = ("localhost", "127.0.0.1", "::1")


def show_result_code(deal_id: str, words: Words) -> None:
    """A button that shows the QR code of a recorded deal's result, for others to look at."""
    _code_button(f"{RESULT}/{deal_id}", words("shown.scan"), words("shown.scan_hint"), "result_code")


def show_snap_code(address: Mapping[str, str], words: Words) -> None:
    """A button that shows the QR code by which another phone takes the photo.

    Args:
        address: ``match`` and ``deal``, as far as there are any.
        words: the language.
    """
    path = f"{SNAP}?{urlencode(address)}" if address else SNAP
    _code_button(path, words("snap.scan"), words("snap.scan_hint"), "snap_code")


def _code_button(path: str, label: str, hint: str, key: str) -> None:
    with st.container(key=key), st.popover(label, icon=":material/qr_code_2:"):
        st.html(code_html(reachable(path, st.context.url or ""), hint))


def code_html(url: str, hint: str) -> str:
    """The QR code of an address with the address under it."""
    return (
        f'<figure class="hule-code"><img src="{_picture(url)}" alt=""><figcaption>{escape(hint)}<br>'
        f'<a href="{escape(url)}" target="_blank">{escape(url)}</a></figcaption></figure>'
    )


def reachable(path: str, page_url: str) -> str:
    """The address of a path of this server as another phone reaches it.

    Args:
        path: with its query.
        page_url: where this browser sees the app; what is only local to it gives way to the network's address.
    """
    seen = urlsplit(page_url)
    place = seen.netloc
    if seen.hostname in LOCAL and (network := network_address()):
        place = network if seen.port is None else f"{network}:{seen.port}"
    return f"{seen.scheme or 'http'}://{place}{path}"


@cache
def _picture(url: str) -> str:
    """The code as an address of a picture; Streamlit takes drawings out of HTML, pictures it leaves."""
    return str(segno.make(url, error="m").svg_data_uri(scale=6, border=3, dark="#10241b", light="#ffffff"))
