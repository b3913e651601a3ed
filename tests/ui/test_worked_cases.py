"""Every worked case of the rules, entered as a person enters it, pays what the rules say."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from scoring import Case, Rejection, Result, case_from_json, score
from scoring.hand import DrawHand, Win
from ui import hand as edit
from ui import melds
from ui.deal import (
    Deal,
    add_win,
    case_of,
    change_kong,
    log_kong,
    missing,
    questions,
    score_deal,
    select_shown,
    with_outcome,
    with_variant,
)
from ui.hand import EMPTY_HAND, EditedHand

CASES: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[1] / "scoring" / "rules_cases.json").read_text(encoding="utf-8")
)
PAID = [case for case in CASES if "payments" in case["expected"]]
REFUSED = [case for case in CASES if "payments" not in case["expected"]]


def laid(hand: Win | DrawHand) -> EditedHand:
    """The tiles of a hand put in one after the other, its melds laid apart."""
    edited = EMPTY_HAND
    for meld in hand.melds:
        ids = range(edited.next_id, edited.next_id + len(meld.tiles))
        for tile in meld.tiles:
            edited = edit.add(edited, tile)
        edited = melds.make_meld(edited, ids, meld.type, "concealed" if meld.is_concealed_kong else meld.kind)
    for tile in hand.concealed:
        edited = edit.add(edited, tile)
    if isinstance(hand, Win):
        for tile in hand.flowers:
            edited = edit.add(edited, tile)
        if hand.win_tile is not None:
            edited = edit.add_winning(edited, hand.win_tile)
    return edited


def entered(case: Case) -> Deal:
    """The facts of a case put into an empty deal, question by question."""
    deal = replace(with_variant(Deal(), case.variant), dealer=case.dealer).with_options(case.options)
    for number, win in enumerate(case.wins):
        deal = add_win(deal, together=True) if number else deal
        deal = deal.with_win(seat=win.seat, way=win.by, from_seat=win.from_seat).with_hand(laid(win))
        for item in questions(deal):
            value = getattr(win, item.name) if item.kind == "number" else item.name in win.flags
            deal = deal.with_fact(item, value or None) if item.kind in ("flag", "number") else deal
    if case.events.false_win is not None:
        deal = with_outcome(deal, "false_win")
    elif not case.wins:
        deal = with_outcome(deal, "draw")
    facts = {
        "bao": (case.bao.feeder, case.bao.eater) if case.bao else None,
        "already_won": tuple(sorted(case.already_won)) or None,
        "genzhuang": case.events.genzhuang or None,
    }
    for item in questions(deal):
        if item.kind not in ("flag", "number", "tiles", "kongs"):
            told = facts.get(item.name, getattr(case, item.name, getattr(case.events, item.name, None)))
            deal = deal.with_fact(item, told)
    for hand in case.draw or ():
        deal = select_shown(deal, hand.seat).with_hand(laid(hand))
    for kong in case.kongs:
        deal = log_kong(deal, kong.seat, kong.kind, kong.from_seat)
        deal = change_kong(deal, deal.kongs[-1].id, payers=kong.payers)
    return deal


@pytest.mark.parametrize("told", PAID, ids=lambda told: told["id"])
def test_a_worked_case_can_be_entered_and_pays_what_the_rules_say(told: dict[str, Any]) -> None:
    """Several winners, draws, robbed kongs, opening hands, false wins: nothing is left to ask, and the sum agrees."""
    case = case_from_json(told)
    assert isinstance(case, Case)
    deal = entered(case)
    assert missing(deal) is None
    result = score_deal(deal)
    assert isinstance(result, Result)
    assert list(result.payments) == told["expected"]["payments"]
    assert sorted(win.points for win in result.wins) == sorted(win["points"] for win in told["expected"]["wins"])


@pytest.mark.parametrize("told", REFUSED, ids=lambda told: told["id"])
def test_a_refused_case_is_asked_about_or_refused_with_the_same_code(told: dict[str, Any]) -> None:
    """What the rules refuse is never paid: the page asks for what is wrong, or says the rule."""
    case = case_from_json(told)
    if isinstance(case, Rejection):
        return
    deal = entered(case)
    if missing(deal) is None:
        refused, expected = score(case_of(deal)), score(case)
        assert isinstance(refused, Rejection)
        assert isinstance(expected, Rejection)
        assert refused.code == expected.code
