"""Datasets on disk, and the figures that come of photos read."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from PIL import Image

from scoring.tiles import DETECTOR_CLASSES, parse_tiles, tile
from vision.charts import SIDE, reliability_svg
from vision.corrections import read_corrections
from vision.dataset import DatasetError, LabelledPhoto, load_split
from vision.detections import Detections
from vision.evaluate import How, evaluate
from vision.figures import figures
from vision.layout import lay_out
from vision.layout.truth import laid_out, read_layouts
from vision.light import Light
from vision.matching import Labels, match
from vision.photo import Photo, load_photo
from vision.report import write_report
from vision.results import PhotoResult, with_corrections

NAMES = [face.code for face in DETECTOR_CLASSES]
HAND = "123m 456p 789p 222s 77z"


@pytest.fixture
def photo(tmp_path: Path) -> Photo:
    """A plain photo on disk."""
    path = tmp_path / "hand.png"
    Image.new("RGB", (640, 200), (150, 150, 150)).save(path)
    return load_photo(path)


def row_of(tiles: str) -> Detections:
    """Tiles side by side, each 0.9 sure, the next face of the class list as second choice."""
    classes = np.array([face.index for face in parse_tiles(tiles)], dtype=np.int64)
    lefts = 20 + 30 * np.arange(len(classes))
    boxes = np.stack([lefts, np.full_like(lefts, 80), lefts + 30, np.full_like(lefts, 120)], axis=1)
    scores = np.full((len(classes), 43), 0.01, dtype=np.float32)
    scores[np.arange(len(classes)), (classes + 1) % 43] = 0.2
    scores[np.arange(len(classes)), classes] = 0.9
    return Detections(boxes.astype(np.float32), classes, scores.max(axis=1), scores)


ROOM = Light(brightness=120.0, contrast=55.0, sharpness=1500.0)


def result(photo: Photo, labelled: str, read: str, group: str = "table", light: Light = ROOM) -> PhotoResult:
    """A photo whose row is labelled and read so."""
    target, found = row_of(labelled), row_of(read)
    labels = Labels(target.classes, target.boxes)
    source = LabelledPhoto(Path(photo.name), Path("hand.txt"), "made", group)
    size = (photo.width, photo.height)
    return PhotoResult(source, labels, found, found, match(labels, found, False), lay_out(found).hand, size, light)


def test_a_perfect_reader_has_perfect_figures(photo: Photo) -> None:
    """Everything right gives 1 everywhere, one exact photo and one exact hand."""
    data = figures([result(photo, HAND, HAND)], {})
    for name in ("precision", "recall", "f1", "map50", "map50_95", "exact_rate", "located", "top3"):
        assert data[name] == pytest.approx(1.0), name
    assert (data["photos"], data["tiles"], data["hands"], data["exact_hands"]) == (1, 14, 1, 1)
    assert data["confusions"] == []


def test_one_wrong_tile_shows_in_every_figure_it_touches(photo: Photo) -> None:
    """A 6s read as 7s costs precision and recall of both, is a confusion, and spoils the photo."""
    data = figures([result(photo, "66s " + HAND, "67s " + HAND)], {})
    assert data["precision"] == data["recall"] == pytest.approx(15 / 16, abs=1e-4)
    assert data["confusions"] == [["6s", "7s", 1]]
    assert data["per_class"]["6s"]["recall"] == 0.5
    assert data["per_class"]["7s"]["precision"] == 0.0
    assert (data["exact_photos"], data["exact_hands"], data["located"]) == (0, 0, 1.0)
    assert data["top3"] == pytest.approx(15 / 16, abs=1e-4)


def test_hands_are_photos_with_ten_to_twenty_tiles(photo: Photo) -> None:
    """Fewer or more labelled tiles are photos, not hands."""
    few, many = "123456789m", "123456789m 123456789p 123s"
    data = figures([result(photo, few, few), result(photo, many, many), result(photo, HAND, HAND)], {})
    assert (data["photos"], data["exact_photos"], data["hands"], data["exact_hands"]) == (3, 3, 1, 1)


def test_figures_are_given_by_group(photo: Photo) -> None:
    """Each group of photos has figures of its own."""
    data = figures([result(photo, HAND, HAND, "a"), result(photo, HAND, "9" + HAND[1:], "b")], {})
    assert data["groups"]["a"]["exact_hands"] == 1
    assert data["groups"]["b"]["exact_hands"] == 0
    assert data["sources"]["made"]["photos"] == 2


def test_figures_are_given_by_light_and_number_of_tiles(photo: Photo) -> None:
    """A dark photo and one with few tiles have figures of their own, apart from the others."""
    dark = Light(brightness=40.0, contrast=20.0, sharpness=50.0)
    data = figures([result(photo, HAND, HAND), result(photo, "12m", "13m", light=dark)], {})
    assert data["brightness"] == {"dark": data["contrast"]["flat"], "medium": data["contrast"]["medium"]}
    assert (data["brightness"]["dark"]["f1"], data["brightness"]["medium"]["f1"]) == (0.5, 1.0)
    assert data["sharpness"]["blurred"]["photos"] == 1
    assert {name: part["photos"] for name, part in data["tile_counts"].items()} == {"1-9": 1, "10-20": 1}


def test_calibration_tells_confidence_and_share_of_right_tiles(photo: Photo) -> None:
    """Fourteen tiles 0.9 sure of which thirteen are right make one bin, off by the difference."""
    data = figures([result(photo, HAND, "9" + HAND[1:])], {})["calibration"]
    assert data["bins"] == [[0.9, 0.9, pytest.approx(13 / 14, abs=1e-4), 14]]
    assert data["error"] == pytest.approx(13 / 14 - 0.9, abs=1e-4)


def test_the_report_shows_every_mistake(photo: Photo, tmp_path: Path) -> None:
    """The page names the figures and the photos with mistakes, and has a picture of each."""
    results = [result(photo, HAND, HAND), result(photo, "66s " + HAND, "67s " + HAND)]
    page = write_report(results, figures(results, {}), tmp_path / "report")
    text = page.read_text(encoding="utf-8")
    assert "1 photos with mistakes" in text
    assert "1 wrong, 0 missed, 0 invented" in text
    assert "<b>1 of 2 hands</b>" in text
    assert {path.name for path in page.parent.iterdir()} == {
        "index.html", "figures.json", "calibration.svg", "000.jpg", "6s-7s-0.jpg",
    }  # fmt: skip
    assert '<img src="6s-7s-0.jpg"' in text
    assert json.loads((page.parent / "figures.json").read_text(encoding="utf-8"))["exact_photos"] == 1


def test_the_calibration_plot_shows_promise_and_outcome() -> None:
    """A bin half right at a confidence of 0.9 has a bar of half the height and a line up to what was promised."""
    svg = ElementTree.fromstring(reliability_svg([[0.9, 0.9, 0.5, 14]]))
    name = "{http://www.w3.org/2000/svg}"
    bar = svg.findall(f"{name}rect")[1]
    assert float(bar.get("height", "")) == SIDE / 2
    (gap,) = (path for path in svg.findall(f"{name}path") if path.get("stroke") == "#d50000")
    top, promised = map(float, gap.get("d", "").split(" ")[1].split("V"))
    assert top - promised == pytest.approx(0.4 * SIDE)
    assert "14" in [text.text for text in svg.findall(f"{name}text")]


def test_layouts_count_only_where_tiles_are_right(photo: Photo, tmp_path: Path) -> None:
    """A layout is judged where all tiles are right; a wrong one does not count as exact."""
    path = tmp_path / "layouts.txt"
    path.write_text(f"hand.png: {HAND} | | | # as it lies\n", encoding="utf-8")
    layouts = read_layouts(path)
    assert figures([result(photo, HAND, HAND)], layouts)["exact_layout"] == 1
    assert figures([result(photo, HAND, "9" + HAND[1:])], layouts)["layouts"] == 0
    path.write_text("hand.png: 123m 456p 789p 77z | pong 222s | |\n", encoding="utf-8")
    data = figures([result(photo, HAND, HAND)], read_layouts(path))
    assert (data["exact_layout"], data["layouts"]) == (0, 1)


def test_layout_files_are_read(tmp_path: Path) -> None:
    """Melds with kinds, the winning tile, flowers and unknown kongs are understood; a bad line is named."""
    path = tmp_path / "layouts.txt"
    path.write_text("a.jpg: 12m | chi 345p; kong 7777z added; kong ? concealed | 3m | 15f\n", encoding="utf-8")
    layout = read_layouts(path)["a.jpg"]
    assert layout.melds[("kong", parse_tiles("7777z"), "added")] == 1
    assert layout.melds[("kong", None, "concealed")] == 1
    assert (layout.win_tile, layout.flowers[tile("5f")]) == (tile("3m"), 1)
    path.write_text("# fine\na.jpg: 12q | | |\n", encoding="utf-8")
    with pytest.raises(ValueError, match="line 2"):
        read_layouts(path)


def test_corrected_labels_change_the_figures(photo: Photo, tmp_path: Path) -> None:
    """A tile labelled wrong counts as right once its label is mended; a bad line is named."""
    path = tmp_path / "corrections.txt"
    cx, cy, width, height = 35 / 640, 100 / 200, 30 / 640, 40 / 200
    path.write_text(f"hand.png: 0: 1m {cx} {cy} {width} {height}  # was 9m\n", encoding="utf-8")
    results = [result(photo, "9" + HAND[1:], HAND)]
    assert figures(results, {})["exact_photos"] == 0
    mended = with_corrections(results, read_corrections(path), fully_labelled=False)
    assert figures(mended, {})["exact_photos"] == 1
    path.write_text("hand.png: 1m\n", encoding="utf-8")
    with pytest.raises(ValueError, match="line 1"):
        read_corrections(path)


def test_tiles_that_nobody_labelled_are_mended(photo: Photo, tmp_path: Path) -> None:
    """A tile that is added counts as read right; what is read where nobody labelled counts as neither."""
    path = tmp_path / "corrections.txt"
    results = [result(photo, HAND.removesuffix("7z") + "z", HAND)]
    width, height = results[0].size
    dragon = (results[0].found.boxes[13] / [width, height, width, height]).tolist()
    box = f"{(dragon[0] + dragon[2]) / 2} {(dragon[1] + dragon[3]) / 2} {dragon[2] - dragon[0]} {dragon[3] - dragon[1]}"
    assert (figures(results, {})["invented"], figures(results, {})["tiles"]) == (1, 13)
    path.write_text(f"hand.png: new: 7z {box}\n", encoding="utf-8")
    mended = figures(with_corrections(results, read_corrections(path), fully_labelled=False), {})
    assert (mended["invented"], mended["tiles"], mended["missed"]) == (0, 14, 0)
    path.write_text("hand.png: unlabelled: 0.5 0.5 1 1\n", encoding="utf-8")
    mended = figures(with_corrections(results, read_corrections(path), fully_labelled=False), {})
    assert (mended["invented"], mended["tiles"], mended["precision"]) == (0, 13, 1.0)


def test_the_order_of_tiles_does_not_matter_for_layouts() -> None:
    """Two readings of the same tiles in another order have one layout."""
    first, second = row_of("123m"), row_of("321m")
    one, other = (lay_out(found).hand for found in (first, second))
    assert one != other
    assert laid_out(one) == laid_out(other)


def make_dataset(folder: Path, names: list[str] | None = None, extra: str = "") -> Path:
    """A dataset of one validation photo with one tile."""
    images = folder / "val" / "images"
    (folder / "val" / "labels").mkdir(parents=True)
    images.mkdir()
    Image.new("RGB", (100, 50)).save(images / "手牌.jpg")
    (folder / "val" / "labels" / "手牌.txt").write_text("0 0.5 0.5 0.2 0.4\n", encoding="utf-8")
    (folder / "val" / "index.csv").write_text("image,source,group\n手牌.jpg,home,g1\n", encoding="utf-8")
    path = folder / "data.yaml"
    path.write_text(f"path: .\nval: val/images\nnames: {names or NAMES}\n{extra}", encoding="utf-8")
    return path


def test_a_yaml_and_a_folder_give_the_same_photos(tmp_path: Path) -> None:
    """Photos, labels and groups are found either way."""
    split = load_split(make_dataset(tmp_path), "val")
    assert split == load_split(tmp_path / "val")
    (photo,) = split.photos
    assert (photo.path.name, photo.labels.name, photo.source, photo.group) == (
        "手牌.jpg", "手牌.txt", "home", "g1",
    )  # fmt: skip


def test_fully_labelled_is_told(tmp_path: Path) -> None:
    """A dataset may say that every tile is labelled."""
    assert load_split(make_dataset(tmp_path, extra="fully_labelled: true\n"), "val").fully_labelled


@pytest.mark.parametrize("names", [NAMES[::-1], NAMES[:-1], ["tile"]])
def test_other_classes_are_refused(tmp_path: Path, names: list[str]) -> None:
    """A dataset of other classes, or in another order, gives an error and no figures."""
    with pytest.raises(DatasetError, match=r"classes\.txt"):
        load_split(make_dataset(tmp_path, names), "val")


def test_missing_splits_and_files_are_named(tmp_path: Path) -> None:
    """The error says what the dataset has, or which file is not there."""
    dataset = make_dataset(tmp_path)
    with pytest.raises(DatasetError, match="'test': it has val"):
        load_split(dataset, "test")
    with pytest.raises(DatasetError, match=r"nothing\.yaml"):
        load_split(tmp_path / "nothing.yaml", "val")
    with pytest.raises(DatasetError, match="no pictures"):
        load_split(tmp_path, "val")


@pytest.mark.parametrize(
    "line", ["garbage x", "99 0.5 0.5 0.1 0.1", "-1 0.5 0.5 0.1 0.1", "0 0.5 0.5", "0 nan 0.5 0.1 0.1"]
)
def test_a_label_line_that_is_no_box_is_named(tmp_path: Path, line: str) -> None:
    """Evaluation stops with the file and the line, not with a wrong figure."""
    dataset = make_dataset(tmp_path)
    labels = tmp_path / "val" / "labels" / "手牌.txt"
    labels.write_text(f"{labels.read_text(encoding='utf-8')}{line}\n", encoding="utf-8")
    with pytest.raises(DatasetError, match=r"手牌\.txt:2"):
        evaluate(dataset)


def test_a_photo_without_a_label_file_is_left_out(tmp_path: Path) -> None:
    """It counts as unlabelled, not as an exact photo without tiles; an empty file says there are none."""
    dataset = make_dataset(tmp_path)
    images, labels = tmp_path / "val" / "images", tmp_path / "val" / "labels"
    for name in ("bare.jpg", "empty.jpg"):
        Image.new("RGB", (100, 50)).save(images / name)
    (labels / "empty.txt").touch()
    data = evaluate(dataset)
    assert (data["unlabelled"], data["photos"], data["exact_photos"]) == (1, 2, 1)
    for path in labels.glob("*.txt"):
        path.unlink()
    with pytest.raises(DatasetError, match="no photo has a label file"):
        evaluate(dataset)


def test_an_evaluation_goes_on_where_it_was_interrupted(tmp_path: Path) -> None:
    """What the journal has is not looked at again, a line cut off by a crash is, and the figures are the same."""
    dataset, journal = make_dataset(tmp_path), tmp_path / "work" / "journal"
    whole = evaluate(dataset, how=How(journal=journal))
    lines = journal.read_bytes()
    assert len(lines.splitlines()) == 2
    journal.write_bytes(lines[:-20])
    assert evaluate(dataset, how=How(journal=journal)) == whole
    assert journal.read_bytes() == lines
    with pytest.raises(DatasetError, match="other settings"):
        evaluate(dataset, how=How(journal=journal, looks=1))
