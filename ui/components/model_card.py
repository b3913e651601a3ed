"""The figures of a model as small charts: old against new, and how far its confidences can be believed."""

from __future__ import annotations

from functools import cache
from html import escape
from pathlib import Path

from ui.text import Words
from vision.compare import Compared, comparison_from_json
from vision.registry import Model


@cache
def styles() -> str:
    """The style sheet of the cards, for the page that shows them."""
    return f"<style>{Path(__file__).with_suffix('.css').read_text(encoding='utf-8')}</style>"


def card_html(model: Model, words: Words) -> str:
    """What is known of a model taught here, as HTML; empty for one without figures."""
    told = model.figures()
    if not told:
        return ""
    comparison = comparison_from_json(told)
    places = {"held_out": comparison.held_out, **comparison.elsewhere}
    key = "offered" if comparison.offered else "forgotten" if comparison.forgotten else "no_better"
    facts = words("models.facts", made=told["made"], learned=told["learned"], parent=told["from"],
                  minutes=f"{told['minutes']:g}")  # fmt: skip
    charts = "".join(_place(words(f"models.place_{name}"), compared, words) for name, compared in places.items())
    return (
        f'<div class="hule-model"><p>{escape(facts)}</p>{charts}'
        f'<p class="verdict {key}">{escape(words(f"models.verdict_{key}"))}</p></div>'
    )


def _place(title: str, compared: Compared, words: Words) -> str:
    """One set of photos: two bars for each figure."""
    old, new = compared.old, compared.new
    photos = int(old["photos"])
    bars = _bars(words("models.f1"), (old["f1"], f"{old['f1']:.1%}"), (new["f1"], f"{new['f1']:.1%}"), words)
    for name, whole in (("exact_photos", photos), ("exact_hands", int(old["hands"]))):
        if whole:
            before, after = ((each[name] / whole, f"{each[name]:g}/{whole}") for each in (old, new))
            bars += _bars(words(f"models.{name}"), before, after, words)
    count = words("models.photos", count=photos)
    return f"<section><h3>{escape(title)} <small>{escape(count)}</small></h3><dl>{bars}</dl></section>"


def _bars(title: str, before: tuple[float, str], after: tuple[float, str], words: Words) -> str:
    """Old and new of one figure, each as its share and how to write it."""
    bars = "".join(
        f'<span class="{kind}"><em>{escape(words(f"models.{kind}"))}</em>'
        f'<i style="--share:{share:.3f}"></i><b>{escape(text)}</b></span>'
        for kind, (share, text) in (("before", before), ("after", after))
    )
    return f"<dt>{escape(title)}</dt><dd>{bars}</dd>"
