"""One label file: a box a line, ``class cx cy w h``, centre and size as shares of the upright picture."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

DECIMALS = 10
"""Shares are written with at most so many decimals: a millionth of a pixel, and what is read back is equal."""


@dataclass(frozen=True, slots=True)
class Box:
    """One labelled tile.

    Attributes:
        face: number of the class.
        x: of the centre, as a share of the width.
        y: of the centre, as a share of the height.
        width: share of the picture's.
        height: share of the picture's.
    """

    face: int
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class BadLine:
    """A line that is no box: its number, from 1, and its text, shortened; number 0 is the file itself."""

    number: int
    text: str


@dataclass(frozen=True, slots=True)
class LabelFile:
    """What a label file says.

    Attributes:
        boxes: in the order of the lines.
        lines: the line number of each box, from 1.
        bad: lines that are no box.
    """

    boxes: tuple[Box, ...] = ()
    lines: tuple[int, ...] = ()
    bad: tuple[BadLine, ...] = ()


def read_label_file(path: Path) -> LabelFile:
    """Reads a label file; whatever cannot be read is told in ``bad``, and nothing is raised."""
    try:
        text = path.read_bytes().decode("utf-8-sig", errors="replace")
    except OSError as error:
        return LabelFile(bad=(BadLine(0, str(error.strerror)),))
    boxes, lines, bad = [], [], []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        box = parse_box(line)
        if box is None:
            bad.append(BadLine(number, line.strip()[:60]))
        else:
            boxes.append(box)
            lines.append(number)
    return LabelFile(tuple(boxes), tuple(lines), tuple(bad))


def parse_box(line: str) -> Box | None:
    """The box of one line, or None where the line is no class number and four shares.

    >>> parse_box("12 0.5 0.25 0.1 0.2")
    Box(face=12, x=0.5, y=0.25, width=0.1, height=0.2)
    """
    words = line.split()
    if len(words) != 5:
        return None
    try:
        face, *shares = map(float, words)
    except ValueError:
        return None
    if not face.is_integer() or not all(map(math.isfinite, shares)):
        return None
    return Box(int(face), *shares)


def format_boxes(boxes: Iterable[Box]) -> str:
    """The text of a label file.

    >>> format_boxes([Box(3, 0.5, 0.25, 0.125, 0.2)])
    '3 0.5 0.25 0.125 0.2\\n'
    """
    return "".join(f"{box.face} {' '.join(map(_share, (box.x, box.y, box.width, box.height)))}\n" for box in boxes)


def _share(value: float) -> str:
    return f"{value:.{DECIMALS}f}".rstrip("0").rstrip(".")


def corners(boxes: Sequence[Box]) -> NDArray[np.float32]:
    """Corners x1 y1 x2 y2 (n, 4) as shares of the picture."""
    rows = np.array([(box.x, box.y, box.width, box.height) for box in boxes], dtype=np.float64).reshape(-1, 4)
    half = rows[:, 2:] / 2
    return np.hstack([rows[:, :2] - half, rows[:, :2] + half]).astype(np.float32)
