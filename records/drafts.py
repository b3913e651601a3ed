"""Deals while they are being entered: every change is kept at once, so that a reload returns to it.

A draft is no version: it has no hash and counts for nothing. The last steps of each device are kept, so that undo
reaches over a reload; older ones are deleted.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session

from records.canonical import Json, canonical, plain
from records.errors import RecordsError
from records.tables import DraftRow, PhotoRow, ReadingRow
from scoring.steps import Text

STEPS = 30
"""Steps that are kept of one deal on one device."""

Claims = tuple[tuple[int | None, ...], ...]
"""Amounts by seat, for one side after the other."""


@dataclass(frozen=True)
class Draft:
    """A deal as one device shows it.

    Attributes:
        deal_id: of the deal; it need not be stored yet.
        device: the phone or laptop.
        entered: everything entered, in the front end's own form.
        at: when, with its time zone.
        match_id: the match that the deal will belong to.
        based_on: the stored version that was changed; None for a deal that is not stored yet.
        taps: number of the last tap that is part of it, so that one that comes again is not taken twice.
        sent_back: a stored photo that is better taken again, and why; None where there is none to decide about.
        claims: what each side of an argument about it says that each seat receives; None for a seat it is silent on.
    """

    deal_id: str
    device: str
    entered: Json
    at: datetime
    match_id: str | None = None
    based_on: int | None = None
    taps: int = 0
    sent_back: tuple[str, Text] | None = None
    claims: Claims = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "entered", plain(self.entered))


def append(session: Session, draft: Draft, kept: int) -> None:
    """Adds a step and lets all but the last ``kept`` go."""
    session.add(DraftRow(deal_id=draft.deal_id, device=draft.device, content=_written(draft)))
    session.flush()
    mine = select(DraftRow.seq).where(DraftRow.deal_id == draft.deal_id, DraftRow.device == draft.device)
    last_to_go = session.scalars(mine.order_by(DraftRow.seq.desc()).offset(kept).limit(1)).first()
    if last_to_go is not None:
        session.execute(delete(DraftRow).where(DraftRow.seq.in_(mine.where(DraftRow.seq <= last_to_go))))


def steps(session: Session, deal_id: str, device: str) -> tuple[Draft, ...]:
    """The steps of a deal on one device, oldest first."""
    mine = select(DraftRow).where(DraftRow.deal_id == deal_id, DraftRow.device == device)
    return tuple(_read(row) for row in session.scalars(mine.order_by(DraftRow.seq)))


def latest(session: Session, deal_id: str | None = None, device: str | None = None) -> tuple[Draft, ...]:
    """The last step of every deal on every device, the newest first.

    Args:
        session: of the database.
        deal_id: only of this deal.
        device: only of this device.
    """
    newest = select(func.max(DraftRow.seq)).group_by(DraftRow.deal_id, DraftRow.device)
    if deal_id is not None:
        newest = newest.where(DraftRow.deal_id == deal_id)
    if device is not None:
        newest = newest.where(DraftRow.device == device)
    rows = session.scalars(select(DraftRow).where(DraftRow.seq.in_(newest)).order_by(DraftRow.seq.desc()))
    return tuple(_read(row) for row in rows)


def add_reading(session: Session, sha256: str, reading: Json) -> None:
    """Notes what was read in a stored photo.

    Raises:
        RecordsError: when the photo is not stored.
    """
    if session.get(PhotoRow, sha256) is None:
        raise RecordsError(
            "E_RECORDS_PHOTO", f"photo {sha256[:12]} is not stored: save it first", f"照片 {sha256[:12]} 尚未保存"
        )
    session.add(ReadingRow(sha256=sha256, content=canonical(reading)))


def reading(session: Session, sha256: str) -> Json | None:
    """What was read last in a photo; None where nobody has read it yet."""
    mine = select(ReadingRow.content).where(ReadingRow.sha256 == sha256)
    found: Sequence[str] = session.scalars(mine.order_by(ReadingRow.seq.desc()).limit(1)).all()
    return json.loads(found[0]) if found else None


def _written(draft: Draft) -> str:
    return canonical(
        {
            "entered": draft.entered,
            "at": draft.at.isoformat(),
            "match": draft.match_id,
            "based_on": draft.based_on,
            "taps": draft.taps,
            "sent_back": draft.sent_back and (draft.sent_back[0], *draft.sent_back[1]),
            "claims": draft.claims,
        }
    )


def _read(row: DraftRow) -> Draft:
    told = json.loads(row.content)
    at = datetime.fromisoformat(told["at"])
    photo, *reason = told.get("sent_back") or [None]
    return Draft(
        row.deal_id, row.device, told["entered"], at, told["match"], told["based_on"], told.get("taps", 0),
        photo and (photo, Text(*reason)), tuple(map(tuple, told.get("claims", ()))),
    )  # fmt: skip
