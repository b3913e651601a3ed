"""The README's pictures of the app as it looks now: ``python -m tests.browser.readme_pictures``."""

from __future__ import annotations

import io
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page

from tests.browser.served import chromium, opened, served, settle, take_sample

IMAGES = Path(__file__).parents[2] / "docs" / "images"
WIDTHS = {"phone": 390, "desktop": 1120}
"""Of the pictures in pixels, by the last part of their names."""


def main() -> None:
    """Writes ``docs/images/app-phone.webp`` and ``app-desktop.webp``: a sample, read and paid."""
    with served() as address, chromium() as browser:
        for name, size in (("phone", "phone"), ("desktop", "desk")):
            with opened(browser, address, size, "en") as page:
                take_sample(page)
                if size == "phone":
                    page.click(".hule-foot")
                page.mouse.move(0, 0)
                settle(page)
                _write(page, IMAGES / f"app-{name}.webp", WIDTHS[name])


def _write(page: Page, path: Path, width: int) -> None:
    """Takes what the screen shows."""
    with Image.open(io.BytesIO(page.screenshot())) as screen:
        height = round(screen.height * width / screen.width)
        screen.convert("RGB").resize((width, height), Image.Resampling.LANCZOS).save(path, quality=85)


if __name__ == "__main__":
    main()
