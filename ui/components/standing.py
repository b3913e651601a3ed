"""How a match stands, as pages show it: totals, a chart over the deals, adjustments, the last payments.

The functions return HTML; every name and sentence in it is escaped.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any

import altair as alt

from records import Adjustment, Line, Match, Payment, Saved
from ui.devices import told_by
from ui.money import at_time, in_one_line, signed, signed_money
from ui.people import name_apart, name_of, payment_told, waiting
from ui.text import Words

COLOURS = ("#1a8a5c", "#c4202f", "#d19a12", "#2f6fb8", "#8a4fa3", "#5d6b64")
"""Of the lines in the chart; each has a mark of its own, too, so that nobody depends on the colour."""


def title_html(title: str) -> str:
    """The title of a part of a page."""
    return f'<h2 class="hule-title">{escape(title)}</h2>'


def totals_html(match: Match, totals: Mapping[str, int], played: int, words: Words) -> str:
    """One card a person: the name and the total; those without a seat last."""
    resting = {person.id for person in waiting(match)}
    known = [*match.seats, *(person.id for person in match.people if person.id in resting)]
    cards = "".join(_card(match, person, totals.get(person, 0), person in resting, words) for person in known)
    title = escape(words("match.totals", count=played))
    return f'<section class="hule-result payout totals"><h2>{title}</h2><ul class="payments">{cards}</ul></section>'


def _card(match: Match, person: str, total: int, rests: bool, words: Words) -> str:
    kind = "receives" if total > 0 else "pays" if total < 0 else "even"
    rest = f'<span class="dealer">{escape(words("match.rests"))}</span>' if rests else ""
    return (
        f'<li class="{kind}" data-cents="{total}"><span class="who">{escape(name_of(match, person))}{rest}</span>'
        f'<span class="verb">{escape(words(f"match.{kind}"))}</span>'
        f'<span class="amount">{signed_money(total)}</span></li>'
    )


def totals_chart(match: Match, lines: Sequence[Line], words: Words, *, large: bool = False) -> alt.Chart:
    """The totals after each deal and adjustment that counts: a line and a mark of its own for each person.

    Args:
        match: with the people.
        lines: of the match, the oldest first.
        words: the language.
        large: whether its text is large.
    """
    text = 22 if large else 14
    counting = [line for line in lines if line.change]
    steps: list[Mapping[str, int]] = [{}, *(line.totals for line in counting)]
    people = [person.id for person in match.people]
    # People of one name stay apart in the chart.
    called = {person: name_apart(match, person) for person in people}
    number, amount, who = words("match.chart_deal"), words("match.chart_amount"), words("match.chart_person")
    values = [
        {number: at, amount: step.get(person, 0) / 100, who: called[person]}
        for at, step in enumerate(steps)
        for person in people
    ]
    legend = alt.Legend(
        orient="bottom", title=None, columns=1 if large else 2, symbolSize=120, labelFontSize=text,
        labelLimit=250 if large else 150,
    )  # fmt: skip
    axis: dict[str, Any] = {"labelFontSize": text, "titleFontSize": text}
    order = [called[person] for person in people]
    chart: alt.Chart = (
        alt.Chart(alt.InlineData(values=values))
        .mark_line(strokeWidth=3, point={"size": 90, "filled": True})
        .encode(
            x=alt.X(
                f"{_field(number)}:Q",
                title=number,
                axis=alt.Axis(tickMinStep=1, format="d", **axis),
            ),
            y=alt.Y(f"{_field(amount)}:Q", title=None, axis=alt.Axis(**axis)),
            color=alt.Color(f"{_field(who)}:N", sort=order, legend=legend, scale=alt.Scale(range=list(COLOURS))),
            shape=alt.Shape(f"{_field(who)}:N", sort=order, legend=legend),
            tooltip=[f"{_field(name)}" + kind for name, kind in ((who, ":N"), (number, ":Q"), (amount, ":Q"))],
        )
        # The lines themselves stay as tall, however many people the legend names.
        .properties(height=310 + 36 * len(people) if large else 270 + 25 * -(-len(people) // 2))
    )
    return chart


def _field(name: str) -> str:
    return name.replace(":", "\\:").replace(".", "\\.")


def payments_html(match: Match, payments: Iterable[Payment], words: Words) -> str:
    """The fewest payments after which nobody owes anybody."""
    lines = [payment_told(match, payment, words) for payment in payments]
    if not lines:
        return f"<p>{escape(words('match.even_all'))}</p>"
    items = "".join(f"<li>{escape(line)}</li>" for line in lines)
    return f"<ul class='transfers'>{items}</ul><p>{escape(words('match.fewest'))}</p>"


def adjustment_html(entry: Saved[Any], match: Match, words: Words) -> str:
    """One adjustment: when, who got what, what for."""
    value: Adjustment = entry.value
    amounts = in_one_line((name_of(match, person), signed_money(got)) for person, got in value.amounts.items())
    line = escape(f"{at_time(entry.origin.at)} · {amounts}")
    line = f"<s>{line}</s> {escape(words('deals.void'))}" if value.void else line
    note = f"<br>{escape(value.note)}" if value.note else ""
    return f'<p class="entry">{line}{note}</p>'


def versions_html(versions: Sequence[Saved[Any]], words: Words) -> str:
    """Every version of a deal, the newest first: when, by whom on which device, what it paid, its content hash."""
    items = "".join(f"<li>{_version_html(saved, words)}</li>" for saved in reversed(versions))
    title = escape(words("deals.versions", count=len(versions)))
    return f'<details class="versions"><summary>{title}</summary><ol reversed>{items}</ol></details>'


def _version_html(saved: Saved[Any], words: Words) -> str:
    paid = " ".join(signed(points) for points in (saved.value.result or {}).get("payments", ()))
    parts = [at_time(saved.origin.at), told_by(saved.origin), words("deals.void") if saved.value.void else paid]
    if saved.overtook:
        parts.append(words("deals.overtook"))
    corrected = len(saved.value.corrections)
    if corrected:
        parts.append(words("deals.corrected", count=corrected))
    line = "\u00a0· ".join(part for part in parts if part)
    return f'{escape(line)} <code title="{saved.sha256}">{saved.sha256[:8]}</code>'
