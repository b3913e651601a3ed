"""``hule bench``: how fast Hule is beside its peers, measured in turn in one run."""

from __future__ import annotations

import subprocess
import sys
import time
from statistics import median
from typing import Any

import click

from cli.speech import CliError, Speech, json_option, lang_option, print_json
from scoring.steps import Text

_STARTS = 5
_SAMPLE = ("--tiles", "123m 456m 789p 222p 5p", "--win-tile", "5p", "--variant", "chongqing", "--by", "selfdraw",
           "--seat", "1")  # fmt: skip


@click.command()
@click.option("--hands", default=5_000, show_default=True, help="Different hands to score in each variant.")
@click.option("--rounds", default=3, show_default=True, help="Measurements of each figure; the median counts.")
@json_option
@lang_option
def bench(hands: int, rounds: int, as_json: bool, speech: Speech) -> None:
    """Measure reading and scoring beside their peers. Needs: pip install -e '.[bench]'."""
    from scoring.bench import bench_scoring, import_cost, wild_costs
    from vision.bench import bench_reading, bench_refusal

    try:
        figures: dict[str, Any] = {
            "read": bench_reading(rounds=5),
            "refuse": bench_refusal(rounds),
            "score": bench_scoring(hands, rounds),
            "wild_ms": wild_costs(),
            "import_scoring_ms": import_cost(),
            "cold_start_s": round(median(_cold_start() for _ in range(_STARTS)), 3),
        }
    except ImportError as error:
        raise CliError(
            Text(f"the peers are not installed ({error.name}): pip install -e '.[bench]'",
                 f"没有安装对照软件（{error.name}）：pip install -e '.[bench]'")
        ) from None  # fmt: skip
    if as_json:
        print_json(figures)
    else:
        _print_figures(figures, speech)


def _cold_start() -> float:
    """Seconds of one ``hule score --tiles`` as a whole process."""
    begun = time.perf_counter()
    subprocess.run([sys.executable, "-m", "cli", "score", *_SAMPLE], capture_output=True, check=True)
    return time.perf_counter() - begun


def _print_figures(figures: dict[str, Any], speech: Speech) -> None:
    click.echo(speech("reading a 12-megapixel photo", "读一张1200万像素照片"))
    for name, figure in figures["read"].items():
        click.echo(f"  {name:<16}{figure}")
    click.echo(
        speech("refusing a 12-megapixel photo that is dark, blurred or cut", "退回太暗、模糊或拍不全的1200万像素照片")
    )
    for name, figure in figures["refuse"].items():
        click.echo(f"  {name:<16}{figure}")
    click.echo(speech("scored hands a second", "每秒算番手数"))
    for name, row in figures["score"].items():
        click.echo(f"  {name:<16}" + "  ".join(f"{what} {figure}" for what, figure in row.items()))
    click.echo(speech("slowest hand by wild tiles, ms", "百搭张数与最慢一手，毫秒"))
    for name, costs in figures["wild_ms"].items():
        click.echo(f"  {name:<16}{'  '.join(map(str, costs))}")
    for name in ("import_scoring_ms", "cold_start_s"):
        click.echo(f"{name:<18}{figures[name]}")
