"""Who deals next, as the result of a deal says it (rules 12.6)."""

from __future__ import annotations

from typing import Any

import pytest

from scoring import Rejection, case_from_json, result_to_json, score

HANDS: dict[str, tuple[str, str]] = {
    "ningxia": ("123m 456m 789p 22s 56s", "7s"),
    "changsha": ("123m 456m 789p 22s 56s", "7s"),
    "sichuan": ("123m 456m 789m 22s 56s", "7s"),
    "chongqing": ("123m 456m 789p 22s 56s", "7s"),
    "sanren": ("123p 456p 789p 22z 67p", "8p"),
    "fuzhou": ("777m 888m 222p 333p 56s 99s", "4s"),
    "xinjiang": ("123m 456m 789p 22s 56s", "7s"),
    "songyang": ("123m 456m 789s 22z 34p", "5p"),
}
"""A winning hand of each variant and its winning tile."""

NEEDED: dict[str, dict[str, Any]] = {"fuzhou": {"gold": "5m"}, "songyang": {"caishen": "9p"}, "sanren": {"players": 3}}
UNREADY = "123456789m 1357p"


def next_dealer(variant: str, **facts: Any) -> object:
    """The seat in the printed result of a deal, or null; fails on a refusal."""
    case = case_from_json({"variant": variant, **NEEDED.get(variant, {}), **facts})
    assert not isinstance(case, Rejection), case
    printed = result_to_json(None, score(case))
    assert "error" not in printed, printed
    return printed["next_dealer"]


def won(variant: str, *seats: int, giver: int | None = None) -> list[dict[str, Any]]:
    """These seats win with the hand of the variant, off a discard where somebody gave it."""
    concealed, tile = HANDS[variant]
    way = {"by": "selfdraw"} if giver is None else {"by": "discard", "from": giver}
    flags = {"baoting": True} if variant == "xinjiang" else {}
    return [{"seat": seat, "concealed": concealed, "win_tile": tile, "flags": flags, **way} for seat in seats]


def unready(*seats: int) -> dict[str, Any]:
    """An exhaustive draw at which these seats show a hand that waits for nothing."""
    return {"hands": [{"seat": seat, "concealed": UNREADY} for seat in seats]}


@pytest.mark.parametrize("variant", ["ningxia", "changsha", "sichuan", "chongqing"])
def test_the_winner_deals(variant: str) -> None:
    """The winner deals next, after several winners of one discard the discarder."""
    assert next_dealer(variant, dealer=3, wins=won(variant, 1)) == 1
    assert next_dealer(variant, dealer=3, wins=won(variant, 1, 2, giver=0)) == 0


@pytest.mark.parametrize("variant", ["sanren", "fuzhou", "xinjiang", "songyang"])
def test_the_winning_dealer_stays(variant: str) -> None:
    """The dealer stays when he wins, and another's win hands the deal to the next seat."""
    last = NEEDED.get(variant, {}).get("players", 4) - 1
    assert next_dealer(variant, dealer=last, wins=won(variant, last)) == last
    assert next_dealer(variant, dealer=last, wins=won(variant, 1)) == 0


@pytest.mark.parametrize(
    ("variant", "dealer"),
    [("ningxia", 2), ("changsha", 2), ("sanren", 2), ("fuzhou", 2), ("xinjiang", 3), ("songyang", 2)],
)
def test_a_draw_keeps_the_dealer_but_in_xinjiang(variant: str, dealer: int) -> None:
    """After a draw without hands the dealer stays; in Xinjiang the next seat deals."""
    assert next_dealer(variant, dealer=2, draw={"hands": []}) == dealer


@pytest.mark.parametrize("variant", ["sichuan", "chongqing"])
def test_a_draw_that_shows_hands_keeps_the_dealer(variant: str) -> None:
    """Where hands are compared at a draw the dealer stays as well."""
    assert next_dealer(variant, dealer=2, draw=unready(0, 1, 2, 3)) == 2


def test_nobody_won_in_songyang_is_a_draw() -> None:
    """荒牌 keeps the dealer."""
    assert next_dealer("songyang", dealer=2, events={"huangpai": True}) == 2


def test_the_first_winner_of_a_bloody_deal_deals() -> None:
    """A later win or a draw does not take the deal from the one who had won before."""
    for variant in ("sichuan", "chongqing"):
        assert next_dealer(variant, dealer=3, already_won=[2], wins=won(variant, 1)) == 2
        assert next_dealer(variant, dealer=3, already_won=[2], draw=unready(0, 1, 3)) == 2


def test_of_several_earlier_winners_the_first_is_not_known() -> None:
    """The dealer stays until a person says who won first."""
    assert next_dealer("sichuan", dealer=3, already_won=[1, 2], draw=unready(0, 3)) == 3


def test_a_deal_that_goes_on_has_no_next_dealer() -> None:
    """Kongs alone end no deal."""
    assert next_dealer("sichuan", kongs=[{"seat": 1, "kind": "concealed"}]) is None
