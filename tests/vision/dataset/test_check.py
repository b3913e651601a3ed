"""Every check finds its fault, names the file and says how to mend it; a clean dataset has none."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from scoring.tiles import tile
from tests.vision.dataset.making import HAND, clean, index, labelled, row
from vision.crops import HEIGHT
from vision.dataset.check import check
from vision.dataset.disputes import compare
from vision.dataset.findings import BOX_TWICE, DISPUTED, Finding
from vision.dataset.gallery import with_pictures
from vision.dataset.labels import Box, LabelFile
from vision.dataset.tree import Entry, Part, open_dataset
from vision.detections import Detections


def found(root: Path, labels_only: bool = False) -> list[Finding]:
    """What is wrong with the dataset in a folder."""
    return list(check(open_dataset(root), labels_only))


def only(root: Path, code: str) -> Finding:
    """The one finding of a dataset that has this code and no other."""
    findings = found(root)
    assert [finding.kind.code for finding in findings] == [code]
    assert findings[0].message != findings[0].message_zh
    assert findings[0].mend
    assert findings[0].mend_zh
    return findings[0]


@pytest.mark.parametrize("labels_only", [False, True])
def test_a_clean_dataset_has_no_finding(tmp_path: Path, labels_only: bool) -> None:
    """Neither with its photos nor by its labels alone."""
    assert found(clean(tmp_path), labels_only) == []


def test_a_folder_without_yaml_is_checked_as_well(tmp_path: Path) -> None:
    """``images`` and ``labels`` side by side are a dataset of Hule's classes."""
    labelled(tmp_path, "a", row("123m"))
    labelled(tmp_path, "b", "50 0.5 0.5 0.1 0.1\n")
    assert [finding.kind.code for finding in found(tmp_path)] == ["E_CLASS"]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("3 0.5 0.5 0.1", "E_LABEL_LINE"),
        ("3 0.5 0.5 0.1 wide", "E_LABEL_LINE"),
        ("3 0.5 0.5 0.1 nan", "E_LABEL_LINE"),
        ("1.5 0.5 0.5 0.1 0.1", "E_LABEL_LINE"),
        ("3 0.5 0.5 0.6 0.5 0.6 0.6", "E_LABEL_LINE"),
        ("43 0.5 0.9 0.1 0.1", "E_CLASS"),
        ("-1 0.5 0.9 0.1 0.1", "E_CLASS"),
        ("3 0.5 0.9 0 0.1", "E_BOX_EMPTY"),
        ("3 0.5 0.9 -0.1 0.1", "E_BOX_EMPTY"),
        ("3 0.5 0.9 0.1 0.001", "E_BOX_EMPTY"),
        ("3 0.02 0.9 0.1 0.1", "E_BOX_OUTSIDE"),
        ("3 0.5 1.2 0.1 0.1", "E_BOX_OUTSIDE"),
    ],
)
def test_a_bad_line_is_found_by_its_number(tmp_path: Path, line: str, code: str) -> None:
    """Unreadable, of no class, without area, or outside the picture."""
    labelled(clean(tmp_path) / "train", "bad", f"0 0.3 0.3 0.05 0.1\n\n{line}\n")
    finding = only(tmp_path, code)
    assert finding.lines == (3,)
    assert finding.file.stem == "bad"
    assert finding.severity == "error"


def test_a_label_file_that_is_no_text_is_found(tmp_path: Path) -> None:
    """Bytes of some other format are unreadable lines, not a crash."""
    labelled(clean(tmp_path) / "train", "bad", "")
    (tmp_path / "train" / "labels" / "bad.txt").write_bytes(b"\xff\xfe\x00\x01\x02 7 \x80\n")
    assert only(tmp_path, "E_LABEL_LINE").file.name == "bad.txt"


def test_a_label_file_that_cannot_be_opened_is_found(tmp_path: Path) -> None:
    """A folder in the place of a label file."""
    labelled(clean(tmp_path) / "train", "bad", "")
    (tmp_path / "train" / "labels" / "bad.txt").unlink()
    (tmp_path / "train" / "labels" / "bad.txt").mkdir()
    assert only(tmp_path, "E_LABEL_FILE").lines == ()


@pytest.mark.parametrize(
    ("second", "code"),
    [
        (Box(0, 0.1, 0.5, 0.05, 0.1), "E_BOX_TWICE"),
        (Box(0, 0.1, 0.503, 0.05, 0.1), "E_BOX_TWICE"),
        (Box(5, 0.101, 0.5, 0.05, 0.1), "E_BOX_TWO_FACES"),
        (Box(5, 0.11, 0.5, 0.05, 0.1), "W_BOX_OVERLAP"),
    ],
)
def test_boxes_of_one_tile_are_found(tmp_path: Path, second: Box, code: str) -> None:
    """The same box again, another face on it, or too much of an overlap; both lines are named."""
    labelled(clean(tmp_path) / "train", "bad", [*row("1m"), *row("9p", x=0.4), second])
    assert only(tmp_path, code).lines == (1, 3)


