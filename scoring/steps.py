"""Arithmetic that explains itself: the line a person reads is the sum that was computed.

A step keeps its terms; its result is worked out from them and its text is written from them, so that an
explanation cannot contradict the number beside it. Texts are written when somebody reads them: most hands are
scored to be compared and never explained.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from math import prod
from types import MappingProxyType
from typing import NamedTuple, Protocol


class Text(NamedTuple):
    """One sentence in both languages."""

    en: str
    zh: str

    def __add__(self, other: object) -> Text:
        if not isinstance(other, Text):
            return NotImplemented
        return Text(self.en + other.en, self.zh + other.zh)


class Bilingual(Protocol):
    """Whatever has a name in both languages."""

    @property
    def en(self) -> str:
        """English."""

    @property
    def zh(self) -> str:
        """Chinese."""


_NOTHING: Mapping[str, int | Bilingual] = MappingProxyType({})


class Step(NamedTuple):
    """One line of an explanation.

    Attributes:
        template: what is reckoned, with a place in braces for each item of ``about``.
        terms: the numbers; empty for a sentence without arithmetic.
        op: ``+`` or ``×``.
        about: what fills the places of the template.
    """

    template: Text
    terms: tuple[int, ...] = ()
    op: str = "+"
    about: Mapping[str, int | Bilingual] = _NOTHING

    @property
    def label(self) -> Text:
        """What is reckoned, written out."""
        return Text(self._label("en"), self._label("zh"))

    @property
    def result(self) -> int:
        """The sum or product of the terms."""
        return sum(self.terms) if self.op == "+" else prod(self.terms)

    def line(self, language: str = "en") -> str:
        """The step as text: ``fan: 2 + 1 = 3``. A single term is written ``0 + 3`` or ``1 × 3``."""
        label = self._label(language)
        if not self.terms:
            return label
        terms = self.terms if len(self.terms) > 1 else (0 if self.op == "+" else 1, *self.terms)
        colon = "：" if language == "zh" else ": "
        return f"{label}{colon}{f' {self.op} '.join(map(str, terms))} = {self.result}"

    def _label(self, language: str) -> str:
        template: str = getattr(self.template, language)
        if not self.about:
            return template
        return template.format(
            **{name: item if isinstance(item, int) else getattr(item, language) for name, item in self.about.items()}
        )


def say(en: str, zh: str, **about: int | Bilingual) -> Step:
    """A line without arithmetic."""
    return Step(Text(en, zh), about=about)


def add(en: str, zh: str, *terms: int, **about: int | Bilingual) -> Step:
    """A line that adds: ``add("share of {who}", "{who}应付", 2, 3, who=seat_name(1))``."""
    return Step(Text(en, zh), terms, "+", about)


def times(en: str, zh: str, *terms: int, **about: int | Bilingual) -> Step:
    """A line that multiplies."""
    return Step(Text(en, zh), terms, "×", about)


@cache
def seat_name(seat: int) -> Text:
    """How a step names a player."""
    return Text(f"seat {seat}", f"{seat}号位")
