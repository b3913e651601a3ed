"""宁夏滑水 Ningxia Huashui (rules section 2, seed 000)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from scoring import features
from scoring.dealers import winner_deals
from scoring.hand import Case, Win
from scoring.options import choice, flag
from scoring.patterns import Hand, Pattern, Score, find, multiply
from scoring.settle import NOTHING, Settlement, collect, each_pays, payers_of, settle_kongs
from scoring.shapes import seven_pairs, standard
from scoring.steps import Text, times
from scoring.variant import Clause, Input, Options, Variant, tile_set

CLAUSES = (
    Clause("2.1", Text("The game", "打法"), Text(
        "136 tiles without flowers, hands of 13, the dealer 14.", "136张，不带花，每人13张，庄家14张。"), "000:15,31"),
    Clause("2.2", Text("Calls", "吃碰杠"), Text(
        "Pong and kong, no chi. A discard may be won on.", "可碰，可杠，可抓炮，不可吃。"), "000:17,43"),
    Clause("2.3", Text("Shapes", "牌型"), Text(
        "Four sets and any pair, or seven pairs; four alike that are not konged are two pairs.",
        "四副加任意一对，或七对；没有杠的四张相同算两对。"), "000:49-67,129"),
    Clause("2.4", Text("Values", "番数"), Text(
        "The value of the way of winning times the factor of the hand. Table B: discard 5, self-draw 4, seven pairs "
        "×3, a win on a kong replacement 4×3, robbing a kong 5×3. Table A: discard 5, self-draw 3, seven pairs ×2, "
        "dragon seven pairs ×4, a win on a kong replacement 4, robbing a kong as a discard. Below are the values of B.",
        "胡法的番数乘以牌型的倍数。B表：点炮5，自摸每家4，七对×3，杠开4×3，抢杠5×3。"
        "A表：点炮5，自摸每家3，七对×2，龙七对×4，杠开4，抢杠同点炮。下面列的是B表。"), "000:69-83,93"),
    Clause("2.5", Text("Dragon seven pairs", "龙七对"), Text(
        "Seven pairs in which the winning tile is the fourth of its face: ×4 in table A; in B only where the table "
        "agrees to count it ×6.",
        "七对，而且胡的是第四张相同的牌；先已有四张的只算七对。A表×4；B表要约定才计，×6。"), "000:123-129"),
    Clause("2.6", Text("Kongs", "杠"), Text(
        "An exposed kong is paid 3 by its feeder, an added one 1 and a concealed one 2 by each of the others. All are "
        "paid when somebody wins, none at a draw. A robbed kong earns nothing: leave it out of the "
        "kongs given.",
        "直杠由放杠者付3番，面下杠（过路杠、补杠）每家付1番，暗杠每家付2番。有人胡牌才结算，流局不结算；被抢的杠不算，填各家的杠时不要填。"),
        "000:75-79,93,131"),
    Clause("2.8", Text("Several winners", "一炮多响"), Text(
        "The discarder pays each winner his hand. Three winners of one discard: in table A each pays him 5 instead.",
        "点炮者分别付各家的番数。一炮三响：A表反过来，胡牌的三家每家给点炮者5番。"), "000:85,93,135"),
    Clause("2.9", Text("Followed discard", "跟庄"), Text(
        "When all three others follow the dealer's first discard, he pays 1 to each, in table B and not at a draw.",
        "庄家打出的第一张牌，其他三家都跟打，庄家给每家1番；只有B表有，流局不结算。"), "000:93"),
    Clause("2.10", Text("The dealer", "庄家"), Text(
        "The dealer pays and is paid like everybody else.", "庄家输赢与闲家一样。"), ""),
)  # fmt: skip

OPTIONS = (
    choice("ruleset", ("B", "A"), "which of the two tables of the source is played", "用原文的哪张番数表", "2.4"),
    choice("yipao_sanxiang", ("by_ruleset", "pay_all", "discarder_wins"), "three winners of one discard: as the "
           "table has it, the discarder pays all, or all pay the discarder",
           "一炮三响：依番数表、点炮者付三家、或三家反赔点炮者", "2.8"),
    flag("long_qidui_in_B", False, "whether dragon seven pairs count twice seven pairs in table B",
         "B表的龙七对是否为七对的两倍", "2.5"),
)  # fmt: skip

INPUTS = (
    Input("after_kong", Text("Won on a kong replacement", "杠开"), "2.4", ways=frozenset({"selfdraw"})),
    Input("kongs", Text("Kongs of all players", "各家的杠"), "2.6", kind="kongs"),
    Input("genzhuang", Text("All followed the dealer's first discard", "跟庄"), "2.9", kind="event"),
)

KONG_PAY = {"exposed": 3, "added": 1, "concealed": 2}
FOLLOWED_PAY = 1
REVERSED_PAY = 5


def by_table(**value: int) -> Callable[[Mapping[str, Any]], int]:
    """A value that depends on the table played."""
    return lambda options: value[options["ruleset"]]


def dragon_seven_pairs(hand: Hand) -> bool:
    """The winning tile is the fourth of its face in seven pairs, where that has a price (clause 2.5)."""
    priced = hand.options["ruleset"] == "A" or hand.options["long_qidui_in_B"]
    tile = hand.win.win_tile
    return priced and features.is_seven_pairs(hand) and tile is not None and hand.tiles.count(tile) == 4


def off_a_discard(hand: Hand) -> bool:
    """Won on another player's discard (点炮)."""
    return hand.win.by == "discard"


