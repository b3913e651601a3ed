"""What the stories of the label page do on it, and what they see there."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from tests.browser.served import PATIENCE, resting, settle
from ui.text import words

FRAMES = ".boxes .stage .frame"
"""The boxes in the photo on the screen."""

LONG = 30 * PATIENCE
"""Milliseconds for a model that reads many photos, or learns, on a loaded machine."""


def said(key: str, **facts: int) -> re.Pattern[str]:
    """A text of the pages, in either language."""
    return re.compile("|".join(re.escape(words(language)(key, **facts)) for language in ("zh", "en")))


def add_photos(page: Page, address: str, photos: list[Path]) -> None:
    """Opens the label page, uploads the photos, and waits until the model has labelled them."""
    page.goto(f"{address}/label")
    page.set_input_files(".st-key-photos_box input", [str(path) for path in photos])
    expect(page.get_by_text(said("label.done", done=0, left=len(photos)))).to_be_visible(timeout=LONG)
    saved(page)
    expect(page.locator(FRAMES).first).to_be_visible()


def saved(page: Page) -> None:
    """Waits until every change is saved."""
    expect(page.locator(".boxes")).to_have_attribute("aria-busy", "false")


def codes(page: Page) -> list[str]:
    """The faces of all boxes, sorted."""
    return sorted(page.locator(FRAMES).evaluate_all("frames => frames.map(frame => frame.dataset.code)"))


def of_face(page: Page, code: str) -> Locator:
    """The boxes with this face."""
    return page.locator(f'{FRAMES}[data-code="{code}"]')


def box(page: Page, number: str | None) -> Locator:
    """The box with this number."""
    return page.locator(f'{FRAMES}[data-box="{number}"]')


def place(part: Locator) -> tuple[float, float, float, float]:
    """Left, top, width and height of a part of the page, in pixels of the screen, once it rests."""
    found = resting(part).bounding_box()
    assert found is not None
    return found["x"], found["y"], found["width"], found["height"]


def fingers(page: Page, *paths: list[tuple[float, float]]) -> None:
    """Fingers that go down together, follow their paths and are lifted."""
    client = page.context.new_cdp_session(page)
    for at in range(len(paths[0])):
        points = [{"x": path[at][0], "y": path[at][1], "id": number} for number, path in enumerate(paths)]
        client.send("Input.dispatchTouchEvent", {"type": "touchMove" if at else "touchStart", "touchPoints": points})
    client.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    client.detach()


def arrived(page: Page) -> None:
    """Waits until the next photo is on the screen."""
    expect(page.locator(".boxes .stage")).not_to_have_class(re.compile("leaving"))
    saved(page)


def accept(page: Page) -> None:
    """Accepts the photo and waits for the next, or for the end."""
    page.click('.boxes [data-do="accept"]')
    arrived(page)


def check(page: Page) -> Locator:
    """Has the labels looked through; gives the lines of what is found."""
    found = page.locator("[class*='st-key-complaint_']")
    _press(page, "label_check")
    expect(found.or_(page.get_by_text(said("label.check_clean"))).first).to_be_visible(timeout=LONG)
    return found


def exported(page: Page, folder: Path) -> Path:
    """The dataset that the page exports, unpacked into a folder."""
    with page.expect_download(timeout=LONG) as download:
        _press(page, "label_export")
    with zipfile.ZipFile(download.value.path()) as archive:
        archive.extractall(folder)
    return folder / "hule-labels"


def _press(page: Page, key: str) -> None:
    """Presses a button below the photo once it rests: what is told of the last photo moves it."""
    settle(page)
    # On a narrow screen Streamlit hides the button with the tooltip and shows another.
    resting(page.locator(f".st-key-{key} button:visible")).click()


def shown_photo(page: Page) -> str:
    """The stem of the photo on the screen."""
    caption = page.locator('[data-testid="stCaptionContainer"]').filter(has_text=re.compile(r"\.(jpg|png)")).first
    found = re.search(r"([\w-]+)\.(jpg|png)", caption.inner_text())
    assert found
    return found[1]
