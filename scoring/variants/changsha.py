"""长沙 Changsha (rules section 3, seed 001)."""

from __future__ import annotations

from collections.abc import Iterator

from scoring import features
from scoring.dealers import winner_deals
from scoring.errors import Code, Rejection, contradiction
from scoring.hand import Case, Seat, Win
from scoring.options import choice, flag
from scoring.patterns import Hand, Hit, Names, Pattern, Score, find
from scoring.settle import NOTHING, WON, Settlement, collect, payers_of
from scoring.shanten import to_seven_pairs, to_standard
from scoring.shapes import Held, Reading, loose, seven_pairs, standard
from scoring.steps import Step, Text, add, say, seat_name, times
from scoring.tiles import TILES
from scoring.variant import Clause, Input, Options, Variant, tile_set

SMALL_POINTS = 10
LARGE_POINTS_DRAWN = 30
LARGE_POINTS_GIVEN = 60
DEALER_EXTRA = 10

CLAUSES = (
    Clause("3.1", Text("The game", "打法"), Text(
        "108 tiles, no honors or flowers, hands of 13, the dealer 14; chi from the player before, pong and kong.",
        "108张，不带字牌和花，每人13张，庄家14张；可吃上家，可碰可杠。"), "001:二,三"),
    Clause("3.2", Text("The pair", "将"), Text(
        "Four sets and a pair of 2, 5 or 8, unless a pattern allows any pair (乱将).",
        "四副加一对，要二、五、八做将；乱将的牌型可以是任意一对。"), "001:五.1"),
    Clause("3.3", Text("Small wins", "小胡"), Text(
        "On the dealt hand, 13 tiles and the dealer's 14, each paid like a self-draw: four alike (四喜), no 2, 5 or 8 "
        "(板板胡), a missing suit (缺一色), two triplets (六六顺). Else any hand of clause 3.2.",
        "起手胡，闲家看13张，庄家看14张，都按自摸付：四喜（四张一样）、板板胡（没有二五八）、缺一色（缺一门）、"
        "六六顺（两个刻子）。此外，3.2的牌型为小胡。"), "001:五.2"),
    Clause("3.4", Text("Large wins", "大胡"), Text(
        "Dealt win, win on the dealer's first discard, all triplets (any pair), every tile a 2, 5 or 8, one suit (any "
        "pair), the last tile drawn or discarded, seven pairs, a win on a dice kong's replacement, robbing an added "
        "kong, a win off the discarded replacement of a dice kong. Each is 30 from each player when self-drawn and "
        "60 off a discard or a robbed kong. The table shows 60 for those that come no other way.",
        "天胡、地胡、碰碰胡（乱将）、将将胡（全是二五八）、清一色（乱将）、海底捞月、海底炮、七小对、"
        "杠上开花（掷骰子开杠）、抢杠胡（只能抢补杠）、杠上炮（掷骰子补的牌打出）。"
        "自摸每家30分，捉炮或抢杠60分；下表中只能捉炮或抢杠得来的列60分，其余列自摸的30分。"), "001:五.3"),
    Clause("3.5", Text("Events need a legal hand", "大胡的将"), Text(
        "The large wins that come from the moment, not the tiles, still need a pair of 2, 5 or 8, or a pattern "
        "with any pair. The source says so of the last tile only.",
        "天胡、地胡、海底、杠上开花、抢杠胡、杠上炮仍要二五八将，或乱将的牌型。原文只对海底这样说。"), "001:五.3.6"),
    Clause("3.6", Text("Kong without dice", "不掷骰子的杠"), Text(
        "A win on the replacement of a kong without dice is an ordinary self-draw.",
        "没掷骰子补张胡牌，按普通自摸算。"), "001:七.3.A"),
    Clause("3.7", Text("Points", "分数"), Text(
        "Each small win 10; each large win 30 from each when self-drawn, 60 off a discard. 10 more is paid by the "
        "dealer and to the dealer.",
        "小胡每个10分；大胡自摸每家30分，捉炮60分。庄家输赢都多10分。"), "001:六"),
    Clause("3.8", Text("Several patterns", "累计"), Text(
        "Small wins add, large wins add; beside a large win the small ones do not count.",
        "小胡相加，大胡相加；有大胡时只算大胡。"), "001:六.注1"),
    Clause("3.9", Text("Who pays", "付分"), Text(
        "A self-draw or opening hand is paid by all three, a discard or robbed kong by the one who gave it, to every "
        "winner. Kongs are not paid.",
        "自摸、起手胡三家付；点炮或被抢杠者单独付给每个胡牌者。杠不付分。"), "001:六,七.1"),
    Clause("3.10", Text("Bird", "扎鸟"), Text(
        "The bird tile counts from the dealer as 1 in turn order. A payment is doubled when the bird hits the winner "
        "or the one who pays it. For a win on the last tile, that tile is the bird.",
        "鸟牌以庄家为1逆时针数。鸟落在胡牌者或付分者，这一笔翻倍。海底胡以海底牌为鸟。"), "001:七.2"),
)  # fmt: skip

