"""A disputed payout: which house rules or facts lead to a claim, and where claim and computation part."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring import VARIANTS, Case, Rejection, Result, case_from_json, score
from scoring.case_writer import case_to_json
from scoring.claims import claim
from scoring.disputes import MOST_PAIRS, Dispute, dispute
from scoring.mistakes import mistakes
from tests.scoring.strategies import cases

EXAMPLES = json.loads((Path(__file__).parent / "rules_cases.json").read_text(encoding="utf-8"))
some = settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))


def case_of(data: dict[str, Any]) -> Case:
    """The case that a JSON object describes."""
    case = case_from_json(data)
    assert isinstance(case, Case), case
    return case


def sichuan(**facts: Any) -> Case:
    """A plain hand of seat 1 won off seat 2: one point."""
    win = {"seat": 1, "concealed": "123m 456m 789m 22s 56s", "win_tile": "7s", "by": "discard", "from": 2}
    return case_of({"variant": "sichuan", "wins": [win], **facts})


def paid(case: Case) -> dict[int, int]:
    """What each seat receives."""
    result = score(case)
    assert isinstance(result, Result), result
    return dict(enumerate(result.payments))


def explained(found: Dispute) -> set[tuple[str, ...]]:
    """The names of what each finding changes."""
    return {tuple(change.name for change in finding.changes) for finding in found.findings}


def test_a_claim_that_agrees_needs_no_explanation() -> None:
    """Where everybody says what was computed, there is nothing to find."""
    found = dispute(sichuan(), claim({0: 0, 1: 1, 2: -1, 3: 0}))
    assert found.agrees
    assert found.difference is None
    assert found.findings == ()


def test_a_self_draw_taken_for_a_discard_is_found() -> None:
    """All paying one is just what a self-draw would give; the line where it parts is that of who pays."""
    found = dispute(sichuan(), claim({0: -1, 1: 3, 2: -1, 3: -1}))
    [finding] = found.findings
    assert (finding.kind, finding.changes[0].old, finding.changes[0].new) == ("fact", "discard", "selfdraw")
    assert finding.sentence.en == "It comes to the claim if it was won by self-draw, not off a discard."
    assert finding.sentence.zh == "如果是自摸，不是点炮，就正好是这个数。"
    assert finding.parting is not None
    assert finding.parting.now is not None
    assert finding.parting.then is not None
    assert finding.parting.now.line() == "1 paying 1: 1 × 1 = 1"
    assert finding.parting.then.line() == "3 paying 1: 3 × 1 = 3"


def test_another_discarder_is_found() -> None:
    """The same amount from another seat means another discarder."""
    assert ("from",) in explained(dispute(sichuan(), claim({0: 0, 1: 1, 2: 0, 3: -1})))


def test_a_forgotten_kong_is_found() -> None:
    """Two from everybody still playing is a concealed kong that nobody wrote down."""
    found = dispute(sichuan(), claim({0: -2, 1: -1, 2: -3, 3: 6}))
    assert [finding.sentence.en for finding in found.findings] == [
        "It comes to the claim if the concealed kong of seat 3 was forgotten."
    ]


def test_a_line_that_only_one_computation_has_is_compared_with_none() -> None:
    """A forgotten kong comes before the sums, and is no other amount of the first of them."""
    [finding] = dispute(sichuan(), claim({0: -2, 1: -1, 2: -3, 3: 6})).findings
    assert finding.parting is not None
    assert finding.parting.now is None
    assert finding.parting.then is not None
    assert finding.parting.then.line() == "concealed kong of seat 3, 3 paying: 3 × 2 = 6"
    assert finding.total is not None
    totals = [step and step.line() for step in (finding.total.now, finding.total.then)]
    assert totals == ["seat 0 neither pays nor receives", "seat 0 in all: 0 + -2 = -2"]


def test_a_line_that_the_claim_leaves_out_is_compared_with_none() -> None:
    """A kong that never happened is in the computation alone."""
    case = sichuan(kongs=[{"seat": 3, "kind": "concealed"}])
    finding = next(each for each in dispute(case, claim(paid(sichuan()))).findings if each.changes[0].new is None)
    assert finding.parting is not None
    assert finding.parting.now is not None
    assert finding.parting.now.line() == "concealed kong of seat 3, 3 paying: 3 × 2 = 6"
    assert finding.parting.then is None


def test_two_people_s_sums_are_not_compared() -> None:
    """Another discarder: the sum of the one who was to pay is beside that he does not, and is said once."""
    found = dispute(sichuan(), claim({0: 0, 1: 1, 2: 0, 3: -1}))
    [parts] = [finding.parting for finding in found.findings if finding.changes[0].name == "from"]
    assert parts is not None
    assert [step and step.line() for step in (parts.now, parts.then)] == [
        "seat 2 in all: 0 + -1 = -1",
        "seat 2 neither pays nor receives",
    ]
    assert all(finding.total is None for finding in found.findings)


def test_a_kong_that_never_happened_is_found() -> None:
    """The claim leaves out the payment of a kong that was written down."""
    case = sichuan(kongs=[{"seat": 3, "kind": "concealed"}])
    found = dispute(case, claim({0: 0, 1: 1, 2: -1, 3: 0}))
    assert "It comes to the claim if the concealed kong of seat 3 never happened." in [
        finding.sentence.en for finding in found.findings
    ]


def test_two_house_rules_together_are_found_where_neither_alone_does_it() -> None:
    """Self-draw adds a fan and a kong is worth three: only both together come to the claim."""
    kong = {"type": "kong", "tiles": "2222s", "kind": "exposed"}
    hand = {"seat": 1, "concealed": "123m 456m 99m 55s", "win_tile": "9m", "by": "selfdraw", "melds": [kong]}
    case = case_of({"variant": "sichuan", "wins": [hand]})
    rules = {"kong_fan": 3, "zimo_bonus": "add_fan"}
    found = dispute(case, claim(paid(replace(case, options=rules))))
    pairs = {frozenset((c.name, c.new) for c in f.changes) for f in found.findings if f.kind == "two_house_rules"}
    assert frozenset(rules.items()) in pairs
    assert not any(
        paid(replace(case, options={name: value})) == paid(replace(case, options=rules))
        for name, value in rules.items()
    )


def test_a_house_rule_is_found_and_told_with_its_meaning() -> None:
    """One more from each payer of a self-draw is the table that adds a base."""
    hand = {"seat": 1, "concealed": "123m 456m 789m 22s 56s", "win_tile": "7s", "by": "selfdraw"}
    case = case_of({"variant": "sichuan", "wins": [hand]})
    found = dispute(case, claim({0: -2, 1: 6, 2: -2, 3: -2}))
    rules = [finding for finding in found.findings if finding.kind == "house_rule"]
    assert ("zimo_bonus", "add_base") in [(f.changes[0].name, f.changes[0].new) for f in rules]
    assert any("what a self-draw adds" in finding.sentence.en for finding in rules)


def test_nothing_found_is_said_with_the_first_line_that_differs() -> None:
    """No choice and no fact gives 1000: no finding, and the line of that player's sum is named."""
    found = dispute(sichuan(), claim({1: 1000}))
    assert found.findings == ()
    assert not found.agrees
    assert found.difference is not None
    assert (found.difference.seat, found.difference.claimed, found.difference.computed) == (1, 1000, 1)
    assert found.difference.step is not None
    assert found.difference.step.line() == "seat 1 in all: 0 + 1 = 1"
    assert found.tried > 50
    assert found.complete


