"""松阳 Songyang (rules section 9, seed 004)."""

from __future__ import annotations

from dataclasses import replace

from scoring import features
from scoring.buda import buda, has_all_honors, is_buda, is_regular, to_buda
from scoring.caishen import (
    caishen,
    counts_as_triplets,
    extra,
    has_caishen_head,
    has_three_caishen,
    is_single_wait,
    piao_count,
    three_caishen,
    to_three_caishen,
)
from scoring.dabao import bao_is_impossible, pay_for_all
from scoring.dealers import stays_on_win_or_draw
from scoring.errors import Code, Rejection, contradiction
from scoring.hand import Case, Seat, Win
from scoring.options import choice, flag
from scoring.patterns import Hand, Names, Pattern, Score, by_option, find, multiply
from scoring.settle import NOTHING, WON, Bill, Settlement, Transfer, collect, playing
from scoring.shanten import to_seven_pairs, to_standard
from scoring.shapes import in_own_suits, one_of, only_triplets, seven_pairs, with_chi
from scoring.steps import Step, Text, add, seat_name, times
from scoring.variant import Clause, Input, Options, Variant, tile_set

FIRST_BASE = 2
LEAST_ON_DISCARD = 2
PENALTY = 2

CLAUSES = (
    Clause("9.1", Text("The game", "打法"), Text(
        "136 tiles without flowers, hands of 13; chi, pong and kong.", "136张，没有花牌，每人13张；可吃可碰可杠。"),
        "004:181"),
    Clause("9.2", Text("Caishen", "财神"), Text(
        "The flipped tile is wild. One copy lies open, so at most three are held; it is never melded, and nobody wins "
        "on a discarded one. The white dragon stands for the caishen's own face, in a chi, too; in 不搭 it is itself. "
        "Where the white dragon is the caishen, nothing stands in.",
        "翻出的牌为财神，可替代任何牌。一张亮在桌上，手里最多三张；不能吃碰杠，打出的财神不能胡。"
        "白板代替财神原来的牌，也可以吃；在不搭里白板就是白板。白板自己是财神时，没有代替的牌。"), "004:43-47,55"),
    Clause("9.3", Text("Shapes", "牌型"), Text(
        "Four sets and a pair; seven pairs; 不搭: 14 tiles in hand, none twice, tiles of a suit at least 3 apart. It "
        "is regular (正规) when each suit keeps to one row of 147, 258 or 369. With all seven honors it is 七风. Three "
        "caishen win by self-draw whatever the other tiles are. What 不搭 is does not stand in the source.",
        "四副加一对；七对子；不搭：手里14张，没有相同的牌，同花色点数至少相差3（如1、4）。每门同属147、258或369为正规。"
        "七张字牌都有为七风。三张财神自摸可胡，不论牌型。不搭的定义原文没有。"), "004:25-29,51"),
    Clause("9.4", Text("Multiplier", "倍数"), Text(
        "The way of winning times every pattern: self-draw 2, discard 1, robbing a kong 4; 七对子, regular 不搭, "
        "七风, 财神会 (three caishen, discarded ones counted), 财神头, 单钓 (four melds and one tile), each discarded "
        "caishen (漂财) and a win on a kong replacement (杠底) 2. 财神头: take a held caishen and the winning tile "
        "away, and complete sets are left, in a hand counted as 碰碰胡 triplets only, in 七对子 six pairs. The "
        "source's table of other hands is lost.",
        "胡法乘以各牌型：自摸2，放铳1，抢杠4；七对子、正规不搭、七风、财神会（三张财神，漂出的也算）、财神头、"
        "单钓（四副副露剩一张）、每次漂财、杠底各2。财神头：拿掉一张手里的财神和胡的那张，剩下的正好成副；"
        "算碰碰胡的要全是刻子，算七对子的要是六对。"
        "原文其他牌型的表已缺失。"), "004:25-29,49-59,97,127"),
    Clause("9.5", Text("Limits", "限制"), Text(
        "A win off a discard needs a multiplier of 2 or more. 漂财 needs 财神头 and a self-draw; 不搭 and three "
        "caishen without a shape have neither 漂财 nor 单钓.",
        "二倍以上才可放铳胡。漂财要有财神头，而且只能自摸；不搭和没有牌型的财神会没有漂财和单钓。"), "004:55,209"),
    Clause("9.6", Text("Who pays", "付分"), Text(
        "The base is 2 and 1 more each time the dealer stayed. Between the dealer and another the base times the "
        "multiplier is paid, between two others the multiplier. All three pay, the discarder twice his share.",
        "底为2，每牢庄一次加1。庄家与旁家之间付底×倍数，旁家之间付1×倍数。三家都付，放铳者付自己的两倍。"),
        "004:81-109"),
    Clause("9.7", Text("Robbed kong", "抢杠"), Text(
        "The konger pays what all three would pay; the others pay nothing.",
        "开杠者包下三家的支出，其他玩家不付。"), "004:125-127"),
    Clause("9.8", Text("Three chi from one player", "大包"), Text(
        "One player has fed the next three chi. When the eater wins, the feeder pays what all three would pay; when "
        "the feeder wins, the eater pays twice that. The other players still pay their own. What all would pay "
        "counts the discarder's doubled share. When a kong is robbed, the konger's total stands, and another's 大包 is "
        "paid beside it; where the table frees the others under 大包, it frees the konger, too. When a third player "
        "wins, 大包 does not count.",
        "给下家吃了三副牌：吃的人胡，喂牌者付三家支出之和（顺包）；喂牌者胡，吃的人付其两倍（反包）。"
        "其他玩家仍付自己的支出。支出之和按放铳加倍后算；抢杠时，开杠者照付三家的总数，别家的大包另付；"
        "约定大包时其他玩家不付的，开杠者也不付。第三家胡时不算大包。"),
        "004:113-123"),
    Clause("9.9", Text("Events", "荒牌、被跟"), Text(
        "When nobody wins the dealer pays 2 to each. Whose discard all three follow pays 2 to each. One winner a deal.",
        "荒牌庄家付每家2点。被跟的玩家付每家2点。一盘只有一位胡牌者。"), "004:35,79,111,137"),
)  # fmt: skip

