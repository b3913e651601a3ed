"""One code for everybody at the table, for an app that the whole internet can reach."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
from html import escape
from urllib.parse import urlencode

from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from ui.server_pages import plain_page, preferences_of_request

COOKIE = "hule_access"
ENTER = "/enter"
YEAR = 365 * 24 * 3600
"""A device is asked again after so many seconds."""

WRONG_PAUSE = 1.0
"""Seconds that a wrong code costs; only one is looked at at a time, so nobody can try thousands."""

OPEN_PATHS = ("/_stcore/health",)
"""What may be asked without the code: a proxy looks there whether the app is alive."""


class AccessCode:
    """Lets through only devices that once gave the code, in a form or in a link (``?code=…``).

    Args:
        app: what is guarded.
        code: the code, without spaces around it; those around what is typed do not count.
    """

    def __init__(self, app: ASGIApp, code: str) -> None:
        self._app = app
        self._code = code.encode()
        self._token = hmac.new(self._code, b"hule access", hashlib.sha256).hexdigest()
        self._wrong = asyncio.Lock()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers one request or connection."""
        if scope["type"] not in ("http", "websocket") or scope["path"] in OPEN_PATHS:
            await self._app(scope, receive, send)
            return
        known = HTTPConnection(scope).cookies.get(COOKIE, "")
        if hmac.compare_digest(known.encode(), self._token.encode()):
            await self._app(scope, receive, send)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 4401})
        else:
            answer = await self._ask(Request(scope, receive))
            await answer(scope, receive, send)

    async def _ask(self, request: Request) -> Response:
        """The form, or the way on for somebody who gave the code."""
        form_sent = request.method == "POST" and request.url.path == ENTER
        given = request.query_params.get("code")
        if form_sent:
            given = await _code_sent(request)
        # Where the person wanted to go: the form carries that along in its address.
        path = request.query_params.get("to", "/") if request.url.path == ENTER else request.url.path
        query = urlencode([pair for pair in request.query_params.multi_items() if pair[0] not in ("code", "to")])
        # One slash only: an address that begins with two names another server.
        target = "/" + path.lstrip("/\\") + (f"?{query}" if query else "")
        if given is None:
            return self._form(request, target, wrong=False)
        async with self._wrong:
            if not hmac.compare_digest(given.strip().encode(), self._code):
                await asyncio.sleep(WRONG_PAUSE)
                return self._form(request, target, wrong=True)
        answer = RedirectResponse(target, status_code=303)
        secure = request.headers.get("x-forwarded-proto", request.url.scheme) == "https"
        answer.set_cookie(COOKIE, self._token, max_age=YEAR, httponly=True, samesite="lax", secure=secure)
        return answer

    def _form(self, request: Request, target: str, wrong: bool) -> Response:
        preferences = preferences_of_request(request)
        words = preferences.words
        path, _, query = target.partition("?")
        action = f"{ENTER}?{urlencode({'to': path})}" + (f"&{query}" if query else "")
        body = (
            f'<form class="card" method="post" action="{escape(action)}">'
            f'<label for="code">{escape(words("access.ask"))}</label>'
            f'<input id="code" name="code" type="password" autocomplete="current-password" required autofocus>'
            + (f'<p class="trouble" role="alert">{escape(words("access.wrong"))}</p>' if wrong else "")
            + f'<button type="submit">{escape(words("access.enter"))}</button></form>'
        )
        return HTMLResponse(plain_page(words("access.title"), body, preferences), status_code=401)


async def _code_sent(request: Request) -> str:
    """What was sent as the code; nothing where it is no form of ours."""
    try:
        async with request.form(max_files=0, max_fields=1) as form:
            return str(form.get("code", ""))
    except HTTPException:
        return ""
