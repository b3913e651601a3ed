"""YOLO and COCO, in and out: nothing is lost, and independent tools read what is written."""

from __future__ import annotations

import json
import math
from pathlib import Path
from tempfile import TemporaryDirectory

import globox
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from tests.vision.dataset.making import HAND, NAMES, clean, labelled, picture, row
from vision.dataset import DatasetError, load_split
from vision.dataset.check import check
from vision.dataset.coco_write import write_coco
from vision.dataset.foreign import HULE_FACES, open_foreign, own_source
from vision.dataset.labels import Box, format_boxes, read_label_file
from vision.dataset.source import Source, all_items
from vision.dataset.tree import open_dataset
from vision.dataset.write import write_yolo

SHARES = st.integers(-(10**9), 2 * 10**10).map(lambda number: number / 10**10)
"""What a label file can hold: ten decimals."""

BOXES = st.lists(st.builds(Box, st.integers(0, 42), SHARES, SHARES, SHARES, SHARES), max_size=20)


def contents(source: Source) -> list[tuple[object, ...]]:
    """Everything that a dataset says: split, photo, its bytes, labels as text, source, group."""
    return sorted(
        (split, item.name, item.image and item.image.read_bytes(),
         None if item.boxes is None else format_boxes(item.boxes), item.source, item.group)
        for split, item in all_items(source)
    )  # fmt: skip


def files(folder: Path) -> dict[str, bytes]:
    """Every file of a dataset."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def own(folder: Path) -> Source:
    """A dataset of Hule's own."""
    return own_source(open_dataset(folder))


