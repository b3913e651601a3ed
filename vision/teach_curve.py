"""How much is learned from how many photos: ``python -m vision.teach_curve datasets/photos.yaml --group hand``.

A group of the training photos is left out altogether. A base model and its second opinion are trained without it,
then taught from 10, 20 and 40 of its photos, each time from the base; the photos that none of them learned from are
held out. Printed is the curve: exact hands and tile F1 on the held-out photos, and the F1 on the dataset's validation
photos; with ``--corrections`` also the exact hands with the labels mended that the file lists. Everything lies in
``--run``; the same command goes on after an interruption.

``HULE_PHOTOS=… python -m vision.teach_curve datasets/photos.yaml --group hand \
--start runs/peer/mahjong_detector/model.onnx --base-minutes 60 --minutes 20`` takes about two and a half hours on two
idle cores; ``--base BASE.pt`` takes a base that was trained without the group before, with its other files beside it.
"""

from __future__ import annotations

import csv
import json
import os
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import click
import numpy as np
import yaml

from vision.compare import Comparison, comparison_from_json, journal_of
from vision.dataset import DatasetError, LabelledPhoto, Split, load_split
from vision.detector import ModelError, faces_file, load_detector
from vision.evaluate import How, measure
from vision.faces_training import FacesSettings, train_faces
from vision.lesson import Lesson, labelled_photos
from vision.registry import FILE
from vision.teach import FACES_SHARE, TeachSettings, teach
from vision.training import TrainSettings, train

STEPS = (10, 20, 40)
"""Numbers of photos to teach from; each number's photos hold those of the smaller ones."""


@dataclass(frozen=True)
class Parted:
    """A dataset parted in two.

    Attributes:
        known: dataset file without the group.
        group: folder of the group's photos.
    """

    known: Path
    group: Path


def part(dataset: Path, group: str, folder: Path) -> Parted:
    """Writes links to the training photos of a dataset: one folder without a group, one with that group alone.

    Raises:
        DatasetError: when no photo is of that group.
    """
    photos = load_split(dataset, "train").photos
    chosen = [photo for photo in photos if photo.group == group]
    if not chosen:
        raise DatasetError(f"{dataset} has no training photo of the group {group!r}", f"{dataset} 没有 {group!r} 组")
    _link(chosen, folder / "group")
    _link([photo for photo in photos if photo.group != group], folder / "known")
    spec = yaml.safe_load(dataset.read_text(encoding="utf-8"))
    root = (dataset.parent / os.path.expandvars(str(spec.get("path") or "."))).resolve()
    compose = dict(spec.get("compose", {}))
    if "drawn_faces" in compose:
        compose["drawn_faces"] = str((dataset.parent / compose["drawn_faces"]).resolve())
    known = folder / "known.yaml"
    told = {**spec, "path": str(root), "train": str((folder / "known" / "images").resolve()), "compose": compose}
    known.write_text(yaml.safe_dump(told, allow_unicode=True), encoding="utf-8")
    return Parted(known, folder / "group")


