"""Three photos in, labelled by the model, mended by touch or by keys, checked, exported, and read by another tool."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import globox
import pytest
from playwright.sync_api import Browser, expect

from scoring.tiles import DETECTOR_CLASSES
from tests.browser.labelling import (
    FRAMES,
    accept,
    add_photos,
    arrived,
    box,
    check,
    codes,
    exported,
    fingers,
    place,
    said,
    saved,
    shown_photo,
)  # fmt: skip
from tests.browser.served import opened, served

pytestmark = pytest.mark.browser

SAMPLES = Path(__file__).parents[2] / "datasets" / "samples"
PHOTOS = [SAMPLES / name for name in ("dim-room.jpg", "tilted-pairs.jpg", "called-honors.jpg")]


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """An app whose label queue is empty."""
    with served(HULE_DATA=str(tmp_path / "data")) as found:
        yield found


def read_by_globox(dataset: Path) -> dict[str, list[str]]:
    """The faces of the boxes of each photo of a dataset, sorted, as another tool reads them."""
    found = globox.AnnotationSet.from_yolo_v5(dataset / "labels", image_folder=dataset / "images")
    return {
        photo.image_id.rpartition("-")[0]: sorted(DETECTOR_CLASSES[int(box.label)].code for box in photo.boxes)
        for photo in found
    }


def test_photos_are_labelled_by_touch(browser: Browser, address: str, tmp_path: Path) -> None:
    """On a phone: a face is changed, a box deleted, another drawn, the view pinched; a reload loses nothing."""
    with opened(browser, address, "phone", "zh") as page:
        add_photos(page, address, PHOTOS)
        stem, before = shown_photo(page), codes(page)
        number = page.locator(FRAMES).nth(3).get_attribute("data-box")
        box(page, number).tap()
        expect(box(page, number)).to_have_class(re.compile("chosen"))
        box(page, number).tap()
        page.tap('.boxes .sheet [data-pick="7z"]')
        expect(box(page, number)).to_have_attribute("data-code", "7z")
        assert codes(page).count("7z") == before.count("7z") + 1

        stage = page.locator(".boxes .stage")
        (left, top, *_), (x, y, width, height) = place(stage), place(box(page, number))
        page.tap('.boxes [data-do="remove"]')
        expect(page.locator(FRAMES)).to_have_count(len(before) - 1)
        page.tap('.boxes [data-do="draw"]')
        expect(stage).to_have_class(re.compile("drawing"))
        # The page may have scrolled to the buttons.
        x, y = x + place(stage)[0] - left, y + place(stage)[1] - top
        fingers(page, [(x + width * part, y + height * part) for part in (0, 0.5, 1)])
        page.tap('.boxes .sheet [data-pick="6z"]')
        expect(page.locator(FRAMES)).to_have_count(len(before))
        mended = codes(page)
        assert mended.count("6z") == before.count("6z") + 1

        across = "stage => stage.viewBox.baseVal.width"
        whole = stage.evaluate(across)
        left, top, width, height = place(stage)
        middle = left + width / 2, top + height / 2
        fingers(page, *([(middle[0] + side * apart, middle[1]) for apart in (20, 50, 90)] for side in (-1, 1)))
        assert stage.evaluate(across) < whole
        saved(page)
        page.reload()
        expect(page.locator(FRAMES)).to_have_count(len(mended))
        assert (shown_photo(page), codes(page)) == (stem, mended)

        for _ in PHOTOS:
            accept(page)
        check(page)
        found = read_by_globox(exported(page, tmp_path))
        assert len(found) == len(PHOTOS)
        assert found[stem] == mended


@pytest.mark.xfail(
    reason="On a loaded machine accepting by key is lost at times; the cause is not found yet", strict=False
)
def test_photos_are_labelled_by_keys(browser: Browser, address: str, tmp_path: Path) -> None:
    """On a desk without a mouse: select, name, move, delete, draw, undo, skip and accept, all by keys."""
    with opened(browser, address, "desk", "en") as page:
        add_photos(page, address, PHOTOS)
        stem, before = shown_photo(page), codes(page)
        chosen = page.locator(f"{FRAMES}.chosen")
        named = page.locator(f'{FRAMES}[data-code="7z"]')
        page.focus(".boxes")
        page.keyboard.press("]")
        page.keyboard.type("7z")
        expect(named).to_have_count(before.count("7z") + 1)
        page.keyboard.press("Control+z")
        expect(named).to_have_count(before.count("7z"))
        saved(page)
        assert codes(page) == before
        page.keyboard.press("Control+y")
        expect(named).to_have_count(before.count("7z") + 1)
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
        mended = codes(page)
        assert {"6z", "7z"} <= set(mended)

        page.keyboard.press("Enter")
        expect(page.get_by_text(said("label.done", done=1, left=2))).to_be_visible()
        # Keys wait for the next photo: what was meant for one must not touch another.
        arrived(page)
        page.keyboard.press("x")
        expect(page.get_by_text(said("label.done", done=1, left=1))).to_be_visible()
        expect(page.get_by_text(said("label.skipped", skipped=1))).to_be_visible()
        arrived(page)
        page.keyboard.press("Enter")
        expect(page.get_by_text(said("label.all_done"))).to_be_visible()
        found = read_by_globox(exported(page, tmp_path))
        assert len(found) == len(PHOTOS) - 1
        assert found[stem] == mended
