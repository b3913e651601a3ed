"""Typed access to the fields of a JSON object: what has the wrong type is refused by its full name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from reprlib import repr as shown
from typing import Any, TypeVar

from scoring.errors import Code, Rejection, bad_input
from scoring.hand import MOST
from scoring.tiles import Tile, TileNotationError, parse_tiles, tile

T = TypeVar("T")

_KINDS = {
    int: ("a whole number", "整数"), str: ("a text", "文字"), list: ("a list", "列表"),
    dict: ("an object", "对象"), bool: ("true or false", "true 或 false"),
}  # fmt: skip


class RefusedError(Exception):
    """Carries a rejection out of the nested readers; :func:`scoring.case_json.case_from_json` returns it."""

    def __init__(self, rejection: Rejection) -> None:
        super().__init__(rejection.message)
        self.rejection = rejection


def refuse(name: str, message: str, message_zh: str) -> RefusedError:
    """To raise where a field is wrong: ``E_INPUT`` with its name and why, in both languages."""
    return RefusedError(bad_input(name, message, message_zh))


@dataclass
class Fields:
    """Typed access to a JSON object; a missing field and null are the same.

    Each method raises :class:`RefusedError` where the field is wrong.

    Attributes:
        data: the object.
        where: what to call it.
        prefix: what stands before the names of its fields: ``wins[0].``.
    """

    data: Any
    where: str
    prefix: str = field(default="")

    def __post_init__(self) -> None:
        if not isinstance(self.data, Mapping):
            raise refuse(self.where, "must be an object", "应为一个对象")

    def name(self, key: str) -> str:
        """The full name of a field."""
        return f"{self.prefix}{key}"

    def get(self, key: str, kind: type[T], default: T) -> T:
        """A field of this type."""
        value = self.data.get(key)
        if value is None:
            return default
        # JSON's true is no number, though Python takes it for one.
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            raise refuse(self.name(key), f"must be {_KINDS[kind][0]}, not {shown(value)}", f"应为{_KINDS[kind][1]}")
        return value

    def number(self, key: str, default: int, low: int = 0, high: int = MOST) -> int:
        """A whole number within limits."""
        value = self.get(key, int, default)
        if not low <= value <= high:
            raise refuse(self.name(key), f"must be {low} to {high}, not {shown(value)}", f"应在 {low} 到 {high} 之间")
        return value

    def maybe_number(self, key: str) -> int | None:
        """A whole number; None where there is none."""
        return None if self.data.get(key) is None else self.get(key, int, 0)

    def choice(self, key: str, choices: tuple[str, ...]) -> Any:
        """One of some texts; it must be there."""
        value = self.data.get(key)
        if value not in choices:
            listed = ", ".join(choices)
            raise refuse(self.name(key), f"must be one of {listed}, not {shown(value)}", f"应为 {listed} 之一")
        return value

    def tiles(self, key: str) -> tuple[Tile, ...]:
        """Tiles in the notation of :func:`scoring.tiles.parse_tiles`."""
        return self._notation(key, parse_tiles) or ()

    def tile(self, key: str) -> Tile | None:
        """One tile; None where there is none."""
        return self._notation(key, tile)

    def _notation(self, key: str, read: Callable[[str], T]) -> T | None:
        text = self.get(key, str, "")
        try:
            return read(text) if text else None
        except TileNotationError as error:
            raise RefusedError(
                Rejection(Code.TILE, f"{self.name(key)}: {error}", f"{self.name(key)}：看不懂 {error.fragment!r}")
            ) from None

    def objects(self, key: str) -> list[Fields]:
        """The objects of a list."""
        return [
            Fields(item, self.name(f"{key}[{at}]"), self.name(f"{key}[{at}]."))
            for at, item in enumerate(self.get(key, list, []))
        ]

    def seats(self, key: str) -> list[int]:
        """A list of seats."""
        values = self.get(key, list, [])
        if any(not isinstance(value, int) or isinstance(value, bool) for value in values):
            raise refuse(self.name(key), "must be a list of seats", "应为座位号的列表")
        return values

    def inner(self, key: str) -> Fields:
        """An object; an empty one where there is none."""
        return Fields(self.get(key, dict, {}), self.name(key), self.name(f"{key}."))

    def only(self, known: frozenset[str]) -> None:
        """Refuses every field but these."""
        for key in self.data:
            if key not in known:
                raise refuse(self.name(str(key)), "unknown field", "没有这个字段")
