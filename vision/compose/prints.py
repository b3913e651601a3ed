"""Print in Chinese, as it stands on racks, boxes, cloths and walls: signs that are on no tile."""

from __future__ import annotations

from functools import cache
from importlib import resources

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image as Pictures
from PIL import ImageDraw, ImageFont

from vision.compose.picture import Image, random_colour

SIGNS = (
    "的是了我不人在他有这个上们来到时大地为子你说生国年着就那和要她出也得里后自以会家可下而过天去能对小多然于心学么之"
    "都好看起没成只如事把还用第样道想作种开手十來開門東北"
    "樂福壽喜財運麻將牌桌館茶酒飯店市場出入口電話號碼電梯樓層歡迎光臨恭賀新禧"
    "快乐平安吉祥如意旺来好运年年有余招财进宝禁止吸烟请勿靠近注意安全产品名称使用说明公司地址"
).translate(dict.fromkeys(map(ord, "一二三四五六七八九万萬东東南西北中發发白春夏秋冬梅蘭兰竹菊")))
"""Common characters without those of the tiles, many of them alike: 來 and 东, 人 and 八, 了 and 七."""

_FONTS = ("NotoSansSC-Regular.otf", "NotoSerifSC-Regular.otf")
_SIDE = 72


@cache
def _sign(sign: str, font: str) -> NDArray[np.uint8]:
    """A sign as a mask of :data:`_SIDE` pixels a side, 255 where there is ink."""
    with resources.as_file(resources.files("pylopdf_fonts_zh_cn") / font) as path:
        cut = ImageFont.truetype(str(path), round(_SIDE * 0.9))
    picture = Pictures.new("L", (_SIDE, _SIDE))
    ImageDraw.Draw(picture).text((_SIDE / 2, _SIDE / 2), sign, 255, cut, anchor="mm")
    return np.asarray(picture)


def put_sign(rng: np.random.Generator, canvas: Image, spot: tuple[int, int], side: int, ink: tuple[int, ...]) -> None:
    """Prints a random sign in place, with its top left corner at ``spot`` (x, y), ``side`` pixels large."""
    mask = _sign(SIGNS[int(rng.integers(len(SIGNS)))], _FONTS[int(rng.integers(2))])
    mask = cv2.resize(mask, (side, side), interpolation=cv2.INTER_AREA).astype(np.uint8)
    (x, y), (height, width) = spot, canvas.shape[:2]
    left, top, right, bottom = max(x, 0), max(y, 0), min(x + side, width), min(y + side, height)
    if left < right and top < bottom:
        share = mask[top - y : bottom - y, left - x : right - x, None].astype(np.float32) / 255
        area = canvas[top:bottom, left:right]
        area[:] = (area * (1 - share) + np.array(ink, np.float32) * share).astype(np.uint8)


def printed_strip(rng: np.random.Generator, length: int, height: int) -> Image:
    """A strip of ``length`` by ``height`` pixels in one colour with a line of print, or a part of one."""
    paper = np.array(random_colour(rng), np.float32)
    strip = np.empty((height, length, 3), np.uint8)
    strip[:] = (paper * np.linspace(rng.uniform(0.8, 1.0), rng.uniform(0.9, 1.15), height)[:, None, None]).clip(0, 255)
    dark = paper.mean() > 110
    ink = random_colour(rng, 0, 80) if dark else random_colour(rng, 180)
    side = max(4, round(height * float(rng.uniform(0.5, 0.95))))
    step = round(side * float(rng.uniform(1.0, 2.2)))
    top = int(rng.integers(0, max(1, height - side)))
    for left in range(int(rng.integers(-side, length // 2 + 1)), length, step):
        if rng.random() < 0.85:
            put_sign(rng, strip, (left, top), side, ink)
    return strip
