"""Training of the second opinion on faces. Needs the ``train`` extra; torch is imported only when called.

``python -m vision.faces_training DATASET.yaml --from models/hule.pt`` trains on the photos and faces that the
dataset names, starting from the first layers of that detector, and writes ``runs/faces/hule-faces.onnx``.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from pathlib import Path

import click

from vision.training import read_sources


@dataclass(frozen=True)
class FacesSettings:
    """What one training is to do.

    Attributes:
        dataset: as for :class:`vision.training.TrainSettings`.
        start: a half-precision checkpoint (``.pt``) of the detector, whose first layers are gone on from.
        run: folder of the checkpoint; made when missing.
        output: the ONNX file to write.
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
    config = tomllib.loads(settings.config.read_text(encoding="utf-8"))
    sources = read_sources(settings.dataset, config["data"])
    from vision import _faces_trainer  # torch takes seconds to import and is no part of the product

    settings.run.mkdir(parents=True, exist_ok=True)
    _faces_trainer.run(settings, config, sources)
    return settings.output


@click.command()
@click.argument("dataset", type=click.Path(path_type=Path))
@click.option("--from", "start", type=click.Path(path_type=Path), required=True, help="The detector's .pt.")
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
