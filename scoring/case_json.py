"""The door of the scorer: JSON to a case, a result to JSON (schema: rules 1.2, contract ``hule score``)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, TypeVar

from scoring.core import Result, ScoredWin
from scoring.errors import Rejection
from scoring.hand import FLAGS, Bao, Case, DrawHand, Events, Kong, Meld, Win
from scoring.json_fields import Fields, RefusedError, refuse
from scoring.steps import Step
from scoring.variant import Variant
from scoring.variants import VARIANTS

T = TypeVar("T")

_CASE_FIELDS = frozenset(
    ("id", "variant", "players", "dealer", "options", "wins", "kongs", "already_won", "draw", "events", "gold",
     "streak", "caishen", "lao", "bao", "bird", "base", "xianggong")
)  # fmt: skip
_REMARKS = frozenset(
    ("expected", "steps", "source", "seed_basis", "seed_ref", "seed_claim", "seed_inconsistent", "note", "title")
)
"""Fields of a worked example that say nothing about the deal."""


def case_from_json(data: object) -> Case | Rejection:
    """The case that a JSON object describes.

    Facts of another variant are dropped and listed in ``ignored``.

    Returns:
        the case, or ``E_INPUT`` naming the field (``E_TILE`` for unreadable tiles).
    """
    try:
        return _case(Fields(data, "case"))
    except RefusedError as refused:
        return refused.rejection


def _case(data: Fields) -> Case:
    name = data.get("variant", str, "")
    variant = VARIANTS.get(name)
    if variant is None:
        known = ", ".join(VARIANTS)
        if not name:
            raise refuse("variant", f"say which rules are played: {known}", f"请指明玩法：{known}")
        raise refuse("variant", f"no variant {name!r}; there are {known}", f"没有玩法 {name!r}，有 {known}")
    data.only(_CASE_FIELDS | _REMARKS)
    ignored: list[str] = []
    wins = tuple(_win(item, variant, ignored) for item in data.objects("wins"))
    events = data.inner("events")
    used = _Used(data, variant, ignored)
    return Case(
        variant=name,
        id=data.data.get("id"),
        players=data.number("players", variant.players),
        dealer=data.number("dealer", 0),
        options=data.get("options", dict, {}),
        wins=wins,
        kongs=used("kongs", lambda: tuple(map(_kong, data.objects("kongs"))), ()),
        already_won=used("already_won", lambda: frozenset(data.seats("already_won")), frozenset()),
        draw=_draw(data),
        events=_events(events, variant, ignored),
        gold=used("gold", lambda: data.tile("gold"), None),
        streak=used("streak", lambda: data.number("streak", 0), 0),
        caishen=used("caishen", lambda: data.tile("caishen"), None),
        lao=used("lao", lambda: data.number("lao", 0), 0),
        bao=used("bao", lambda: _bao(data), None),
        bird=used("bird", lambda: _bird(data), None),
        base=used("base", lambda: data.number("base", 1, low=1), 1),
        xianggong=used("xianggong", lambda: data.maybe_number("xianggong"), None),
        ignored=tuple(ignored),
    )


@dataclass
class _Used:
    """Reads a fact that the variant uses; notes one that it does not."""

    data: Fields
    variant: Variant
    ignored: list[str]

    def __call__(self, key: str, read: Callable[[], T], default: T) -> T:
        if key in self.variant.facts:
            value = read()
            if value is None and any(item.name == key and item.required for item in self.variant.inputs):
                raise refuse(key, f"is needed in {self.variant.name.en}", f"{self.variant.name.zh}必须填写")
            return value
        if self.data.data.get(key):
            self.ignored.append(self.data.name(key))
        return default


def _win(data: Fields, variant: Variant, ignored: list[str]) -> Win:
    data.only(frozenset(("seat", "concealed", "melds", "win_tile", "by", "from", "flags", "flowers", "piao")))
    flags = data.inner("flags")
    flags.only(frozenset(FLAGS))
    ignored += [f"{data.prefix}flags.{flag}" for flag in FLAGS if flag not in variant.flags and flags.data.get(flag)]
    youjin = flags.number("youjin", 0, high=3) if "youjin" in variant.flags else 0
    raised = {flag for flag in variant.flags - {"youjin"} if flags.get(flag, bool, False)}
    if youjin:
        raised.add("youjin")
    used = _Used(data, variant, ignored)
    by = data.choice("by", ("selfdraw", "discard", "robkong", "opening"))
    if "seat" not in data.data:
        raise refuse(data.name("seat"), "say who won", "请指明谁胡了")
    return Win(
        seat=data.number("seat", 0),
        concealed=data.tiles("concealed"),
        win_tile=data.tile("win_tile"),
        by=by,
        from_seat=data.maybe_number("from"),
        melds=tuple(map(_meld, data.objects("melds"))),
        flags=frozenset(raised),
        youjin=youjin,
        # Flower tiles in a game without flowers are a wrong tile, not a fact to pass over.
        flowers=data.tiles("flowers"),
        piao=used("piao", lambda: data.number("piao", 0), 0),
    )


def _meld(data: Fields) -> Meld:
    data.only(frozenset(("type", "tiles", "kind", "concealed", "from")))
    return Meld(
        type=data.choice("type", ("chi", "pong", "kong")),
        tiles=data.tiles("tiles"),
        kind=data.choice("kind", _KONG_KINDS) if data.data.get("kind") is not None else None,
        concealed=data.get("concealed", bool, data.data.get("kind") == "concealed"),
        from_seat=data.maybe_number("from"),
    )


_KONG_KINDS = ("exposed", "added", "concealed")


def _kong(data: Fields) -> Kong:
    data.only(frozenset(("seat", "kind", "from", "payers")))
    payers = tuple(data.seats("payers")) if data.data.get("payers") is not None else None
    return Kong(
        seat=data.number("seat", -1), kind=data.choice("kind", _KONG_KINDS), from_seat=data.maybe_number("from"),
        payers=payers,
    )  # fmt: skip


def _draw(data: Fields) -> tuple[DrawHand, ...] | None:
    if data.data.get("draw") is None:
        return None
    hands = data.inner("draw").objects("hands")
    return tuple(
        DrawHand(item.number("seat", -1), item.tiles("concealed"), tuple(map(_meld, item.objects("melds"))))
        for item in hands
    )


def _events(data: Fields, variant: Variant, ignored: list[str]) -> Events:
    data.only(frozenset(("genzhuang", "huangpai", "beigen", "false_win")))
    used = _Used(data, variant, ignored)
    return Events(
        genzhuang=used("genzhuang", lambda: data.get("genzhuang", bool, False), False),
        huangpai=used("huangpai", lambda: data.get("huangpai", bool, False), False),
        beigen=used("beigen", lambda: data.maybe_number("beigen"), None),
        false_win=used("false_win", lambda: data.maybe_number("false_win"), None),
    )


def _bao(data: Fields) -> Bao | None:
    if data.data.get("bao") is None:
        return None
    bao = data.inner("bao")
    return Bao(bao.number("feeder", -1), bao.number("eater", -1))


def _bird(data: Fields) -> int | None:
    return None if data.data.get("bird") is None else data.number("bird", 1, low=1, high=9)


def result_to_json(case_id: str | None, result: Result | Rejection) -> dict[str, Any]:
    """The JSON object of the contract for one case."""
    if isinstance(result, Rejection):
        error = {"code": str(result.code), "message": result.message, "message_zh": result.message_zh}
        return {"id": case_id, "error": error | ({"field": result.field} if result.field else {})}
    return {
        "id": case_id,
        "wins": [_win_to_json(win) for win in result.wins],
        "payments": list(result.payments),
        **_steps_to_json(result.steps),
        "next_dealer": result.next_dealer,
        "ignored": list(result.ignored),
    }


def _win_to_json(win: ScoredWin) -> dict[str, Any]:
    return {
        "seat": win.seat,
        "fan": win.fan,
        "points": win.points,
        "patterns": [
            {"id": hit.pattern.id, "zh": hit.pattern.zh, "en": hit.pattern.en, "value": hit.value,
             "clause": hit.pattern.clause}
            for hit in win.hits
        ],
        "reading": str(win.reading),
        **_steps_to_json(win.steps),
    }  # fmt: skip


def _steps_to_json(steps: Iterable[Step]) -> dict[str, list[str]]:
    lines = [step.text for step in steps]
    return {"steps": [line.en for line in lines], "steps_zh": [line.zh for line in lines]}
