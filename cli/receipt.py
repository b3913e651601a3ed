"""A result for a person: the hand, the fan line by line, the arithmetic, and who pays whom."""

from __future__ import annotations

import click

from cli.speech import Speech
from scoring import VARIANTS, Case, Rejection, Result, ScoredWin, Win
from scoring.hand import Way
from scoring.steps import Text, seat_name
from scoring.tiles import format_tiles

WAYS: dict[Way, Text] = {
    "selfdraw": Text("by self-draw", "自摸"),
    "discard": Text("off a discard", "点炮"),
    "robkong": Text("by robbing a kong", "抢杠"),
    "opening": Text("with an opening hand", "起手胡"),
}


def print_result(case: Case | None, result: Result | Rejection, speech: Speech) -> None:
    """Prints a payout on standard output, a rejection on standard error."""
    if isinstance(result, Rejection) or case is None:
        if isinstance(result, Rejection):
            click.echo(f"{speech(result.message, result.message_zh)} ({result.code})", err=True)
        return
    click.echo(click.style(speech.of(VARIANTS[case.variant].name), bold=True))
    given = {win.seat: win for win in case.wins}
    for scored in result.wins:
        _print_win(case, given.get(scored.seat), scored, speech)
    click.echo(click.style(speech("Payments", "付款"), bold=True))
    for step in result.steps:
        click.echo(f"  {step.line(speech.lang)}")
    for payer, payee, amount in netted(result):
        who, whom = _player(case, payer, speech), _player(case, payee, speech)
        click.echo("  " + speech(f"{who} pays {whom}: ", f"{who} 付给 {whom}：") + click.style(str(amount), bold=True))
    if not any(result.payments):
        click.echo(speech("  nobody pays", "  没有人付"))
    if result.next_dealer is not None:
        dealer = speech.of(seat_name(result.next_dealer))
        click.echo(speech(f"next dealer: {dealer}", f"下一局庄家：{dealer}"))
    for win in unpaid_kongs(case):
        example = f'--kong "{win.seat} concealed"'
        click.echo(speech(f"the kong of seat {win.seat} is not paid; to pay it add {example}",
                          f"{win.seat}号位的杠没有结算；要结算请加 {example}"))  # fmt: skip
    if result.ignored:
        click.echo(speech(f"not used in these rules: {', '.join(result.ignored)}",
                          f"本玩法不用：{'、'.join(result.ignored)}"))  # fmt: skip


def unpaid_kongs(case: Case) -> tuple[Win, ...]:
    """Winners who show a kong that nobody was told to pay, in a variant that pays kongs (rules 12.3)."""
    if not any(item.kind == "kongs" for item in VARIANTS[case.variant].inputs):
        return ()
    paid = {kong.seat for kong in case.kongs}
    return tuple(win for win in case.wins if win.kongs and win.seat not in paid)


def netted(result: Result) -> list[tuple[int, int, int]]:
    """Who pays whom how much: payer, payee, amount, one line for each two players."""
    owed: dict[tuple[int, int], int] = {}
    for transfer in result.transfers:
        low, high = sorted((transfer.payer, transfer.payee))
        sign = 1 if transfer.payer == low else -1
        owed[low, high] = owed.get((low, high), 0) + sign * transfer.amount
    return [
        (low, high, amount) if amount > 0 else (high, low, -amount) for (low, high), amount in owed.items() if amount
    ]


def _print_win(case: Case, win: Win | None, scored: ScoredWin, speech: Speech) -> None:
    """One winner; at a draw (``win`` is None) one ready player with the best hand he could have had."""
    how = speech.of(WAYS[win.by]) if win else speech("is ready", "有叫")
    wins = speech("wins ", "胡牌，") if win else ""
    click.echo(f"{_player(case, scored.seat, speech)} {wins}{how}")
    if win:
        click.echo(f"  {speech('tiles', '手牌')}  {format_hand(win)}")
    click.echo(f"  {speech('read as', '牌型')}  {scored.reading}")
    for hit in scored.hits:
        clause = speech(f"clause {hit.pattern.clause}", f"条款 {hit.pattern.clause}")
        click.echo(f"  · {speech.of(hit.name)}  {hit.value}  ({clause})")
    for step in scored.steps:
        click.echo(f"    {step.line(speech.lang)}")


def format_hand(win: Win) -> str:
    """A hand in the notation: concealed, melds in brackets, the winning tile after a plus, flowers."""
    melds = [f"[{format_tiles(meld.tiles)}]" for meld in win.melds]
    won = [f"+ {win.win_tile}"] if win.win_tile else []
    flowers = [f"({format_tiles(win.flowers)})"] if win.flowers else []
    return " ".join([format_tiles(win.concealed), *melds, *won, *flowers])


def _player(case: Case, seat: int, speech: Speech) -> str:
    dealer = speech(" (dealer)", "（庄）") if seat == case.dealer else ""
    return speech.of(seat_name(seat)) + dealer
