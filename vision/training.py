"""Training of the reader: ``hule train``. Needs the ``train`` extra; torch is imported only when called."""

from __future__ import annotations

import json
import logging
import math
import os
import sys
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from vision.compose.stream import StreamSources


@dataclass(frozen=True)
class TrainSettings:
    """What one call of ``hule train`` is to do.

    Attributes:
        dataset: YOLO dataset file: ``path``, ``train`` (a folder of images with ``labels`` beside it), and
            under ``compose`` what the generator may use: ``crops``, ``art`` (a list), ``textures``, and
            ``drawn_faces``, which alone is relative to the file.
        run: folder of the checkpoint, and of ``progress.json`` with the minutes trained and those in all; made
            when missing.
        output: the ONNX file to write; the half-precision checkpoint goes beside it as ``.pt``.
        start: weights to start from: a ``.pt`` of ours or a YOLO11n ``.onnx``; random without.
        resume: go on from the checkpoint in ``run`` if there is one.
        minutes: training time in all, counted over interruptions; the configuration's when None.
        config: hyper-parameters.
        device: as ultralytics takes it: ``cpu``, ``0``, ``0,1``; empty for the GPU that there is, or else the CPU.
    """

    dataset: Path
    run: Path = Path("runs/train")
    output: Path = Path("runs/train/hule.onnx")
    start: Path | None = None
    resume: bool = False
    minutes: float | None = None
    config: Path = field(default=Path(__file__).parent.parent / "models" / "training.toml")
    device: str = ""


def train(settings: TrainSettings) -> Path:
    """Trains until the time is used up, then exports; returns the ONNX file.

    The learning rate follows the clock, so that a slower machine gets a well-ended, shorter training.
    A checkpoint is written every few minutes; a run that was killed goes on from it with ``resume``.

    Raises:
        FileNotFoundError: if the dataset, a folder that it names or the starting weights are missing.
        ImportError: if the ``train`` extra is not installed.
        ValueError: if the dataset file names nothing to train on, or the weights do not fit.
    """
    config = read_config(settings)
    return fit(settings, config, read_sources(settings.dataset, config["data"]))


def read_config(settings: TrainSettings) -> dict[str, Any]:
    """The hyper-parameters of a training.

    Raises:
        FileNotFoundError: if the starting weights or the configuration are missing.
    """
    if settings.start is not None and not settings.start.exists():
        raise FileNotFoundError(f"starting weights {settings.start} do not exist")
    return tomllib.loads(settings.config.read_text(encoding="utf-8"))


def fit(settings: TrainSettings, config: dict[str, Any], sources: StreamSources) -> Path:
    """:func:`train` on material that was found already; ``settings.dataset`` is not read."""
    from vision import _trainer  # torch takes seconds to import and is no part of the product

    settings.run.mkdir(parents=True, exist_ok=True)
    _trainer.run(settings, config, sources)
    return _trainer.export(settings, config)


def export(settings: TrainSettings) -> Path:
    """Exports the averaged weights of the checkpoint in ``settings.run`` as they are now."""
    from vision import _trainer

    return _trainer.export(settings, tomllib.loads(settings.config.read_text()))


def read_sources(dataset: Path, data: dict[str, Any], drawn_faces: Path | None = None) -> StreamSources:
    """What the dataset file gives the generator.

    Args:
        dataset: the file.
        data: shares, from the configuration.
        drawn_faces: a folder to use instead of the one that the file names.

    Raises:
        FileNotFoundError: if the dataset file or a folder named in it does not exist.
        ValueError: if it names neither photos nor faces.
    """
    import yaml

    spec = yaml.safe_load(dataset.read_text())
    root: Path = (dataset.parent / os.path.expandvars(spec.get("path", "."))).resolve()

    def folder(name: str) -> Path:
        path = (root / os.path.expandvars(name)).resolve()
        if not path.is_dir():
            raise FileNotFoundError(f"{dataset} names {name}, but there is no folder {path}")
        return path

    compose = spec.get("compose", {})
    art = [folder(name) for name in compose.get("art", ())]
    if drawn_faces is not None:
        art.append(drawn_faces)
    elif "drawn_faces" in compose:
        drawn = Path(os.path.normpath(dataset.parent / compose["drawn_faces"]))
        if not drawn.is_dir():
            raise FileNotFoundError(f"no drawn faces in {drawn}: run python -m ui.faces.rasterise {drawn} --ink")
        art.append(drawn)
    images = folder(spec["train"]) if spec.get("train") else None
    if images is None and not compose:
        raise ValueError(f"{dataset} names neither train photos nor anything to compose from")
    return StreamSources(
        photos=images.parent if images and images.name == "images" else images,
        crops=folder(compose["crops"]) if "crops" in compose else None,
        art=tuple(art),
        textures=folder(compose["textures"]) if "textures" in compose else None,
        composed_share=data["composed_share"],
        empty_share=data["empty_share"],
        drawn_weight=data["drawn_weight"],
    )


def learning_rate(optimizer: dict[str, float], progress: float, images: int) -> float:
    """The rate at this share of the training time, after this many pictures: warm-up, then a cosine."""
    warm = min(1.0, (images + 1) / optimizer["warmup_images"])
    low = optimizer["final_share"]
    fall = low + (1 - low) * (1 + math.cos(math.pi * min(progress, 1.0))) / 2
    return optimizer["learning_rate"] * warm * fall


def note_progress(run: Path, seconds: float, total: float) -> None:
    """Writes ``progress.json`` into the run's folder: the minutes trained, and those in all."""
    told = {"minutes": round(seconds / 60, 2), "of": total / 60}
    (run / "progress.json").write_text(json.dumps(told), encoding="utf-8")


def log_to_stderr() -> logging.Logger:
    """The training log, also in processes of its own, which start without handlers."""
    log = logging.getLogger("hule.train")
    if not log.handlers:
        handler = logging.StreamHandler(sys.stderr)
        handler.setFormatter(logging.Formatter("%(asctime)s %(message)s", datefmt="%H:%M:%S"))
        log.addHandler(handler)
        log.setLevel(logging.INFO)
        log.propagate = False
    return log
