"""大包: one player fed the next three chi and pays for it, or is paid (rules 9.8)."""

from __future__ import annotations

from scoring.errors import Rejection, contradiction
from scoring.hand import Bao, Case, Seat
from scoring.settle import Bill
from scoring.steps import add, seat_name, times
from scoring.variant import Options

CHI_OF_BAO = 3


def bao_is_impossible(case: Case, options: Options) -> Rejection | None:
    """大包: the eater sits next after the feeder and, when he wins, shows the three chi (clause 9.8)."""
    if case.bao is None:
        return None
    feeder, eater = case.bao.feeder, case.bao.eater
    if eater != (feeder + 1) % case.players:
        return contradiction(f"seat {feeder} fed seat {eater}", "they are not neighbours",
                             f"{feeder}号位给{eater}号位吃牌", "不是上下家")  # fmt: skip
    for win in case.wins:
        chi = sum(meld.type == "chi" for meld in win.melds)
        if win.seat == eater and chi < CHI_OF_BAO:
            return contradiction("three chi were fed", f"the winner shows {chi}", "吃了三副", f"胡牌者只有{chi}副")
    return None


def pay_for_all(bill: Bill, bao: Bao, winner: Seat, others_pay: bool) -> Bill:
    """One of the two pays all shares when the other wins, the eater twice (反包); the others may still pay theirs."""
    reverse = winner == bao.feeder
    payer = bao.eater if reverse else bao.feeder
    who = seat_name(payer)
    total = add("{who} pays what all would pay", "{who}包三家支出", *bill.shares.values(), who=who)
    steps = [*bill.steps, total]
    if reverse:
        total = times("{who} ate and pays twice that", "{who}反包两倍", total.result, 2, who=who)
        steps.append(total)
    others = bill.shares if others_pay else {}
    return Bill({**others, payer: total.result}, tuple(steps))
