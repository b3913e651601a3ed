"""Facts of one win that cannot both hold (``E_FLAGS``, rules 1.3 and 12.3)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from scoring.errors import Rejection, contradiction
from scoring.hand import Case, Win
from scoring.steps import Text
from scoring.variant import Variant

WAYS = {
    "selfdraw": Text("self-draw", "自摸"),
    "discard": Text("win off a discard", "点炮"),
    "robkong": Text("robbing a kong", "抢杠"),
    "opening": Text("opening hand", "起手胡"),
}


def contradictions(case: Case, variant: Variant) -> Iterator[Rejection]:
    """Every fact of a win against which something speaks, in the words of the table."""
    for win in case.wins:
        for flag in sorted(win.flags & _AGAINST.keys()):
            name = variant.fact_name(flag)
            for against in _AGAINST[flag]:
                if other := against(case, win):
                    other = variant.fact_name(other) if isinstance(other, str) else other
                    yield contradiction(name.en, other.en, name.zh, other.zh)


_Against = Callable[[Case, Win], Text | str | None]
"""What speaks against a fact of a win, in words or as the name of another fact, or None."""


def _off_a_discard(case: Case, win: Win) -> Text | None:
    return None if win.drawn else WAYS[win.by]


def _not_off_a_discard(case: Case, win: Win) -> Text | None:
    return None if win.by == "discard" else WAYS[win.by]


def _robbed(case: Case, win: Win) -> Text | None:
    return WAYS[win.by] if win.by == "robkong" else None


def _no_kong(case: Case, win: Win) -> Text | None:
    return None if win.kongs else Text("no kong", "没有杠")


def _no_flower(case: Case, win: Win) -> Text | None:
    return None if win.flowers else Text("no flower tile", "没有花牌")


def _has_melds(case: Case, win: Win) -> Text | None:
    return Text("melds on the table", "有副露") if win.melds else None


def _not_dealer(case: Case, win: Win) -> Text | None:
    return None if win.seat == case.dealer else Text("not the dealer", "不是庄家")


def _not_dealers_discard(case: Case, win: Win) -> Text | None:
    off_dealer = win.by == "discard" and win.from_seat == case.dealer
    return None if off_dealer else Text("not the dealer's discard", "不是庄家打的牌")


def _not_the_gold(case: Case, win: Win) -> Text | None:
    return None if win.win_tile is case.gold else Text("won on another tile", "胡的不是金")


def _beside(*flags: str) -> _Against:
    """Another fact that cannot hold at the same time."""
    return lambda case, win: next((flag for flag in flags if flag in win.flags), None)


_NOT_ON_THE_LAST_TILE = ("after_kong", "after_kong_dice", "gangpao", "tianhu", "dihu")

_AGAINST: dict[str, tuple[_Against, ...]] = {
    "after_kong": (_no_kong, _off_a_discard, _beside("after_kong_dice")),
    "after_kong_dice": (_no_kong, _off_a_discard),
    "after_flower": (_no_flower, _off_a_discard),
    "gangpao": (_not_off_a_discard,),
    "tianhu": (_not_dealer, _has_melds, _off_a_discard),
    "dihu": (_not_dealers_discard, _has_melds),
    "haidi": (_robbed, _beside(*_NOT_ON_THE_LAST_TILE)),
    "last_tile": (_off_a_discard, _beside(*_NOT_ON_THE_LAST_TILE)),
    "youjin": (_off_a_discard,),
    "qiangjin": (_has_melds, _not_the_gold, _off_a_discard, _beside("tianhu")),
}
