"""Names of classes in other people's datasets, and the tiles that they mean.

A name is never guessed in silence: a table that a person has looked at says what each means, and the aliases
here only draft it.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path

from scoring.tiles import DETECTOR_CLASSES, Tile, TileNotationError, tile
from vision.dataset.source import Faces
from vision.dataset.splits import DatasetError
from vision.dataset.tree import HULE_NAMES

SKIP = "skip"
"""In a table: boxes of this class are left out."""

_SUITS = {
    "m": "m man wan wanzi character characters char chars crak craks crack cracks number w 万 萬 万子 萬子",
    "p": "p pin d dot dots circle circles tong tongzi bing coin coins wheel 筒 饼 餅 筒子 饼子",
    "s": "s sou b bam bams bamboo bamboos stick sticks tiao tiaozi suo so 条 條 索 条子 索子",
    "z": "z honor honour",
    "f": "f flower flowers plant plants bonus",
}
_SUIT_OF = {word: suit for suit, words in _SUITS.items() for word in words.split()}

_FACES = {
    "1z": "e east ew dong ton 东 東", "2z": "s south sw nan 南", "3z": "w west ww xi shaa sha 西",
    "4z": "n north nw bei pei pe 北", "5z": "white wd dw haku bai baiban blank board wh 白",
    "6z": "green gd dg hatsu fa facai fat gr 发 發", "7z": "red rd dr chun zhong hongzhong rz 中",
    "1f": "spring 春", "2f": "summer xia 夏", "3f": "autumn fall qiu 秋", "4f": "winter 冬",
    "5f": "plum mei prunus 梅", "6f": "orchid lan 兰 蘭", "7f": "chrysanthemum mum ju chrys 菊",
    "8f": "zhu bambooflower 竹",
    "back": "back backside facedown hidden unknown 背 背面",
}  # fmt: skip
_FACE_OF = {word: code for code, words in _FACES.items() for word in words.split()}

_NUMBERS = {word: number for number, words in enumerate(
    ("one 一 壹", "two 二 贰", "three 三 叁", "four 四 肆", "five 五 伍", "six 六 陆", "seven 七 柒", "eight 八 捌",
     "nine 九 玖"), 1) for word in words.split()}  # fmt: skip
_FILLER = frozenset(
    ("wind", "winds", "dragon", "dragons", "tile", "tiles", "honor", "honour", "flower", "flowers", "season", "seasons",
     "of", "the", "风", "牌")
)  # fmt: skip
_WORDS = re.compile(r"\d+|[a-z]+|[一二三四五六七八九]|[^\W\d_a-z]+")


def suggest_names(names: Iterable[str]) -> dict[str, Tile | None]:
    """What each name probably means; None where nothing fits.

    Where bamboo is called ``1B``, ``1S`` to ``4S`` are seasons and ``1F`` to ``4F`` the plants, as on Hong Kong
    and Taiwan tiles.

    >>> suggest_names(["bamboo-1", "East", "一万", "7C", "joker"])
    {'bamboo-1': Tile(1s), 'East': Tile(1z), '一万': Tile(1m), '7C': None, 'joker': None}
    >>> suggest_names(["1B", "7C", "2S", "2F"])
    {'1B': Tile(1s), '7C': Tile(7m), '2S': Tile(2f), '2F': Tile(6f)}
    """
    listed = list(names)
    in_letters = any(re.fullmatch(r"[1-9]b", name.lower()) for name in listed)
    return {name: _suggest(name, in_letters) for name in listed}


def _suggest(name: str, in_letters: bool) -> Tile | None:
    """What one name probably means; ``in_letters``: suits are B, C, D, flowers F and seasons S."""
    if name in HULE_NAMES and not in_letters:
        return tile(name)
    words = _WORDS.findall(name.lower())
    if not words:
        return None
    numbers = [int(word) if word.isdigit() else _NUMBERS[word] for word in words if word.isdigit() or word in _NUMBERS]
    rest = [word for word in words if not word.isdigit() and word not in _NUMBERS]
    if len(numbers) == 1 and rest:
        return _numbered(numbers[0], rest, in_letters)
    named = [word for word in rest if word not in _FILLER] or rest
    code = _FACE_OF.get("".join(named)) or next((_FACE_OF[word] for word in named if word in _FACE_OF), None)
    return tile(code) if code else _by_notation(name)


def _numbered(number: int, words: list[str], in_letters: bool) -> Tile | None:
    """A number with the words beside it: a suit, a season or a plant."""
    if number == 0:
        number = 5  # red fives of Japanese sets
    first = words[0]
    if {"season", "seasons"} & set(words) or (in_letters and first == "s"):
        return _tile_or_none(f"{number}f") if number <= 4 else None
    if in_letters and first == "c":
        return _tile_or_none(f"{number}m")
    suit = next((_SUIT_OF[word] for word in words if word in _SUIT_OF), None)
    if suit == "f" and number <= 4 and (in_letters or first != "f"):
        number += 4
    return _tile_or_none(f"{number}{suit}") if suit else None


def _by_notation(name: str) -> Tile | None:
    """The tile, where the name is one in Hule's own notation (``红中``, ``3筒``)."""
    try:
        found = tile(name)
    except TileNotationError:
        return None
    return found if found in DETECTOR_CLASSES else None


