"""Values as the JSON that is stored and hashed, and back.

A version is stored as one canonical JSON text, its envelope: who, when, which version of what, and the value
under ``body``. The content hash is taken over that text, so nothing in it can change unseen.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from datetime import datetime
from typing import Any

from records.canonical import Json, canonical, digest
from records.errors import RecordsError
from records.rules import RulesInForce
from records.values import Adjustment, Correction, Deal, Match, Origin, Person, PointTransfer, Saved, Stake
from scoring.tiles import Tile, tile

Value = Match | Deal | Adjustment

KINDS: dict[type[Value], str] = {Match: "match", Deal: "deal", Adjustment: "adjustment"}
"""The name under which each type of value is stored."""


def described(saved: Saved[Any]) -> Json:
    """A version as JSON, all but its hash."""
    return {
        "kind": KINDS[type(saved.value)],
        "id": saved.id,
        "version": saved.version,
        "match": saved.match_id,
        "who": saved.origin.who,
        "device": saved.origin.device,
        "at": saved.origin.at.isoformat(),
        "based_on": saved.based_on,
        "previous": saved.previous,
        "body": to_json(saved.value),
    }


def seal(saved: Saved[Any]) -> tuple[str, str]:
    """The text that is stored for a version, and the hash of it."""
    content = canonical(described(saved))
    return content, digest(content)


def unseal(content: str, sha256: str) -> Saved[Any]:
    """The version that a stored text holds.

    Raises:
        RecordsError: when the text has been damaged so that it holds no version.
    """
    try:
        told = json.loads(content)
        return Saved(
            id=told["id"],
            version=told["version"],
            match_id=told["match"],
            origin=Origin(told["who"], told["device"], datetime.fromisoformat(told["at"])),
            based_on=told["based_on"],
            previous=told["previous"],
            sha256=sha256,
            intact=digest(content) == sha256,
            value=_READERS[told["kind"]](told["body"]),
        )
    except (ValueError, KeyError, TypeError) as error:
        raise RecordsError(
            "E_RECORDS_DAMAGED",
            f"a stored version is damaged and cannot be opened ({error!r}); restore the data folder from a copy",
            "有一条记录已损坏，无法打开；请用备份恢复数据文件夹",
        ) from error


def to_json(value: Any) -> Any:
    """A value of :mod:`records.values` as JSON: an object with its fields by name, a tile as its code."""
    if isinstance(value, Tile):
        return value.code
    if is_dataclass(value):
        return {item.name: to_json(getattr(value, item.name)) for item in fields(value)}
    return [to_json(item) for item in value] if isinstance(value, tuple) else value


def _match(body: Json) -> Match:
    people = tuple(Person(**person) for person in body["people"])
    given = {"people": people, "seats": tuple(body["seats"]), "stake": Stake(**body["stake"])}
    return Match(**{**body, **given})


def _deal(body: Json) -> Deal:
    given = {
        "transfers": tuple(PointTransfer(**item) for item in body["transfers"]),
        "rules": RulesInForce(**body["rules"]) if body["rules"] else None,
        "people": tuple(body["people"]),
        "stake": Stake(**body["stake"]),
        "photos": tuple(body["photos"]),
        "readings": tuple(body["readings"]),
        "later_cases": tuple(body.get("later_cases", ())),
        "corrections": tuple(_correction(item) for item in body["corrections"]),
    }
    return Deal(**{**body, **given})


def _correction(body: Json) -> Correction:
    read, now = (tile(body[name]) if body[name] else None for name in ("read", "now"))
    return Correction(**{**body, "read": read, "now": now})


def _adjustment(body: Json) -> Adjustment:
    return Adjustment(**body)


_READERS: dict[str, Callable[[Json], Value]] = {"match": _match, "deal": _deal, "adjustment": _adjustment}
