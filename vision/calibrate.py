"""How far confidences can be believed: fits the temperature that goes beside the model.

``python -m vision.calibrate DATASET.yaml [--split val] [--write]`` prints the temperature, the calibration
error without it and with it, and a reliability table; ``--write`` puts it into ``<model>.json``. The error
with temperature is cross-validated: each group of photos is judged by the temperature fitted on the others.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import click
import numpy as np
from numpy.typing import NDArray

from vision.dataset import DatasetError, load_split
from vision.detector import Detector, ModelError, load_detector, soften
from vision.evaluate import read_labelled
from vision.photo import PhotoError

TEMPERATURES = np.geomspace(0.4, 3.0, 100)
"""Temperatures tried; 1 leaves the model's scores as they are."""

BINS = 10
"""Bins of the calibration error and of the reliability table."""


@dataclass(frozen=True, eq=False)
class Sample:
    """Tiles read, and whether each is right.

    Attributes:
        confidences: (n,) as the model gives them.
        right: (n,) whether a label lies there with the same face.
        groups: (n,) number of the group that the photo belongs to.
    """

    confidences: NDArray[np.float32]
    right: NDArray[np.bool_]
    groups: NDArray[np.int64]


def collect(dataset: Path, split: str, detector: Detector) -> Sample:
    """Reads the photos of a split; tiles that lie outside the labelled ones are left out."""
    photos = load_split(dataset, split)
    names = sorted({photo.group for photo in photos.photos})
    confidences: list[float] = []
    right: list[bool] = []
    groups: list[int] = []
    for photo in photos.photos:
        result = read_labelled(photo, detector, photos.fully_labelled)
        known = {index for _, index in result.match.right}
        judged = [k for k in range(len(result.found)) if k not in result.match.outside]
        confidences += [float(result.found.confidences[k]) for k in judged]
        right += [k in known for k in judged]
        groups += [names.index(photo.group)] * len(judged)
    return Sample(np.array(confidences, np.float32), np.array(right), np.array(groups))


def fit(confidences: NDArray[np.float32], right: NDArray[np.bool_]) -> float:
    """The temperature that makes the confidences likeliest."""
    losses = [_log_loss(soften(confidences, float(t)), right) for t in TEMPERATURES]
    return float(TEMPERATURES[int(np.argmin(losses))])


def cross_validated(sample: Sample) -> NDArray[np.float32]:
    """Each confidence softened by the temperature fitted on the other groups."""
    softened = sample.confidences.copy()
    for group in np.unique(sample.groups):
        held_out = sample.groups == group
        if not held_out.all():
            temperature = fit(sample.confidences[~held_out], sample.right[~held_out])
            softened[held_out] = soften(sample.confidences[held_out], temperature)
    return softened


def calibration_error(confidences: NDArray[np.float32], right: NDArray[np.bool_]) -> float:
    """Expected calibration error: mean distance of confidence and share of right tiles, over bins."""
    return sum(abs(mean - share) * count for _, mean, share, count in reliability(confidences, right)) / max(
        len(right), 1
    )


def reliability(confidences: NDArray[np.float32], right: NDArray[np.bool_]) -> list[tuple[float, float, float, int]]:
    """For each bin that has tiles: its lower edge, mean confidence, share of right tiles, number of tiles."""
    bins = np.minimum((confidences * BINS).astype(int), BINS - 1)
    return [
        (k / BINS, float(confidences[bins == k].mean()), float(right[bins == k].mean()), int((bins == k).sum()))
        for k in range(BINS)
        if (bins == k).any()
    ]


def _log_loss(confidences: NDArray[np.float32], right: NDArray[np.bool_]) -> float:
    chance = np.where(right, confidences, 1 - confidences).clip(1e-6)
    return float(-np.log(chance).mean())


def _table(rows: Sequence[tuple[float, float, float, int]]) -> str:
    lines = ["confidence   mean    right   tiles"]
    lines += [
        f"{edge:.1f}-{edge + 1 / BINS:.1f}      {mean:.3f}   {share:.3f}   {count}" for edge, mean, share, count in rows
    ]
    return "\n".join(lines)


@click.command()
@click.argument("dataset", type=click.Path(path_type=Path))
@click.option("--split", default="val", show_default=True)
@click.option("--write", is_flag=True, help="Put the temperature into the JSON file beside the model.")
def main(dataset: Path, split: str, write: bool) -> None:
    """Fits the temperature of the model on a split of DATASET."""
    try:
        detector = load_detector()
        sample = collect(dataset, split, detector)
    except (DatasetError, ModelError, PhotoError) as error:
        raise click.ClickException(error.message) from error
    temperature = round(fit(sample.confidences, sample.right), 3)
    softened = cross_validated(sample)
    click.echo(f"{detector.path.name}: {len(sample.right)} tiles, temperature {temperature}")
    click.echo(f"calibration error as the model gives it: {calibration_error(sample.confidences, sample.right):.4f}")
    click.echo(f"with temperature, cross-validated by group: {calibration_error(softened, sample.right):.4f}")
    click.echo(_table(reliability(softened, sample.right)))
    if write:
        side = detector.path.with_suffix(".json")
        settings = json.loads(side.read_text(encoding="utf-8")) if side.is_file() else {}
        side.write_text(json.dumps(settings | {"temperature": temperature}, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
