"""Memory and time of the dataset tools on many label files: ``python -m vision.dataset.scale 50000``.

Makes that many label files of hands in a temporary folder, then checks, counts and exports them (as COCO and as
YOLO) in one run, and prints the seconds and how far the peak of resident memory rose, in bytes a file.
"""

from __future__ import annotations

import csv
import resource
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from vision.dataset.check import check
from vision.dataset.coco_write import write_coco
from vision.dataset.foreign import own_source
from vision.dataset.labels import Box, format_boxes
from vision.dataset.stats import count
from vision.dataset.tree import open_dataset
from vision.dataset.write import write_yolo

HAND = 14
GROUP = 50
"""Photos of a session."""


def make_labels(folder: Path, files: int, seed: int = 0) -> None:
    """Writes label files of hands without any fault, nine tenths to ``train`` and the rest to ``val``."""
    rng = np.random.default_rng(seed)
    for split, share in (("train", files - files // 10), ("val", files // 10)):
        labels = folder / split / "labels"
        labels.mkdir(parents=True)
        with (folder / split / "index.csv").open("w", newline="", encoding="utf-8") as file:
            index = csv.writer(file)
            index.writerow(("image", "source", "group"))
            for number in range(share):
                index.writerow((f"hand{number:06}.jpg", "made", f"{split}-{number // GROUP}"))
                (labels / f"hand{number:06}.txt").write_text(format_boxes(_hand(rng)), encoding="utf-8")


def _hand(rng: np.random.Generator) -> list[Box]:
    """A row of tiles; four of each face at most."""
    faces = rng.permutation(np.repeat(np.arange(34), 4))[:HAND]
    left, y = rng.uniform(0.03, 0.2), rng.uniform(0.2, 0.8)
    return [Box(int(face), left + 0.05 * place, y, 0.05, 0.08) for place, face in enumerate(faces)]


def measure(files: int) -> Iterator[str]:
    """The figures of a run over so many label files, a line each, as they come."""
    with TemporaryDirectory() as made:
        root = Path(made)
        make_labels(root / "made", files)
        dataset = open_dataset(root / "made")
        source = own_source(dataset)
        steps: dict[str, Callable[[], object]] = {
            "check": lambda: sum(1 for _ in check(dataset, labels_only=True)),
            "stats": lambda: count(dataset).boxes,
            "export coco": lambda: write_coco(source, root / "coco", photos=False, size=(640, 640)).boxes,
            "export yolo": lambda: write_yolo(source, root / "yolo", photos=False).boxes,
        }
        first = peak()
        for name, step in steps.items():
            yield _step(name, step)
        yield (
            f"{files} label files: {(peak() - first) / files:.0f} bytes of memory a file; "
            f"peak of the process {peak() / 1e6:.0f} MB, before the run {first / 1e6:.0f} MB"
        )


def _step(name: str, step: Callable[[], object]) -> str:
    before, started = peak(), time.perf_counter()
    result = step()
    return f"{name:<12} {result:>8}  {time.perf_counter() - started:6.1f} s  +{(peak() - before) / 1e6:.1f} MB"


def peak() -> int:
    """Most memory that this process ever held, in bytes."""
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit


if __name__ == "__main__":
    for line in measure(int(sys.argv[1]) if len(sys.argv) > 1 else 50_000):
        print(line, flush=True)
