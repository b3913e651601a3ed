"""A match as a table (CSV) for a spreadsheet, and complete (JSON) for another program."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping
from typing import Any

from records.canonical import Json
from records.envelope import described, to_json
from records.money import fewest_payments
from records.repository import Records
from records.standings import final_totals, standings
from records.values import Deal, Match, Saved

_HEADS = {
    "en": {"no": "No.", "time": "Time (UTC)", "what": "What", "note": "Note", "who": "Entered by", "total": "Total",
           "deal": "deal", "adjustment": "adjustment", "draft": "draft", "void": "taken back"},
    "zh": {"no": "序号", "time": "时间（UTC）", "what": "项目", "note": "备注", "who": "录入", "total": "合计",
           "deal": "牌局", "adjustment": "调整", "draft": "未结算", "void": "已作废"},
}  # fmt: skip

_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""First characters that make a spreadsheet run a text as a formula."""


def match_csv(records: Records, match_id: str, language: str = "en") -> str:
    """The table of a match: a line for each deal and adjustment with what it brought each person, and the totals.

    Amounts are in the currency's unit with two decimals. Texts that a spreadsheet would run as a formula get an
    apostrophe in front. The text begins with a byte order mark, without which Excel garbles Chinese.

    Args:
        records: where it is kept.
        match_id: of the match.
        language: of the headings, ``en`` or ``zh``.
    """
    heads = _HEADS[language]
    match = records.match(match_id).value
    lines = standings(match, records.entries(match_id))
    names = _names(match, final_totals(match, lines))
    out = io.StringIO()
    table = csv.writer(out)
    fixed = [heads[name] for name in ("no", "time", "what", "who", "note")]
    table.writerow([*fixed, *map(_text, names.values())])
    for number, line in enumerate(lines, 1):
        entry = line.entry
        at = f"{entry.origin.at:%Y-%m-%d %H:%M:%S}"
        texts = [heads[_what(entry)], _text(entry.origin.who or entry.origin.device), _text(entry.value.note)]
        amounts = [_amount(line.change[person]) if person in line.change else "" for person in names]
        table.writerow([number, at, *texts, *amounts])
    totals = final_totals(match, lines)
    table.writerow(["", "", heads["total"], "", "", *(_amount(totals.get(person, 0)) for person in names)])
    return "\ufeff" + out.getvalue()


def match_json(records: Records, match_id: str) -> str:
    """Everything that is kept of a match: every version with its content hash, the totals, the payments that settle.

    Photos are named by their hashes.
    """
    match = records.match(match_id).value
    entries = records.entries(match_id)
    totals = final_totals(match, standings(match, entries))
    told = {
        "match": [_version(saved) for saved in records.versions(match_id)],
        "entries": [[_version(saved) for saved in records.versions(entry.id)] for entry in entries],
        "totals_cents": totals,
        "payments": to_json(fewest_payments(totals)),
    }
    # Half a surrogate pair is text that no file can hold; as an escape it is the same JSON.
    return json.dumps(told, ensure_ascii=False, indent=1).encode("utf-8", "backslashreplace").decode()


def _version(saved: Saved[Any]) -> Json:
    return {**described(saved), "sha256": saved.sha256}


def _what(entry: Saved[Any]) -> str:
    if entry.value.void:
        return "void"
    if isinstance(entry.value, Deal):
        return "deal" if entry.value.counts else "draft"
    return "adjustment"


def _names(match: Match, totals: Mapping[str, int]) -> dict[str, str]:
    """Every person's name by id; somebody whom the match no longer lists goes by the id."""
    names = {person.id: person.name for person in match.people}
    return names | {person: person for person in totals if person not in names}


def _text(text: str) -> str:
    text = text.encode("utf-8", "replace").decode()
    return f"'{text}" if text.startswith(_FORMULA) else text


def _amount(cents: int) -> str:
    return f"{'-' if cents < 0 else ''}{abs(cents) // 100}.{abs(cents) % 100:02}"
