"""The tile strip with its picker: what it shows, what a tap does, and the component that draws it.

The script only draws and reports taps. It reports them as a log with running numbers, so that taps which come
faster than the page reruns are neither lost nor applied twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import streamlit as st

from scoring import Tile, tile
from ui import hand as edit
from ui.deal import Deal
from ui.hand import EditedHand, Group, MeldChoice, Piece
from ui.history import History
from ui.players import seat_label
from ui.text import Words
from vision.layout.checks import UNSURE

LIKELY = 0.01
"""An alternative with a smaller chance is not offered before the rest."""

Action = Mapping[str, Any]

_EDITS: dict[str, Callable[[EditedHand, Action], EditedHand]] = {
    "add": lambda hand, a: edit.add(hand, tile(a["tile"])),
    "add_win": lambda hand, a: edit.add_winning(hand, tile(a["tile"])),
    "change": lambda hand, a: edit.change(hand, a["id"], tile(a["tile"])),
    "remove": lambda hand, a: edit.remove(hand, a["id"]),
    "mark": lambda hand, a: edit.mark_winning(hand, a["id"]),
    "unmark": lambda hand, _: edit.unmark_winning(hand),
    "make": lambda hand, a: edit.make_meld(hand, a["ids"], a["type"], a["kind"]),
    "unmake": lambda hand, a: edit.unmake_meld(hand, a["id"]),
    "to": lambda hand, a: edit.change_meld(hand, a["id"], a["type"], a["kind"]),
    "feed": lambda hand, a: edit.set_feeder(hand, a["id"], a["seat"]),
    "sort": lambda hand, _: edit.sort_hand(hand),
    "clear": lambda _, __: edit.EMPTY_HAND,
}


def apply(history: History[Deal], action: Action) -> History[Deal]:
    """What a tap does to the deal; one that makes no sense does nothing."""
    name = action.get("do")
    if name == "undo":
        return history.undo()
    if name == "redo":
        return history.redo()
    edited = _EDITS.get(str(name))
    if edited is None:
        return history
    deal = history.now
    try:
        hand = edited(deal.win.hand, action)
    except (KeyError, TypeError, ValueError):
        return history
    changed = deal.with_hand(hand)
    if name in ("mark", "add_win"):
        changed = changed.with_win(assumed=False)
    return history.change(changed)


def apply_log(history: History[Deal], log: Iterable[Action], applied: int) -> tuple[History[Deal], int]:
    """Applies the taps of a log that are newer than ``applied``; returns the number of the last one, too."""
    for action in log:
        number = action.get("n")
        if isinstance(number, int) and number > applied:
            history, applied = apply(history, action), number
    return history, applied


def view(
    history: History[Deal],
    words: Words,
    *,
    applied: int = 0,
    keypad: int = 0,
    hint: str = "",
    completing: Iterable[Tile] | None = None,
) -> dict[str, Any]:
    """Everything that the component draws.

    Args:
        history: the deal with what can be undone.
        words: the language.
        applied: number of the last tap that the history contains.
        keypad: grows by one each time that the picker is to open for adding tiles.
        hint: a line below the strip.
        completing: tiles to offer as the winning tile; None where it is not asked for.
    """
    deal = history.now
    hand = deal.win.hand
    won = () if hand.win is None else (hand.win,)
    rows = [
        _row("concealed", words("hand.concealed"), (*hand.concealed, *won), deal, words),
        *(_row("meld", meld_name(group.type, group.kind, words), group.pieces, deal, words) for group in hand.melds),
        _row("flowers", words("hand.flowers"), hand.flowers, deal, words),
    ]
    doubtful = any(is_doubtful(piece) for piece in hand.pieces)
    return {
        "applied": applied,
        "keypad": keypad,
        "rows": [row for row in rows if row["tiles"]],
        "picker": _picker(deal, words),
        "complete": None if completing is None else [_face(each, words) for each in completing],
        "undo": bool(history.past),
        "redo": bool(history.future),
        "full": deal.held >= deal.wanted,
        "empty": not hand.pieces,
        "last": max((piece.id for piece in hand.pieces), default=None),
        "count": words("hand.count", have=deal.held, want=deal.wanted),
        "hints": [*([words("hand.doubt_hint")] if doubtful else []), *([hint] if hint else [])],
        "text": {key: words(f"hand.{key}") for key in _TEXTS},
    }


_TEXTS = (
    "title", "empty", "add", "undo", "redo", "sort", "clear", "picker_title", "picker_add", "alternatives", "close",
    "back", "complete", "complete_none", "win_badge",
)  # fmt: skip


def is_doubtful(piece: Piece) -> bool:
    """Whether the person should look at this tile."""
    return piece.confidence < UNSURE or not piece.tile.rank


def meld_name(meld_type: str, kind: str | None, words: Words) -> str:
    """碰, 暗杠, … in the language."""
    return words(f"meld.{meld_type}_{kind}" if kind else f"meld.{meld_type}")


def _face(face: Tile, words: Words) -> dict[str, str]:
    return {"code": face.code, "name": words.tile(face)}


def _row(kind: str, label: str, pieces: tuple[Piece, ...], deal: Deal, words: Words) -> dict[str, Any]:
    return {"kind": kind, "label": label, "tiles": [_piece(piece, label, deal, words) for piece in pieces]}


def _piece(piece: Piece, place: str, deal: Deal, words: Words) -> dict[str, Any]:
    doubtful = is_doubtful(piece)
    won = piece == deal.win.hand.win
    place = words("hand.win") if won else place
    chance = round(100 * piece.confidence)
    key = "hand.piece_doubt" if doubtful else "hand.piece"
    return {
        **_face(piece.tile, words),
        "id": piece.id,
        "box": piece.box,
        "doubt": doubtful,
        "won": won,
        "label": words(key, tile=words.tile(piece.tile), place=place, chance=chance),
        "alternatives": [
            {**_face(other, words), "chance": f"{round(100 * share)}%"}
            for other, share in piece.alternatives[:4]
            if share >= LIKELY and other in deal.rules.copies
        ],
        "actions": _actions(piece, deal, words),
    }


def _actions(piece: Piece, deal: Deal, words: Words) -> list[dict[str, Any]]:
    """What can be done with a tile besides giving it another face."""
    hand = deal.win.hand
    group = hand.group_of(piece.id)
    actions: list[dict[str, Any]] = []

    feeders_count = any(item.kind == "kongs" for item in deal.rules.inputs)

    def offer(label: str, do: str, **what: Any) -> None:
        # Who fed an exposed kong is the next question, so its tile stays open.
        stay = feeders_count and what.get("kind") == "exposed"
        actions.append({"label": label, "action": {"do": do, **what}, "stay": stay})

    if group is not None:
        for meld_type, kind in _other_forms(group, deal):
            offer(
                words("meld.to", meld=meld_name(meld_type, kind, words)), "to", id=piece.id, type=meld_type, kind=kind
            )
        if group.kind == "exposed" and feeders_count:
            for seat in range(deal.rules.players):
                if seat != deal.win.seat:
                    offer(words("hand.feeder", name=seat_label(deal, seat, words)), "feed", id=piece.id, seat=seat)
        offer(words("hand.unmake"), "unmake", id=piece.id)
    elif hand.win is not None and piece.id == hand.win.id:
        offer(words("hand.unmark_win"), "unmark")
    elif piece in hand.concealed:
        offer(words("hand.mark_win"), "mark", id=piece.id)
        for choice in edit.meld_choices(hand, piece.id, deal.rules.calls):
            offer(_choice_label(choice, hand, words), "make", ids=list(choice.ids), type=choice.type, kind=choice.kind)
    offer(words("hand.remove"), "remove", id=piece.id)
    return actions


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


def _picker(deal: Deal, words: Words) -> list[dict[str, Any]]:
    """The tiles of the game by suit."""
    suits: dict[str, list[Tile]] = {}
    for face in deal.rules.copies:
        suits.setdefault(face.suit, []).append(face)
    return [
        {"suit": suit, "label": words(f"suit.{suit}"), "tiles": [_face(face, words) for face in faces]}
        for suit, faces in suits.items()
    ]


_HERE = Path(__file__).parent
_mount = st.components.v2.component(
    "hule_hand_editor",
    html='<div class="editor"></div>',
    css=(_HERE / "hand_editor.css").read_text(encoding="utf-8"),
    js=(_HERE / "hand_editor.js").read_text(encoding="utf-8"),
)


def hand_editor(data: Mapping[str, Any], *, key: str, on_taps: Callable[[], None]) -> None:
    """Shows the strip; ``on_taps`` is called when a tap has come in, its log then in the session under ``key``."""
    _mount(key=key, data=dict(data), default={"log": []}, on_log_change=on_taps)
