"""Writes the rule pages ``docs/variants/*.md`` from the declarations, so that page and code cannot disagree.

``python -m scoring.pages docs/variants`` writes them; with ``--check`` it only compares, and fails on a difference.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from scoring.options import spell
from scoring.patterns import Pattern
from scoring.steps import Text
from scoring.variant import Clause, Variant
from scoring.variants import VARIANTS


def page(variant: Variant) -> str:
    """The rule page of one variant in Chinese and English, as Markdown."""
    lines = [
        f"# {variant.name.zh} {variant.name.en}",
        "",
        "<!-- written by `python -m scoring.pages`; change the declarations, not this page -->",
        "",
        f"`hule score … --variant {variant.id}`",
        "",
    ]
    for clause in variant.clauses:
        lines += [*_clause(clause), *_patterns(variant, clause), *_inputs(variant, clause), *_options(variant, clause)]
    return "\n".join(lines).rstrip() + "\n"


def _clause(clause: Clause) -> Iterator[str]:
    yield f"## {clause.id} {clause.title.zh} {clause.title.en}"
    yield ""
    yield clause.text.zh
    yield ""
    yield clause.text.en
    yield ""
    yield f"原文 Source: `{clause.seed}`" if clause.seed else "原文没有 Not in the source text."
    yield ""


def _patterns(variant: Variant, clause: Clause) -> Iterator[str]:
    defaults = {option.name: option.default for option in variant.options}
    rows = [
        (pattern.zh, pattern.en, _value(pattern, defaults))
        for pattern in variant.patterns
        if pattern.clause == clause.id
    ]
    yield from _table(("番种", "Pattern", "值（默认选项） Value (defaults)"), rows)


def _value(pattern: Pattern, defaults: dict[str, object]) -> str:
    """The value under the default rules and what it takes to count; a dash where they do not price it by itself."""
    try:
        value = str(pattern.value_under(defaults))
    except TypeError:
        value = "–"
    return f"{value}（只在 only with `{pattern.needs}`）" if pattern.needs else value


def _inputs(variant: Variant, clause: Clause) -> Iterator[str]:
    rows = [(f"`{item.name}`", item.label.zh, item.label.en) for item in variant.inputs if item.clause == clause.id]
    yield from _table(("Fact", "问", "Question"), rows)


def _options(variant: Variant, clause: Clause) -> Iterator[str]:
    rows = [
        (f"`{option.name}`", option.meaning.zh, option.meaning.en, _both(option.choices_text), spell(option.default))
        for option in variant.options
        if option.clause == clause.id
    ]
    yield from _table(("Option", "选项", "Meaning", "Choices", "Default"), rows)


def _both(text: Text) -> str:
    return text.zh if text.zh == text.en else f"{text.zh} {text.en}"


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> Iterator[str]:
    rows = list(rows)
    if rows:
        yield f"| {' | '.join(head)} |"
        yield f"|{'---|' * len(head)}"
        yield from (f"| {' | '.join(row)} |" for row in rows)
        yield ""


def main(arguments: list[str]) -> int:
    """Writes or checks the pages of every variant; the exit status is 1 where a page is out of date."""
    folder = Path(next(argument for argument in arguments if not argument.startswith("-")))
    stale = []
    for variant in VARIANTS.values():
        path, text = folder / f"{variant.id}.md", page(variant)
        if "--check" in arguments:
            if not path.exists() or path.read_text(encoding="utf-8") != text:
                stale.append(str(path))
        else:
            folder.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    for name in stale:
        print(f"{name} is out of date; run python -m scoring.pages {folder}", file=sys.stderr)
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
