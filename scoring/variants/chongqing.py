"""重庆 Chongqing (rules section 5, seed 003:5-62)."""

from __future__ import annotations

from scoring import features
from scoring.dealers import first_winner_deals
from scoring.errors import Rejection
from scoring.hand import Case, Win
from scoring.options import choice, flag
from scoring.patterns import Hand, Hit, Names, Pattern, Score, find
from scoring.settle import Settlement, each_pays, noten_pay, payers_of
from scoring.shapes import seven_pairs, standard
from scoring.steps import Text, add, times
from scoring.suits import no_suit_is_missing
from scoring.variant import Clause, Input, Options, Ready, Variant, tile_set

CLAUSES = (
    Clause("5.1", Text("The game", "打法"), Text(
        "108 tiles, hands of 13; pong and kong, no chi. Any pair.", "108张，每人13张；可碰可杠，不可吃。任意将。"),
        "003:11"),
    Clause("5.2", Text("Base points", "基本分"), Text(
        "1, and on top of the 1: all triplets 1, or 3 instead if they and the pair are all of 2, 5 and 8; one suit 2; "
        "a terminal in every group 2. Seven pairs are 3 in all, without the 1.",
        "1分，另加（下表各为加在1分上的分）：对对胡1分（全是二五八的将对改加3分），清一色2分，幺九2分。"
        "七对共3分，不另加1分。"), "003:22-40"),
    Clause("5.3", Text("Large hands", "天胡、地胡、清七对"), Text(
        "A dealt win and a win on the dealer's first discard are 8 where the hand is worth less. Seven pairs of one "
        "suit are 5, with four alike 8, the first four included.",
        "天胡、地胡8分（牌本身不足8分时）。清七对5分，清龙七对8分（已含第一个根）。"), "003:35,42-44"),
    Clause("5.4", Text("Add-ons", "加分"), Text(
        "Each root 1, each kong 1, a win on a kong replacement 2, robbing a kong 1, a win off the discard after a "
        "kong 2.", "每根1分，每杠1分，杠上花2分，抢杠1分，杠上炮2分。"), "003:20,46"),
    Clause("5.5", Text("Who pays", "付分"), Text(
        "The discarder, or the konger who was robbed, pays the points; a self-draw is paid by each of the "
        "three (not in the source). Where the table plays on after a win, who has won neither pays nor is paid any "
        "more, and the first winner deals next (neither is in the source).",
        "点炮者付，抢杠由开杠者付；自摸三家各付（原文没有）。胡了还接着打的，已胡的不再收付，下一局由先胡的坐庄（原文没有）。"),
        "003:7,21"),
    Clause("5.6", Text("Exhaustive draw", "黄庄查叫"), Text(
        "Each unready player pays each ready player that player's best hand. Kongs are not paid.",
        "没叫的赔给每个有叫的最大可能分。杠不付分。"), "003:7"),
    Clause("5.7", Text("Daodaohu", "倒倒胡"), Text(
        "The other rule set: every hand is 1 and 1 for each kong; won on a kong replacement it is 3, off the discard "
        "after a kong 3, by robbing a kong 2.",
        "另一种打法：每副牌1番，每杠加1番；杠上花共3番，杠上炮3番，抢杠2番。"), "003:11,19-21"),
)  # fmt: skip

OPTIONS = (
    flag("require_missing_suit", False, "whether a suit must be missing", "是否要缺一门", "5.1"),
    choice("qing_qidui_reading", ("five", "literal8"), "seven pairs of one suit: 5, or the printed 8",
           "清七对：5分，或照原文8分", "5.3"),
    flag("gangshanghua_absorbs_kong", False, "whether the 2 of 杠上花 include its kong", "杠上花的2分是否已含该杠",
         "5.4"),
    choice("payment", ("linear", "doubling"), "pay the points, or 2 to the power of points less one",
           "付分：按分付，或每多一分翻一倍", "5.5"),
    choice("ruleset", ("points", "daodaohu"), "the list of points, or the other rule set", "计分表，或倒倒胡", "5.7"),
)  # fmt: skip

INPUTS = (
    Input("after_kong", Text("Won on a kong replacement", "杠上花"), "5.4", ways=frozenset({"selfdraw"})),
    Input("gangpao", Text("The discard followed a kong", "杠上炮"), "5.4", ways=frozenset({"discard"})),
    Input("tianhu", Text("Dealt a winning hand", "天胡"), "5.3", ways=frozenset({"selfdraw"})),
    Input("dihu", Text("Won on the dealer's first discard", "地胡"), "5.3", ways=frozenset({"discard"})),
    Input("already_won", Text("Who has won before", "谁已经胡了"), "5.5", kind="seats"),
    Input("draw", Text("Exhaustive draw", "流局"), "5.6", kind="draw"),
)


def one_suit_pairs(hand: Hand) -> bool:
    """Seven pairs of one suit (清七对)."""
    return features.is_seven_pairs(hand) and features.one_suit(hand)


def dragon_one_suit_pairs(hand: Hand) -> bool:
    """Seven pairs of one suit with four alike (清龙七对)."""
    return one_suit_pairs(hand) and features.fours(hand) > 0


def roots(hand: Hand) -> int:
    """Fours that are not konged (根), without the one inside 清龙七对."""
    return features.fours(hand) - dragon_one_suit_pairs(hand)


PLAIN = Pattern("plain", "平胡", "Plain hand", "5.2", features.any_hand, value=1)
WHOLE = (
    Pattern("seven_pairs", "七对", "Seven pairs", "5.2", features.is_seven_pairs, value=3),
    Pattern("one_suit_pairs", "清七对", "Seven pairs of one suit", "5.3", one_suit_pairs,
            value=lambda options: 8 if options["qing_qidui_reading"] == "literal8" else 5,
            replaces=("seven_pairs",)),
    Pattern("dragon_one_suit_pairs", "清龙七对", "Dragon seven pairs of one suit", "5.3", dragon_one_suit_pairs,
            value=8, replaces=("seven_pairs", "one_suit_pairs")),
)  # fmt: skip
"""Hands with a value of their own."""

