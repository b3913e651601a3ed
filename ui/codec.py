"""A deal as JSON and back, so that it opens as it was left.

A field that is added to :class:`ui.deal.Deal` later needs nothing here: what older JSON lacks takes its default,
and what it has too much, or in a form that no longer fits, is left out.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import fields, replace
from functools import cache
from typing import Any, get_type_hints

from cattrs import Converter
from cattrs.errors import BaseValidationError

from scoring.tiles import Tile, tile
from ui.deal import Deal

log = logging.getLogger(__name__)

Answers = Mapping[str, Any]
"""Facts and house rules by name: numbers, texts, tiles, and tuples of those."""


def deal_to_json(deal: Deal) -> dict[str, Any]:
    """The deal as a JSON object."""
    told: dict[str, Any] = _converter().unstructure(deal)
    return told


def deal_from_json(told: Mapping[str, Any]) -> Deal:
    """The deal that a JSON object holds; never raises, whatever an older or a newer Hule wrote."""
    found: dict[str, Any] = {}
    kinds = get_type_hints(Deal)
    for item in fields(Deal):
        if item.name not in told:
            continue
        try:
            found[item.name] = _converter().structure(told[item.name], kinds[item.name])
        except (BaseValidationError, TypeError, ValueError, KeyError, AttributeError) as error:
            log.warning("a stored deal has a %s that does not fit: %r", item.name, error)
    try:
        deal = Deal(**found)
        # A deal of rules that are gone, or whose selected win is, would fail on the page.
        _ = deal.rules, deal.win
        if len({kong.id for kong in deal.kongs}) < len(deal.kongs):
            # An older Hule gave kongs no ids.
            deal = replace(deal, kongs=tuple(replace(kong, id=at) for at, kong in enumerate(deal.kongs)))
    except (LookupError, TypeError, ValueError) as error:
        log.warning("a stored deal cannot be opened as it was: %r", error)
        return Deal()
    return deal


@cache
def _converter() -> Converter:
    converter = Converter()
    converter.register_unstructure_hook(Tile, lambda face: face.code)
    converter.register_structure_hook(Tile, lambda code, _: tile(code))
    # Nothing in an answer's type says that it is a tile or a tuple, so the JSON must.
    converter.register_unstructure_hook_func(_holds_answers, _written)
    converter.register_structure_hook_func(_holds_answers, lambda told, _: _read_all(told))
    return converter


def _holds_answers(kind: Any) -> bool:
    return bool(kind == Answers)


def _written(value: Any) -> Any:
    if isinstance(value, Tile):
        return {"tile": value.code}
    if isinstance(value, Mapping):
        return {str(name): _written(item) for name, item in value.items()}
    return [_written(item) for item in value] if isinstance(value, list | tuple) else value


def _read_all(told: Any) -> dict[str, Any]:
    return {name: _read(item) for name, item in told.items()}


def _read(told: Any) -> Any:
    if isinstance(told, Mapping):
        return tile(told["tile"]) if told.keys() == {"tile"} else _read_all(told)
    return tuple(map(_read, told)) if isinstance(told, list) else told
