"""What may be wrong with a dataset: every kind of finding, with what it says and how to mend it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True)
class Kind:
    """One thing that can be wrong. The sentences have places for the facts of a finding.

    Attributes:
        code: a fixed name: ``E_…`` is wrong for certain, ``W_…`` worth a look.
        en: what is wrong, in English.
        zh: the same in Chinese.
        mend_en: what to do about it.
        mend_zh: the same in Chinese.
    """

    code: str
    en: str
    zh: str
    mend_en: str
    mend_zh: str


@dataclass(frozen=True)
class Finding:
    """One thing that is wrong in one place.

    Attributes:
        kind: what.
        file: the photo, or the file that is wrong itself.
        lines: lines of its label file that are meant, from 1.
        other: a second photo that it is about.
        facts: what fills the places in the kind's sentences.
        box: x1 y1 x2 y2 of the tile in pixels of the upright photo, where a picture of it helps to decide.
    """

    kind: Kind
    file: Path
    lines: tuple[int, ...] = ()
    other: Path | None = None
    facts: Mapping[str, object] = field(default_factory=dict)
    box: tuple[float, float, float, float] | None = None

    @property
    def severity(self) -> str:
        """``error`` or ``warning``."""
        return "error" if self.kind.code.startswith("E_") else "warning"

    @property
    def message(self) -> str:
        """What is wrong, in English."""
        return self._fill(self.kind.en, ", ")

    @property
    def message_zh(self) -> str:
        """What is wrong, in Chinese."""
        return self._fill(self.kind.zh, "、")

    @property
    def mend(self) -> str:
        """What to do, in English."""
        return self._fill(self.kind.mend_en, ", ")

    @property
    def mend_zh(self) -> str:
        """What to do, in Chinese."""
        return self._fill(self.kind.mend_zh, "、")

    def _fill(self, sentence: str, comma: str) -> str:
        return sentence.format(lines=comma.join(map(str, self.lines)), other=self.other, **self.facts)

    def to_json(self) -> dict[str, Any]:
        """The finding for a program."""
        return {
            "code": self.kind.code,
            "severity": self.severity,
            "file": str(self.file),
            "lines": list(self.lines),
            "other": str(self.other) if self.other else None,
            "box": list(self.box) if self.box else None,
            "message": self.message,
            "message_zh": self.message_zh,
            "mend": self.mend,
            "mend_zh": self.mend_zh,
        }


NAMES = Kind(
    "E_NAMES",
    "its classes are not those of datasets/classes.txt in that order",
    "类别与 datasets/classes.txt 的内容或顺序不符",
    "import it: hule dataset import {root} --to …",
    "请先导入：hule dataset import {root} --to …",
)
LABEL_LINE = Kind(
    "E_LABEL_LINE",
    "line {lines} is no box: {text!r}",
    "第 {lines} 行不是标注框：{text!r}",
    "write it as five numbers: class, centre x, centre y, width, height; or delete it",
    "请改成五个数：类别、中心 x、中心 y、宽、高；或删去这一行",
)
LABEL_FILE = Kind(
    "E_LABEL_FILE",
    "the label file cannot be opened ({text})",
    "标注文件打不开（{text}）",
    "see that it is a file and may be read",
    "请确认它是文件且可读",
)
UNKNOWN_CLASS = Kind(
    "E_CLASS",
    "line {lines}: there is no class {face}, only 0 to {last}",
    "第 {lines} 行：没有类别 {face}，只有 0 到 {last}",
    "give the box its class again; datasets/classes.txt has them in order",
    "请重新选择该框的类别；顺序见 datasets/classes.txt",
)
BOX_EMPTY = Kind(
    "E_BOX_EMPTY",
    "line {lines}: a box without area, or too small for a tile ({width:.4f} × {height:.4f} of the picture)",
    "第 {lines} 行：框没有面积，或小得不可能是牌（占画面 {width:.4f} × {height:.4f}）",
    "delete it or draw it again",
    "请删除或重画",
)
BOX_OUTSIDE = Kind(
    "E_BOX_OUTSIDE",
    "line {lines}: the box reaches {share:.1%} of the picture's side beyond its edge",
    "第 {lines} 行：框超出画面边缘 {share:.1%}",
    "cut it at the edge of the picture",
    "请在画面边缘处裁断",
)
BOX_TWICE = Kind(
    "E_BOX_TWICE",
    "lines {lines} box the same {tile} twice (overlap {iou:.0%})",
    "第 {lines} 行把同一张 {tile} 框了两次（重叠 {iou:.0%}）",
    "delete one of them",
    "请删去其中一个",
)
BOX_TWO_FACES = Kind(
    "E_BOX_TWO_FACES",
    "lines {lines} name one tile {tile} and {second} (overlap {iou:.0%})",
    "第 {lines} 行把同一张牌既标成 {tile} 又标成 {second}（重叠 {iou:.0%}）",
    "look at the tile and delete the wrong one",
    "请看清后删去错的那个",
)
BOX_OVERLAP = Kind(
    "W_BOX_OVERLAP",
    "lines {lines}: {tile} and {second} overlap by {iou:.0%}, more than two tiles do",
    "第 {lines} 行：{tile} 与 {second} 重叠 {iou:.0%}，两张牌不会重叠这么多",
    "draw each around the tile's face alone, or delete one",
    "请让每个框只围住牌面，或删去一个",
)
FIVE = Kind(
    "E_FIVE",
    "lines {lines}: {count} of {tile} in one hand; there are four",
    "第 {lines} 行：一手牌里有 {count} 张 {tile}，最多四张",
    "look for the one that is another tile, or boxed twice",
    "请找出其中标错或重复的一张",
)
FIVE_IN_VIEW = Kind(
    "W_FIVE",
    "{count} of {tile} in one photo (lines {lines}); a set has four",
    "一张照片里有 {count} 张 {tile}（第 {lines} 行），一副牌只有四张",
    "look for a wrong one; right only where two sets lie on the table",
    "请找出标错的；只有桌上有两副牌时才对",
)
NO_PHOTO = Kind(
    "E_NO_PHOTO",
    "labels without a photo",
    "有标注却没有照片",
    "put the photo back into {folder}, or move the labels away",
    "请把照片放回 {folder}，或移走标注",
)
NO_LABELS = Kind(
    "W_NO_LABELS",
    "a photo without labels: training takes it as one without tiles",
    "照片没有标注：训练会当作没有牌",
    "label it, or add an empty label file if it truly shows no tile",
    "请标注；如果确实没有牌，放一个空的标注文件",
)
PHOTO = Kind(
    "E_PHOTO",
    "{reason}",
    "{reason_zh}",
    "put a whole copy in its place, or remove it with its labels",
    "请换上完好的照片，或连同标注一起删除",
)
TURNED = Kind(
    "W_EXIF_TURN",
    "the photo is stored turned (EXIF orientation {orientation}); a tool that ignores this draws boxes in the "
    "wrong place",
    "照片以旋转方式存储（EXIF 方向 {orientation}）；忽略它的工具会把框画错位置",
    "see that the boxes lie on the tiles of the upright photo; then store it upright",
    "请核对框是否落在摆正后照片的牌上，再把照片存成正的",
)
CROP_BLANK = Kind(
    "W_CROP_BLANK",
    "line {lines}: hardly anything shows in the box of {tile} (contrast {contrast:.1f} of 255)",
    "第 {lines} 行：{tile} 的框里几乎什么都没有（对比度 {contrast:.1f}/255）",
    "move the box onto the tile, or delete it",
    "请把框移到牌上，或删除",
)
PHOTO_TWICE = Kind(
    "W_PHOTO_TWICE",
    "the same file as {other}",
    "与 {other} 是同一个文件",
    "remove one, with its labels",
    "请删去其中一张及其标注",
)
PHOTO_ALIKE = Kind(
    "W_PHOTO_ALIKE",
    "looks the same as {other} ({distance} of 256 bits differ)",
    "与 {other} 几乎一样（256 位中差 {distance} 位）",
    "keep one; at least see that both are in one group",
    "请只留一张；至少放进同一组",
)
PHOTO_LEAKED = Kind(
    "E_PHOTO_LEAKED",
    "shows the same as {other} of the split {split!r} ({distance} of 256 bits differ): figures would be too good",
    "与 {split!r} 中的 {other} 相同（256 位中差 {distance} 位）：测得的成绩会偏高",
    "keep it in one of the two splits alone",
    "请只留在其中一个部分",
)
GROUP_LEAKED = Kind(
    "E_GROUP_LEAKED",
    "the group {group!r} is in {split!r} too ({other}): photos of one session are alike, and figures would be too good",
    "组 {group!r} 也在 {split!r} 里（{other}）：同一场的照片相似，测得的成绩会偏高",
    "divide it again by group: hule dataset split",
    "请按组重新划分：hule dataset split",
)
DISPUTED = Kind(
    "W_DISPUTED",
    "line {lines} says {tile}, the model sees {second} ({confidence:.0%} sure)",
    "第 {lines} 行标为 {tile}，模型认为是 {second}（把握 {confidence:.0%}）",
    "look at the tile: one of the two is wrong",
    "请看清这张牌：两者必有一错",
)
UNSEEN = Kind(
    "W_UNSEEN",
    "line {lines}: the model sees no tile at all where {tile} is labelled",
    "第 {lines} 行：标了 {tile}，模型在那里没看到任何牌",
    "see that the box lies on the tile",
    "请核对框是否落在牌上",
)
UNLABELLED = Kind(
    "W_UNLABELLED",
    "the model sees {second} among the labelled tiles ({confidence:.0%} sure, at {x:.0%} {y:.0%} of the picture), "
    "without a label",
    "模型在已标的牌之间看到 {second}（把握 {confidence:.0%}，位于画面 {x:.0%} {y:.0%} 处），但没有标注",
    "label it if it is a tile",
    "如果是牌，请补上标注",
)
