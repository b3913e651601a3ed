"""Keys that are written twice in a JSON object: JSON takes the last one, and nobody knows which was meant."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from scoring import Case, Rejection, case_from_json
from scoring.errors import bad_input


class Repeated(dict[str, Any]):
    """A JSON object that holds a key twice, itself or somewhere inside.

    Attributes:
        field: the first such key with the way to it, ``wins[0].from``.
    """

    def __init__(self, pairs: Iterable[tuple[str, Any]], field: str) -> None:
        super().__init__(pairs)
        self.field = field


def case_of(data: object) -> Case | Rejection:
    """The case of a JSON object; refused, naming the key, where one is there twice."""
    if isinstance(data, Repeated):
        return bad_input(data.field, "is written twice: keep one", "写了两遍：请只留一个")
    return case_from_json(data)


def noting_repeated(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object of a JSON text, for ``json.loads(…, object_pairs_hook=noting_repeated)``.

    >>> import json
    >>> json.loads('{"wins": [{"from": 2, "from": 3}]}', object_pairs_hook=noting_repeated).field
    'wins[0].from'
    """
    field = next(_repeated(pairs), None)
    return dict(pairs) if field is None else Repeated(pairs, field)


def _repeated(pairs: list[tuple[str, Any]]) -> Iterator[str]:
    seen: set[str] = set()
    for key, value in pairs:
        if key in seen:
            yield key
        seen.add(key)
        yield from (f"{key}{inside}" for inside in _inside(value))


def _inside(value: Any) -> Iterator[str]:
    """The ways on from a value to keys that are there twice."""
    if isinstance(value, Repeated):
        yield f".{value.field}"
    elif isinstance(value, list):
        for at, item in enumerate(value):
            yield from (f"[{at}]{inside}" for inside in _inside(item))