@settings(max_examples=150, deadline=None)
@given(boxes=BOXES)
def test_label_files_come_back_equal(boxes: list[Box]) -> None:
    """Boxes, written and read, are the same boxes, down to the last decimal."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "a.txt"
        path.write_text(format_boxes(boxes), encoding="utf-8")
        read = read_label_file(path)
    assert read.boxes == tuple(boxes)
    assert read.bad == ()


@settings(max_examples=60, deadline=None)
@given(boxes=BOXES, width=st.integers(1, 9000), height=st.integers(1, 9000))
def test_coco_and_back_gives_the_same_label_file(boxes: list[Box], width: int, height: int) -> None:
    """Whatever the boxes and the size of the photo."""
    with TemporaryDirectory() as folder:
        root = Path(folder)
        (root / "a" / "labels").mkdir(parents=True)
        (root / "a" / "labels" / "x.txt").write_text(format_boxes(boxes), encoding="utf-8")
        write_coco(own(root / "a"), root / "coco", photos=False, size=(width, height))
        back = open_foreign(root / "coco").source(HULE_FACES, photos=False)
        write_yolo(back, root / "b", photos=False)
        assert files(root / "b")["labels/x.txt"] == files(root / "a")["labels/x.txt"]


@pytest.fixture
def full(tmp_path: Path) -> Path:
    """A dataset with groups, splits, a photo without tiles, one without labels, and ``fully_labelled``."""
    root = clean(tmp_path / "full")
    labelled(root / "train", "empty", "")
    picture(root / "train" / "images" / "bare.jpg", 5)
    text = (root / "data.yaml").read_text(encoding="utf-8")
    (root / "data.yaml").write_text(text + "fully_labelled: true\n", encoding="utf-8")
    return root


@pytest.mark.parametrize("way", ["coco", "yolo"])
def test_a_dataset_comes_back_whole(full: Path, tmp_path: Path, way: str) -> None:
    """Photos byte for byte, labels, splits, sources, groups, what is unlabelled, and whether all is labelled."""
    if way == "coco":
        write_coco(own(full), tmp_path / "out")
        back = open_foreign(tmp_path / "out").source(HULE_FACES)
    else:
        write_yolo(own(full), tmp_path / "out")
        back = own(tmp_path / "out")
    assert contents(back) == contents(own(full))
    assert back.fully_labelled
    write_yolo(back, tmp_path / "again")
    assert contents(own(tmp_path / "again")) == contents(own(full))


def test_a_dataset_without_splits_comes_back_without(tmp_path: Path) -> None:
    """``data.yaml`` names its photos for training and validation, as ultralytics wants; they count once."""
    labelled(tmp_path / "a", "x", row(HAND))
    write_yolo(own(tmp_path / "a"), tmp_path / "b")
    assert len(load_split(tmp_path / "b" / "data.yaml", "val").photos) == 1
    write_coco(own(tmp_path / "b"), tmp_path / "c")
    back = open_foreign(tmp_path / "c").source(HULE_FACES)
    assert contents(back) == contents(own(tmp_path / "a"))


def test_an_export_is_what_evaluate_reads(full: Path, tmp_path: Path) -> None:
    """Splits, labels and groups as :func:`vision.dataset.load_split` finds them."""
    write_yolo(own(full), tmp_path / "out")
    (photo,) = load_split(tmp_path / "out" / "data.yaml", "val").photos
    assert (photo.path.name, photo.group, photo.labels.is_file()) == ("c.png", "three", True)
    assert [finding.kind.code for finding in check(open_dataset(tmp_path / "out"))] == ["W_NO_LABELS"]


def corners_of(root: Path, split: str) -> dict[str, list[tuple[str, tuple[int, ...]]]]:
    """Class and corners, in hundredths of a pixel, of each photo that has tiles, worked out from the label files."""
    told = {}
    for entry in open_dataset(root).part_entries(split):
        assert entry.image is not None
        with Image.open(entry.image) as image:
            width, height = image.size
        boxes = read_label_file(entry.labels).boxes if entry.labels else ()
        edges = [(NAMES[b.face], (b.x - b.width / 2) * width, (b.y - b.height / 2) * height,
                  (b.x + b.width / 2) * width, (b.y + b.height / 2) * height) for b in boxes]  # fmt: skip
        if edges:
            told[entry.name] = sorted((name, tuple(round(100 * e) for e in rest)) for name, *rest in edges)
    return told


def by_globox(read: globox.AnnotationSet) -> dict[str, list[tuple[str, tuple[int, ...]]]]:
    """The same from globox, where a class may come by its number."""

    def name(label: str) -> str:
        return NAMES[int(label)] if label.isdigit() else label

    return {
        Path(photo.image_id).name: sorted(
            (name(str(box.label)), tuple(round(100 * e) for e in (box.xmin, box.ymin, box.xmax, box.ymax)))
            for box in photo.boxes
        )
        for photo in read
        if photo.boxes
    }


@pytest.mark.parametrize("split", ["train", "val"])
def test_globox_reads_the_coco_export(full: Path, tmp_path: Path, split: str) -> None:
    """An independent reader finds every box in its place with its name."""
    write_coco(own(full), tmp_path / "out")
    read = globox.AnnotationSet.from_coco(tmp_path / "out" / "annotations" / f"instances_{split}.json")
    assert by_globox(read) == corners_of(full, split)
    assert by_globox(read)


@pytest.mark.parametrize("split", ["train", "val"])
def test_globox_reads_the_yolo_export(full: Path, tmp_path: Path, split: str) -> None:
    """The same for the label files of a split."""
    write_yolo(own(full), tmp_path / "out")
    place = tmp_path / "out" / split
    read = globox.AnnotationSet.from_yolo_v5(
        folder=place / "labels", image_folder=place / "images", image_extension=".png"
    )
    assert by_globox(read) == corners_of(full, split)


def test_what_globox_writes_can_be_imported(full: Path, tmp_path: Path) -> None:
    """A COCO file of another tool, with categories in its own order."""
    place = full / "val"
    read = globox.AnnotationSet.from_yolo_v5(
        folder=place / "labels", image_folder=place / "images", image_extension=".png"
    )
    read.map_labels({str(number): name for number, name in enumerate(NAMES)})
    (tmp_path / "other").mkdir()
    read.save_coco(tmp_path / "other" / "all.json", auto_ids=True)
    picture(tmp_path / "other" / "images" / "c.png", 1)
    write_yolo(open_foreign(tmp_path / "other").source(HULE_FACES), tmp_path / "out")
    assert corners_of(tmp_path / "out", "") == corners_of(full, "val")


def test_coco_categories_are_pinned(full: Path, tmp_path: Path) -> None:
    """Class n of datasets/classes.txt is category n + 1, in every file, used or not."""
    write_coco(own(full), tmp_path / "out")
    for split in ("train", "val"):
        data = json.loads((tmp_path / "out" / "annotations" / f"instances_{split}.json").read_text(encoding="utf-8"))
        assert [(item["id"], item["name"]) for item in data["categories"]] == list(enumerate(NAMES, 1))


def test_classes_file_and_code_agree() -> None:
    """The order is that of datasets/classes.txt."""
    text = (Path(__file__).parents[3] / "datasets" / "classes.txt").read_text(encoding="utf-8")
    assert text.split() == NAMES


def coco_of(root: Path, size: tuple[int, int], **note: object) -> Path:
    """A COCO file of one box on one photo stored turned by a quarter: 320 by 240 pixels, upright 240 by 320."""
    image = {"id": 1, "file_name": "a.jpg", "width": size[0], "height": size[1]}
    box = {"id": 1, "image_id": 1, "category_id": 1, "bbox": [24, 32, 48, 64]} | note
    root.mkdir()
    exif = Image.Exif()
    exif[0x0112] = 6
    Image.new("RGB", (320, 240), "green").save(root / "a.jpg", exif=exif)
    data = {"images": [image], "annotations": [box], "categories": [{"id": 1, "name": "1m"}]}
    (root / "labels.json").write_text(json.dumps(data), encoding="utf-8")
    return root


def test_boxes_on_a_turned_photo_are_those_of_the_upright_one(tmp_path: Path) -> None:
    """Boxes measured upright are taken; those measured on the stored pixels are refused, naming the photo."""
    upright = open_foreign(coco_of(tmp_path / "a", (240, 320))).source(HULE_FACES)
    ((_, item),) = all_items(upright)
    assert item.boxes == (Box(0, 0.2, 0.2, 0.2, 0.2),)
    stored = open_foreign(coco_of(tmp_path / "b", (320, 240))).source(HULE_FACES)
    with pytest.raises(DatasetError, match=r"a\.jpg.*EXIF"):
        list(all_items(stored))


@pytest.mark.parametrize("absolute", [False, True])
def test_a_photo_outside_the_dataset_is_never_taken(tmp_path: Path, absolute: bool) -> None:
    """A file that names somebody's own picture, upwards or from the root, is refused before anything is copied."""
    mine = tmp_path / "mine.jpg"
    Image.new("RGB", (240, 320), "red").save(mine)
    folder = coco_of(tmp_path / "a", (240, 320))
    text = (folder / "labels.json").read_text(encoding="utf-8")
    named = str(mine) if absolute else "../mine.jpg"
    (folder / "labels.json").write_text(text.replace('"a.jpg"', json.dumps(named)), encoding="utf-8")
    with pytest.raises(DatasetError, match=r"mine\.jpg, which is not in"):
        write_yolo(open_foreign(folder).source(HULE_FACES), tmp_path / "out")
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("bbox", [None, [1, 2, 3], ["a", 1, 2, 3], [1, 2, 3, math.nan], [10**400, 2, 3, 4]])
def test_an_annotation_without_a_box_is_refused(tmp_path: Path, bbox: list[object] | None) -> None:
    """Outlines alone, a box of three numbers, or one that is nowhere: the annotation is named."""
    source = open_foreign(coco_of(tmp_path / "a", (240, 320), bbox=bbox)).source(HULE_FACES)
    with pytest.raises(DatasetError, match="annotation 1"):
        list(all_items(source))


