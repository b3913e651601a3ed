"""Points to money, totals that stay with people, and the fewest payments at the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from records import (
    Adjustment,
    Deal,
    PointTransfer,
    Records,
    RecordsError,
    Stake,
    fewest_payments,
    final_totals,
    money_of,
    money_of_seats,
    standings,
)
from tests.records.examples import MATCH, deal, origin

TRANSFERS = st.lists(
    st.tuples(st.permutations(range(4)), st.integers(0, 500)).map(
        lambda pick: PointTransfer(pick[0][0], pick[0][1], pick[1])
    ),
    max_size=8,
)
STAKES = st.builds(Stake, st.integers(0, 1000), st.none() | st.integers(0, 100), st.sampled_from([1, 10, 50, 100]))


@settings(deadline=None)
@given(TRANSFERS, STAKES)
def test_money_sums_to_zero_whatever_cap_and_rounding(transfers: list[PointTransfer], stake: Stake) -> None:
    """What one receives another pays, and every amount is round."""
    money = money_of_seats(transfers, stake, 4)
    assert sum(money) == 0
    assert all(cents % stake.round_to == 0 for cents in money)


@settings(deadline=None)
@given(TRANSFERS, st.integers(0, 1000))
def test_without_cap_and_rounding_money_is_points_times_the_stake(transfers: list[PointTransfer], cents: int) -> None:
    """Setting off what two seats owe each other changes nobody's sum."""
    expected = [0] * 4
    for item in transfers:
        expected[item.payer] -= item.points * cents
        expected[item.payee] += item.points * cents
    assert list(money_of_seats(transfers, Stake(cents), 4)) == expected


@pytest.mark.parametrize(
    ("stake", "paid"),
    [
        (Stake(100), 1300),
        (Stake(100, cap=8), 800),
        (Stake(50), 650),
        (Stake(50, round_to=100), 700),  # 6.50 is a half, and rounds away from zero
        (Stake(25, cap=9, round_to=100), 200),  # the cap comes before the rounding: 9 × 0.25 = 2.25
        (Stake(0), 0),
    ],
)
def test_stake_cap_and_rounding(stake: Stake, paid: int) -> None:
    """Thirteen points net between two seats, 16 one way and 3 the other."""
    transfers = [PointTransfer(2, 1, 16), PointTransfer(1, 2, 3)]
    assert money_of_seats(transfers, stake, 4) == (0, paid, -paid, 0)


@pytest.mark.parametrize("bad", [{"cents_per_point": -1}, {"cap": -1}, {"round_to": 0}])
def test_a_stake_without_sense_is_refused(bad: dict[str, int]) -> None:
    """A negative stake or cap, or rounding to nothing."""
    with pytest.raises(RecordsError):
        Stake(**bad)


def test_an_adjustment_sums_to_zero() -> None:
    """Money cannot come from nowhere: the amount that is missing is told."""
    with pytest.raises(RecordsError, match="20"):
        Adjustment({"p0": 2000})


def test_totals_stay_with_people(records: Records) -> None:
    """Two swap seats, a fifth comes in, a draft and a void deal count for nothing, an old deal is corrected."""
    five = replace(MATCH, people=(*MATCH.people, replace(MATCH.people[0], id="p4", name="阿强")))
    match = records.save_match(five, origin()).id
    first = records.save_deal(deal(1, 2), origin(), match_id=match)  # p1 wins 1 from p2
    swapped = Deal(people=("p0", "p2", "p1", "p4"))
    records.save_deal(deal(1, 2, swapped), origin(), match_id=match)  # p2 wins 1 from p1
    records.save_deal(deal(3, 0, swapped), origin(), match_id=match)  # p4 wins 1 from p0
    records.save_deal(Deal(people=five.seats, entered={"half": "typed"}), origin(), match_id=match)
    records.save_deal(replace(deal(1, 2), void=True), origin(), match_id=match)
    records.save_adjustment(Adjustment({"p3": -2000, "p0": 2000}, "诈糊"), origin(), match_id=match)

    lines = standings(five, records.entries(match))
    assert [dict(line.change) for line in lines] == [
        {"p0": 0, "p1": 100, "p2": -100, "p3": 0}, {"p0": 0, "p2": 100, "p1": -100, "p4": 0},
        {"p0": -100, "p2": 0, "p1": 0, "p4": 100}, {}, {}, {"p3": -2000, "p0": 2000},
    ]  # fmt: skip
    assert final_totals(five, lines) == {"p0": 1900, "p1": 0, "p2": 0, "p3": -2000, "p4": 100}

    records.save_deal(deal(3, 2), origin(), deal_id=first.id, based_on=1)  # it was p3 who won
    corrected = standings(five, records.entries(match))
    assert final_totals(five, corrected) == {"p0": 1900, "p1": -100, "p2": 0, "p3": -1900, "p4": 100}


def test_a_deal_keeps_its_stake(records: Records) -> None:
    """Raising the stake at midnight leaves what was played before as it was."""
    assert money_of(replace(deal(), stake=Stake(50)))["p1"] == 50
    assert money_of(replace(deal(), stake=Stake(500)))["p1"] == 500


def _zero_groups(balances: Sequence[int]) -> int:
    """The most groups that sum to zero, by trying every group for the first person."""
    if not balances:
        return 0
    rest = range(1, len(balances))
    best = 0
    for size in range(len(balances)):
        for others in combinations(rest, size):
            if balances[0] + sum(balances[at] for at in others) == 0:
                left = [balances[at] for at in rest if at not in others]
                best = max(best, 1 + _zero_groups(left))
    return best


BALANCES = st.lists(st.integers(-6, 6), max_size=7).map(lambda some: [*some, -sum(some)])


@settings(max_examples=150, deadline=None)
@given(BALANCES)
def test_payments_settle_and_there_cannot_be_fewer(balances: list[int]) -> None:
    """Everybody is even afterwards, with as many payments as a search of all groupings allows."""
    people = {f"p{at}": cents for at, cents in enumerate(balances)}
    payments = fewest_payments(people)
    left = dict(people)
    for payment in payments:
        assert payment.cents > 0
        left[payment.payer] += payment.cents
        left[payment.payee] -= payment.cents
    assert not any(left.values())
    owing = [cents for cents in balances if cents]
    assert len(payments) == len(owing) - _zero_groups(owing)


def test_twelve_people_in_groups_that_no_pairing_shows() -> None:
    """Four groups of three, mixed, none of which has a pair of opposites: eight payments."""
    groups = [(101, -40, -61), (202, -90, -112), (403, -170, -233), (804, -350, -454)]
    balances = {f"p{at}{member}": group[member] for member in range(3) for at, group in enumerate(groups)}
    assert len(fewest_payments(balances)) == 8


def test_a_crowd_is_settled_too() -> None:
    """Forty people without any pattern: at most one payment fewer than people."""
    balances = {f"p{at}": 2**at for at in range(39)}
    balances["p39"] = -sum(balances.values())
    payments = fewest_payments(balances)
    assert len(payments) == 39
    assert {payment.payer for payment in payments} == {"p39"}


def test_balances_that_do_not_sum_to_zero_are_refused() -> None:
    """Nobody is made to pay for a mistake elsewhere."""
    with pytest.raises(RecordsError):
        fewest_payments({"a": 1, "b": 2})
