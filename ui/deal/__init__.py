"""What is known of one deal, what it lacks, and the cases and payments that it makes.

:class:`Deal` holds everything entered; :func:`missing` says what to ask next; :func:`score_deal` pays the whole deal.
``case_of`` is the case of the win (or draw) on the page. A deal in which play goes on after a win (血战), or that
began with an opening hand (起手胡), makes several cases: ``cases_of``.
"""

from ui.deal.advice import completing, repairs, winning_tile_matters
from ui.deal.asking import Question, is_paid, missing
from ui.deal.case import alone, case_of, cases_of, questions, score_deal, together
from ui.deal.kongs import payable_by, pays_kongs
from ui.deal.log import (
    Round,
    add_win,
    change_kong,
    log_kong,
    outcomes,
    remove_kong,
    remove_win,
    round_of,
    rounds,
    select_shown,
    select_win,
    show_hands,
    still_in,
    takes_several,
    with_outcome,
    with_variant,
)
from ui.deal.model import DEFAULT_VARIANT, WAYS, Deal, KongEntry, Outcome, WinEntry

__all__ = [
    "DEFAULT_VARIANT",
    "WAYS",
    "Deal",
    "KongEntry",
    "Outcome",
    "Question",
    "Round",
    "WinEntry",
    "add_win",
    "alone",
    "case_of",
    "cases_of",
    "change_kong",
    "completing",
    "is_paid",
    "log_kong",
    "missing",
    "outcomes",
    "payable_by",
    "pays_kongs",
    "questions",
    "remove_kong",
    "remove_win",
    "repairs",
    "round_of",
    "rounds",
    "score_deal",
    "select_shown",
    "select_win",
    "show_hands",
    "still_in",
    "takes_several",
    "together",
    "winning_tile_matters",
    "with_outcome",
    "with_variant",
]