def test_neighbours_that_touch_are_no_overlap(tmp_path: Path) -> None:
    """Tiles side by side, overlapping by a fifth of their width."""
    labelled(clean(tmp_path) / "train", "good", [Box(k, 0.2 + 0.04 * k, 0.5, 0.05, 0.1) for k in range(8)])
    assert found(tmp_path) == []


def test_five_of_a_tile_in_a_hand_are_found(tmp_path: Path) -> None:
    """Four are right, five cannot be; five backs can."""
    labelled(clean(tmp_path) / "train", "four", row("1111m 23456789p"))
    labelled(tmp_path / "train", "backs", row("1111m 2345p back back back back back"))
    assert found(tmp_path) == []
    labelled(tmp_path / "train", "five", row("11111m 2345678p"))
    assert only(tmp_path, "E_FIVE").lines == (1, 2, 3, 4, 5)


def test_five_of_a_tile_on_a_table_are_a_warning(tmp_path: Path) -> None:
    """More tiles than a hand may be of two sets."""
    labelled(clean(tmp_path) / "train", "wall", row("11111m 2345678p") + row("123456789s", y=0.8))
    assert only(tmp_path, "W_FIVE").severity == "warning"


def test_labels_without_a_photo_and_photos_without_labels(tmp_path: Path) -> None:
    """Each names the one that is there; the labels alone are checked without photos."""
    labelled(clean(tmp_path) / "train", "gone", row("123m")).unlink()
    assert only(tmp_path, "E_NO_PHOTO").file.name == "gone.txt"
    assert found(tmp_path, labels_only=True) == []
    (tmp_path / "train" / "labels" / "gone.txt").unlink()
    labelled(tmp_path / "train", "bare", "")
    assert found(tmp_path) == []
    (tmp_path / "train" / "labels" / "bare.txt").unlink()
    assert only(tmp_path, "W_NO_LABELS").file.name == "bare.png"


@pytest.mark.parametrize("content", [b"", b"a letter", None])
def test_an_unreadable_photo_is_found(tmp_path: Path, content: bytes | None) -> None:
    """Empty, no picture, or cut short."""
    path = labelled(clean(tmp_path) / "train", "bad", row("123m"))
    path.write_bytes(path.read_bytes()[:3000] if content is None else content)
    assert only(tmp_path, "E_PHOTO").file == path


def test_a_photo_twice_is_found(tmp_path: Path) -> None:
    """The same bytes in one split are a warning, in two an error; the first place is named."""
    first = labelled(clean(tmp_path) / "train", "a", row(HAND))
    again = labelled(tmp_path / "train", "z", row(HAND))
    shutil.copyfile(first, again)
    finding = only(tmp_path, "W_PHOTO_TWICE")
    assert (finding.file, finding.other) == (again, first)
    shutil.move(again, tmp_path / "val" / "images" / "z.png")
    shutil.move(tmp_path / "train" / "labels" / "z.txt", tmp_path / "val" / "labels" / "z.txt")
    assert only(tmp_path, "E_PHOTO_LEAKED").other == first


def test_a_photo_saved_again_is_found(tmp_path: Path) -> None:
    """Smaller, darker and as a JPEG it still shows the same."""
    first = labelled(clean(tmp_path) / "train", "a", row(HAND))
    labelled(tmp_path / "train", "z", row(HAND)).unlink()
    with Image.open(first) as image:
        image.resize((200, 150)).point(lambda value: value * 0.8).save(
            tmp_path / "train" / "images" / "z.jpg", quality=60
        )
    assert only(tmp_path, "W_PHOTO_ALIKE").other == first


def test_a_group_in_two_splits_is_found_once(tmp_path: Path) -> None:
    """However many photos of it there are."""
    labelled(clean(tmp_path) / "val", "d", row("19p"))
    index(tmp_path / "val", {"c.png": "one", "d.png": "one"})
    finding = only(tmp_path, "E_GROUP_LEAKED")
    assert finding.file.name == "c.png"
    assert finding.other == tmp_path / "train" / "images" / "a.png"
    assert [other.kind.code for other in found(tmp_path, labels_only=True)] == ["E_GROUP_LEAKED"]


@pytest.mark.parametrize("orientation", [3, 6, 8])
def test_a_photo_stored_turned_is_found(tmp_path: Path, orientation: int) -> None:
    """By its EXIF orientation; an upright one is fine."""
    labelled(clean(tmp_path) / "train", "turned", row("123m")).unlink()
    exif = Image.Exif()
    noise = np.random.default_rng(1).integers(0, 256, (240, 320, 3), dtype=np.uint8)
    path = tmp_path / "train" / "images" / "turned.jpg"
    exif[0x0112] = 1
    Image.fromarray(noise).save(path, exif=exif)
    assert found(tmp_path) == []
    exif[0x0112] = orientation
    Image.fromarray(noise).save(path, exif=exif)
    assert str(orientation) in only(tmp_path, "W_EXIF_TURN").message


