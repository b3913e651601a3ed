"""A receipt (小票) of a deal for the group chat, as PNG or PDF."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PIL import Image

from records import Deal as StoredDeal
from records import PointTransfer, Saved, money_of_seats
from scoring import DrawHand, Win
from ui.account import hand_groups, table_of, win_title, wins_told
from ui.components.photo_view import crop
from ui.deal import Deal
from ui.house_rules import rules_told
from ui.players import name_seats, seat_label
from ui.text import Words
from ui.typeset import Format, typeset
from vision.reading import Reading

TEMPLATE = Path(__file__).with_name("receipt.typ")

LONGEST_NAME = 24
"""A longer name is cut on a receipt, where it would crowd out the rest."""

PHOTO_SIDE = 1200
"""Long side of a photo on a receipt, in pixels."""


@dataclass(frozen=True)
class Photo:
    """A photo to show on a receipt.

    Attributes:
        jpeg: the stored file.
        reading: what was read from it, whose boxes say where the tiles are; None where nothing was.
    """

    jpeg: bytes
    reading: Reading | None = None


def receipt(
    deal: StoredDeal,
    names: Sequence[str],
    words: Words,
    *,
    saved: Saved[StoredDeal] | None = None,
    photos: Sequence[Photo] = (),
    whole_photo: bool = False,
    form: Format = "png",
) -> bytes:
    """Everything about one deal on a sheet that a phone can read.

    Args:
        deal: a deal with a result; of one that is not stored make it by ``records.Deal().settled(case, result)``.
        names: of the players by seat; an empty one goes by the seat.
        words: the language.
        saved: the stored version, for its date and content hash; None for a deal that is not stored.
        photos: to show.
        whole_photo: show all of each photo and not only its tiles, which leaves out the table and the people.
        form: ``png`` or ``pdf``.

    Raises:
        ValueError: for a draft, which has no result.
    """
    if deal.case is None or deal.result is None:
        raise ValueError("a draft has no receipt")
    pictures = {f"photo-{at}.jpg": trimmed(photo, whole_photo) for at, photo in enumerate(photos)}
    return typeset(TEMPLATE, _data(deal, names, words, saved, list(pictures)), pictures, form)


def trimmed(photo: Photo, whole: bool = False) -> bytes:
    """A photo as a JPEG of moderate size, cut to its tiles unless all of it is wanted or none was found."""
    with Image.open(io.BytesIO(photo.jpeg)) as file:
        picture = file.convert("RGB")
    reading = photo.reading
    if reading is not None and reading.tiles and not whole:
        x, y, width, height = crop((seen.box for seen in reading.tiles), reading.width, reading.height)
        scale = picture.width / reading.width
        picture = picture.crop((x * scale, y * scale, (x + width) * scale, (y + height) * scale))
    picture.thumbnail((PHOTO_SIDE, PHOTO_SIDE))
    stream = io.BytesIO()
    picture.save(stream, "JPEG", quality=85)
    return stream.getvalue()


def _data(
    deal: StoredDeal, names: Sequence[str], words: Words, saved: Saved[StoredDeal] | None, photos: list[str]
) -> dict[str, Any]:
    """What the template shows."""
    table, result = table_of(deal, [_short(name) for name in names]), deal.result or {}
    words = words.at_table(table.rules.words)
    rules = rules_told(deal.rules.variant, deal.rules.options, words) if deal.rules else ()
    return {
        "language": words.language,
        "title": words("receipt.title"),
        "variant": words.of(table.rules.name),
        "date": f"{saved.origin.at.astimezone():%Y-%m-%d %H:%M}" if saved else "",
        "payments": [_payment(deal, table, seat, words) for seat in range(len(result["payments"]))],
        "transfers": [
            {"who": f"{seat_label(table, payer, words)} → {seat_label(table, payee, words)}", "amount": str(points)}
            for payer, payee, points in owed(deal.transfers)
        ],
        "wins": [_win(told, hand, table, words) for told, hand in wins_told(deal)],
        "steps": [name_seats(line, table, words) for line in result[words.either("steps", "steps_zh")]],
        "rules": [{"name": rule.name, "value": rule.value, "changed": rule.changed} for rule in rules],
        "photos": photos,
        "words": {"steps": words("receipt.steps"), "rules": words("receipt.rules")},
        "foot": _foot(deal, saved, words),
    }


def _short(name: str) -> str:
    return name if len(name) <= LONGEST_NAME else f"{name[:LONGEST_NAME]}…"


def owed(transfers: Sequence[PointTransfer]) -> list[tuple[int, int, int]]:
    """Who owes whom how many points: payer, payee, points, one line for each two players."""
    balance: dict[tuple[int, int], int] = {}
    for item in transfers:
        low, high = sorted((item.payer, item.payee))
        balance[low, high] = balance.get((low, high), 0) + (item.points if item.payer == low else -item.points)
    return [
        (low, high, points) if points > 0 else (high, low, -points) for (low, high), points in balance.items() if points
    ]


def _payment(deal: StoredDeal, table: Deal, seat: int, words: Words) -> dict[str, Any]:
    points: int = (deal.result or {})["payments"][seat]
    kind = "receives" if points > 0 else "pays" if points < 0 else "even"
    cents = money_of_seats(deal.transfers, deal.stake, table.rules.players)[seat]
    # A point that is worth one yuan, as where nobody said otherwise, needs no second figure.
    money = words("receipt.money", amount=f"{abs(cents) / 100:.2f}") if abs(cents) != 100 * abs(points) else None
    return {
        "name": seat_label(table, seat, words),
        "dealer": words("result.dealer") if seat == table.dealer else None,
        "kind": kind,
        "verb": words(f"result.{kind}"),
        "amount": str(abs(points)),
        "money": money,
    }


def _win(told: dict[str, Any], hand: Win | DrawHand | None, table: Deal, words: Words) -> dict[str, Any]:
    worth = words("result.fan", fan=told["fan"]), words("result.points", points=told["points"])
    return {
        "title": win_title(told["seat"], hand, table, words),
        "worth": " · ".join(worth),
        "tiles": [[tile.code for tile in group] for group in hand_groups(hand)],
        "patterns": [
            {"name": hit[words.language], "value": str(hit["value"]),
             "clause": words("result.clause", clause=hit["clause"])}
            for hit in told["patterns"]
        ],
        "steps": [name_seats(line, table, words) for line in told[words.either("steps", "steps_zh")]],
    }  # fmt: skip


def _foot(deal: StoredDeal, saved: Saved[StoredDeal] | None, words: Words) -> list[str]:
    lines = [] if saved is None else [
        words("receipt.hash", sha256=saved.sha256),
        words("receipt.version", version=saved.version, id=saved.id),
    ]  # fmt: skip
    made = words("receipt.made", version=deal.rules.hule if deal.rules else "")
    return [*lines, made] if saved else [words("receipt.unsaved"), made]
