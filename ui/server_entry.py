"""What the first address answers: Streamlit's page, and over it a camera button that works before that page does.

Streamlit's scripts take a browser that was never here about two seconds, on a slow phone more. A photo can be taken
meanwhile (``components/entry.js``); the page sends it once it is there.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from html import escape
from pathlib import Path

import streamlit as st
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.routing import BaseRoute, Route

from records import is_id
from scoring.tiles import tile
from ui.components.snap import STYLES
from ui.faces import face_url
from ui.preferences import Preferences
from ui.server_pages import address_of_request, json_in_html, preferences_of_request
from ui.server_paths import ENTRY_SCRIPT, SNAP_SCRIPT

_HERE = Path(__file__).parent

_PRELOADED = "".join(
    f'<link rel="modulepreload" href="{script}" fetchpriority="high">' for script in (ENTRY_SCRIPT, SNAP_SCRIPT)
)
"""Before Streamlit's scripts, of which there are sixty."""


_GIVE_WAY = "document.getElementById('entry').remove()"


def entry_routes() -> list[BaseRoute]:
    """The routes, for the server."""
    return [Route("/", _entry, methods=["GET"]), Route(ENTRY_SCRIPT, _script, methods=["GET"])]


async def _entry(request: Request) -> Response:
    entry = entry_html(preferences_of_request(request), address_of_request(request))
    page = _streamlit_page().replace("</body>", f"{entry}</body>")
    return HTMLResponse(page, headers={"cache-control": "no-cache"})


async def _script(request: Request) -> Response:
    script = _HERE / "components" / "entry.js"
    return FileResponse(script, media_type="text/javascript", headers={"cache-control": "no-cache"})


def entry_html(preferences: Preferences, address: Mapping[str, str]) -> str:
    """The entry: the head of the page, and its camera button at its place.

    Args:
        preferences: language and size.
        address: ``match`` and ``deal``, as the address of the page names them; both may be missing.
    """
    words, deal = preferences.words, address.get("deal", "")
    classes = [name for name, so in (("large", preferences.large), ("in-match", "match" in address)) if so]
    data = {
        "text": {name: words(f"snap.{name}") for name in ("take", "choose", "kept")}
        | {"upload": words("start.upload")},
        # Where the address names no deal, the page knows to which one a photo belongs.
        "address": {"deal": deal} if is_id(deal) else None,
    }
    return (
        f"<style>{_styles()}</style>"
        f'<div id="entry" class="{" ".join(classes)}" lang="{"zh-CN" if words.language == "zh" else "en"}">'
        f'<div class="brand"><img src="{face_url(tile("7z"))}" alt="" width="34" height="45">'
        f"<p><b>{escape(words('app.name'))}</b><span>{escape(words('app.tagline'))}</span></p></div>"
        '<div class="rule"></div>'
        f'<div class="below"><div class="snap"></div><p role="status">{escape(words("snap.opening"))}</p></div>'
        f'<script type="application/json">{json_in_html(data)}</script></div>'
        # Async: scripts in the order of the page would wait for Streamlit's.
        # A script that does not come must not leave the entry over the page.
        f'<script type="module" async src="{ENTRY_SCRIPT}" onerror="{_GIVE_WAY}"></script>'
        "<noscript><style>#entry { display: none; }</style></noscript>"
    )


@cache
def _streamlit_page() -> str:
    page = (Path(st.__file__).parent / "static" / "index.html").read_text(encoding="utf-8")
    return page.replace("<head>", f"<head>{_PRELOADED}", 1)


@cache
def _styles() -> str:
    return STYLES + (_HERE / "server_entry.css").read_text(encoding="utf-8")
