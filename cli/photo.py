"""``hule score PHOTO``: the hand that was read goes into the case; what is doubtful is told before it is paid."""

from __future__ import annotations

from typing import Any

import click

from cli.ask import ask
from cli.assemble import Draft, Json
from cli.kongs import pay_shown_kongs
from cli.near_miss import NO_WIN
from cli.outcome import DOUBTFUL, REJECTED, Outcome, judge
from cli.read import print_reading, read_or_tell
from cli.speech import Speech, print_json
from scoring import VARIANTS, Code, Rejection, Result, Win, format_tiles, parse_tiles
from scoring.aside import lay_aside
from scoring.hand import Meld
from scoring.steps import Text
from scoring.suggest import Change, single_changes
from scoring.tiles import Tile, TileNotationError
from scoring.variant import Variant
from vision.reading import HandReading, MeldReading, Reading, ReadingWarning

DOUBTS = ("W_UNSURE", "W_KONG_HIDDEN", "W_FACE_DOWN")
"""Warnings about a face in the hand that nobody should be paid on unseen."""

_IMPOSSIBLE = (Code.TILE, Code.MELD, Code.COUNT, Code.FIVE)
_MOST = 8


def score_photo(source: str, made: Draft, explain: bool, accept: bool, as_json: bool, speech: Speech) -> int:
    """Reads a photo, scores its hand, and prints both; returns the exit status."""
    found = read_or_tell(source, as_json, speech)
    if found is None:
        return REJECTED
    _, reading = found
    variant = VARIANTS.get(str(made.case.get("variant")))
    fill_hand(made, reading.hand, variant)
    missing = ask(made, speech) or pay_shown_kongs(made, variant, speech)
    if missing is None:
        place_winning_tile(made, variant)
    outcome = judge(made, missing, explain)
    doubts = [warning for warning in reading.warnings if warning.code in DOUBTS]
    changes = _changes(outcome, made, reading)
    stopped = not accept and _is_doubtful(outcome.result, doubts, changes)
    withheld = stopped and isinstance(outcome.result, Result)
    if as_json:
        told: Json = {"photo": reading.photo, "reading": reading.to_json()}
        told["result"] = None if withheld else outcome.to_json()
        if stopped:
            told["doubts"] = [warning.to_json() for warning in doubts]
            told["suggestions"] = [_suggestion(change, reading) for change in changes]
        print_json(told)
    else:
        print_reading(reading, speech)
        if not withheld:
            outcome.show(speech)
        if stopped:
            _print_ways_out(changes, made, withheld, speech)
    return DOUBTFUL if stopped else outcome.exit_status


def fill_hand(made: Draft, hand: HandReading, variant: Variant | None) -> None:
    """Lays the hand of a photo into the draft; what was told on the command line stands."""
    target = made.target
    if target is None:
        raise ValueError("a draft for a photo has a hand to fill")
    shown = Win(
        seat=0,
        concealed=tuple(placed.tile for placed in hand.concealed),
        win_tile=hand.win_tile.tile if hand.win_tile else None,
        by="selfdraw",
        melds=tuple(meld for group in hand.melds if (meld := _meld(group))),
        flowers=tuple(placed.tile for placed in hand.flowers),
    )
    win = shown if variant is None else lay_aside(shown, variant)
    told = made.winner is None or target.get("win_tile") or target.get("by") == "opening"
    # Where the photo sets the named tile apart it is no tile of the hand, however many are missing there.
    together = told and not _is_named(win.win_tile, target.get("win_tile"))
    target["concealed"] = format_tiles(win.closing if together else win.concealed)
    target["melds"] = [_meld_json(meld) for meld in win.melds] + target.get("melds", [])
    if not told and win.win_tile:
        target["win_tile"] = win.win_tile.code
    if win.flowers and not target.get("flowers") and made.winner is not None:
        target["flowers"] = format_tiles(win.flowers)


def _is_named(tile: Tile | None, name: object) -> bool:
    """Whether a person's word for a tile means this one."""
    try:
        return tile is not None and parse_tiles(str(name or "")) == (tile,)
    except TileNotationError:
        return False


def place_winning_tile(made: Draft, variant: Variant | None) -> None:
    """Takes the winning tile that a person named out of the tiles that the photo shows together.

    A photo of a waiting hand does not show it: then there is nothing to take.
    """
    target = made.target or {}
    try:
        loose = list(parse_tiles(target["concealed"]))
        won = parse_tiles(str(target.get("win_tile") or ""))
    except TileNotationError:
        return  # The door of the scorer says which.
    if variant and len(won) == 1 and won[0] in loose and len(loose) + 3 * len(target["melds"]) > variant.hand_size:
        loose.reverse()
        loose.remove(won[0])
        target["concealed"] = format_tiles(reversed(loose))


