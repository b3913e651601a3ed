"""One browser for all stories, and an app with a data folder of its own for each file of them."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.box_editor import open_editor
from tests.browser.served import SIZES, chromium, opened, served


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """A running app."""
    with served() as found:
        yield found


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A browser."""
    with chromium() as found:
        yield found


@pytest.fixture(params=[("phone", "zh"), ("desk", "en")], ids=SIZES)
def page(request: pytest.FixtureRequest, browser: Browser, address: str) -> Iterator[Page]:
    """The app in a fresh tab: Chinese on a phone, English on a desk."""
    size, language = request.param
    with opened(browser, address, size, language) as tab:
        problems: list[str] = []
        tab.on("pageerror", lambda error: problems.append(str(error)))
        yield tab
        assert problems == []


@pytest.fixture(params=SIZES)
def editor(request: pytest.FixtureRequest, browser: Browser) -> Iterator[Page]:
    """The box editor by itself, on a phone with touch and on a desk."""
    width, height = SIZES[request.param]
    context = browser.new_context(viewport={"width": width, "height": height}, has_touch=request.param == "phone")
    page = context.new_page()
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    open_editor(page)
    yield page
    context.close()
    assert problems == []
