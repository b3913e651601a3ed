"""The tile strip with its picker: what a tap does, and the component that draws it.

The script only draws and reports taps. It reports them as a log with running numbers, so that taps which come
faster than the page reruns are neither lost nor applied twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import streamlit as st

from scoring import tile
from ui import hand as edit
from ui import melds
from ui.deal import Deal
from ui.hand import EditedHand
from ui.history import History
from vision.reading import Box

Action = Mapping[str, Any]

_EDITS: dict[str, Callable[[EditedHand, Action], EditedHand]] = {
    "add": lambda hand, a: edit.add(hand, tile(a["tile"]), _number(a.get("box")), _area(a.get("area"))),
    "add_win": lambda hand, a: edit.add_winning(hand, tile(a["tile"])),
    "change": lambda hand, a: edit.change(hand, a["id"], tile(a["tile"])),
    "remove": lambda hand, a: edit.remove(hand, a["id"]),
    "drop": lambda hand, a: _drop(hand, a["ids"]),
    "mark": lambda hand, a: edit.mark_winning(hand, a["id"]),
    "unmark": lambda hand, _: edit.unmark_winning(hand),
    "make": lambda hand, a: melds.make_meld(hand, a["ids"], a["type"], a["kind"]),
    "unmake": lambda hand, a: edit.unmake_meld(hand, a["id"]),
    "to": lambda hand, a: melds.change_meld(hand, a["id"], a["type"], a["kind"]),
    "feed": lambda hand, a: melds.set_feeder(hand, a["id"], a["seat"]),
    "sort": lambda hand, _: edit.sort_hand(hand),
    "clear": lambda _, __: edit.EMPTY_HAND,
}


def _number(told: Any) -> int | None:
    return told if isinstance(told, int) and told >= 0 else None


def _area(told: Any) -> Box | None:
    """Where a tile was drawn; what is no box of four numbers is none."""
    if isinstance(told, list) and len(told) == 4 and all(isinstance(edge, int | float) for edge in told):
        return told[0], told[1], told[2], told[3]
    return None


def _drop(hand: EditedHand, ids: Iterable[int]) -> EditedHand:
    for piece_id in ids:
        hand = edit.remove(hand, piece_id)
    return hand


def apply(history: History[Deal], action: Action) -> History[Deal]:
    """What a tap does to the deal; one that makes no sense does nothing."""
    name = str(action.get("do"))
    if name == "undo":
        return history.undo()
    if name == "redo":
        return history.redo()
    try:
        return history.change(_turn_over(history.now, action) if name == "fact" else _edited(history.now, name, action))
    except (AttributeError, KeyError, TypeError, ValueError):
        return history


def _edited(deal: Deal, name: str, action: Action) -> Deal:
    if name == "back":
        # Which tile is the last is known here only: on the page, taps before this one may not be answered yet.
        name, action = "remove", {"id": max(piece.id for piece in deal.kept_of(deal.win.hand).pieces)}
    changed = deal.with_hand(_EDITS[name](deal.win.hand, action))
    return changed.with_win(assumed=False) if name in ("mark", "add_win") else changed


def _turn_over(deal: Deal, action: Action) -> Deal:
    """The deal with the tile that was turned over for it (金, 财神)."""
    item = next((item for item in deal.rules.inputs if item.kind == "tile" and item.name == action["name"]), None)
    face = tile(action["tile"])
    playable = face in deal.rules.copies and face not in deal.rules.flowers
    return deal if item is None or not playable else deal.with_fact(item, face)


def apply_log(history: History[Deal], log: Iterable[Action], applied: int) -> tuple[History[Deal], int]:
    """Applies the taps of a log that are newer than ``applied``; returns the number of the last one, too."""
    for action in log:
        number = action.get("n")
        if isinstance(number, int) and number > applied:
            history, applied = apply(history, action), number
    return history, applied


_HERE = Path(__file__).parent
STYLE = (_HERE / "hand_editor.css").read_text(encoding="utf-8")
SCRIPT = "\n".join((_HERE / f"{name}.js").read_text(encoding="utf-8") for name in ("nodes", "hand_editor"))
"""The files of the script, one after the other: Streamlit takes one module."""

_mount = st.components.v2.component(
    "hule_hand_editor",
    html='<div class="editor"></div>',
    css=STYLE,
    js=SCRIPT,
)


def hand_editor(data: Mapping[str, Any], *, key: str, on_taps: Callable[[], None]) -> None:
    """Shows the strip; ``on_taps`` is called when a tap has come in, its log then in the session under ``key``."""
    _mount(key=key, data=dict(data), default={"log": []}, on_log_change=on_taps)
