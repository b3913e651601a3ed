"""What follows from a deal: who deals next, how long his streak is, and which later deals a correction changes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from records import Deal as StoredDeal
from records import Saved
from scoring import Rejection, Result
from scoring.hand import Seat
from ui.codec import deal_from_json
from ui.deal import Deal, score_deal

STREAKS: Mapping[str, tuple[str, ...]] = {"streak": ("win",), "lao": ("win", "draw")}
"""Counts of how often the dealer stayed, and the ends of a deal with which they grow (rules 7.4, 9.6, 12.6)."""

_Due = tuple[Seat, dict[str, int]]
"""Who deals, and his streaks."""

OF_THE_TABLE = ("base",)
"""Facts that hold for the whole evening."""


def next_deal(deal: Deal) -> Deal:
    """An empty deal after this one: the same rules and people, the next dealer, what belonged to the deal cleared."""
    kept = {name: deal.facts[name] for name in OF_THE_TABLE if name in deal.facts}
    dealer, streaks = _follows(deal)
    blank = Deal(variant=deal.variant, house_rules=deal.house_rules, names=deal.names)
    return replace(blank, dealer=dealer, facts=kept | streaks)


def _follows(deal: Deal) -> _Due:
    """The next dealer and his streaks; those that are 0 are left out."""
    result = score_deal(deal)
    if not isinstance(result, Result) or result.next_dealer is None:
        return deal.dealer, _streaks(deal)
    if result.next_dealer != deal.dealer:
        return result.next_dealer, {}
    grown = {
        name: (deal.facts.get(name) or 0) + (deal.outcome in ends)
        for name, ends in STREAKS.items()
        if name in deal.rules.facts
    }
    return deal.dealer, {name: count for name, count in grown.items() if count}


def _streaks(deal: Deal) -> dict[str, int]:
    return {name: deal.facts[name] for name in STREAKS if name in deal.rules.facts and deal.facts.get(name)}


@dataclass(frozen=True)
class Consequence:
    """A later deal that a correction changes.

    Attributes:
        saved: as it is recorded.
        before: the deal as it is.
        after: the deal with the dealer and the streak that follow from the correction.
        paid_before: what each seat receives now.
        paid_after: what each seat would receive; or why the deal could not be scored any more.
    """

    saved: Saved[StoredDeal]
    before: Deal
    after: Deal
    paid_before: tuple[int, ...]
    paid_after: tuple[int, ...] | Rejection


def consequences(old: Deal, new: Deal, later: Iterable[Saved[StoredDeal]]) -> tuple[Consequence, ...]:
    """The later deals that a correction changes.

    Args:
        old: the deal as it was.
        new: the deal as it is corrected.
        later: the recorded deals after it that count, in order.
    """
    return _carried_on(_follows(old), _follows(new), later)


def consequences_of_taking_back(
    deal: Deal, later: Iterable[Saved[StoredDeal]], *, void: bool = True
) -> tuple[Consequence, ...]:
    """The later deals that change where a deal no longer counts: who dealt it deals again, his streak as it was.

    Args:
        deal: the deal.
        later: the recorded deals after it that count, in order.
        void: whether it is taken back; False where one that was taken back counts again.
    """
    counted, never_played = _follows(deal), (deal.dealer, _streaks(deal))
    return _carried_on(counted, never_played, later) if void else _carried_on(never_played, counted, later)


def _carried_on(due: _Due, now_due: _Due, later: Iterable[Saved[StoredDeal]]) -> tuple[Consequence, ...]:
    """The later deals that change where another dealer or streak is due.

    A deal whose dealer followed from the one before follows from it still. The first one whose dealer or streak a
    person set otherwise stays, and with it everything after.
    """
    found: list[Consequence] = []
    for saved in later:
        before = deal_from_json(saved.value.entered)
        if (before.dealer, _streaks(before)) != due or due == now_due:
            break
        others: dict[str, Any] = {name: value for name, value in before.facts.items() if name not in STREAKS}
        after = replace(before, dealer=now_due[0], facts=others | now_due[1])
        found.append(Consequence(saved, before, after, _paid(before) or (), _paid_or_why(after)))
        due, now_due = _follows(before), _follows(after)
    return tuple(found)


def _paid(deal: Deal) -> tuple[int, ...] | None:
    result = score_deal(deal)
    return result.payments if isinstance(result, Result) else None


def _paid_or_why(deal: Deal) -> tuple[int, ...] | Rejection:
    result = score_deal(deal)
    return result.payments if isinstance(result, Result) else result
