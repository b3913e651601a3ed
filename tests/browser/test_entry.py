"""The camera button that is there before the page: at its place, and nothing that it takes is lost."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.served import device, settle
from tests.browser.test_match import start_match

pytestmark = pytest.mark.browser

HAND = Path(__file__).parents[2] / "datasets" / "samples" / "standing-hand.jpg"
STREAMLIT = "**/static/js/index.*"
BUTTON = "#entry .button:visible"


@contextmanager
def held(
    browser: Browser, address: str, size: str, language: str, *, large: bool = False
) -> Iterator[tuple[Page, Callable[[], None]]]:
    """The first address on a slow line: the entry is there; the rest comes with a call of the second value."""
    context = device(browser, size, language)
    if large:
        context.add_cookies([{"name": "hule_size", "value": "large", "url": address}])
    page = context.new_page()
    waiting: list[Route] | None = []

    def asked(route: Route) -> None:
        if waiting is None:
            route.continue_()
        else:
            waiting.append(route)

    def go_on() -> None:
        nonlocal waiting
        late, waiting = waiting or [], None
        for route in late:
            route.continue_()

    page.route(STREAMLIT, asked)

    page.goto(address, wait_until="commit")
    expect(page.locator(BUTTON).first).to_be_visible()
    yield page, go_on
    context.close()


def place(page: Page, part: str) -> list[float]:
    """Where a part lies: left, top, right, bottom."""
    box = page.locator(part).first.bounding_box()
    assert box is not None
    return [box["x"], box["y"], box["x"] + box["width"], box["y"] + box["height"]]


@pytest.mark.parametrize(
    ("size", "language", "large"),
    [
        ("phone", "zh", False),
        ("phone", "en", True),
        ("phone", "en", False),
        ("desk", "zh", False),
        ("desk", "en", True),
    ],
)
def test_the_button_lies_where_the_page_has_its_own(
    browser: Browser, address: str, size: str, language: str, large: bool
) -> None:
    """Nothing jumps when the page takes over; before it does, a screen reader finds nothing to stumble over."""
    own = ".st-key-snap .button" if size == "phone" else ".st-key-start [data-testid=stFileUploader]"
    with held(browser, address, size, language, large=large) as (page, go_on):
        assert Axe().run(page, context="#entry").response["violations"] == []
        before, head = place(page, BUTTON), place(page, "#entry img")
        go_on()
        expect(page.locator("#entry")).to_have_count(0)
        settle(page)
        assert place(page, own) == pytest.approx(before, abs=3)
        assert place(page, ".hule-brand img") == pytest.approx(head, abs=3)


def test_in_a_match_too(browser: Browser, address: str) -> None:
    """The line that says which deal of the match this is has its room."""
    context = device(browser, "phone", "zh")
    page = context.new_page()
    page.goto(address)
    page.wait_for_selector(".st-key-sample button")
    start_match(page)
    match = page.url
    context.close()
    with held(browser, match, "phone", "zh") as (page, go_on):
        before = place(page, BUTTON)
        go_on()
        expect(page.locator("#entry")).to_have_count(0)
        settle(page)
        assert place(page, ".st-key-snap .button") == pytest.approx(before, abs=3)


@pytest.mark.parametrize("size", ["phone", "desk"])
def test_a_photo_taken_before_the_page_is_there_becomes_the_hand(browser: Browser, address: str, size: str) -> None:
    """The entry says that it is kept; the page reads it without another tap, and takes it for nobody else's."""
    with held(browser, address, size, "en") as (page, go_on):
        page.set_input_files(f"{BUTTON} input >> nth=0", HAND)
        expect(page.locator("#entry [role=status]")).to_contain_text("is kept")
        go_on()
        expect(page.locator(".hule-result.payout .payments")).to_be_visible()
        settle(page)
        expect(page.locator("[class*=st-key-use_]")).to_have_count(0)


def test_an_entry_without_its_script_gives_way(browser: Browser, address: str) -> None:
    """Where the line broke off just then, the page is there all the same."""
    context = device(browser, "phone", "en")
    page = context.new_page()
    page.route("**/snap/snap.js", lambda route: route.abort())
    page.goto(address)
    page.wait_for_selector(".st-key-sample button")
    expect(page.locator("#entry")).to_have_count(0)
    context.close()


def test_a_photo_that_waits_is_told_after_a_reload(browser: Browser, address: str) -> None:
    """Whoever loses patience and reloads sees that the photo need not be taken again."""
    with held(browser, address, "phone", "en") as (page, _):
        page.set_input_files(f"{BUTTON} input >> nth=0", HAND)
        expect(page.locator("#entry [role=status]")).to_contain_text("is kept")
        page.reload(wait_until="commit")
        expect(page.locator("#entry [role=status]")).to_contain_text("is kept")


def test_a_camera_that_is_open_while_the_page_begins_brings_its_photo(browser: Browser, address: str) -> None:
    """The page comes up behind the camera; the photo that is taken then becomes the hand."""
    with held(browser, address, "phone", "zh") as (page, go_on):
        with page.expect_file_chooser() as opened:
            page.locator(f"{BUTTON} input").first.click()
        go_on()
        expect(page.locator("#entry")).to_be_hidden()
        settle(page)
        opened.value.set_files(HAND)
        expect(page.locator(".hule-result.payout .payments")).to_be_visible()
        expect(page.locator("#entry")).to_have_count(0)


def test_the_entry_gives_way_whatever_the_address_holds(browser: Browser, address: str) -> None:
    """A match that nobody knows and a deal that is none: the page comes up as ever, and has no part of either."""
    context = device(browser, "phone", "en")
    page = context.new_page()
    page.goto(f'{address}/?match=nobody&deal=</script><h1 id="harm">')
    page.wait_for_selector(".st-key-head")
    expect(page.locator("#entry")).to_have_count(0)
    expect(page.locator("#harm")).to_have_count(0)
    context.close()
