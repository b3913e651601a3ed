"""The box editor by itself: what fingers, mouse and keys make of the boxes."""

from __future__ import annotations

from itertools import groupby

import pytest
from playwright.sync_api import Page, expect

from tests.browser.box_editor import actions, box, drag, drawing, middle, reported, show, tap
from tests.browser.labelling import fingers, place
from tests.browser.served import expect_soon
from vision.dataset.labels import Box

pytestmark = pytest.mark.browser


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
    show(editor, drawing([Box(0, 0.02, 0.03, 0.04, 0.06)], photo="q" * 64))
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
