"""The scorer: checks a case, takes the dearest reading of every winner, and settles (rules 1.4)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from scoring.checks import faults
from scoring.errors import Code, Rejection, bad_input, first_fault
from scoring.groups import melded_group
from scoring.hand import Case, DrawHand, Seat, Win
from scoring.options import resolve
from scoring.patterns import Hand, Hit, Score
from scoring.settle import NOTHING, Transfer, payments, sum_for_each_seat
from scoring.shapes import Held, Reading
from scoring.steps import Step
from scoring.tiles import TILES, Tile
from scoring.variant import Options, Ready, Variant
from scoring.variants import VARIANTS


@dataclass(frozen=True, slots=True)
class ScoredWin:
    """What one winner's hand is worth and why.

    Attributes:
        reading: the dearest reading.
        steps: the arithmetic from the patterns to what is paid for this hand.
    """

    seat: Seat
    fan: int
    points: int
    hits: tuple[Hit, ...]
    reading: Reading
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Result:
    """A settled deal.

    Attributes:
        wins: one entry a winner; at a draw one a ready player.
        payments: what each seat receives, negative where it pays; sums to zero.
        transfers: the payments one by one.
        deal_steps: the arithmetic that belongs to no winner: kongs, events, draws.
        next_dealer: who deals next (rules 12.6); None while the deal has neither a winner nor a draw.
        ignored: facts given that belong to another variant.
    """

    wins: tuple[ScoredWin, ...]
    payments: tuple[int, ...]
    transfers: tuple[Transfer, ...]
    deal_steps: tuple[Step, ...]
    ignored: tuple[str, ...] = ()
    next_dealer: Seat | None = None

    @property
    def steps(self) -> tuple[Step, ...]:
        """What belongs to no winner, ending with the sum of each seat."""
        return self.deal_steps + sum_for_each_seat(len(self.payments), self.transfers)


def score(case: Case) -> Result | Rejection:
    """Who pays whom.

    Returns:
        the result, or why the case cannot be scored; no input raises.
    """
    variant = VARIANTS.get(case.variant)
    if variant is None:
        return bad_input("variant", f"no variant {case.variant!r}", f"没有玩法 {case.variant!r}")
    options = resolve(variant.options, case.options)
    outcome = options if isinstance(options, Rejection) else _settled(case, variant, options)
    return outcome.worded(variant.worded) if isinstance(outcome, Rejection) else outcome


def _settled(case: Case, variant: Variant, options: Options) -> Result | Rejection:
    """The five steps: check, judge every winner, settle the wins, settle the deal, add up."""
    if fault := faults(case, variant, options):
        return fault
    judged = [dearest(case, win, variant, options) for win in case.wins]
    if fault := first_fault([item for item in judged if isinstance(item, Rejection)]):
        return fault
    best = [item for item in judged if not isinstance(item, Rejection)]
    scores = variant.together(case, options, tuple(scored for scored, _ in best))
    settled = [variant.settle_win(case, options, win, scored) for win, scored in zip(case.wins, scores, strict=True)]
    wins = tuple(
        ScoredWin(win.seat, scored.fan, scored.points, scored.hits, reading, scored.steps + paid.steps)
        for win, scored, (_, reading), paid in zip(case.wins, scores, best, settled, strict=True)
    )
    deal = variant.settle_deal(case, options)
    if case.draw is not None:
        ready = tuple(find_ready(case, variant, options)) if variant.draw_needs_all else ()
        wins = tuple(
            ScoredWin(item.hand.seat, item.score.fan, item.score.points, item.score.hits, item.reading,
                      item.score.steps)
            for item in ready
        )  # fmt: skip
        deal += variant.settle_draw(case, options, ready)
    total = sum(settled, NOTHING) + deal
    over = case.wins or case.draw is not None or case.events.huangpai
    return Result(
        wins,
        payments(case.players, total.transfers),
        total.transfers,
        deal.steps,
        case.ignored,
        variant.next_dealer(case) if over else None,
    )


def readings(case: Case, win: Win, variant: Variant) -> Iterator[tuple[Held, Reading]]:
    """Every reading of a winner's hand under every shape of the variant."""
    held = hold(case, win, variant)
    for shape in variant.shapes:
        for reading in shape(held):
            yield held, reading


def hold(case: Case, win: Win, variant: Variant) -> Held:
    """The winner's tiles as the search sees them: counts, wild tiles, melded groups."""
    wild = variant.wild(case)
    counts = [0] * 34
    wilds = 0
    for tile in win.closing:
        if tile is wild.tile:
            wilds += 1
        else:
            counts[wild.stand_in.get(tile, tile).index] += 1
    stand_in = dict(wild.stand_in)
    melds = tuple(melded_group(meld, stand_in) for meld in win.melds)
    return Held(tuple(counts), wilds, wild.tile, melds, win, variant.sets, variant.hand_suits)


def dearest(case: Case, win: Win, variant: Variant, options: Options) -> tuple[Score, Reading] | Rejection:
    """The reading worth most (rules 1.4.1), or why no reading wins."""
    best: tuple[Score, Reading] | None = None
    refused: list[Rejection] = []
    for held, reading in readings(case, win, variant):
        scored = variant.evaluate(Hand(reading, held, case, options))
        if isinstance(scored, Rejection):
            refused.append(scored)
        elif best is None or (scored.points, scored.fan) > (best[0].points, best[0].fan):
            best = scored, reading
    return (
        best
        or first_fault(refused)
        or Rejection(Code.NOT_WIN, "these tiles make no winning hand", "不成胡：这些牌组不成胡牌的牌型")
    )


def find_ready(case: Case, variant: Variant, options: Options) -> Iterator[Ready]:
    """The waiting hands of a draw in the order shown, each with its best hand (查叫, rules 12.2)."""
    for hand in case.draw or ():
        best: Ready | None = None
        for tile in waiting_tiles(hand, variant):
            win = Win(hand.seat, hand.concealed, tile, "discard", melds=hand.melds)
            alone = replace(case, draw=None, wins=(win,))
            if any(check(alone, options) for check in variant.hand_checks):
                continue
            judged = dearest(alone, win, variant, options)
            if isinstance(judged, Rejection):
                continue
            scored, reading = judged
            if best is None or scored.points > best.score.points:
                best = Ready(hand, tile, scored, reading)
        if best is not None:
            yield best


def waiting_tiles(hand: DrawHand, variant: Variant) -> Iterator[Tile]:
    """The tiles that a hand could still win on: those it does not hold four of itself."""
    held = hand.tiles
    for tile in TILES:
        if tile in variant.hand_tiles and held.count(tile) < variant.copies[tile]:
            yield tile
