"""Which phone or laptop a page is open on and whose it is, so that others can be told who changed what."""

from __future__ import annotations

from urllib.parse import quote, unquote

import streamlit as st

from records import Origin, is_id, new_id
from ui.people import NAME_LENGTH

COOKIE = "hule_device"
OWNER_COOKIE = "hule_owner"

_KINDS = (
    ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Mac", "Macintosh"), ("Windows", "Windows"),
    ("Linux", "Linux"),
)  # fmt: skip
"""What a device is called, and the word in its browser's name for itself; the first that fits."""


def this_device() -> str:
    """The id of this device from its cookie, or a new one."""
    known = str(st.context.cookies.get(COOKIE, ""))
    return known if is_id(known) else new_id()


def device_name(device: str) -> str:
    """What to call this device: its kind, and enough of its id to tell two of a kind apart."""
    told = str(st.context.headers.get("User-Agent", ""))
    kind = next((name for name, sign in _KINDS if sign in told), "")
    return f"{kind} {device[:4]}".strip()


def device_owner() -> str:
    """The name of whoever uses this device, from its cookie; empty where nobody has said."""
    return owner_named(unquote(str(st.context.cookies.get(OWNER_COOKIE, "")), errors="replace"))


def owner_named(name: str) -> str:
    """A name as it is kept with what the device records."""
    return " ".join(name.split())[:NAME_LENGTH]


def told_by(origin: Origin) -> str:
    """Who entered something, and on which device."""
    return " · ".join(part for part in (origin.who, origin.device) if part)


def remember_device(device: str, owner: str) -> None:
    """Leaves the id and the owner's name with the browser, so that a reload is known for the same device."""
    # Ids are letters, digits, - and _, a quoted name has % besides: nothing in them can end the text of the script.
    cookies = {COOKIE: device, OWNER_COOKIE: quote(owner, safe="")}
    kept = "path=/; max-age=31536000; SameSite=Lax"
    script = ";".join(f'document.cookie="{name}={value}; {kept}"' for name, value in cookies.items())
    st.html(f"<script>{script}</script>", unsafe_allow_javascript=True)
