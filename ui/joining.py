"""Two pictures of one hand, put together: the tiles in hand (手牌) in one, melds (副露) and flowers (花牌) in another.

Both become one picture, one below the other, with one reading, so that everything else knows a hand by one photo.
What both pictures show counts once; its second frame stays in the picture, to be tapped where it was another tile.
"""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from PIL import Image

from scoring.tiles import Tile
from ui import melds
from ui.components.photo_view import crop
from ui.deal import Deal
from ui.hand import EditedHand, Piece, hand_from_reading, mapped, remove
from vision.reading import Box, HandReading, MeldReading, PlacedTile, Reading, SeenTile

QUALITY = 95
"""JPEG quality of a picture put together: it is encoded once more when it is stored."""

_NAME = re.compile(r"([0-9a-f]{12})\+([0-9a-f]{12})")

_NOT_OF_BOTH = ("W_COUNT", "W_NO_ROW", "W_WIN_TILE")
"""Warnings about one picture alone that say nothing about both."""


@dataclass(frozen=True)
class Shot:
    """A stored picture with what was read in it.

    Attributes:
        sha256: of the stored file.
        jpeg: the file.
        reading: what was read.
    """

    sha256: str
    jpeg: bytes
    reading: Reading


@dataclass(frozen=True)
class Joined:
    """Two pictures as one.

    Attributes:
        jpeg: the picture.
        reading: of both; :func:`parts` tells from it which pictures they are.
        hand: with the corrections that were made in the first.
    """

    jpeg: bytes
    reading: Reading
    hand: EditedHand


def parts(reading: Reading) -> tuple[str, ...]:
    """The first twelve digits of the hashes of the pictures that one was put together from; empty for a plain one."""
    found = _NAME.fullmatch(reading.photo)
    return found.groups() if found else ()


def belong_together(before: Deal, now: Deal) -> bool:
    """Whether the picture on the page goes on with the hand before it.

    So it is where one of the two shows melds and flowers alone, the other does not, and together they are not too
    many. Another picture of the same tiles is taken in place of the first.
    """
    hands = [_with_lone_meld(deal.win.hand) for deal in (before, now)]
    aside = [not hand.concealed and hand.win is None for hand in hands]
    return _may(before, now) and any(aside) and not all(aside) and sum(map(now.held_of, hands)) <= now.wanted


def may_belong(before: Deal, now: Deal) -> bool:
    """Whether to ask if the picture on the page goes on with the hand before it: one of them lacks tiles."""
    return _may(before, now) and min(map(now.held_of, (before.win.hand, now.win.hand))) < now.rules.hand_size


def _may(before: Deal, now: Deal) -> bool:
    same = (before.variant, before.outcome, before.selected, before.showing, before.win.seat)
    return bool(
        same == (now.variant, now.outcome, now.selected, now.showing, now.win.seat)
        and before.win.photo
        and before.win.hand.pieces
        and now.win.hand.pieces
    )


def join(hand: EditedHand, first: Shot, second: Shot, deal: Deal) -> Joined:
    """Puts two pictures of one hand together.

    Args:
        hand: of the first picture, as it was corrected.
        first: the first picture.
        second: the other.
        deal: whose rules say how many tiles a hand has.
    """
    picture, shifts = _stacked(first, second, [piece.area for piece in hand.pieces if piece.area])
    count = len(first.reading.tiles)
    moved = mapped(hand, lambda piece: replace(piece, area=piece.area and _shifted(piece.area, shifts[0])))
    mine = _with_lone_meld(moved)
    other = _with_lone_meld(_renumbered(hand_from_reading(second.reading), hand.next_id, count))
    whole = _added(*_without_doubles(mine, other, deal))
    # What the person took out of the first picture before was read all the same.
    hands = (first.reading.hand, *first.reading.other_hands)
    boxes = {piece.box for piece in hand.pieces}
    taken_out = max(hands, key=lambda each: len(each.boxes & boxes)).boxes - boxes
    return Joined(picture, _reading(first, second, shifts, whole, taken_out), whole)


def _with_lone_meld(hand: EditedHand) -> EditedHand:
    """The hand with its loose tiles as a meld, where they are one: no player holds three or four tiles of one set."""
    ids = [piece.id for piece in hand.concealed]
    if hand.win is not None or len(ids) not in (3, 4):
        return hand
    for meld_type in ("pong", "chi") if len(ids) == 3 else ("kong",):
        made = melds.make_meld(hand, ids, meld_type, "exposed" if meld_type == "kong" else None)
        if made != hand:
            return made
    return hand


def _renumbered(hand: EditedHand, first_id: int, first_box: int) -> EditedHand:
    """The hand of the second picture, its tiles and boxes counted on from the first."""

    def moved(piece: Piece) -> Piece:
        return replace(piece, id=piece.id + first_id, box=None if piece.box is None else piece.box + first_box)

    return replace(mapped(hand, moved), next_id=hand.next_id + first_id)


def _without_doubles(hand: EditedHand, other: EditedHand, deal: Deal) -> tuple[EditedHand, EditedHand]:
    """Both hands, each tile that both pictures show left in one of them; a meld stays where it lies apart."""
    excess = deal.held_of(hand) + deal.held_of(other) - deal.wanted
    for group in other.melds:
        same = [each for each in hand.melds if _faces(each.pieces) == _faces(group.pieces)]
        if same and (group.type != "chi" or excess > 0):
            other = replace(other, melds=tuple(each for each in other.melds if each is not group))
            excess -= 3
        elif excess > 0 and (twins := _twins(group.pieces, hand)):
            hand = _without(hand, twins)
            excess -= 3
    for group in hand.melds:
        if excess > 0 and (twins := _twins(group.pieces, other)):
            other = _without(other, twins)
            excess -= 3
    held = _faces(_loose(hand))
    for piece in _loose(other):
        if excess > 0 and held[piece.tile]:
            held[piece.tile] -= 1
            other = _without(other, (piece,))
            excess -= 1
    return hand, _without(other, _beyond(hand, other, deal.rules.copies))


