"""The camera button: a phone's own camera app takes the photo, and plain HTTP brings it, over and over until it is in.

The same script serves Streamlit's page and the page ``/snap``. It keeps each photo in the browser until the server
has answered, so a lost connection, a closed tab or a sleeping phone costs nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import streamlit as st

from ui.snap import MAX_BYTES, too_large
from ui.text import Words

_HERE = Path(__file__).parent
SCRIPT = _HERE / "snap.js"
STYLES = (_HERE / "snap.css").read_text(encoding="utf-8")

_TEXTS = ("take", "choose", "sending", "waiting", "done", "done_count", "anyway", "drop", "locked", "unlock")

_mount = st.components.v2.component(
    "hule_snap", html='<div class="snap"></div>', css=STYLES, js=SCRIPT.read_text(encoding="utf-8")
)


def snap_data(address: Mapping[str, str], words: Words) -> dict[str, Any]:
    """What the script needs.

    Args:
        address: ``match`` and ``deal``, where the photos belong; both may be missing.
        words: the language.
    """
    return {
        "address": dict(address),
        "language": words.language,
        "limit": {"bytes": MAX_BYTES, "reason": too_large().reason._asdict()},
        "text": {name: words(f"snap.{name}") for name in _TEXTS},
    }


def snap_button(
    address: Mapping[str, str], words: Words, *, key: str, on_photo: Callable[[str, str | None], None]
) -> None:
    """Shows the button; ``on_photo`` is called for each photo that this tab took and the server stored.

    It is given the photo's hash and the deal that the photo was sent to.
    """

    def came() -> None:
        sent = st.session_state[key].get("photo")
        if sent:
            on_photo(sent["photo"], sent["deal"])

    _mount(key=key, data=snap_data(address, words), on_photo_change=came)
