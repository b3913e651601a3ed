"""新疆 Xinjiang (rules section 8, seed 003:185-245)."""

from __future__ import annotations

from scoring import features
from scoring.dealers import stays_on_win
from scoring.errors import Code, Rejection, contradiction
from scoring.hand import Case, Win
from scoring.options import choice, flag
from scoring.patterns import Hand, Pattern, Score, add_up, find
from scoring.settle import Settlement, Transfer, each_pays, payers_of
from scoring.shapes import seven_pairs, standard
from scoring.steps import Step, Text, add, seat_name, times
from scoring.variant import Clause, Input, Options, Variant, tile_set

CAP = 6

CLAUSES = (
    Clause("8.1", Text("The game", "打法"), Text(
        "136 tiles without flowers, hands of 13; pong and kong, no chi. Four sets and a pair, or seven pairs.",
        "136张，不带花，每人13张；可碰可杠，不可吃。四副加一对，或七对。"), "003:188,197"),
    Clause("8.2", Text("Two ways to win", "两种胡法"), Text(
        "A self-draw after declaring ready, or a win on a kong replacement, declared or not; the face-up replacement "
        "tile is never an honor. No win off a discard, no robbing of kongs.",
        "报听后自摸，或杠后花（不用报听；明牌是杠后补的那张亮着的牌，不会是字牌）。不能点炮，不能抢杠。"),
        "003:192-195,200-201"),
    Clause("8.3", Text("Values", "番数"), Text(
        "Ordinary 1, on a kong replacement 3; one suit 3, on a kong replacement 4; seven pairs 2, without winds "
        "(or any honor: the table says which) 3, with four alike 4. A name that stands twice below is one pattern: "
        "which line counts depends on what it stands beside.",
        "普通牌型报听自摸1番，杠后花3番；清一色3番，清一色杠后花4番；普通七对2番，无风七对3番，豪华七对4番。"
        "下表中名称相同的是同一番种，按同时有什么番种取其中一行。"),
        "003:213-222,227-234"),
    Clause("8.4", Text("Kongs and the cap", "杠、封顶"), Text(
        "Each kong of the winner, of any kind, adds 1. Six fan at most.",
        "胡牌者每个杠加1番，明杠暗杠一样。6番封顶。"), "003:203,235-236"),
    Clause("8.5", Text("Payment", "付分"), Text(
        "Each of the others pays the base, doubled for every fan after the first. The dealer is like anyone else.",
        "三家各付基础分，第一番之后每番翻一倍。庄家与闲家一样。"), "003:210,239-245"),
    Clause("8.6", Text("Xianggong", "相公"), Text(
        "Who konged after declaring ready and did not stay ready pays for all three when another wins.",
        "听牌后再杠而不继续听的是相公，别人胡牌时包三家。"), "003:208,225"),
    Clause("8.7", Text("Draw", "荒庄"), Text("Nothing is paid.", "不付分。"), ""),
)  # fmt: skip

OPTIONS = (
    flag("ganghouhua_includes_kong", False, "whether the kong that brought the winning tile adds nothing",
         "杠后花的番数是否已含这个杠", "8.4"),
    choice("qingyise_qidui", ("larger", "sum"), "seven pairs of one suit: the larger of the two, or both",
           "清一色的七对：取大的，或相加", "8.3"),
    choice("wufeng_scope", ("no_honors", "winds_only"), "无风七对: without any honor, or only without winds",
           "无风七对：没有字牌，或只要没有风牌", "8.3"),
)  # fmt: skip

INPUTS = (
    Input("baoting", Text("Declared ready before", "已报听"), "8.2", ways=frozenset({"selfdraw"})),
    Input("after_kong", Text("Won on a kong replacement", "杠后花"), "8.2", ways=frozenset({"selfdraw"})),
    Input("base", Text("Base points", "基础分"), "8.5", kind="count"),
    Input("xianggong", Text("Who pays for all as xianggong", "谁是相公"), "8.6", kind="seat"),
)


def without_winds(hand: Hand) -> bool:
    """Seven pairs without honors, or without winds where the table says so (无风七对)."""
    winds_only = hand.options["wufeng_scope"] == "winds_only"
    return features.is_seven_pairs(hand) and not any(
        tile.is_honor and (tile.rank <= 4 or not winds_only) for tile in hand.tiles
    )


def with_four_alike(hand: Hand) -> bool:
    """Seven pairs with four alike among them (豪华七对)."""
    return features.is_seven_pairs(hand) and features.fours(hand) > 0


def seven_pairs_add_suit(hand: Hand) -> bool:
    """One suit beside seven pairs, where the table adds the two; else these are never worth less (清一色七对)."""
    adds = hand.options["qingyise_qidui"] == "sum"
    return adds and features.is_seven_pairs(hand) and features.one_suit(hand)


def ordinary(hand: Hand) -> bool:
    """Four sets and a pair not of one suit; honors alone are none, and ordinary (字一色)."""
    return features.is_standard(hand) and not features.one_suit(hand)


def one_suit(hand: Hand) -> bool:
    """Four sets and a pair of one suit (清一色)."""
    return features.is_standard(hand) and features.one_suit(hand)


def won_by_declaring(hand: Hand) -> bool:
    """Drawn after 报听, and not on a kong replacement, which comes first (报听自摸)."""
    return not hand.has("after_kong")


