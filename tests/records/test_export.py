"""A match leaves Hule as CSV and JSON with all that is in it."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from typing import Any

import pytest

from records import Adjustment, Deal, Records, Stake, match_csv, match_json
from records.canonical import canonical, digest
from tests.records.examples import MATCH, NASTY, deal, origin


def _evening(records: Records) -> str:
    match = records.save_match(MATCH, origin()).id
    base = Deal(people=MATCH.seats, stake=Stake(50))
    records.save_deal(deal(1, 2, base), origin(minute=1), match_id=match, deal_id="first")
    records.save_deal(replace(deal(1, 0, base), note="改"), origin(minute=9), deal_id="first", based_on=1)
    records.save_deal(Deal(people=MATCH.seats), origin(minute=5), match_id=match)
    records.save_adjustment(Adjustment({"p3": -2005, "p0": 2005}, "诈糊"), origin(minute=6), match_id=match)
    records.save_deal(replace(deal(), void=True), origin(minute=7), match_id=match)
    return match


def _table(text: str) -> list[list[str]]:
    assert text.startswith("\ufeff")
    return list(csv.reader(io.StringIO(text[1:])))


def test_the_table_has_a_line_for_each_entry(records: Records) -> None:
    """Latest versions in the order of play, amounts by person, and totals."""
    head, *lines, totals = _table(match_csv(records, _evening(records)))
    assert head == ["No.", "Time (UTC)", "What", "Entered by", "Note", "老王", "小李", "阿珍", "Tom"]
    assert [line[0] for line in lines] == ["1", "2", "3", "4"]
    assert [line[2] for line in lines] == ["deal", "draft", "adjustment", "taken back"]
    assert lines[0][1:] == ["2026-02-17 20:09:00", "deal", "老王", "改", "-0.50", "0.50", "0.00", "0.00"]
    assert lines[2][4:] == ["诈糊", "20.05", "", "", "-20.05"]
    assert lines[1][5:] == lines[3][5:] == [""] * 4
    assert totals == ["", "", "Total", "", "", "19.55", "0.50", "0.00", "-20.05"]


def test_the_table_speaks_chinese(records: Records) -> None:
    """Headings and kinds of lines in the language asked for."""
    head, first, *_ = _table(match_csv(records, _evening(records), "zh"))
    assert head[:5] == ["序号", "时间（UTC）", "项目", "录入", "备注"]
    assert first[2] == "牌局"


@pytest.mark.parametrize("name", sorted(NASTY))
def test_texts_stay_texts(records: Records, name: str) -> None:
    """No name or note becomes a formula, another cell or half a file."""
    nasty = NASTY[name]
    people = (replace(MATCH.people[0], name=nasty), *MATCH.people[1:])
    match = records.save_match(replace(MATCH, people=people), origin()).id
    records.save_deal(replace(deal(), note=nasty), origin(who=nasty), match_id=match)
    text = match_csv(records, match)
    head, line, _ = _table(text)
    assert len(head) == len(line) == 9
    assert not any(cell.startswith(("=", "@", "\t", "\r")) for row in (head, line) for cell in row)
    assert text.encode()
    told: dict[str, Any] = json.loads(match_json(records, match).encode())
    assert told["entries"][0][0]["body"]["note"] == nasty


def test_the_json_is_complete_and_can_be_checked(records: Records) -> None:
    """Every version is in it, its hash can be computed from it by anybody, and the payments settle the totals."""
    told = json.loads(match_json(records, _evening(records)))
    versions = [*told["match"], *(version for entry in told["entries"] for version in entry)]
    assert [len(entry) for entry in told["entries"]] == [2, 1, 1, 1]
    for version in versions:
        sha256 = version.pop("sha256")
        assert digest(canonical(version)) == sha256
    totals = told["totals_cents"]
    for payment in told["payments"]:
        totals[payment["payer"]] += payment["cents"]
        totals[payment["payee"]] -= payment["cents"]
    assert set(totals.values()) == {0}
