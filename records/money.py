"""Points to money, and the fewest payments that settle a night."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from records.errors import RecordsError
from records.values import PointTransfer, Stake

EXACT_PEOPLE = 16
"""Up to so many open balances the fewest payments are found exactly; the search doubles with each more."""


@dataclass(frozen=True)
class Payment:
    """Money from one person to another.

    Attributes:
        payer: id of who pays.
        payee: id of who receives.
        cents: more than 0.
    """

    payer: str
    payee: str
    cents: int


def money_of_seats(transfers: Sequence[PointTransfer], stake: Stake, seats: int) -> tuple[int, ...]:
    """What each seat receives for one deal, in cents; sums to zero.

    What two seats owe each other is set off first, then capped, then rounded: so the sum stays zero, and nobody
    pays anybody more than the cap.
    """
    owed: defaultdict[tuple[int, int], int] = defaultdict(int)
    for transfer in transfers:
        owed[transfer.payer, transfer.payee] += transfer.points
    received = [0] * seats
    for payer, payee in owed:
        points = owed[payer, payee] - owed.get((payee, payer), 0)
        if points > 0:
            cents = _cents(points, stake)
            received[payer] -= cents
            received[payee] += cents
    return tuple(received)


def _cents(points: int, stake: Stake) -> int:
    capped = points if stake.cap is None else min(points, stake.cap)
    return (2 * capped * stake.cents_per_point + stake.round_to) // (2 * stake.round_to) * stake.round_to


def fewest_payments(balances: Mapping[str, int]) -> tuple[Payment, ...]:
    """The fewest payments after which nobody owes anybody.

    People whose balances sum to zero can settle among themselves with one payment fewer than they are, so the
    fewest payments come with the most such groups. They are found exactly for up to ``EXACT_PEOPLE`` people who
    are neither even nor matched by somebody with just the opposite balance; beyond that all of those form one
    group, which may need more payments than the fewest.

    Args:
        balances: cents that each person is up, negative where down; they sum to zero.

    Raises:
        RecordsError: when the balances do not sum to zero.
    """
    if sum(balances.values()):
        raise RecordsError("E_RECORDS_SUM", "the balances do not sum to zero", "各人输赢相加不为零")
    open_balances = {person: cents for person, cents in balances.items() if cents}
    payments: list[Payment] = []
    for group in _opposites(open_balances) + _most_groups(open_balances):
        payments += _settle({person: balances[person] for person in group})
    return tuple(payments)


def _opposites(open_balances: dict[str, int]) -> list[tuple[str, ...]]:
    """Takes out the pairs that settle with one payment; doing so never costs a payment elsewhere."""
    pairs: list[tuple[str, ...]] = []
    for person in list(open_balances):
        cents = open_balances.get(person)
        other = next((name for name, owed in open_balances.items() if cents is not None and owed == -cents), None)
        if other is not None:
            pairs.append((person, other))
            del open_balances[person], open_balances[other]
    return pairs


def _most_groups(open_balances: dict[str, int]) -> list[tuple[str, ...]]:
    """The people in as many groups that sum to zero as there can be.

    Over all sets of people, from the empty one up: ``most[people]`` is the largest number of times that the sum
    comes to zero while the people of the set join one by one in the best order, ``last[people]`` who joins last
    in that order. Every such zero closes a group.
    """
    names = list(open_balances)
    if len(names) > EXACT_PEOPLE:
        return [tuple(names)]
    most, total, last = [0], [0], [-1]
    for people in range(1, 1 << len(names)):
        members = [at for at in range(len(names)) if people >> at & 1]
        newest = max(members, key=lambda at: most[people ^ 1 << at])
        total.append(total[people ^ 1 << newest] + open_balances[names[newest]])
        most.append(most[people ^ 1 << newest] + (total[people] == 0))
        last.append(newest)
    groups: list[list[str]] = []
    people = (1 << len(names)) - 1
    while people:
        if total[people] == 0:
            groups.append([])
        groups[-1].append(names[last[people]])
        people ^= 1 << last[people]
    return [tuple(group) for group in groups]


def _settle(balances: dict[str, int]) -> list[Payment]:
    """Payments within one group, each of which evens somebody: one fewer than there are people."""
    payments: list[Payment] = []
    while any(balances.values()):
        payer = min(balances, key=lambda person: balances[person])
        payee = max(balances, key=lambda person: balances[person])
        cents = min(-balances[payer], balances[payee])
        payments.append(Payment(payer, payee, cents))
        balances[payer] += cents
        balances[payee] -= cents
    return payments
