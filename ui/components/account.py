"""A stored deal as a page shows it: the facts, the corrections, the rules, the result as it was stored, the seal.

The functions return HTML; every name and sentence in it is escaped.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any

from records import Correction, RulesInForce, Saved
from records import Deal as StoredDeal
from scoring.hand import Case
from ui.account import facts_told, hand_groups, win_title, wins_told
from ui.components.payout import payments_html, tiles_html
from ui.deal import Deal
from ui.devices import told_by
from ui.house_rules import rules_told
from ui.money import at_time
from ui.players import name_seats
from ui.text import Words


def facts_html(cases: Sequence[Case], table: Deal, words: Words) -> str:
    """What was told of the deal, one line a fact."""
    return _listed((escape(label), escape(value), False) for label, value in facts_told(cases, table, words))


def rules_html(rules: RulesInForce, words: Words) -> str:
    """The house rules in force; those that differ from the default stand out."""
    told = rules_told(rules.variant, rules.options, words)
    changed = words("dispute.changed")
    return _listed(
        (escape(rule.name), escape(f"{rule.value} · {changed}" if rule.changed else rule.value), rule.changed)
        for rule in told
    )


def corrections_html(corrections: Sequence[Correction], words: Words) -> str:
    """What a person changed in what was read, and on which device."""
    if not corrections:
        return f"<p>{escape(words('dispute.no_corrections'))}</p>"
    lines = [words(f"dispute.{_kind(each)}", **_values(each, words)) for each in corrections]
    return "<ul>" + "".join(f"<li>{escape(line)}</li>" for line in lines) + "</ul>"


def _kind(correction: Correction) -> str:
    if correction.read is None:
        return "tile_added"
    return "tile_removed" if correction.now is None else "tile_changed"


def _values(correction: Correction, words: Words) -> dict[str, str]:
    tiles = {"read": correction.read, "now": correction.now}
    told = {name: words.tile(tile) for name, tile in tiles.items() if tile is not None}
    return told | {"device": correction.device or words("dispute.some_device")}


def seal_html(saved: Saved[StoredDeal], faults: Sequence[str], words: Words) -> str:
    """The content hash, and whether what is stored still has it."""
    whole = saved.intact and not faults
    verdict = words("dispute.intact" if whole else "dispute.broken")
    mark = "✓" if whole else "✗"
    device = told_by(saved.origin) or words("dispute.some_device")
    entered = words("dispute.entered", version=saved.version, time=at_time(saved.origin.at), device=device)
    details = "".join(f"<li>{escape(fault)}</li>" for fault in faults)
    return (
        f'<p>{escape(entered)}</p><p class="hule-seal"><span class="{"whole" if whole else "broken"}">{mark} '
        f"{escape(verdict)}</span></p><p class='hule-seal'><code>{escape(saved.sha256)}</code></p>"
        + (f"<ul>{details}</ul>" if details else "")
    )


def result_html(deal: StoredDeal, table: Deal, words: Words) -> str:
    """The result just as it was stored, whatever this build would reckon."""
    result = deal.result or {}
    parts = [f"<h2>{escape(words('dispute.result'))}</h2>", payments_html(result["payments"], table, words)]
    parts += [_win_html(told, hand, table, words) for told, hand in wins_told(deal)]
    lines = [name_seats(line, table, words) for line in result[words.either("steps", "steps_zh")]]
    parts.append(f"<h3>{escape(words('receipt.steps'))}</h3>{_lines(lines)}")
    return f'<section class="hule-result payout hule-account">{"".join(parts)}</section>'


def _win_html(told: Mapping[str, Any], hand: Any, table: Deal, words: Words) -> str:
    worth = [words("result.fan", fan=told["fan"]), words("result.points", points=told["points"])]
    groups = "".join(f"<span>{tiles_html(group, words)}</span>" for group in hand_groups(hand))
    patterns = "".join(
        f"<li>{escape(hit[words.language])} <b>{hit['value']}</b> "
        f'<span class="clause">{escape(words("result.clause", clause=hit["clause"]))}</span></li>'
        for hit in told["patterns"]
    )
    lines = [name_seats(line, table, words) for line in told[words.either("steps", "steps_zh")]]
    return (
        f'<div class="worth"><strong>{escape(win_title(told["seat"], hand, table, words))}</strong>'
        f"<span>{escape(' · '.join(worth))}</span></div>"
        f'<div class="reading">{groups}</div><ul>{patterns}</ul>{_lines(lines)}'
    )


def _lines(lines: Iterable[str]) -> str:
    return "<ol>" + "".join(f"<li>{escape(line)}</li>" for line in lines) + "</ol>"


def _listed(rows: Iterable[tuple[str, str, bool]]) -> str:
    items = "".join(
        f"<dt>{name}</dt><dd{' class=changed' if changed else ''}>{value}</dd>" for name, value, changed in rows
    )
    return f'<dl class="hule-facts">{items}</dl>'
