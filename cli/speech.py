"""What the command line says: language, errors as sentences, JSON lines."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import IO, Any, TypeVar

import click

from scoring import VARIANTS
from scoring.steps import Bilingual, Text, in_words
from scoring.tiles import Tile

F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True)
class Speech:
    """One of the two languages, for everything that a person reads.

    Attributes:
        lang: ``zh`` or ``en``.
        own: words that the table has in place of those of the program, in Chinese only.
    """

    lang: str
    own: Mapping[str, str] = field(default_factory=dict)

    def at_table(self, variant: object) -> Speech:
        """The same in the words of the table that plays these rules, as 饼 for 筒; unchanged where nobody knows them.

        Args:
            variant: name of the rules, as somebody wrote it.
        """
        known = VARIANTS.get(str(variant))
        return self if known is None else replace(self, own=known.words)

    def __call__(self, en: str, zh: str) -> str:
        """One of two sentences that say the same."""
        return in_words(zh, self.own) if self.lang == "zh" else en

    def of(self, text: Bilingual) -> str:
        """A text that comes in both languages."""
        return self(text.en, text.zh)

    def tile(self, tile: Tile) -> str:
        """The name of a tile."""
        return self(tile.en, tile.zh)


def language_of(environment: dict[str, str] | os._Environ[str]) -> str:
    """The language that the locale variables ask for, in the order in which POSIX reads them."""
    locale = next((value for name in ("LC_ALL", "LC_MESSAGES", "LANG") if (value := environment.get(name))), "")
    return "zh" if locale.lower().startswith("zh") else "en"


def lang_option(command: F) -> F:
    """Adds ``--lang``, passed on as a :class:`Speech` named ``speech``."""
    return click.option(
        "--lang",
        "speech",
        type=click.Choice(["zh", "en"]),
        callback=lambda context, option, value: Speech(value or language_of(os.environ)),
        help="Language of what is printed for a person; default: that of LANG.",
    )(command)


json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON for a program.")


class CliError(click.ClickException):
    """A sentence in the person's language; exit status 2."""

    exit_code = 2

    def __init__(self, text: Text) -> None:
        super().__init__(text.en)
        self.text = text
        # Where the error is shown the command has ended, and with it what was asked of it.
        context = click.get_current_context(silent=True)
        self.speech = context.params.get("speech") if context else None

    def show(self, file: IO[Any] | None = None) -> None:
        """Prints the sentence on standard error."""
        click.echo((self.speech or Speech(language_of(os.environ))).of(self.text), file=file, err=file is None)


def print_json(value: object) -> None:
    """One line of JSON on standard output."""
    click.echo(json.dumps(value, ensure_ascii=False))
