"""Arithmetic that explains itself: the line a person reads is the sum that was computed.

A step keeps its terms; its result is worked out from them and its text is written from them, so that an
explanation cannot contradict the number beside it. Texts are written when somebody reads them, since most hands
are scored to be compared and never explained, and remembered, since the same lines come with every hand of a table.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, lru_cache
from math import prod
from typing import NamedTuple, Protocol

SUITS_ZH = ("万", "筒", "条")
"""What most tables call the suits; some say 饼 or 索."""


class Text(NamedTuple):
    """One sentence in both languages."""

    en: str
    zh: str

    def __add__(self, other: object) -> Text:
        if not isinstance(other, Text):
            return NotImplemented
        return Text(self.en + other.en, self.zh + other.zh)


def in_words(zh: str, own: Mapping[str, str]) -> str:
    """A Chinese sentence in the words of a table.

    The word for a suit is one after a numeral, in a list or by itself: 三条 and 万、筒、条, but not 条件.

    Args:
        zh: the sentence.
        own: the table's word for each of the program's (:attr:`scoring.variant.Variant.words`).

    >>> in_words("条件：六条", {"条": "索"})
    '条件：六索'
    """
    for word, said in own.items():
        if word in SUITS_ZH:
            zh = re.sub(f"(?<=[一二三四五六七八九、]){word}(?!件)|^{word}$", said, zh)
        else:
            zh = zh.replace(word, said)
    return zh


class Bilingual(Protocol):
    """Whatever has a name in both languages."""

    @property
    def en(self) -> str:
        """English."""

    @property
    def zh(self) -> str:
        """Chinese."""


class Step(NamedTuple):
    """One line of an explanation.

    Attributes:
        template: what is reckoned, with a place in braces for each item of ``about``.
        terms: the numbers; empty for a sentence without arithmetic.
        op: ``+`` or ``×``.
        about: what fills the places of the template, by their names.
    """

    template: Text
    terms: tuple[int, ...] = ()
    op: str = "+"
    about: tuple[tuple[str, int | Bilingual], ...] = ()

    @property
    def label(self) -> Text:
        """What is reckoned, written out."""
        if not self.about:
            return self.template
        en = {name: item if isinstance(item, int) else item.en for name, item in self.about}
        zh = {name: item if isinstance(item, int) else item.zh for name, item in self.about}
        return Text(self.template.en.format_map(en), self.template.zh.format_map(zh))

    @property
    def result(self) -> int:
        """The sum or product of the terms."""
        return sum(self.terms) if self.op == "+" else prod(self.terms)

    @property
    def text(self) -> Text:
        """The step as text: ``fan: 2 + 1 = 3``. A single term is written ``0 + 3`` or ``1 × 3``."""
        return _written(self)

    def line(self, language: str = "en") -> str:
        """The text in one language, ``en`` or ``zh``."""
        return self.text.zh if language == "zh" else self.text.en


@lru_cache(maxsize=1 << 14)
def _written(step: Step) -> Text:
    if not step.terms:
        return step.label
    terms = step.terms if len(step.terms) > 1 else (0 if step.op == "+" else 1, *step.terms)
    reckoned = f"{f' {step.op} '.join(map(str, terms))} = {step.result}"
    return step.label + Text(f": {reckoned}", f"：{reckoned}")


def say(en: str, zh: str, **about: int | Bilingual) -> Step:
    """A line without arithmetic."""
    return Step(Text(en, zh), about=tuple(about.items()))


def add(en: str, zh: str, *terms: int, **about: int | Bilingual) -> Step:
    """A line that adds: ``add("share of {who}", "{who}应付", 2, 3, who=seat_name(1))``."""
    return Step(Text(en, zh), terms, "+", tuple(about.items()))


def times(en: str, zh: str, *terms: int, **about: int | Bilingual) -> Step:
    """A line that multiplies."""
    return Step(Text(en, zh), terms, "×", tuple(about.items()))


@cache
def seat_name(seat: int) -> Text:
    """How a step names a player."""
    return Text(f"seat {seat}", f"{seat}号位")