OPTIONS = (
    choice("zhenggui_factor", (2, 4), "factor of regular 不搭", "正规不搭几倍", "9.4"),
    choice("irregular_buda", ("x1", "off", "x2"), "不搭 that is not regular: factor 1, not played, or factor 2",
           "不正规的不搭：1倍、不玩或2倍", "9.3"),
    flag("caishenhui_any_shape", True, "whether three caishen win without a shape", "三张财神是否不论牌型", "9.3"),
    choice("extra_hands", ("none", "tongcheng"), "hands of the lost table: none, or all triplets 2, one suit 4, one "
           "suit and honors 2, honors 8", "缺失的牌型表：不计，或碰碰胡2、清一色4、混一色2、字一色8", "9.4"),
    flag("dandiao_always", True, "whether 单钓 counts without a caishen", "单钓没有财神是否也计", "9.4"),
    flag("bao_others_pay", True, "whether the others still pay under 大包", "大包时其他玩家是否仍付", "9.8"),
    flag("qifeng_natural", False, "whether 七风 needs seven honors without a caishen", "七风是否不能用财神代替",
         "9.3"),
)  # fmt: skip

INPUTS = (
    Input("caishen", Text("The caishen", "财神是哪张"), "9.2", kind="tile", required=True),
    Input("lao", Text("How often the dealer stayed", "牢庄几次"), "9.6", kind="count"),
    Input("piao", Text("Caishen discarded while waiting", "漂财几次"), "9.4", kind="number",
          ways=frozenset({"selfdraw"})),
    Input("after_kong", Text("Won on a kong replacement", "杠底"), "9.4", ways=frozenset({"selfdraw"})),
    Input("bao", Text("Who fed whom three chi", "大包：谁给谁吃了三副"), "9.8", kind="pair"),
    Input("huangpai", Text("Nobody won", "荒牌"), "9.9", kind="event"),
    Input("beigen", Text("Whose discard all others followed", "谁被跟"), "9.9", kind="event"),
)  # fmt: skip


def wins_on_discarded_caishen(case: Case, options: Options) -> Rejection | None:
    """Nobody wins on a discarded caishen (clause 9.2)."""
    if any(win.by == "discard" and win.win_tile is case.caishen for win in case.wins):
        return Rejection(Code.WAY, "nobody can win on a discarded caishen", "打出的财神不能胡")
    return None


