"""The box editor alone, without the page around it: what fingers, mouse and keys make of the boxes."""

from __future__ import annotations

import io
import json
from base64 import b64encode
from collections.abc import Iterator
from itertools import groupby
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import Browser, Page, expect

from records.labels import Labels
from tests.browser.labelling import codes, fingers, place
from tests.browser.served import SIZES, expect_soon
from tests.records.labelling import guess
from ui.components.box_editor import SCRIPT, STYLE, history_of, view
from ui.frame import tile_properties
from ui.text import words
from vision.dataset.labels import Box

pytestmark = pytest.mark.browser

ROW = tuple(Box(face, 0.1 + 0.06 * face, 0.5, 0.05, 0.1) for face in range(9))
PAGE = """<meta name="viewport" content="width=device-width">
<style>:root {{ {tiles} --label-photo-{photo}: url({picture}); }}
body {{ margin: 8px; }} {css}</style><div id="host"><div class="boxes"></div></div>"""
START = """
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


def shown(**more: Any) -> dict[str, Any]:
    """What Python sends for a photo with a row of nine tiles."""
    read = guess(*ROW)
    return view(history_of([Labels(ROW)]), read, words("en"), photo="p" * 64, size=(1200, 800), **more)


@pytest.fixture(params=SIZES)
def editor(request: pytest.FixtureRequest, browser: Browser) -> Iterator[Page]:
    """The editor on a phone with touch, and on a desk."""
    width, height = SIZES[request.param]
    context = browser.new_context(viewport={"width": width, "height": height}, has_touch=request.param == "phone")
    page = context.new_page()
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    stream = io.BytesIO()
    Image.new("RGB", (1200, 800), "darkgreen").save(stream, "JPEG")
    picture = "data:image/jpeg;base64," + b64encode(stream.getvalue()).decode()
    body = PAGE.format(tiles=tile_properties(), photo="p" * 12, picture=picture, css=STYLE)
    page.route("**/*", lambda route: route.fulfill(body=body, content_type="text/html"))
    start(page)
    yield page
    context.close()
    assert problems == []


def start(page: Page) -> None:
    """Opens the page, or loads it again, and shows the editor on it."""
    page.goto("http://editor.test/")
    page.evaluate(START, {"script": SCRIPT, "data": shown()})


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


def test_two_taps_and_a_face(editor: Page) -> None:
    """The first tap selects a box, the second opens the picker, the third names the tile: one action, nothing moved."""
    tap(editor, *middle(editor, 3))
    expect(editor.locator('.frame[data-box="3"].chosen')).to_be_visible()
    tap(editor, *middle(editor, 3))
    expect(editor.locator(".sheet")).to_be_visible()
    editor.click('.sheet [data-pick="7z"]')
    expect(editor.locator('.frame[data-box="3"]')).to_have_attribute("data-code", "7z")
    (action,) = reported(editor, 1)
    assert (action["do"], action["id"], action["tile"]) == ("set", 3, "7z")
    assert action["box"] == pytest.approx([0.255, 0.45, 0.305, 0.55])


def test_a_tap_names_no_tile_under_the_picker(editor: Page) -> None:
    """Where the picker comes up under the finger, the tap that opened it names nothing: it waits for another."""
    tap(editor, *middle(editor, 3))
    editor.click('[data-do="pick"]')
    (x, y, width, height), (left, top) = place(editor.locator('.sheet [data-pick="5p"]')), middle(editor, 3)
    editor.click('.sheet [data-do="done"]')
    moved = f"position: relative; left: {x + width / 2 - left}px; top: {y + height / 2 - top}px"
    editor.locator("#host").evaluate("(host, moved) => host.setAttribute('style', moved)", moved)
    tap(editor, *middle(editor, 3))
    expect(editor.locator(".sheet")).to_be_visible()
    editor.click('.sheet [data-do="done"]')
    assert actions(editor) == []


def test_a_box_is_moved_and_resized(editor: Page) -> None:
    """Dragging a selected box moves it whole; dragging a corner moves that corner alone."""
    tap(editor, *middle(editor, 3))
    x, y = middle(editor, 3)
    drag(editor, (x, y), (x + 4, y + 10), (x + 4, y + 30))
    (moved,) = reported(editor, 1)
    left, top, right, bottom = moved["box"]
    assert (right - left, bottom - top) == pytest.approx((0.05, 0.1))
    assert top > 0.45
    x, y, width, height = box(editor, 3)
    drag(editor, (x + width + 4, y + height + 4), (x + width + 12, y + height + 12), (x + width + 24, y + height + 24))
    resized = reported(editor, 2)[-1]["box"]
    assert resized[:2] == pytest.approx([left, top])
    assert resized[2] > right
    assert resized[3] > bottom


def test_the_handles_leave_a_small_tile_in_sight(editor: Page) -> None:
    """On a box of a finger's width or less all handles lie outside, and each is 44 pixels for a finger."""
    editor.click('[data-do="fit"]')
    expect_soon(editor, lambda: editor.evaluate("document.querySelector('.stage').viewBox.baseVal.width"), 1200)
    tap(editor, *middle(editor, 3))
    expect(editor.locator(".knob")).to_have_count(4)
    x, y, width, height = box(editor, 3)
    assert min(width, height) < 70
    for knob in editor.locator(".knob").all():
        left, top, across, down = place(knob)
        # The places are those of the outer edges of the lines, which are 3 pixels wide.
        beside = left + across <= x + 2 or left >= x + width - 2
        assert beside or top + down <= y + 2 or top >= y + height - 2
    for grip in editor.locator(".grip").all():
        assert min(place(grip)[2:]) >= 43.5
    tap(editor, *middle(editor, 3))
    expect(editor.locator(".sheet")).to_be_visible()


