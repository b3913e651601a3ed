"""How many photos the order of :mod:`records.label_order` saves: ``python -m records.label_savings DATASET.yaml``.

A simulation on photos that are labelled already. The model reads each; a mistake is a labelled tile that it read wrong
or missed, or a tile that it invented among them. The photos are then gone through in three orders, by chance (the mean
of many shuffles), by uncertainty alone, and by uncertainty and variety, and after each photo is counted how many of all
mistakes a person would have mended so far, and how many kinds of mistakes (a face taken for another) he would have met.

What it cannot tell: how much better a model trained on those photos would be. On photos that the model was trained on
it makes few mistakes; those it never saw say more.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cli.progress import bar
from records.label_order import Look, most_useful
from records.prelabel import FAINTLY, look_of, uncertainty
from vision.compose.photos import read_labels
from vision.dataset import LabelledPhoto, load_split
from vision.dataset.box_checks import BACK
from vision.detector import MIN_CONFIDENCE, Detector, load_detector
from vision.looks import find_tiles
from vision.matching import Labels, match
from vision.photo import load_photo

SHARES = (0.25, 0.5, 0.75, 0.9)
"""Shares of all mistakes for which the table says how many photos it takes."""

SHUFFLES = 200
"""Orders by chance that are averaged."""

Mistake = tuple[int, int]
"""The labelled face and the one read; -1 for none."""

Curve = NDArray[np.float64]
"""What was found after 1, 2, … photos."""


@dataclass(frozen=True, eq=False)
class Read:
    """One photo as the model reads it.

    Attributes:
        uncertainty: see :func:`records.prelabel.uncertainty`.
        look: see :func:`records.prelabel.look_of`.
        mistakes: what it got wrong.
    """

    uncertainty: float
    look: Look
    mistakes: tuple[Mistake, ...]


def read(photo: LabelledPhoto, detector: Detector) -> Read:
    """Reads a labelled photo."""
    picture = load_photo(photo.path)
    found = detector.calibrated(find_tiles(picture, detector, min_confidence=FAINTLY))
    faces, boxes = read_labels(photo.labels, picture.width, picture.height)
    labels = Labels(faces[faces != BACK], boxes[faces != BACK])
    shown = found.take((found.confidences >= MIN_CONFIDENCE) & (found.classes != BACK))
    pairs = match(labels, shown, fully_labelled=False)
    mistakes = [(int(labels.classes[label]), int(shown.classes[tile])) for label, tile in pairs.wrong]
    mistakes += [(int(labels.classes[label]), -1) for label in pairs.missed]
    mistakes += [(-1, int(shown.classes[tile])) for tile in pairs.invented]
    return Read(uncertainty(found), look_of(picture.preview, found, picture.width), tuple(mistakes))


def mended(photos: Sequence[Read], order: Sequence[int]) -> Curve:
    """How many mistakes lie in the first 1, 2, … photos of an order."""
    return np.cumsum([float(len(photos[index].mistakes)) for index in order])


def kinds_met(photos: Sequence[Read], order: Sequence[int]) -> Curve:
    """How many kinds of mistakes the first 1, 2, … photos of an order show."""
    seen: set[Mistake] = set()
    counts = []
    for index in order:
        seen.update(photos[index].mistakes)
        counts.append(float(len(seen)))
    return np.array(counts)


def photos_needed(curve: Curve, share: float) -> int:
    """After how many photos so large a share of the whole is reached."""
    return int(np.searchsorted(curve, share * curve[-1] - 1e-9)) + 1


def curves(photos: Sequence[Read], count: Callable[[Sequence[Read], Sequence[int]], Curve]) -> dict[str, Curve]:
    """A curve for each of the three orders."""
    expected = [photo.uncertainty for photo in photos]
    random = np.random.default_rng(0)
    shuffled = [count(photos, random.permutation(len(photos)).tolist()) for _ in range(SHUFFLES)]
    return {
        "random": np.mean(shuffled, axis=0),
        "uncertainty": count(photos, np.argsort(expected)[::-1].tolist()),
        "uncertainty and variety": count(photos, most_useful(expected, [photo.look for photo in photos])),
    }


def table(title: str, found: dict[str, Curve]) -> str:
    """Photos needed for each share, in each order, as lines of a Markdown table."""
    total = next(iter(found.values()))[-1]
    lines = [f"| {title}: {total:.0f} | " + " | ".join(f"{share:.0%}" for share in SHARES) + " |"]
    lines.append("|---|" + "---:|" * len(SHARES))
    for name, curve in found.items():
        lines.append(f"| {name} | " + " | ".join(str(photos_needed(curve, share)) for share in SHARES) + " |")
    return "\n".join(lines)


_WIDTH, _HEIGHT, _EDGE = 480, 300, 40
_COLOURS = ("#8a8a8a", "#c46a12", "#0f6b47")


def plot(found: dict[str, Curve], title: str) -> str:
    """The curves as an SVG picture: photos to the right, the share found upwards."""
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" font-family="sans-serif"'
        ' font-size="13">',
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="#fff"/>',
        f'<path d="M{_EDGE} {_EDGE}V{_HEIGHT - _EDGE}H{_WIDTH - 12}" fill="none" stroke="#444"/>',
        f'<text x="{_EDGE}" y="24" font-weight="bold">{title}</text>',
        f'<text x="{_EDGE - 4}" y="{_EDGE + 4}" text-anchor="end">100%</text>',
        f'<text x="{_EDGE - 4}" y="{_HEIGHT - _EDGE}" text-anchor="end">0</text>',
    ]
    for number, ((name, curve), colour) in enumerate(zip(found.items(), _COLOURS, strict=True)):
        right, down = (_WIDTH - 12 - _EDGE) / len(curve), (_HEIGHT - 2 * _EDGE) / curve[-1]
        points = " ".join(
            f"{_EDGE + right * (at + 1):.1f},{_HEIGHT - _EDGE - down * height:.1f}" for at, height in enumerate(curve)
        )
        parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts.append(f'<text x="{_WIDTH - 200}" y="{_HEIGHT - 96 + 18 * number}" fill="{colour}">{name}</text>')
    photos = len(next(iter(found.values())))
    parts.append(f'<text x="{_WIDTH - 12}" y="{_HEIGHT - 20}" text-anchor="end">{photos} photos</text></svg>')
    return "\n".join(parts) + "\n"


def main() -> None:
    """Prints the tables of one split, and draws the first."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("dataset", type=Path)
    parser.add_argument("--split", default="val")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="read only every Nth photo")
    parser.add_argument("--plot", type=Path, metavar="FILE.svg")
    arguments = parser.parse_args()
    listed = load_split(arguments.dataset, arguments.split).photos[:: arguments.every]
    detector = load_detector()
    photos = [read(photo, detector) for photo in bar(listed, len(listed))]
    print(f"{detector.name}, {len(photos)} photos of {arguments.split}: photos to go through until this share is found")
    found = curves(photos, mended)
    print(table("mistakes", found), table("kinds of mistakes", curves(photos, kinds_met)), sep="\n\n")
    if arguments.plot:
        arguments.plot.write_text(plot(found, f"Mistakes mended, {arguments.split}"), encoding="utf-8")


if __name__ == "__main__":
    main()
