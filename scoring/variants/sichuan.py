"""四川血战 Sichuan Bloody (rules section 4, seed 002)."""

from __future__ import annotations

from itertools import combinations

from scoring import features
from scoring.dealers import first_winner_deals
from scoring.hand import Case, Win
from scoring.options import Option, choice, flag
from scoring.patterns import Hand, Hit, Pattern, Score, add_up, by_option, find
from scoring.settle import Settlement, Transfer, collect, each_pays, noten_pay, payers_of, settle_kongs
from scoring.shapes import seven_pairs, standard
from scoring.steps import Step, Text, add, seat_name, times
from scoring.suits import has_three_suits, no_suit_is_missing
from scoring.variant import Clause, Input, Options, Ready, Variant, tile_set

PIG_MULTIPLIER = 16

CLAUSES = (
    Clause("4.1", Text("The game", "打法"), Text(
        "108 tiles, hands of 13; pong and kong, no chi (the source never mentions chi). Play goes on until one player "
        "is left or the wall is empty.",
        "108张，每人13张；可碰可杠，不可吃（原文没有提到吃）。一家胡后继续打，直到只剩一家或牌摸完。"), "002:17"),
    Clause("4.2", Text("A suit must be missing", "缺一门"), Text(
        "A winning hand may not hold three suits.", "胡牌时不能有三种花色的牌。"), "002:13"),
    Clause("4.3", Text("Shapes", "牌型"), Text(
        "Four sets and a pair, or seven pairs without pong or kong.", "四副加一对，或没有碰杠的七对。"), "002:87"),
    Clause("4.4", Text("Values", "番种"), Text(
        "A hand is worth 1, doubled for each fan. Root: four of a tile, not declared as kong. The source prices the "
        "basic hand, one suit and, by seven pairs of one suit, seven pairs; the other values are not in it.",
        "基本胡为1，每一番翻一倍。根：四张相同而没有杠。"
        "原文只写明基本胡、清一色、清七对（由此得七对）的倍数，其余番数原文没有。"), "002:51,63,79-123"),
    Clause("4.5", Text("Fans add", "番数相加"), Text(
        "All patterns of a hand add their fan, up to the table's cap if there is one.",
        "各番种的番数相加，有封顶的以封顶为限。"), "002:109"),
    Clause("4.6", Text("Who pays a win", "胡牌付分"), Text(
        "A self-draw is paid by everybody who has not won; a discard or robbed kong by the one who gave it.",
        "自摸由未胡的各家付；点炮或抢杠由点炮者或开杠者付。"), "002:41,45,73-77"),
    Clause("4.7", Text("Kongs", "刮风下雨"), Text(
        "An exposed kong is paid by its feeder alone, an added or concealed one by everybody who has not won. "
        "The amounts are not in the source.",
        "直杠只收放杠一家，补杠和暗杠向未胡的各家收。付多少原文没有。"), "002:19-27"),
    Clause("4.8", Text("Exhaustive draw", "查花猪、查叫"), Text(
        "A pig (three suits) pays 16 to everybody who is no pig, winners included, and no 查叫 unless the table says "
        "so. An unready player pays each ready one that player's best hand; two ready players settle the difference. "
        "Winners take no part in 查叫.",
        "花猪赔给每个非花猪16倍，已胡的也收；除非另有约定，花猪不再赔叫。没叫的赔给每个有叫的最大可能番；都有叫的互补差额。已胡者不参加查叫。"),
        "002:47-65"),
    Clause("4.9", Text("Ready", "有叫"), Text(
        "Some tile, of which the hand does not hold four already, completes a legal hand.",
        "差一张能胡，而且自己还没有拿满四张。"), "002:57-61"),
)  # fmt: skip