@pytest.mark.parametrize(
    ("part", "entry", "told"),
    [
        ("images", None, r"images\[0\] has no proper id"),
        ("images", {"id": 1}, r"images\[0\] has no proper file_name"),
        ("images", {"id": 1, "file_name": "a\0.jpg"}, r"images\[0\] has no proper file_name"),
        ("images", {"id": 1, "file_name": "a.jpg", "width": "wide"}, r"images\[0\] has no proper width"),
        ("annotations", {"category_id": 1}, r"annotations\[0\] has no proper image_id"),
        ("annotations", {"image_id": 1, "category_id": [1]}, r"annotations\[0\] has no proper category_id"),
        ("categories", {"id": 1}, r"categories\[0\] has no proper name"),
    ],
)
def test_a_spoiled_entry_is_named(tmp_path: Path, part: str, entry: object, told: str) -> None:
    """Whatever stands in a COCO file in place of a photo, a box or a class, a sentence says where."""
    folder = coco_of(tmp_path / "a", (240, 320))
    data = json.loads((folder / "labels.json").read_text(encoding="utf-8")) | {part: [entry]}
    (folder / "labels.json").write_text(json.dumps(data), encoding="utf-8")
    with pytest.raises(DatasetError, match=told):
        list(all_items(open_foreign(folder).source(HULE_FACES)))


