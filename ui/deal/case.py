"""The cases for the scorer that a deal makes, and what they pay together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from scoring.core import Result, score
from scoring.errors import Rejection
from scoring.hand import Bao, Case, DrawHand, Events, Kong, Win
from scoring.settle import Transfer, payments
from scoring.tiles import Tile
from scoring.variant import Input
from ui.deal.kongs import kongs_of_rounds
from ui.deal.log import Round, out_before, round_of, rounds, show_hands
from ui.deal.model import Deal, WinEntry, is_of_win
from ui.hand import EditedHand

_OF_DRAW = ("count", "event", "kongs", "seats")
"""Kinds of questions that can matter when nobody wins."""


def questions(deal: Deal) -> tuple[Input, ...]:
    """The variant's questions that make sense for this end of the deal and this way of winning."""
    inputs = [item for item in deal.rules.inputs if item.name not in ("draw", "huangpai", "false_win")]
    if deal.outcome == "false_win":
        return tuple(item for item in deal.rules.inputs if item.name == "false_win")
    if deal.outcome == "draw" and (deal.showing is not None or not _earlier_wins(deal)):
        return tuple(item for item in inputs if item.kind in _OF_DRAW and not is_of_win(item))
    return tuple(item for item in inputs if not item.ways or deal.win.way in item.ways)


def _earlier_wins(deal: Deal) -> bool:
    return any(each.wins for each in rounds(deal))


def case_of(deal: Deal) -> Case:
    """The case of what the page shows: one win, the winners of one tile, or the draw."""
    return cases_of(deal)[round_of(deal)]


def cases_of(deal: Deal) -> tuple[Case, ...]:
    """The cases of the whole deal in order; more than one where play went on after a win or an opening hand."""
    found, kongs = rounds(deal), kongs_of_rounds(deal)
    return tuple(_case(deal, number, each, kongs[number]) for number, each in enumerate(found))


def _case(deal: Deal, number: int, settled: Round, kongs: tuple[Kong, ...]) -> Case:
    facts = deal.rules.facts
    entries = [deal.wins[at] for at in settled.wins]
    answers = {name: value for name, value in deal.facts.items() if name in facts and value is not None}
    if birds := [entry.facts["bird"] for entry in entries if entry.facts.get("bird") is not None]:
        answers["bird"] = birds[0]
    out = out_before(deal, number)
    direct = ("gold", "caishen", "streak", "lao", "base", "xianggong", *(("bird",) if birds else ()))
    return Case(
        variant=deal.variant,
        players=deal.rules.players,
        dealer=deal.dealer,
        options=deal.options,
        wins=tuple(win_of(deal, entry) for entry in entries),
        kongs=kongs,
        already_won=out,
        draw=_shown_hands(deal) if settled.draw else None,
        events=_events(deal, answers) if number == len(rounds(deal)) - 1 else Events(),
        bao=Bao(*answers["bao"]) if _is_pair(answers.get("bao")) else None,
        **{name: answers[name] for name in direct if name in answers},
    )


def _is_pair(answer: object) -> bool:
    return isinstance(answer, list | tuple) and None not in answer


def _events(deal: Deal, answers: Mapping[str, Any]) -> Events:
    """What happened besides; that nobody won follows from the end of the deal."""
    told = {name: answers[name] for name in ("genzhuang", "beigen") if name in answers}
    if deal.outcome == "draw" and "huangpai" in deal.rules.facts:
        told["huangpai"] = True
    if deal.outcome == "false_win":
        told["false_win"] = answers.get("false_win")
    return Events(**told)


def win_of(deal: Deal, entry: WinEntry) -> Win:
    """A win, with the tiles that this variant lays aside as flowers (Fuzhou's honors) moved there."""
    hand, opening = deal.kept_of(entry.hand), entry.way == "opening"
    asked = [item for item in deal.rules.inputs if not item.ways or entry.way in item.ways]
    flags = {item.name for item in asked if entry.facts.get(item.name)} & deal.rules.flags
    numbers = {item.name: entry.facts.get(item.name, 0) for item in asked if item.kind == "number"}
    return Win(
        seat=entry.seat,
        concealed=_in_hand(hand, with_last=opening),
        win_tile=hand.win.tile if hand.win and not opening else None,
        by=entry.way,
        from_seat=None if entry.way in ("selfdraw", "opening") else entry.from_seat,
        melds=tuple(group.meld() for group in hand.melds),
        flags=frozenset(flags),
        flowers=tuple(piece.tile for piece in hand.flowers),
        **numbers,
    )


def _in_hand(hand: EditedHand, *, with_last: bool) -> tuple[Tile, ...]:
    """The concealed tiles; where no tile is won with, a marked one is one of them."""
    return tuple(piece.tile for piece in (*hand.concealed, *([hand.win] if with_last and hand.win else [])))


def _shown_hands(deal: Deal) -> tuple[DrawHand, ...]:
    hands = ((seat, deal.kept_of(deal.hand_of(seat).hand)) for seat in show_hands(deal))
    return tuple(
        DrawHand(seat, _in_hand(hand, with_last=True), tuple(group.meld() for group in hand.melds))
        for seat, hand in hands
    )


def score_deal(deal: Deal) -> Result | Rejection:
    """What the whole deal pays: its rounds scored one by one and put together, or why one of them cannot be."""
    return together(deal, map(score, cases_of(deal)))


def together(deal: Deal, outcomes: Iterable[Result | Rejection]) -> Result | Rejection:
    """The rounds of a deal as one result; the first refusal where there is one."""
    results: list[Result] = []
    for outcome in outcomes:
        if isinstance(outcome, Rejection):
            return outcome
        results.append(outcome)
    if len(results) == 1:
        return results[0]
    transfers: tuple[Transfer, ...] = tuple(item for each in results for item in each.transfers)
    # Where play goes on, the first winner deals next, whatever comes after.
    decides = results[0] if deal.goes_on else results[-1]
    return Result(
        wins=tuple(win for each in results for win in each.wins),
        payments=payments(deal.rules.players, transfers),
        transfers=transfers,
        deal_steps=tuple(step for each in results for step in each.deal_steps),
        next_dealer=decides.next_dealer,
    )


def alone(deal: Deal) -> Case:
    """The case of what the page shows with only the selected winner, for questions about his hand."""
    case = case_of(deal)
    return replace(case, wins=(win_of(deal, deal.win),), draw=None, already_won=case.already_won - {deal.win.seat})