OPTIONS = (
    choice("long_qidui_fan", (None, 3, 4, 5, 6), "fan of seven pairs with four alike, its first root included; "
           "null: 七对 and 根 add", "龙七对的番数（含第一个根）；null 为七对加根", "4.4"),
    choice("kong_fan", (0, 1, 2, 3), "fan of each kong in the winner's hand", "胡牌者每个杠的番数", "4.4", default=1),
    choice("gangshanghua_fan", (0, 1, 2, 3), "fan of a win on a kong replacement", "杠上花的番数", "4.4", default=1),
    choice("gangshangpao_fan", (0, 1, 2, 3), "fan of a win off the discard after a kong", "杠上炮的番数", "4.4",
           default=1),
    choice("qianggang_fan", (0, 1, 2, 3), "fan of robbing a kong", "抢杠的番数", "4.4", default=1),
    choice("zimo_bonus", ("none", "add_fan", "add_base"), "what a self-draw adds: nothing, one fan, or 1 to each "
           "payment", "自摸：不加、加一番或加一底", "4.6"),
    choice("chajiao_mode", ("difference", "noten_only"), "whether ready players settle their differences at a draw",
           "查叫：有叫互补差额，或只有没叫的赔", "4.8"),
    flag("pig_also_chajiao", False, "whether a pig pays the ready players their hands, too", "花猪是否也赔叫", "4.8"),
    choice("cap_fan", (None, *range(1, 11)), "most fan that count", "封顶番数", "4.5"),
    Option("kong_pay", {"exposed": 2, "added": 1, "concealed": 2},
           Text("what each payer of a kong pays, by kind", "各种杠每家付多少"), "4.7",
           keys=("exposed", "added", "concealed")),
)  # fmt: skip

INPUTS = (
    Input("after_kong", Text("Won on a kong replacement", "杠上花"), "4.4", ways=frozenset({"selfdraw"})),
    Input("gangpao", Text("The discard followed a kong", "杠上炮"), "4.4", ways=frozenset({"discard"})),
    Input("already_won", Text("Who has won before", "谁已经胡了"), "4.6", kind="seats"),
    Input("kongs", Text("Kongs of all players", "各家的杠"), "4.7", kind="kongs"),
    Input("draw", Text("Exhaustive draw", "流局"), "4.8", kind="draw"),
)


def dragon_seven_pairs(hand: Hand) -> bool:
    """Seven pairs with four alike, where the table prices it by itself (龙七对)."""
    priced = hand.options["long_qidui_fan"] is not None
    return priced and features.is_seven_pairs(hand) and features.fours(hand) > 0


def roots(hand: Hand) -> int:
    """Fours that are not konged (根), without the one inside a priced 龙七对."""
    return features.fours(hand) - dragon_seven_pairs(hand)


PLAIN = Pattern("basic", "基本胡", "Basic hand", "4.4", features.any_hand)
PATTERNS = (
    Pattern("seven_pairs", "七对", "Seven pairs", "4.4", features.is_seven_pairs, value=2),
    Pattern("dragon_seven_pairs", "龙七对", "Dragon seven pairs", "4.4", dragon_seven_pairs,
            value=by_option("long_qidui_fan"), replaces=("seven_pairs",), needs="long_qidui_fan: 3–6"),
    Pattern("all_triplets", "对对胡", "All triplets", "4.4", features.all_triplets, value=1),
    Pattern("triplets_of_258", "将对", "All triplets of 2, 5, 8", "4.4", features.triplets_of_258, value=3,
            replaces=("all_triplets",)),
    Pattern("terminals", "幺九", "A terminal in every group", "4.4", features.terminal_in_every_group, value=2),
    Pattern("one_suit", "清一色", "One suit", "4.4", features.one_suit, value=2),
    Pattern("root", "根", "Root", "4.4", roots, value=1, on_top=True),
    Pattern("kong", "杠", "Kong", "4.4", features.kongs, value=by_option("kong_fan"), on_top=True),
    Pattern("kong_flower", "杠上花", "Win on a kong replacement", "4.4",
            features.fact("after_kong"), value=by_option("gangshanghua_fan"), on_top=True),
    Pattern("kong_discard", "杠上炮", "Win off the discard after a kong", "4.4",
            features.fact("gangpao"), value=by_option("gangshangpao_fan"), on_top=True),
    Pattern("robbed_kong", "抢杠", "Robbed kong", "4.4", features.robs_kong, value=by_option("qianggang_fan"),
            on_top=True),
    Pattern("self_draw", "自摸", "Self-draw", "4.6",
            lambda hand: features.self_drawn(hand) and hand.options["zimo_bonus"] == "add_fan",
            value=1, on_top=True, needs="zimo_bonus: add_fan"),
)  # fmt: skip