# One reading of each is enough: the patterns ask only for its suits and whether it is all triplets, 碰碰胡, which may
# cost it 财神头. A wild tile as a suit or honor that the hand lacks never makes it worth more.
SHAPES = (
    *(one_of(in_own_suits(shape)) for shape in (with_chi, only_triplets, seven_pairs)),
    buda,
    three_caishen,
)


EXTRA = "extra_hands: tongcheng"
PLAIN = Pattern("plain", "平胡", "Plain hand", "9.4", features.any_hand, value=1)
PATTERNS = (
    Pattern("seven_pairs", "七对子", "Seven pairs", "9.4", features.is_seven_pairs, value=2),
    Pattern("buda", "不搭", "Unconnected", "9.3", is_buda,
            value=lambda options: 2 if options["irregular_buda"] == "x2" else 1),
    Pattern("regular_buda", "正规不搭", "Regular unconnected", "9.4", is_regular, value=by_option("zhenggui_factor"),
            replaces=("buda",)),
    Pattern("all_honors", "七风", "Seven honors", "9.4", has_all_honors, value=2),
    Pattern("three_caishen", "财神会", "Three caishen", "9.4", has_three_caishen, value=2),
    Pattern("caishen_head", "财神头", "Caishen as the pair", "9.4", has_caishen_head, value=2),
    Pattern("single_wait", "单钓", "Single wait", "9.4", is_single_wait, value=2),
    Pattern("discarded_caishen", "漂财", "Discarded caishen", "9.4", piao_count, value=2),
    Pattern("kong_flower", "杠底", "Win on a kong replacement", "9.4", features.fact("after_kong"), value=2),
    Pattern("all_triplets", "碰碰胡", "All triplets", "9.4", counts_as_triplets, value=2, needs=EXTRA),
    Pattern("one_suit", "清一色", "One suit", "9.4", extra(features.one_suit), value=4, needs=EXTRA),
    Pattern("one_suit_and_honors", "混一色", "One suit and honors", "9.4", extra(features.one_suit_and_honors),
            value=2, needs=EXTRA),
    Pattern("only_honors", "字一色", "Honors only", "9.4", extra(features.only_honors), value=8, needs=EXTRA),
    Pattern("self_draw", "自摸", "Self-draw", "9.4", features.self_drawn, value=2, on_top=True),
    Pattern("discard", "放铳", "Off a discard", "9.4", lambda hand: hand.win.by == "discard", value=1, on_top=True),
    Pattern("robbed_kong", "抢杠", "Robbed kong", "9.4", features.robs_kong, value=4, on_top=True),
)  # fmt: skip


def evaluate(hand: Hand) -> Score | Rejection:
    """The product of the way of winning and the patterns (clause 9.4), within the limits of 9.5."""
    if refused := no_shape_here(hand) or piao_limits(hand):
        return refused
    hits = find(PATTERNS, hand, PLAIN)
    multiplier = multiply("multiplier", "倍数", hits)
    if hand.win.by == "discard" and multiplier.result < LEAST_ON_DISCARD:
        found = Names(hits, "×")
        return Rejection(
            Code.WAY,
            f"a hand of {multiplier.result} cannot be won off a discard, {LEAST_ON_DISCARD} are needed: {found.en}",
            f"二倍以上才可放铳胡，这副牌只有 {multiplier.result} 倍：{found.zh}",
        )
    return Score(multiplier.result, multiplier.result, hits, (multiplier,))


def no_shape_here(hand: Hand) -> Rejection | None:
    """Shapes that the table does not play, and 财神会 without a shape off another player's tile (clause 9.3)."""
    if is_buda(hand) and not is_regular(hand) and hand.options["irregular_buda"] == "off":
        return Rejection(Code.NOT_WIN, "this table plays regular 不搭 only", "不成胡：本桌只有正规不搭")
    if hand.shape == "three_caishen" and not hand.options["caishenhui_any_shape"]:
        return Rejection(Code.NOT_WIN, "three caishen still need a winning shape at this table",
                         "不成胡：本桌三张财神也要成牌型")  # fmt: skip
    if hand.shape == "three_caishen" and not features.self_drawn(hand):
        return Rejection(Code.NOT_WIN, "three caishen without a shape win by self-draw only",
                         "不成胡：没有牌型的财神会只能自摸")  # fmt: skip
    return None


