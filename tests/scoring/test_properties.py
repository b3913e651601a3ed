"""What must hold for any hand in any variant (hypothesis)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring import VARIANTS, Case, Code, Rejection, Result, case_from_json, result_to_json, score
from scoring.core import readings
from scoring.options import resolve
from scoring.patterns import Hand
from tests.scoring import brute_force
from tests.scoring.strategies import cases

EVERY_VARIANT = pytest.mark.parametrize("variant", sorted(VARIANTS))
many = settings(max_examples=500, deadline=None, suppress_health_check=list(HealthCheck))


def outcome_of(data: dict[str, Any]) -> Result | Rejection:
    """The result or refusal of a case object."""
    case = case_from_json(data)
    return case if isinstance(case, Rejection) else score(case)


@EVERY_VARIANT
@many
@given(data=st.data())
def test_payments_sum_to_zero(variant: str, data: st.DataObject) -> None:
    """Whatever is paid is received; a case that does not pay is refused with a documented code in both languages."""
    outcome = outcome_of(data.draw(cases(variant)))
    if isinstance(outcome, Rejection):
        assert outcome.code in set(Code)
        assert outcome.message
        assert outcome.message_zh
    else:
        assert sum(outcome.payments) == 0


@EVERY_VARIANT
@many
@given(data=st.data())
def test_the_dearest_reading_is_chosen(variant: str, data: st.DataObject) -> None:
    """No other reading of the hand is worth more points."""
    case = case_from_json(data.draw(cases(variant)))
    assert isinstance(case, Case)
    outcome = score(case)
    if isinstance(outcome, Rejection):
        return
    declared = VARIANTS[variant]
    options = resolve(declared.options, case.options)
    assert not isinstance(options, Rejection)
    worth = [
        scored.points
        for held, reading in readings(case, case.wins[0], declared)
        if not isinstance(scored := declared.evaluate(Hand(reading, held, case, options)), Rejection)
    ]
    assert outcome.wins[0].points == max(worth)


@pytest.mark.parametrize("variant", ["ningxia", "changsha", "sichuan", "chongqing", "xinjiang"])
@many
@given(data=st.data())
def test_renaming_suits_changes_nothing(variant: str, data: st.DataObject) -> None:
    """Characters, dots and bamboo are alike where no tile is wild: renaming them pays the same."""
    case = data.draw(cases(variant))
    new = dict(zip("mps", data.draw(st.permutations("mps")), strict=True))
    names = str.maketrans(new)
    renamed = {**case, "wins": [_renamed(win, names) for win in case["wins"]]}
    before, after = outcome_of(case), outcome_of(renamed)
    if isinstance(before, Rejection) or isinstance(after, Rejection):
        assert isinstance(before, Rejection)
        assert isinstance(after, Rejection)
        assert before.code == after.code
    else:
        assert before.payments == after.payments


def _renamed(win: dict[str, Any], names: dict[int, int]) -> dict[str, Any]:
    melds = [{**meld, "tiles": meld["tiles"].translate(names)} for meld in win["melds"]]
    return {**win, "concealed": win["concealed"].translate(names), "melds": melds,
            "win_tile": win["win_tile"].translate(names)}  # fmt: skip


@pytest.mark.parametrize(("variant", "fact"), [("fuzhou", "streak"), ("songyang", "lao")])
@many
@given(data=st.data())
def test_a_longer_streak_never_pays_the_winner_less(variant: str, fact: str, data: st.DataObject) -> None:
    """The dealer's streak (连庄, 牢庄) only ever adds (rules 7.4, 9.6)."""
    case = data.draw(cases(variant))
    before, after = outcome_of(case), outcome_of({**case, fact: case[fact] + 1})
    assert isinstance(before, Rejection) == isinstance(after, Rejection)
    if isinstance(before, Result) and isinstance(after, Result):
        winner = case["wins"][0]["seat"]
        assert after.payments[winner] >= before.payments[winner]


@pytest.mark.parametrize("variant", ["sichuan", "chongqing", "ningxia", "xinjiang"])
@many
@given(data=st.data())
def test_a_kong_replacement_never_pays_the_winner_less(variant: str, data: st.DataObject) -> None:
    """Winning on a replacement tile only adds where the kong is already there (杠上花)."""
    case = case_from_json(data.draw(cases(variant)))
    assert isinstance(case, Case)
    win = case.wins[0]
    before = score(case)
    after = score(replace(case, wins=(replace(win, flags=win.flags | {"after_kong"}),)))
    if isinstance(before, Result) and isinstance(after, Result):
        assert after.payments[win.seat] >= before.payments[win.seat]


@pytest.mark.parametrize("variant", ["sichuan", "chongqing"])
@many
@given(data=st.data())
def test_a_hand_wins_exactly_when_slow_enumeration_says_so(variant: str, data: st.DataObject) -> None:
    """A concealed self-draw wins if and only if the tiles split into sets and a pair or seven pairs."""
    case = data.draw(cases(variant))
    win = case["wins"][0]
    case |= {"options": {}, "wins": [{"seat": win["seat"], "by": "selfdraw", "win_tile": win["win_tile"],
             "concealed": win["concealed"]}]}  # fmt: skip
    tiles = [*win["concealed"].split(), win["win_tile"]]
    outcome = outcome_of(case)
    if isinstance(outcome, Result) or outcome.code == Code.NOT_WIN:
        wins = bool(brute_force.splits(tiles)) or brute_force.is_seven_pairs(tiles)
        assert isinstance(outcome, Result) == wins


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 99) | st.text(max_size=8) | st.floats(allow_nan=False),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


@EVERY_VARIANT
@many
@given(data=st.data())
def test_no_input_raises(variant: str, data: st.DataObject) -> None:
    """Any JSON in any field gives a result or a refusal with a code, never an exception."""
    case = data.draw(cases(variant))
    holders = [case, case["wins"][0], case["wins"][0]["flags"]]
    for _ in range(data.draw(st.integers(1, 2))):
        holder = data.draw(st.sampled_from(holders))
        names = [*holder, "kongs", "draw", "events", "bao", "already_won", "piao", "gold", "flowers", "melds", "bird"]
        holder[data.draw(st.sampled_from(names))] = data.draw(JSON)
    printed = result_to_json(None, outcome_of(case))
    assert ("error" in printed) != ("payments" in printed)


@given(JSON)
def test_anything_that_is_no_case_is_refused(value: object) -> None:
    """A number, a list or an object of nonsense is an input error."""
    refused = case_from_json(value)
    assert isinstance(refused, Rejection)
    assert refused.code == Code.INPUT