def evaluate(hand: Hand) -> Score:
    """2 to the power of the fan (clauses 4.4 and 4.5)."""
    hits = find(PATTERNS, hand, PLAIN)
    return doubled(hits, cap=hand.options["cap_fan"])


def doubled(hits: tuple[Hit, ...], cap: int | None) -> Score:
    """Fans add up to the cap, and each doubles the hand."""
    total = add_up("fan", "番数", hits)
    steps: tuple[Step, ...] = (total,)
    fan = total.result
    if cap is not None and fan > cap:
        fan = cap
        steps += (add("the cap counts only {cap} fan", "封顶 {cap} 番", cap, cap=cap),)
    multiplier = times("doubled for {fan} fan", "翻 {fan} 次", 1, *(2,) * fan, fan=fan)
    return Score(fan, multiplier.result, hits, (*steps, multiplier))


def settle_win(case: Case, options: Options, win: Win, score: Score) -> Settlement:
    """Each payer pays the multiplier (clause 4.6), and 1 more on a self-draw where the table says so."""
    amount = score.points
    steps: tuple[Step, ...] = ()
    if win.by == "selfdraw" and options["zimo_bonus"] == "add_base":
        each = add("self-draw adds 1 to each payment", "自摸加一底", score.points, 1)
        amount, steps = each.result, (each,)
    return Settlement(steps=steps) + each_pays(win.seat, payers_of(case, win), amount)


def settle_deal(case: Case, options: Options) -> Settlement:
    """Kongs of all players, paid at a win and at a draw (clause 4.7)."""
    return settle_kongs(case, options["kong_pay"], SICHUAN.kong_names)


def settle_draw(case: Case, options: Options, ready: tuple[Ready, ...]) -> Settlement:
    """查花猪 and 查叫 (clause 4.8)."""
    hands = {hand.seat: hand for hand in case.draw or ()}
    pigs = [seat for seat, hand in hands.items() if has_three_suits(hand)]
    settled = Settlement()
    for pig in pigs:
        payees = [seat for seat in case.seats if seat not in pigs]
        step = times("{who} is a pig and pays {number} players", "{who}花猪，赔{number}家", len(payees), PIG_MULTIPLIER,
                     who=seat_name(pig), number=len(payees))  # fmt: skip
        paid = tuple(Transfer(pig, payee, PIG_MULTIPLIER, Text("pig", "花猪")) for payee in payees)
        settled += Settlement(paid, (step,))
    best = {item.hand.seat: item.score.points for item in ready}
    settled += noten_pay(
        best, [seat for seat in hands if seat not in best and (seat not in pigs or options["pig_also_chajiao"])]
    )
    if options["chajiao_mode"] == "difference":
        for one, other in combinations(best, 2):
            payer, payee = (one, other) if best[one] < best[other] else (other, one)
            gap = add("{payer} and {payee} settle the difference", "{payer}与{payee}补差额", best[payee], -best[payer],
                      payer=seat_name(payer), payee=seat_name(payee))  # fmt: skip
            reason = Text("difference of ready hands", "查叫差额")
            settled += Settlement(collect(payee, [payer], gap.result, reason), (gap,))
    return settled


SICHUAN = Variant(
    id="sichuan",
    name=Text("Sichuan Bloody", "四川血战"),
    copies=tile_set("mps"),
    clauses=CLAUSES,
    shapes=(standard, seven_pairs),
    patterns=(PLAIN, *PATTERNS),
    evaluate=evaluate,
    settle_win=settle_win,
    settle_deal=settle_deal,
    settle_draw=settle_draw,
    draw_needs_all=True,
    options=OPTIONS,
    inputs=INPUTS,
    hand_checks=(no_suit_is_missing,),
    next_dealer=first_winner_deals,
    words={"明杠": "直杠"},
)
