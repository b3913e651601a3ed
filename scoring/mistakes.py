"""Every single fact of a deal that a table may have got wrong, each with the deal as it would then be.

The candidates are plausible, not always possible: a deal that cannot be is refused when it is scored.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any

from scoring.changes import Change, Mistake, about, with_win
from scoring.hand import Bao, Case, Seat, Way, Win
from scoring.mistaken_kongs import kongs_in_hand, paid_kongs
from scoring.steps import Text, seat_name
from scoring.tiles import Tile
from scoring.variant import Input, Variant

MORE = 3
"""A count (streak, caishen discarded) is tried up to so many above what was said."""

YOUJIN = 3
"""The highest grade of 游金."""

BASES = (1, 2, 3, 5, 10, 20, 50, 100)
"""Stakes that a table may have agreed on instead."""


def mistakes(case: Case, variant: Variant) -> Iterator[Mistake]:
    """The way of winning, the payer, the winner, the dealer, the winning tile, a kong, a fact that the variant uses.

    Several winners of one tile share the way and the payer, so these change for all of them.
    """
    yield from _ways(case, variant)
    yield from _payers(case)
    yield from _winners(case)
    yield from _dealers(case)
    yield from _winning_tiles(case)
    yield from kongs_in_hand(case, variant)
    for item in variant.inputs:
        if item.kind in _FACTS:
            yield from _FACTS[item.kind](item, case, variant)


def _ways(case: Case, variant: Variant) -> Iterator[Mistake]:
    """Another way of winning; facts that cannot go with it fall away. An opening hand has other tiles."""
    if not case.wins or case.wins[0].by == "opening":
        return
    old = case.wins[0].by
    for way, text in _WAYS.items():
        if way == old or way not in variant.ways:
            continue
        for payer in [None] if way == "selfdraw" else _others(case):
            wins = tuple(_fitting(replace(win, by=way, from_seat=payer), variant) for win in case.wins)
            was, was_not = text(payer), _WAYS[old](None)
            told = Text(f"it was won {was.en}, not {was_not.en}", f"是{was.zh}，不是{was_not.zh}")
            yield Change("by", old, way, told), replace(case, wins=wins)


def _off_a_discard(payer: Seat | None) -> Text:
    return Text("off a discard", "点炮") if payer is None else about(payer, "off the discard of {}", "{}点炮")


def _robbing(payer: Seat | None) -> Text:
    return Text("by robbing a kong", "抢杠") if payer is None else about(payer, "by robbing the kong of {}", "抢{}的杠")


_WAYS: dict[Way, Callable[[Seat | None], Text]] = {
    "selfdraw": lambda payer: Text("by self-draw", "自摸"),
    "discard": _off_a_discard,
    "robkong": _robbing,
}


def _instead(en: str, zh: str, old: Seat, new: Seat) -> Text:
    """``the dealer was seat 1, not seat 0``."""
    was, was_not = seat_name(new), seat_name(old)
    return Text(f"{en} was {was.en}, not {was_not.en}", f"{zh}是{was.zh}，不是{was_not.zh}")


def _others(case: Case) -> list[Seat]:
    """Everybody who could have fed a win, or won instead."""
    winners = {win.seat for win in case.wins}
    return [seat for seat in case.seats if seat not in winners | case.already_won]


def _fitting(win: Win, variant: Variant) -> Win:
    """The win without the facts that belong to other ways of winning."""
    foreign = {item.name for item in variant.inputs if item.ways and win.by not in item.ways}
    youjin = 0 if "youjin" in foreign else win.youjin
    piao = 0 if "piao" in foreign else win.piao
    return replace(win, flags=win.flags - foreign, youjin=youjin, piao=piao)


def _payers(case: Case) -> Iterator[Mistake]:
    old = case.wins[0].from_seat if case.wins else None
    if old is None:
        return
    robbed = case.wins[0].by == "robkong"
    who = Text("the konger", "被抢杠的") if robbed else Text("the discarder", "点炮的")
    for new in _others(case):
        if new != old:
            wins = tuple(replace(win, from_seat=new) for win in case.wins)
            yield Change("from", old, new, _instead(who.en, who.zh, old, new)), replace(case, wins=wins)


def _winners(case: Case) -> Iterator[Mistake]:
    """Another winner of the same hand; the kongs of the hand go with it."""
    for at, win in enumerate(case.wins):
        for new in _others(case):
            kongs = tuple(replace(kong, seat=new) if kong.seat == win.seat else kong for kong in case.kongs)
            moved = replace(with_win(case, at, replace(win, seat=new)), kongs=kongs)
            yield Change("seat", win.seat, new, _instead("the winner", "胡牌的", win.seat, new)), moved


def _dealers(case: Case) -> Iterator[Mistake]:
    for new in case.seats:
        if new != case.dealer:
            text = _instead("the dealer", "庄家", case.dealer, new)
            yield Change("dealer", case.dealer, new, text), replace(case, dealer=new)


def _winning_tiles(case: Case) -> Iterator[Mistake]:
    """Another tile of the only hand came last."""
    if len(case.wins) != 1 or case.wins[0].win_tile is None:
        return
    win, old = case.wins[0], case.wins[0].win_tile
    for new in dict.fromkeys(win.concealed):
        if new is not old:
            concealed = list(win.concealed)
            concealed[concealed.index(new)] = old
            text = Text(f"the winning tile was {new.en}, not {old.en}", f"胡的是{new.zh}，不是{old.zh}")
            changed = replace(win, concealed=tuple(concealed), win_tile=new)
            yield Change("win_tile", old, new, text), with_win(case, 0, changed)


def _flag(item: Input, case: Case, variant: Variant) -> Iterator[Mistake]:
    """A fact of a win that was forgotten, or that did not hold."""
    for at, win in enumerate(case.wins):
        if item.ways and win.by not in item.ways:
            continue
        held = item.name in win.flags
        flags = win.flags - {item.name} if held else win.flags | {item.name}
        yield Change(item.name, held, not held, _holds(item, held)), with_win(case, at, replace(win, flags=flags))


def _holds(item: Input, held: bool) -> Text:
    if held:
        return Text(f'"{item.label.en}" did not hold', f"没有“{item.label.zh}”")
    return Text(f'"{item.label.en}" was forgotten', f"漏了“{item.label.zh}”")


def _number(item: Input, case: Case, variant: Variant) -> Iterator[Mistake]:
    """Another number of a win (游金, 漂财)."""
    for at, win in enumerate(case.wins):
        if item.ways and win.by not in item.ways:
            continue
        old = getattr(win, item.name)
        for new in range((YOUJIN if item.name == "youjin" else old + MORE) + 1):
            if new != old:
                flags = win.flags - {item.name} | ({item.name} if new and item.name in variant.flags else set())
                changed: Any = {item.name: new, "flags": flags}
                yield _was(item, old, new), with_win(case, at, replace(win, **changed))


def _flowers(item: Input, case: Case, variant: Variant) -> Iterator[Mistake]:
    """One flower more or one fewer."""
    for at, win in enumerate(case.wins):
        for tile in variant.flowers.difference(win.flowers):
            text = about(win.seat, f"{{}} had one flower more: {tile.en}", f"{{}}多一张花：{tile.zh}")
            changed = replace(win, flowers=(*win.flowers, tile))
            yield Change("flowers", None, tile, text), with_win(case, at, changed)
        for tile in dict.fromkeys(win.flowers):
            left = list(win.flowers)
            left.remove(tile)
            text = about(win.seat, f"{{}} had one flower fewer: {tile.en}", f"{{}}少一张花：{tile.zh}")
            yield Change("flowers", tile, None, text), with_win(case, at, replace(win, flowers=tuple(left)))


def _count(item: Input, case: Case, variant: Variant) -> Iterator[Mistake]:
    old = getattr(case, item.name)
    values = {"bird": [None, *range(1, 10)], "base": BASES}
    return _fields(item, case, values.get(item.name, range((old or 0) + MORE + 1)))


def _tile(item: Input, case: Case, variant: Variant) -> Iterator[Mistake]:
    return _fields(item, case, (tile for tile in variant.copies if tile not in variant.flowers))


def _seat(item: Input, case: Case, variant: Variant) -> Iterator[Mistake]:
    return _fields(item, case, [None, *case.seats], _seat_told)


def _pair(item: Input, case: Case, variant: Variant) -> Iterator[Mistake]:
    pairs = [Bao(feeder, eater) for feeder in case.seats for eater in case.seats if feeder != eater]
    return _fields(item, case, [None, *pairs])


def _fields(
    item: Input, case: Case, values: Iterable[Any], told: Callable[[Any], Text] | None = None
) -> Iterator[Mistake]:
    """Other values of one field of the case."""
    old = getattr(case, item.name)
    for new in values:
        if new != old:
            changed: Any = {item.name: new}
            yield _was(item, old, new, told or _told), replace(case, **changed)


def _seats(item: Input, case: Case, variant: Variant) -> Iterator[Mistake]:
    """Somebody who had won before, or had not."""
    for seat in case.seats:
        won = seat in case.already_won
        text = about(seat, "{} had not won before", "{}之前没有胡") if won else about(
            seat, "{} had won before", "{}之前已经胡了")  # fmt: skip
        yield Change(item.name, won, not won, text), replace(case, already_won=case.already_won ^ {seat})


def _event(item: Input, case: Case, variant: Variant) -> Iterator[Mistake]:
    """Something that happened and was not told, or the other way round, or to somebody else."""
    old = getattr(case.events, item.name)
    for new in [not old] if isinstance(old, bool) else [None, *case.seats]:
        if new is not old:
            changed: Any = {item.name: new}
            told = _was(item, old, new, _seat_told)
            text = _holds(item, old) if isinstance(old, bool) else told.text
            yield Change(item.name, old, new, text), replace(case, events=replace(case.events, **changed))


def _kongs(item: Input, case: Case, variant: Variant) -> Iterator[Mistake]:
    return paid_kongs(case, variant)


def _was(item: Input, old: Any, new: Any, told: Callable[[Any], Text] | None = None) -> Change:
    was, was_not = (told or _told)(new), (told or _told)(old)
    text = Text(f'"{item.label.en}" was {was.en}, not {was_not.en}', f"“{item.label.zh}”是{was.zh}，不是{was_not.zh}")
    return Change(item.name, old, new, text)


def _told(value: Any) -> Text:
    """A value for a person."""
    if isinstance(value, Tile):
        return Text(value.en, value.zh)
    if isinstance(value, Bao):
        return about(value.feeder, "from {}", "{}") + about(value.eater, " to {}", "给{}")
    return Text("none", "没有") if value is None else Text(str(value), str(value))


def _seat_told(seat: Seat | None) -> Text:
    return _told(None) if seat is None else seat_name(seat)


_FACTS: dict[str, Callable[[Input, Case, Variant], Iterator[Mistake]]] = {
    "flag": _flag, "number": _number, "tiles": _flowers, "count": _count, "tile": _tile, "seat": _seat, "seats": _seats,
    "pair": _pair, "event": _event, "kongs": _kongs,
}  # fmt: skip
"""How each kind of fact that a variant asks for may be wrong."""
