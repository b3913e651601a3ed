"""Three photos in, labelled by the model, mended by touch or by keys, checked, exported, and read by another tool."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import globox
import pytest
from playwright.sync_api import Browser, expect

from records import open_records
from records.labels import LABELLED
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
    of_face,
    place,
    said,
    saved,
    shown_photo,
)  # fmt: skip
from tests.browser.served import free_port, opened, resting, served

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
        chosen = box(page, number)
        chosen.tap()
        expect(chosen).to_have_class(re.compile("chosen"))
        chosen.tap()
        page.tap('.boxes .sheet [data-pick="7z"]')
        expect(chosen).to_have_attribute("data-code", "7z")
        expect(of_face(page, "7z")).to_have_count(before.count("7z") + 1)
        saved(page)

        stage = page.locator(".boxes .stage")
        (left, top, *_), (x, y, width, height) = place(stage), place(chosen)
        page.tap('.boxes [data-do="remove"]')
        expect(page.locator(FRAMES)).to_have_count(len(before) - 1)
        saved(page)
        page.tap('.boxes [data-do="draw"]')
        expect(stage).to_have_class(re.compile("drawing"))
        # The page may have scrolled to the buttons.
        now = place(stage)
        x, y = x + now[0] - left, y + now[1] - top
        fingers(page, [(x + width * part, y + height * part) for part in (0, 0.5, 1)])
        page.tap('.boxes .sheet [data-pick="6z"]')
        expect(of_face(page, "6z")).to_have_count(before.count("6z") + 1)
        expect(page.locator(FRAMES)).to_have_count(len(before))
        saved(page)
        mended = codes(page)

        whole, across = stage.get_attribute("viewBox"), "stage => stage.viewBox.baseVal.width"
        width = stage.evaluate(across)
        left, top, *size = place(stage)
        middle = left + size[0] / 2, top + size[1] / 2
        fingers(page, *([(middle[0] + side * apart, middle[1]) for apart in (20, 50, 90)] for side in (-1, 1)))
        expect(stage).not_to_have_attribute("viewBox", str(whole))
        assert stage.evaluate(across) < width
        page.reload()
        expect(page.locator(FRAMES)).to_have_count(len(mended))
        saved(page)
        assert (shown_photo(page), codes(page)) == (stem, mended)

        for _ in PHOTOS:
            accept(page)
        check(page)
        found = read_by_globox(exported(page, tmp_path))
        assert len(found) == len(PHOTOS)
        assert found[stem] == mended


def test_photos_are_labelled_by_keys(browser: Browser, address: str, tmp_path: Path) -> None:
    """On a desk without a mouse: select, name, move, delete, draw, undo, skip and accept, all by keys."""
    with opened(browser, address, "desk", "en") as page:
        add_photos(page, address, PHOTOS)
        stem, before = shown_photo(page), codes(page)
        chosen = page.locator(f"{FRAMES}.chosen")
        named, drawn = of_face(page, "7z"), of_face(page, "6z")
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
        sixes = codes(page).count("6z")
        page.keyboard.press("n")
        page.keyboard.type("6z")
        expect(drawn).to_have_count(sixes + 1)
        expect(page.locator(FRAMES)).to_have_count(len(before))
        mended = codes(page)
        assert {"6z", "7z"} <= set(mended)

        # Nobody waits for what was changed to be saved before accepting it.
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
        arrived(page)
        found = read_by_globox(exported(page, tmp_path))
        assert len(found) == len(PHOTOS) - 1
        assert found[stem] == mended


def test_two_tabs_at_one_photo_are_told(browser: Browser, address: str) -> None:
    """A phone mends a tile of the photo that a desk has open: the desk is told, keeps both and can have its own."""
    with opened(browser, address, "phone", "zh") as phone, opened(browser, address, "desk", "en") as desk:
        add_photos(phone, address, PHOTOS[:1])
        desk.goto(f"{address}/label")
        expect(desk.locator(FRAMES).first).to_be_visible()
        saved(desk)
        numbers = [phone.locator(FRAMES).nth(at).get_attribute("data-box") for at in (3, 5)]
        before = codes(desk)
        box(phone, numbers[0]).tap()
        expect(box(phone, numbers[0])).to_have_class(re.compile("chosen"))
        box(phone, numbers[0]).tap()
        phone.tap('.boxes .sheet [data-pick="7z"]')
        expect(box(phone, numbers[0])).to_have_attribute("data-code", "7z")
        saved(phone)

        box(desk, numbers[1]).click()
        desk.keyboard.type("6z")
        expect(box(desk, numbers[1])).to_have_attribute("data-code", "6z")
        expect(desk.get_by_text(said("label.clash_both"))).to_be_visible()
        expect(box(desk, numbers[0])).to_have_attribute("data-code", "7z")
        saved(desk)
        resting(desk.locator("[class*='st-key-clash_yours_'] button")).click()
        expect(desk.get_by_text(said("label.clash_both"))).to_be_hidden()
        expect(box(desk, numbers[0])).not_to_have_attribute("data-code", "7z")
        assert codes(desk) != before
        expect(box(desk, numbers[1])).to_have_attribute("data-code", "6z")

        # What the phone would accept has become another photo under its eyes.
        phone.tap('.boxes [data-do="accept"]')
        expect(phone.get_by_text(said("label.clash_theirs"))).to_be_visible()
        expect(box(phone, numbers[1])).to_have_attribute("data-code", "6z")
        expect(phone.get_by_text(said("label.done", done=0, left=1))).to_be_visible()
        accept(phone)
        expect(phone.get_by_text(said("label.all_done"))).to_be_visible()
        expect(phone.get_by_text(said("label.clash_theirs"))).to_be_hidden()


def test_a_server_that_starts_again_loses_nothing(browser: Browser, tmp_path: Path) -> None:
    """What is labelled while nobody answers is saved once somebody does, and what was saved before is not repeated."""
    port, data = free_port(), str(tmp_path / "data")
    with ExitStack() as tab:
        with served(port, HULE_DATA=data) as address:
            page = tab.enter_context(opened(browser, address, "desk", "en"))
            add_photos(page, address, PHOTOS[:1])
            before = len(codes(page))
            page.focus(".boxes")
            page.keyboard.press("]")
            page.keyboard.press("Delete")
            page.keyboard.press("r")
            expect(page.locator(FRAMES)).to_have_count(before - 1)
            saved(page)
        page.keyboard.press("]")
        page.keyboard.press("Delete")
        page.keyboard.press("Enter")
        with served(port, HULE_DATA=data):
            saved(page)
            expect(page.get_by_text(said("label.all_done"))).to_be_visible()
            with closing(open_records(tmp_path / "data")) as records:
                (task,) = records.labels.tasks()
            assert (task.state, len(task.labels.boxes), task.labels.turn) == (LABELLED, before - 2, 1)
