"""One deal with one winner, written in a line, for the tests of single rules."""

from __future__ import annotations

from typing import Any

from scoring import Code, Rejection, Result, case_from_json, score

WIN_FIELDS = ("melds", "flags", "flowers", "piao", "seat")


def deal(variant: str, hand: str, by: str = "selfdraw", giver: int | None = None, **facts: Any) -> Result | Rejection:
    """What a deal pays, or why it is refused.

    Args:
        variant: name of the rules.
        hand: concealed tiles, a plus sign, and the winning tile: ``"123m 22s + 4s"``.
        by: way of winning.
        giver: who gave the winning tile.
        facts: fields of the win or of the case; ``melds`` as texts such as ``"kong 3333s concealed"``, ``flags`` as
            a list of names, ``seat`` 1 unless given.
    """
    concealed, win_tile = hand.split("+")
    win: dict[str, Any] = {"seat": 1, "concealed": concealed, "win_tile": win_tile.strip(), "by": by, "from": giver}
    win |= {name: facts.pop(name) for name in WIN_FIELDS if name in facts}
    win["melds"] = [_meld(text) for text in win.get("melds", ())]
    if not isinstance(win.get("flags", {}), dict):
        win["flags"] = dict.fromkeys(win["flags"], True)
    case = case_from_json({"variant": variant, "wins": [win], **facts})
    return case if isinstance(case, Rejection) else score(case)


def shared(variant: str, hands: dict[int, str], by: str, giver: int | None, **facts: Any) -> Result | Rejection:
    """What a deal with several winners of one tile pays, their hands by seat; see :func:`deal`."""
    flags = dict.fromkeys(facts.pop("flags", ()), True)
    wins = []
    for seat, hand in hands.items():
        concealed, _, win_tile = hand.partition("+")
        win = {"seat": seat, "concealed": concealed, "win_tile": win_tile.strip() or None, "by": by, "from": giver}
        wins.append({**win, "flags": flags})
    case = case_from_json({"variant": variant, "wins": wins, **facts})
    return case if isinstance(case, Rejection) else score(case)


def _meld(text: str) -> dict[str, Any]:
    kinds = ("exposed", "added", "concealed")
    name, *tiles = text.split()
    kind = tiles.pop() if tiles[-1] in kinds else None
    return {"type": name, "tiles": " ".join(tiles), "kind": kind}


def worth(outcome: Result | Rejection) -> tuple[set[str], int]:
    """The patterns of the only winner and his points; fails on a refusal."""
    assert isinstance(outcome, Result), outcome
    (win,) = outcome.wins
    return {hit.pattern.zh for hit in win.hits}, win.points


def paid(outcome: Result | Rejection) -> tuple[int, ...]:
    """What each seat receives; fails on a refusal."""
    assert isinstance(outcome, Result), outcome
    return outcome.payments


def refused(outcome: Result | Rejection) -> Code:
    """The code of a refusal; fails on a result."""
    assert isinstance(outcome, Rejection), outcome
    return outcome.code