def _beyond(hand: EditedHand, other: EditedHand, copies: Mapping[Tile, int]) -> Iterable[Piece]:
    """Tiles and flowers of the second picture of which there are no more: the first shows all of them."""
    seen = _faces(hand.pieces) + _faces(piece for group in other.melds for piece in group.pieces)
    for piece in (*_loose(other), *other.flowers):
        seen[piece.tile] += 1
        if piece.tile.rank and seen[piece.tile] > copies.get(piece.tile, 4):
            yield piece


def _faces(pieces: Iterable[Piece]) -> Counter[Tile]:
    return Counter(piece.tile for piece in pieces)


def _loose(hand: EditedHand) -> tuple[Piece, ...]:
    return hand.concealed if hand.win is None else (*hand.concealed, hand.win)


def _twins(pieces: Iterable[Piece], hand: EditedHand) -> tuple[Piece, ...]:
    """Loose tiles of a hand with these faces; none where one is missing."""
    left, found = list(_loose(hand)), []
    for piece in pieces:
        twin = next((each for each in left if each.tile is piece.tile), None)
        if twin is None:
            return ()
        left.remove(twin)
        found.append(twin)
    return tuple(found)


def _without(hand: EditedHand, pieces: Iterable[Piece]) -> EditedHand:
    for piece in tuple(pieces):
        hand = remove(hand, piece.id)
    return hand


def _added(hand: EditedHand, other: EditedHand) -> EditedHand:
    """All tiles of both; of two winning tiles the first one's stays."""
    spare = () if other.win is None or hand.win is None else (other.win,)
    return EditedHand(
        concealed=(*hand.concealed, *other.concealed, *spare),
        melds=(*hand.melds, *other.melds),
        win=hand.win or other.win,
        flowers=(*hand.flowers, *other.flowers),
        next_id=other.next_id,
    )


def _stacked(first: Shot, second: Shot, drawn: list[Box]) -> tuple[bytes, list[tuple[int, int]]]:
    """The parts of both pictures that show tiles, one below the other; and how far each was moved."""
    pictures, shifts, height = [], [], 0
    for shot, more in ((first, drawn), (second, [])):
        reading = shot.reading
        boxes = (*(seen.box for seen in reading.tiles), *more)
        left, top, wide, high = crop(boxes, reading.width, reading.height)
        with Image.open(io.BytesIO(shot.jpeg)) as image:
            pictures.append(image.convert("RGB").crop((left, top, left + wide, top + high)))
        shifts.append((-left, height - top))
        height += high
    # Beside the narrower picture goes on what the table looks like on average.
    table = pictures[0].resize((1, 1), Image.Resampling.BOX).getpixel((0, 0))
    whole = Image.new("RGB", (max(picture.width for picture in pictures), height), table)
    for picture, at in zip(pictures, (0, pictures[0].height), strict=True):
        whole.paste(picture, (0, at))
    stream = io.BytesIO()
    whole.save(stream, "JPEG", quality=QUALITY)
    return stream.getvalue(), shifts


def _shifted(box: Box, shift: tuple[int, int]) -> Box:
    (x1, y1, x2, y2), (right, down) = box, shift
    return x1 + right, y1 + down, x2 + right, y2 + down


def _reading(
    first: Shot, second: Shot, shifts: list[tuple[int, int]], hand: EditedHand, more: frozenset[int]
) -> Reading:
    """What was read in both, in pixels of the picture put together."""
    count = len(first.reading.tiles)
    tiles = tuple(
        replace(seen, box=_shifted(seen.box, shift))
        for shot, shift in zip((first, second), shifts, strict=True)
        for seen in shot.reading.tiles
    )
    later = (replace(each, boxes=tuple(box + count for box in each.boxes)) for each in second.reading.warnings)
    spent = Counter(first.reading.elapsed_ms) + Counter(second.reading.elapsed_ms)
    return replace(
        first.reading,
        photo=f"{first.sha256[:12]}+{second.sha256[:12]}",
        tiles=tiles,
        hand=_as_read(hand, tiles, more),
        other_hands=(),
        warnings=tuple(w for w in (*first.reading.warnings, *later) if w.code not in _NOT_OF_BOTH),
        elapsed_ms=dict(spent),
    )


def _as_read(hand: EditedHand, tiles: tuple[SeenTile, ...], more: frozenset[int]) -> HandReading:
    """A hand with the faces that were read at its boxes, whatever a person made of them.

    Args:
        hand: the hand.
        tiles: what was read.
        more: boxes that were read as part of the hand and taken out of it.
    """

    def placed(pieces: Iterable[Piece]) -> tuple[PlacedTile, ...]:
        return tuple(PlacedTile(tiles[piece.box].tile, piece.box) for piece in pieces if piece.box is not None)

    win = placed(() if hand.win is None else (hand.win,))
    groups = ((group, placed(group.pieces)) for group in hand.melds)
    return HandReading(
        concealed=(*placed(hand.concealed), *(PlacedTile(tiles[box].tile, box) for box in sorted(more))),
        melds=tuple(
            MeldReading(
                group.type,
                tuple(each.tile for each in shown),
                tuple(each.box for each in shown if each.box is not None),
                group.kind == "concealed",
                group.kind,
            )
            for group, shown in groups
            if shown
        ),
        win_tile=win[0] if win else None,
        flowers=placed(hand.flowers),
    )