def _link(photos: list[LabelledPhoto], folder: Path) -> None:
    for name in ("images", "labels"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    with (folder / "index.csv").open("w", newline="", encoding="utf-8") as file:
        index = csv.writer(file)
        index.writerow(("image", "source", "group"))
        for photo in photos:
            for source, place in ((photo.path, folder / "images"), (photo.labels, folder / "labels")):
                link = place / source.name
                link.unlink(missing_ok=True)
                link.symlink_to(source.resolve())
            index.writerow((photo.path.name, photo.source, photo.group))


def first(count: int, folder: Path, most: int = STEPS[-1], seed: int = 0) -> Lesson:
    """So many photos of a group to learn from, in an order drawn once; those after ``most`` are held out."""
    photos, whole = labelled_photos(folder)
    order = np.random.default_rng(seed).permutation(len(photos))
    drawn = tuple(photos[index] for index in order)
    return Lesson(drawn[:count], drawn[most:], whole)


def base_model(dataset: Path, start: Path, minutes: float, run: Path) -> Path:
    """Trains the base without the group, its second opinion last, or goes on with it; returns its weights."""
    output = run / FILE
    weights, faces = output.with_suffix(".pt"), faces_file(output)
    if not output.exists():  # written last
        train(TrainSettings(dataset, run, output, start, resume=True, minutes=minutes * (1 - FACES_SHARE)))
    if not faces.with_suffix(".pt").exists():
        train_faces(FacesSettings(dataset, weights, run / "faces", faces, True, minutes * FACES_SHARE))
    return weights


def taught(count: int, parted: Parted, base: Path, minutes: float | None, run: Path) -> tuple[Path, Comparison]:
    """Teaches from so many photos; what was done before is read back. The new model, and how it compares."""
    done = run / f"{count}.json"
    if not done.exists():
        settings = TeachSettings(
            photos=parted.group, start=base, name=f"curve-{count}", run=run / f"{count}", known=parted.known,
            standard=parted.known, minutes=minutes, resume=True, journals=run / "seen",
        )  # fmt: skip
        result = teach(
            settings, lambda step: click.echo(f"{count} photos: {step}", err=True), halved=partial(first, count)
        )
        told = {**result.model.figures(), "path": str(result.model.path)}
        done.write_text(json.dumps(told), encoding="utf-8")
    told = json.loads(done.read_text(encoding="utf-8"))
    return Path(told["path"]), comparison_from_json(told)


def exact_when_mended(model: Path, lesson: Lesson, corrections: Path, journals: Path) -> str:
    """Exact hands of the held-out photos with the labels mended that a file lists, as ``right of all``."""
    how = How(layouts=None, corrections=corrections, journal=journal_of(model, journals))
    figures = measure(Split(lesson.held_out, lesson.whole), load_detector(model), how)[1]
    mended = {**figures, **figures["corrected"]}
    return f"{mended['exact_hands']} of {mended['hands']} ({mended['exact_hands'] / max(mended['hands'], 1):.0%})"


def table(curve: dict[int, Comparison]) -> str:
    """The curve in Markdown, the base first."""
    lines = [
        "| photos learned | exact hands, held out | tile F1, held out | F1, validation |",
        "|---|---|---|---|",
    ]
    start = next(iter(curve.values()))
    figures: list[tuple[int, Any, Any]] = [(0, start.held_out.old, start.elsewhere["standard"].old)]
    figures += [(count, c.held_out.new, c.elsewhere["standard"].new) for count, c in curve.items()]
    for count, held_out, standard in figures:
        share = held_out["exact_hands"] / max(held_out["hands"], 1)
        lines.append(
            f"| {count} | {held_out['exact_hands']} of {held_out['hands']} ({share:.0%}) "
            f"| {held_out['f1']:.3f} | {standard['f1']:.3f} |"
        )
    return "\n".join(lines)


@click.command(help=(__doc__ or "").split("\n\n")[0])
@click.argument("dataset", type=click.Path(path_type=Path))
@click.option("--group", default="hand", show_default=True, help="Group of the training photos to leave out.")
@click.option("--base", type=click.Path(path_type=Path), help="A base trained without the group, .pt beside .onnx.")
@click.option("--start", type=click.Path(path_type=Path), help="Weights to train the base from.")
@click.option("--base-minutes", type=float, default=60.0, show_default=True)
@click.option("--minutes", type=float, help="Of each teaching; default: that of models/teaching.toml.")
@click.option("--corrections", type=click.Path(path_type=Path, exists=True), help="Labels of the group known wrong.")
@click.option("--run", type=click.Path(path_type=Path), default=Path("runs/curve"), show_default=True)
def main(
    dataset: Path,
    group: str,
    base: Path | None,
    start: Path | None,
    base_minutes: float,
    minutes: float | None,
    corrections: Path | None,
    run: Path,
) -> None:
    """Prints the curve."""
    if base is None and start is None:
        raise click.UsageError("name --base, or --start to train one")
    try:
        parted = part(dataset, group, run / "photos")
        if base is None and start is not None:
            base = base_model(parted.known, start, base_minutes, run / "base")
        if base is not None:
            lessons = {count: taught(count, parted, base, minutes, run) for count in STEPS}
            click.echo(table({count: comparison for count, (_, comparison) in lessons.items()}))
            if corrections is not None:
                models = {0: base.with_suffix(".onnx"), **{count: model for count, (model, _) in lessons.items()}}
                held_out = first(0, parted.group)
                for count, model in models.items():
                    exact = exact_when_mended(model, held_out, corrections, run / "seen")
                    click.echo(f"{count} photos, labels mended: {exact} hands exact")
    except (DatasetError, ModelError, FileNotFoundError) as error:
        raise click.ClickException(str(error)) from error


if __name__ == "__main__":
    main()
