"""The payout as a page shows it: who pays whom, large, then what the hand was worth and why.

The functions return HTML; every name and sentence in it is escaped.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from scoring import Rejection, Result, ScoredWin, Tile, parse_tiles
from scoring.hand import Seat, Way
from scoring.patterns import Hit
from scoring.shapes import Reading
from scoring.steps import Step, Text
from ui.deal import Deal, Question, rounds
from ui.money import signed
from ui.players import name_seats, seat_label
from ui.text import Words, sentence


def payout_html(result: Result, deal: Deal, words: Words) -> str:
    """The whole result of a deal."""
    open_large = f'<a class="hule-large-open" href="#large">{escape(words("result.large"))}</a>'
    title = f"<header><h2>{escape(words('result.title'))}</h2>{open_large}</header>"
    parts = [title, payments_html(result.payments, deal, words)]
    ways = won_ways(deal)
    parts += [_win_html(win, ways.get(win.seat), deal, words) for win in result.wins]
    parts.append(_steps_html(result, deal, words))
    return _section("payout", "".join(parts)) + large_html(result.payments, deal, words)


def won_ways(deal: Deal) -> dict[Seat, Way]:
    """How each winner won; players who were only ready at a draw are not in it."""
    return {deal.wins[at].seat: deal.wins[at].way for each in rounds(deal) for at in each.wins}


def large_html(payments: Iterable[int], deal: Deal, words: Words) -> str:
    """The payments over the whole screen, readable across the table; hidden until its address is followed."""
    lines = "".join(
        f'<li class="{_direction(amount)}"><span>{escape(seat_label(deal, seat, words))}</span>'
        f"<span>{escape(words(f'result.{_direction(amount)}'))}</span><b>{abs(amount) or ''}</b></li>"
        for seat, amount in sorted(enumerate(payments), key=lambda paid: paid[1])
    )
    close = f'<a href="#payout">{escape(words("result.large_close"))}</a>'
    label = escape(words("result.title"))
    return f'<section class="hule-large" id="large" aria-label="{label}"><ul>{lines}</ul>{close}</section>'


def _direction(amount: int) -> str:
    return "receives" if amount > 0 else "pays" if amount < 0 else "even"


def payments_html(payments: Iterable[int], deal: Deal, words: Words) -> str:
    """One card a player: the name, whether he pays or receives, and how much."""
    amounts = tuple(payments)
    listed = ",".join(map(str, amounts))
    return (
        f'<ul class="payments" data-payments="{listed}">'
        + "".join(_payment_html(seat, amount, deal, words) for seat, amount in enumerate(amounts))
        + "</ul>"
    )


def _payment_html(seat: int, amount: int, deal: Deal, words: Words) -> str:
    kind = _direction(amount)
    dealer = f'<span class="dealer">{escape(words("result.dealer"))}</span>' if seat == deal.dealer else ""
    figure = f'<span class="amount">{abs(amount)}</span>' if amount else '<span class="amount">0</span>'
    return (
        f'<li class="{kind}"><span class="who">{escape(seat_label(deal, seat, words))}{dealer}</span>'
        f'<span class="verb">{escape(words(f"result.{kind}"))}</span>{figure}</li>'
    )


def summary_html(result: Result, deal: Deal, words: Words) -> str:
    """The payments in one line, for the foot of a phone's screen."""
    amounts = "".join(
        f"<span><i>{escape(seat_label(deal, seat, words))}</i> <b>{signed(amount)}</b></span>"
        for seat, amount in enumerate(result.payments)
    )
    return f'<a class="hule-foot" href="#payout">{amounts}</a>'


