"""Tiles (牌): one interned value for each face, its names, and the notation of hands.

The same :class:`Tile` is used from the detector's class list to the receipt. Notation: a digit and a suit
letter, equal suits written together: ``123m 55p 7z`` (rules 1.1).
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

_RANK_ZH = "零一二三四五六七八九"
_SUIT_NAMES = {"m": ("万", "characters"), "p": ("筒", "dots"), "s": ("条", "bamboo")}
_HONORS = (
    ("1z", "东", "East"), ("2z", "南", "South"), ("3z", "西", "West"), ("4z", "北", "North"),
    ("5z", "白", "white dragon"), ("6z", "发", "green dragon"), ("7z", "中", "red dragon"),
)  # fmt: skip
_FLOWERS = (
    ("1f", "春", "spring"), ("2f", "夏", "summer"), ("3f", "秋", "autumn"), ("4f", "冬", "winter"),
    ("5f", "梅", "plum"), ("6f", "兰", "orchid"), ("7f", "菊", "chrysanthemum"), ("8f", "竹", "bamboo flower"),
)  # fmt: skip


@dataclass(frozen=True, slots=True, eq=False)
class Tile:
    """One tile face. There is exactly one object for each code, so identity is equality.

    Attributes:
        code: the notation, ``3m``; ``back`` for a face-down tile.
        index: position in the fixed order: 0-26 suits, 27-33 honors, 34-41 flowers, 42 the back (these
            43 are the detector's classes), then ``1x``-``4x`` and ``1j`` of the three-player game.
        suit: the letter of the code; ``back`` for a face-down tile.
        rank: the number of the code; 0 for a face-down tile.
        zh: Chinese name.
        en: English name.
    """

    code: str
    index: int
    suit: str
    rank: int
    zh: str
    en: str

    @property
    def is_suited(self) -> bool:
        """Whether it is 万, 筒 or 条 (数牌)."""
        return self.index < 27

    @property
    def is_honor(self) -> bool:
        """Whether it is a wind or a dragon (字牌)."""
        return 27 <= self.index < 34

    @property
    def is_flower(self) -> bool:
        """Whether it is a flower or season (花牌), the third set of the three-player game included."""
        return self.suit in "fx"

    @property
    def is_terminal(self) -> bool:
        """Whether it is a 1 or 9 of a suit (幺九牌)."""
        return self.index < 27 and self.rank in (1, 9)

    def __lt__(self, other: Tile) -> bool:
        return self.index < other.index

    def __repr__(self) -> str:
        return f"Tile({self.code})"

    def __str__(self) -> str:
        return self.code

    def __reduce__(self) -> tuple[object, ...]:
        # Copies and unpickled tiles must be the one interned object.
        return (tile, (self.code,))


def _all_faces() -> Iterable[tuple[str, str, str]]:
    """Every code with its Chinese and English name, in the fixed order."""
    for suit, (zh, en) in _SUIT_NAMES.items():
        for rank in range(1, 10):
            yield f"{rank}{suit}", f"{_RANK_ZH[rank]}{zh}", f"{rank} of {en}"
    yield from _HONORS
    yield from _FLOWERS
    yield "back", "背面", "face-down tile"
    for rank in range(1, 5):
        yield f"{rank}x", f"花{_RANK_ZH[rank]}", f"third-set flower {rank}"
    yield "1j", "飞", "joker"


TILES: tuple[Tile, ...] = tuple(
    Tile(code, index, code[1] if len(code) == 2 else code, int(code[0]) if len(code) == 2 else 0, zh, en)
    for index, (code, zh, en) in enumerate(_all_faces())
)
"""Every tile, by its index."""

DETECTOR_CLASSES: tuple[Tile, ...] = TILES[:43]
"""The 43 faces that the detector tells apart, in the order of its classes."""

_BY_CODE = {t.code: t for t in TILES}

_ALIASES = {t.zh: t for t in TILES} | {
    "红中": _BY_CODE["7z"], "白板": _BY_CODE["5z"], "发财": _BY_CODE["6z"], "發": _BY_CODE["6z"],
    "發財": _BY_CODE["6z"], "東": _BY_CODE["1z"], "东风": _BY_CODE["1z"], "南风": _BY_CODE["2z"],
    "西风": _BY_CODE["3z"], "北风": _BY_CODE["4z"], "蘭": _BY_CODE["6f"], "飛": _BY_CODE["1j"],
    "幺鸡": _BY_CODE["1s"], "E": _BY_CODE["1z"], "S": _BY_CODE["2z"], "W": _BY_CODE["3z"],
    "N": _BY_CODE["4z"], "C": _BY_CODE["7z"], "F": _BY_CODE["6z"], "B": _BY_CODE["5z"],
}  # fmt: skip
_SUIT_ALIASES = {"m": "m万萬", "p": "p筒饼餅", "s": "s条條索", "z": "z", "f": "f", "x": "x", "j": "j"}
_SUIT_OF = {name: suit for suit, names in _SUIT_ALIASES.items() for name in names}
_DIGIT_OF = {zh: digit for digit, zh in enumerate(_RANK_ZH)}
_RUN = re.compile(rf"([1-9{_RANK_ZH[1:]}]+)([{''.join(_SUIT_OF)}])")
_NAME = re.compile("|".join(sorted((*_ALIASES, "back"), key=len, reverse=True)))
_SEPARATORS = re.compile(r"[\s,;|+，、；]+")


class TileNotationError(ValueError):
    """A text that is not tile notation.

    Attributes:
        fragment: the part that could not be read.
    """

    def __init__(self, fragment: str) -> None:
        super().__init__(f"cannot read {fragment!r} as tiles; write them like 123m 55p 7z")
        self.fragment = fragment


def tile(code: str) -> Tile:
    """The tile with this code or name (``3m``, ``三万``, ``红中``, ``E``).

    Raises:
        TileNotationError: if it is not exactly one tile.
    """
    found = _BY_CODE.get(code)
    if found is None:
        tiles = parse_tiles(code)
        if len(tiles) != 1:
            raise TileNotationError(code)
        found = tiles[0]
    return found


def parse_tiles(text: str) -> tuple[Tile, ...]:
    """Reads tile notation, in the order written.

    Takes ``123m 55p 7z``, Chinese names (``一二三万``, ``3筒``, ``东``, ``红中``), the letters E S W N C F B,
    and ``back``; blanks and commas separate. Full-width digits and letters (``１２３万``) are as good as plain ones.

    Raises:
        TileNotationError: naming the first part that is not a tile.

    >>> [t.code for t in parse_tiles("13m 红中")]
    ['1m', '3m', '7z']
    """
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text)
    tiles: list[Tile] = []
    position = 0
    while position < len(text):
        if separator := _SEPARATORS.match(text, position):
            position = separator.end()
        elif run := _RUN.match(text, position):
            suit = _SUIT_OF[run[2]]
            for digit in run[1]:
                code = f"{_DIGIT_OF.get(digit, digit)}{suit}"
                if code not in _BY_CODE:
                    raise TileNotationError(code)
                tiles.append(_BY_CODE[code])
            position = run.end()
        elif name := _NAME.match(text, position):
            tiles.append(_BY_CODE.get(name[0]) or _ALIASES[name[0]])
            position = name.end()
        else:
            raise TileNotationError(_SEPARATORS.split(text[position:], maxsplit=1)[0])
    return tuple(tiles)


def format_tiles(tiles: Iterable[Tile]) -> str:
    """Writes tiles in the order given, neighbours of one suit together; the inverse of :func:`parse_tiles`.

    >>> format_tiles(parse_tiles("1m 2m 3m 5p"))
    '123m 5p'
    """
    groups: list[list[Tile]] = []
    for item in tiles:
        if groups and groups[-1][0].suit == item.suit and item.rank:
            groups[-1].append(item)
        else:
            groups.append([item])
    return " ".join("".join(str(t.rank or "") for t in group) + group[0].suit for group in groups)


def sort_tiles(tiles: Iterable[Tile]) -> tuple[Tile, ...]:
    """The tiles in the fixed order of the set."""
    return tuple(sorted(tiles))


def count_tiles(tiles: Iterable[Tile]) -> Counter[Tile]:
    """How many there are of each tile."""
    return Counter(tiles)