FACTORS = (
    Pattern("standard", "普通", "Sets and a pair", "2.4", features.is_standard, value=1),
    Pattern("seven_pairs", "七对", "Seven pairs", "2.4", features.is_seven_pairs, value=by_table(B=3, A=2)),
    Pattern("dragon_seven_pairs", "龙七对", "Dragon seven pairs", "2.5", dragon_seven_pairs,
            value=by_table(B=6, A=4), replaces=("seven_pairs",), needs="long_qidui_in_B: true / ruleset: A"),
)  # fmt: skip
WAYS = (
    Pattern("discard", "点炮", "Off a discard", "2.4", off_a_discard, value=5),
    Pattern("self_draw", "自摸", "Self-draw", "2.4", features.self_drawn, value=by_table(B=4, A=3)),
    Pattern("kong_flower", "杠开", "Win on a kong replacement", "2.4", features.fact("after_kong"),
            value=by_table(B=4 * 3, A=4), replaces=("self_draw",)),
    Pattern("robbed_kong", "抢杠", "Robbed kong", "2.4", features.robs_kong, value=by_table(B=5 * 3, A=5)),
)  # fmt: skip
REVERSED = Pattern("three_winners", "一炮三响(反赔)", "Three winners pay the discarder", "2.8", features.any_hand,
                   value=-REVERSED_PAY, needs="yipao_sanxiang: discarder_wins / by_ruleset + ruleset: A")  # fmt: skip


def evaluate(hand: Hand) -> Score:
    """The factor of the hand times the value of the way of winning (clause 2.4)."""
    hits = find((*FACTORS, *WAYS), hand)
    fan = multiply("fan", "番数", hits)
    return Score(fan.result, fan.result, hits, (fan,))


def reverse_three(case: Case, options: Options, scores: tuple[Score, ...]) -> tuple[Score, ...]:
    """Of three winners of one discard each pays the discarder, in table A or where agreed (一炮三响, clause 2.8)."""
    rule = options["yipao_sanxiang"]
    reverses = rule == "discarder_wins" or (rule == "by_ruleset" and options["ruleset"] == "A")
    if not reverses or len(scores) < 3 or case.wins[0].by != "discard":
        return scores
    fan = times("three winners of one discard, each pays the discarder", "一炮三响，每家反赔点炮者", -REVERSED_PAY)
    return tuple(Score(fan.result, fan.result, (REVERSED.hit(options),), (fan,)) for _ in scores)


def settle_win(case: Case, options: Options, win: Win, score: Score) -> Settlement:
    """The discarder or konger alone, else each of the others (clauses 2.4 and 2.10)."""
    return each_pays(win.seat, payers_of(case, win), score.points)


def settle_deal(case: Case, options: Options) -> Settlement:
    """Kongs and 跟庄, only where somebody wins (clauses 2.6 and 2.9)."""
    if not case.wins:
        return NOTHING
    settled = settle_kongs(case, KONG_PAY, NINGXIA.kong_names)
    if case.events.genzhuang and options["ruleset"] == "B":
        others = [seat for seat in case.seats if seat != case.dealer]
        total = times("the dealer's discard was followed, he pays", "跟庄，庄家付", len(others), FOLLOWED_PAY)
        paid = collect(case.dealer, others, -FOLLOWED_PAY, Text("followed discard", "跟庄"))
        settled += Settlement(paid, (total,))
    return settled


NINGXIA = Variant(
    id="ningxia",
    name=Text("Ningxia Huashui", "宁夏滑水"),
    copies=tile_set("mpsz"),
    clauses=CLAUSES,
    shapes=(standard, seven_pairs),
    patterns=(*FACTORS, *WAYS, REVERSED),
    evaluate=evaluate,
    settle_win=settle_win,
    settle_deal=settle_deal,
    together=reverse_three,
    options=OPTIONS,
    inputs=INPUTS,
    next_dealer=winner_deals,
    words={"明杠": "直杠", "补杠": "面下杠"},
)
