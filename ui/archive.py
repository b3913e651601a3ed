"""What the pages keep and find again: the deal of an address, its photos, and what is recorded of it."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

import streamlit as st

from records import Correction, Draft, Match, Origin, Records, RecordsError, Saved, clean, data_folder, open_records
from records import Deal as StoredDeal
from records.drafts import STEPS, Claims
from records.errors import NOT_THERE
from records.repository import DATABASE_VARIABLE
from scoring import Result
from scoring.steps import Text
from ui.codec import deal_from_json, deal_to_json
from ui.deal import Deal, cases_of, score_deal, with_variant
from ui.history import History
from ui.joining import Joined, Shot
from ui.next_deal import next_deal
from ui.reader import PREVIEW_SIDE, Snapshot, snapshot
from vision.api import load_photo
from vision.photo import Photo
from vision.reading import Reading

log = logging.getLogger(__name__)


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
        start = recorded(deal_id, mine[-1].based_on) if mine[-1].based_on else None
        return Opened(_history(mine), start, mine[-1].match_id, entered(start) if start else None, *told)
    for theirs in archive().drafts(deal_id)[:1]:
        deal = deal_from_json(theirs.entered)
        return Opened(History(deal), None, theirs.match_id, deal)
    return None


def _history(steps: Sequence[Draft]) -> History[Deal]:
    """The steps of a device as something to undo; without any, an empty deal."""
    first, *later = [deal_from_json(step.entered) for step in steps] or [Deal()]
    history = History(first)
    for deal in later:
        history = history.change(deal)
    return history


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


def keep_photo(photo: Photo, match_id: str | None = None, deal_id: str | None = None) -> None:
    """Stores a photo, under the address of a match and a deal where it belongs to them."""
    if stored_photo(photo.sha256) is None:
        archive().save_photo(clean(photo), match_id=match_id, deal_id=deal_id)
    else:
        file_photo(photo.sha256, match_id, deal_id)


def file_photo(key: str, match_id: str | None, deal_id: str | None) -> None:
    """Puts a stored photo under the address of a match and a deal."""
    stored = stored_photo(key)
    if stored is not None:
        archive().file_photo(stored, match_id=match_id, deal_id=deal_id)


def shot(seen: Snapshot | None) -> Shot | None:
    """A photo that this page knows as it is stored; None where it is not."""
    stored = stored_photo(seen.key) if seen is not None else None
    return None if seen is None or stored is None else Shot(stored, archive().photo(stored), seen.reading)


def keep_joined(joined: Joined, match_id: str | None, deal_id: str) -> Snapshot:
    """Stores two photos that were put together as one, with its reading."""
    photo = load_photo(joined.jpeg, joined.reading.photo)
    stored = clean(photo)
    archive().save_photo(stored, match_id=match_id, deal_id=deal_id)
    reading = replace(joined.reading, photo_hash=stored.sha256, width=photo.width, height=photo.height)
    seen = Snapshot(stored.sha256, photo.jpeg(PREVIEW_SIDE, 85), reading)
    archive().save_reading(stored.sha256, seen.reading.to_json())
    return seen


def keep_reading(seen: Snapshot) -> None:
    """Notes what was read in a stored photo."""
    stored = stored_photo(seen.key)
    if stored is not None:
        archive().save_reading(stored, seen.reading.to_json())


def stored_photo(key: str) -> str | None:
    """Hash of the stored photo for the hash by which a deal names it: that of the upload, or of the stored file."""
    return archive().photo_of_upload(key) or (key if archive().has_photo(key) else None)


def found_photo(key: str) -> Snapshot | None:
    """A photo of a deal with its reading, from the data folder; None where it is not there."""
    stored = stored_photo(key)
    if stored is None:
        return None
    try:
        jpeg = archive().photo(stored)
    except RecordsError as error:
        log.warning("%s", error)
        return None
    reading = _reading(stored)
    if reading is None:
        seen = snapshot(jpeg, f"{stored[:12]}.jpg")
        return replace(seen, key=key) if isinstance(seen, Snapshot) else None
    return Snapshot(key, load_photo(jpeg).jpeg(PREVIEW_SIDE, 85), reading)


def _reading(stored: str) -> Reading | None:
    """What was noted of a photo; None where nothing was, or another Hule noted it in a form that this one lacks."""
    told = archive().reading(stored)
    try:
        return None if told is None else Reading.from_json(told)
    except (LookupError, TypeError, ValueError) as error:
        log.warning("what was read in photo %s has another form: %r", stored[:12], error)
        return None


def to_record(deal: Deal, readings: Mapping[str, Reading], device: str, base: StoredDeal) -> StoredDeal | None:
    """The deal as it is recorded; None where it cannot be scored yet.

    Args:
        deal: what was entered.
        readings: what was read, by the hash by which the deal names the photo.
        device: who corrected it, on which phone.
        base: its people and stake.
    """
    photos = {key: found for key in deal.photos if (found := stored_photo(key))}
    stored = replace(
        base,
        photos=tuple(dict.fromkeys(photos.values())),
        readings=tuple(readings[key].to_json() for key in photos if key in readings),
        corrections=_as_first_made(corrections(deal, readings, device), base.corrections),
        void=False,
    )
    return settled(stored, deal)


def settled(stored: StoredDeal, deal: Deal) -> StoredDeal | None:
    """A deal to record with what was entered, its cases and its result; None where it cannot be scored."""
    result = score_deal(deal)
    if not isinstance(result, Result):
        return None
    first, *later = cases_of(deal)
    return replace(stored, entered=deal_to_json(deal)).settled(first, result, *later)


def corrections(deal: Deal, readings: Mapping[str, Reading], device: str) -> tuple[Correction, ...]:
    """What a person changed in what was read, hand by hand."""
    found: list[Correction] = []
    for entry in (*deal.wins, *deal.shown):
        reading = readings.get(entry.photo) if entry.photo else None
        if reading is None or entry.photo is None:
            continue
        photo = stored_photo(entry.photo)
        pieces = [piece for piece in entry.hand.pieces if not piece.implied]
        for piece in pieces:
            read = None if piece.box is None else reading.tiles[piece.box].tile
            if read is not piece.tile and (read is None or read.rank):
                found.append(Correction(read, piece.tile, photo, piece.box, device))
        hands = (reading.hand, *reading.other_hands)
        boxes = {piece.box for piece in pieces}
        taken = next((hand.boxes for hand in hands if hand.boxes & boxes), frozenset())
        gone = sorted(taken - boxes)
        found += [Correction(reading.tiles[box].tile, None, photo, box, device) for box in gone]
    return tuple(found)


def _as_first_made(made: Sequence[Correction], before: Sequence[Correction]) -> tuple[Correction, ...]:
    """Corrections, those that the version before had already as they were told then: by whom, on which device."""
    told = {replace(each, device=""): each for each in before}
    return tuple(told.get(replace(each, device=""), each) for each in made)


def origin(device: str, who: str = "") -> Origin:
    """Now, on this device."""
    return Origin(who, device, datetime.now(UTC))
