"""The tile strip and its keypad alone, without the page around them: what a finger rests on while Python answers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.labelling import place
from tests.browser.served import SIZES
from ui.components.hand_editor import SCRIPT, STYLE, apply_log
from ui.components.hand_view import view
from ui.deal import Deal
from ui.frame import tile_properties
from ui.history import History
from ui.text import words

pytestmark = pytest.mark.browser

PAGE = """<style>:root {{ {tiles} }} {css}</style><div id="host"><div class="editor"></div></div>"""
START = """
async ({script, data}) => {
  const module = await import(URL.createObjectURL(new Blob([script], { type: "text/javascript" })));
  window.log = [];
  window.show = (data) => module.default({
    parentElement: document.querySelector("#host"), data, setStateValue: (_, log) => { window.log = log; } });
  window.show(data);
}
"""


@pytest.fixture
def editor(browser: Browser) -> Iterator[Page]:
    """The empty strip, the keypad open, as wide as a phone."""
    width, height = SIZES["phone"]
    page = browser.new_page(viewport={"width": width, "height": height})
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.set_content(PAGE.format(tiles=tile_properties(), css=STYLE))
    page.evaluate(START, {"script": SCRIPT, "data": answer([])})
    yield page
    page.close()
    assert problems == []


def answer(log: list[dict[str, Any]]) -> dict[str, Any]:
    """What Python sends once it has applied the taps of a log."""
    history, applied = apply_log(History(Deal()), log, 0)
    return view(history, words("en"), keypad=1, applied=applied)


class Taps:
    """All taps that the editor has reported, each while Python answers those before it."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._seen: dict[int, dict[str, Any]] = {}

    @property
    def all(self) -> list[dict[str, Any]]:
        """In order."""
        self._seen |= {tap["n"]: tap for tap in self._page.evaluate("window.log")}
        return [self._seen[number] for number in sorted(self._seen)]

    def tap(self, selector: str) -> None:
        """Presses a part, has Python answer, and lifts the finger."""
        left, top, width, height = place(self._page.locator(selector))
        self._page.mouse.move(left + width / 2, top + height / 2)
        self._page.mouse.down()
        self._page.evaluate("data => window.show(data)", answer(self.all))
        self._page.mouse.up()


def test_an_answer_takes_no_tap_away(editor: Page) -> None:
    """On the keypad, in the strip and on the bar a tap counts though the tap before it is answered meanwhile."""
    taps = Taps(editor)
    for code in ("1m", "2m", "3m"):
        taps.tap(f'.sheet [data-pick="{code}"]')
    taps.tap('.sheet [data-do="close"]')
    taps.tap('.strip [data-code="2m"]')
    taps.tap('.sheet [data-pick="9m"]')
    taps.tap('.bar [data-do="undo"]')
    assert [(tap["do"], tap.get("tile")) for tap in taps.all] == [
        ("add", "1m"), ("add", "2m"), ("add", "3m"), ("change", "9m"), ("undo", None),
    ]  # fmt: skip
    editor.evaluate("data => window.show(data)", answer(taps.all))
    strip = editor.locator(".strip .tile")
    assert strip.evaluate_all("tiles => tiles.map(tile => tile.dataset.code)") == ["1m", "2m", "3m"]


def test_back_takes_out_a_tile_each_tap(editor: Page) -> None:
    """Two taps on Back before either is answered take out two tiles; so do two strokes of Backspace."""
    taps = Taps(editor)
    for code in ("1m", "2m", "3m", "4m", "5m"):
        taps.tap(f'.sheet [data-pick="{code}"]')
    back = editor.locator('.sheet [data-do="back"]')
    back.click()
    back.click()
    editor.locator(".sheet").press("Backspace")
    editor.locator(".sheet").press("Backspace")
    editor.evaluate("data => window.show(data)", answer(taps.all))
    strip = editor.locator(".strip .tile")
    assert strip.evaluate_all("tiles => tiles.map(tile => tile.dataset.code)") == ["1m"]


def test_the_focus_stays_on_its_tile(editor: Page) -> None:
    """Somebody who goes through the strip by keys keeps his place while Python answers and the face changes."""
    taps = Taps(editor)
    for code in ("1m", "2m"):
        taps.tap(f'.sheet [data-pick="{code}"]')
    taps.tap('.sheet [data-do="close"]')
    first = editor.locator(".strip .tile").first
    first.focus()
    editor.keyboard.press("Enter")
    changed = [*taps.all, {"n": 3, "do": "change", "id": 0, "tile": "9p"}]
    editor.evaluate("data => window.show(data)", answer(changed))
    expect(first).to_have_attribute("data-code", "9p")
    expect(first).to_be_focused()
