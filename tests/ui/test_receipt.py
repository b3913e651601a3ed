"""The receipt for the group chat, read back with other programs than the one that made it."""

from __future__ import annotations

import io
import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pypdf
import pytest
from PIL import Image

from records import Deal as StoredDeal
from records import Records, Saved, Stake, open_records
from scoring import VARIANTS, Case, Result, case_from_json, score, tile
from tests.records.examples import NASTY, deal, jpeg, origin, photo
from ui.receipt import PHOTO_SIDE, Photo, receipt, trimmed
from ui.text import words
from ui.typeset import typeset
from vision.reading import Reading, SeenTile

NAMES = ("老王", "小李", "阿珍", "Tom")
EXAMPLES = json.loads(
    (Path(__file__).parents[1] / "scoring" / "rules_cases.json").read_text(encoding="utf-8"),
)


@pytest.fixture
def records(tmp_path: Path) -> Records:
    """An empty data folder."""
    return open_records(tmp_path / "data")


@pytest.fixture
def saved(records: Records) -> Saved[StoredDeal]:
    """A recorded deal: one point, at half a yuan a point."""
    return records.save_deal(replace(deal(), stake=Stake(50)), origin())


def pdf_text(document: bytes) -> str:
    """All text of a PDF, spaces made single."""
    reader = pypdf.PdfReader(io.BytesIO(document))
    return " ".join("\n".join(page.extract_text() for page in reader.pages).split())


def picture_of(document: bytes) -> Image.Image:
    """The PNG, decoded."""
    with Image.open(io.BytesIO(document)) as picture:
        assert picture.format == "PNG"
        return picture.convert("RGB")


def test_the_pdf_says_it_all_in_chinese(saved: Saved[StoredDeal]) -> None:
    """People, variant, rules, patterns, steps, who pays whom, hash and date can be read back as Chinese text."""
    told = pdf_text(receipt(saved.value, NAMES, words("zh"), saved=saved, form="pdf"))
    for expected in ("四川血战", "老王", "小李", "阿珍 → 小李 1", "小李 胡了 · 点炮（阿珍）", "基本胡", "规则 4.4",
                     "封顶番数", "1 家各付 1：1 × 1 = 1", "合 0.50 元", "2026-02-1", saved.sha256,
                     "第 1 版"):  # fmt: skip
        assert expected.replace(" ", "") in told.replace(" ", ""), expected


def test_the_pdf_says_it_all_in_english(saved: Saved[StoredDeal]) -> None:
    """The same in English, with the people's own names; nothing of it is left in Chinese but those."""
    told = pdf_text(receipt(saved.value, NAMES, words("en"), saved=saved, form="pdf"))
    for expected in ("Sichuan Bloody", "阿珍 → 小李 1", "Winner: 小李 · Off a discard (阿珍)", "Basic hand", "Rule 4.4",
                     "1 paying 1: 1 × 1 = 1", "小李 in all: 0 + 1 = 1", saved.sha256):  # fmt: skip
        assert expected in told, expected
    assert "基本胡" not in told


def test_the_fonts_are_in_the_pdf(saved: Saved[StoredDeal]) -> None:
    """Whoever opens it needs no Chinese font: every font of the document is embedded."""
    reader = pypdf.PdfReader(io.BytesIO(receipt(saved.value, NAMES, words("zh"), saved=saved, form="pdf")))
    fonts = [font.get_object() for font in reader.pages[0]["/Resources"]["/Font"].values()]
    assert fonts
    for font in fonts:
        [inner] = font["/DescendantFonts"]
        descriptor = inner.get_object()["/FontDescriptor"]
        assert "NotoSansSC" in descriptor["/FontName"] or "NotoEmoji" in descriptor["/FontName"]
        assert {"/FontFile2", "/FontFile3"} & set(descriptor)


def test_the_picture_is_one_to_look_at(saved: Saved[StoredDeal]) -> None:
    """As wide as a phone is sharp, the felt of the app above, paper below, and ink on both."""
    pixels = np.asarray(picture_of(receipt(saved.value, NAMES, words("zh"), saved=saved)))
    height, width, _ = pixels.shape
    assert width == 1083
    assert height > width
    assert tuple(pixels[5, 5]) == (20, 88, 63)
    assert tuple(pixels[-5, 5]) == (255, 255, 255)
    assert (pixels.max(axis=2) < 80).sum() > 5000


