"""Recording the deal on the page, and going on to the next."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from records import Deal as StoredDeal
from records import Match, NewVersion, Saved
from ui import archive, recordable
from ui.devices import told_by
from ui.next_deal import Consequence, consequences, consequences_of_taking_back, next_deal
from ui.session import Session


def record(state: Session) -> None:
    """Records the deal as a new version, and the later deals that it changes."""
    state.trouble = None
    state.attempt(lambda: _record(state))


def _record(state: Session) -> None:
    match = archive.match_of(state.match_id)
    value = recordable.to_record(state.deal, state.readings, told_by(state.origin()), _base(state, match))
    if value is None:
        return
    based_on = state.saved.version if state.saved else None
    mine = NewVersion(state.deal_id, value, based_on, match.id if match else None)
    later = _new_versions(later_changes(state))
    state.saved = archive.archive().save_deals((mine, *later), state.origin())[0]
    state.start = state.deal
    # What is recorded has its versions; the way there need not be kept for ever.
    state.keep(steps=1)
    if match is not None and state.saved.version == 1:
        _keep_rules(state, match)


def _new_versions(changed: Iterable[Consequence]) -> Iterator[NewVersion[StoredDeal]]:
    """The later deals that a change reaches, as they are to be recorded; one that could not be scored stays."""
    for each in changed:
        stored = recordable.settled(each.saved.value, each.after)
        if stored is not None:
            yield NewVersion(each.saved.id, stored, each.saved.version)


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
        origin = state.origin()
        archive.archive().save_match(played, origin, match_id=match.id, based_on=match.version)


def later_changes(state: Session) -> tuple[Consequence, ...]:
    """The later deals of the match that recording the deal on the page would change."""
    if state.saved is None or state.match_id is None or not state.changed:
        return ()
    later = _after(state.deal_id, state.match_id)
    if state.saved.value.void:
        # Recording it lets it count again.
        return consequences_of_taking_back(state.deal, later, void=False)
    return consequences(archive.entered(state.saved), state.deal, later)


def _after(deal_id: str, match_id: str) -> list[Saved[StoredDeal]]:
    """The deals of a match after one of them that count, in the order of play."""
    deals = archive.archive().deals(match_id)
    at = next((number for number, saved in enumerate(deals) if saved.id == deal_id), len(deals))
    return [saved for saved in deals[at + 1 :] if saved.value.counts]


def played(match_id: str | None) -> list[Saved[StoredDeal]]:
    """The recorded deals of a match, or those that belong to none, in the order of play; those taken back, too."""
    found = archive.archive().deals(match_id)
    return [saved for saved in found if saved.match_id == match_id and saved.value.result is not None]


def number_in_match(deal_id: str, match_id: str) -> int:
    """Which deal of the match this is, counted from 1 as in the list of deals; one not recorded yet comes next.

    Everything that is recorded has a result, so the list of deals holds them all.
    """
    deals = archive.archive().deal_ids(match_id)
    return deals.index(deal_id) + 1 if deal_id in deals else len(deals) + 1


def begin_next(state: Session) -> None:
    """Goes on: an empty deal with the next dealer, in a match after the last deal of it."""
    last = archive.deal_of_match(state.match_id) if state.match_id else next_deal(state.deal)
    state.begin(last, state.match_id)


def changes_of_taking_back(saved: Saved[StoredDeal]) -> tuple[Consequence, ...]:
    """The later deals that change where a recorded deal is taken back, or one taken back counts again."""
    if saved.match_id is None:
        return ()
    later = _after(saved.id, saved.match_id)
    return consequences_of_taking_back(archive.entered(saved), later, void=not saved.value.void)


def take_back(saved: Saved[StoredDeal], state: Session) -> None:
    """Takes a recorded deal back, or lets it count again; the later deals follow."""
    state.trouble = None
    state.attempt(lambda: _take_back(saved, state))


def _take_back(saved: Saved[StoredDeal], state: Session) -> None:
    # Another phone may have corrected it since it was shown: the deal as it is now is taken back.
    newest = archive.archive().deal(saved.id)
    if newest.value.void != saved.value.void:
        return
    turned = NewVersion(newest.id, replace(newest.value, void=not newest.value.void), newest.version)
    archive.archive().save_deals((turned, *_new_versions(changes_of_taking_back(newest))), state.origin())
