"""The records behind the pages: the deal of an address as it was left, what is recorded of it, and its match."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

import streamlit as st

from records import Deal as StoredDeal
from records import Draft, Match, Origin, Records, RecordsError, Saved, data_folder, open_records
from records.drafts import STEPS, Claims
from records.errors import NOT_THERE
from records.repository import DATABASE_VARIABLE
from scoring.steps import Text
from ui.codec import deal_from_json, deal_to_json
from ui.deal import Deal, with_variant
from ui.hand import EMPTY_HAND
from ui.history import History
from ui.next_deal import next_deal


def archive() -> Records:
    """The records of this server, open once for all its pages and phones."""
    return _records(data_folder(), os.environ.get(DATABASE_VARIABLE))


@st.cache_resource(show_spinner=False)
def _records(folder: Path, database: str | None) -> Records:
    return open_records(folder, database)


def tried(action: Callable[[], object]) -> Text | None:
    """Does something with the records; returns why it could not be done."""
    try:
        action()
    except RecordsError as error:
        return Text(error.message, error.message_zh)
    return None


@dataclass(frozen=True)
class Opened:
    """A deal as a page takes it up again.

    Attributes:
        history: the deal with what can be undone.
        saved: the recorded version that it started from; None where it was never recorded.
        match_id: the match it belongs to.
        start: the deal as somebody else entered or recorded it; None where all of it was entered on this device.
        taps: number of the last tap in the tile strip that is part of it.
        sent_back: a stored photo that is better taken again, and why.
        claims: what each side of an argument says.
    """

    history: History[Deal]
    saved: Saved[StoredDeal] | None = None
    match_id: str | None = None
    start: Deal | None = None
    taps: int = 0
    sent_back: tuple[str, Text] | None = None
    claims: Claims = ()


def recorded(deal_id: str, version: int | None = None) -> Saved[StoredDeal] | None:
    """A deal as it is recorded now, or was; None where it is not."""
    try:
        return archive().deal(deal_id, version)
    except RecordsError:
        return None


def match_of(match_id: str | None) -> Saved[Match] | None:
    """A match as it is now; None where there is none.

    Raises:
        RecordsError: when the database cannot be asked: nobody knows then whether there is one.
    """
    try:
        return archive().match(match_id) if match_id else None
    except RecordsError as error:
        if error.code == NOT_THERE:
            return None
        raise


def keep(
    deal: Deal,
    deal_id: str,
    device: str,
    match_id: str | None,
    based_on: int | None,
    *,
    steps: int = STEPS,
    taps: int = 0,
    sent_back: tuple[str, Text] | None = None,
    claims: Claims = (),
) -> None:
    """Keeps a deal as it stands, so that its address returns to it, with so many steps to undo."""
    now = datetime.now(UTC)
    draft = Draft(deal_id, device, deal_to_json(deal), now, match_id, based_on, taps, sent_back, claims)
    archive().save_draft(draft, steps)


def unfinished(device: str) -> tuple[Draft, ...]:
    """The deals that were begun on this device and never recorded, the newest first; empty ones are left out."""
    mine = archive().drafts(device=device)
    return tuple(draft for draft in mine if _has_hand(draft) and recorded(draft.deal_id) is None)


def _has_hand(draft: Draft) -> bool:
    deal = deal_from_json(draft.entered)
    return any(entry.hand.pieces for entry in (*deal.wins, *deal.shown))


def take_up(deal_id: str, device: str) -> Opened | None:
    """The deal of an address as this device left it, else as it was entered or recorded last.

    What another device recorded in the meantime replaces only what this one has not changed.
    """
    newest = recorded(deal_id)
    mine = archive().draft_steps(deal_id, device)
    told = (mine[-1].taps, mine[-1].sent_back, mine[-1].claims) if mine else ()
    if newest is not None and not (mine and _changed(mine[-1], newest)):
        return Opened(_history(mine).change(entered(newest)), newest, newest.match_id, entered(newest), *told)
    if mine:
        saved = recorded(deal_id, mine[-1].based_on) if mine[-1].based_on else None
        start = entered(saved) if saved else None
        return Opened(_history(mine, start), saved, mine[-1].match_id, start, *told)
    for theirs in archive().drafts(deal_id)[:1]:
        deal = deal_from_json(theirs.entered)
        return Opened(History(deal), None, theirs.match_id, deal)
    return None


def _history(steps: Sequence[Draft], start: Deal | None = None) -> History[Deal]:
    """The steps of a device as something to undo, back to the deal it started from; without any, an empty deal."""
    deals = [deal_from_json(step.entered) for step in steps] or [Deal()]
    history = History(start or (_before_its_hand(deals[0]) if len(steps) < STEPS else deals[0]))
    for deal in deals:
        history = history.change(deal)
    return history


def _before_its_hand(deal: Deal) -> Deal:
    """The deal without the hand on the page: an empty deal is kept with its first change only."""
    return deal.with_win(photo=None, assumed=False).with_hand(EMPTY_HAND) if deal.win.hand.pieces else deal


def entered(saved: Saved[StoredDeal]) -> Deal:
    """A recorded deal as it was entered."""
    return deal_from_json(saved.value.entered)


def _changed(draft: Draft, newest: Saved[StoredDeal]) -> bool:
    """Whether a draft holds something that was never recorded."""
    start = newest if draft.based_on == newest.version else recorded(draft.deal_id, draft.based_on or 1)
    # As deals: what an older Hule stored lacks what this one writes.
    return start is None or draft.based_on is None or deal_from_json(draft.entered) != entered(start)


def named(deal: Deal, names: tuple[str, ...]) -> Deal:
    """The deal with its players called so."""
    return deal if deal.names == names else replace(deal, names=names)


def deal_of_match(match_id: str) -> Deal:
    """The deal to enter next in a match: after the last one that counts, or the first."""
    match = archive().match(match_id).value
    counting = [saved for saved in archive().deals(match_id) if saved.value.counts]
    if counting and entered(counting[-1]).variant == match.variant:
        return next_deal(entered(counting[-1]))
    return with_variant(Deal(house_rules={match.variant: match.options}), match.variant)


def rename(match_id: str, people: Sequence[str], names: Mapping[int, str], origin: Origin) -> None:
    """Gives the people of a match the names that were typed at their seats.

    Args:
        match_id: of the match.
        people: a person's id for each seat; empty for those who sit there now.
        names: what was typed, by seat.
        origin: who renames them.
    """
    saved = archive().match(match_id)
    typed = {person: names[seat] for seat, person in enumerate(people or saved.value.seats) if seat in names}
    renamed = tuple(replace(person, name=typed.get(person.id, person.name)) for person in saved.value.people)
    if renamed != saved.value.people:
        match = replace(saved.value, people=renamed)
        archive().save_match(match, origin, match_id=match_id, based_on=saved.version)


def origin(device: str, who: str = "") -> Origin:
    """Now, on this device."""
    return Origin(who, device, datetime.now(UTC))
