"""A case as JSON (schema: rules 1.2): what :func:`scoring.case_json.case_from_json` reads back as the same case."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scoring.hand import Case, DrawHand, Kong, Meld, Win
from scoring.tiles import Tile, format_tiles

Json = dict[str, Any]

_AS_THEY_ARE: tuple[str, ...] = ("id", "dealer", "streak", "lao", "bird", "base", "xianggong")


def _code(tile: Tile) -> str:
    return tile.code


_WRITERS: dict[str, Callable[[Any], Any]] = {
    "options": dict,
    "wins": lambda wins: [_win(win) for win in wins],
    "kongs": lambda kongs: [_kong(kong) for kong in kongs],
    "already_won": sorted,
    "draw": lambda hands: {"hands": [_draw_hand(hand) for hand in hands]},
    "events": lambda events: {
        name: getattr(events, name) for name in events.__slots__ if getattr(events, name) not in (None, False)
    },
    "gold": _code,
    "caishen": _code,
    "bao": lambda bao: {"feeder": bao.feeder, "eater": bao.eater},
}


def case_to_json(case: Case) -> Json:
    """The JSON object of a case, ready for ``json.dumps``; facts at their defaults are left out.

    ``ignored`` is not written: it lists what the case does not hold.
    """
    plain = Case(case.variant)
    told: Json = {"variant": case.variant, "players": case.players}
    for name in _AS_THEY_ARE:
        if getattr(case, name) != getattr(plain, name):
            told[name] = getattr(case, name)
    for name, write in _WRITERS.items():
        if getattr(case, name) != getattr(plain, name):
            told[name] = write(getattr(case, name))
    return told


def _win(win: Win) -> Json:
    told: Json = {
        "seat": win.seat,
        "concealed": format_tiles(win.concealed),
        "melds": [_meld(meld) for meld in win.melds],
        "win_tile": win.win_tile.code if win.win_tile else None,
        "by": win.by,
        "from": win.from_seat,
        "flags": dict.fromkeys(sorted(win.flags - {"youjin"}), True),
        "flowers": format_tiles(win.flowers),
        "piao": win.piao,
    }
    if win.youjin:
        told["flags"]["youjin"] = win.youjin
    return told


def _meld(meld: Meld) -> Json:
    told: Json = {"type": meld.type, "tiles": format_tiles(meld.tiles), "concealed": meld.concealed}
    optional = {"kind": meld.kind, "from": meld.from_seat}
    return told | {name: value for name, value in optional.items() if value is not None}


def _kong(kong: Kong) -> Json:
    told: Json = {"seat": kong.seat, "kind": kong.kind}
    optional = {"from": kong.from_seat, "payers": None if kong.payers is None else list(kong.payers)}
    return told | {name: value for name, value in optional.items() if value is not None}


def _draw_hand(hand: DrawHand) -> Json:
    return {
        "seat": hand.seat,
        "concealed": format_tiles(hand.concealed),
        "melds": [_meld(meld) for meld in hand.melds],
    }