OPTIONS = (
    choice("dealer_extra", ("per_pattern", "once"), "whether the dealer's 10 count for each pattern or once",
           "庄家多的10分：每个番种都加，或只加一次", "3.7"),
    choice("sixi_multi", ("once", "each"), "two fours in an opening hand: 四喜 once, or for each",
           "起手两个四张：四喜算一次，或各算一次", "3.3"),
    flag("liuliushun_quad", True, "whether four alike count as a triplet for 六六顺", "四张是否算六六顺的刻子", "3.3"),
    choice("liuliushun_multi", ("once", "per_two"), "four triplets in an opening hand: 六六顺 once, or for every two",
           "起手四个刻子：六六顺算一次，或每两个算一次", "3.3"),
    flag("jiangjianghu_needs_shape", False, "whether 将将胡 needs four sets and a pair; "
         "seven pairs of 2, 5 and 8 are then no 将将胡", "将将胡是否要四副加一对（要时，七对的二五八不算将将胡）",
         "3.4"),
    flag("luxury_seven_pairs", False, "whether four alike in seven pairs are one more large win",
         "七小对里有四张是否另算豪华", "3.4"),
    flag("event_needs_258", True, "whether large wins that come from the moment, not the tiles, need a pair of 2, 5 "
         "or 8", "天胡、地胡、海底、杠上开花等是否要二五八将", "3.5"),
)  # fmt: skip

DRAWN, GIVEN = frozenset({"selfdraw"}), frozenset({"discard"})
INPUTS = (
    Input("tianhu", Text("Dealt a winning hand", "天胡"), "3.4", ways=DRAWN),
    Input("dihu", Text("Won on the dealer's first discard", "地胡"), "3.4", ways=GIVEN),
    Input("haidi", Text("Won on the last tile", "海底"), "3.4", ways=DRAWN | GIVEN),
    Input("after_kong_dice", Text("Won on a dice kong's replacement", "杠上开花（掷骰子）"), "3.4", ways=DRAWN),
    Input("gangpao", Text("The discard was a dice kong's replacement", "杠上炮"), "3.4", ways=GIVEN),
    Input("after_kong", Text("Won on a replacement without dice", "没掷骰子补张"), "3.6", ways=DRAWN),
    Input("bird", Text("Bird tile", "鸟牌"), "3.10", kind="count"),
)


TILES_258 = tuple(tile for tile in TILES if features.is_258(tile))


def dealt(held: Held) -> Iterator[Reading]:
    """The tiles of an opening hand as they are, in no groups (起手)."""
    if held.win.by == "opening":
        yield Reading("dealt", loose(held))


def only_258(held: Held) -> Iterator[Reading]:
    """Nothing but 2, 5 and 8, in no groups (将将胡); pongs and kongs may be melded."""
    if to_only_258(held) == 0:
        yield Reading("only_258", (*held.melds, *loose(held)))


def to_only_258(held: Held) -> int | None:
    """Tiles missing for 将将胡; None where a meld spoils it."""
    if not all(features.is_258(meld.tile) and meld.is_triplet for meld in held.melds):
        return None
    have = sum(held.counts[tile.index] for tile in TILES_258)
    return 3 * (held.sets - len(held.melds)) + 2 - have


def four_alike(hand: Hand) -> int:
    """Fours in the dealt hand (四喜)."""
    found = features.fours(hand)
    return found if hand.options["sixi_multi"] == "each" else min(found, 1)


def without_258(hand: Hand) -> bool:
    """No 2, 5 or 8 (板板胡)."""
    return not any(features.is_258(tile) for tile in hand.tiles)


def nothing_but_258(hand: Hand) -> bool:
    """Every tile a 2, 5 or 8 (将将胡), in sets and a pair where the table wants a shape."""
    in_shape = features.is_standard(hand) or not hand.options["jiangjianghu_needs_shape"]
    return in_shape and features.all_258(hand)


def missing_suit(hand: Hand) -> bool:
    """At most two suits (缺一色)."""
    return len(features.suits(hand)) < 3


