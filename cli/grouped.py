"""Long ``--help`` pages under headings."""

from __future__ import annotations

from typing import Any

import click

HAND, WIN, FLAGS, DEAL, RULES, OUTPUT = (
    "The hand", "The win", "What happened at the win", "The deal", "House rules", "What to do and print",
)  # fmt: skip
"""Headings, in the order in which a page shows them."""


class GroupedOption(click.Option):
    """An option that stands under a heading."""

    def __init__(self, *args: Any, group: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.group = group


class GroupedCommand(click.Command):
    """A command whose help shows its options under their headings; those without one come last."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Writes the options of each heading, in click's own hook."""
        groups: dict[str, list[tuple[str, str]]] = {heading: [] for heading in (HAND, WIN, FLAGS, DEAL, RULES, OUTPUT)}
        for param in self.get_params(ctx):
            record = param.get_help_record(ctx) if isinstance(param, click.Option) else None
            if record is not None:
                groups[param.group if isinstance(param, GroupedOption) else OUTPUT].append(record)
        for heading, records in groups.items():
            if records:
                with formatter.section(heading):
                    formatter.write_dl(records)
