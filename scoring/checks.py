"""What every variant refuses: contradictory, impossible or incomplete cases (rules 1.3 and 12.3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from scoring.contradictions import WAYS, contradictions
from scoring.errors import Code, Rejection, bad_input, contradiction, first_fault
from scoring.hand import Case, DrawHand, Kong, Meld, Seat, Win, melded_tiles
from scoring.tiles import Tile, format_tiles
from scoring.variant import Options, Variant

_MELDS = {"chi": "吃", "pong": "碰", "kong": "杠"}
_WON = {
    "selfdraw": "by self-draw",
    "discard": "off a discard",
    "robkong": "by robbing a kong",
    "opening": "with an opening hand",
}


def faults(case: Case, variant: Variant, options: Options) -> Rejection | None:
    """The fault to report before any hand is read, the variant's own checks included."""
    # The checks after the first count on seats that exist.
    if missing_seat := next(_seats(case, variant), None):
        return missing_seat
    found = [fault for check in _CHECKS for fault in check(case, variant)]
    found += [fault for check in (*variant.checks, *variant.hand_checks) if (fault := check(case, options))]
    return first_fault(found)


def _hands(case: Case) -> tuple[Win | DrawHand, ...]:
    return (*case.wins, *(case.draw or ()))


def _seats(case: Case, variant: Variant) -> Iterator[Rejection]:
    """Seats exist (``E_INPUT``; an unknown payer is ``E_PAYER``)."""
    if case.players != variant.players:
        yield bad_input(
            "players",
            f"{variant.name.en} is played by {variant.players}, not {case.players}",
            f"{variant.name.zh}是{variant.players}人玩法，不是{case.players}人",
        )
    seats, last = case.seats, case.players - 1
    for field, seat in _named_seats(case):
        if seat is not None and seat not in seats:
            yield bad_input(
                field, f"seat {seat} does not exist; seats are 0 to {last}", f"没有{seat}号位，只有0到{last}"
            )


def _named_seats(case: Case) -> Iterator[tuple[str, Seat | None]]:
    """Every seat that the case names outside the melds, under its field; payers have a code of their own."""
    yield "dealer", case.dealer
    yield "xianggong", case.xianggong
    yield "events.beigen", case.events.beigen
    yield "events.false_win", case.events.false_win
    listed: tuple[tuple[str, Sequence[Win | Kong | DrawHand]], ...] = (
        ("wins", case.wins), ("kongs", case.kongs), ("draw.hands", case.draw or ()),
    )  # fmt: skip
    for field, items in listed:
        for at, item in enumerate(items):
            yield f"{field}[{at}].seat", item.seat
    for seat in case.already_won:
        yield "already_won", seat
    if case.bao is not None:
        yield "bao.feeder", case.bao.feeder
        yield "bao.eater", case.bao.eater


def _tiles(case: Case, variant: Variant) -> Iterator[Rejection]:
    """Every tile belongs to this game, flowers beside the hand and the others in it (``E_TILE``)."""
    for hand in _hands(case):
        flowers = hand.flowers if isinstance(hand, Win) else ()
        for tile in hand.tiles:
            if tile in variant.hand_tiles:
                continue
            if tile in variant.flowers:
                yield Rejection(
                    Code.TILE,
                    f"{tile.en} ({tile.code}) is a flower in {variant.name.en} and cannot stay in the hand",
                    f"{tile.zh}在{variant.name.zh}里是花牌，不能留在手里",
                )
            else:
                yield _foreign_tile(tile, variant)
        for tile in flowers:
            if tile not in variant.flowers:
                yield _foreign_tile(tile, variant, as_flower=True)
    for indicator in (case.gold, case.caishen):
        if indicator is not None and indicator not in variant.hand_tiles:
            yield _foreign_tile(indicator, variant)


def _foreign_tile(tile: Tile, variant: Variant, as_flower: bool = False) -> Rejection:
    place, place_zh = ("a flower", "花牌") if as_flower else ("among the tiles", "本玩法的牌")
    return Rejection(
        Code.TILE,
        f"{tile.en} ({tile.code}) is not {place} in {variant.name.en}",
        f"{tile.zh}不是{place_zh}" if as_flower else f"{tile.zh}不在本玩法的牌里",
    )


