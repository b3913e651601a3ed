"""Teaching one's own tiles: what is learned, what is held out, when the new model is offered, and a whole tiny run."""

from __future__ import annotations

import csv
import json
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image

from tests.vision.dataset.making import HAND, NAMES, index, labelled, row
from tests.vision.tiny import tiny_config
from vision import registry
from vision.compare import Compared, Comparison, card, comparison_from_json
from vision.compose.stream import StreamSources, TrainingStream
from vision.dataset import DatasetError
from vision.detector import faces_file
from vision.lesson import LONG_SIDE, halves, load, save, write_photos
from vision.registry import SHIPPED, SHIPPED_FILE
from vision.teach import TeachSettings, generated_photos, teach
from vision.teach_curve import first, part, table

TEACHING = "own_share = 0.5\n[fixed]\nlayers = 4\nnorms = true\n"
"""What a configuration of teaching has beside one of training, its ``data`` first."""


def photos_of(folder: Path, count: int, groups: int = 0) -> Path:
    """Labelled photos of hands, in so many sessions."""
    for number in range(count):
        labelled(folder, f"p{number:02d}", row(HAND), seed=number)
    if groups:
        index(folder, {f"p{number:02d}.png": f"g{number % groups}" for number in range(count)})
    return folder


def compared(before: tuple[float, int], after: tuple[float, int]) -> Compared:
    """F1 and exact photos, of twenty, before and after."""
    old, new = (
        {"photos": 20, "tiles": 280, "f1": f1, "precision": f1, "recall": f1, "exact_photos": exact, "hands": 20,
         "exact_hands": exact}
        for f1, exact in (before, after)
    )  # fmt: skip
    return Compared(old, new)


def test_photos_are_halved(tmp_path: Path) -> None:
    """Each photo is in one half, the halves are as large, and the same photos are halved the same way again."""
    folder = photos_of(tmp_path / "set", 12)
    lesson = halves(folder)
    learn, held_out = ({photo.path.name for photo in part} for part in (lesson.learn, lesson.held_out))
    assert (len(learn), len(held_out), learn & held_out) == (6, 6, set())
    assert halves(folder) == lesson


def test_photos_of_one_session_stay_in_one_half(tmp_path: Path) -> None:
    """Pictures taken in one go are alike: held out, they would flatter."""
    lesson = halves(photos_of(tmp_path / "set", 12, groups=4))
    assert {photo.group for photo in lesson.learn}.isdisjoint({photo.group for photo in lesson.held_out})
    one = halves(photos_of(tmp_path / "one", 12, groups=1))
    assert len(one.learn) == len(one.held_out) == 6
    uneven = photos_of(tmp_path / "uneven", 12)
    index(uneven, {f"p{number:02d}.png": "long" for number in range(10)})
    assert len(halves(uneven).held_out) == 6


def test_too_few_photos_are_refused(tmp_path: Path) -> None:
    """Nine labelled photos and three without labels are nine, and the error says how many there must be."""
    folder = photos_of(tmp_path / "set", 9)
    for number in range(3):
        Image.new("RGB", (64, 64)).save(folder / "images" / f"bare{number}.png")
    with pytest.raises(DatasetError, match="9 labelled photos; teaching needs at least 10"):
        halves(folder)


def test_a_lesson_is_kept_for_the_run_that_goes_on(tmp_path: Path) -> None:
    """The halves come back as they were, although photos were added since."""
    folder = photos_of(tmp_path / "set", 12)
    lesson = halves(folder)
    save(lesson, tmp_path / "lesson.json")
    photos_of(folder, 14)
    assert load(tmp_path / "lesson.json") == lesson


def test_photos_to_learn_from_are_upright_and_small(tmp_path: Path) -> None:
    """A large photo that is stored turned is written upright and shrunk, with its labels and group."""
    folder = tmp_path / "set"
    labelled(folder, "big", row(HAND))
    image = Image.new("RGB", (3000, 2000), (90, 120, 90))
    exif = Image.Exif()
    exif[0x0112] = 6
    image.save(folder / "images" / "big.jpg", exif=exif)
    (folder / "images" / "big.png").unlink()
    index(folder, {"big.jpg": "friday"})
    photos_of(folder, 11)
    photo = next(
        p for half in (halves(folder).learn, halves(folder).held_out) for p in half if p.path.name == "big.jpg"
    )
    write_photos([photo], tmp_path / "own")
    with Image.open(tmp_path / "own" / "images" / "big.jpg") as written:
        assert written.size == (round(LONG_SIDE * 2 / 3), LONG_SIDE)
        assert 0x0112 not in written.getexif()
    assert (tmp_path / "own" / "labels" / "big.txt").read_text() == photo.labels.read_text()
    with (tmp_path / "own" / "index.csv").open() as file:
        assert [entry["group"] for entry in csv.DictReader(file)] == [photo.group]


def test_own_photos_and_their_faces_are_drawn(tmp_path: Path, face_folder: Path) -> None:
    """With own photos and no others every real view is of them; without them the stream is what it was."""
    write_photos(halves(photos_of(tmp_path / "set", 12)).learn, tmp_path / "own")
    sources = StreamSources(art=(face_folder,), own=tmp_path / "own", composed_share=0.0)
    shown = TrainingStream(sources, seed=3).draw(256)
    hand = {NAMES[face] for face in shown.classes}
    assert hand
    assert hand <= {"1m", "2m", "3m", "4p", "5p", "6p", "7p", "8p", "9p", "2s", "7z"}