def test_a_box_where_nothing_shows_is_found(tmp_path: Path) -> None:
    """On bare cloth; white dragons and backs may be blank."""
    path = labelled(clean(tmp_path) / "train", "blank", row("1m 5z back 9p"))
    with Image.open(path) as image:
        image.paste((30, 120, 60), (0, 90, 70, 150))
        image.save(path)
    finding = only(tmp_path, "W_CROP_BLANK")
    assert (finding.lines, "1m" in finding.message) == ((1,), True)


def test_other_classes_are_found(tmp_path: Path) -> None:
    """A dataset in another order has to be imported."""
    text = (clean(tmp_path) / "data.yaml").read_text(encoding="utf-8")
    (tmp_path / "data.yaml").write_text(text.replace("'1m', '2m'", "'2m', '1m'"), encoding="utf-8")
    assert "import" in only(tmp_path, "E_NAMES").mend


def test_nothing_is_written_by_a_check(tmp_path: Path) -> None:
    """The dataset stays as it is."""
    before = sorted((path, path.stat().st_mtime_ns) for path in clean(tmp_path).rglob("*"))
    found(tmp_path)
    assert sorted((path, path.stat().st_mtime_ns) for path in tmp_path.rglob("*")) == before


def seen(tiles: list[tuple[str, float, float]]) -> Detections:
    """Tiles in the row of :func:`row` on a photo of 1000 by 1000: face, place in the row, confidence."""
    boxes = [[100 + 50 * place - 25, 450, 100 + 50 * place + 25, 550] for _, place, _ in tiles]
    scores = np.zeros((len(tiles), 43), dtype=np.float32)
    for number, (code, _, confidence) in enumerate(tiles):
        scores[number, tile(code).index] = confidence
    return Detections(
        np.array(boxes, dtype=np.float32).reshape(-1, 4), scores.argmax(axis=1), scores.max(axis=1), scores
    )


@pytest.mark.parametrize(
    ("tiles", "codes"),
    [
        ([("1m", 0, 0.9), ("2m", 1, 0.9), ("3m", 2, 0.9)], []),
        ([("1m", 0, 0.9), ("3m", 1, 0.95), ("3m", 2, 0.9)], ["W_DISPUTED"]),
        ([("1m", 0, 0.9), ("3m", 1, 0.5), ("3m", 2, 0.9)], []),
        ([("1m", 0, 0.9), ("2m", 1, 0.1)], ["W_UNSEEN"]),
        ([("1m", 0, 0.9), ("2m", 1, 0.9), ("3m", 2, 0.9), ("4m", 3, 0.95)], ["W_UNLABELLED"]),
        ([("1m", 0, 0.9), ("2m", 1, 0.9), ("3m", 2, 0.9), ("4m", 3, 0.5)], []),
        ([("1m", 0, 0.9), ("2m", 1, 0.9), ("3m", 2, 0.9), ("back", 3, 0.95)], []),
        ([("1m", 0, 0.9), ("2m", 1, 0.9), ("3m", 2, 0.9), ("4m", 9, 0.95)], []),
    ],
)
def test_only_what_the_model_strongly_disputes_is_told(tiles: list[tuple[str, float, float]], codes: list[str]) -> None:
    """Another face that it is sure of, no tile at all, or a sure tile among the labels; no doubt, back or far tile."""
    labels = LabelFile(tuple(row("123m")), (1, 2, 3))
    folder = Path("dataset")
    entry = Entry(Part("", folder, folder, folder), folder / "a.jpg", folder / "a.txt")
    findings = list(compare(entry, labels, seen(tiles), 1000, 1000))
    assert [finding.kind.code for finding in findings] == codes
    assert all(finding.message and finding.message_zh for finding in findings)
    assert all(finding.box for finding in findings)


def test_disputed_tiles_are_shown_as_pictures(tmp_path: Path) -> None:
    """Every finding passes through; those about a tile stand on the page with its picture, file and line."""
    root = clean(tmp_path / "data")
    photo = root / "train" / "images" / "a.png"
    facts = {"tile": "2m", "second": "3m", "confidence": 0.95}
    disputed = Finding(DISPUTED, photo, (2,), facts=facts, box=(9, 9, 40, 60))
    double = Finding(BOX_TWICE, photo, (1, 2), facts={"tile": "1m", "iou": 0.9})
    assert list(with_pictures([double, disputed], tmp_path / "shown")) == [double, disputed]
    page = (tmp_path / "shown" / "index.html").read_text(encoding="utf-8")
    assert page.count("<figure>") == 1
    assert disputed.message in page
    assert disputed.message_zh in page
    assert f"{photo.name} · 2" in page
    with Image.open(tmp_path / "shown" / "00001.jpg") as picture:
        assert picture.height == HEIGHT


@pytest.mark.skipif("HULE_PHOTOS" not in os.environ, reason="needs HULE_PHOTOS, the folder of real photos")
def test_real_photos_have_known_classes() -> None:
    """No line of the real labels is unreadable, of an unknown class, or outside its picture."""
    codes = {finding.kind.code for finding in found(Path(os.environ["HULE_PHOTOS"]), labels_only=True)}
    assert not codes & {"E_CLASS", "E_LABEL_LINE", "E_BOX_OUTSIDE", "E_GROUP_LEAKED"}
