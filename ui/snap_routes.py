"""The way in for photos: ``POST /snap``, and a page that takes them without a live session, ``GET /snap``."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Mapping
from html import escape

from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect, Request
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, Response
from starlette.routing import BaseRoute, Route

from records import RecordsError
from scoring.steps import Text
from ui import snap
from ui.archive import archive
from ui.components.snap import SCRIPT, STYLES, snap_data
from ui.reader import both
from ui.server_pages import address_of_request, json_in_html, plain_page, preferences_of_request
from ui.server_paths import SNAP, SNAP_SCRIPT
from ui.text import Words

_turns = asyncio.Semaphore(os.cpu_count() or 1)
"""Photos that are worked on at once: more would only share the processors, and the memory of a small machine."""


def snap_routes() -> list[BaseRoute]:
    """The routes, for the server."""
    return [
        Route(SNAP, _page, methods=["GET"]),
        Route(SNAP, _receive, methods=["POST"]),
        Route(SNAP_SCRIPT, _script, methods=["GET"]),
        Route("/photo/{sha256}.jpg", _photo, methods=["GET"]),
    ]


async def _page(request: Request) -> Response:
    preferences = preferences_of_request(request)
    words = preferences.words
    address = address_of_request(request)
    body = _camera(address, words) if address else _nowhere(words)
    return HTMLResponse(plain_page(words("snap.title"), body, preferences, f"<style>{STYLES}</style>"))


def _camera(address: Mapping[str, str], words: Words) -> str:
    data = json_in_html(snap_data(address, words))
    return (
        f'<p class="lead">{escape(words("snap.lead"))}</p><div class="snap" id="snap"></div>'
        f'<noscript><p class="trouble">{escape(words("snap.no_script"))}</p></noscript>'
        f'<script type="module">import snap from "{SNAP_SCRIPT}"; const here = document.querySelector("main");'
        f"snap({{ parentElement: here, data: {data}, setTriggerValue: () => {{}} }});</script>"
    )


def _nowhere(words: Words) -> str:
    """Where no deal is named nobody would find a photo again."""
    return f'<p class="lead">{escape(words("snap.nowhere"))}</p><p><a href="/">{escape(words("snap.home"))}</a></p>'


async def _script(request: Request) -> Response:
    return FileResponse(SCRIPT, media_type="text/javascript", headers={"cache-control": "no-cache"})


async def _photo(request: Request) -> Response:
    """A stored photo; it has no metadata, and its content never changes."""
    try:
        data = await run_in_threadpool(archive().photo, request.path_params["sha256"])
    except RecordsError as error:
        return _said(error.message, error.message_zh, 404)
    return Response(data, media_type="image/jpeg", headers={"cache-control": "private, max-age=31536000, immutable"})


async def _receive(request: Request) -> Response:
    """Takes one photo, the body of the request; answers with its hash or with the reason why not."""
    if _is_foreign(request):
        return _refused(snap.Refused(both("snap.foreign"), 403))
    data = bytearray()
    try:
        async for chunk in request.stream():
            data += chunk
            if len(data) > snap.MAX_BYTES:
                return _refused(snap.too_large())
    except ClientDisconnect:
        # Nobody is there to hear an answer; the page sends again.
        return Response(status_code=400)
    query = request.query_params
    async with _turns:
        outcome = await run_in_threadpool(
            snap.take,
            bytes(data),
            match_id=query.get("match") or None,
            deal_id=query.get("deal") or None,
            anyway="anyway" in query,
        )
    if isinstance(outcome, snap.Refused):
        return _refused(outcome)
    advice = None if outcome.advice is None else _both(outcome.advice)
    return JSONResponse({"photo": outcome.photo, "tiles": outcome.tiles, "advice": advice}, status_code=201)


def _is_foreign(request: Request) -> bool:
    """Whether a page of somebody else sends the photo.

    Browsers say so themselves over HTTPS, and name the page's origin everywhere; whatever sends neither is no browser.
    """
    told = request.headers.get("sec-fetch-site")
    if told is not None:
        return told not in ("same-origin", "none")
    origin = request.headers.get("origin")
    # A proxy that does not pass the name on by which it was called says it beside.
    names = ",".join(request.headers.getlist("host") + request.headers.getlist("x-forwarded-host")).split(",")
    return origin is not None and _place(origin.partition("://")[2]) not in {_place(name) for name in names if name}


def _place(name: str) -> str:
    """A host with its port, where that is not the one that goes without saying."""
    return name.strip().lower().removesuffix(":80").removesuffix(":443")


def _refused(refused: snap.Refused) -> Response:
    content = {"reason": _both(refused.reason), "anyway": refused.anyway}
    return JSONResponse(content, status_code=refused.status, headers={"connection": "close"})


def _said(message: str, message_zh: str, status: int) -> Response:
    return JSONResponse({"reason": _both(Text(message, message_zh))}, status_code=status)


def _both(text: Text) -> dict[str, str]:
    return {"en": text.en, "zh": text.zh}
