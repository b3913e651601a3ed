"""The hand as a person corrects it: every tile has a number that stays, every correction makes a new hand.

The functions know no widget and no variant; what cannot be done (a tile that is gone, three tiles that make
no meld) leaves the hand as it was.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from scoring.hand import KongKind, Meld, MeldType, Seat
from scoring.tiles import Tile
from vision.reading import Box, HandReading, Reading


@dataclass(frozen=True, slots=True)
class Piece:
    """One tile of the hand.

    Attributes:
        id: its number in this hand, never used twice.
        tile: the face.
        box: index into the reading's tiles; None where a person added it.
        confidence: the reader's chance that the face is right; 1 where a person chose it.
        alternatives: other faces with their chances, likeliest first.
        implied: the fourth tile of a kong that was made from three.
        area: where a person drew it in the photo: x1 y1 x2 y2 in pixels.
    """

    id: int
    tile: Tile
    box: int | None = None
    confidence: float = 1.0
    alternatives: tuple[tuple[Tile, float], ...] = ()
    implied: bool = False
    area: Box | None = None


@dataclass(frozen=True, slots=True)
class Group:
    """Tiles laid apart as a meld (副露).

    Attributes:
        type: chi, pong or kong.
        pieces: three tiles, of a kong four.
        kind: of a kong.
        from_seat: who fed it, where known.
    """

    type: MeldType
    pieces: tuple[Piece, ...]
    kind: KongKind | None = None
    from_seat: Seat | None = None

    def meld(self) -> Meld:
        """The meld for the scorer; the face-down tiles of a concealed kong take the face of the others."""
        shown = next((piece.tile for piece in self.pieces if piece.tile.rank), None)
        tiles = tuple(piece.tile if piece.tile.rank else shown or piece.tile for piece in self.pieces)
        return Meld(self.type, tiles, self.kind, self.kind == "concealed", self.from_seat)


@dataclass(frozen=True, slots=True)
class EditedHand:
    """One player's tiles.

    Attributes:
        concealed: the tiles in hand without the winning tile, in the order shown.
        melds: the groups laid apart.
        win: the winning tile (胡的牌).
        flowers: flower tiles laid aside.
        next_id: number of the next tile.
    """

    concealed: tuple[Piece, ...] = ()
    melds: tuple[Group, ...] = ()
    win: Piece | None = None
    flowers: tuple[Piece, ...] = ()
    next_id: int = 0

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """Every tile, in the order shown."""
        melded = tuple(piece for group in self.melds for piece in group.pieces)
        last = () if self.win is None else (self.win,)
        return (*self.concealed, *melded, *last, *self.flowers)

    @property
    def size(self) -> int:
        """Tiles of the hand, the winning tile included, a kong counted as three, flowers left out."""
        return len(self.concealed) + 3 * len(self.melds) + (self.win is not None)

    def find(self, piece_id: int) -> Piece | None:
        """The tile with this number."""
        return next((piece for piece in self.pieces if piece.id == piece_id), None)

    def group_of(self, piece_id: int) -> Group | None:
        """The meld that this tile lies in."""
        return next((g for g in self.melds if any(piece.id == piece_id for piece in g.pieces)), None)


EMPTY_HAND = EditedHand()
"""A hand without tiles."""


def hand_from_reading(reading: Reading, hand: HandReading | None = None) -> EditedHand:
    """The hand as the photo shows it; ``hand`` picks one of the other hands of the photo."""
    hand = hand or reading.hand
    pieces: list[Piece] = []

    def take(tile: Tile, box: int | None) -> Piece:
        seen = None if box is None else reading.tiles[box]
        piece = Piece(len(pieces), tile, box, seen.confidence if seen else 1.0, seen.alternatives if seen else ())
        pieces.append(piece)
        return piece

    concealed = tuple(take(placed.tile, placed.box) for placed in hand.concealed)
    melds = tuple(
        Group(meld.type, tuple(take(reading.tiles[box].tile, box) for box in meld.boxes), meld.kind)
        for meld in hand.melds
    )
    win = take(hand.win_tile.tile, hand.win_tile.box) if hand.win_tile else None
    flowers = tuple(take(placed.tile, placed.box) for placed in hand.flowers)
    return EditedHand(concealed, melds, win, flowers, len(pieces))


def add(hand: EditedHand, tile: Tile, box: int | None = None, area: Box | None = None) -> EditedHand:
    """Puts a tile into the hand; a flower is laid aside.

    Args:
        hand: the hand.
        tile: the face.
        box: the tile of the reading that it is, where the reader left it out of the hand.
        area: where a person drew it in the photo.
    """
    return _lay(replace(hand, next_id=hand.next_id + 1), Piece(hand.next_id, tile, box, area=area))


def add_winning(hand: EditedHand, tile: Tile) -> EditedHand:
    """Puts a tile into the hand as the one it was won with."""
    return mark_winning(add(hand, tile), hand.next_id)


def change(hand: EditedHand, piece_id: int, tile: Tile) -> EditedHand:
    """Gives a tile another face; the face-down tiles and the implied tile of its kong follow.

    What it was before stays among the alternatives, so that a wrong tap is taken back as fast.
    """
    piece, group = hand.find(piece_id), hand.group_of(piece_id)
    if piece is None:
        return hand
    together = {piece_id}
    if group is not None and group.type == "kong":
        together |= {p.id for p in group.pieces if not p.tile.rank or p.implied}
    changed = mapped(hand, lambda p: _renamed(p, tile) if p.id in together else p)
    if group is None and tile.is_flower != piece.tile.is_flower:
        # A flower never stays in the hand, nor another tile among the flowers.
        return _lay(remove(changed, piece_id), _renamed(piece, tile))
    return changed


def _renamed(piece: Piece, tile: Tile) -> Piece:
    was = () if piece.box is None or piece.tile is tile else ((piece.tile, piece.confidence),)
    others = tuple(other for other in piece.alternatives if other[0] not in (tile, piece.tile))
    return replace(piece, tile=tile, confidence=1.0, alternatives=was + others)


def remove(hand: EditedHand, piece_id: int) -> EditedHand:
    """Takes a tile out. A meld that loses a tile is no meld: its other tiles go back into the hand."""
    if hand.group_of(piece_id) is not None:
        hand = unmake_meld(hand, piece_id)
    return replace(
        hand,
        concealed=without(hand.concealed, {piece_id}),
        flowers=without(hand.flowers, {piece_id}),
        win=None if hand.win is not None and hand.win.id == piece_id else hand.win,
    )


def mark_winning(hand: EditedHand, piece_id: int) -> EditedHand:
    """Makes a concealed tile the winning tile; the one marked before goes back into the hand."""
    piece = next((p for p in hand.concealed if p.id == piece_id), None)
    if piece is None:
        return hand
    bare = unmark_winning(hand)
    return replace(bare, concealed=without(bare.concealed, {piece_id}), win=piece)


def unmark_winning(hand: EditedHand) -> EditedHand:
    """Puts the winning tile back into the hand."""
    if hand.win is None:
        return hand
    return replace(hand, concealed=(*hand.concealed, hand.win), win=None)


def sort_hand(hand: EditedHand) -> EditedHand:
    """Puts the concealed tiles in the order of the set."""
    return replace(hand, concealed=tuple(sorted(hand.concealed, key=lambda piece: piece.tile)))


def unmake_meld(hand: EditedHand, piece_id: int) -> EditedHand:
    """Puts the tiles of a meld back into the hand, an implied one away."""
    group = hand.group_of(piece_id)
    if group is None:
        return hand
    back = tuple(piece for piece in group.pieces if not piece.implied)
    melds = tuple(other for other in hand.melds if other is not group)
    return replace(hand, concealed=(*hand.concealed, *back), melds=melds)


def _lay(hand: EditedHand, piece: Piece) -> EditedHand:
    """The hand with one more tile: among the flowers if it is one, else last in the hand."""
    if piece.tile.is_flower:
        return replace(hand, flowers=(*hand.flowers, piece))
    return replace(hand, concealed=(*hand.concealed, piece))


def without(pieces: tuple[Piece, ...], ids: set[int]) -> tuple[Piece, ...]:
    """These tiles but those with one of the numbers."""
    return tuple(piece for piece in pieces if piece.id not in ids)


def mapped(hand: EditedHand, function: Callable[[Piece], Piece]) -> EditedHand:
    """The hand with every tile passed through a function, in its place."""
    return replace(
        hand,
        concealed=tuple(map(function, hand.concealed)),
        melds=tuple(replace(group, pieces=tuple(map(function, group.pieces))) for group in hand.melds),
        win=None if hand.win is None else function(hand.win),
        flowers=tuple(map(function, hand.flowers)),
    )