def double_triplets(hand: Hand) -> int:
    """Two triplets in the dealt hand (六六顺)."""
    sizes = (3, 4) if hand.options["liuliushun_quad"] else (3,)
    triplets = sum(1 for count in hand.held.counts if count in sizes)
    return triplets // 2 if hand.options["liuliushun_multi"] == "per_two" else triplets >= 2


def luxury(hand: Hand) -> bool:
    """Four alike in seven pairs, where the table counts it (豪华)."""
    return hand.options["luxury_seven_pairs"] and features.is_seven_pairs(hand) and features.fours(hand) > 0


def pair_of_258(hand: Hand) -> bool:
    """The pair is of 2, 5 or 8 (将)."""
    return features.is_standard(hand) and features.is_258(hand.pairs[0].tile)


def last_tile_drawn(hand: Hand) -> bool:
    """Drew the last tile and won (海底捞月)."""
    return hand.has("haidi") and hand.win.drawn


def last_tile_given(hand: Hand) -> bool:
    """Won when another player discarded the last tile (海底炮)."""
    return hand.has("haidi") and not hand.win.drawn


OPENINGS = (
    Pattern("opening_four", "四喜", "Four alike when dealt", "3.3", four_alike, value=SMALL_POINTS),
    Pattern("opening_no_258", "板板胡", "No 2, 5, 8 when dealt", "3.3", without_258, value=SMALL_POINTS),
    Pattern("opening_missing_suit", "缺一色", "A suit missing when dealt", "3.3", missing_suit, value=SMALL_POINTS),
    Pattern("opening_triplets", "六六顺", "Two triplets when dealt", "3.3", double_triplets, value=SMALL_POINTS),
)
SMALL = Pattern("small", "小胡", "Small win", "3.3", features.any_hand, value=SMALL_POINTS)
LARGE_BY_TILES = (
    Pattern("all_triplets", "碰碰胡", "All triplets", "3.4", features.all_triplets, value=LARGE_POINTS_DRAWN),
    Pattern("only_258", "将将胡", "Nothing but 2, 5, 8", "3.4", nothing_but_258, value=LARGE_POINTS_DRAWN),
    Pattern("one_suit", "清一色", "One suit", "3.4", features.one_suit, value=LARGE_POINTS_DRAWN),
    Pattern("seven_pairs", "七小对", "Seven pairs", "3.4", features.is_seven_pairs, value=LARGE_POINTS_DRAWN),
    Pattern("luxury", "豪华", "Four alike in seven pairs", "3.4", luxury, value=LARGE_POINTS_DRAWN,
            needs="luxury_seven_pairs: true"),
)  # fmt: skip
LARGE_BY_EVENT = (
    Pattern("heavenly", "天胡", "Dealt win", "3.4", features.fact("tianhu"), value=LARGE_POINTS_DRAWN),
    Pattern("earthly", "地胡", "Win on the dealer's first discard", "3.4", features.fact("dihu"),
            value=LARGE_POINTS_GIVEN),
    Pattern("last_drawn", "海底捞月", "Win on the last tile, drawn", "3.4", last_tile_drawn, value=LARGE_POINTS_DRAWN),
    Pattern("last_given", "海底炮", "Win on the last tile, discarded", "3.4", last_tile_given,
            value=LARGE_POINTS_GIVEN),
    Pattern("kong_flower", "杠上开花", "Win on a dice kong's replacement", "3.4", features.fact("after_kong_dice"),
            value=LARGE_POINTS_DRAWN),
    Pattern("robbed_kong", "抢杠胡", "Robbed kong", "3.4", features.robs_kong, value=LARGE_POINTS_GIVEN),
    Pattern("kong_discard", "杠上炮", "Win off a dice kong's replacement", "3.4", features.fact("gangpao"),
            value=LARGE_POINTS_GIVEN),
)  # fmt: skip


def opening_beside_other_facts(case: Case, options: Options) -> Rejection | None:
    """An opening hand is shown as dealt: no meld, no winning tile, nothing has happened yet (clause 3.3)."""
    for win in case.wins:
        if win.by == "opening":
            if win.melds:
                return contradiction("opening hand", "melds on the table", "起手胡", "有副露")
            if win.win_tile is not None:
                return contradiction("opening hand", "a winning tile", "起手胡", "另有胡的牌")
            if win.flags:
                name = CHANGSHA.fact_name(min(win.flags))
                return contradiction("opening hand", name.en, "起手胡", name.zh)
    return None


