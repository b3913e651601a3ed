"""``hule evaluate``: how well the model reads."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from cli.progress import bar
from cli.speech import CliError, Speech, json_option, lang_option, print_json
from scoring.errors import BilingualError
from scoring.steps import Text

_WORST = 12
"""So many classes and confusions are shown to a person; JSON has them all."""


@click.command()
@click.argument("dataset", metavar="DATASET.yaml")
@click.option("--split", default="val", show_default=True, help="Part of the dataset: train, val or test.")
@click.option("--report", type=click.Path(file_okay=False, path_type=Path),
              help="Folder for an HTML report with pictures of every mistake.")  # fmt: skip
@click.option(
    "--corrections",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Labels known to be wrong, for a second set of figures. Default: datasets/val_corrections.txt.",
)
@click.option("--journal", type=click.Path(dir_okay=False, path_type=Path),
              help="File that keeps what was seen: the same command goes on from it after a break.")  # fmt: skip
@click.option("--processes", type=click.IntRange(0), default=0, help="Default: one for each core.")
@click.option("--scheduler", metavar="tcp://HOST:PORT", help="Let a Dask cluster do it. Needs the dask extra.")
@json_option
@lang_option
def evaluate(dataset: str, split: str, report: Path | None, corrections: Path | None, journal: Path | None,
             processes: int, scheduler: str | None, as_json: bool, speech: Speech) -> None:  # fmt: skip
    """Read every photo of a YOLO DATASET and compare with its labels."""
    from vision.evaluate import CORRECTIONS, How
    from vision.evaluate import evaluate as measure
    from vision.many import Work

    how = How(
        corrections=corrections or CORRECTIONS,
        work=Work(processes, scheduler),
        journal=journal,
        watch=lambda photos: bar(photos, len(photos)),
    )
    try:
        figures = measure(dataset, split, how=how, report=report)
    except BilingualError as error:
        raise CliError(Text(error.message, error.message_zh)) from None
    except ValueError as error:
        raise CliError(Text(str(error), f"更正文件有误：{error}")) from None
    except OSError as error:
        raise CliError(
            Text(f"cannot write to {error.filename} ({error.strerror})", f"写不进 {error.filename}（{error.strerror}）")
        ) from None
    if figures["unlabelled"]:
        click.echo(speech(f"{figures['unlabelled']} photos have no label file and were left out",
                          f"{figures['unlabelled']} 张照片没有标注文件，未计入"), err=True)  # fmt: skip
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
    corrected = {name: figure for name, figure in figures["corrected"].items() if not isinstance(figure, dict)}
    if corrected:
        click.echo(speech("with the labels mended that are known to be wrong", "更正已知有误的标注之后"))
        for name, figure in corrected.items():
            click.echo(f"  {name:<12} {figure}")
    for name in ("tile_counts", "brightness", "contrast", "sharpness"):
        parts = (f"{part} {rates['f1']} ({rates['photos']})" for part, rates in figures[name].items())
        click.echo(f"{name:<14} {'  '.join(parts)}")
    worst = sorted(figures["per_class"].items(), key=lambda item: float(item[1]["f1"]))[:_WORST]
    click.echo(speech("classes read worst (F1)", "最差的牌（F1）"))
    click.echo("  " + "  ".join(f"{face} {rates['f1']}" for face, rates in worst))
    click.echo(speech("most often mistaken: true → read, times", "最常读错：真 → 读，次数"))
    click.echo("  " + "  ".join(f"{true} → {read} {times}" for true, read, times in figures["confusions"][:_WORST]))
