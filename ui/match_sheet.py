"""The match as a sheet to print."""

from __future__ import annotations

from pathlib import Path

from records import Records, fewest_payments, final_totals, standings
from records.values import Adjustment
from ui.money import at_time, signed_money
from ui.people import name_of, payment_told
from ui.text import Words
from ui.typeset import typeset


def match_pdf(records: Records, match_id: str, words: Words) -> bytes:
    """The table of a match with its totals and the payments that settle it, as PDF.

    Args:
        records: where it is kept.
        match_id: of the match.
        words: the language.
    """
    match = records.match(match_id).value
    lines = standings(match, records.entries(match_id))
    totals = final_totals(match, lines)
    people = list(totals)
    rows = []
    for number, line in enumerate(lines, 1):
        value = line.entry.value
        note = value.note if isinstance(value, Adjustment) else ""
        what = words("deals.void") if value.void else note
        amounts = [signed_money(line.change[person]) if person in line.change else "" for person in people]
        rows.append([str(number), at_time(line.entry.origin.at), what, *amounts])
    payments = [payment_told(match, each, words) for each in fewest_payments(totals)]
    data = {
        "title": words("match.sheet_title"),
        "heads": [words("match.chart_deal"), words("match.sheet_time"), words("match.note")]
        + [name_of(match, person) for person in people],
        "rows": rows,
        "total": words("match.sheet_total"),
        "totals": [signed_money(totals[person]) for person in people],
        "settle": words("match.settle"),
        "payments": payments or [words("match.even_all")],
    }
    return typeset(Path(__file__).with_name("match_sheet.typ"), data)
