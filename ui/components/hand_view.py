"""What the tile strip and its picker show: plain data for the script, made from the deal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from scoring import Tile
from scoring.tiles import TILES
from ui import melds
from ui.components.picker import face_data, picker_data
from ui.deal import Deal
from ui.hand import EditedHand, Group, Piece
from ui.history import History
from ui.melds import MeldChoice
from ui.players import seat_label
from ui.text import Words
from vision.layout.checks import UNSURE
from vision.reading import Reading

GUESSES = 3
"""How many of the reader's other guesses come before the rest of the tiles."""

View = dict[str, Any]


def view(
    history: History[Deal],
    words: Words,
    *,
    place: str = "",
    applied: int = 0,
    keypad: int = 0,
    hints: Sequence[str] = (),
    completing: Iterable[Tile] | None = None,
    reading: Reading | None = None,
) -> View:
    """Everything that the component draws.

    Args:
        history: the deal with what can be undone.
        words: the language.
        place: names the hand among all that this browser shows, for taps that a reload overtakes.
        applied: number of the last tap that the history contains.
        keypad: grows by one each time that the picker is to open for adding tiles.
        hints: lines below the strip.
        completing: tiles to offer as the winning tile; None where it is not asked for.
        reading: what the photo of the hand shows, so that the picker can show the tile as photographed.
    """
    deal = history.now
    hand = deal.kept_of(deal.win.hand)
    won = () if hand.win is None else (hand.win,)
    seen = _Seen(deal, words, reading)
    rows = [
        seen.row("concealed", words("hand.concealed"), (*hand.concealed, *won)),
        *(seen.row("meld", meld_name(group.type, group.kind, words), group.pieces) for group in hand.melds),
        seen.row("flowers", words("hand.flowers"), hand.flowers),
    ]
    doubtful = any(is_doubtful(piece) for piece in hand.pieces)
    return {
        "place": place,
        "applied": applied,
        "keypad": keypad,
        "rows": [row for row in rows if row["tiles"]],
        "turned": [_turned_over(name, label, deal, words) for name, label in _indicators(deal, words)],
        "picker": picker_data(deal.rules.copies, words),
        "complete": None if completing is None else [face_data(each, words) for each in completing],
        "fixes": list(_fixes(deal, words)),
        "undo": bool(history.past),
        "redo": bool(history.future),
        "full": deal.held >= deal.wanted,
        "empty": not hand.pieces,
        "count": words("hand.count", have=deal.held, want=deal.wanted),
        "hints": [*([words("hand.doubt_hint")] if doubtful else []), *hints],
        "text": {key: words(f"hand.{key}") for key in _TEXTS},
    }


_TEXTS = (
    "title", "empty", "add", "undo", "redo", "sort", "clear", "picker_title", "picker_add", "picker_win",
    "alternatives", "close", "back", "complete", "complete_none", "other", "win_badge", "as_seen",
)  # fmt: skip


def is_doubtful(piece: Piece) -> bool:
    """Whether the person should look at this tile."""
    return piece.confidence < UNSURE or not piece.tile.rank


def meld_name(meld_type: str, kind: str | None, words: Words) -> str:
    """碰, 暗杠, … in the language."""
    return words(f"meld.{meld_type}_{kind}" if kind else f"meld.{meld_type}")


def _indicators(deal: Deal, words: Words) -> list[tuple[str, str]]:
    """The tiles turned over for a deal (金, 财神) by name, with the question for each."""
    return [(item.name, words.of(item.label)) for item in deal.rules.inputs if item.kind == "tile"]


def _turned_over(name: str, label: str, deal: Deal, words: Words) -> View:
    face = deal.facts.get(name)
    return {"name": name, "label": label, "tile": face_data(face, words) if isinstance(face, Tile) else None}


class _Seen:
    """The tiles of one deal as the strip shows them."""

    def __init__(self, deal: Deal, words: Words, reading: Reading | None) -> None:
        self.deal, self.words, self.reading = deal, words, reading
        self.foreign = {piece.id for piece in deal.foreign_of(deal.win.hand)}

    def row(self, kind: str, label: str, pieces: tuple[Piece, ...]) -> View:
        """One row of the strip."""
        return {"kind": kind, "label": label, "tiles": [self.piece(piece, label) for piece in pieces]}

    def piece(self, piece: Piece, place: str) -> View:
        """One tile: its face, how sure it is, what else it may be, and what can be done with it."""
        deal, words = self.deal, self.words
        won = piece == deal.win.hand.win
        foreign = piece.id in self.foreign
        doubtful = is_doubtful(piece) or foreign
        key = "hand.piece_foreign" if foreign else "hand.piece_doubt" if doubtful else "hand.piece"
        place = words("hand.win") if won else place
        label = words(key, tile=words.tile(piece.tile), place=place, chance=round(100 * piece.confidence))
        return {
            **face_data(piece.tile, words),
            "id": piece.id,
            "box": piece.box,
            "area": self.area(piece),
            "doubt": doubtful,
            "won": won,
            "label": label,
            "alternatives": [
                {**face_data(other, words), "chance": _percent(share)}
                for other, share in [each for each in piece.alternatives if each[0] in deal.rules.copies][:GUESSES]
            ],
            "actions": list(actions(piece, deal, words)),
        }

    def area(self, piece: Piece) -> list[int] | None:
        """Where the tile lies in the photo."""
        box = piece.area
        if piece.box is not None and self.reading is not None and piece.box < len(self.reading.tiles):
            box = self.reading.tiles[piece.box].box
        return None if box is None else [round(edge) for edge in box]


def _percent(share: float) -> str:
    return f"{round(100 * share)}%" if share >= 0.01 else "<1%"