def test_the_handles_of_a_box_at_the_edge_stay_on_the_screen(editor: Page) -> None:
    """A box in the corner of the photo can be resized by each of its handles, the outermost one, too."""
    corner = view(
        history_of([Labels((Box(0, 0.02, 0.03, 0.04, 0.06),))]), guess(ROW[0]), words("en"), photo="q" * 64,
        size=(1200, 800),
    )  # fmt: skip
    editor.evaluate("data => window.show(data)", corner)
    editor.click('[data-do="fit"]')
    tap(editor, *middle(editor, 0))
    expect(editor.locator(".knob")).to_have_count(4)
    left, top, across, down = place(editor.locator(".stage"))
    for knob in editor.locator(".knob").all():
        x, y, width, height = place(knob)
        assert left <= x + 1
        assert x + width <= left + across + 1
        assert top <= y + 1
        assert y + height <= top + down + 1


def test_a_tap_on_a_neighbour_under_a_handle_selects_it(editor: Page) -> None:
    """Where a handle of the selected box lies on the next tile, a tap there means that tile; a drag the handle."""
    tap(editor, *middle(editor, 3))
    expect(editor.locator('.frame[data-box="3"].chosen')).to_be_visible()
    x, y, *_ = box(editor, 4)
    at = (x + 3, y + 2)
    assert editor.evaluate("([x, y]) => document.elementFromPoint(x, y).dataset.handle", at) is not None
    tap(editor, *at)
    expect(editor.locator('.frame[data-box="4"].chosen')).to_be_visible()
    expect(editor.locator(".sheet")).to_be_hidden()
    tap(editor, *middle(editor, 3))
    expect(editor.locator('.frame[data-box="3"].chosen')).to_be_visible()
    drag(editor, at, (at[0] + 4, at[1] - 5), (at[0] + 8, at[1] - 10))
    (resized,) = reported(editor, 1)
    assert resized["id"] == 3


def test_a_box_is_drawn_and_named(editor: Page) -> None:
    """In drawing mode a drag makes a box, and the picker asks for its face."""
    editor.click('[data-do="draw"]')
    x, y, width, height = box(editor, 0)
    drag(editor, (x, y), (x + width / 2, y + height / 2), (x + width, y + height))
    expect(editor.locator(".sheet")).to_be_visible()
    editor.click('.sheet [data-pick="5p"]')
    drawn, named = reported(editor, 2)
    assert (named["do"], named["id"], named["tile"]) == ("set", drawn["id"], "5p")
    assert drawn["id"] not in range(9)
    expect(editor.locator(".frame")).to_have_count(10)


def test_a_box_without_a_face_is_none(editor: Page) -> None:
    """Closing the picker without naming what was drawn takes it away again."""
    editor.click('[data-do="draw"]')
    x, y, width, height = box(editor, 0)
    drag(editor, (x, y), (x + width / 2, y + height / 2), (x + width, y + height))
    editor.click('.sheet [data-do="done"]')
    assert [action["do"] for action in reported(editor, 2)] == ["set", "remove"]
    expect(editor.locator(".frame")).to_have_count(9)


