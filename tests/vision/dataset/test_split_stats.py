"""Dividing by group, counting, and both on very many files."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.vision.dataset.making import HAND, clean, index, labelled, row
from vision.dataset import DatasetError
from vision.dataset.foreign import own_source
from vision.dataset.scale import make_labels, measure
from vision.dataset.source import all_items
from vision.dataset.split import divide, place
from vision.dataset.stats import count
from vision.dataset.tree import open_dataset
from vision.dataset.write import write_yolo

SHARES = {"train": 0.7, "val": 0.2, "test": 0.1}


@pytest.fixture
def hands(tmp_path: Path) -> Path:
    """A thousand label files in twenty groups."""
    make_labels(tmp_path / "hands", 1000)
    return tmp_path / "hands"


def test_no_group_is_divided_and_no_photo_lost(hands: Path, tmp_path: Path) -> None:
    """Every photo of the old splits is in one of the new, beside the others of its group."""
    source = own_source(open_dataset(hands))
    # Both old splits have a hand000000.jpg: in one folder they would overwrite each other.
    divided = divide(source, {"train": 0.9, "val": 0.1})
    groups: dict[str, set[str]] = {}
    for split, item in all_items(divided):
        groups.setdefault(item.group, set()).add(split)
    assert len(groups) == 20
    assert all(len(splits) == 1 for splits in groups.values())
    assert sum(1 for _ in all_items(divided)) == 1000


def test_shares_and_classes_are_near_what_is_wanted(hands: Path) -> None:
    """Groups of equal size are divided exactly; each class within a fifth of its share."""
    divided = divide(own_source(open_dataset(hands)), SHARES)
    photos = dict.fromkeys(SHARES, 0)
    faces = {split: np.zeros(43) for split in SHARES}
    for split, item in all_items(divided):
        photos[split] += 1
        np.add.at(faces[split], [box.face for box in item.boxes or ()], 1)
    assert photos == {"train": 700, "val": 200, "test": 100}
    shares = faces["train"][:34] / sum(faces.values())[:34]
    assert np.abs(shares - 0.7).max() < 0.14


def test_rare_classes_go_to_both_splits() -> None:
    """Where ten groups alike but for one class are halved, each half gets half of that class."""
    groups = np.array([[10, 40, 8 * (k < 4)] for k in range(10)], dtype=float)
    for seed in range(5):
        placed = place(groups, np.array([0.5, 0.5]), seed)
        assert sorted(np.bincount(placed, groups[:, 2])) == [16, 16]


def test_the_seed_decides(hands: Path) -> None:
    """The same seed divides alike, another one otherwise."""
    source = own_source(open_dataset(hands))
    first, again, other = (divide(source, SHARES, seed).places for seed in (1, 1, 2))
    assert first == again
    assert first != other


@settings(max_examples=80, deadline=None)
@given(
    photos=st.lists(st.integers(1, 50), min_size=3, max_size=30),
    share=st.floats(0.05, 0.6),
    seed=st.integers(0, 2**31),
)
def test_no_split_is_empty_and_none_far_off(photos: list[int], share: float, seed: int) -> None:
    """Whatever the groups: every split has one, and the largest group bounds how far a share is missed."""
    groups = np.array([[number, number] for number in photos], dtype=float)
    placed = place(groups, np.array([1 - share, share * 0.6, share * 0.4]), seed)
    sizes = np.bincount(placed, photos, minlength=3)
    assert (np.bincount(placed, minlength=3) > 0).all()
    wanted = np.array([1 - share, share * 0.6, share * 0.4]) * sum(photos)
    assert (np.abs(sizes - wanted) <= 2 * max(photos)).all()


def test_too_few_groups_are_a_sentence(tmp_path: Path) -> None:
    """Two photos of one session cannot be divided."""
    labelled(tmp_path, "a", row("1m"))
    labelled(tmp_path, "b", row("2m"))
    index(tmp_path, {"a.png": "one", "b.png": "one"})
    with pytest.raises(DatasetError, match="1 groups cannot fill 2 splits"):
        divide(own_source(open_dataset(tmp_path)), {"train": 0.5, "val": 0.5})


def test_photos_of_one_name_do_not_overwrite_each_other(tmp_path: Path) -> None:
    """Two old splits with an ``a.png`` each, both without a group, for one new split: refused."""
    for split in ("train", "val"):
        labelled(tmp_path / "in" / split, "a", row(HAND))
        labelled(tmp_path / "in" / split, f"b{split}", row(HAND))
        index(tmp_path / "in" / split, {"a.png": "one", f"b{split}.png": "two"})
    divided = divide(own_source(open_dataset(tmp_path / "in")), {"train": 0.5, "val": 0.5})
    with pytest.raises(DatasetError, match="called a"):
        write_yolo(divided, tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_everything_is_counted(tmp_path: Path) -> None:
    """Photos, boxes, classes, splits, groups, sizes; photos without tiles and without labels."""
    labelled(clean(tmp_path) / "val", "none", "")
    labelled(tmp_path / "val", "odd", "99 0.5 0.5 0.5 0.5\nno box\n")
    labelled(tmp_path / "val", "bare", "")
    (tmp_path / "val" / "labels" / "bare.txt").unlink()
    told = count(open_dataset(tmp_path)).to_json(open_dataset(tmp_path).names)
    assert (told["photos"], told["unlabelled"], told["boxes"], told["unknown_classes"]) == (6, 1, 23, 1)
    assert (told["per_class"]["2s"], told["per_class"]["1z"], told["per_class"]["9s"]) == (3, 3, 0)
    assert len(told["per_class"]) == 43
    assert told["per_split"] == {"train": {"photos": 2, "boxes": 19}, "val": {"photos": 4, "boxes": 4}}
    assert told["per_group"]["one"] == {"photos": 1, "boxes": 14}
    assert sum(step["boxes"] for step in told["sizes"]) == 23
    # A box of 0.05 by 0.1 covers 0.5 % of the picture, as a square of 7 % of its side does.
    assert {(step["from"], step["boxes"]) for step in told["sizes"] if step["boxes"]} == {(0.05, 22), (0.35, 1)}
    assert [step["photos"] for step in told["tiles_per_photo"]] == [2, 1, 1, 1, 1, 0, 0, 0]


def test_the_figures_of_a_run_are_printed() -> None:
    """Nothing is wrong with the hands made, each export has all their tiles, and the last line is the memory."""
    lines = list(measure(100))
    assert [line[12:].split()[0] for line in lines[:4]] == ["0", "1400", "1400", "1400"]
    assert lines[4].startswith("100 label files: ")


@pytest.mark.slow
def test_memory_stays_below_a_kilobyte_a_file() -> None:
    """Check, stats and both exports of twenty thousand label files, in a process of their own."""
    run = subprocess.run(
        [sys.executable, "-m", "vision.dataset.scale", "20000"], capture_output=True, text=True, check=True
    )
    told = re.search(r"(\d+) bytes of memory a file", run.stdout)
    assert told
    assert int(told[1]) < 1000
