"""福州 Fuzhou (rules section 7, seed 003:69-179)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from scoring import features
from scoring.dealers import stays_on_win_or_draw
from scoring.errors import Code, Rejection
from scoring.groups import group
from scoring.hand import Case, Win
from scoring.options import choice
from scoring.patterns import Hand, Hit, Pattern, Score, find
from scoring.settle import Settlement, each_pays, payers_of
from scoring.shanten import to_pairs, to_standard
from scoring.shapes import Held, Reading, one_of, standard, wilds_alone, with_wild_pair, with_wild_triplet
from scoring.steps import Step, Text, add, times
from scoring.tiles import TILES, parse_tiles
from scoring.variant import Clause, Input, Options, Variant, Wild, tile_set

BASE = 5
FLOWER_SET_BONUS = 2

CLAUSES = (
    Clause("7.1", Text("The game", "打法"), Text(
        "144 tiles, hands of 16, 17 to win; chi, pong and kong. Honors, seasons and plants are flowers: they are laid "
        "aside and never stay in the hand.",
        "144张，手牌16张，17张成胡；可吃可碰可杠。东南西北中发白、春夏秋冬、梅兰竹菊都是花牌，补花，不留在手里。"),
        "003:80,84"),
    Clause("7.2", Text("Gold", "金"), Text(
        "The flipped tile is wild. One copy lies open, so at most three are held; 抢金 takes the fourth. A discarded "
        "gold can be neither called nor won on, and whoever has discarded one may only win by self-draw.",
        "翻出的牌为金，可替代任何牌。一张亮在桌上，手里最多三张，抢金可得第四张。打出的金不能吃碰杠，也不能胡；"
        "打过金的人只能自摸。"), "003:87,92"),
    Clause("7.3", Text("Shapes", "牌型"), Text(
        "Five sets and a pair; eight pairs and any single tile without melds; or three golds by self-draw, whatever "
        "the other tiles are.", "五副加一对；八对加任意一张单牌（没有副露）；三金倒：自摸时有三张金，不论牌型。"),
        "003:107-114,128"),
    Clause("7.4", Text("Units", "花番、金、连庄"), Text(
        "Flowers, kongs, golds, the dealer's streak, and 5. Each flower 1; four alike of an honor, the four seasons or "
        "the four plants are 6. Exposed and added kong 1, concealed 2. Each gold held 1. The streak counts whoever "
        "wins.",
        "花＋杠＋金＋连庄＋5。每朵花1；四张一样的字牌、春夏秋冬、梅兰竹菊各算6朵。明杠1，暗杠2。每张金1。"
        "连庄数不论谁胡都算（抓庄）。"), "003:143-156"),
    Clause("7.5", Text("Who pays", "付分"), Text(
        "Twice the units plus the special: from the discarder, or from each of the three at a self-draw. The konger "
        "who was robbed pays as a discarder (not in the source).",
        "（花＋杠＋金＋连庄＋5）×2＋特殊番：放胡者付，自摸三家各付。抢杠由开杠者如放胡付（原文没有）。"),
        "003:168-169"),
    Clause("7.6", Text("Specials", "特殊胡牌"), Text(
        "Only the largest counts, times 1 + the streak. 平胡 goes with any shape; one flower "
        "needs a hand without kongs, too. Pair of golds: of a hand with five sets, not one of eight pairs. Gold "
        "dragon: three golds as their own triplet, the rest complete without gold. 抢金 is one of them, under 7.7.",
        "只计最大的一种，乘以牌局底番（1＋连庄）。平胡不论牌型；一张花时也不能有杠。金雀：两张金做将，八对里的不算。"
        "金龙：三张金做自己的刻子，其余的牌不用金也成胡。抢金也在其中，见7.7。"), "003:121-131,157-170"),
    Clause("7.7", Text("Taking the gold", "抢金"), Text(
        "The indicator completes the hand before play begins: another player's, or the dealer's by exchange for a "
        "discard. It counts as a self-draw, and the hand must have a shape.",
        "开局时抓进翻出的金成胡，庄家可打一张换金。算自摸；不能以三金倒的胡型抢金。"), "003:118,122-128"),
    Clause("7.8", Text("One winner", "截胡"), Text(
        "One player wins: the nearest in turn, a pair of golds before all others.",
        "一局只有一家胡：逆时针最近的一家；金雀优先。"), "003:129-133"),
    Clause("7.9", Text("The other point system", "另一种积分"), Text(
        "5, each season or plant 1, each gold 1, the streak, exposed or added kong 1 and concealed 2, and 1 for a win "
        "off a discard; paid once off a discard, twice by self-draw, 4, 8 or 16 times for a single, double or triple "
        "游金, which the source names without explaining it. No specials; three golds still win.",
        "基本5，春夏秋冬梅兰竹菊每张1，每张金1，连庄，明杠（含补杠）1、暗杠2，放胡加1；炮胡1倍，自摸2倍，单游4倍，双游8倍，"
        "三游16倍（原文没有解释游金）。没有特殊番，三金倒仍可胡。"), "003:171-178"),
)  # fmt: skip

OPTIONS = (
    choice("scoring_system", (1, 2), "the first point system, or the other one", "第一种计分，或另一种积分", "7.9"),
    choice("special_base", ("scaled", "fixed"), "whether specials grow with the streak", "特殊番是否随连庄增加", "7.6"),
    choice("discard_multiplier", (1, 2), "how often the units are paid off a discard", "放胡时番数乘几", "7.5",
           default=2),
    choice("eight_pairs", ("any", "off"), "eight pairs with any single tile, or not played", "八对加任意单张，或不玩",
           "7.3"),
)  # fmt: skip

INPUTS = (
    Input("gold", Text("The gold", "金是哪张"), "7.2", kind="tile", required=True),
    Input("streak", Text("The dealer's wins in a row after the first", "连庄几次"), "7.4", kind="count"),
    Input("flowers", Text("Flowers of the winner", "胡牌者的花"), "7.4", kind="tiles"),
    Input("tianhu", Text("Dealt a winning hand", "天胡"), "7.6", ways=frozenset({"selfdraw"})),
    Input("qiangjin", Text("Took the gold indicator", "抢金"), "7.7", ways=frozenset({"selfdraw"})),
    Input("discarded_gold", Text("The winner has discarded a gold", "胡牌者打过金"), "7.2"),
    Input("youjin", Text("Youjin (1 single, 2 double, 3 triple)", "游金（单游1、双游2、三游3）"), "7.9", kind="number",
          ways=frozenset({"selfdraw"})),
    Input("after_kong", Text("Won on a kong replacement", "杠后补牌胡"), "7.4", ways=frozenset({"selfdraw"})),
)  # fmt: skip

FLOWERS = frozenset(tile for tile in TILES if tile.is_honor or tile.suit == "f")
SEASONS, PLANTS = parse_tiles("1234f"), parse_tiles("5678f")


def gold(case: Case) -> Wild:
    """The flipped tile is wild (clause 7.2)."""
    return Wild(case.gold, indicator=True)


def wins_on_discarded_gold(case: Case, options: Options) -> Rejection | None:
    """Nobody wins on a discarded gold (clause 7.2)."""
    if any(win.by == "discard" and win.win_tile is case.gold for win in case.wins):
        return Rejection(Code.WAY, "nobody can win on a discarded gold", "金牌打出时，听牌玩家不能胡该金牌")
    return None


def gold_discarder_wins_off_others(case: Case, options: Options) -> Rejection | None:
    """Whoever has discarded a gold may only self-draw (clause 7.2)."""
    if any("discarded_gold" in win.flags and not win.drawn for win in case.wins):
        return Rejection(Code.WAY, "who has discarded a gold may only win by self-draw",
                         "金牌打出后，本局内打金牌的人只能自摸")  # fmt: skip
    return None


def eight_pairs(held: Held) -> Iterator[Reading]:
    """Eight pairs and any single tile, without melds (clause 7.3); golds pair what is single."""
    singles = [index for index, count in enumerate(held.counts) if count % 2]
    if held.melds or held.wild_tile is None or len(singles) > held.wilds + 1:
        return
    pairs = [index for index, count in enumerate(held.counts) for _ in range(count // 2)]
    # Each gold completes one single tile. What is left over is the one single tile that no gold completes, or the
    # golds beyond the last single tile: they pair each other until one tile remains.
    pairs += singles[: held.wilds]
    left_over = [*singles[held.wilds :], *[held.wild_tile.index] * (held.wilds - len(singles))]
    while len(left_over) > 1:
        pairs.append(left_over.pop())
        left_over.pop()
    yield Reading("eight_pairs", (*(group("pair", index) for index in pairs), group("single", left_over[0])))


def three_golds(held: Held) -> Iterator[Reading]:
    """Three golds and no shape (三金倒, clause 7.3)."""
    if held.wilds >= 3:
        yield wilds_alone(held, "three_golds")


def to_eight_pairs(held: Held) -> int | None:
    """Tiles missing for eight pairs and a single tile."""
    return to_pairs(held, pairs=8)


def to_three_golds(held: Held) -> int:
    """Golds missing for 三金倒."""
    return max(0, 3 - held.wilds)


def is_pair_of_golds(hand: Hand) -> bool:
    """The pair of the five sets is two golds (金雀)."""
    # A pair is `wild` only where the golds are themselves: golds that complete two other tiles are no 金雀.
    return features.is_standard(hand) and hand.pairs[0].wild


def is_gold_dragon(hand: Hand) -> bool:
    """Three golds are a triplet of themselves and no other gold helps (金龙)."""
    return hand.held.wilds == 3 and any(item.wild for item in hand.sets)


def flowers_without_kong(hand: Hand, number: int) -> bool:
    """So many flowers and no kong (平胡)."""
    return len(hand.win.flowers) == number and not hand.win.kongs


def drawn_with_youjin(grade: int) -> Callable[[Hand], bool]:
    """Self-drawn with 游金 of this grade: none, single, double or triple (clause 7.9)."""
    return lambda hand: features.self_drawn(hand) and hand.win.youjin == grade


PLAIN = Pattern("plain", "普通胡", "Ordinary win", "7.6", features.any_hand)
SPECIALS = (
    Pattern("dealt_win", "天胡", "Dealt win", "7.6", features.fact("tianhu"), value=30),
    Pattern("taken_gold", "抢金", "Took the gold", "7.7", features.fact("qiangjin"), value=30),
    Pattern("no_flower", "平胡(无花无杠)", "No flower, no kong", "7.6",
            lambda hand: flowers_without_kong(hand, 0), value=30),
    Pattern("one_flower", "平胡(一张花)", "One flower", "7.6",
            lambda hand: flowers_without_kong(hand, 1), value=15),
    Pattern("three_golds", "三金倒", "Three golds", "7.6", lambda hand: hand.shape == "three_golds", value=40),
    Pattern("pair_of_golds", "金雀", "Pair of golds", "7.6", is_pair_of_golds, value=60),
    Pattern("gold_dragon", "金龙", "Gold dragon", "7.6", is_gold_dragon, value=120),
)  # fmt: skip

WAYS = (
    Pattern("off_discard", "炮胡", "Off a discard", "7.9", lambda hand: not features.self_drawn(hand), value=1),
    Pattern("self_draw", "自摸", "Self-draw", "7.9", drawn_with_youjin(0), value=2),
    Pattern("single_youjin", "单游", "Single youjin", "7.9", drawn_with_youjin(1), value=4),
    Pattern("double_youjin", "双游", "Double youjin", "7.9", drawn_with_youjin(2), value=8),
    Pattern("triple_youjin", "三游", "Triple youjin", "7.9", drawn_with_youjin(3), value=16),
)
"""How often the units of the other point system are paid."""


def evaluate(hand: Hand) -> Score | Rejection:
    """The amount each payer pays, unless the shape is not allowed here."""
    if hand.shape == "eight_pairs" and hand.options["eight_pairs"] == "off":
        return Rejection(Code.NOT_WIN, "this table does not play eight pairs", "不成胡：本桌不玩八对")
    if hand.shape == "three_golds" and hand.has("qiangjin"):
        return Rejection(Code.NOT_WIN, "who takes the gold needs a shape; three golds alone do not do",
                         "不成胡：不能以三金倒的胡型来抢金")  # fmt: skip
    if hand.shape == "three_golds" and not features.self_drawn(hand):
        return Rejection(Code.NOT_WIN, "three golds without a shape win by self-draw only",
                         "不成胡：三金倒没有牌型，只能自摸")  # fmt: skip
    return other_system(hand) if hand.options["scoring_system"] == 2 else first_system(hand)


def first_system(hand: Hand) -> Score:
    """Twice the units plus the largest special (clauses 7.4 to 7.6)."""
    streak = hand.case.streak
    flowers = flower_units(hand.win)
    units = add("flowers + kongs + golds + streak + 5", "花＋杠＋金＋连庄＋5",
                flowers.result, kong_units(hand.win), hand.held.wilds, streak, BASE)  # fmt: skip
    factor = 2 if features.self_drawn(hand) else hand.options["discard_multiplier"]
    paid = times("units", "番数", units.result, factor)
    largest = max(find(SPECIALS, hand, PLAIN), key=lambda hit: hit.value)
    base = 1 + streak if hand.options["special_base"] == "scaled" else 1
    special = times("special, {name}", "特殊番，{name}", largest.value, base, name=largest.name)
    amount = add("amount", "每家应付", paid.result, special.result)
    hit = Hit(largest.pattern, special.result)
    return Score(special.result, amount.result, (hit,), (flowers, units, paid, special, amount))


def flower_units(win: Win) -> Step:
    """1 a flower, and 2 more for each four that belong together (clause 7.4)."""
    laid = Counter(win.flowers)
    sets = sum(number == 4 for number in laid.values()) + sum(laid.keys() >= {*four} for four in (SEASONS, PLANTS))
    return add("flowers, and 2 more for each four that belong together", "花，每齐一套（四张同字、四季、四君子）多2",
               len(win.flowers), FLOWER_SET_BONUS * sets)  # fmt: skip


def kong_units(win: Win) -> int:
    """Exposed and added kongs 1, concealed ones 2 (clause 7.4)."""
    return sum(2 if kong.is_concealed_kong else 1 for kong in win.kongs)


def other_system(hand: Hand) -> Score:
    """The units times 1, 2, 4, 8 or 16 (clause 7.9)."""
    units = add("5 + seasons and plants + golds + streak + kongs + 1 off a discard", "基本5＋花＋金＋连庄＋杠＋放胡1",
                BASE, sum(flower.suit == "f" for flower in hand.win.flowers), hand.held.wilds, hand.case.streak,
                kong_units(hand.win), int(not features.self_drawn(hand)))  # fmt: skip
    hits = find(WAYS, hand)
    factor = hits[0]
    amount = times("amount, {name}", "每家应付，{name}", units.result, factor.value, name=factor.name)
    return Score(units.result, amount.result, hits, (units, amount))


def settle_win(case: Case, options: Options, win: Win, score: Score) -> Settlement:
    """The discarder or the konger pays the amount, or each of the three (clause 7.5)."""
    return each_pays(win.seat, payers_of(case, win), score.points)


FUZHOU = Variant(
    id="fuzhou",
    name=Text("Fuzhou", "福州"),
    copies={**tile_set("mpsz"), **tile_set("f", copies=1)},
    clauses=CLAUSES,
    shapes=(one_of(standard), one_of(with_wild_pair), one_of(with_wild_triplet), eight_pairs, three_golds),
    distances=(to_standard, to_eight_pairs, to_three_golds),
    patterns=(PLAIN, *SPECIALS, *WAYS),
    evaluate=evaluate,
    settle_win=settle_win,
    options=OPTIONS,
    inputs=INPUTS,
    checks=(wins_on_discarded_gold, gold_discarder_wins_off_others),
    next_dealer=stays_on_win_or_draw,
    calls=frozenset({"chi", "pong", "kong"}),
    words={"筒": "饼", "条": "索", "点炮": "放胡"},
    sets=5,
    flowers=FLOWERS,
    several_winners=False,
    wild=gold,
)
