"""The words of the front end in Chinese and English: a folder for each language, a file for each part of the app."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from scoring.steps import Text, in_words
from scoring.tiles import Tile

LANGUAGES = {"zh": "中文", "en": "English"}
"""Languages by code, each named in itself."""

NAMED = 3
"""So many tiles are named in a row; of more, the rest is counted."""


@dataclass(frozen=True)
class Words:
    """Everything that the front end says in one language.

    Attributes:
        language: ``zh`` or ``en``.
        catalogue: sentences by dotted key, with ``{names}`` to fill in.
        own: words that the table has in place of those of the program, in Chinese only.
    """

    language: str
    catalogue: Mapping[str, str]
    own: Mapping[str, str] = field(default_factory=dict)

    def __call__(self, key: str, /, **values: Any) -> str:
        """The sentence of a key, filled in.

        Raises:
            KeyError: if the catalogue lacks the key, or the sentence wants a value that was not given.
        """
        return self.catalogue[key].format(**values)

    def at_table(self, own: Mapping[str, str]) -> Words:
        """The words as a table says them that has some of its own, as 糊 for 胡; only Chinese tables do.

        Args:
            own: the table's word for each of the catalogue's (:attr:`scoring.variant.Variant.words`).
        """
        return _at_table(self.language, tuple(own.items())) if own and self.language == "zh" else self

    def of(self, text: Text) -> str:
        """A text that comes in both languages."""
        return self.either(text.en, text.zh)

    def tile(self, tile: Tile) -> str:
        """The name of a tile."""
        return self.either(tile.en, tile.zh)

    def tiles(self, faces: Iterable[Tile]) -> str:
        """The names of several tiles in a row; of many the first few, and how many there are besides."""
        names = [self.tile(face) for face in faces]
        shown = self("ask.list").join(names[:NAMED])
        return self("ask.more", tiles=shown, count=len(names) - NAMED) if len(names) > NAMED else shown

    def either(self, en: str, zh: str) -> str:
        """One of two messages that say the same."""
        return in_words(zh, self.own) if self.language == "zh" else en


@cache
def words(language: str) -> Words:
    """The words of a language; English for one that there is no catalogue of."""
    code = language if language in LANGUAGES else "en"
    catalogue: dict[str, str] = {}
    for path in sorted((Path(__file__).parent / code).glob("*.toml")):
        catalogue.update(_flat(tomllib.loads(path.read_text(encoding="utf-8"))))
    return Words(code, catalogue)


OF_THE_TABLE = (
    "suit.", "hand.", "meld.", "win.", "way.", "ask.", "result.", "outcome.", "course.", "waits.", "choice.",
    "dispute.winner",
)  # fmt: skip
"""Groups of the catalogue about the play itself; elsewhere 胡了 is the name of the app."""


@cache
def _at_table(language: str, own: tuple[tuple[str, str], ...]) -> Words:
    catalogue = dict(words(language).catalogue)
    for key, sentence in catalogue.items():
        if key.startswith(OF_THE_TABLE):
            catalogue[key] = in_words(sentence, dict(own))
    return Words(language, catalogue, dict(own))


_STOPS = (".", "。", "!", "！", "?", "？", "…")


def sentence(message: str) -> str:
    """A message that the command line puts behind a file's name, as a sentence of its own, with a full stop."""
    stop = "" if message.endswith(_STOPS) or not message else "." if message[-1].isascii() else "。"
    return message[:1].upper() + message[1:] + stop


def language_of(locale: str | None) -> str:
    """The language for a browser's locale: Chinese for any Chinese, else English."""
    return "zh" if (locale or "zh").lower().startswith("zh") else "en"


def _flat(table: Mapping[str, Any], prefix: str = "") -> list[tuple[str, str]]:
    pairs: list[tuple[str, str]] = []
    for key, value in table.items():
        if isinstance(value, Mapping):
            pairs += _flat(value, f"{prefix}{key}.")
        else:
            pairs.append((f"{prefix}{key}", str(value)))
    return pairs
