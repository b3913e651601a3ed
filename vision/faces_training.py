"""Training of the second opinion on faces. Needs the ``train`` extra; torch is imported only when called.

``python -m vision.faces_training DATASET.yaml --from models/hule.pt`` trains on the photos and faces that the
dataset names, starting from the first layers of that detector, and writes ``runs/faces/hule-faces.onnx``; with
``--from models/hule-faces.pt`` it goes on from that second opinion.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import click

from vision.compose.stream import StreamSources
from vision.training import read_sources


@dataclass(frozen=True)
class FacesSettings:
    """What one training is to do.

    Attributes:
        dataset: as for :class:`vision.training.TrainSettings`.
        start: a half-precision checkpoint (``.pt``) of a detector, whose first layers are gone on from, or of a
            second opinion.
        run: folder of the checkpoint and of ``progress.json``; made when missing.
        output: the ONNX file to write; the half-precision checkpoint goes beside it as ``.pt``.
        resume: go on from the checkpoint in ``run`` if there is one.
        minutes: training time in all, counted over interruptions; the configuration's when None.
        config: hyper-parameters.
    """

    dataset: Path
    start: Path
    run: Path = Path("runs/faces")
    output: Path = Path("runs/faces/hule-faces.onnx")
    resume: bool = False
    minutes: float | None = None
    config: Path = field(default=Path(__file__).parent.parent / "models" / "faces.toml")


def train_faces(settings: FacesSettings) -> Path:
    """Trains until the time is used up, then exports; returns the ONNX file.

    Raises:
        FileNotFoundError: if the dataset, a folder that it names or the starting weights are missing.
        ImportError: if the ``train`` extra is not installed.
        ValueError: if the dataset file names nothing to train on.
    """
    if not settings.start.exists():
        raise FileNotFoundError(f"starting weights {settings.start} do not exist")
    config = read_config(settings)
    return fit_faces(settings, config, read_sources(settings.dataset, config["data"]))


def read_config(settings: FacesSettings) -> dict[str, Any]:
    """The hyper-parameters of a training."""
    return tomllib.loads(settings.config.read_text(encoding="utf-8"))


def fit_faces(settings: FacesSettings, config: dict[str, Any], sources: StreamSources) -> Path:
    """:func:`train_faces` on material that was found already; ``settings.dataset`` is not read."""
    from vision import _faces_trainer  # torch takes seconds to import and is no part of the product

    settings.run.mkdir(parents=True, exist_ok=True)
    _faces_trainer.run(settings, config, sources)
    return settings.output


@click.command()
@click.argument("dataset", type=click.Path(path_type=Path))
@click.option(
    "--from", "start", type=click.Path(path_type=Path), required=True, help="A detector's .pt, or a second opinion's."
)
@click.option("--run", type=click.Path(file_okay=False, path_type=Path), default=Path("runs/faces"), show_default=True)
@click.option("--output", type=click.Path(dir_okay=False, path_type=Path), default=Path("runs/faces/hule-faces.onnx"))
@click.option("--resume", is_flag=True, help="Go on from the checkpoint in the run folder.")
@click.option("--minutes", type=click.FloatRange(0, min_open=True), help="Default: that of models/faces.toml.")
def main(dataset: Path, start: Path, run: Path, output: Path, resume: bool, minutes: float | None) -> None:
    """Trains the second opinion on the tiles of DATASET."""
    try:
        written = train_faces(FacesSettings(dataset, start, run, output, resume, minutes))
    except (FileNotFoundError, ImportError, ValueError) as error:
        raise click.ClickException(str(error)) from error
    click.echo(f"wrote {written}; put it beside the detector that it is to help, as models/hule-faces.onnx")


if __name__ == "__main__":
    main()
