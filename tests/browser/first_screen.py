"""How soon the first useful screen is there: ``python -m tests.browser.first_screen``.

From opening the address, in a browser that was never there: until a photo can be taken, and until everything else is
there as well.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from statistics import median

from playwright.sync_api import Browser, expect

from tests.browser.served import SIZES, chromium, device, served

CAMERA = "#entry .snap input[type=file], .st-key-start .snap input[type=file]"
"""The camera button, before the page is there and on it."""


def seconds(browser: Browser, address: str, size: str) -> tuple[float, float]:
    """Opens the app on a new device: until a photo can be taken, and until the whole page is there."""
    context = device(browser, size, "zh")
    page = context.new_page()
    begun = time.perf_counter()
    page.goto(address, wait_until="commit")
    expect(page.locator(CAMERA).first).to_be_attached()
    camera = time.perf_counter() - begun
    expect(page.locator("#entry")).to_have_count(0)
    expect(page.locator(".st-key-sample button")).to_be_enabled()
    whole = time.perf_counter() - begun
    context.close()
    return camera, whole


def main() -> None:
    """Prints the first visit to a server that has just started, and the median of the later ones."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--visits", type=int, default=5)
    visits = parser.parse_args().visits
    with served() as address, chromium() as browser:
        told("first visit after the start of the server", [seconds(browser, address, "phone")])
        for size in SIZES:
            taken = [seconds(browser, address, size) for _ in range(visits)]
            told(f"first visit of another {size}, median of {visits}", taken)


def told(visit: str, taken: Sequence[tuple[float, float]]) -> None:
    """Prints a line."""
    camera, whole = (median(each) for each in zip(*taken, strict=True))
    print(f"{visit}: a photo can be taken after {camera:.1f} s, the whole page is there after {whole:.1f} s")


if __name__ == "__main__":
    main()
