"""The deal on the page as it is recorded: photos, readings, corrections, cases and result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from records import Correction
from records import Deal as StoredDeal
from scoring import Result
from ui.codec import deal_to_json
from ui.deal import Deal, cases_of, score_deal
from ui.photo_store import stored_photo
from vision.reading import Reading


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
