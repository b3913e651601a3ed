"""Recording the deal on the page, and going on to the next."""

from __future__ import annotations

from dataclasses import replace

from records import Deal as StoredDeal
from records import Match, Saved
from ui import archive
from ui.next_deal import Consequence, consequences, next_deal
from ui.session import Session


def record(state: Session) -> None:
    """Records the deal as a new version, and the later deals that it changes."""
    state.trouble = None
    state.attempt(lambda: _record(state))


def _record(state: Session) -> None:
    match = archive.match_of(state.match_id)
    readings = {key: seen.reading for key in state.deal.photos if (seen := state.find_photo(key))}
    value = archive.to_record(state.deal, readings, state.device_name, _base(state, match))
    if value is None:
        return
    changed = later_changes(state)
    origin = archive.origin(state.device_name)
    based_on = state.saved.version if state.saved else None
    state.saved = archive.archive().save_deal(
        value, origin, deal_id=state.deal_id, match_id=match.id if match else None, based_on=based_on
    )
    state.start = state.deal
    # What is recorded has its versions; the way there need not be kept for ever.
    state.keep(steps=1)
    for each in changed:
        stored = archive.settled(each.saved.value, each.after)
        if stored is not None:
            archive.archive().save_deal(stored, origin, deal_id=each.saved.id, based_on=each.saved.version)
    if match is not None and state.saved.version == 1:
        _keep_rules(state, match)


def _base(state: Session, match: Saved[Match] | None) -> StoredDeal:
    """People and stake: those of the first time it was recorded, else those of the match now."""
    players = state.deal.rules.players
    if state.saved is not None and (match is None or len(state.saved.value.people) >= players):
        return state.saved.value
    if match is None or len(match.value.seats) < players:
        return StoredDeal()
    return StoredDeal(people=match.value.seats[:players], stake=match.value.stake)


def _keep_rules(state: Session, match: Saved[Match]) -> None:
    """Lets the match go on with the rules that this deal was played by."""
    played = replace(match.value, variant=state.deal.variant, options=state.deal.options)
    if played != match.value:
        origin = archive.origin(state.device_name)
        archive.archive().save_match(played, origin, match_id=match.id, based_on=match.version)


def later_changes(state: Session) -> tuple[Consequence, ...]:
    """The later deals of the match that recording the deal on the page would change."""
    if state.saved is None or state.match_id is None or not state.changed:
        return ()
    deals = archive.archive().deals(state.match_id)
    at = next((number for number, saved in enumerate(deals) if saved.id == state.deal_id), len(deals))
    later = [saved for saved in deals[at + 1 :] if saved.value.counts]
    return consequences(archive.entered(state.saved), state.deal, later)


def begin_next(state: Session) -> None:
    """Goes on: an empty deal with the next dealer, in a match after the last deal of it."""
    last = archive.deal_of_match(state.match_id) if state.match_id else next_deal(state.deal)
    state.begin(last, state.match_id)


def take_back(saved: Saved[StoredDeal], device: str, void: bool = True) -> None:
    """Takes a recorded deal back, or lets it count again."""
    value = replace(saved.value, void=void)
    archive.archive().save_deal(value, archive.origin(device), deal_id=saved.id, based_on=saved.version)
