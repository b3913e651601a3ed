"""A suit must be missing (缺一门): what Sichuan always and Chongqing sometimes asks of a hand."""

from __future__ import annotations

from scoring.errors import Code, Rejection
from scoring.hand import Case, DrawHand, Win
from scoring.variant import Options


def has_three_suits(hand: Win | DrawHand) -> bool:
    """Whether all three suits are in the hand (花猪), the winning tile included."""
    return {tile.suit for tile in hand.tiles} >= {"m", "p", "s"}


def no_suit_is_missing(case: Case, options: Options) -> Rejection | None:
    """Refuses a winner who holds all three suits (缺一门, clauses 4.2 and 5.1)."""
    for win in case.wins:
        if has_three_suits(win):
            return Rejection(
                Code.SUIT, f"seat {win.seat} still holds characters, dots and bamboo; one suit must be missing",
                f"{win.seat}号位手里还有三门花色（万、筒、条），必须缺一门",
            )  # fmt: skip
    return None