def test_nothing_is_written_over_or_half(full: Path, tmp_path: Path) -> None:
    """A folder with something in it is refused; so is a dataset with a bad line, before anything is written."""
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "mine.txt").write_text("work", encoding="utf-8")
    for write in (write_yolo, write_coco):
        with pytest.raises(DatasetError, match="not empty"):
            write(own(full), tmp_path / "out")
    assert files(tmp_path / "out") == {"mine.txt": b"work"}
    (full / "val" / "labels" / "c.txt").write_text("0 0.5 0.5 0.1\n", encoding="utf-8")
    for write in (write_yolo, write_coco):
        with pytest.raises(DatasetError, match=r"c\.txt, line 1"):
            write(own(full), tmp_path / "other")
    assert not (tmp_path / "other").exists()


def test_two_photos_with_one_name_for_their_labels_are_refused(tmp_path: Path) -> None:
    """``a.png`` and ``a.jpg`` would share a label file."""
    labelled(tmp_path / "in", "a", row("1m"))
    picture(tmp_path / "in" / "images" / "a.jpg", 3)
    with pytest.raises(DatasetError, match="called a"):
        write_yolo(own(tmp_path / "in"), tmp_path / "out")


def test_a_dataset_that_roboflow_wrote_is_understood(tmp_path: Path) -> None:
    """``../train/images`` lies beside the YAML file, ``valid`` is validation, names are of its own."""
    labelled(tmp_path / "train", "a", "1 0.5 0.5 0.1 0.1\n")
    labelled(tmp_path / "valid", "b", "0 0.5 0.5 0.1 0.1\n")
    text = "train: ../train/images\nval: ../valid/images\nnc: 2\nnames: ['bamboo-1', 'East']\n"
    (tmp_path / "data.yaml").write_text(text, encoding="utf-8")
    foreign = open_foreign(tmp_path)
    assert foreign.names == ("bamboo-1", "East")
    faces = {"bamboo-1": 18, "East": None}
    told = {split: item.boxes for split, item in all_items(foreign.source(faces))}
    assert told == {"train": (), "val": (Box(18, 0.5, 0.5, 0.1, 0.1),)}


@pytest.mark.parametrize("layout", ["images/train", "train/images"])
def test_both_usual_layouts_are_understood(tmp_path: Path, layout: str) -> None:
    """Labels lie where ``images`` is read as ``labels``."""
    picture(tmp_path / layout / "a.png", 1)
    labels = tmp_path / layout.replace("images", "labels") / "a.txt"
    labels.parent.mkdir(parents=True, exist_ok=True)
    labels.write_text("3 0.5 0.5 0.1 0.1\n", encoding="utf-8")
    (tmp_path / "data.yaml").write_text(f"train: {layout}\nnames: {NAMES}\n", encoding="utf-8")
    ((split, item),) = all_items(own(tmp_path))
    assert (split, item.boxes) == ("train", (Box(3, 0.5, 0.5, 0.1, 0.1),))
    assert load_split(tmp_path / "data.yaml", "train").photos[0].labels == labels


@pytest.mark.parametrize(
    ("text", "match"),
    [("names: [1m]\n", "names no train"), ("train: nowhere\nnames: [1m]\n", "nowhere"), ("names: [\n", "cannot read")],
)
def test_a_bad_description_is_a_sentence(tmp_path: Path, text: str, match: str) -> None:
    """Without splits, with a folder that is not there, or no YAML at all."""
    (tmp_path / "data.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(DatasetError, match=match):
        open_dataset(tmp_path)
