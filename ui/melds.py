"""Laying tiles of a hand apart as melds (副露), and making one meld another."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import combinations, pairwise

from scoring.hand import KongKind, MeldType, Seat
from scoring.tiles import Tile
from ui.hand import EditedHand, Group, Piece, without


@dataclass(frozen=True, slots=True)
class MeldChoice:
    """A meld that a tile could belong to: its type, its kind, and the tiles of it that the hand has."""

    type: MeldType
    kind: KongKind | None
    ids: tuple[int, ...]


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
    return replace(hand, concealed=without(hand.concealed, wanted), melds=(*hand.melds, group), next_id=next_id)


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
        pieces, concealed = (*pieces, fourth), without(concealed, {fourth.id})
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
