"""三人麻将 Three-player (rules section 6, seed 003:63)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache

from scoring import features
from scoring.dealers import stays_on_win_or_draw
from scoring.errors import Code, Rejection
from scoring.groups import Group
from scoring.hand import Case, Win
from scoring.options import Option, choice
from scoring.patterns import Hand, Hit, Names, Pattern, Score, add_up, find
from scoring.settle import NOTHING, Settlement, collect, each_pays, payers_of, playing
from scoring.shanten import to_standard
from scoring.shapes import distinct, standard
from scoring.steps import Step, Text, add, say, seat_name, times
from scoring.tiles import Tile, parse_tiles, tile
from scoring.variant import Clause, Input, Options, Variant, Wild, tile_set

MINIMUM, FULL = 5, 10

WINDS = EAST, SOUTH, WEST, NORTH = parse_tiles("1234z")
DRAGONS = WHITE, GREEN, RED = parse_tiles("567z")
FLOWER_SETS = tuple(map(parse_tiles, ("1234f", "5678f", "1234x")))
FLOWERS = {flower: 1 for flowers in FLOWER_SETS for flower in flowers}
TERMINALS = parse_tiles("19p")
JOKER = tile("1j")

CLAUSES = (
    Clause("6.1", Text("The game", "打法"), Text(
        "Three players. Dots, honors, twelve flowers, four jokers (飞); hands of 13; chi, pong and kong. The dealer is "
        "East, the next seat South, the one before West.",
        "三人玩法。筒子、字牌、十二张花、四张飞；每人13张；可吃可碰可杠。庄家为东，下家为南，上家为西。"), "003:63"),
    Clause("6.2", Text("Shape and jokers", "牌型、飞"), Text(
        "Four sets and a pair. A joker (飞) stands for any tile; the source only likens it to a joker of cards.",
        "四副加一对。飞可以代替任何一张牌（原文只说如西洋牌的JOKER）。"), "003:63"),
    Clause("6.3", Text("At least five fan", "满五番才能糊"), Text(
        "A hand below five fan may not win. Ten fan are a full hand.", "满五番才能糊，十番为满糊。"), "003:63"),
    Clause("6.4", Text("Fan", "番数"), Text(
        "Triplets: East 1, for the dealer 2; South and West 1 for their own seat only; North, red, green and white 1; "
        "each set of four flowers 1; triplets of 1 and 9 dots 1. All triplets 2, all chi 3, one suit 2, winning 1, "
        "concealed 1, a win on a kong replacement 1, on a flower replacement 1. Small three dragons and small four "
        "winds 1 on top of the triplets. Concealed: nothing claimed, and no exposed or added kong, of which the source "
        "says nothing.",
        "三张东1番（庄家2番），三张南1番（只限下家），三张西1番（只限上家），三张北、中、发、白各1番；每集全一套花1番；"
        "幺九（一筒、九筒各三张）1番；对对糊2番，平糊3番，清一色2番，吃糊1番，门前清1番，杠上开花1番，花上开花1番；"
        "小三元、小四喜另加1番。门前清：没有吃碰，也没有明杠、补杠（杠原文没有说）。"), "003:63"),
    Clause("6.5", Text("Full hands", "满糊"), Text(
        "Dealt win, win on the dealer's first discard, no flower, all triplets without a claimed one, all honors, big "
        "three dragons, big four winds, win on the last tile of the wall.",
        "天糊、地糊、无花、暗刻对对糊（没有碰过）、全字、大三元、大四喜、海底捞月。"), "003:63"),
    Clause("6.6", Text("Who pays", "付分"), Text(
        "A self-draw is paid in full by each. Of a discard the discarder pays in full, the other half, rounded down. "
        "Who declares a false win pays each player a full hand.",
        "自摸每家赔全额。出冲者赔全额，另家赔半额（除不尽舍去）。诈糊赔每家满糊的全额。"), "003:63"),
    Clause("6.7", Text("Paying for both", "包牌"), Text(
        "With two dragon sets, three wind sets or three honor sets on the table, who discards the tile that makes big "
        "three dragons, big four winds or all honors pays both players' full amounts. Not on a self-draw.",
        "两组三元牌、三组风牌或三组字牌落地后，打出牌让人做成大三元、大四喜、全字的，赔全额并替另家赔全额；自摸不算。"),
        "003:63"),
)  # fmt: skip

OPTIONS = (
    Option("unit", 2, Text("points for each fan", "每番多少分"), "6.6", minimum=1),
    choice("win_bonus", ("all", "discard_only", "off"), "which wins have the fan for winning",
           "吃糊一番：都加、只出冲加、不加", "6.4"),
)  # fmt: skip

DRAWN, GIVEN = frozenset({"selfdraw"}), frozenset({"discard"})
INPUTS = (
    Input("flowers", Text("Flowers", "花牌"), "6.4", kind="tiles"),
    Input("after_kong", Text("Won on a kong replacement", "杠上开花"), "6.4", ways=DRAWN),
    Input("after_flower", Text("Won on a flower replacement", "花上开花"), "6.4", ways=DRAWN),
    Input("tianhu", Text("Dealt a winning hand", "天糊"), "6.5", ways=DRAWN),
    Input("dihu", Text("Won on the dealer's first discard", "地糊"), "6.5", ways=GIVEN),
    Input("last_tile", Text("Won on the last tile of the wall", "海底捞月"), "6.5", ways=DRAWN),
    Input("bao", Text("The discarder pays for both", "包牌"), "6.7", ways=GIVEN),
    Input("false_win", Text("Who declared a false win", "谁诈糊"), "6.6", kind="event"),
)


def triplet_of(wanted: Tile) -> Callable[[Hand], bool]:
    """A triplet or kong of this tile."""
    return lambda hand: wanted in hand.triplets


def east(hand: Hand) -> int:
    """A triplet of East, twice for the dealer."""
    return (EAST in hand.triplets) * (2 if hand.win.seat == hand.case.dealer else 1)


def seat_wind(wind: Tile, after_dealer: int) -> Callable[[Hand], bool]:
    """A triplet of this wind in the seat so many after the dealer."""
    return lambda hand: wind in hand.triplets and (hand.win.seat - hand.case.dealer) % 3 == after_dealer


def flower_sets(hand: Hand) -> int:
    """Complete sets of four flowers (一套花)."""
    return sum(1 for flowers in FLOWER_SETS if set(flowers) <= set(hand.win.flowers))


def both_terminals(hand: Hand) -> bool:
    """Triplets of 1 and 9 dots (幺九)."""
    return hand.triplets.issuperset(TERMINALS)


def winning(hand: Hand) -> bool:
    """The fan for winning at all (吃糊), as the table has it."""
    rule = hand.options["win_bonus"]
    return rule == "all" or (rule == "discard_only" and hand.win.by == "discard")


def unclaimed(hand: Hand) -> bool:
    """No chi, pong, exposed or added kong (门前清)."""
    return all(meld.is_concealed_kong for meld in hand.win.melds)


def number_of(triplets: Iterable[Tile], hand: Hand) -> int:
    """How many of these tiles the hand has a triplet or kong of."""
    return len(hand.triplets.intersection(triplets))


def small_dragons(hand: Hand) -> bool:
    """Two triplets of dragons and a pair of the third (小三元)."""
    return number_of(DRAGONS, hand) == 2 and hand.pairs[0].tile in DRAGONS


def small_winds(hand: Hand) -> bool:
    """Three triplets of winds and a pair of the fourth (小四喜)."""
    return number_of(WINDS, hand) == 3 and hand.pairs[0].tile in WINDS


def big_dragons(hand: Hand) -> bool:
    """Triplets of all dragons (大三元)."""
    return number_of(DRAGONS, hand) == 3


def big_winds(hand: Hand) -> bool:
    """Triplets of all winds (大四喜)."""
    return number_of(WINDS, hand) == 4


def concealed_triplets(hand: Hand) -> bool:
    """All triplets, none of them claimed (暗刻对对糊); the last may be completed by a discard."""
    return features.all_triplets(hand) and unclaimed(hand)


def no_flower(hand: Hand) -> bool:
    """No flower tile (无花)."""
    return not hand.win.flowers


# `seen` below must tell apart every two groups that a pattern here tells apart, or readings are lost.
PATTERNS = (
    Pattern("east", "东", "East", "6.4", east, value=1),
    Pattern("south", "南", "South", "6.4", seat_wind(SOUTH, after_dealer=1), value=1),
    Pattern("west", "西", "West", "6.4", seat_wind(WEST, after_dealer=2), value=1),
    Pattern("north", "北", "North", "6.4", triplet_of(NORTH), value=1),
    Pattern("red", "中", "Red dragon", "6.4", triplet_of(RED), value=1),
    Pattern("green", "发", "Green dragon", "6.4", triplet_of(GREEN), value=1),
    Pattern("white", "白", "White dragon", "6.4", triplet_of(WHITE), value=1),
    Pattern("flower_set", "一套花", "Set of flowers", "6.4", flower_sets, value=1),
    Pattern("terminals", "幺九", "Both terminals", "6.4", both_terminals, value=1),
    Pattern("all_triplets", "对对糊", "All triplets", "6.4", features.all_triplets, value=2),
    Pattern("all_chi", "平糊", "All chi", "6.4", features.all_chi, value=3),
    Pattern("one_suit", "清一色", "One suit", "6.4", features.one_suit, value=2),
    Pattern("winning", "吃糊", "Winning", "6.4", winning, value=1),
    Pattern("unclaimed", "门前清", "Nothing claimed", "6.4", unclaimed, value=1),
    Pattern("kong_flower", "杠上开花", "Win on a kong replacement", "6.4", features.fact("after_kong"), value=1),
    Pattern("flower_flower", "花上开花", "Win on a flower replacement", "6.4", features.fact("after_flower"), value=1),
    Pattern("small_dragons", "小三元", "Small three dragons", "6.4", small_dragons, value=1),
    Pattern("small_winds", "小四喜", "Small four winds", "6.4", small_winds, value=1),
)
FULL_HANDS = (
    Pattern("heavenly", "天糊", "Dealt win", "6.5", features.fact("tianhu"), value=FULL),
    Pattern("earthly", "地糊", "Win on the dealer's first discard", "6.5", features.fact("dihu"), value=FULL),
    Pattern("no_flower", "无花", "No flower", "6.5", no_flower, value=FULL),
    Pattern("concealed_triplets", "暗刻对对糊", "Unclaimed triplets", "6.5", concealed_triplets, value=FULL),
    Pattern("all_honors", "全字", "All honors", "6.5", features.only_honors, value=FULL),
    Pattern("big_dragons", "大三元", "Big three dragons", "6.5", big_dragons, value=FULL),
    Pattern("big_winds", "大四喜", "Big four winds", "6.5", big_winds, value=FULL),
    Pattern("last_tile", "海底捞月", "Win on the last tile", "6.5", features.fact("last_tile"), value=FULL),
)


def evaluate(hand: Hand) -> Score | Rejection:
    """A full hand, or the sum of its fan from five to ten (clauses 6.3 to 6.5)."""
    if full := find(FULL_HANDS, hand):
        return worth(full, hand, FULL, add("full hand, {found}", "满糊，{found}", FULL, found=Names(full)))
    hits = find(PATTERNS, hand)
    total = add_up("fan", "番数", hits)
    if total.result < MINIMUM:
        found = Names(hits)
        return Rejection(
            Code.MINFAN,
            f"only {total.result} fan, {MINIMUM} are needed: {found.en}",
            f"只有 {total.result} 番，满五番才能糊：{found.zh}",
            reached=total.result,
        )
    if total.result > FULL:
        return worth(hits, hand, FULL, total, add("a full hand counts {full} fan", "满糊为 {full} 番", FULL, full=FULL))
    return worth(hits, hand, total.result, total)


def worth(hits: tuple[Hit, ...], hand: Hand, fan: int, *steps: Step) -> Score:
    """The points of so many fan (clause 6.6)."""
    points = times("full amount", "全额", fan, hand.options["unit"])
    return Score(fan, points.result, hits, (*steps, points))


WON = Text("winning hand", "糊牌")
BAO = {"big_dragons": (DRAGONS, 2), "big_winds": (WINDS, 3), "all_honors": ((*WINDS, *DRAGONS), 3)}
"""Of each hand that can be paid for both: tiles of its sets, and how many sets must be on the table."""


def pays_for_both(win: Win, score: Score) -> bool:
    """Whether the melds let everybody see the full hand coming (clause 6.7)."""
    on_table = {meld.tiles[0] for meld in win.melds if meld.type != "chi"}
    return any(
        len(on_table.intersection(tiles)) >= sets
        for tiles, sets in (BAO[hit.pattern.id] for hit in score.hits if hit.pattern.id in BAO)
    )


def settle_win(case: Case, options: Options, win: Win, score: Score) -> Settlement:
    """Full amounts of a self-draw; full and half of a discard, or both full ones (clauses 6.6 and 6.7)."""
    if win.drawn or win.from_seat is None:
        return each_pays(win.seat, payers_of(case, win), score.points, WON)
    discarder = seat_name(win.from_seat)
    if "bao" in win.flags and pays_for_both(win, score):
        both = times("{who} pays for both", "{who}包牌，赔两家全额", score.points, 2, who=discarder)
        return Settlement(collect(win.seat, payers_of(case, win), both.result, WON), (both,))
    others = [seat for seat in playing(case, but=win.seat) if seat != win.from_seat]
    half = score.points // 2
    paid = collect(win.seat, payers_of(case, win), score.points, WON) + collect(win.seat, others, half, WON)
    steps: tuple[Step, ...] = (
        say("{who} pays {full}, the other half of it, {half}", "{who}赔全额 {full}，另家赔半额 {half}",
            who=discarder, full=score.points, half=half),
    )  # fmt: skip
    if "bao" in win.flags:
        steps += (say("the melds on the table do not make the discarder pay for both", "落地的牌不够，不包牌"),)
    return Settlement(paid, steps)


def settle_deal(case: Case, options: Options) -> Settlement:
    """诈糊: a full hand to each player (clause 6.6)."""
    liar = case.events.false_win
    if liar is None:
        return NOTHING
    full = times("full amount", "满糊全额", FULL, options["unit"])
    paid = collect(liar, playing(case, but=liar), -full.result, Text("false win", "诈糊"))
    return Settlement(paid, (full,))


@cache
def seen(group: Group) -> object:
    """What the patterns ask of a group: its kind, and which honor or terminal triplet it is."""
    named = group.tile.is_honor or (group.is_triplet and group.tile in TERMINALS)
    return group.kind, group.tile if named else None


SANREN = Variant(
    id="sanren",
    name=Text("Three-player", "三人麻将"),
    players=3,
    copies={**tile_set("pz"), **FLOWERS, JOKER: 4},
    flowers=frozenset(FLOWERS),
    wild=lambda case: Wild(JOKER),
    clauses=CLAUSES,
    shapes=(distinct(standard, seen),),
    distances=(to_standard,),
    patterns=(*PATTERNS, *FULL_HANDS),
    evaluate=evaluate,
    settle_win=settle_win,
    settle_deal=settle_deal,
    options=OPTIONS,
    inputs=INPUTS,
    calls=frozenset({"chi", "pong", "kong"}),
    ways=frozenset({"selfdraw", "discard"}),
    several_winners=False,
    next_dealer=stays_on_win_or_draw,
    words={"胡": "糊", "点炮": "出冲"},
)