def _melds(case: Case, variant: Variant) -> Iterator[Rejection]:
    """Melds may be called and are sets (``E_MELD``); a kong is one kind (``E_FLAGS``)."""
    wild = variant.wild(case)
    for hand in _hands(case):
        for meld in hand.melds:
            laid = format_tiles(meld.tiles)
            if not meld.tiles:
                yield Rejection(
                    Code.MELD,
                    f"say which tiles the {meld.type} of seat {hand.seat} is made of",
                    f"请写明{hand.seat}号位的{_MELDS[meld.type]}是什么牌",
                )
            elif meld.type not in variant.calls:
                yield Rejection(
                    Code.MELD,
                    f"{variant.name.en} does not allow {meld.type}: {laid}",
                    f"本玩法不能吃：{laid}",
                )
            elif wild.tile is not None and wild.tile in meld.tiles:
                yield Rejection(
                    Code.MELD,
                    f"{wild.tile.en} ({wild.tile.code}) is wild and cannot lie in a meld: {laid}",
                    f"{wild.tile.zh}是百搭，不能放在副露里：{laid}",
                )
            elif not _is_set(meld, [wild.stand_in.get(tile, tile) for tile in meld.tiles]):
                yield Rejection(Code.MELD, f"{laid} is no {meld.type}", f"这副牌不成立：{laid}")
            if meld.type == "kong" and meld.concealed != (meld.kind == "concealed") and meld.kind is not None:
                yield contradiction(f"kind {meld.kind}", f"concealed {meld.concealed}", f"杠的种类 {meld.kind}",
                                    f"concealed {meld.concealed}")  # fmt: skip


def _is_set(meld: Meld, tiles: list[Tile]) -> bool:
    if meld.type == "chi":
        indices = sorted(tile.index for tile in tiles)
        same_suit = len({tile.suit for tile in tiles}) == 1 and tiles[0].is_suited
        return len(indices) == 3 and same_suit and indices == list(range(indices[0], indices[0] + 3))
    # Pongs and kongs are of one real face: a stand-in takes another's place in a chi only.
    return len(meld.tiles) == (4 if meld.type == "kong" else 3) and len(set(meld.tiles)) == 1


def _counts(case: Case, variant: Variant) -> Iterator[Rejection]:
    """Hands have as many tiles as they must (``E_COUNT``)."""
    for hand in _hands(case):
        opening = isinstance(hand, Win) and hand.by == "opening"
        dealt = opening and "opening" in variant.ways and hand.seat == case.dealer
        want = variant.hand_size - 3 * len(hand.melds) + (1 if dealt else 0)
        if len(hand.concealed) != want:
            few = len(hand.concealed) < want
            yield Rejection(
                Code.COUNT,
                f"too {'few' if few else 'many'} tiles: {len(hand.concealed)} in hand, {want} wanted",
                f"{'少牌' if few else '多牌'}（相公）：手里 {len(hand.concealed)} 张，应为 {want} 张",
            )
        if isinstance(hand, Win) and hand.win_tile is None and not opening:
            yield Rejection(Code.COUNT, "the winning tile is missing", "没有说明胡的是哪张牌", "win_tile")
    if case.draw is not None and variant.draw_needs_all:
        shown = {hand.seat for hand in case.draw}
        for seat in case.seats:
            if seat not in shown and seat not in case.already_won:
                yield Rejection(
                    Code.COUNT,
                    f"the hand of seat {seat} is missing from the draw",
                    f"流局缺少{seat}号位的手牌",
                )


