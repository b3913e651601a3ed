"""Settlement (结算): who pays whom, as transfers, so that every payout sums to zero by its making."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from scoring.hand import Case, Kong, Seat, Win
from scoring.steps import Step, Text, add, seat_name, times


@dataclass(frozen=True, slots=True)
class Transfer:
    """One payment from one player to another.

    Attributes:
        payer: who pays.
        payee: who receives.
        amount: never negative.
        reason: what for, for the receipt.
    """

    payer: Seat
    payee: Seat
    amount: int
    reason: Text


@dataclass(frozen=True, slots=True)
class Settlement:
    """Transfers with the lines that explain how large they are."""

    transfers: tuple[Transfer, ...] = ()
    steps: tuple[Step, ...] = ()

    def __add__(self, other: Settlement) -> Settlement:
        return Settlement(self.transfers + other.transfers, self.steps + other.steps)


NOTHING = Settlement()


class Bill(NamedTuple):
    """What each player pays for a win before somebody pays for others, and how that was reckoned."""

    shares: dict[Seat, int]
    steps: tuple[Step, ...]


def playing(case: Case, but: Seat) -> tuple[Seat, ...]:
    """Everybody still in the deal except one player."""
    return tuple(seat for seat in case.seats if seat != but and seat not in case.already_won)


def payers_of(case: Case, win: Win) -> tuple[Seat, ...]:
    """Who pays a win: everybody still playing a self-draw, else the discarder or konger."""
    if win.drawn or win.from_seat is None:
        return playing(case, but=win.seat)
    return (win.from_seat,)


def collect(payee: Seat, payers: Iterable[Seat], amount: int, reason: Text) -> tuple[Transfer, ...]:
    """The same amount from each of several players; a negative amount is paid the other way."""
    if amount < 0:
        return tuple(Transfer(payee, payer, -amount, reason) for payer in payers)
    return tuple(Transfer(payer, payee, amount, reason) for payer in payers)


WON = Text("winning hand", "胡牌")


def each_pays(payee: Seat, payers: Sequence[Seat], amount: int, reason: Text = WON) -> Settlement:
    """A winning hand that costs each payer the same, with the line that multiplies it out."""
    number = len(payers)
    total = times("{number} paying {amount}", "{number} 家各付 {amount}", number, amount, number=number, amount=amount)
    return Settlement(collect(payee, payers, amount, reason), (total,))


def payments(players: int, transfers: Iterable[Transfer]) -> tuple[int, ...]:
    """What each seat receives in all, negative where it pays; the sum is zero."""
    totals = [0] * players
    for transfer in transfers:
        totals[transfer.payer] -= transfer.amount
        totals[transfer.payee] += transfer.amount
    return tuple(totals)


def sum_for_each_seat(players: int, transfers: Sequence[Transfer]) -> tuple[Step, ...]:
    """One line a seat that adds up what it receives and pays; seats without any are left out."""
    terms: list[list[int]] = [[] for _ in range(players)]
    for transfer in transfers:
        if transfer.amount:
            terms[transfer.payer].append(-transfer.amount)
            terms[transfer.payee].append(transfer.amount)
    return tuple(add("{who} in all", "{who}合计", *own, who=seat_name(seat)) for seat, own in enumerate(terms) if own)


KONG_NAMES = {
    "exposed": Text("exposed kong", "明杠"),
    "added": Text("added kong", "补杠"),
    "concealed": Text("concealed kong", "暗杠"),
}
"""The kinds of kong as most tables call them; each has its own in :attr:`scoring.variant.Variant.kong_names`."""


def settle_kongs(case: Case, amounts: Mapping[str, int], names: Mapping[str, Text]) -> Settlement:
    """Kong payments (刮风下雨): an exposed kong by its feeder alone, the others by everybody still playing.

    Args:
        case: its ``kongs`` are paid; a kong with ``payers`` is paid by those.
        amounts: what each payer pays, by kind.
        names: what the table calls each kind.
    """
    return sum((_settle_kong(case, kong, amounts[kong.kind], names[kong.kind]) for kong in case.kongs), NOTHING)


def _settle_kong(case: Case, kong: Kong, amount: int, name: Text) -> Settlement:
    if kong.kind == "exposed" and kong.from_seat is not None:
        payers: tuple[Seat, ...] = (kong.from_seat,)
    else:
        payers = playing(case, but=kong.seat) if kong.payers is None else kong.payers
    step = times("{kong} of {who}, {number} paying", "{who}{kong}，{number} 家付", len(payers), amount,
                 kong=name, who=seat_name(kong.seat), number=len(payers))  # fmt: skip
    return Settlement(collect(kong.seat, payers, amount, name), (step,))


def noten_pay(best: dict[Seat, int], unready: Iterable[Seat]) -> Settlement:
    """查叫: each unready player pays each ready one that player's best hand.

    Args:
        best: points of each ready player's best hand.
        unready: who pays.
    """
    settled = NOTHING
    for payer in unready:
        if best:
            step = add("{who} is not ready and pays", "{who}没叫，付", *best.values(), who=seat_name(payer))
            paid = tuple(
                item for payee, amount in best.items()
                for item in collect(payee, [payer], amount, Text("not ready", "没叫"))
            )  # fmt: skip
            settled += Settlement(paid, (step,))
    return settled
