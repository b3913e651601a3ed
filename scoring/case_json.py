"""The door of the scorer: JSON to a case, a result to JSON (schema: rules 1.2, contract ``hule score``)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from reprlib import repr as shown
from typing import Any, TypeVar

from scoring.core import Result, ScoredWin
from scoring.errors import Code, Rejection, bad_input
from scoring.hand import FLAGS, MOST, Bao, Case, DrawHand, Events, Kong, Meld, Win
from scoring.steps import Step
from scoring.tiles import Tile, TileNotationError, parse_tiles, tile
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


class _RefusedError(Exception):
    """Carries a rejection out of the nested readers below; never leaves this module."""

    def __init__(self, rejection: Rejection) -> None:
        super().__init__(rejection.message)
        self.rejection = rejection


def _refuse(name: str, message: str, message_zh: str) -> _RefusedError:
    return _RefusedError(bad_input(name, message, message_zh))


def case_from_json(data: object) -> Case | Rejection:
    """The case that a JSON object describes.

    Facts of another variant are dropped and listed in ``ignored``.

    Returns:
        the case, or ``E_INPUT`` naming the field (``E_TILE`` for unreadable tiles).
    """
    try:
        return _case(_Fields(data, "case"))
    except _RefusedError as refused:
        return refused.rejection


@dataclass
class _Fields:
    """Typed access to a JSON object; every wrong type is refused under its full name."""

    data: Any
    where: str
    prefix: str = field(default="")

    def __post_init__(self) -> None:
        if not isinstance(self.data, Mapping):
            raise _refuse(self.where, "must be an object", "应为一个对象")

    def name(self, key: str) -> str:
        return f"{self.prefix}{key}"

    def get(self, key: str, kind: type[T], default: T) -> T:
        value = self.data.get(key)
        if value is None:
            return default
        # JSON's true is no number, though Python takes it for one.
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            raise _refuse(self.name(key), f"must be {_KINDS[kind][0]}, not {shown(value)}", f"应为{_KINDS[kind][1]}")
        return value

    def number(self, key: str, default: int, low: int = 0, high: int = MOST) -> int:
        value = self.get(key, int, default)
        if not low <= value <= high:
            raise _refuse(self.name(key), f"must be {low} to {high}, not {shown(value)}", f"应在 {low} 到 {high} 之间")
        return value

    def maybe_number(self, key: str) -> int | None:
        return None if self.data.get(key) is None else self.get(key, int, 0)

    def choice(self, key: str, choices: tuple[str, ...]) -> Any:
        value = self.data.get(key)
        if value not in choices:
            listed = ", ".join(choices)
            raise _refuse(self.name(key), f"must be one of {listed}, not {shown(value)}", f"应为 {listed} 之一")
        return value

    def tiles(self, key: str) -> tuple[Tile, ...]:
        return self._notation(key, parse_tiles) or ()

    def tile(self, key: str) -> Tile | None:
        return self._notation(key, tile)

    def _notation(self, key: str, read: Callable[[str], T]) -> T | None:
        text = self.get(key, str, "")
        try:
            return read(text) if text else None
        except TileNotationError as error:
            raise _RefusedError(
                Rejection(Code.TILE, f"{self.name(key)}: {error}", f"{self.name(key)}：看不懂 {error.fragment!r}")
            ) from None

    def objects(self, key: str) -> list[_Fields]:
        return [
            _Fields(item, self.name(f"{key}[{at}]"), self.name(f"{key}[{at}]."))
            for at, item in enumerate(self.get(key, list, []))
        ]

    def numbers(self, key: str) -> list[int]:
        values = self.get(key, list, [])
        if any(not isinstance(value, int) or isinstance(value, bool) for value in values):
            raise _refuse(self.name(key), "must be a list of seats", "应为座位号的列表")
        return values

    def inner(self, key: str) -> _Fields:
        return _Fields(self.get(key, dict, {}), self.name(key), self.name(f"{key}."))

    def only(self, known: frozenset[str]) -> None:
        for key in self.data:
            if key not in known:
                raise _refuse(self.name(str(key)), "unknown field", "没有这个字段")


_KINDS = {
    int: ("a whole number", "整数"), str: ("a text", "文字"), list: ("a list", "列表"),
    dict: ("an object", "对象"), bool: ("true or false", "true 或 false"),
}  # fmt: skip


def _case(data: _Fields) -> Case:
    name = data.get("variant", str, "")
    variant = VARIANTS.get(name)
    if variant is None:
        known = ", ".join(VARIANTS)
        if not name:
            raise _refuse("variant", f"say which rules are played: {known}", f"请指明玩法：{known}")
        raise _refuse("variant", f"no variant {name!r}; there are {known}", f"没有玩法 {name!r}，有 {known}")
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
        already_won=used("already_won", lambda: frozenset(data.numbers("already_won")), frozenset()),
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

    data: _Fields
    variant: Variant
    ignored: list[str]

    def __call__(self, key: str, read: Callable[[], T], default: T) -> T:
        if key in self.variant.facts:
            value = read()
            if value is None and any(item.name == key and item.required for item in self.variant.inputs):
                raise _refuse(key, f"is needed in {self.variant.name.en}", f"{self.variant.name.zh}必须填写")
            return value
        if self.data.data.get(key):
            self.ignored.append(self.data.name(key))
        return default


def _win(data: _Fields, variant: Variant, ignored: list[str]) -> Win:
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
        raise _refuse(data.name("seat"), "say who won", "请指明谁胡了")
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


def _meld(data: _Fields) -> Meld:
    data.only(frozenset(("type", "tiles", "kind", "concealed", "from")))
    return Meld(
        type=data.choice("type", ("chi", "pong", "kong")),
        tiles=data.tiles("tiles"),
        kind=data.choice("kind", _KONG_KINDS) if data.data.get("kind") is not None else None,
        concealed=data.get("concealed", bool, data.data.get("kind") == "concealed"),
        from_seat=data.maybe_number("from"),
    )


_KONG_KINDS = ("exposed", "added", "concealed")


def _kong(data: _Fields) -> Kong:
    data.only(frozenset(("seat", "kind", "from", "payers")))
    payers = tuple(data.numbers("payers")) if data.data.get("payers") is not None else None
    return Kong(
        seat=data.number("seat", -1), kind=data.choice("kind", _KONG_KINDS), from_seat=data.maybe_number("from"),
        payers=payers,
    )  # fmt: skip


def _draw(data: _Fields) -> tuple[DrawHand, ...] | None:
    if data.data.get("draw") is None:
        return None
    hands = data.inner("draw").objects("hands")
    return tuple(
        DrawHand(item.number("seat", -1), item.tiles("concealed"), tuple(map(_meld, item.objects("melds"))))
        for item in hands
    )


def _events(data: _Fields, variant: Variant, ignored: list[str]) -> Events:
    data.only(frozenset(("genzhuang", "huangpai", "beigen", "false_win")))
    used = _Used(data, variant, ignored)
    return Events(
        genzhuang=used("genzhuang", lambda: data.get("genzhuang", bool, False), False),
        huangpai=used("huangpai", lambda: data.get("huangpai", bool, False), False),
        beigen=used("beigen", lambda: data.maybe_number("beigen"), None),
        false_win=used("false_win", lambda: data.maybe_number("false_win"), None),
    )


def _bao(data: _Fields) -> Bao | None:
    if data.data.get("bao") is None:
        return None
    bao = data.inner("bao")
    return Bao(bao.number("feeder", -1), bao.number("eater", -1))


def _bird(data: _Fields) -> int | None:
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