def actions(piece: Piece, deal: Deal, words: Words) -> Iterator[View]:
    """What can be done with a tile besides giving it another face."""
    hand = deal.win.hand
    group = hand.group_of(piece.id)
    aside = piece.tile in deal.rules.flowers
    if group is not None and not aside:
        yield from _of_meld(piece, group, deal, words)
    elif hand.win is not None and piece.id == hand.win.id:
        yield _choice(words("hand.unmark_win"), "unmark")
    elif piece in hand.concealed and not aside:
        yield from _of_concealed(piece, deal, words)
    for name, label in _indicators(deal, words):
        if not aside and piece.tile.rank and deal.facts.get(name) is not piece.tile:
            yield _choice(words("hand.turned_over", what=label), "fact", name=name, tile=piece.tile.code)
    yield _choice(words("hand.remove"), "remove", id=piece.id)


def _choice(label: str, do: str, *, stay: bool = False, **what: Any) -> View:
    return {"label": label, "action": {"do": do, **what}, "stay": stay}


def _of_meld(piece: Piece, group: Group, deal: Deal, words: Words) -> Iterator[View]:
    feeders_count = _feeders_count(deal)
    for meld_type, kind in _other_forms(group, deal):
        label = words("meld.to", meld=meld_name(meld_type, kind, words))
        # Who fed an exposed kong is the next question, so its tile stays open.
        stay = feeders_count and kind == "exposed"
        yield _choice(label, "to", id=piece.id, type=meld_type, kind=kind, stay=stay)
    if group.kind == "exposed" and feeders_count:
        for seat in range(deal.rules.players):
            if seat != deal.win.seat:
                name = seat_label(deal, seat, words)
                yield _choice(words("hand.feeder", name=name), "feed", id=piece.id, seat=seat)
    yield _choice(words("hand.unmake"), "unmake", id=piece.id)


def _of_concealed(piece: Piece, deal: Deal, words: Words) -> Iterator[View]:
    if not deal.shows_hand and not deal.opening:
        yield _choice(words("hand.mark_win"), "mark", id=piece.id)
    for choice in melds.meld_choices(deal.win.hand, piece.id, deal.rules.calls):
        stay = _feeders_count(deal) and choice.kind == "exposed"
        label = _choice_label(choice, deal.win.hand, words)
        yield _choice(label, "make", ids=list(choice.ids), type=choice.type, kind=choice.kind, stay=stay)


def _feeders_count(deal: Deal) -> bool:
    return any(item.kind == "kongs" for item in deal.rules.inputs)


def _other_forms(group: Group, deal: Deal) -> list[tuple[str, str | None]]:
    """What else a pong or kong could be."""
    if group.type == "chi":
        return []
    forms = [("pong", None), ("kong", "exposed"), ("kong", "added"), ("kong", "concealed")]
    return [form for form in forms if form != (group.type, group.kind) and form[0] in deal.rules.calls]


def _choice_label(choice: MeldChoice, hand: EditedHand, words: Words) -> str:
    name = meld_name(choice.type, choice.kind, words)
    if choice.type != "chi":
        return name
    ranks = sorted(piece.tile.rank for piece in hand.concealed if piece.id in choice.ids)
    return words("meld.make", meld=name, tiles="".join(map(str, ranks)))


def _fixes(deal: Deal, words: Words) -> Iterator[View]:
    """Questions that mend a hand of the wrong size or with wrong tiles in one tap."""
    hand = deal.win.hand
    if foreign := deal.foreign_of(hand):
        names = words.tiles(dict.fromkeys(piece.tile for piece in foreign))
        ids = [piece.id for piece in foreign]
        yield {"text": "", "choices": [_choice(words("hand.drop", tiles=names), "drop", ids=ids)]}
    elif unknown := deal.not_called_of(hand):
        for group in unknown:
            yield _not_called(group, deal, words)
    elif hand.pieces and deal.held == deal.wanted - 1:
        for group in hand.melds:
            if group.type == "kong" and not any(piece.implied for piece in group.pieces):
                yield {
                    "text": words("hand.was_kong", tile=words.tile(group.meld().tiles[0])),
                    "choices": [_choice(words("hand.no_kong"), "unmake", id=group.pieces[0].id)],
                }
    elif deal.held > deal.wanted:
        for piece in _first_of_four(hand):
            kinds = melds.meld_choices(hand, piece.id, deal.rules.calls)
            kongs = [choice for choice in kinds if choice.type == "kong"]
            yield {
                "text": words("hand.is_kong", tile=words.tile(piece.tile)),
                "choices": [
                    _choice(_choice_label(each, hand, words), "make", ids=list(each.ids), type="kong", kind=each.kind)
                    for each in kongs
                ],
            }


def _not_called(group: Group, deal: Deal, words: Words) -> View:
    """What the tiles of a meld may be that these rules do not know: more of the hand, or somebody else's.

    What makes the hand as large as it must be comes first.
    """
    names = words.tiles(piece.tile for piece in group.pieces)
    back = _choice(words("hand.unmake_tiles", tiles=names), "unmake", id=group.pieces[0].id)
    out = _choice(words("hand.drop", tiles=names), "drop", ids=[piece.id for piece in group.pieces])
    return {"text": "", "choices": [out, back] if deal.held > deal.wanted else [back, out]}


def _first_of_four(hand: EditedHand) -> Iterator[Piece]:
    """One tile of each four alike in the hand."""
    faces = [piece.tile for piece in hand.concealed]
    for face in TILES:
        if faces.count(face) == 4:
            yield next(piece for piece in hand.concealed if piece.tile is face)
