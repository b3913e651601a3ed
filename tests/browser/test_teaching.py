"""The whole story of a tile set: photos in, labelled, checked, exported, taught, compared, switched on and back."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.labelling import FRAMES, LONG, accept, add_photos, check, codes, exported, said, saved, shown_photo
from tests.browser.served import opened, served
from ui.faces.rasterise import rasterise
from ui.teaching import missing_packages
from vision.compose.stream import StreamSources
from vision.dataset.splits import PICTURES
from vision.teach import generated_photos

pytestmark = [
    pytest.mark.browser,
    pytest.mark.train,
    pytest.mark.skipif(bool(missing_packages()), reason="teaching needs the train extra: pip install -e '.[train]'"),
]

COUNT = 20


@pytest.fixture
def photos(tmp_path: Path) -> list[Path]:
    """Twenty real photos where ``HULE_PHOTOS`` says that there are some, else generated ones."""
    real = Path(os.environ.get("HULE_PHOTOS") or "-") / "val" / "images"
    found = sorted(path for path in real.glob("*") if path.suffix.lower() in PICTURES)
    if len(found) >= COUNT:
        return found[:: len(found) // COUNT][:COUNT]
    rasterise(tmp_path / "faces", 160, body=False)
    made = generated_photos(StreamSources(art=(tmp_path / "faces",)), tmp_path / "set", COUNT)
    return [photo.path for photo in made.photos]


def mend_by_keys(page: Page) -> list[str]:
    """Names the first tile anew and draws one box too many; gives the faces that are right."""
    page.focus(".boxes")
    page.keyboard.press("]")
    page.keyboard.type("7z")
    expect(page.locator(f"{FRAMES}.chosen")).to_have_attribute("data-code", "7z")
    right = codes(page)
    for _ in range(2):
        page.keyboard.press("n")
        page.keyboard.type("6z")
    expect(page.locator(FRAMES)).to_have_count(len(right) + 2)
    saved(page)
    return right


def read_by_ultralytics(dataset: Path) -> dict[str, int]:
    """Boxes of each photo that ultralytics' own reader finds in a dataset."""
    from ultralytics.data.dataset import YOLODataset
    from ultralytics.data.utils import check_det_dataset

    description = check_det_dataset(str(next(dataset.glob("*.yaml"))), autodownload=False)
    read = YOLODataset(img_path=description["train"], data=description, task="detect", augment=False).labels
    return {Path(label["im_file"]).stem.rpartition("-")[0]: len(label["cls"]) for label in read}


def test_twenty_photos_teach_a_set(browser: Browser, photos: list[Path], tmp_path: Path) -> None:
    """Everything by the pages alone; nothing reads with the new model before it is switched on."""
    data = tmp_path / "data"
    # Without the photos of the standard dataset, which would be read as well.
    with (
        served(HULE_DATA=str(data), HULE_PHOTOS="", HULE_MODEL="") as address,
        opened(browser, address, "desk", "en") as page,
    ):
        add_photos(page, address, photos)
        stem, right = shown_photo(page), mend_by_keys(page)
        for _ in photos:
            accept(page)
        expect(page.get_by_text(said("label.all_done"))).to_be_visible()

        # The box that was drawn twice is found, opened with one of the two chosen, and deleted.
        finding = check(page).filter(has_text=stem).filter(has_text="twice")
        finding.get_by_role("button", name="Show").click()
        expect(page.locator(f'{FRAMES}.chosen[data-code="6z"]')).to_be_visible()
        page.focus(".boxes")
        page.keyboard.press("Delete")
        expect(page.locator(FRAMES)).to_have_count(len(right) + 1)
        saved(page)
        read = read_by_ultralytics(exported(page, tmp_path / "out"))
        assert len(read) == COUNT
        assert read[stem] == len(right) + 1

        page.goto(f"{address}/models")
        page.get_by_label("Name of the new model").fill("club")
        page.get_by_label("Minutes of training").fill("1")
        page.get_by_role("button", name=f"Start with {COUNT} photos").click()
        expect(page.get_by_text("club is ready")).to_be_visible(timeout=LONG)
        told = json.loads((data / "models" / "club" / "figures.json").read_text(encoding="utf-8"))
        assert (told["learned"], told["held_out"]) == (COUNT // 2, COUNT // 2)
        expect(page.locator(".st-key-model_club")).to_contain_text("Photos held out")
        assert not (data / "models" / "in_use.json").exists()

        page.click(".st-key-use_club button")
        expect(page.locator(".st-key-model_club")).to_contain_text("in use")
        page.click(".st-key-model_back button")
        expect(page.locator(".st-key-model_hule")).to_contain_text("in use")