PARTS = (
    Pattern("all_triplets", "对对胡", "All triplets", "5.2", features.all_triplets, value=1),
    Pattern("triplets_of_258", "将对", "All triplets of 2, 5, 8", "5.2", features.triplets_of_258, value=3,
            replaces=("all_triplets",)),
    Pattern("one_suit", "清一色", "One suit", "5.2", features.one_suit, value=2),
    Pattern("terminals", "幺九", "A terminal in every group", "5.2", features.terminal_in_every_group, value=2),
)  # fmt: skip
"""What comes on top of the 1 point of any other hand."""

HEAVENLY = (
    Pattern("dealt_win", "天胡", "Dealt win", "5.3", features.fact("tianhu"), value=8),
    Pattern("first_discard_win", "地胡", "Win on the first discard", "5.3", features.fact("dihu"), value=8),
)
"""At least 8, whatever the hand."""

ADD_ONS = (
    Pattern("root", "根", "Root", "5.4", roots, value=1),
    Pattern("kong", "杠", "Kong", "5.4", features.kongs, value=1),
    Pattern("kong_flower", "杠上花", "Win on a kong replacement", "5.4", features.fact("after_kong"), value=2),
    Pattern("kong_discard", "杠上炮", "Win off the discard after a kong", "5.4", features.fact("gangpao"),
            value=2),
    Pattern("robbed_kong", "抢杠", "Robbed kong", "5.4", features.robs_kong, value=1),
)  # fmt: skip


def no_suit_is_missing_where_required(case: Case, options: Options) -> Rejection | None:
    """缺一门, only where the table asks for it."""
    return no_suit_is_missing(case, options) if options["require_missing_suit"] else None


def evaluate(hand: Hand) -> Score:
    """Base points and add-ons (clauses 5.2 to 5.4), or the other rule set (5.7), as points to pay (5.5)."""
    terms, hits = daodaohu(hand) if hand.options["ruleset"] == "daodaohu" else points(hand)
    total = add("points, {found}", "分，{found}", *terms, found=Names(hits))
    if hand.options["payment"] == "linear":
        return Score(total.result, total.result, hits, (total,))
    doubled = times("each point after the first doubles", "第一分之后每分翻一倍", 1, *(2,) * (total.result - 1))
    return Score(total.result, doubled.result, hits, (total, doubled))


def points(hand: Hand) -> tuple[tuple[int, ...], tuple[Hit, ...]]:
    """The terms that add up to the points, and the patterns behind them."""
    base, hits = base_points(hand)
    heavenly = find(HEAVENLY, hand)
    if heavenly:
        if sum(base) < heavenly[0].value:
            base, hits = (heavenly[0].value,), heavenly
        else:
            hits = (*(Hit(hit.pattern, 0) for hit in heavenly), *hits)
    add_ons = find(ADD_ONS, hand)
    if hand.options["gangshanghua_absorbs_kong"] and hand.has("after_kong"):
        kong = next(hit for hit in add_ons if hit.pattern.id == "kong")
        add_ons = tuple(Hit(hit.pattern, 0) if hit is kong else hit for hit in add_ons)
    return (*base, *(hit.value for hit in add_ons)), (*hits, *add_ons)


def base_points(hand: Hand) -> tuple[tuple[int, ...], tuple[Hit, ...]]:
    """What the tiles are worth by themselves (clause 5.2)."""
    if whole := find(WHOLE, hand):
        return tuple(hit.value for hit in whole), whole
    if parts := find(PARTS, hand):
        return (1, *(hit.value for hit in parts)), parts
    return (1,), (PLAIN.hit(hand.options),)


def daodaohu(hand: Hand) -> tuple[tuple[int, ...], tuple[Hit, ...]]:
    """1 for any hand and 1 for each kong; 杠上花 includes its kong (clause 5.7)."""
    hits = [PLAIN.hit(hand.options)]
    for hit in find(ADD_ONS, hand):
        if hit.pattern.id == "kong_flower":
            # 3 in all with its kong: 1 for the hand, 1 for the kong, 1 here.
            hits.append(Hit(hit.pattern, 1))
        elif hit.pattern.id != "root":
            hits.append(hit)
    return tuple(hit.value for hit in hits), tuple(hits)


def settle_win(case: Case, options: Options, win: Win, score: Score) -> Settlement:
    """Each payer pays the points (clause 5.5)."""
    return each_pays(win.seat, payers_of(case, win), score.points)


def settle_draw(case: Case, options: Options, ready: tuple[Ready, ...]) -> Settlement:
    """查叫: the unready pay the ready (clause 5.6)."""
    best = {item.hand.seat: item.score.points for item in ready}
    return noten_pay(best, [hand.seat for hand in case.draw or () if hand.seat not in best])


CHONGQING = Variant(
    id="chongqing",
    name=Text("Chongqing", "重庆"),
    copies=tile_set("mps"),
    clauses=CLAUSES,
    shapes=(standard, seven_pairs),
    patterns=(PLAIN, *WHOLE, *PARTS, *HEAVENLY, *ADD_ONS),
    evaluate=evaluate,
    settle_win=settle_win,
    settle_draw=settle_draw,
    draw_needs_all=True,
    options=OPTIONS,
    inputs=INPUTS,
    hand_checks=(no_suit_is_missing_where_required,),
    next_dealer=first_winner_deals,
)