def test_chinese_characters_are_drawn_and_are_no_boxes(tmp_path: Path) -> None:
    """Every character, rare ones, traditional ones and emoji in names too, has a picture of its own."""
    template = tmp_path / "one.typ"
    template.write_text('#set page(width: 40pt, height: 40pt)\n#json("data.json")', encoding="utf-8")
    characters = ["胡", "王", "碰", "槓", "鑫", "喆", "龘", "→", "×", "✓", "🀄", "😀", "A"]
    missing = typeset(template, "\U0003fffd", form="png")
    drawn = {character: typeset(template, character, form="png") for character in characters}
    assert [character for character, picture in drawn.items() if picture == missing] == []
    assert len(set(drawn.values())) == len(characters)


def test_a_picture_of_several_pages_is_refused(tmp_path: Path) -> None:
    """A PNG has one page; the sentence names the template."""
    template = tmp_path / "two.typ"
    template.write_text("one #pagebreak() two", encoding="utf-8")
    with pytest.raises(ValueError, match=r"two\.typ makes more than one page"):
        typeset(template, None, form="png")
    assert len(pypdf.PdfReader(io.BytesIO(typeset(template, None, form="pdf"))).pages) == 2


def test_the_photo_is_cut_to_the_tiles_unless_all_of_it_is_wanted() -> None:
    """The table around the tiles, and who sits at it, stay out of the chat."""
    file = jpeg(width=1600, height=1200)
    seen = (
        SeenTile(tile("1m"), (800.0, 600.0, 860.0, 680.0), 0.9),
        SeenTile(tile("2m"), (860.0, 600.0, 920.0, 680.0), 0.9),
    )
    around = Photo(file, Reading("p", "0" * 64, 1600, 1200, seen))
    with Image.open(io.BytesIO(trimmed(around))) as cut, Image.open(io.BytesIO(trimmed(around, whole=True))) as whole:
        assert cut.width < 250
        assert cut.height < 250
        assert whole.size == (PHOTO_SIDE, PHOTO_SIDE * 3 // 4)
    with Image.open(io.BytesIO(trimmed(Photo(file)))) as unread:
        assert unread.size == (PHOTO_SIDE, PHOTO_SIDE * 3 // 4)


def test_a_photo_makes_the_receipt_longer(saved: Saved[StoredDeal]) -> None:
    """It stands below the rules."""
    without = picture_of(receipt(saved.value, NAMES, words("zh"), saved=saved))
    shown = picture_of(receipt(saved.value, NAMES, words("zh"), saved=saved, photos=[Photo(photo().jpeg)]))
    assert shown.height > without.height + 300


def test_a_deal_that_is_not_saved_has_a_receipt_that_says_so() -> None:
    """No hash is made up."""
    told = pdf_text(receipt(deal(), (), words("en"), form="pdf"))
    assert "Not saved yet" in told
    assert "Right receives 1" in told


def test_a_draft_has_none() -> None:
    """Without a result there is nothing to pay."""
    with pytest.raises(ValueError, match="draft"):
        receipt(StoredDeal(), NAMES, words("en"))


@pytest.mark.parametrize("name", NASTY)
def test_names_are_text_whatever_they_hold(name: str) -> None:
    """Markup of any kind is printed, not obeyed; long names are cut."""
    document = receipt(deal(), (NASTY[name], '#eval("1+1") $x$ *b* \\', "", ""), words("zh"), form="pdf")
    assert '#eval("1+1")$x$*b*' in pdf_text(document).replace(" ", "")


@pytest.mark.parametrize("variant", sorted(VARIANTS))
def test_every_variant_has_a_receipt(variant: str) -> None:
    """Wins, draws, kongs and events of the worked examples: the payments of each stand on it."""
    printed = 0
    for example in [example for example in EXAMPLES if example["variant"] == variant][:3]:
        case = case_from_json(example)
        if not isinstance(case, Case) or not isinstance(result := score(case), Result):
            continue
        printed += 1
        told = pdf_text(receipt(StoredDeal().settled(case, result), NAMES, words("en"), form="pdf"))
        for seat, amount in enumerate(result.payments):
            verb = "receives" if amount > 0 else "pays" if amount < 0 else "neither pays nor receives"
            dealer = "dealer " if seat == case.dealer else ""
            assert f"{NAMES[seat]} {dealer}{verb} {abs(amount)}" in told
    assert printed


def test_a_draw_shows_who_was_ready() -> None:
    """At an exhaustive draw the waiting hands stand where winners would."""
    example = next(e for e in EXAMPLES if e.get("draw") and e["expected"].get("wins"))
    case = case_from_json(example)
    assert isinstance(case, Case)
    result = score(case)
    assert isinstance(result, Result)
    told = pdf_text(receipt(StoredDeal().settled(case, result), NAMES, words("en"), form="pdf"))
    assert f"{NAMES[result.wins[0].seat]} is ready" in told
