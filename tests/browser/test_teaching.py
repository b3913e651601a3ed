"""The whole story of a tile set: photos in, labelled, checked, exported, taught, compared, switched on and back."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.served import PATIENCE, opened, served, settle
from tests.browser.test_label import FRAMES, accept, codes
from ui.faces.rasterise import rasterise
from vision.compose.stream import StreamSources
from vision.teach import generated_photos

pytestmark = [pytest.mark.browser, pytest.mark.train]

PHOTOS = 20
LONG = 30 * PATIENCE
"""Milliseconds for a minute of training and two models that read ten photos each, on a loaded machine."""


def labelled_by_hand(page: Page, address: str, photos: list[Path]) -> str:
    """Uploads the photos, changes one face, and accepts all; returns the new face."""
    page.goto(f"{address}/label")
    page.set_input_files(".st-key-photos_box input", [str(path) for path in photos])
    page.wait_for_selector(FRAMES, timeout=LONG)
    settle(page)
    page.focus(".boxes")
    page.keyboard.press("]")
    page.keyboard.type("7z")
    expect(page.locator(f"{FRAMES}.chosen")).to_have_attribute("data-code", "7z")
    settle(page)
    assert "7z" in codes(page)
    for _ in photos:
        accept(page)
    return "7z"


def exported(page: Page, folder: Path) -> Path:
    """The dataset that the label page exports, unpacked."""
    with page.expect_download(timeout=LONG) as download:
        page.click(".st-key-label_export button")
    with zipfile.ZipFile(download.value.path()) as archive:
        archive.extractall(folder)
    return folder / "hule-labels"


def read_by_ultralytics(dataset: Path) -> int:
    """Photos that ultralytics' own reader finds in a dataset."""
    from ultralytics.data.dataset import YOLODataset
    from ultralytics.data.utils import check_det_dataset

    description = check_det_dataset(str(next(dataset.glob("*.yaml"))), autodownload=False)
    return len(YOLODataset(img_path=description["train"], data=description, task="detect", augment=False).labels)


def test_twenty_photos_teach_a_set(browser: Browser, tmp_path: Path) -> None:
    """Everything by the pages alone; nothing reads with the new model before it is switched on."""
    rasterise(tmp_path / "faces", 160, body=False)
    made = generated_photos(StreamSources(art=(tmp_path / "faces",)), tmp_path / "set", PHOTOS)
    photos = [photo.path for photo in made.photos]
    data = tmp_path / "data"
    with served(HULE_DATA=str(data)) as address, opened(browser, address, "desk", "en") as page:
        labelled_by_hand(page, address, photos)
        page.click(".st-key-label_check button")
        settle(page)
        assert read_by_ultralytics(exported(page, tmp_path / "out")) == PHOTOS

        page.goto(f"{address}/models")
        page.get_by_label("Name of the new model").fill("club")
        page.get_by_label("Minutes of training").fill("1")
        page.get_by_role("button", name=f"Start with {PHOTOS} photos").click()
        expect(page.get_by_text("club is ready")).to_be_visible(timeout=LONG)
        told = json.loads((data / "models" / "club" / "figures.json").read_text(encoding="utf-8"))
        assert (told["learned"], told["held_out"]) == (PHOTOS // 2, PHOTOS // 2)
        assert not (data / "models" / "in_use.json").exists()

        page.click(".st-key-use_club button")
        expect(page.locator(".st-key-model_club")).to_contain_text("in use")
        page.click(".st-key-model_back button")
        expect(page.locator(".st-key-model_hule")).to_contain_text("in use")