def test_the_view_is_zoomed_and_moved(editor: Page) -> None:
    """Two fingers or the wheel enlarge, a drag beside the boxes moves the view, a button shows the whole photo."""
    width = "document.querySelector('.stage').viewBox.baseVal.width"
    before = editor.evaluate(width)
    x, y = middle(editor, 4)
    if editor.evaluate("navigator.maxTouchPoints"):
        fingers(editor, *([(x + side * step, y) for step in (20, 50, 90)] for side in (-1, 1)))
    else:
        editor.mouse.move(x, y)
        editor.mouse.wheel(0, -300)
    expect(editor.locator(".stage")).not_to_have_attribute("viewBox", str(before))
    assert editor.evaluate(width) < before
    left = editor.evaluate("document.querySelector('.stage').viewBox.baseVal.x")
    x, y, across, _ = box(editor, 4)
    drag(editor, (x + across / 2, y + 2), (x - 20, y + 2), (x - 40, y + 2))
    editor.wait_for_function("left => document.querySelector('.stage').viewBox.baseVal.x > left", arg=left)
    editor.click('[data-do="fit"]')
    expect_soon(editor, lambda: editor.evaluate(width), 1200)
    assert actions(editor) == []


def test_everything_is_done_by_keys(editor: Page) -> None:
    """Select, name, move, delete, draw, undo and accept without a pointer; moves by key are reported once they rest."""
    editor.focus(".boxes")
    editor.keyboard.press("]")
    editor.keyboard.type("7z")
    for _ in range(5):
        editor.keyboard.press("ArrowRight")
    editor.keyboard.press("]")
    editor.keyboard.press("Delete")
    editor.keyboard.press("n")
    editor.keyboard.type("6z")
    editor.keyboard.press("Control+z")
    editor.keyboard.press("Enter")
    told = [(action["do"], action.get("id"), action.get("tile")) for action in actions(editor)]
    (new,) = {number for _, number, _ in told} - {0, 1, None}
    # Where the keys come slowly, each of the five moves is reported by itself.
    assert [what for what, _ in groupby(told)] == [
        ("set", 0, "7z"), ("remove", 1, None), ("set", new, "7z"), ("set", new, "6z"), ("undo", None, None),
        ("accept", None, None),
    ]  # fmt: skip
    moves = [action["box"][0] for action in actions(editor) if action.get("id") == 0]
    assert moves[-1] > moves[0]
    editor.keyboard.press("Delete")
    assert len(actions(editor)) == len(told)


def confirmed(page: Page, number: int) -> dict[str, Any]:
    """What Python sends once it has applied the actions up to this number."""
    return shown(applied={actions(page)[-1]["editor"]: number})


def two_named(page: Page) -> None:
    """Names two tiles by keys, of which Python hears but says nothing yet."""
    page.focus(".boxes")
    for face in ("7z", "6z"):
        page.keyboard.press("]")
        page.keyboard.type(face)


def test_what_python_has_not_confirmed_stays_on_the_screen(editor: Page) -> None:
    """A rerun that knows the first of two gestures shows both; another photo starts anew."""
    two_named(editor)
    editor.evaluate("data => window.show(data)", confirmed(editor, 1))
    assert codes(editor).count("6z") == 1
    other = {**confirmed(editor, 2), "photo": "q" * 64, "select": 4}
    editor.evaluate("data => window.show(data)", other)
    assert codes(editor).count("6z") == 0
    expect(editor.locator('.frame[data-box="4"].chosen')).to_be_visible()


def test_a_box_that_is_asked_for_comes_into_sight(editor: Page) -> None:
    """What the check found is selected, also in the photo that is on the screen, and the page scrolls to it."""
    editor.evaluate("document.body.style.paddingBottom = '3000px'; scrollTo(0, 2500)")
    expect(editor.locator(".stage")).not_to_be_in_viewport()
    editor.evaluate("data => window.show(data)", shown(opened=1, select=4))
    expect(editor.locator('.frame[data-box="4"].chosen')).to_be_visible()
    expect(editor.locator(".stage")).to_be_in_viewport(ratio=1)
    editor.evaluate("scrollTo(0, 2500)")
    editor.evaluate("data => window.show(data)", shown(opened=1, select=4))
    expect(editor.locator(".stage")).not_to_be_in_viewport()


