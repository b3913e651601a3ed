"""The kongs that lie in a winner's hand on a photo, to be paid where the rules pay kongs."""

from __future__ import annotations

from cli.ask import Question, answer, can_ask
from cli.assemble import Draft, Json
from cli.speech import Speech
from scoring import Rejection
from scoring.errors import bad_input
from scoring.steps import Text
from scoring.variant import Variant

_ADDED = "added"


def pay_shown_kongs(made: Draft, variant: Variant | None, speech: Speech) -> Rejection | None:
    """Adds the kongs of the hand to those of the deal, and asks who fed an exposed one.

    Where kongs of the winner were named, by option or in a facts file, that account stands.

    Returns:
        what is missing, where there is no terminal to ask on.
    """
    told = made.case.get("kongs") or []
    if variant is None or made.target is None or made.winner is None or "kongs" not in variant.facts:
        return None
    seat = made.target.get("seat")
    if not isinstance(told, list) or any(not isinstance(kong, dict) or kong.get("seat") == seat for kong in told):
        return None
    kongs = [(meld["tiles"], _kong(meld, seat)) for meld in made.target.get("melds", []) if meld["type"] == "kong"]
    for tiles, kong in kongs:
        if kong["kind"] == "exposed" and kong["from"] is None:
            if not can_ask():
                return _unknown_feeder(tiles, seat)
            answer(_who_fed(tiles, kong, variant.players), speech)
            if kong["from"] == _ADDED:
                kong["kind"] = kong.pop("from")
    if kongs:
        made.case["kongs"] = [*told, *(kong for _, kong in kongs)]
    return None


def _kong(meld: Json, seat: object) -> Json:
    kind = meld.get("kind") or ("concealed" if meld.get("concealed") else "exposed")
    return {"seat": seat, "kind": kind} | ({"from": meld.get("from")} if kind == "exposed" else {})


def _who_fed(tiles: str, kong: Json, players: int) -> Question:
    """A photo does not tell an exposed kong from a pong that a fourth tile was added to."""
    others = (str(seat) for seat in range(players) if seat != kong["seat"])
    return Question(
        "from",
        Text(f"Who fed the kong {tiles} (seat, or {_ADDED} for a tile drawn later)?",
             f"{tiles} 这副杠是谁放的（座位号；自己补的杠写 {_ADDED}）？"),
        kong, lambda text: text if text == _ADDED else int(text), (*others, _ADDED),
    )  # fmt: skip


def _unknown_feeder(tiles: str, seat: object) -> Rejection:
    fed, added = f'--kong "{seat} exposed from SEAT"', f'--kong "{seat} {_ADDED}"'
    return bad_input(
        "kongs",
        f"still needed: who fed the kong {tiles}; write {fed}, or {added} where nobody did",
        f"还需要：{tiles} 这副杠是谁放的；请写 {fed}，自己补的杠写 {added}",
    )
