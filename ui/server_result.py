"""A recorded deal's result on another phone: ``GET /result/<deal>``, to look at and nothing else.

The page is whole without a connection of its own; while it is open it asks for a newer version of itself.
"""

from __future__ import annotations

from html import escape
from pathlib import Path

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Route

from scoring import Result
from ui.archive import recorded
from ui.codec import deal_from_json
from ui.components.payout import payout_html
from ui.deal import score_deal
from ui.frame import tile_properties
from ui.preferences import Preferences
from ui.server_pages import plain_page, preferences_of_request
from ui.server_paths import RESULT
from ui.text import Words

_HERE = Path(__file__).parent

_REFRESH = """
<script type="module">
setInterval(async () => {
  if (document.visibilityState !== "visible") return;
  const answer = await fetch(location.href, { cache: "no-store" }).catch(() => null);
  if (!answer) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("#shown");
  const shown = document.querySelector("#shown");
  if (fresh && fresh.dataset.version !== shown.dataset.version) shown.replaceWith(fresh);
}, 4000);
</script>
"""


def result_routes() -> list[BaseRoute]:
    """The routes, for the server."""
    return [Route(f"{RESULT}/{{deal_id}}", _shown, methods=["GET"])]


async def _shown(request: Request) -> Response:
    preferences = preferences_of_request(request)
    status, body = await run_in_threadpool(_body, request.path_params["deal_id"], preferences)
    sheets = ("style.css", "components/payout.css")
    sheet = "\n".join((_HERE / name).read_text(encoding="utf-8") for name in sheets)
    head = f"<style>:root{{{tile_properties()}}}\n{sheet}</style>{_REFRESH}"
    page = plain_page(preferences.words("shown.title"), body, preferences, head)
    return HTMLResponse(page, status_code=status, headers={"cache-control": "no-store"})


def _body(deal_id: str, preferences: Preferences) -> tuple[int, str]:
    """The status and the main part of the page."""
    words = preferences.words
    saved = recorded(deal_id)
    if saved is None:
        return 404, _notice(words("shown.none"), "none", words)
    deal = deal_from_json(saved.value.entered)
    result, words = score_deal(deal), words.at_table(deal.rules.words)
    if not isinstance(result, Result):
        return 200, _notice(words("shown.draft"), saved.sha256, words)
    shown = payout_html(result, deal, words)
    return 200, f'<div id="shown" data-version="{saved.sha256}">{shown}</div>{_live(words)}'


def _notice(text: str, version: str, words: Words) -> str:
    return f'<div id="shown" data-version="{version}"><p class="trouble">{escape(text)}</p></div>{_live(words)}'


def _live(words: Words) -> str:
    return f"<p>{escape(words('shown.live'))}</p>"