def _copies(case: Case, variant: Variant) -> Iterator[Rejection]:
    """No tile occurs more often than it exists, over all that is shown (``E_FIVE``)."""
    wild = variant.wild(case)
    shown: list[Tile] = []
    for hand in _hands(case):
        shown += hand.concealed
        shown += melded_tiles(hand.melds)
    for win in case.wins:
        shown += win.flowers
        if win.by == "selfdraw" and win.win_tile is not None:
            shown.append(win.win_tile)
    seen = Counter(shown)
    if wild.tile is not None:
        seen[wild.tile] += sum(win.piao + ("discarded_gold" in win.flags) for win in case.wins)
        if wild.indicator and not any("qiangjin" in win.flags for win in case.wins):
            seen[wild.tile] += 1
    # Winners of one tile share it; a robbed one makes four with the three that the konger laid out.
    for shared, number in (("discard", 1), ("robkong", 4)):
        for tile in {win.win_tile for win in case.wins if win.by == shared and win.win_tile}:
            seen[tile] += number
    for tile, number in seen.items():
        if number > variant.copies.get(tile, number):
            yield Rejection(
                Code.FIVE,
                f"{number} of {tile.en} ({tile.code}), there are only {variant.copies[tile]}",
                f"{tile.zh}有 {number} 张，最多 {variant.copies[tile]} 张",
            )


def _payers(case: Case, variant: Variant) -> Iterator[Rejection]:
    """It is known who pays (``E_PAYER``)."""
    for win in case.wins:
        if win.drawn:
            if win.from_seat is not None:
                yield _payer("a self-draw has no discarder", "自摸没有点炮者")
        elif win.from_seat is None:
            yield _payer(f"name the player who fed seat {win.seat}", "请指明点炮者")
        elif win.from_seat == win.seat:
            yield _payer(f"seat {win.seat} cannot feed himself", "点炮者不能是胡牌者自己")
        elif win.from_seat not in case.seats:
            yield _payer(f"seat {win.from_seat} does not exist", f"没有{win.from_seat}号位")
    for kong in case.kongs:
        named = [kong.from_seat] if kong.kind == "exposed" else list(kong.payers or ())
        if any(seat is None or seat == kong.seat or seat not in case.seats for seat in named):
            yield _payer(f"say who pays the kong of seat {kong.seat}", f"请指明谁付{kong.seat}号位的杠")


def _payer(en: str, zh: str) -> Rejection:
    return Rejection(Code.PAYER, en, zh, "from")


def _winners(case: Case, variant: Variant) -> Iterator[Rejection]:
    """The winners of one deal agree with each other (``E_FLAGS``), and the rules know the way (``E_WAY``)."""
    wins, first = case.wins, case.wins[0] if case.wins else None
    for seated in (wins, case.draw or ()):
        if len({item.seat for item in seated}) < len(seated):
            yield contradiction("one seat", "the same seat again", "一个座位", "同一座位出现两次")
    if first is not None and case.draw is not None:
        yield contradiction("a win", "an exhaustive draw", "胡牌", "流局")
    if first is not None and case.events.huangpai:
        yield contradiction("a win", "nobody won", "胡牌", "荒牌")
    for win in wins:
        if win.seat in case.already_won or win.from_seat in case.already_won:
            yield contradiction("won before", "wins or discards now", "已经胡过", "现在又胡或点炮")
        if first is not None and (win.by, win.from_seat, win.win_tile) != (
            first.by,
            first.from_seat,
            first.win_tile,
        ):
            yield contradiction("winners of one tile", "different tiles or ways", "同一张牌的赢家", "牌或胡法不同")
        if win.by not in variant.ways:
            yield Rejection(
                Code.WAY,
                f"In {variant.name.en} nobody wins {_WON[win.by]}",
                f"{variant.name.zh}没有{WAYS[win.by].zh}这种胡法",
            )
    for hand in case.draw or ():
        if hand.seat in case.already_won:
            yield contradiction("won before", "shown at the draw", "已经胡过", "又参加查叫")
    if sum(win.by == "selfdraw" for win in wins) > 1:
        yield contradiction("a self-draw", "another self-draw", "自摸", "又一家自摸")
    if len(wins) > 1 and not variant.several_winners:
        yield Rejection(Code.WAY, f"{variant.name.en} has one winner a deal", f"{variant.name.zh}一局只有一家胡")


_CHECKS: tuple[Callable[[Case, Variant], Iterator[Rejection]], ...] = (
    _tiles, _melds, _counts, _copies, _payers, contradictions, _winners,
)  # fmt: skip