def won_on_kong(hand: Hand) -> bool:
    """Drawn as a kong replacement (杠后花)."""
    return hand.has("after_kong")


def other_kongs(hand: Hand) -> int:
    """The kongs without the one that brought the winning tile."""
    return features.kongs(hand) - won_on_kong(hand)


PATTERNS = (
    Pattern("seven_pairs", "普通七对", "Seven pairs", "8.3", features.is_seven_pairs, value=2),
    Pattern("no_winds", "无风七对", "Seven pairs without winds", "8.3", without_winds, value=3,
            replaces=("seven_pairs",)),
    Pattern("four_alike", "豪华七对", "Seven pairs with four alike", "8.3", with_four_alike, value=4,
            replaces=("seven_pairs", "no_winds")),
    # 清一色 twice: on top of seven pairs here, as a hand of sets below.
    Pattern("seven_pairs_suit", "清一色", "One suit beside seven pairs", "8.3", seven_pairs_add_suit, value=3,
            needs="qingyise_qidui: sum"),
    # 报听自摸 and 杠后花 twice: what they are worth alone here, and beside 清一色 below, which sets the value.
    Pattern("declared", "报听自摸", "Self-draw after declaring ready", "8.3",
            lambda hand: ordinary(hand) and won_by_declaring(hand), value=1),
    Pattern("kong_flower", "杠后花", "Win on a kong replacement", "8.3",
            lambda hand: ordinary(hand) and won_on_kong(hand), value=3),
    Pattern("one_suit", "清一色", "One suit", "8.3", one_suit, value=3),
    Pattern("one_suit_declared", "报听自摸", "Self-draw after declaring ready, with one suit", "8.3",
            lambda hand: one_suit(hand) and won_by_declaring(hand), value=0),
    Pattern("one_suit_kong_flower", "杠后花", "Win on a kong replacement, with one suit", "8.3",
            lambda hand: one_suit(hand) and won_on_kong(hand), value=1),
    # 杠 twice: the kong that brought the winning tile counts only where the table says so.
    Pattern("kong", "杠", "Kong", "8.4", other_kongs, value=1),
    Pattern("winning_kong", "杠", "The kong that brought the winning tile", "8.4", won_on_kong,
            value=lambda options: 0 if options["ganghouhua_includes_kong"] else 1),
)  # fmt: skip


def not_declared(case: Case, options: Options) -> Rejection | None:
    """A self-draw needs 报听 or a kong replacement (clause 8.2)."""
    for win in case.wins:
        if not win.flags & {"baoting", "after_kong"}:
            return Rejection(
                Code.WAY, f"seat {win.seat} neither declared ready nor won on a kong replacement",
                f"{win.seat}号位没有报听，也不是杠后花",
            )  # fmt: skip
    return None


def replaced_by_honor(case: Case, options: Options) -> Rejection | None:
    """The face-up replacement tile is never an honor (clause 8.2)."""
    for win in case.wins:
        if "after_kong" in win.flags and win.win_tile is not None and win.win_tile.is_honor:
            return contradiction("won on a kong replacement", f"won on {win.win_tile.en}",
                                 "杠后花", f"胡的是字牌{win.win_tile.zh}")  # fmt: skip
    return None


def winner_is_xianggong(case: Case, options: Options) -> Rejection | None:
    """The 相公 pays when another player wins (clause 8.6)."""
    if any(win.seat == case.xianggong for win in case.wins):
        return contradiction(f"seat {case.xianggong} wins", "the same seat is xianggong",
                             f"{case.xianggong}号位胡牌", "又是相公")  # fmt: skip
    return None


def evaluate(hand: Hand) -> Score:
    """Fan up to the cap (clauses 8.3 and 8.4), and what each of the others pays for them (clause 8.5)."""
    hits = find(PATTERNS, hand)
    total = add_up("fan", "番数", hits)
    steps: tuple[Step, ...] = (total,)
    fan = total.result
    if fan > CAP:
        fan = CAP
        steps += (add("the cap counts only {cap} fan", "封顶 {cap} 番", CAP, cap=CAP),)
    points = times("the base, doubled for each fan after the first", "基础分，第一番之后每番翻一倍",
                   hand.case.base, *(2,) * (fan - 1))  # fmt: skip
    return Score(fan, points.result, hits, (*steps, points))


def settle_win(case: Case, options: Options, win: Win, score: Score) -> Settlement:
    """Each of the others pays (clause 8.5), or the 相公 for all three (clause 8.6)."""
    payers = payers_of(case, win)
    if case.xianggong is None:
        return each_pays(win.seat, payers, score.points)
    total = times("{who} is xianggong and pays for all", "{who}相公，包三家", len(payers), score.points,
                  who=seat_name(case.xianggong))  # fmt: skip
    paid = Transfer(case.xianggong, win.seat, total.result, Text("pays for all", "相公包三家"))
    return Settlement((paid,), (total,))


XINJIANG = Variant(
    id="xinjiang",
    name=Text("Xinjiang", "新疆"),
    copies=tile_set("mpsz"),
    clauses=CLAUSES,
    shapes=(standard, seven_pairs),
    patterns=PATTERNS,
    evaluate=evaluate,
    settle_win=settle_win,
    options=OPTIONS,
    inputs=INPUTS,
    checks=(replaced_by_honor, winner_is_xianggong, not_declared),
    ways=frozenset({"selfdraw"}),
    several_winners=False,
    next_dealer=stays_on_win,
)