@pytest.mark.parametrize(
    ("held_out", "standard", "offered"),
    [
        (((0.80, 5), (0.95, 14)), ((0.917, 56), (0.914, 55)), True),
        (((0.80, 5), (0.95, 14)), ((0.917, 56), (0.911, 55)), False),
        (((0.80, 5), (0.80, 5)), ((0.917, 56), (0.917, 56)), False),
        (((0.80, 5), (0.82, 4)), ((0.917, 56), (0.917, 56)), False),
        (((0.80, 5), (0.79, 9)), ((0.917, 56), (0.917, 56)), False),
    ],
    ids=["better", "forgot six thousandths", "no change", "fewer exact", "lower F1"],
)
def test_only_a_better_model_is_offered(
    held_out: tuple[tuple[float, int], ...], standard: tuple[tuple[float, int], ...], offered: bool
) -> None:
    """Better on the held-out photos, and elsewhere at most half a point worse."""
    comparison = Comparison(compared(*held_out), {"standard": compared(*standard)})
    assert comparison.offered == offered
    again = comparison_from_json(json.loads(json.dumps(comparison.to_json())))
    assert again == comparison
    told = {"from": "hule", "made": "2026-11-30", "minutes": 20, "learned": 20, "held_out": 20, **again.to_json()}
    assert ("not worth switching on" in card("club", told)) != offered


def test_the_curve_leaves_a_group_out(tmp_path: Path) -> None:
    """The group is in one folder and not in the other, more photos hold the fewer, the held-out never change."""
    photos_of(tmp_path / "data" / "train", 12, groups=3)
    dataset = tmp_path / "data" / "d.yaml"
    dataset.write_text(f"path: .\ntrain: train/images\nval: train/images\nnames: {NAMES}\n", encoding="utf-8")
    parted = part(dataset, "g1", tmp_path / "run")
    known = {path.name for path in (tmp_path / "run" / "known" / "images").iterdir()}
    group = {path.name for path in (parted.group / "images").iterdir()}
    assert (len(known), len(group), known & group) == (8, 4, set())
    few, more = first(1, parted.group, most=2), first(2, parted.group, most=2)
    assert set(few.learn) < set(more.learn)
    assert few.held_out == more.held_out
    with pytest.raises(DatasetError, match="g9"):
        part(dataset, "g9", tmp_path / "run")


def test_the_curve_is_a_table_with_the_base_first() -> None:
    """A line for the base and one for each number of photos."""
    curve = {10: Comparison(compared((0.8, 5), (0.9, 10)), {"standard": compared((0.917, 56), (0.915, 55))})}
    assert table(curve).splitlines()[2:] == [
        "| 0 | 5 of 20 (25%) | 0.800 | 0.917 |",
        "| 10 | 10 of 20 (50%) | 0.900 | 0.915 |",
    ]


@pytest.mark.train
def test_a_set_is_taught_compared_switched_on_and_back(
    tmp_path: Path, face_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Twenty composed photos and a tiny budget give a model beside the shipped one, with its card and figures; it
    reads when switched on, and the shipped one after going back; a run that was interrupted keeps its halves.
    """
    monkeypatch.setenv("HULE_DATA", str(tmp_path / "data"))
    monkeypatch.delenv("HULE_MODEL", raising=False)
    (tmp_path / "tiny.toml").write_text(tiny_config(minutes=0.1, composed_share=0.4) + TEACHING)
    generated_photos(StreamSources(art=(face_folder,)), tmp_path / "set", 20)
    steps: list[str] = []
    settings = TeachSettings(
        tmp_path / "set", SHIPPED_FILE.with_suffix(".pt"), "club", tmp_path / "run", face_folder,
        config=tmp_path / "tiny.toml",
    )  # fmt: skip
    taught = teach(settings, steps.append)
    assert steps == ["prepare", "train", "faces", "compare", "done"]
    assert {path.name for path in taught.model.path.parent.iterdir()} == {
        "hule.onnx", "hule-faces.onnx", "hule.pt", "hule-faces.pt", "hule.json", "card.md", "figures.json",
    }  # fmt: skip
    shipped_faces = faces_file(SHIPPED_FILE)
    for ending in (".onnx", ".pt"):
        changed = faces_file(taught.model.path).with_suffix(ending).read_bytes()
        assert changed != shipped_faces.with_suffix(ending).read_bytes()
    assert taught.comparison.held_out.old["photos"] == taught.comparison.held_out.new["photos"] == 10
    assert comparison_from_json(taught.model.figures()) == taught.comparison
    assert registry.in_use().model.name == SHIPPED

    registry.use("club")
    from vision.detector import load_detector

    assert load_detector().path == taught.model.path.resolve()
    assert registry.back().name == SHIPPED
    assert load_detector().path == SHIPPED_FILE.resolve()

    kept = (tmp_path / "run" / "lesson.json").read_text()
    again = teach(replace(settings, resume=True, minutes=0.12))
    assert (tmp_path / "run" / "lesson.json").read_text() == kept
    assert again.model.name == "club-2"
