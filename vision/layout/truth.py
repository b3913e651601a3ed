"""Layouts written down by people, to compare with what was read.

One photo a line: ``name: concealed | melds | winning tile | flowers``, melds parted by semicolons and written
like ``pong 222p`` or ``kong 3333s concealed``; a part may be empty, ``#`` starts a comment.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from scoring.tiles import Tile, parse_tiles, tile
from vision.reading import HandReading

Melds = Counter[tuple[str, tuple[Tile, ...] | None, str | None]]


@dataclass(frozen=True)
class LaidOut:
    """A hand as it lies, order left out.

    Attributes:
        concealed: its tiles and how many there are of each.
        melds: type, tiles and kind of each.
        win_tile: the tile apart.
        flowers: set aside.
    """

    concealed: Counter[Tile]
    melds: Melds
    win_tile: Tile | None
    flowers: Counter[Tile]


def laid_out(hand: HandReading) -> LaidOut:
    """What a reading says, in the form of a written layout."""
    return LaidOut(
        Counter(placed.tile for placed in hand.concealed),
        Counter((meld.type, meld.tiles, meld.kind) for meld in hand.melds),
        hand.win_tile.tile if hand.win_tile else None,
        Counter(placed.tile for placed in hand.flowers),
    )


def read_layouts(path: Path) -> dict[str, LaidOut]:
    """The layouts of a file, by photo name.

    Raises:
        ValueError: naming the line that cannot be read.
    """
    layouts = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        text = line.split("#", 1)[0].strip()
        if not text:
            continue
        try:
            name, parts = text.split(":", 1)
            layouts[name.strip()] = _parse(parts)
        except ValueError as error:
            raise ValueError(f"{path}, line {number}: {error}") from error
    return layouts


def _parse(text: str) -> LaidOut:
    concealed, melds, win_tile, flowers = (part.strip() for part in text.split("|"))
    return LaidOut(
        Counter(parse_tiles(concealed)),
        Counter(_parse_meld(meld) for meld in melds.split(";") if meld.strip()),
        tile(win_tile) if win_tile else None,
        Counter(parse_tiles(flowers)),
    )


def _parse_meld(text: str) -> tuple[str, tuple[Tile, ...] | None, str | None]:
    kind, tiles, *rest = text.split()
    return kind, None if tiles == "?" else parse_tiles(tiles), rest[0] if rest else None
