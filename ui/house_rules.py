"""House rules for a person: what each means and what is played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scoring.options import Option
from scoring.variants import VARIANTS
from ui.text import Words


@dataclass(frozen=True)
class RuleTold:
    """One house rule in words.

    Attributes:
        name: what it is about.
        value: what is played.
        changed: whether that differs from the variant's default.
    """

    name: str
    value: str
    changed: bool


def rules_told(variant: str, options: Mapping[str, Any], words: Words) -> tuple[RuleTold, ...]:
    """House rules in the order of the rule page; one that this build no longer has goes by its name."""
    declared = {option.name: option for option in VARIANTS[variant].options} if variant in VARIANTS else {}
    known = [name for name in declared if name in options]
    return tuple(
        _told(name, options[name], declared.get(name), words)
        for name in (*known, *(name for name in options if name not in declared))
    )


def _told(name: str, value: Any, option: Option | None, words: Words) -> RuleTold:
    if option is None:
        return RuleTold(name, value_told(value, words), True)
    return RuleTold(rule_name(option, words), value_told(value, words), value != option.default)


def rule_name(option: Option, words: Words) -> str:
    """A house rule in a few words."""
    return words.catalogue.get(f"option.{option.name}", words.of(option.meaning))


def value_told(value: Any, words: Words) -> str:
    """A choice as the page of the rules calls it."""
    if value is None:
        return words("table.none")
    if isinstance(value, bool):
        return words("table.yes" if value else "table.no")
    if isinstance(value, Mapping):
        return words("dispute.comma").join(f"{_kong(key, words)} {number}" for key, number in value.items())
    return words.catalogue.get(f"choice.{value}", str(value))


def choice_told(value: Any, option: Option, words: Words) -> str:
    """A choice among those of a house rule; the default says that it is one."""
    text = value_told(value, words)
    return words("table.default", choice=text) if value == option.default else text


def _kong(kind: str, words: Words) -> str:
    return words.catalogue.get(f"meld.kong_{kind}", kind)
