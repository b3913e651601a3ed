"""Labels that are known to be wrong, mended for a second set of figures.

One mistake a line, ``#`` starts a comment; cx cy w h are shares of the photo:

- ``photo: number: class cx cy w h``: what a label should say; the number counts the labels of the photo's file from
  0, backs left out;
- ``photo: new: class cx cy w h``: a tile that nobody labelled;
- ``photo: unlabelled: cx cy w h``: a part of the photo with real tiles that nobody labelled, too far away or too well
  hidden to be labelled now. What is read there beside the labels counts neither as right nor as invented.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from scoring.tiles import tile
from vision.matching import Labels

NEW, UNLABELLED = "new", "unlabelled"


@dataclass(frozen=True)
class Correction:
    """One mistake of a photo's labels.

    Attributes:
        label: number of the wrong label; None where one is missing.
        face: the right class; None for a part of the photo that is not labelled.
        box: cx cy w h as shares of the photo.
    """

    label: int | None
    face: int | None
    box: tuple[float, float, float, float]

    def corners(self, size: tuple[int, int]) -> NDArray[np.float32]:
        """x1 y1 x2 y2 in a photo of this width and height."""
        cx, cy, width, height = self.box
        shares = [cx - width / 2, cy - height / 2, cx + width / 2, cy + height / 2]
        return np.array(shares, np.float32) * np.array(size * 2, np.float32)


def read_corrections(path: Path) -> dict[str, list[Correction]]:
    """The corrections of a file, by photo name.

    Raises:
        OSError: when the file cannot be read.
        ValueError: naming the line that cannot be read.
    """
    corrections: dict[str, list[Correction]] = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        text = line.split("#", 1)[0].strip()
        if not text:
            continue
        try:
            name, what, right = (part.strip() for part in text.split(":"))
            corrections.setdefault(name, []).append(_correction(what, right.split()))
        except ValueError as error:
            raise ValueError(f"{path}, line {number}: {error}") from error
    return corrections


def _correction(what: str, right: Sequence[str]) -> Correction:
    face, edges = (None, right) if what == UNLABELLED else (tile(right[0]).index, right[1:])
    cx, cy, width, height = map(float, edges)
    return Correction(None if what in {NEW, UNLABELLED} else int(what), face, (cx, cy, width, height))


def mend(labels: Labels, corrections: Sequence[Correction], size: tuple[int, int]) -> Labels:
    """The labels of a photo of this width and height with its corrections."""
    classes, boxes = labels.classes.tolist(), list(labels.boxes)
    for each in corrections:
        if each.face is None:
            continue
        if each.label is None:
            classes.append(each.face)
            boxes.append(each.corners(size))
        else:
            classes[each.label], boxes[each.label] = each.face, each.corners(size)
    return Labels(np.array(classes, dtype=np.int64), np.array(boxes, dtype=np.float32).reshape(-1, 4))


def unlabelled(
    boxes: NDArray[np.float32], corrections: Sequence[Correction], size: tuple[int, int]
) -> NDArray[np.bool_]:
    """Which boxes (n, 4) have their centre in a part of the photo that is not labelled."""
    centres = (boxes[:, :2] + boxes[:, 2:]) / 2
    inside = np.zeros(len(boxes), dtype=bool)
    for each in corrections:
        if each.face is None:
            x1, y1, x2, y2 = each.corners(size)
            inside |= ((centres > [x1, y1]) & (centres < [x2, y2])).all(axis=1)
    return inside
