"""How soon the first useful screen is there: ``python -m tests.browser.first_screen``.

The time from opening the address, in a browser that was never there, until the camera button can be tapped.
"""

from __future__ import annotations

import argparse
import time
from statistics import median

from playwright.sync_api import Browser, expect

from tests.browser.served import SIZES, chromium, device, served

CAMERA = ".st-key-start .snap input[type=file]"


def seconds(browser: Browser, address: str, size: str) -> float:
    """Opens the app in a new device."""
    context = device(browser, size, "zh")
    page = context.new_page()
    begun = time.perf_counter()
    page.goto(address, wait_until="commit")
    expect(page.locator(CAMERA).first).to_be_attached()
    expect(page.locator(".st-key-sample button")).to_be_enabled()
    taken = time.perf_counter() - begun
    context.close()
    return taken


def main() -> None:
    """Prints the first visit to a server that has just started, and the median of the later ones."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--visits", type=int, default=5)
    visits = parser.parse_args().visits
    with served() as address, chromium() as browser:
        print(f"first visit after the start of the server: {seconds(browser, address, 'phone'):.1f} s")
        for size in SIZES:
            taken = [seconds(browser, address, size) for _ in range(visits)]
            print(f"first visit of another {size}: {median(taken):.1f} s (median of {visits})")


if __name__ == "__main__":
    main()