def _win_html(win: ScoredWin, won: Way | None, deal: Deal, words: Words) -> str:
    name = seat_label(deal, win.seat, words)
    who = escape(words("result.who_wins" if won else "result.who_waits", name=name))
    way = escape(words(f"way.{won}" if won else "result.best_hand"))
    worth = [words("result.fan", fan=win.fan), words("result.points", points=win.points)]
    return (
        f'<div class="worth"><strong>{who} · {way}</strong>'
        f"<span>{escape(' · '.join(worth))}</span></div>"
        f'<div class="reading" role="group" aria-label="{escape(words("result.reading"))}">'
        f"{reading_html(win.reading, words)}</div>"
        f"<h3>{escape(words('result.patterns'))}</h3>"
        f'<div class="patterns">{"".join(_pattern_html(hit, deal, words) for hit in win.hits)}</div>'
    )


def _pattern_html(hit: Hit, deal: Deal, words: Words) -> str:
    """One pattern; opening it shows the rule."""
    pattern = hit.pattern
    clause = next((clause for clause in deal.rules.clauses if clause.id == pattern.clause), None)
    rule = "" if clause is None else f"<p>{escape(words.of(clause.text))}</p>"
    return (
        f"<details><summary><span>{escape(words.of(hit.name))}</span>"
        f'<span class="clause">{escape(words("result.clause", clause=pattern.clause))}</span>'
        f"<b>{hit.value}</b></summary>{rule}</details>"
    )


def reading_html(reading: Reading, words: Words) -> str:
    """The reading of a hand as groups of tile pictures, melds last."""
    return "".join(
        f'<span class="{"laid" if group.melded else "held"}">{tiles_html(group.tiles, words)}</span>'
        for group in sorted(reading.groups, key=lambda group: group.melded)
    )


def tiles_html(tiles: Iterable[Tile], words: Words) -> str:
    """Small pictures of tiles in a row."""
    return "".join(
        f'<span class="hule-tile" role="img" aria-label="{escape(words.tile(tile))}" '
        f'style="background-image:var(--tile-{tile.code})"></span>'
        for tile in tiles
    )


def _steps_html(result: Result, deal: Deal, words: Words) -> str:
    steps = [step for win in result.wins for step in win.steps] + list(result.steps)
    lines = "".join(f"<li>{_step_html(step, deal, words)}</li>" for step in steps)
    return f"<details class='steps'><summary>{escape(words('result.steps'))}</summary><ol>{lines}</ol></details>"


def _step_html(step: Step, deal: Deal, words: Words) -> str:
    return escape(name_seats(step.line(words.language), deal, words))


def welcome_html(words: Words) -> str:
    """What to do, for a page without a hand."""
    steps = "".join(f"<li>{escape(words(f'start.step_{number}'))}</li>" for number in (1, 2, 3))
    tiles = tiles_html(parse_tiles("1m 9p 1s 1z 6z 7z"), words)
    return f'<div class="hule-how"><div class="fan" aria-hidden="true">{tiles}</div><ol>{steps}</ol></div>'


def question_html(question: Question, deal: Deal, words: Words) -> str:
    """What is still missing."""
    values = {name: _spelled(value, words) for name, value in question.values.items()}
    text = words(f"ask.{question.code}", **values)
    if question.seat is not None:
        text = words("ask.of", name=seat_label(deal, question.seat, words), question=text)
    return _notice("ask", words("result.waiting"), text)


def _spelled(value: object, words: Words) -> object:
    """A value of a question for a person: tiles by their names."""
    if isinstance(value, Text):
        return words.of(value)
    return words.tiles(value) if isinstance(value, tuple) else value


def rejection_html(rejection: Rejection, deal: Deal, words: Words) -> str:
    """Why the hand cannot be scored."""
    text = name_seats(words.either(rejection.message, rejection.message_zh), deal, words)
    return _notice("refused", words("result.refused"), sentence(text))


def _notice(kind: str, title: str, text: str) -> str:
    """A result that is none, in its place and at the foot of a phone's screen."""
    section = _section(kind, f"<h2>{escape(title)}</h2><p>{escape(text)}</p>")
    return f'{section}<a class="hule-foot notice" href="#payout"><span>{escape(text)}</span></a>'


def _section(kind: str, inner: str) -> str:
    return f'<section class="hule-result {kind}" id="payout" aria-live="polite">{inner}</section>'