def piao_limits(hand: Hand) -> Rejection | None:
    """漂财 needs 财神头 and a self-draw (clause 9.5)."""
    if not hand.win.piao or (features.self_drawn(hand) and has_caishen_head(hand)):
        return None
    # Off a discard every reading is refused, and what is told is the fault of the best: it may have the head.
    others = (replace(hand, reading=reading) for shape in SHAPES for reading in shape(hand.held))
    if not features.self_drawn(hand) and any(map(has_caishen_head, others)):
        return Rejection(Code.WAY, "after discarding a caishen only a self-draw wins", "漂财只能自摸胡")
    return contradiction("a caishen discarded while waiting", "no caishen as the pair", "漂财", "没有财神头")


def settle_win(case: Case, options: Options, win: Win, score: Score) -> Settlement:
    """Everybody's share (9.6), all of them to the konger (9.7), then 大包 (9.8)."""
    bill = shares(case, win, score.points)
    if win.by == "robkong" and win.from_seat is not None:
        bill = konger_pays_all(win.from_seat, bill)
    if case.bao is not None and win.seat in (case.bao.feeder, case.bao.eater):
        bill = pay_for_all(bill, case.bao, win.seat, others_pay=options["bao_others_pay"])
    paid = tuple(Transfer(seat, win.seat, amount, WON) for seat, amount in bill.shares.items())
    return Settlement(paid, bill.steps)


def shares(case: Case, win: Win, multiplier: int) -> Bill:
    """The base between the dealer and another, 1 between others; the discarder twice (clause 9.6)."""
    base = add("base", "底", FIRST_BASE, case.lao)
    steps: list[Step] = [base]
    amounts: dict[Seat, int] = {}
    for seat in playing(case, but=win.seat):
        who = seat_name(seat)
        stake = base.result if case.dealer in (seat, win.seat) else 1
        share = times("share of {who}", "{who}应付", stake, multiplier, who=who)
        steps.append(share)
        if win.by == "discard" and seat == win.from_seat:
            share = add("{who} discarded and pays twice", "{who}放铳加倍", share.result, share.result, who=who)
            steps.append(share)
        amounts[seat] = share.result
    return Bill(amounts, tuple(steps))


def konger_pays_all(konger: Seat, bill: Bill) -> Bill:
    """The konger who was robbed pays all shares (clause 9.7)."""
    total = add("{who} pays every share", "{who}包下三家", *bill.shares.values(), who=seat_name(konger))
    return Bill({konger: total.result}, (*bill.steps, total))


def settle_deal(case: Case, options: Options) -> Settlement:
    """荒牌 and 被跟 (clause 9.9)."""
    settled = NOTHING
    if case.events.huangpai:
        settled += penalty(case, case.dealer, Text("nobody won", "荒牌"))
    if case.events.beigen is not None:
        settled += penalty(case, case.events.beigen, Text("followed discard", "被跟"))
    return settled


def penalty(case: Case, payer: Seat, reason: Text) -> Settlement:
    """One player pays 2 to each of the others."""
    others = playing(case, but=payer)
    total = times("{reason}, {who} pays {number}", "{reason}，{who}付{number}家", len(others), PENALTY,
                  reason=reason, who=seat_name(payer), number=len(others))  # fmt: skip
    return Settlement(collect(payer, others, -PENALTY, reason), (total,))


SONGYANG = Variant(
    id="songyang",
    name=Text("Songyang", "松阳"),
    copies=tile_set("mpsz"),
    clauses=CLAUSES,
    shapes=SHAPES,
    distances=(to_standard, to_seven_pairs, to_buda, to_three_caishen),
    patterns=(PLAIN, *PATTERNS),
    evaluate=evaluate,
    settle_win=settle_win,
    settle_deal=settle_deal,
    options=OPTIONS,
    inputs=INPUTS,
    checks=(wins_on_discarded_caishen, bao_is_impossible),
    next_dealer=stays_on_win_or_draw,
    calls=frozenset({"chi", "pong", "kong"}),
    several_winners=False,
    wild=caishen,
    words={"点炮": "放铳"},
)
