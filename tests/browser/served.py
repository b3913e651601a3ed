"""A running app and a browser to look at it with."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect, sync_playwright
from playwright.sync_api import TimeoutError as TooSlow

T = TypeVar("T")

SCRIPT = Path(__file__).parents[2] / "app.py"
SIZES = {"phone": (390, 844), "desk": (1440, 900)}
"""Screens that the app is looked at on, in CSS pixels."""

LOCALES = {"zh": "zh-CN", "en": "en-GB"}
PATIENCE = 120_000
"""Milliseconds to wait for something that must come; a loaded machine is no fault of the page."""

expect.set_options(timeout=PATIENCE)


def free_port() -> int:
    """A port on which nobody listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        found: int = probe.getsockname()[1]
    return found


@contextmanager
def served(port: int | None = None, **settings: str) -> Iterator[str]:
    """Serves the app on this or a free port, with these environment variables; gives its address."""
    port = port or free_port()
    with tempfile.TemporaryDirectory() as data:
        environment = os.environ | {"HULE_DATA": data} | settings
        command = [sys.executable, "-m", "ui.server", "server.address=127.0.0.1", f"server.port={port}"]
        with subprocess.Popen(command, cwd=SCRIPT.parent, env=environment, stdout=subprocess.DEVNULL) as server:
            try:
                _wait_for(server, f"http://127.0.0.1:{port}/_stcore/health")
                yield f"http://127.0.0.1:{port}"
            finally:
                _stop(server)


def _stop(server: subprocess.Popen[bytes]) -> None:
    """Ends the server; one that waits for a tab which does not let go of its connection is not waited for."""
    server.terminate()
    try:
        server.wait(timeout=10)
    except subprocess.TimeoutExpired:
        server.kill()


def _wait_for(server: subprocess.Popen[bytes], address: str) -> None:
    for _ in range(4 * PATIENCE // 500):
        assert server.poll() is None, "the server stopped before it answered"
        try:
            with urllib.request.urlopen(address, timeout=5):
                return
        except OSError:
            time.sleep(0.5)
    raise TimeoutError(f"{address} does not answer")


@contextmanager
def chromium() -> Iterator[Browser]:
    """Debian's Chromium, or the one that ``HULE_CHROMIUM`` names."""
    with sync_playwright() as playwright:
        path = os.environ.get("HULE_CHROMIUM", "/usr/bin/chromium")
        # The sandbox does not work for root in a container, where the tests usually run.
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


def device(browser: Browser, size: str, language: str, scheme: str = "light") -> BrowserContext:
    """A phone or a desk that was never here: it keeps nothing of what others opened, and is patient."""
    width, height = SIZES[size]
    context = browser.new_context(
        viewport={"width": width, "height": height},
        locale=LOCALES[language],
        has_touch=size == "phone",
        color_scheme="dark" if scheme == "dark" else "light",
    )
    context.set_default_timeout(PATIENCE)
    return context


@contextmanager
def opened(
    browser: Browser, address: str, size: str, language: str, scheme: str = "light", *, large: bool = False
) -> Iterator[Page]:
    """The app in a new tab of this size and language, ready to use; ``large`` for a device with large text."""
    context = device(browser, size, language, scheme)
    if large:
        context.add_cookies([{"name": "hule_size", "value": "large", "url": address}])
    page = context.new_page()
    page.goto(address)
    try:
        page.wait_for_selector(".st-key-sample button")
    except TooSlow:
        # Where everything is slow, Streamlit's script may give up its first connection; a person would reload.
        page.reload()
        page.wait_for_selector(".st-key-sample button")
    settle(page)
    yield page
    context.close()


def settle(page: Page) -> None:
    """Waits until the page has redrawn: nothing of it is stale or covered, and no run is under way or asked for."""
    page.wait_for_timeout(150)
    page.wait_for_function(
        "!document.querySelector('[data-stale=\"true\"], #entry:not([hidden])')"
        ' && document.querySelector(\'[data-testid="stApp"][data-test-script-state="notRunning"]\') !== null'
    )
    page.wait_for_timeout(150)


def expect_soon(page: Page, read: Callable[[], T], wanted: T) -> None:
    """Waits until something that is read off the page is as it must be."""
    patience = PATIENCE // 100
    while (found := read()) != wanted:
        patience -= 1
        assert patience, f"the page shows {found} instead of {wanted}"
        page.wait_for_timeout(100)


def resting(part: Locator) -> Locator:
    """The part once it has been in one place for half a second: what is unfolding moves away from under a tap."""
    part.wait_for()
    place, since = part.bounding_box(), 0
    while since < 5:
        part.page.wait_for_timeout(100)
        now = part.bounding_box()
        place, since = now, since + 1 if now == place else 0
    return part


def take_sample(page: Page) -> None:
    """Opens the first sample and waits for its tiles and their frames."""
    page.click(".st-key-sample button")
    page.wait_for_selector(".editor .strip .tile")
    expect(page.locator(".photo .frame").first).to_be_visible()
    settle(page)
