"""Named house rules (选项): what a table may play differently, with choices and defaults (rules 12.5)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from reprlib import repr as shown
from typing import Any

from scoring.errors import Rejection, bad_input
from scoring.hand import MOST
from scoring.steps import Text


@dataclass(frozen=True)
class Option:
    """One house rule.

    Attributes:
        name: as written in ``--option name=value``.
        default: the seed's own reading.
        meaning: what it changes, in both languages.
        clause: heading of the variant's rule page.
        choices: the allowed values; empty for a number or a table of numbers.
        minimum: smallest whole number, for a number without listed choices.
        keys: names of the whole numbers, for a table of them.
    """

    name: str
    default: Any
    meaning: Text
    clause: str
    choices: tuple[Any, ...] = ()
    minimum: int = 0
    keys: tuple[str, ...] = ()

    @property
    def choices_text(self) -> Text:
        """The allowed values for a person: ``B, A`` or ``whole number, 1 or more``."""
        if self.keys:
            listed = ", ".join(self.keys)
            return Text(f"a whole number for each of {listed}", f"{listed} 各一个整数")
        if not self.choices:
            return Text(f"whole number, {self.minimum} or more", f"整数，不小于 {self.minimum}")
        listed = ", ".join(spell(choice) for choice in self.choices)
        return Text(listed, listed)

    def trials(self) -> tuple[Any, ...]:
        """The values worth trying: all choices; of a number the small ones; of a table one number changed."""
        if self.keys:
            return tuple({**self.default, key: number} for key in self.keys for number in range(4))
        return self.choices or tuple(range(self.minimum, self.minimum + 5))

    def accept(self, value: Any) -> Any:
        """The value as the rules use it: checked, and completed where a table of numbers leaves some out.

        Raises:
            ValueError: when it is none of the choices.
        """
        if self.keys:
            if isinstance(value, Mapping) and set(value) <= set(self.keys) and all(map(_is_count, value.values())):
                return {**self.default, **value}
        elif self.choices:
            for choice in self.choices:
                # True == 1 in Python, but a table that writes 1 did not mean yes.
                if choice == value and isinstance(choice, bool) == isinstance(value, bool):
                    return choice
        elif _is_count(value) and value >= self.minimum:
            return value
        raise ValueError(self.choices_text.en)

    def parse(self, text: str) -> Any:
        """The value written on a command line; a text that is no value comes back as it is, to be refused.

        A table of numbers is written ``exposed:3,concealed:4``.
        """
        if self.keys:
            pairs = [part.partition(":") for part in text.split(",")]
            return {key.strip(): int(number) if number.strip().isdigit() else number for key, _, number in pairs}
        for choice in self.choices:
            if spell(choice) == text.strip().lower() or choice == text.strip():
                return choice
        return int(text) if text.strip().isdigit() else text


def flag(name: str, default: bool, en: str, zh: str, clause: str) -> Option:
    """A house rule that is on or off."""
    return Option(name, default, Text(en, zh), clause, choices=(False, True))


def choice(name: str, choices: tuple[Any, ...], en: str, zh: str, clause: str, default: Any = ...) -> Option:
    """A house rule with listed choices, of which the first is the default unless another is named."""
    return Option(name, choices[0] if default is ... else default, Text(en, zh), clause, choices=choices)


def resolve(declared: tuple[Option, ...], given: Mapping[str, Any]) -> dict[str, Any] | Rejection:
    """All house rules of a variant: those given, the others at their defaults.

    Returns:
        the values by name, or an ``E_INPUT`` that names the option that is misspelt or out of range.
    """
    values = {option.name: option.default for option in declared}
    by_name = {option.name: option for option in declared} if given else {}
    for name, value in given.items():
        option = by_name.get(name)
        if option is None:
            import difflib  # only for a misspelling: it takes longer to import than most of the scorer

            near = difflib.get_close_matches(name, by_name, n=1)
            hint, hint_zh = (f"; did you mean {near[0]}?", f"；是否指 {near[0]}？") if near else ("", "")
            return bad_input(f"options.{name}", f"no such option{hint}", f"没有这个选项{hint_zh}")
        try:
            values[name] = option.accept(value)
        except ValueError:
            return bad_input(
                f"options.{name}",
                f"{shown(value)} is not allowed; choose from {option.choices_text.en}",
                f"不能是 {shown(value)}，可选：{option.choices_text.zh}",
            )
    return values


def spell(value: Any) -> str:
    """A value as it is written outside Python: ``null``, ``true``, ``4``."""
    if value is None:
        return "null"
    if isinstance(value, Mapping):
        return ",".join(f"{key}:{number}" for key, number in value.items())
    return str(value).lower() if isinstance(value, bool) else str(value)


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MOST