def test_what_python_has_not_confirmed_is_reported_again(editor: Page) -> None:
    """After a reload, or where no answer comes, the same gestures are sent under their old numbers until one comes."""
    two_named(editor)
    before = actions(editor)
    editor.clock.install()
    start(editor)
    editor.clock.run_for(0)
    assert actions(editor) == before
    assert {"6z", "7z"} <= set(codes(editor))
    sent = editor.evaluate("window.sent")
    editor.clock.run_for(60_000)
    again = editor.evaluate("window.sent")
    assert sent < again < sent + 5
    assert actions(editor) == before
    editor.evaluate("data => window.show(data)", confirmed(editor, 2))
    editor.clock.run_for(600_000)
    assert editor.evaluate("window.sent") == again
    editor.keyboard.press("Escape")
    editor.click('[data-do="turn"]')
    (turn,) = actions(editor)
    assert turn["editor"] != before[0]["editor"]


def test_a_move_by_keys_stays_with_its_photo(editor: Page) -> None:
    """Where another photo comes before the keys rest, the move is reported for the photo it was made on."""
    first = editor.locator('.frame[data-box="0"]')
    left = str(first.get_attribute("x"))
    editor.focus(".boxes")
    editor.keyboard.press("]")
    editor.keyboard.press("ArrowRight")
    expect(first).not_to_have_attribute("x", left)
    editor.evaluate("data => window.show(data)", {**shown(), "photo": "q" * 64})
    expect(editor.locator(".boxes")).to_have_attribute("aria-busy", "true")
    editor.wait_for_function("window.logs.length === 1")
    (move,) = actions(editor)
    assert (move["photo"], move["id"]) == ("p" * 64, 0)
    expect(first).to_have_attribute("x", left)


def test_a_redraw_takes_nothing_from_under_a_finger(editor: Page) -> None:
    """What Python sends while a button, a face or a box is being pressed leaves all three where they are."""
    tap(editor, *middle(editor, 3))
    tap(editor, *middle(editor, 3))
    expect(editor.locator(".sheet")).to_be_visible()
    parts = ['[data-do="turn"]', '.sheet [data-pick="9m"]', '.frame[data-box="3"]']
    held = [editor.query_selector(part) for part in parts]
    (face_left, face_top, face_width, face_height) = place(editor.locator(parts[1]))
    editor.mouse.move(face_left + face_width / 2, face_top + face_height / 2)
    editor.mouse.down()
    editor.evaluate("data => window.show(data)", shown())
    editor.mouse.up()
    expect(editor.locator(parts[2])).to_have_attribute("data-code", "9m")
    left, top, width, height = place(editor.locator(parts[0]))
    editor.mouse.move(left + width / 2, top + height / 2)
    editor.mouse.down()
    editor.evaluate("data => window.show(data)", shown())
    editor.mouse.up()
    assert [action["do"] for action in reported(editor, 2)] == ["set", "turn"]
    assert all(part is not None and part.evaluate("part => part.isConnected") for part in held)


def test_the_focus_stays_where_it_is(editor: Page) -> None:
    """A button reached by the Tab key keeps the focus while Python answers; one that is clicked gives Enter back."""
    editor.focus('[data-do="zoom_in"]')
    editor.keyboard.press("Enter")
    editor.evaluate("data => window.show(data)", shown())
    expect(editor.locator('[data-do="zoom_in"]')).to_be_focused()
    editor.click('[data-do="fit"]')
    editor.keyboard.press("Enter")
    assert [action["do"] for action in actions(editor)] == ["accept"]


def test_everything_to_tap_is_large_enough(editor: Page) -> None:
    """Buttons and faces are at least 44 pixels in both directions, and nothing is wider than the screen."""
    tap(editor, *middle(editor, 3))
    tap(editor, *middle(editor, 3))
    small = editor.locator("button:visible").evaluate_all(
        "buttons => buttons.map(b => [b.dataset.do ?? b.dataset.pick, b.getBoundingClientRect()])"
        ".filter(([_, r]) => r.width < 43.5 || r.height < 43.5).map(([t, r]) => [t, r.width, r.height])"
    )
    assert small == []
    assert editor.evaluate("document.documentElement.scrollWidth <= innerWidth")
