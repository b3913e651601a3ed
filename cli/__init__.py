"""The command line: every command is a call or two into a room, and printing.

Heavy rooms (pixels, the detector, the front end) are imported by the command that needs them, so that
``hule score --tiles`` starts at once.
"""

from __future__ import annotations

import sys
from io import TextIOWrapper

import click

from cli.app import app
from cli.bench import bench
from cli.dataset import dataset
from cli.dispute import dispute
from cli.evaluate import evaluate
from cli.label import label
from cli.models import models_
from cli.read import read
from cli.score import score
from cli.train import train
from cli.variants import variants
from cli.waits import waits


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="hule")
def main() -> None:
    """Hule (胡了) reads a mahjong hand from a photo and says who pays whom."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # JSON is UTF-8 whatever the terminal; half a surrogate becomes the escape that JSON uses for it.
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


for command in (read, score, waits, dispute, variants, app, dataset, label, evaluate, train, models_, bench):
    main.add_command(command)