def evaluate(hand: Hand) -> Score | Rejection:
    """The large wins of a hand, or else its small one (clauses 3.2 to 3.8)."""
    if hand.win.by == "opening":
        return opening(hand)
    if hand.shape == "only_258" and hand.options["jiangjianghu_needs_shape"]:
        return Rejection(Code.NOT_WIN, "at this table 将将胡 needs a winning shape", "本桌的将将胡也要成牌型")
    by_tiles, by_event = find(LARGE_BY_TILES, hand), find(LARGE_BY_EVENT, hand)
    free_pair = by_tiles or (by_event and not hand.options["event_needs_258"])
    if not free_pair and not pair_of_258(hand):
        pair = hand.pairs[0].tile
        return Rejection(Code.PAIR258, f"the pair must be of 2, 5 or 8, not {pair.en} ({pair.code})",
                         f"要二、五、八做将，不能是{pair.zh}")  # fmt: skip
    if by_tiles or by_event:
        return worth((*by_tiles, *by_event), LARGE_POINTS_DRAWN if hand.win.drawn else LARGE_POINTS_GIVEN)
    return worth((SMALL.hit(hand.options),), SMALL_POINTS)


def opening(hand: Hand) -> Score | Rejection:
    """The small wins that the dealt tiles are by themselves (clause 3.3)."""
    found = find(OPENINGS, hand) if hand.shape == "dealt" else ()
    if not found:
        return Rejection(Code.NOT_WIN, "no opening hand: neither four alike, nor without 2 5 8, nor a missing suit, "
                         "nor two triplets", "起手没有四喜、板板胡、缺一色、六六顺")  # fmt: skip
    return worth(found, SMALL_POINTS)


def worth(hits: tuple[Hit, ...], each: int) -> Score:
    """So many patterns at the same points (clauses 3.7 and 3.8)."""
    fan = add("patterns, {found}", "番种，{found}", *(1 for _ in hits), found=Names(hits))
    points = times("points", "分数", fan.result, each)
    return Score(fan.result, points.result, tuple(Hit(hit.pattern, each) for hit in hits), (fan, points))


def bird_seat(case: Case, win: Win) -> Seat | None:
    """Whom the bird hits (clause 3.10); None where none was drawn."""
    number = win.win_tile.rank if "haidi" in win.flags and win.win_tile else case.bird
    return None if number is None else (case.dealer + number - 1) % case.players


def settle_win(case: Case, options: Options, win: Win, score: Score) -> Settlement:
    """Each payer by himself, for dealer and bird concern one payer or all (clauses 3.7, 3.9 and 3.10)."""
    settled, bird = NOTHING, bird_seat(case, win)
    if bird is not None:
        settled += Settlement(steps=(say("the bird hits {who}", "鸟落在{who}", who=seat_name(bird)),))
    extra = DEALER_EXTRA * (score.fan if options["dealer_extra"] == "per_pattern" else 1)
    for payer in payers_of(case, win):
        sides = (win.seat, payer)
        settled += payment(win.seat, payer, score.points, extra if case.dealer in sides else 0, bird in sides)
    return settled


def payment(winner: Seat, payer: Seat, points: int, extra: int, doubled: bool) -> Settlement:
    """What one player pays one winner."""
    who = seat_name(payer)
    steps: tuple[Step, ...] = (add("{who} pays", "{who}付", points, who=who),)
    if extra:
        steps = (add("{who} pays, with the dealer's extra", "{who}付，庄家多付多收", points, extra, who=who),)
    if doubled:
        steps += (times("doubled by the bird", "中鸟翻倍", steps[-1].result, 2),)
    paid = collect(winner, [payer], steps[-1].result, WON)
    return Settlement(paid, steps)


def next_dealer(case: Case) -> Seat:
    """As usual, but of several opening hands the bird decides; who took the last tile is not known here."""
    bird = bird_seat(case, case.wins[0]) if len(case.wins) > 1 and case.wins[0].by == "opening" else None
    return winner_deals(case) if bird is None else bird


CHANGSHA = Variant(
    id="changsha",
    name=Text("Changsha", "长沙"),
    copies=tile_set("mps"),
    clauses=CLAUSES,
    shapes=(standard, seven_pairs, only_258, dealt),
    distances=(to_standard, to_seven_pairs, to_only_258),
    patterns=(*OPENINGS, SMALL, *LARGE_BY_TILES, *LARGE_BY_EVENT),
    evaluate=evaluate,
    settle_win=settle_win,
    options=OPTIONS,
    inputs=INPUTS,
    checks=(opening_beside_other_facts,),
    calls=frozenset({"chi", "pong", "kong"}),
    words={"条": "索"},
    ways=frozenset({"selfdraw", "discard", "robkong", "opening"}),
    next_dealer=next_dealer,
)
