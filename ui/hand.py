"""The hand as a person corrects it: every tile has a number that stays, every correction makes a new hand.

The functions know no widget and no variant; what cannot be done (a tile that is gone, three tiles that make
no meld) leaves the hand as it was.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from itertools import combinations, pairwise

from scoring.hand import KongKind, Meld, MeldType, Seat
from scoring.tiles import Tile
from vision.reading import HandReading, Reading


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
    """

    id: int
    tile: Tile
    box: int | None = None
    confidence: float = 1.0
    alternatives: tuple[tuple[Tile, float], ...] = ()
    implied: bool = False


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
class MeldChoice:
    """A meld that a tile could belong to: its type, its kind, and the tiles of it that the hand has."""

    type: MeldType
    kind: KongKind | None
    ids: tuple[int, ...]


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


def hand_from_tiles(concealed: Iterable[Tile], win: Tile | None = None, flowers: Iterable[Tile] = ()) -> EditedHand:
    """A hand that nobody photographed."""
    hand = EditedHand()
    for tile in (*concealed, *flowers):
        hand = add(hand, tile)
    return hand if win is None else add_winning(hand, win)


def add(hand: EditedHand, tile: Tile) -> EditedHand:
    """Puts a tile into the hand; a flower is laid aside."""
    return _lay(replace(hand, next_id=hand.next_id + 1), Piece(hand.next_id, tile))


def add_winning(hand: EditedHand, tile: Tile) -> EditedHand:
    """Puts a tile into the hand as the one it was won with."""
    return mark_winning(add(hand, tile), hand.next_id)


def change(hand: EditedHand, piece_id: int, tile: Tile) -> EditedHand:
    """Gives a tile another face; the face-down tiles and the implied tile of its kong follow."""
    piece, group = hand.find(piece_id), hand.group_of(piece_id)
    if piece is None:
        return hand
    together = {piece_id}
    if group is not None and group.type == "kong":
        together |= {p.id for p in group.pieces if not p.tile.rank or p.implied}
    changed = _map(hand, lambda p: replace(p, tile=tile, confidence=1.0) if p.id in together else p)
    if group is None and tile.is_flower != piece.tile.is_flower:
        # A flower never stays in the hand, nor another tile among the flowers.
        return _lay(remove(changed, piece_id), replace(piece, tile=tile, confidence=1.0))
    return changed


def remove(hand: EditedHand, piece_id: int) -> EditedHand:
    """Takes a tile out. A meld that loses a tile is no meld: its other tiles go back into the hand."""
    if hand.group_of(piece_id) is not None:
        hand = unmake_meld(hand, piece_id)
    return replace(
        hand,
        concealed=_without(hand.concealed, {piece_id}),
        flowers=_without(hand.flowers, {piece_id}),
        win=None if hand.win is not None and hand.win.id == piece_id else hand.win,
    )


def mark_winning(hand: EditedHand, piece_id: int) -> EditedHand:
    """Makes a concealed tile the winning tile; the one marked before goes back into the hand."""
    piece = next((p for p in hand.concealed if p.id == piece_id), None)
    if piece is None:
        return hand
    bare = unmark_winning(hand)
    return replace(bare, concealed=_without(bare.concealed, {piece_id}), win=piece)


def unmark_winning(hand: EditedHand) -> EditedHand:
    """Puts the winning tile back into the hand."""
    if hand.win is None:
        return hand
    return replace(hand, concealed=(*hand.concealed, hand.win), win=None)


def sort_hand(hand: EditedHand) -> EditedHand:
    """Puts the concealed tiles in the order of the set."""
    return replace(hand, concealed=tuple(sorted(hand.concealed, key=lambda piece: piece.tile)))


def meld_choices(hand: EditedHand, piece_id: int, calls: frozenset[str]) -> tuple[MeldChoice, ...]:
    """The melds that a concealed tile could be laid apart in.

    Args:
        hand: the hand.
        piece_id: number of the tile.
        calls: melds that the variant knows.
    """
    piece = next((p for p in hand.concealed if p.id == piece_id), None)
    if piece is None or not piece.tile.rank:
        return ()
    alike = [piece.id, *(p.id for p in hand.concealed if p.tile is piece.tile and p.id != piece_id)]
    choices: list[MeldChoice] = []
    if "pong" in calls and len(alike) >= 3:
        choices.append(MeldChoice("pong", None, tuple(alike[:3])))
    if "kong" in calls and len(alike) >= 3:
        kinds: tuple[KongKind, ...] = ("exposed", "added", "concealed")
        choices += [MeldChoice("kong", kind, tuple(alike[:4])) for kind in kinds]
    if "chi" in calls and piece.tile.is_suited:
        choices += _chi_choices(hand, piece)
    return tuple(choices)