def test_a_claim_about_one_player_leaves_the_others_open() -> None:
    """Somebody who only says what he pays is believed about himself alone."""
    found = dispute(sichuan(), claim({3: -1}))
    assert ("from",) in explained(found)
    assert ("by",) in explained(found)


def test_a_claim_about_fan_is_explained_and_parts_at_the_fan() -> None:
    """Two fan where none was counted: the difference names the line of the fan."""
    found = dispute(sichuan(), claim(fan={1: 1}))
    assert found.difference is not None
    assert (found.difference.of, found.difference.computed) == ("fan", 0)
    assert ("gangpao",) in explained(found)


def test_a_deal_that_went_on_after_a_win_is_disputed_as_a_whole() -> None:
    """Of two wins one after the other the second was a self-draw; and the first winner may have been another."""
    first = sichuan()
    win = {"seat": 3, "concealed": "111s 222s 333s 44s 55m", "win_tile": "5m", "by": "discard", "from": 0}
    second = case_of({"variant": "sichuan", "wins": [win], "already_won": [1]})
    drawn = replace(second, wins=(replace(second.wins[0], by="selfdraw", from_seat=None),))
    together = {seat: paid(first)[seat] + paid(drawn)[seat] for seat in range(4)}
    found = dispute(first, claim(together), second)
    assert ("by",) in explained(found)
    assert all(finding.result.payments == tuple(together.values()) for finding in found.findings)
    swapped = dispute(first, claim({0: 1, 1: 0, 2: -1}), second)
    assert all(finding.cases[1].already_won != {1} for finding in swapped.findings if finding.changes[0].new == 0)


