"""Three photos in, labelled by the model, mended by touch or by keys, accepted, exported, and read by another tool."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator
from pathlib import Path

import globox
import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from scoring.tiles import DETECTOR_CLASSES
from tests.browser.served import PATIENCE, opened, served, settle

pytestmark = pytest.mark.browser

SAMPLES = Path(__file__).parents[2] / "datasets" / "samples"
PHOTOS = [SAMPLES / name for name in ("dim-room.jpg", "tilted-pairs.jpg", "called-honors.jpg")]
FRAMES = ".boxes .stage .frame"


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """An app whose label queue is empty."""
    with served(HULE_DATA=str(tmp_path / "data")) as found:
        yield found


def with_photos(page: Page, address: str) -> None:
    """Opens the label page and uploads the photos."""
    page.goto(f"{address}/label")
    page.set_input_files(".st-key-photos_box input", [str(path) for path in PHOTOS])
    page.wait_for_selector(FRAMES)
    settle(page)


def codes(page: Page) -> list[str]:
    """The faces of all boxes, sorted."""
    return sorted(page.locator(FRAMES).evaluate_all("frames => frames.map(frame => frame.dataset.code)"))


def centre(page: Page, box: Locator) -> tuple[float, float]:
    """The middle of a box, in pixels of the screen."""
    place = box.bounding_box()
    assert place is not None
    return place["x"] + place["width"] / 2, place["y"] + place["height"] / 2


def touch(page: Page, *paths: list[tuple[float, float]]) -> None:
    """Fingers that go down together, follow their paths and are lifted."""
    client = page.context.new_cdp_session(page)

    def send(kind: str, at: int) -> None:
        points = [{"x": path[at][0], "y": path[at][1], "id": number} for number, path in enumerate(paths)]
        client.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points if kind != "touchEnd" else []})

    send("touchStart", 0)
    for at in range(1, len(paths[0])):
        send("touchMove", at)
    send("touchEnd", -1)
    client.detach()


def accept(page: Page) -> None:
    """Accepts the photo and waits for the next, or for the end."""
    page.click('.boxes [data-do="accept"]')
    expect(page.locator(".boxes .stage")).not_to_have_class(re.compile("leaving"))
    settle(page)


def exported(page: Page, folder: Path) -> globox.AnnotationSet:
    """What another tool reads in the dataset that the page exports."""
    with page.expect_download(timeout=PATIENCE) as download:
        page.click(".st-key-label_export button")
    with zipfile.ZipFile(download.value.path()) as archive:
        archive.extractall(folder)
    place = folder / "hule-labels"
    return globox.AnnotationSet.from_yolo_v5(place / "labels", image_folder=place / "images")


def faces_of(annotations: globox.AnnotationSet, stem: str) -> list[str]:
    """The faces of the boxes of one exported photo, sorted."""
    (photo,) = (photo for photo in annotations if photo.image_id.startswith(stem))
    return sorted(DETECTOR_CLASSES[int(box.label)].code for box in photo.boxes)


def first_photo(page: Page) -> str:
    """The stem of the photo on the screen."""
    caption = page.locator('[data-testid="stCaptionContainer"]').filter(has_text=".jpg").first.inner_text()
    found = re.search(r"([\w-]+)\.jpg", caption)
    assert found
    return found[1]


def test_photos_are_labelled_by_touch(browser: Browser, address: str, tmp_path: Path) -> None:
    """On a phone: a face is changed, a box deleted, another drawn, the view pinched; a reload loses nothing."""
    with opened(browser, address, "phone", "zh") as page:
        with_photos(page, address)
        stem, before = first_photo(page), codes(page)
        tile = page.locator(FRAMES).nth(3)
        number = tile.get_attribute("data-box")
        page.touchscreen.tap(*centre(page, tile))
        expect(page.locator(f'{FRAMES}[data-box="{number}"]')).to_have_class(re.compile("chosen"))
        page.touchscreen.tap(*centre(page, page.locator(f'{FRAMES}[data-box="{number}"]')))
        page.tap('.boxes .sheet [data-pick="7z"]')
        expect(page.locator(f'{FRAMES}[data-box="{number}"]')).to_have_attribute("data-code", "7z")
        settle(page)
        assert codes(page).count("7z") == before.count("7z") + 1
        place = page.locator(f'{FRAMES}[data-box="{number}"]').bounding_box()
        assert place is not None
        page.tap('.boxes [data-do="remove"]')
        expect(page.locator(FRAMES)).to_have_count(len(before) - 1)
        page.tap('.boxes [data-do="draw"]')
        (x, y), (right, bottom) = (place["x"], place["y"]), (place["x"] + place["width"], place["y"] + place["height"])
        touch(page, [(x, y), ((x + right) / 2, (y + bottom) / 2), (right, bottom)])
        page.tap('.boxes .sheet [data-pick="6z"]')
        expect(page.locator(FRAMES)).to_have_count(len(before))
        settle(page)
        mended = codes(page)
        assert mended.count("6z") == before.count("6z") + 1
        width = page.locator(".boxes .stage").evaluate("stage => stage.viewBox.baseVal.width")
        middle = centre(page, page.locator(".boxes .stage"))
        touch(page, *([(middle[0] + side * step, middle[1]) for step in (20, 50, 90)] for side in (-1, 1)))
        assert page.locator(".boxes .stage").evaluate("stage => stage.viewBox.baseVal.width") < width
        page.reload()
        page.wait_for_selector(FRAMES)
        settle(page)
        assert (first_photo(page), codes(page)) == (stem, mended)
        for _ in PHOTOS:
            accept(page)
        found = exported(page, tmp_path)
        assert len(found) == len(PHOTOS)
        assert faces_of(found, stem) == mended


def test_photos_are_labelled_by_keys(browser: Browser, address: str, tmp_path: Path) -> None:
    """On a desk without a mouse: select, name, move, delete, draw, undo, skip and accept, all by keys."""
    with opened(browser, address, "desk", "en") as page:
        with_photos(page, address)
        stem, before = first_photo(page), codes(page)
        page.focus(".boxes")
        page.keyboard.press("]")
        chosen = page.locator(f"{FRAMES}.chosen")
        old = chosen.get_attribute("data-code")
        page.keyboard.type("7z")
        expect(chosen).to_have_attribute("data-code", "7z")
        page.keyboard.press("Control+z")
        expect(page.locator(f'{FRAMES}[data-code="7z"]')).to_have_count(before.count("7z"))
        settle(page)
        assert codes(page) == before
        page.keyboard.press("Control+y")
        expect(page.locator(f'{FRAMES}[data-code="7z"]')).to_have_count(before.count("7z") + 1)
        left = chosen.get_attribute("x")
        for _ in range(3):
            page.keyboard.press("ArrowRight")
        expect(chosen).not_to_have_attribute("x", str(left))
        page.keyboard.press("]")
        page.keyboard.press("Delete")
        expect(page.locator(FRAMES)).to_have_count(len(before) - 1)
        page.keyboard.press("n")
        page.keyboard.type("6z")
        expect(page.locator(FRAMES)).to_have_count(len(before))
        settle(page)
        mended = codes(page)
        assert {"6z", "7z"} <= set(mended)
        assert mended.count(str(old)) <= before.count(str(old))
        page.keyboard.press("Enter")
        expect(page.get_by_text("1 labelled, 2 left")).to_be_visible()
        page.keyboard.press("x")
        expect(page.get_by_text("1 labelled, 1 left · 1 skipped")).to_be_visible()
        page.keyboard.press("Enter")
        expect(page.get_by_text("All photos are labelled")).to_be_visible()
        found = exported(page, tmp_path)
        assert len(found) == len(PHOTOS) - 1
        assert faces_of(found, stem) == mended
