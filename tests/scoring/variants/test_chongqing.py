"""Chongqing beyond the worked examples."""

from __future__ import annotations

from scoring import Case, Result, case_from_json, score


def test_a_kong_flower_absorbs_one_kong_of_several() -> None:
    """With 杠上花 including its kong, the other kong of the hand still counts 1 (clause 5.4)."""
    kongs = [
        {"type": "kong", "tiles": "8888p", "kind": "concealed"},
        {"type": "kong", "tiles": "8888m", "kind": "added"},
    ]
    win = {"seat": 1, "concealed": "9p 4m 7p 9p 7p 4m 9p", "melds": kongs, "win_tile": "4m", "by": "selfdraw",
           "flags": {"after_kong": True}}  # fmt: skip
    case = case_from_json({"variant": "chongqing", "options": {"gangshanghua_absorbs_kong": True}, "wins": [win]})
    assert isinstance(case, Case)
    result = score(case)
    assert isinstance(result, Result)
    assert [hit.value for hit in result.wins[0].hits if hit.pattern.id == "kong"] == [0, 1]
    assert result.payments == (-5, 15, -5, -5)
