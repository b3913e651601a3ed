"""What ``hule dataset`` prints: findings as they come, and tables of counts."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import click

from cli.speech import Speech

if TYPE_CHECKING:
    from vision.dataset.findings import Finding
    from vision.dataset.write import Written

_BAR = 40
"""Longest bar of a histogram, in characters."""


class FindingPrinter:
    """Prints findings one by one, holding none: a large dataset may have many.

    Attributes:
        errors: findings that are wrong for certain, so far.
        warnings: findings worth a look, so far.
    """

    def __init__(self, speech: Speech, as_json: bool) -> None:
        self._speech = speech
        self._as_json = as_json
        self._codes = Counter[str]()
        self.errors = 0
        self.warnings = 0

    def print_all(self, findings: Iterable[Finding]) -> None:
        """Prints everything: one JSON object, or two lines a finding and a sum."""
        if self._as_json:
            click.echo('{"findings": [', nl=False)
        for number, finding in enumerate(findings):
            self._count(finding)
            if self._as_json:
                told = json.dumps(finding.to_json(), ensure_ascii=False)
                click.echo(f"{', ' if number else ''}{told}", nl=False)
            else:
                self._print(finding)
        if self._as_json:
            codes = json.dumps(self._codes)
            click.echo(f'], "errors": {self.errors}, "warnings": {self.warnings}, "codes": {codes}}}')
        else:
            self._print_sum()

    def _count(self, finding: Finding) -> None:
        self._codes[finding.kind.code] += 1
        if finding.severity == "error":
            self.errors += 1
        else:
            self.warnings += 1

    def _print(self, finding: Finding) -> None:
        told = (
            click.style(self._speech("error", "错误"), fg="red")
            if finding.severity == "error"
            else click.style(self._speech("warning", "警告"), fg="yellow")
        )
        click.echo(f"{told} {finding.file}: {self._speech(finding.message, finding.message_zh)}")
        click.echo(f"    → {self._speech(finding.mend, finding.mend_zh)}")

    def _print_sum(self) -> None:
        if not self._codes:
            click.echo(self._speech("nothing is wrong", "没有发现问题"))
            return
        click.echo(self._speech(f"errors: {self.errors}, warnings: {self.warnings}",
                                f"{self.errors} 个错误，{self.warnings} 个警告"))  # fmt: skip
        click.echo("  " + "  ".join(f"{code} {times}" for code, times in self._codes.most_common()))


def print_stats(counted: dict[str, Any], speech: Speech) -> None:
    """The counts of a dataset as tables and histograms."""
    photos, unlabelled, tiles = (counted[name] for name in ("photos", "unlabelled", "boxes"))
    click.echo(speech(f"{photos} photos ({unlabelled} without labels), {tiles} tiles",
                      f"{photos} 张照片（{unlabelled} 张没有标注），{tiles} 张牌"))  # fmt: skip
    if counted["unknown_classes"]:
        click.echo(speech(f"{counted['unknown_classes']} tiles of unknown classes: see hule dataset check",
                          f"{counted['unknown_classes']} 张牌类别未知：请看 hule dataset check"))  # fmt: skip
    _print_counts(speech("split", "部分"), counted["per_split"], speech)
    _print_counts(speech("source", "来源"), counted["per_source"], speech)
    _print_counts(speech("group", "组"), counted["per_group"], speech)
    click.echo(speech("tiles of each class", "各类牌数"))
    listed = [f"{name:>5} {tiles:<6}" for name, tiles in counted["per_class"].items()]
    for start in range(0, len(listed), 9):
        click.echo("".join(listed[start : start + 9]).rstrip())
    sizes = [(f"{step['from']:.0%}–{step['to']:.0%}", step["boxes"]) for step in counted["sizes"]]
    _print_histogram(speech("size of a tile, share of the picture's side", "牌的大小（占画面边长）"), sizes)
    tiles_each = [(_whole(step), step["photos"]) for step in counted["tiles_per_photo"]]
    _print_histogram(speech("tiles in a photo", "每张照片的牌数"), tiles_each)


def _print_counts(heading: str, counts: dict[str, dict[str, int]], speech: Speech) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table

    if not counts:
        return
    table = Table(box=box.SIMPLE)
    table.add_column(heading)
    for name in speech("photos|tiles", "照片|牌").split("|"):
        table.add_column(name, justify="right")
    for name, item in counts.items():
        table.add_row(name, str(item["photos"]), str(item["boxes"]))
    Console(file=sys.stdout).print(table)


def _print_histogram(heading: str, steps: list[tuple[str, int]]) -> None:
    click.echo(heading)
    most = max((number for _, number in steps), default=0) or 1
    for name, number in steps:
        click.echo(f"{name:>10} {number:>7} {'█' * round(_BAR * number / most)}".rstrip())


def _whole(step: dict[str, int | None]) -> str:
    if step["to"] is None:
        return f"{step['from']}+"
    return str(step["to"]) if step["from"] == step["to"] else f"{step['from']}–{step['to']}"


def print_written(written: Written, speech: Speech) -> None:
    """What was written, and where."""
    paths = ", ".join(map(str, written.files))
    click.echo(speech(f"wrote {written.photos} photos, {written.boxes} tiles: {paths}",
                      f"已写入 {written.photos} 张照片、{written.boxes} 张牌：{paths}"))  # fmt: skip
