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
from vision.photo import PhotoError
from vision.reliability import BINS, Bin, calibration_error, reliability
from vision.results import judged, read_split

TEMPERATURES = np.geomspace(0.4, 3.0, 100)
"""Temperatures tried; 1 leaves the model's scores as they are."""


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
    results = read_split(load_split(dataset, split), detector)
    names = sorted({result.photo.group for result in results})
    parts = [judged(result) for result in results]
    groups = [np.full(len(right), names.index(r.photo.group)) for r, (_, right) in zip(results, parts, strict=True)]
    return Sample(
        np.concatenate([confidences for confidences, _ in parts]),
        np.concatenate([right for _, right in parts]),
        np.concatenate(groups),
    )


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


def _log_loss(confidences: NDArray[np.float32], right: NDArray[np.bool_]) -> float:
    chance = np.where(right, confidences, 1 - confidences).clip(1e-6)
    return float(-np.log(chance).mean())


def _table(bins: Sequence[Bin]) -> str:
    lines = ["confidence   mean    right   tiles"]
    lines += [
        f"{each.edge:.1f}-{each.edge + 1 / BINS:.1f}      {each.confidence:.3f}   {each.right:.3f}   {each.tiles}"
        for each in bins
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
    before, after = (reliability(confidences, sample.right) for confidences in (sample.confidences, softened))
    click.echo(f"calibration error as the model gives it: {calibration_error(before):.4f}")
    click.echo(f"with temperature, cross-validated by group: {calibration_error(after):.4f}")
    click.echo(_table(after))
    if write:
        side = detector.path.with_suffix(".json")
        settings = json.loads(side.read_text(encoding="utf-8")) if side.is_file() else {}
        side.write_text(json.dumps(settings | {"temperature": temperature}, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
