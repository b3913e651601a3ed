"""What is still to be asked before a deal can be scored."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from scoring import Result
from scoring.hand import Seat
from scoring.steps import Text
from scoring.variant import Input
from ui.deal.case import questions, score_deal
from ui.deal.kongs import without_feeder
from ui.deal.log import rounds, select_shown, select_win, show_hands
from ui.deal.model import Deal


@dataclass(frozen=True)
class Question:
    """What is still missing before the deal can be scored.

    Attributes:
        code: key of the text that asks for it, under ``ask``.
        values: what the text names.
        seat: whose hand it is about, where the deal has several; None for the hand on the page.
        where: the deal with the entry on the page that the question is about; None where it is there already.
    """

    code: str
    values: Mapping[str, Any] = field(default_factory=dict)
    seat: Seat | None = None
    where: Deal | None = field(default=None, compare=False)


def missing(deal: Deal) -> Question | None:
    """The first thing to ask for, that of the entry on the page first, or None when the deal can be scored."""
    for view in (deal, *_other_entries(deal)):
        if _counts(view) and (question := _missing_of_entry(view)):
            code, values = question
            return Question(code, values) if view is deal else Question(code, values, view.win.seat, view)
    if without_feeder(deal):
        return Question("kong_feeder")
    required = (item for item in questions(deal) if _needed(item.name, item.required) and deal.fact(item) is None)
    return next(map(_question_of, required), None)


def is_paid(deal: Deal) -> bool:
    """Whether nothing is to be asked any more and the rules pay the deal."""
    return missing(deal) is None and isinstance(score_deal(deal), Result)


def _question_of(item: Input) -> Question:
    """What the rules have to be told; a tile is named within the English sentence."""
    if item.kind != "tile":
        return Question("fact", {"label": item.label})
    name = item.label.en
    return Question("fact_tile", {"label": Text(name[:1].lower() + name[1:], item.label.zh)})


def _needed(name: str, required: bool) -> bool:
    return required or name == "false_win"


def _counts(deal: Deal) -> bool:
    """Whether the entry on the page is one that is paid."""
    return deal.shows_hand or any(deal.selected in each.wins for each in rounds(deal))


def _other_entries(deal: Deal) -> Iterator[Deal]:
    """The deal with each other entry on the page."""
    for each in rounds(deal):
        yield from (select_win(deal, at) for at in each.wins if deal.showing is not None or at != deal.selected)
    yield from (select_shown(deal, seat) for seat in show_hands(deal) if seat != deal.showing)


def _which_shown(deal: Deal) -> Mapping[str, Any]:
    """Which of the hands that a draw asks for the one on the page is, and of how many."""
    seats = show_hands(deal)
    return {"at": seats.index(deal.win.seat) + 1, "of": len(seats)}


def _missing_of_entry(deal: Deal) -> tuple[str, Mapping[str, Any]] | None:
    """Code and values of the first thing that the entry on the page lacks."""
    hand, want, size = deal.win.hand, deal.wanted, deal.held
    if not hand.pieces:
        return ("shown_tiles", _which_shown(deal)) if deal.shows_hand else ("tiles", {})
    if foreign := deal.foreign_of(hand):
        return "foreign", {"tiles": tuple(dict.fromkeys(piece.tile for piece in foreign)), "variant": deal.rules.name}
    if melds := deal.not_called_of(hand):
        return "not_called", {"tiles": melds[0].meld().tiles, "variant": deal.rules.name}
    if any(not meld.meld().tiles[0].rank for meld in hand.melds):
        return "face_down", {}
    if size == want - 1 and hand.win is None and not deal.opening and not deal.shows_hand:
        return "winning_tile", {}
    if size < want:
        code = "too_few_kong" if any(meld.type == "kong" for meld in hand.melds) else "too_few"
        return code, {"have": size, "want": want, "short": want - size}
    if size > want:
        return "too_many", {"have": size, "want": want, "over": size - want}
    if deal.win.way in ("discard", "robkong") and deal.win.from_seat is None and not deal.shows_hand:
        return f"payer_{deal.win.way}", {}
    return None
