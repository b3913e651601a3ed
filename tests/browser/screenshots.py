"""Pictures of the app to look at, in both languages and sizes: ``python -m tests.browser.screenshots OUT``.

A scene that cannot be brought about is pictured as far as it came, named at the end, and the others are taken.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterator
from itertools import product
from pathlib import Path

from playwright.sync_api import Error, Page

from tests.browser.scenes import OVERLAYS, SCENES
from tests.browser.served import LOCALES, SIZES, chromium, opened, served, take_sample
from tests.browser.test_access import pages
from tests.ui.taught import taught_model

LOOKS = {"light": ("light", "dark"), "large": ("large",)}
"""How each scene is pictured: light and then dark, and another time with large text, in the light."""

EVERY_PAGE = "pages"
"""Name of the scene that goes through all pages of the navigation and those without a session."""


def take(folder: Path, scenes: list[str], sizes: list[str], languages: list[str], looks: list[str]) -> list[str]:
    """Takes these scenes in every size, language and look; gives the names of those that failed, with the reason."""
    folder.mkdir(parents=True, exist_ok=True)
    failed: list[str] = []
    with tempfile.TemporaryDirectory() as data, chromium() as browser:
        taught_model(Path(data))
        with served(HULE_DATA=data) as address:
            for size, language, look, scene in product(sizes, languages, looks, scenes):
                name = f"{scene}-{size}-{language}-{look}"
                with opened(browser, address, size, language, large=look == "large") as page:
                    try:
                        for part in _parts(page, scene, address):
                            _picture(page, folder / f"{part}-{size}-{language}", LOOKS[look])
                    except (Error, AssertionError) as error:
                        page.screenshot(path=folder / f"{name}-failed.png")
                        failed.append(f"{name}: {str(error).splitlines()[0]}")
    return failed


def _picture(page: Page, stem: Path, looks: tuple[str, ...]) -> None:
    """Takes what the screen shows; the same in the dark where that is asked for."""
    for look in looks:
        if look == "dark":
            page.emulate_media(color_scheme="dark")
            page.wait_for_timeout(1000)
        page.screenshot(path=f"{stem}-{look}.png")
    page.emulate_media(color_scheme="light")


def _parts(page: Page, scene: str, address: str) -> Iterator[str]:
    """Brings about a scene; gives the name of each picture when it is to be taken."""
    if scene == EVERY_PAGE:
        yield from _every_page(page, address)
        return
    SCENES[scene](page)
    if scene not in OVERLAYS:
        _show_all(page)
    yield scene


def _every_page(page: Page, address: str) -> Iterator[str]:
    """All pages with a sample on them, and those without a session."""
    take_sample(page)
    page.click(".st-key-record button")
    page.wait_for_selector(".st-key-result_code button")
    screen = page.viewport_size or {"width": 0, "height": 0}
    for name in pages(page):
        _show_all(page)
        yield f"page-{name}"
        page.set_viewport_size(screen)
    deal = page.url.partition("deal=")[2].partition("&")[0]
    for name, path in (("snap", f"/snap?deal={deal}"), ("result", f"/result/{deal}")):
        page.goto(address + path)
        _show_all(page)
        yield f"page-{name}"
        page.set_viewport_size(screen)


def _show_all(page: Page) -> None:
    """Makes the screen as tall as the page."""
    main = "document.querySelector('[data-testid=\"stMain\"]') ?? document.documentElement"
    height = page.evaluate(f"({main}).scrollHeight")
    width = page.viewport_size["width"] if page.viewport_size else 0
    page.set_viewport_size({"width": width, "height": max(height, 844)})
    page.wait_for_timeout(400)


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path, help="folder for the pictures, SCENE-SIZE-LANGUAGE-LOOK.png")
    for option, every in (
        ("--only", [EVERY_PAGE, *SCENES]), ("--size", list(SIZES)), ("--language", list(LOCALES)),
        ("--look", list(LOOKS)),
    ):  # fmt: skip
        parser.add_argument(option, nargs="+", default=every, choices=every, help="default: all", metavar="NAME")
    asked = parser.parse_args()
    failed = take(asked.out, asked.only, asked.size, asked.language, asked.look)
    sys.exit("\n".join(failed) if failed else 0)


if __name__ == "__main__":
    main()
