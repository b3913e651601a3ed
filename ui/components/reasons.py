"""What ends an argument, as a page writes it: readings that lost, other house rules, tiles that a hand waits for.

The functions return HTML; every name and sentence in it is escaped.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from scoring import Rejection, Result
from scoring.explain import Considered, HouseRule
from scoring.waits import Wait
from ui.components.payout import reading_html, tiles_html
from ui.deal import Deal
from ui.money import in_one_line, signed
from ui.players import name_seats, seat_label
from ui.text import Words

READINGS = 3
"""How many of the readings that lost are shown."""


def considered_html(lost: Iterable[Considered], deal: Deal, words: Words) -> str:
    """The readings that were not chosen, the dearest first, with what each is worth or why it may not win."""
    items = "".join(
        f'<li><div class="reading">{reading_html(each.reading, words)}</div>'
        f"<p>{escape(_worth(each, deal, words))}</p></li>"
        for each in tuple(lost)[:READINGS]
    )
    lead = f"<p>{escape(words('reasons.largest_counts' if items else 'reasons.one_reading'))}</p>"
    return f'{lead}<ul class="hule-reasons">{items}</ul>' if items else lead


def _worth(each: Considered, deal: Deal, words: Words) -> str:
    if isinstance(each.outcome, Rejection):
        return name_seats(words.either(each.outcome.message, each.outcome.message_zh), deal, words)
    patterns = words("ask.list").join(words.of(hit.name) for hit in each.outcome.hits)
    return words("reasons.worth", points=each.outcome.points, fan=each.outcome.fan, patterns=patterns)


def house_rules_html(rules: Iterable[tuple[str, str, HouseRule]], deal: Deal, words: Words) -> str:
    """What the deal would pay if one house rule were another.

    Args:
        rules: for each its label, the other choice as the page spells it, and what would come out.
        deal: the deal.
        words: the language.
    """
    rows = "".join(
        f"<li><b>{escape(label)}</b> → {escape(choice)}<br>{escape(_outcome(each.outcome, deal, words))}</li>"
        for label, choice, each in rules
    )
    return f'<ul class="hule-reasons">{rows}</ul>' if rows else f"<p>{escape(words('reasons.no_rule'))}</p>"


def _outcome(outcome: Result | Rejection, deal: Deal, words: Words) -> str:
    if isinstance(outcome, Rejection):
        return name_seats(words.either(outcome.message, outcome.message_zh), deal, words)
    return payments_line(outcome, deal, words)


def payments_line(result: Result, deal: Deal, words: Words) -> str:
    """All payments in one line: ``老王 +6 · 下家 −2 · …``."""
    paid = ((seat, amount) for seat, amount in enumerate(result.payments) if amount)
    told = in_one_line((seat_label(deal, seat, words), signed(amount)) for seat, amount in paid)
    return told or words("result.even")


def waits_html(waits: Iterable[Wait], seat: int, words: Words) -> str:
    """The tiles that a hand waits for, how many are left, and what the winner would receive either way."""
    rows = "".join(
        f"<tr><th scope='row'>{tiles_html([wait.tile], words)}<span>{escape(words.tile(wait.tile))}</span></th>"
        f"<td>{wait.left}</td><td>{_receives(wait.selfdraw, seat)}</td><td>{_receives(wait.discard, seat)}</td></tr>"
        for wait in waits
    )
    if not rows:
        return f"<p>{escape(words('waits.none'))}</p>"
    heads = "".join(
        f"<th scope='col'>{escape(words(f'waits.{key}'))}</th>" for key in ("tile", "left", "drawn", "given")
    )
    return f'<table class="hule-waits"><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>'


def _receives(result: Result | None, seat: int) -> str:
    return "—" if result is None else signed(result.payments[seat])
