"""The box editor while Python answers: nothing unconfirmed is lost, and nothing moves under a finger."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.box_editor import actions, drawing, load, middle, reported, show, tap
from tests.browser.labelling import codes, place

pytestmark = pytest.mark.browser


def confirmed(page: Page, number: int) -> dict[str, Any]:
    """What Python sends once it has applied the actions up to this number."""
    return drawing(applied={actions(page)[-1]["editor"]: number})


def two_named(page: Page) -> None:
    """Names two tiles by keys, of which Python hears but says nothing yet."""
    page.focus(".boxes")
    for face in ("7z", "6z"):
        page.keyboard.press("]")
        page.keyboard.type(face)


def test_what_python_has_not_confirmed_stays_on_the_screen(editor: Page) -> None:
    """A rerun that knows the first of two gestures shows both; another photo starts anew."""
    two_named(editor)
    show(editor, confirmed(editor, 1))
    assert codes(editor).count("6z") == 1
    other = {**confirmed(editor, 2), "photo": "q" * 64, "select": 4}
    show(editor, other)
    assert codes(editor).count("6z") == 0
    expect(editor.locator('.frame[data-box="4"].chosen')).to_be_visible()


def test_what_python_has_not_confirmed_is_reported_again(editor: Page) -> None:
    """After a reload, or where no answer comes, the same gestures are sent under their old numbers until one comes."""
    two_named(editor)
    before = actions(editor)
    editor.clock.install()
    load(editor)
    editor.clock.run_for(0)
    assert actions(editor) == before
    assert {"6z", "7z"} <= set(codes(editor))
    sent = editor.evaluate("window.sent")
    editor.clock.run_for(60_000)
    again = editor.evaluate("window.sent")
    assert sent < again < sent + 5
    assert actions(editor) == before
    show(editor, confirmed(editor, 2))
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
    show(editor, drawing(photo="q" * 64))
    expect(editor.locator(".boxes")).to_have_attribute("aria-busy", "true")
    editor.wait_for_function("window.logs.length === 1")
    (move,) = actions(editor)
    assert (move["photo"], move["id"]) == ("p" * 64, 0)
    expect(first).to_have_attribute("x", left)


def test_a_box_that_is_asked_for_comes_into_sight(editor: Page) -> None:
    """What the check found is selected, also in the photo that is on the screen, and the page scrolls to it."""
    editor.evaluate("document.body.style.paddingBottom = '3000px'; scrollTo(0, 2500)")
    expect(editor.locator(".stage")).not_to_be_in_viewport()
    show(editor, drawing(opened=1, select=4))
    expect(editor.locator('.frame[data-box="4"].chosen')).to_be_visible()
    expect(editor.locator(".stage")).to_be_in_viewport(ratio=1)
    editor.evaluate("scrollTo(0, 2500)")
    show(editor, drawing(opened=1, select=4))
    expect(editor.locator(".stage")).not_to_be_in_viewport()


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
    show(editor, drawing())
    editor.mouse.up()
    expect(editor.locator(parts[2])).to_have_attribute("data-code", "9m")
    left, top, width, height = place(editor.locator(parts[0]))
    editor.mouse.move(left + width / 2, top + height / 2)
    editor.mouse.down()
    show(editor, drawing())
    editor.mouse.up()
    assert [action["do"] for action in reported(editor, 2)] == ["set", "turn"]
    assert all(part is not None and part.evaluate("part => part.isConnected") for part in held)


def test_the_focus_stays_where_it_is(editor: Page) -> None:
    """A button reached by the Tab key keeps the focus while Python answers; one that is clicked gives Enter back."""
    editor.focus('[data-do="zoom_in"]')
    editor.keyboard.press("Enter")
    show(editor, drawing())
    expect(editor.locator('[data-do="zoom_in"]')).to_be_focused()
    editor.click('[data-do="fit"]')
    editor.keyboard.press("Enter")
    assert [action["do"] for action in actions(editor)] == ["accept"]
