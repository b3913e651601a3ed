"""Which phone or laptop a page is open on, so that others can be told who changed what."""

from __future__ import annotations

import re

import streamlit as st

from records import new_id

COOKIE = "hule_device"

_ID = re.compile("[A-Za-z0-9_-]{1,64}")

_KINDS = (
    ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Mac", "Macintosh"), ("Windows", "Windows"),
    ("Linux", "Linux"),
)  # fmt: skip
"""What a device is called, and the word in its browser's name for itself; the first that fits."""


def this_device() -> str:
    """The id of this device from its cookie, or a new one."""
    known = str(st.context.cookies.get(COOKIE, ""))
    return known if _ID.fullmatch(known) else new_id()


def device_name(device: str) -> str:
    """What to call this device: its kind, and enough of its id to tell two of a kind apart."""
    told = str(st.context.headers.get("User-Agent", ""))
    kind = next((name for name, sign in _KINDS if sign in told), "")
    return f"{kind} {device[:4]}".strip()


def remember_device(device: str) -> None:
    """Leaves the id with the browser, so that a reload is known for the same device."""
    # Ids are letters, digits, - and _, so nothing in one can end the text of the script.
    script = f'document.cookie = "{COOKIE}={device}; path=/; max-age=31536000; SameSite=Lax"'
    st.html(f"<script>{script}</script>", unsafe_allow_javascript=True)
