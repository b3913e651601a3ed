"""Kongs that a table may have got wrong: forgotten, never made, or of another kind (杠)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import get_args

from scoring.changes import Change, Mistake, about, with_win
from scoring.hand import Case, Kong, KongKind, Meld, Seat
from scoring.steps import Text
from scoring.tiles import Tile
from scoring.variant import Variant

KINDS: tuple[KongKind, ...] = get_args(KongKind)


def paid_kongs(case: Case, variant: Variant) -> Iterator[Mistake]:
    """A kong that nobody was told to pay, one that was never made, or one of another kind or feeder."""
    for at, kong in enumerate(case.kongs):
        others = (*case.kongs[:at], *case.kongs[at + 1 :])
        never = _kong_text(kong, variant)
        text = Text(f"{never.en} never happened", f"没有{never.zh}")
        yield Change("kongs", kong, None, text), replace(case, kongs=others)
        for other in _kongs_of(kong.seat, case):
            if (other.kind, other.from_seat) != (kong.kind, kong.from_seat):
                was, was_not = _kong_text(other, variant), _kong_text(kong, variant)
                text = Text(f"it was {was.en}, not {was_not.en}", f"是{was.zh}，不是{was_not.zh}")
                yield Change("kongs", kong, other, text), replace(case, kongs=(*others, other))
    for seat in case.seats:
        for kong in _kongs_of(seat, case):
            forgotten = _kong_text(kong, variant)
            text = Text(f"{forgotten.en} was forgotten", f"漏了{forgotten.zh}")
            yield Change("kongs", None, kong, text), replace(case, kongs=(*case.kongs, kong))


def kongs_in_hand(case: Case, variant: Variant) -> Iterator[Mistake]:
    """A pong or three in hand that was a kong, or a kong that was a pong or another kind.

    Where the variant pays kongs, the payment comes and goes with the kong.
    """
    for at, win in enumerate(case.wins):
        for meld in win.melds:
            if meld.type == "pong":
                yield from _was_kong(case, at, meld, variant)
            elif meld.type == "kong":
                yield from _was_no_kong(case, at, meld, variant)
        for tile in dict.fromkeys(win.concealed):
            if win.concealed.count(tile) == 3:
                yield from _was_concealed_kong(case, at, tile, variant)


def _kongs_of(seat: Seat, case: Case) -> Iterator[Kong]:
    """Every kong that a player could have made; an exposed one once for each feeder."""
    for kind in KINDS:
        for feeder in [other for other in case.seats if other != seat] if kind == "exposed" else [None]:
            yield Kong(seat, kind, feeder)


def _kong_text(kong: Kong, variant: Variant) -> Text:
    name = variant.kong_names[kong.kind]
    return about(kong.seat, f"the {name.en} of {{}}", f"{{}}的{name.zh}") + _fed(kong)


def _fed(kong: Kong) -> Text:
    return Text("", "") if kong.from_seat is None else about(kong.from_seat, " fed by {}", "（{}放的）")


def _was_kong(case: Case, at: int, meld: Meld, variant: Variant) -> Iterator[Mistake]:
    """A kong of each kind; who fed it is asked only where somebody pays for it."""
    win, tile = case.wins[at], meld.tiles[0]
    for kong in _kongs_of(win.seat, case) if _pays_kongs(variant) else [Kong(win.seat, kind) for kind in KINDS]:
        laid = Meld("kong", (tile,) * 4, kong.kind, kong.kind == "concealed", kong.from_seat)
        name = variant.kong_names[kong.kind]
        text = about(win.seat, f"the pong of {tile.en} of {{}} was really a kong ({name.en})",
                     f"{{}}碰的{tile.zh}其实是{name.zh}") + _fed(kong)  # fmt: skip
        yield Change("melds", meld, laid, text), _with_payment(_relaid(case, at, meld, laid), kong, variant)


def _relaid(case: Case, at: int, old: Meld, new: Meld) -> Case:
    """The case with one meld of a winner replaced."""
    win = case.wins[at]
    return with_win(case, at, replace(win, melds=tuple(new if meld is old else meld for meld in win.melds)))


def _was_no_kong(case: Case, at: int, meld: Meld, variant: Variant) -> Iterator[Mistake]:
    """Only a pong, or another kind of kong; the payment of the kong goes or changes with it."""
    win, tile = case.wins[at], meld.tiles[0]
    kind = "concealed" if meld.is_concealed_kong else meld.kind
    payment = next((kong for kong in case.kongs if kong.seat == win.seat and kong.kind == kind), None)
    unpaid = replace(case, kongs=tuple(kong for kong in case.kongs if kong is not payment))
    pong = Meld("pong", meld.tiles[:3])
    text = about(win.seat, f"the kong of {tile.en} of {{}} was only a pong", f"{{}}的{tile.zh}只是碰，不是杠")
    yield Change("melds", meld, pong, text), _relaid(unpaid, at, meld, pong)
    for other in KINDS:
        if other != kind:
            laid = replace(meld, kind=other, concealed=other == "concealed")
            paid = unpaid if payment is None else replace(unpaid, kongs=(*unpaid.kongs, replace(payment, kind=other)))
            name = variant.kong_names[other]
            text = about(win.seat, f"the kong of {tile.en} of {{}} was of another kind ({name.en})",
                         f"{{}}的{tile.zh}杠其实是{name.zh}")  # fmt: skip
            yield Change("melds", meld, laid, text), _relaid(paid, at, meld, laid)


def _was_concealed_kong(case: Case, at: int, tile: Tile, variant: Variant) -> Iterator[Mistake]:
    win = case.wins[at]
    kong = Meld("kong", (tile,) * 4, "concealed", concealed=True)
    left = tuple(other for other in win.concealed if other is not tile)
    changed = with_win(case, at, replace(win, concealed=left, melds=(*win.melds, kong)))
    text = about(win.seat, f"the three {tile.en} of {{}} were a concealed kong", f"{{}}手里的三张{tile.zh}其实是暗杠")
    yield Change("melds", None, kong, text), _with_payment(changed, Kong(win.seat, "concealed"), variant)


def _with_payment(case: Case, kong: Kong, variant: Variant) -> Case:
    return replace(case, kongs=(*case.kongs, kong)) if _pays_kongs(variant) else case


def _pays_kongs(variant: Variant) -> bool:
    return any(item.kind == "kongs" for item in variant.inputs)