@pytest.mark.parametrize(
    ("payments", "word"), [({}, "nothing"), ({7: 1}, "seat 7"), ({0: 1, 1: 1, 2: 0, 3: 0}, "sum to 2")]
)
def test_a_claim_that_no_deal_can_come_to_says_why(payments: dict[int, int], word: str) -> None:
    """Amounts that do not sum to zero, a seat that is none, or nothing at all."""
    fault = claim(payments).fault(4)
    assert fault is not None
    assert word in fault.en
    assert dispute(sichuan(), claim(payments)).findings == ()


def test_a_refused_deal_is_explained_by_the_rule_under_which_it_pays() -> None:
    """A hand that this table's rules refuse may be what the other table pays."""
    hand = {"seat": 1, "concealed": "123m 456m 789p 22s 56s", "win_tile": "7s", "by": "selfdraw"}
    case = case_of({"variant": "chongqing", "options": {"require_missing_suit": True}, "wins": [hand]})
    assert isinstance(score(case), Rejection)
    found = dispute(case, claim({1: 3}))
    assert ("require_missing_suit",) in explained(found)
    assert all(finding.parting is None for finding in found.findings)


@pytest.mark.parametrize("variant", sorted(VARIANTS))
def test_every_wrong_fact_of_the_worked_examples_is_found_again(variant: str) -> None:
    """A table that had one fact wrong and paid accordingly is told which one it was."""
    missed = []
    for example in [example for example in EXAMPLES if example["variant"] == variant][:5]:
        case = case_from_json(example)
        if not isinstance(case, Case) or isinstance(score(case), Rejection):
            continue
        for change, other in list(mistakes(case, VARIANTS[variant]))[::7]:
            result = score(other)
            if isinstance(result, Rejection) or result.payments == tuple(paid(case).values()):
                continue
            found = dispute(case, claim(paid(other)))
            if all(finding.changes != (change,) for finding in found.findings):
                missed.append((example["id"], change))
    assert missed == []


@pytest.mark.parametrize("variant", sorted(VARIANTS))
@some
@given(data=st.data())
def test_every_finding_pays_just_what_is_claimed(variant: str, data: st.DataObject) -> None:
    """Written down and scored afresh, each explanation gives the claim, and its sentence is in both languages."""
    case = case_from_json(data.draw(cases(variant)))
    assert isinstance(case, Case)
    now = score(case)
    if isinstance(now, Rejection):
        return
    one, other = data.draw(st.permutations(case.seats))[:2]
    payments = paid(case)
    amount = data.draw(st.sampled_from([1, 2, 4, 6, 10, -1, -2, payments[one]]))
    payments[one] += amount
    payments[other] -= amount
    found = dispute(case, claim(payments))
    assert found.agrees == (amount == 0)
    for finding in found.findings:
        assert paid(case_of(case_to_json(finding.cases[0]))) == payments
        assert finding.sentence.en.count("{") == 0
        assert finding.sentence.zh.count("{") == 0


@pytest.mark.parametrize("variant", sorted(VARIANTS))
def test_the_work_is_bounded(variant: str) -> None:
    """However much a table could have played otherwise, some hundreds of deals are scored, no more."""
    for example in [example for example in EXAMPLES if example["variant"] == variant][:3]:
        case = case_from_json(example)
        if isinstance(case, Case) and isinstance(score(case), Result):
            found = dispute(case, claim({0: 12345}))
            assert found.tried < MOST_PAIRS + 300