def _meld(group: MeldReading) -> Meld | None:
    """The meld for the scorer, or None for a kong of which no face shows."""
    faces = [tile for tile in group.tiles or () if tile.rank]
    if not faces:
        return None
    # The face-down tiles of a concealed kong are the same as the others.
    tiles = tuple(tile if tile.rank else faces[0] for tile in group.tiles or ())
    return Meld(group.type, tiles, group.kind, group.concealed)


def _meld_json(meld: Meld) -> Json:
    kind = {"kind": meld.kind} if meld.kind else {}
    return {"type": meld.type, "tiles": format_tiles(meld.tiles), "concealed": meld.concealed, **kind}


def _is_doubtful(result: Result | Rejection, doubts: list[ReadingWarning], changes: tuple[Change, ...]) -> bool:
    """Whether a person has to look at the reading before anything is paid."""
    if isinstance(result, Result):
        return bool(doubts)
    return result.code in _IMPOSSIBLE or (result.code in NO_WIN and bool(doubts or changes))


def _changes(outcome: Outcome, made: Draft, reading: Reading) -> tuple[Change, ...]:
    """Which single tile, read otherwise, would make a rejected hand score."""
    if outcome.case is None or made.winner is None or isinstance(outcome.result, Result):
        return ()
    others: dict[Tile, dict[Tile, float]] = {}
    for index in sorted(reading.hand.boxes):
        seen = reading.tiles[index]
        known = others.setdefault(seen.tile, {})
        for face, chance in seen.alternatives:
            known[face] = max(chance, known.get(face, 0.0))
    return single_changes(outcome.case, made.winner, others)[:_MOST]


def _suggestion(change: Change, reading: Reading) -> dict[str, Any]:
    text = _sentence(change)
    return {
        "from": change.old and change.old.code,
        "to": change.new and change.new.code,
        "box": _likeliest_box(change, reading),
        "chance": round(change.chance, 4),
        "message": text.en,
        "message_zh": text.zh,
    }


def _likeliest_box(change: Change, reading: Reading) -> int | None:
    """The box of the tile that is most likely the new one."""

    def chance(index: int) -> float:
        return sum(chance for face, chance in reading.tiles[index].alternatives if face is change.new)

    boxes = [index for index in sorted(reading.hand.boxes) if reading.tiles[index].tile is change.old]
    return max(boxes, key=chance, default=None)


def _sentence(change: Change) -> Text:
    if change.old is None and change.new is not None:
        return Text(f"with one {change.new} more it wins", f"多一张{change.new.zh}就能胡")
    if change.new is None and change.old is not None:
        return Text(f"without one {change.old} it wins", f"少一张{change.old.zh}就能胡")
    zh_old, zh_new = (tile.zh if tile else "" for tile in (change.old, change.new))
    return Text(f"if one {change.old} is a {change.new} ({change.chance:.0%}) it wins",
                f"如果一张{zh_old}其实是{zh_new}（{change.chance:.0%}）就能胡")  # fmt: skip


def _print_ways_out(changes: tuple[Change, ...], made: Draft, withheld: bool, speech: Speech) -> None:
    """What to do next; ``withheld`` tells that the reading as it stands would be paid."""
    for change in changes:
        click.echo(f"? {speech.of(_sentence(change))}", err=True)
    typed = f"hule score {_as_options(made.target or {})} …"
    advice = Text(
        "Nothing is paid on a doubtful reading. Check the tiles and repeat with --accept, or type them:",
        "读牌有疑问，先不结算。请核对后加 --accept 再来一次，或直接输入牌：",
    )
    if not withheld:
        advice = Text(
            "Was a tile misread, or is it another variant? Then type the hand, or name the variant:",
            "是读错了牌，还是玩法不对？请直接输入牌，或换一个玩法：",
        )
    click.echo(f"{speech.of(advice)}\n{typed}", err=True)


def _as_options(hand: Json) -> str:
    """The hand as it would be typed."""
    melds = [f'--meld "{meld["type"]} {meld["tiles"]} {meld.get("kind", "")}'.rstrip() + '"' for meld in hand["melds"]]
    tiles = [f"--win-tile {hand['win_tile']}"] if hand.get("win_tile") else []
    flowers = [f'--flowers "{hand["flowers"]}"'] if hand.get("flowers") else []
    return " ".join([f'--tiles "{hand["concealed"]}"', *melds, *tiles, *flowers])
