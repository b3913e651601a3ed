"""``hule evaluate`` and ``hule train``: how well the model reads, and a new model."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from cli.progress import bar
from cli.speech import CliError, Speech, json_option, lang_option, print_json
from scoring.steps import Text

_WORST = 12
"""So many classes and confusions are shown to a person; JSON has them all."""


@click.command()
@click.argument("dataset", metavar="DATASET.yaml")
@click.option("--split", default="val", show_default=True, help="Part of the dataset: train, val or test.")
@click.option("--report", type=click.Path(file_okay=False, path_type=Path),
              help="Folder for an HTML report with pictures of every mistake.")  # fmt: skip
@json_option
@lang_option
def evaluate(dataset: str, split: str, report: Path | None, as_json: bool, speech: Speech) -> None:
    """Read every photo of a YOLO DATASET and compare with its labels."""
    from vision.dataset import DatasetError
    from vision.detector import ModelError
    from vision.evaluate import evaluate as measure
    from vision.photo import PhotoError

    try:
        figures = measure(dataset, split, report=report, progress=lambda photos: bar(photos, len(photos)))
    except (DatasetError, PhotoError, ModelError) as error:
        raise CliError(Text(error.message, error.message_zh)) from None
    except OSError as error:
        raise CliError(
            Text(f"--report: cannot write to {report} ({error.strerror})", f"--report：写不进 {report}")
        ) from None
    if as_json:
        print_json(figures)
    else:
        _print_figures(figures, speech)
        if report is not None:
            click.echo(speech(f"report: {report / 'index.html'}", f"报告：{report / 'index.html'}"))


def _print_figures(figures: dict[str, Any], speech: Speech) -> None:
    """The figures by name, then the classes read worst and the faces most often mistaken."""
    for name, figure in figures.items():
        if not isinstance(figure, dict | list):
            click.echo(f"{name:<14} {figure}")
    worst = sorted(figures["per_class"].items(), key=lambda item: float(item[1]["f1"]))[:_WORST]
    click.echo(speech("classes read worst (F1)", "最差的牌（F1）"))
    click.echo("  " + "  ".join(f"{face} {rates['f1']}" for face, rates in worst))
    click.echo(speech("most often mistaken: true → read, times", "最常读错：真 → 读，次数"))
    click.echo("  " + "  ".join(f"{true} → {read} {times}" for true, read, times in figures["confusions"][:_WORST]))


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
