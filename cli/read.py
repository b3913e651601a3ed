"""``hule read``: photos to tiles and hands, one line of JSON each."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cli.speech import CliError, Speech, json_option, lang_option, print_json
from scoring.steps import Text

if TYPE_CHECKING:
    from vision.photo import Photo
    from vision.reading import HandReading, Reading


@click.command()
@click.argument("photos", nargs=-1, required=True, metavar="PHOTO…")
@click.option("--draw", type=click.Path(file_okay=False, path_type=Path), metavar="DIR",
              help="Save each photo with its boxes into this folder; standard error names the pictures.")  # fmt: skip
@json_option
@lang_option
def read(photos: tuple[str, ...], draw: Path | None, as_json: bool, speech: Speech) -> None:
    """Read the tiles of each PHOTO: JPEG, PNG, WebP, BMP or HEIC."""
    failed = False
    for name in photos:
        found = read_or_tell(name, as_json, speech)
        if found is None:
            failed = True
            continue
        photo, reading = found
        if as_json:
            print_json(reading.to_json())
        else:
            print_reading(reading, speech)
        if draw is not None:
            _save_drawing(photo, reading, draw, speech)
    sys.exit(1 if failed else 0)


def read_or_tell(name: str, as_json: bool, speech: Speech) -> tuple[Photo, Reading] | None:
    """Reads a photo; prints why, in the form of the contract or as a sentence, where that fails."""
    from vision.api import PhotoError, load_photo, read_photo
    from vision.detector import ModelError

    try:
        photo = load_photo(name)
        return photo, read_photo(photo)
    except (PhotoError, ModelError) as error:
        if as_json:
            print_json({"photo": name, "error": error.to_json()})
        else:
            click.echo(speech(error.message, error.message_zh), err=True)
        return None


def _save_drawing(photo: Photo, reading: Reading, folder: Path, speech: Speech) -> None:
    from vision.draw import save_drawing

    try:
        picture = save_drawing(photo, reading, folder)
    except OSError as error:
        raise CliError(
            Text(f"--draw: cannot write to {folder} ({error.strerror})", f"--draw：写不进 {folder}")
        ) from None
    # Standard output holds what was read, and for a program nothing else.
    click.echo(speech(f"picture with boxes: {picture}", f"画了框的图：{picture}"), err=True)


def print_reading(reading: Reading, speech: Speech) -> None:
    """The tiles as a table, the hands as they lie, and what the reader is unsure of."""
    from rich import box
    from rich.console import Console
    from rich.table import Table

    table = Table(box=box.SIMPLE, title=f"{reading.photo}  {reading.width}×{reading.height}", title_justify="left")
    for heading in ("", *speech("Tile|Name|Sure|Or else", "牌|名称|把握|也可能是").split("|")):
        table.add_column(heading)
    for number in _as_they_lie(reading):
        seen = reading.tiles[number]
        others = "  ".join(f"{other} {chance:.0%}" for other, chance in seen.alternatives if chance >= 0.01)
        table.add_row(str(number), seen.tile.code, speech.tile(seen.tile), f"{seen.confidence:.0%}", others)
    Console(file=sys.stdout).print(table)
    click.echo(f"{speech('hand', '手牌')}  {format_hand_reading(reading.hand, speech)}")
    for other in reading.other_hands:
        click.echo(f"{speech('another hand', '另一手')}  {format_hand_reading(other, speech)}")
    for warning in reading.warnings:
        where = f"  [{' '.join(map(str, warning.boxes))}]" if warning.boxes else ""
        click.echo(f"! {speech(warning.message, warning.message_zh)}{where}")


def _as_they_lie(reading: Reading) -> list[int]:
    """The tiles by their numbers in the order of the hands, as the app lays them out; those of no hand last."""
    order: list[int | None] = []
    for hand in (reading.hand, *reading.other_hands):
        order += [placed.box for placed in hand.concealed]
        order += [box for meld in hand.melds for box in meld.boxes]
        order += [hand.win_tile.box] if hand.win_tile else []
        order += [placed.box for placed in hand.flowers]
    return list(dict.fromkeys((*(box for box in order if box is not None), *range(len(reading.tiles)))))


def format_hand_reading(hand: HandReading, speech: Speech) -> str:
    """The hand on one line: concealed, melds in brackets, the tile apart after a plus, flowers in parentheses."""
    data = hand.to_json()
    hidden = speech("kong face down", "暗杠")
    melds = [f"[{meld['tiles'] or hidden}]" for meld in data["melds"]]
    apart = [f"+ {data['win_tile']}"] if data["win_tile"] else []
    flowers = [f"({data['flowers']})"] if data["flowers"] else []
    return " ".join([data["concealed"], *melds, *apart, *flowers]).strip()