def _tile_or_none(code: str) -> Tile | None:
    return tile(code) if code in HULE_NAMES else None


def read_table(path: Path) -> dict[str, Tile | None]:
    """A table from their names to tiles, TOML or JSON: ``"1B" = "1s"``; ``skip`` leaves a class out.

    Raises:
        DatasetError: when it cannot be read, or names something that is no tile of the detector.
    """
    try:
        text = path.read_text(encoding="utf-8")
        data = json.loads(text) if path.suffix == ".json" else tomllib.loads(text)
    except (OSError, ValueError) as error:
        raise DatasetError(f"cannot read the table {path}: {error}", f"无法读取对照表 {path}：{error}") from error
    if not isinstance(data, dict):
        raise DatasetError(f'{path} is no table of names: want "1B" = "1s"', f'{path} 不是对照表：应为 "1B" = "1s"')
    table = {name: None if value == SKIP else _by_notation(str(value)) for name, value in data.items()}
    wrong = [name for name, value in data.items() if value != SKIP and table[name] is None]
    if wrong:
        shown = ", ".join(f"{name} = {data[name]!r}" for name in wrong)
        raise DatasetError(
            f"{path}: no tile of datasets/classes.txt, nor skip: {shown}",
            f"{path}：既不是 datasets/classes.txt 中的牌，也不是 skip：{shown}",
        )
    return table


def format_table(names: Iterable[str]) -> str:
    """A table to look through and complete, as TOML: what cannot be guessed is left empty."""
    lines = [
        f"{json.dumps(name, ensure_ascii=False)} = {json.dumps(face.code if face else '')}"
        + (f"  # {face.zh} {face.en}" if face else "")
        for name, face in suggest_names(names).items()
    ]
    head = "# Their name = the tile in datasets/classes.txt, or skip. Look at every line before you import.\n"
    return head + "\n".join(lines) + "\n"


def resolve(names: Iterable[str], table: Mapping[str, Tile | None]) -> Faces:
    """What each class means: by the table, else by its name where that is one of Hule's.

    Raises:
        DatasetError: listing every name that the table lacks, with what it probably means.
    """
    listed = list(dict.fromkeys(names))
    own = {name: tile(name) for name in listed if name in HULE_NAMES}
    unknown = [name for name in listed if name not in table and name not in own]
    if unknown:
        guesses = suggest_names(listed)
        shown = [f"{name} ({face.code}?)" if (face := guesses[name]) else name for name in unknown]
        raise DatasetError(
            f"nobody has said which tiles these classes are: {', '.join(shown)}. "
            "Draft a table with --draft names.toml, look through it, and pass it as --names names.toml",
            f"不知道这些类别是哪张牌：{'、'.join(shown)}。"
            "请先用 --draft names.toml 生成对照表，核对后用 --names names.toml 传入",
        )
    meant = own | {name: table[name] for name in listed if name in table}
    return {name: face.index if face else None for name, face in meant.items()}