def _chi_choices(hand: EditedHand, piece: Piece) -> list[MeldChoice]:
    """The sequences through a tile, one for each set of faces."""
    by_rank = {p.tile.rank: p.id for p in hand.concealed if p.tile.suit == piece.tile.suit}
    by_rank[piece.tile.rank] = piece.id
    runs = (range(low, low + 3) for low in range(piece.tile.rank - 2, piece.tile.rank + 1))
    return [
        MeldChoice("chi", None, tuple(by_rank[rank] for rank in run))
        for run in runs
        if all(rank in by_rank for rank in run)
    ]


def make_meld(hand: EditedHand, ids: Iterable[int], meld_type: MeldType, kind: KongKind | None = None) -> EditedHand:
    """Lays concealed tiles apart as a meld; a kong of three tiles gets its fourth."""
    wanted = set(ids)
    pieces = tuple(piece for piece in hand.concealed if piece.id in wanted)
    if meld_type == "chi":
        pieces = tuple(sorted(pieces, key=lambda piece: piece.tile))
    if not _is_meld(meld_type, [piece.tile for piece in pieces]):
        return hand
    next_id = hand.next_id
    if meld_type == "kong" and len(pieces) == 3:
        pieces = (*pieces, Piece(next_id, pieces[0].tile, implied=True))
        next_id += 1
    group = Group(meld_type, pieces, kind if meld_type == "kong" else None)
    return replace(hand, concealed=_without(hand.concealed, wanted), melds=(*hand.melds, group), next_id=next_id)


def unmake_meld(hand: EditedHand, piece_id: int) -> EditedHand:
    """Puts the tiles of a meld back into the hand, an implied one away."""
    group = hand.group_of(piece_id)
    if group is None:
        return hand
    back = tuple(piece for piece in group.pieces if not piece.implied)
    melds = tuple(other for other in hand.melds if other is not group)
    return replace(hand, concealed=(*hand.concealed, *back), melds=melds)


def change_meld(hand: EditedHand, piece_id: int, meld_type: MeldType, kind: KongKind | None) -> EditedHand:
    """Makes a pong a kong, a kong a pong, or a kong one of another kind.

    A pong takes its fourth tile from the hand where that has one; a kong gives it back.
    """
    group = hand.group_of(piece_id)
    if group is None or meld_type == "chi" or group.type == "chi":
        return hand
    pieces, concealed, next_id = group.pieces, hand.concealed, hand.next_id
    if meld_type == "kong" and len(pieces) == 3:
        fourth = next((piece for piece in concealed if piece.tile is pieces[0].tile), None)
        if fourth is None:
            fourth = Piece(next_id, pieces[0].tile, implied=True)
            next_id += 1
        pieces, concealed = (*pieces, fourth), _without(concealed, {fourth.id})
    elif meld_type == "pong" and len(pieces) == 4:
        if not pieces[3].implied:
            concealed = (*concealed, pieces[3])
        pieces = pieces[:3]
    changed = replace(group, type=meld_type, kind=kind if meld_type == "kong" else None, pieces=pieces)
    melds = tuple(changed if other is group else other for other in hand.melds)
    return replace(hand, concealed=concealed, melds=melds, next_id=next_id)


def set_feeder(hand: EditedHand, piece_id: int, seat: Seat | None) -> EditedHand:
    """Says who fed a meld."""
    group = hand.group_of(piece_id)
    melds = tuple(replace(other, from_seat=seat) if other is group else other for other in hand.melds)
    return replace(hand, melds=melds)


def _is_meld(meld_type: MeldType, tiles: list[Tile]) -> bool:
    if meld_type == "chi":
        runs = (a.is_suited and a.suit == b.suit and a.rank + 1 == b.rank for a, b in pairwise(tiles))
        return len(tiles) == 3 and all(runs)
    sizes = (3,) if meld_type == "pong" else (3, 4)
    return len(tiles) in sizes and all(a is b for a, b in combinations(tiles, 2))


def _lay(hand: EditedHand, piece: Piece) -> EditedHand:
    """The hand with one more tile: among the flowers if it is one, else last in the hand."""
    if piece.tile.is_flower:
        return replace(hand, flowers=(*hand.flowers, piece))
    return replace(hand, concealed=(*hand.concealed, piece))


def _without(pieces: tuple[Piece, ...], ids: set[int]) -> tuple[Piece, ...]:
    return tuple(piece for piece in pieces if piece.id not in ids)


def _map(hand: EditedHand, function: Callable[[Piece], Piece]) -> EditedHand:
    """The hand with every tile passed through a function."""
    return replace(
        hand,
        concealed=tuple(map(function, hand.concealed)),
        melds=tuple(replace(group, pieces=tuple(map(function, group.pieces))) for group in hand.melds),
        win=None if hand.win is None else function(hand.win),
        flowers=tuple(map(function, hand.flowers)),
    )
