"""Small datasets on disk, for tests to spoil."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import numpy as np
from PIL import Image

from scoring.tiles import DETECTOR_CLASSES, parse_tiles
from vision.dataset.labels import Box, format_boxes

NAMES = [face.code for face in DETECTOR_CLASSES]
HAND = "123m 456p 789p 222s 77z"


def row(tiles: str, x: float = 0.1, y: float = 0.5) -> list[Box]:
    """Boxes of tiles side by side."""
    return [Box(face.index, x + 0.05 * place, y, 0.05, 0.1) for place, face in enumerate(parse_tiles(tiles))]


def picture(path: Path, seed: int, size: tuple[int, int] = (320, 240)) -> Path:
    """A photo unlike that of any other seed, rich in contrast."""
    path.parent.mkdir(parents=True, exist_ok=True)
    coarse = np.random.default_rng(seed).integers(0, 256, (24, 32, 3), dtype=np.uint8)
    Image.fromarray(coarse).resize(size, Image.Resampling.BICUBIC).save(path)
    return path


def labelled(folder: Path, stem: str, boxes: Iterable[Box] | str, seed: int | None = None) -> Path:
    """A photo in ``images`` and its labels in ``labels``; returns the photo."""
    labels = folder / "labels" / f"{stem}.txt"
    labels.parent.mkdir(parents=True, exist_ok=True)
    labels.write_text(boxes if isinstance(boxes, str) else format_boxes(boxes), encoding="utf-8")
    number = seed if seed is not None else sum(map(ord, str(folder.name) + stem))
    return picture(folder / "images" / f"{stem}.png", number)


def index(folder: Path, groups: dict[str, str]) -> None:
    """An ``index.csv`` that names the group of each photo."""
    lines = [f"{image},made,{group}" for image, group in groups.items()]
    (folder / "index.csv").write_text("\n".join(["image,source,group", *lines]) + "\n", encoding="utf-8")


def clean(root: Path) -> Path:
    """A dataset without fault: three photos in two splits, with groups and a ``data.yaml``."""
    labelled(root / "train", "a", row(HAND))
    labelled(root / "train", "牌 b", row("111z 15f"))
    labelled(root / "val", "c", row("19m back"))
    index(root / "train", {"a.png": "one", "牌 b.png": "two"})
    index(root / "val", {"c.png": "three"})
    text = f"train: train/images\nval: val/images\nnames: {NAMES}\n"
    (root / "data.yaml").write_text(text, encoding="utf-8")
    return root
