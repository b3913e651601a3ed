"""``hule train``: a new model, from a dataset or from photos of one's own set."""

from __future__ import annotations

from pathlib import Path

import click

from cli.speech import CliError, Speech, lang_option
from scoring.steps import Text


@click.command()
@click.argument("dataset", type=click.Path(path_type=Path), metavar="DATASET.yaml")
@click.option("--from", "start", type=click.Path(path_type=Path), help="Weights to start from: a .pt or .onnx of Hule.")
@click.option("--resume", is_flag=True, help="Go on from the checkpoint in the run folder.")
@click.option("--minutes", type=float, help="Training time in all; default: that of models/training.toml.")
@click.option("--run", type=click.Path(file_okay=False, path_type=Path), default=Path("runs/train"), show_default=True,
              help="Folder of the checkpoint.")  # fmt: skip
@click.option("--output", type=click.Path(dir_okay=False, path_type=Path), default=Path("runs/train/hule.onnx"),
              show_default=True, help="The ONNX file to write.")  # fmt: skip
@lang_option
def train(
    dataset: Path, start: Path | None, resume: bool, minutes: float | None, run: Path, output: Path, speech: Speech
) -> None:
    """Train the reader on a YOLO DATASET and export it as ONNX. Needs: pip install 'hule[train]'."""
    from vision.training import TrainSettings
    from vision.training import train as fit

    settings = TrainSettings(dataset, run, output, start, resume, minutes)
    try:
        written = fit(settings)
    except ImportError as error:
        raise CliError(
            Text(f"training needs the train extra, and {error.name} is missing: pip install -e '.[train]'",
                 f"训练需要 train 附加依赖，缺少 {error.name}：pip install -e '.[train]'")
        ) from None  # fmt: skip
    except (FileNotFoundError, ValueError) as error:
        raise CliError(Text(str(error), str(error))) from None
    click.echo(speech(f"wrote {written}", f"已写入 {written}"))
