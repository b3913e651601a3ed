"""Who pays whom, or what is missing, and what ends an argument about it."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path

import streamlit as st

from scoring import Result, score
from scoring.explain import considered, house_rules
from scoring.tiles import Tile
from scoring.waits import waits
from ui.components import payout, reasons
from ui.deal import Deal, Question, alone, case_of, cases_of, is_paid, missing, repairs, round_of, score_deal, together
from ui.hand import change
from ui.house_rules import choice_told, rule_name
from ui.pages.dispute import go_to_dispute, receipt_of_session
from ui.session import edit, session
from ui.text import Words

_STYLES = (Path(payout.__file__).with_name("payout.css")).read_text(encoding="utf-8")


def result(deal: Deal, words: Words) -> None:
    """Draws the payout, or the next question with what helps to answer it."""
    st.html(f"<style>{_STYLES}</style>")
    with st.container(key="payout"):
        question = missing(deal)
        if question is not None:
            _ask(question, deal, words)
            return
        settled = score_deal(deal)
        if isinstance(settled, Result):
            st.html(payout.payout_html(settled, deal, words))
            st.html(payout.summary_html(settled, deal, words))
        else:
            st.html(payout.rejection_html(settled, deal, words))
            _repairs(deal, words)


def after_payout(deal: Deal, words: Words) -> None:
    """Draws what explains a payout, the receipt for the group chat, and the way to the page that settles an argument.

    Nothing where the deal has no payout.
    """
    if not is_paid(deal):
        return
    _why(deal, words)
    receipt_of_session(session(), words)
    if st.button(words("dispute.open"), key="dispute", icon=":material/balance:"):
        go_to_dispute(session())


def _ask(question: Question, deal: Deal, words: Words) -> None:
    st.html(payout.question_html(question, deal, words))
    if question.where is not None:
        st.button(words("ask.go"), key="ask_go", icon=":material/arrow_forward:", on_click=_go, args=(question.where,))
    if question.code == "winning_tile" or (deal.shows_hand and deal.held == deal.wanted):
        _waits(deal, words)
    before = round_of(deal)
    if before:
        paid = together(deal, map(score, cases_of(deal)[:before]))
        if isinstance(paid, Result):
            st.caption(words("result.so_far", paid=reasons.payments_line(paid, deal, words)))


def _go(there: Deal) -> None:
    edit(lambda deal: replace(deal, selected=min(there.selected, len(deal.wins) - 1), showing=there.showing))


def _waits(deal: Deal, words: Words) -> None:
    """The tiles that the hand waits for, with what each would pay."""
    found = waits(alone(deal))
    if isinstance(found, tuple):
        with st.container(key="waits"):
            st.html(f"<h3>{words('waits.title')}</h3>" + reasons.waits_html(found, deal.win.seat, words))


def _why(deal: Deal, words: Words) -> None:
    """The readings that lost and what other house rules would pay; worked out when somebody opens them."""
    case = case_of(deal)
    entry = next((win for win in case.wins if win.seat == deal.win.seat), None)
    if entry is not None:
        lost = st.expander(words("reasons.readings"), key="why_readings", on_change="rerun")
        if lost.open:
            lost.html(reasons.considered_html(considered(case, entry), deal, words))
    other = st.expander(words("reasons.rules"), key="why_rules", on_change="rerun")
    if other.open:
        rules = [
            (rule_name(each.option, words), choice_told(each.value, each.option, words), each)
            for each in house_rules(case)
        ]
        other.html(reasons.house_rules_html(rules, deal, words))


def _repairs(deal: Deal, words: Words) -> None:
    """Buttons for the single misreadings that would explain why the hand is refused."""
    found = repairs(deal)
    if found:
        st.markdown(words("result.repairs"))
    for piece, face in found:
        label = words("result.repair", old=words.tile(piece.tile), new=words.tile(face))
        key = f"repair_{piece.id}_{face.code}"
        st.button(label, key=key, icon=":material/build:", on_click=edit, args=(partial(_repair, piece.id, face),))


def _repair(piece: int, face: Tile, deal: Deal) -> Deal:
    return deal.with_hand(change(deal.win.hand, piece, face))
