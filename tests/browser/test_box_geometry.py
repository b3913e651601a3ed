"""The geometry of the box editor, by itself: how boxes and views are moved, cut and enlarged."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

import ui.components.box_editor

pytestmark = pytest.mark.browser

SCRIPT = Path(ui.components.box_editor.__file__).with_name("box_geometry.js").read_text(encoding="utf-8")
SIZE = {"width": 1000, "height": 500}
WHOLE = {"x": 0, "y": 0, "width": 1000, "height": 500}


@pytest.fixture(scope="module")
def script(browser: Browser) -> Iterator[Page]:
    """An empty page with the functions."""
    page = browser.new_page()
    page.add_script_tag(content=SCRIPT)
    yield page
    page.close()


def call(script: Page, function: str, *arguments: Any) -> Any:
    """What a function gives for these arguments."""
    return script.evaluate(f"{function}(...{json.dumps(arguments)})")


@pytest.mark.parametrize(
    ("edges", "by", "moved"),
    [
        ("nesw", (0.1, 0.1), (0.5, 0.3, 0.8, 0.5)),
        ("nesw", (0.9, -0.9), (0.7, 0.0, 1.0, 0.2)),
        ("se", (0.1, 0.1), (0.4, 0.2, 0.8, 0.5)),
        ("nw", (0.1, 0.1), (0.5, 0.3, 0.7, 0.4)),
        ("w", (0.1, 0.1), (0.5, 0.2, 0.7, 0.4)),
    ],
    ids=["whole", "against the edges", "lower right", "upper left", "left side"],
)
def test_a_box_is_shifted(
    script: Page, edges: str, by: tuple[float, float], moved: tuple[float, float, float, float]
) -> None:
    """Only the edges that are held move; a box moved whole keeps its size and stays in the photo."""
    assert call(script, "shifted", (0.4, 0.2, 0.7, 0.4), edges, *by) == pytest.approx(moved)


def test_a_box_lies_between_two_points(script: Page) -> None:
    """It may be drawn from any corner to the opposite one, and ends where the photo does."""
    points = {"x": 800, "y": 400}, {"x": 600, "y": 100}
    for one, other in (points, points[::-1]):
        assert call(script, "boxBetween", one, other, SIZE) == pytest.approx([0.6, 0.2, 0.8, 0.8])
    assert call(script, "boxBetween", points[0], {"x": 1200, "y": -7}, SIZE) == pytest.approx([0.8, 0, 1, 0.8])


def test_a_slip_is_too_small(script: Page) -> None:
    """Either side may be too short, measured in pixels of the photo."""
    assert call(script, "tooSmall", (0.1, 0.1, 0.105, 0.9), SIZE, 8)
    assert call(script, "tooSmall", (0.1, 0.1, 0.9, 0.11), SIZE, 8)
    assert not call(script, "tooSmall", (0.1, 0.1, 0.11, 0.12), SIZE, 8)


def test_boxes_are_read_row_by_row(script: Page) -> None:
    """Boxes of a row that lie a little higher or lower are still of that row."""
    corners = {3: (0.1, 0.52), 1: (0.1, 0.11), 2: (0.3, 0.1), 4: (0.2, 0.5)}
    marks = [{"id": number, "box": (x, y, x + 0.1, y + 0.2)} for number, (x, y) in corners.items()]
    assert call(script, "readingOrder", marks) == [1, 2, 3, 4]
    assert call(script, "readingOrder", []) == []


def test_the_view_shows_the_boxes_with_room(script: Page) -> None:
    """A photo opens at its tiles with a tile's width around them, cut at the edges; without tiles, whole."""
    boxes = [(0.05, 0.4, 0.15, 0.6), (0.5, 0.4, 0.6, 0.6)]
    view = call(script, "viewOfBoxes", boxes, SIZE)
    assert view == pytest.approx({"x": 0, "y": 150, "width": 700, "height": 200})
    assert call(script, "viewOfBoxes", [], SIZE) == WHOLE


def test_the_point_under_the_finger_stays(script: Page) -> None:
    """Enlarging keeps a point where it is on the screen; never beyond sixteen times, nor out of the photo."""
    at = {"x": 600, "y": 200}
    view = call(script, "zoomedView", WHOLE, SIZE, 2, at)
    assert (view["width"], view["height"]) == (500, 250)
    for side, along in (("x", "width"), ("y", "height")):
        assert (at[side] - view[side]) / view[along] == pytest.approx(at[side] / WHOLE[along])
    assert call(script, "zoomedView", WHOLE, SIZE, 1000)["width"] == 1000 / 16
    assert call(script, "zoomedView", view, SIZE, 0.01) == WHOLE


def test_the_view_stays_in_the_photo(script: Page) -> None:
    """Moving it stops at the edges."""
    view = {"x": 100, "y": 100, "width": 500, "height": 250}
    assert call(script, "movedView", view, SIZE, -300, 20) == {**view, "x": 0, "y": 120}
    assert call(script, "movedView", view, SIZE, 900, 900) == {**view, "x": 500, "y": 250}


def test_a_new_box_is_as_large_as_the_others(script: Page) -> None:
    """By key it comes into the middle of the view, in the size of a box that is there or of a usual tile."""
    view = {"x": 0, "y": 0, "width": 500, "height": 250}
    assert call(script, "boxInMiddle", view, SIZE, (0.4, 0.4, 0.6, 0.8)) == pytest.approx([0.15, 0.05, 0.35, 0.45])
    left, top, right, bottom = script.evaluate(f"boxInMiddle({json.dumps(view)}, {json.dumps(SIZE)})")
    assert (left + right, top + bottom) == pytest.approx((0.5, 0.5))
