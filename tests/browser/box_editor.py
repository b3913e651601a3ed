"""The box editor alone, without the page around it, for its tests."""

from __future__ import annotations

import io
import json
from base64 import b64encode
from collections.abc import Sequence
from typing import Any

from PIL import Image
from playwright.sync_api import Page

from records.labels import Labels
from tests.browser.labelling import fingers, place
from tests.browser.served import expect_soon
from tests.records.labelling import guess
from ui.components.box_editor import SCRIPT, STYLE, history_of, view
from ui.frame import tile_properties
from ui.text import words
from vision.dataset.labels import Box

_SIZE = (1200, 800)
_ROW = tuple(Box(face, 0.1 + 0.06 * face, 0.5, 0.05, 0.1) for face in range(9))
_PAGE = """<meta name="viewport" content="width=device-width">
<style>:root {{ {tiles} --label-photo-{photo}: url({picture}); }}
body {{ margin: 8px; }} {css}</style><div id="host"><div class="boxes"></div></div>"""
_START = """
async ({script, data}) => {
  const module = await import(URL.createObjectURL(new Blob([script], { type: "text/javascript" })));
  window.logs = [];
  window.sent = 0;
  window.show = (data) => module.default({
    parentElement: document.querySelector("#host"), data,
    setStateValue: (_, log) => { window.logs = log; window.sent++; } });
  window.show(data);
}
"""


def open_editor(page: Page) -> None:
    """Puts the editor on an empty page, with a photo of a row of nine tiles."""
    stream = io.BytesIO()
    Image.new("RGB", _SIZE, "darkgreen").save(stream, "JPEG")
    picture = "data:image/jpeg;base64," + b64encode(stream.getvalue()).decode()
    body = _PAGE.format(tiles=tile_properties(), photo="p" * 12, picture=picture, css=STYLE)
    page.route("**/*", lambda route: route.fulfill(body=body, content_type="text/html"))
    load(page)


def load(page: Page) -> None:
    """Opens the page, or loads it again, and shows the editor on it."""
    page.goto("http://editor.test/")
    page.evaluate(_START, {"script": SCRIPT, "data": drawing()})


def drawing(boxes: Sequence[Box] = _ROW, photo: str = "p" * 64, **more: Any) -> dict[str, Any]:
    """What Python sends for a photo: the row of tiles, or other boxes."""
    history = history_of([Labels(tuple(boxes))])
    return view(history, guess(*boxes), words("en"), photo=photo, size=_SIZE, **more)


def show(page: Page, data: dict[str, Any]) -> None:
    """Has the editor draw what Python sends."""
    page.evaluate("data => window.show(data)", data)


def actions(page: Page) -> list[dict[str, Any]]:
    """What the editor has reported."""
    found: list[dict[str, Any]] = json.loads(page.evaluate("JSON.stringify(window.logs)"))
    return found


def reported(page: Page, count: int) -> list[dict[str, Any]]:
    """What the editor has reported once it is so many actions."""
    expect_soon(page, lambda: len(actions(page)), count)
    return actions(page)


def tap(page: Page, x: float, y: float) -> None:
    """A tap of a finger where there is touch, else a click."""
    if page.evaluate("navigator.maxTouchPoints"):
        page.touchscreen.tap(x, y)
    else:
        page.mouse.click(x, y)


def drag(page: Page, *path: tuple[float, float]) -> None:
    """A finger or the mouse that goes down, along a path, and up."""
    if not page.evaluate("navigator.maxTouchPoints"):
        page.mouse.move(*path[0])
        page.mouse.down()
        for at in path[1:]:
            page.mouse.move(*at)
        page.mouse.up()
        return
    fingers(page, list(path))


def box(page: Page, number: int) -> tuple[float, float, float, float]:
    """Left, top, width and height of a box on the screen."""
    return place(page.locator(f'.frame[data-box="{number}"]'))


def middle(page: Page, number: int) -> tuple[float, float]:
    """The middle of a box on the screen."""
    x, y, width, height = box(page, number)
    return x + width / 2, y + height / 2
