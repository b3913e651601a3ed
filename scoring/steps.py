"""Arithmetic that explains itself: the line a person reads is the sum that was computed.

A step keeps its terms; its result is worked out from them and its text is written from them, so that an
explanation cannot contradict the number beside it.
"""

from __future__ import annotations

from math import prod
from typing import NamedTuple


class Text(NamedTuple):
    """One sentence in both languages."""

    en: str
    zh: str

    def __add__(self, other: object) -> Text:
        if not isinstance(other, Text):
            return NotImplemented
        return Text(self.en + other.en, self.zh + other.zh)


class Step(NamedTuple):
    """One line of an explanation.

    Attributes:
        label: what is reckoned.
        terms: the numbers; empty for a sentence without arithmetic.
        op: ``+`` or ``×``.
    """

    label: Text
    terms: tuple[int, ...] = ()
    op: str = "+"

    @property
    def result(self) -> int:
        """The sum or product of the terms."""
        return sum(self.terms) if self.op == "+" else prod(self.terms)

    def line(self, language: str = "en") -> str:
        """The step as text: ``fan: 2 + 1 = 3``. A single term is written ``0 + 3`` or ``1 × 3``."""
        label = self.label.zh if language == "zh" else self.label.en
        if not self.terms:
            return label
        terms = self.terms if len(self.terms) > 1 else (0 if self.op == "+" else 1, *self.terms)
        colon = "：" if language == "zh" else ": "
        return f"{label}{colon}{f' {self.op} '.join(map(str, terms))} = {self.result}"


def say(en: str, zh: str) -> Step:
    """A line without arithmetic."""
    return Step(Text(en, zh))


def add(en: str, zh: str, *terms: int) -> Step:
    """A line that adds."""
    return Step(Text(en, zh), terms, "+")


def times(en: str, zh: str, *terms: int) -> Step:
    """A line that multiplies."""
    return Step(Text(en, zh), terms, "×")


def seat_name(seat: int) -> Text:
    """How a step names a player."""
    return Text(f"seat {seat}", f"{seat}号位")


def seat_names(seats: list[int] | tuple[int, ...]) -> Text:
    """How a step names several players."""
    return Text("seats " + ", ".join(map(str, seats)), "、".join(seat_name(seat).zh for seat in seats))
