"""Pictures of the page in both languages and sizes, to look at: ``python -m tests.browser.screenshots OUT``."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page

from tests.browser.served import SIZES, chromium, opened, served, settle, take_sample
from tests.browser.test_access import pages
from tests.browser.test_match import go, next_deal, record, start_match
from tests.browser.test_snap import PICKER, SAMPLES, saved_as_jpeg
from tests.browser.test_stories import WON, type_hand


def _start(page: Page) -> None:
    """The empty page."""


def _keypad(page: Page) -> None:
    page.click(".st-key-keypad button")
    for code in WON[:9]:
        page.click(f'[data-pick="{code}"]')
    page.wait_for_function("document.querySelector('[data-testid=stMain]') !== null")
    settle(page)


def _picker(page: Page) -> None:
    take_sample(page)
    page.locator(".strip .tile").nth(3).click()
    page.wait_for_timeout(500)


def _kong(page: Page) -> None:
    type_hand(page, WON)
    page.click('.strip [data-code="2p"] >> nth=0')
    page.click('.sheet [data-do="make"][data-kind="exposed"]')
    page.wait_for_selector(".strip .row.meld")
    settle(page)


def _steps(page: Page) -> None:
    type_hand(page, WON)
    for summary in page.locator(".hule-result summary").all():
        summary.click()


def _rejected(page: Page) -> None:
    type_hand(page, [*WON[:9], "1s", "2s", "3s", "5p", "5p"])


def _house_rules(page: Page) -> None:
    page.locator('.st-key-table [data-testid="stPopover"] button').first.click()
    page.wait_for_timeout(700)


def _kong_log(page: Page) -> None:
    type_hand(page, WON)
    page.click(".st-key-kong_add button")
    page.wait_for_selector(".st-key-kong_1_exposed_0 button")
    page.wait_for_timeout(700)


def _waits(page: Page) -> None:
    type_hand(page, WON[:13])
    page.click(".sheet [data-do=close]")
    page.wait_for_selector(".hule-waits")
    settle(page)


def _draw(page: Page) -> None:
    take_sample(page)
    page.locator(".st-key-outcome button").nth(1).click()
    page.wait_for_selector(".st-key-stage button")
    settle(page)


def _large(page: Page) -> None:
    type_hand(page, WON)
    page.click(".hule-large-open")
    page.wait_for_selector(".hule-large:visible")


def _reasons(page: Page) -> None:
    type_hand(page, [f"{rank}m" for rank in range(1, 8) for _ in range(2)])
    for key in ("why_readings", "why_rules"):
        page.click(f".st-key-{key} summary")
        page.wait_for_selector(f".st-key-{key} .hule-reasons")
    settle(page)


def _dispute(page: Page) -> None:
    take_sample(page)
    page.click(".st-key-record button")
    settle(page)
    page.click(".st-key-dispute button")
    page.locator('[data-testid="stForm"] [data-testid="stNumberInput"] input').first.fill("5")
    page.locator('[data-testid="stFormSubmitButton"] button').first.click()
    page.wait_for_selector(".hule-verdict")
    settle(page)


def _two_photos(page: Page) -> None:
    """Rack and melds in two photos, one after the other."""
    with Image.open(SAMPLES / "chongqing-pong-kong.jpg") as whole:
        for top, bottom in ((0, 620), (615, 1200)):
            picture = saved_as_jpeg(whole.crop((0, top, whole.width, bottom)))
            photo = {"name": "photo.jpg", "mimeType": "image/jpeg", "buffer": picture}
            page.locator(PICKER).first.set_input_files(files=[photo])
            page.wait_for_selector(".strip .row.meld" if top else ".editor .strip .tile")
            settle(page)


def _taken_back(page: Page) -> None:
    """Of two deals the first is to be taken back, and the second changes with it."""
    start_match(page)
    type_hand(page, WON)
    page.locator(".st-key-winner button").nth(1).click()
    settle(page)
    record(page)
    next_deal(page)
    type_hand(page, WON)
    record(page)
    go(page, "deals")
    page.locator('[data-testid="stExpander"]').last.locator("summary").first.click()
    page.locator("[class*=st-key-void_] button").last.click()
    page.wait_for_selector("[class*=st-key-confirm_] button")
    settle(page)


SCENES: dict[str, Callable[[Page], None]] = {
    "start": _start, "sample": take_sample, "picker": _picker, "keypad": _keypad, "kong": _kong, "steps": _steps,
    "rejected": _rejected, "house-rules": _house_rules, "dispute": _dispute,
    "kong-log": _kong_log, "waits": _waits, "draw": _draw, "large": _large, "reasons": _reasons,
    "two-photos": _two_photos, "taken-back": _taken_back,
}  # fmt: skip
OVERLAYS = ("picker", "keypad", "house-rules", "kong-log", "large")
"""Scenes that end in something laid over the page, taken as the screen shows them."""


LOOKS = ("light", "dark", "large")
"""How every page is taken; ``large`` is large text in the light."""


def take(folder: Path, only: list[str]) -> None:
    """Takes every scene and every page of the navigation in every size and language."""
    folder.mkdir(parents=True, exist_ok=True)
    with served() as address, chromium() as browser:
        for size in SIZES:
            for language in ("zh", "en"):
                for name in only or SCENES:
                    with opened(browser, address, size, language) as page:
                        SCENES[name](page)
                        if name not in OVERLAYS:
                            _show_all(page)
                        page.screenshot(path=folder / f"{name}-{size}-{language}-light.png")
                for look in () if only else LOOKS:
                    _take_pages(folder, browser, address, size, language, look)


def _take_pages(folder: Path, browser: Browser, address: str, size: str, language: str, look: str) -> None:
    """Takes all pages with a sample on them, and those without a session."""
    scheme = "dark" if look == "dark" else "light"
    with opened(browser, address, size, language, scheme, large=look == "large") as page:
        take_sample(page)
        page.click(".st-key-record button")
        page.wait_for_selector(".st-key-result_code button")
        screen = page.viewport_size
        for name in pages(page):
            _show_all(page)
            page.screenshot(path=folder / f"page-{name}-{size}-{language}-{look}.png")
            if screen is not None:
                page.set_viewport_size(screen)
        deal = page.url.partition("deal=")[2].partition("&")[0]
        for name, path in (("snap", "/snap"), ("result", f"/result/{deal}")):
            page.goto(address + path)
            page.screenshot(path=folder / f"page-{name}-{size}-{language}-{look}.png", full_page=True)


def _show_all(page: Page) -> None:
    """Makes the screen as tall as the page."""
    height = page.evaluate("document.querySelector('[data-testid=\"stMain\"]').scrollHeight")
    width = page.viewport_size["width"] if page.viewport_size else 0
    page.set_viewport_size({"width": width, "height": max(height, 844)})
    page.wait_for_timeout(400)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--only", nargs="*", default=[], choices=SCENES, metavar="SCENE")
    arguments = parser.parse_args()
    take(arguments.out, arguments.only)
