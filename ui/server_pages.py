"""The frame of the pages that Streamlit has no part in: small, whole in the first answer, without a connection."""

from __future__ import annotations

import json
from html import escape
from pathlib import Path
from typing import Any

from starlette.requests import Request

from scoring.tiles import tile
from ui.faces import face_url
from ui.preferences import Preferences, preferences_of

_HERE = Path(__file__).parent


def preferences_of_request(request: Request) -> Preferences:
    """Language and size of the device that asks."""
    return preferences_of(request.cookies, request.query_params, request.headers.get("accept-language"))


def address_of_request(request: Request) -> dict[str, str]:
    """``match`` and ``deal`` as the address names them; those that are missing or empty are left out."""
    return {name: request.query_params[name] for name in ("match", "deal") if request.query_params.get(name)}


def plain_page(title: str, body: str, preferences: Preferences, head: str = "") -> str:
    """A whole page as HTML.

    Args:
        title: of the page, not yet escaped.
        body: HTML of the main part.
        preferences: language and size.
        head: HTML for the end of the head.
    """
    language = "zh-CN" if preferences.language == "zh" else "en"
    sheet = (_HERE / "server_pages.css").read_text(encoding="utf-8")
    return (
        f'<!doctype html><html lang="{language}"{" data-size=large" if preferences.large else ""}>'
        '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<meta name="color-scheme" content="light dark"><title>{escape(title)}</title>'
        f'<link rel="icon" href="{face_url(tile("7z"))}"><style>{sheet}</style>{head}'
        f'<main><header><img src="{face_url(tile("7z"))}" alt="" width="34" height="45">'
        f"<h1>{escape(title)}</h1></header>{body}</main></html>"
    )


def json_in_html(data: Any) -> str:
    """Data for a script of a page: nothing in it can end the element that it stands in."""
    return json.dumps(data, ensure_ascii=False).replace("<", "\\u003c")
