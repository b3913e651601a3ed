"""Seasons, plants, and the third set of the three-player game (花牌)."""

from __future__ import annotations

from collections.abc import Callable

from ui.faces.drawing.glyphs import Brush
from ui.faces.drawing.pen import (
    BLUE,
    BROWN,
    GOLD,
    GREEN,
    INK,
    IVORY,
    LEAF,
    PINK,
    RED,
    SKY,
    VIOLET,
    around,
    box,
    circle,
    ellipse,
    frame,
    moved,
    petal,
    shape,
    stroke,
)


def _blossom(r: float, colour: str, heart: str = GOLD) -> list[str]:
    """A flower of five round petals about the origin."""
    return [
        *(circle(x, y, r * 0.5, colour) for x, y, _ in around(5, r * 0.56)),
        circle(0, 0, r * 0.34, IVORY),
        *(circle(x, y, r * 0.09, heart) for x, y, _ in around(5, r * 0.3, 36)),
        circle(0, 0, r * 0.15, heart),
    ]


def _spring() -> list[str]:
    """A swallow among willow strands."""
    strands = [(48, 236), (96, 206), (252, 250), (210, 190)]
    willow = [stroke(f"M{x} 170C{x - 12} {end - 40} {x + 12} {end} {x} {end + 116}", LEAF, 5) for x, end in strands]
    leaves = [
        moved([petal(40, 17, LEAF)], x, y, side)
        for x, end in strands
        for y, side in ((end - 10, 140), (end + 26, 220), (end + 62, 140), (end + 96, 215))
    ]
    swallow = [
        shape(
            "M58 248C96 216 130 226 152 244C176 212 220 200 262 206C226 224 206 246 196 268"
            "C226 290 250 318 258 348C226 330 206 316 178 300C150 312 120 300 104 274C92 258 76 250 58 248Z",
            INK,
        ),
        shape("M104 262C118 282 142 292 166 288C150 272 130 260 104 262Z", IVORY),
        circle(96, 246, 5, IVORY),
        shape("M92 254C100 262 112 260 118 250C108 246 98 248 92 254Z", RED),
    ]
    return [*willow, *leaves, *swallow]


def _summer() -> list[str]:
    """A lotus over its leaf."""
    stem = [stroke("M150 270C146 310 152 332 150 362", GREEN, 10)]
    leaf = [
        ellipse(150, 338, 112, 30, GREEN),
        stroke("M150 338L62 330M150 338L238 330M150 338L106 358M150 338L194 358", LEAF, 5),
    ]
    back = [moved([petal(118, 54, PINK)], 150, 304, turn) for turn in (-62, 62, -34, 34)]
    front = [moved([petal(112, 50, RED)], 150, 308, turn) for turn in (-16, 16)]
    heart = [moved([petal(86, 40, PINK)], 150, 310), moved([petal(52, 18, IVORY)], 150, 304)]
    return [*stem, *leaf, *back, *front, *heart]


def _autumn() -> list[str]:
    """Maple leaves before the moon."""

    def maple(colour: str) -> list[str]:
        lobes = ((0, 82, 40), (-52, 74, 36), (52, 74, 36), (-104, 58, 32), (104, 58, 32))
        veins = "".join(f"M0 0L{x:.0f} {y:.0f}" for x, y, _ in (around(1, 56) + around(1, 48, 52) + around(1, 48, -52)))
        return [
            *(petal(length, width, colour, turn) for turn, length, width in lobes),
            circle(0, 2, 22, colour),
            stroke(veins + "M0 0L6 62", GOLD, 5),
        ]

    return [
        circle(150, 268, 92, "#f3dfa6"),
        moved(maple(RED), 122, 282, -18, 1.15),
        moved(maple("#d8641f"), 218, 322, 28, 0.72),
    ]


def _winter() -> list[str]:
    """A pine under snow."""
    tiers = ((196, 62), (244, 84), (294, 104))
    pine = [box(138, 326, 24, 38, 4, BROWN)]
    for top, half in tiers:
        pine.append(shape(f"M150 {top - 42}L{150 + half} {top + 44}Q150 {top + 58} {150 - half} {top + 44}Z", GREEN))
    for top, half in tiers:
        side, sag = half * 0.45, half * 0.9 - 40
        snow = f"M150 {top - 46}L{150 + side} {top - 4}q-12 14 -22 -2q-14 18 -{sag:.0f} 2q-12 12 -24 -2Z"
        pine.append(shape(snow, "#e6f0fb"))
    flakes = [
        moved([stroke("M0 -17V17M-15 -8.5L15 8.5M-15 8.5L15 -8.5", SKY, 5)], x, y)
        for x, y in ((52, 232), (250, 216), (46, 318), (258, 306))
    ]
    ground = [stroke("M40 366Q150 348 260 366", SKY, 9)]
    return [*pine, *flakes, *ground]


def _plum() -> list[str]:
    """Plum blossom on a bare branch."""
    branch = [
        stroke("M52 366C96 330 100 286 150 262C190 242 214 212 236 170", BROWN, 13),
        stroke("M118 290C92 262 84 236 80 206M170 252C206 258 226 280 246 300", BROWN, 8),
    ]
    blossoms = [
        moved(_blossom(r, RED), x, y, turn)
        for x, y, r, turn in ((156, 250, 46, 10), (82, 214, 36, 0), (232, 298, 36, 30))
    ]
    buds = [circle(x, y, 12, RED) for x, y in ((222, 196), (106, 322), (192, 214))]
    return [*branch, *blossoms, *buds]


def _orchid() -> list[str]:
    """An orchid: arching leaves and two violet flowers."""
    arcs = (
        "M150 366C132 300 96 262 40 270",
        "M150 366C140 280 116 224 66 196",
        "M150 366C170 300 200 272 262 282",
        "M150 366C158 300 176 260 214 236",
        "M150 366C146 310 150 262 160 214",
    )
    leaves = [stroke(path, GREEN if k % 2 else LEAF, 10) for k, path in enumerate(arcs)]

    def flower() -> list[str]:
        return [
            *(petal(56, 26, VIOLET, turn) for turn in (0, 72, -72, 140, -140)),
            petal(36, 20, PINK, 180),
            circle(0, 2, 9, GOLD),
        ]

    return [
        *leaves,
        moved(flower(), 166, 206, 12, 1.1),
        moved(flower(), 82, 218, -24, 0.9),
        moved(flower(), 226, 252, 30, 0.8),
    ]


def _chrysanthemum() -> list[str]:
    """One great chrysanthemum."""
    stem = [stroke("M150 270C152 320 146 340 140 366", GREEN, 10)]
    leaves = [moved([petal(84, 44, GREEN)], 146, 344, turn) for turn in (-74, 68)]
    outer = [petal(92, 27, "#c97a10", turn) for _, _, turn in around(16, 1)]
    middle = [petal(70, 23, GOLD, turn) for _, _, turn in around(14, 1, 12)]
    inner = [petal(44, 18, "#f2bf45", turn) for _, _, turn in around(10, 1)]
    return [*stem, *leaves, moved([*outer, *middle, *inner, circle(0, 0, 13, "#c97a10")], 150, 254)]


def _bamboo_plant() -> list[str]:
    """Two bamboo stalks with leaves."""

    def stalk(x: float, top: float, width: float) -> list[str]:
        nodes = [366 - k * 62 for k in range(4) if 366 - k * 62 > top]
        return [
            *(box(x - width / 2, y - 58, width, 58, 7, GREEN) for y in nodes),
            *(box(x - width / 2 - 4, y - 63, width + 8, 9, 4.5, LEAF) for y in nodes),
        ]

    leaves = [
        moved([petal(76, 25, LEAF if k % 2 else GREEN)], x, y, turn)
        for k, (x, y, turn) in enumerate(
            (
                (126, 236, -52),
                (126, 236, -96),
                (126, 236, -140),
                (196, 252, 50),
                (196, 252, 92),
                (196, 252, 138),
                (126, 300, -76),
                (196, 316, 74),
            )
        )
    ]
    return [*stalk(126, 180, 30), *stalk(196, 200, 22), *leaves]


def _zither() -> list[str]:
    """A zither (琴)."""
    strings = "".join(f"M{66 + 5 * k} {244 + 14 * k}L{226 + 5 * k} {204 + 14 * k}" for k in range(5))
    return [
        shape(
            "M40 240C36 226 44 222 56 220L244 172C262 170 268 186 266 200"
            "L270 262C270 276 262 280 250 284L72 330C54 334 48 322 48 308Z",
            BROWN,
        ),
        stroke(strings, GOLD, 4),
        *(circle(236 - 26 * k, 258 + 7 * k, 5, IVORY) for k in range(6)),
        stroke("M80 332L74 360M236 292L240 320", BROWN, 13),
    ]


def _board() -> list[str]:
    """A board with stones (棋)."""
    lines = "".join(f"M{78 + 36 * k} 196V340M{78} {196 + 36 * k}H222" for k in range(5))
    return [
        box(56, 174, 188, 188, 10, "#e3b565"),
        stroke(lines, BROWN, 4),
        *(circle(x, y, 16, INK) for x, y in ((114, 232), (150, 268), (186, 232), (114, 304))),
        *(
            circle(x, y, 16, "#ffffff")
            + f'<circle cx="{x}" cy="{y}" r="16" fill="none" stroke="{INK}" stroke-width="3"/>'
            for x, y in ((150, 232), (186, 268), (114, 268), (186, 304))
        ),
    ]


def _books() -> list[str]:
    """Stitched books in a pile (书)."""

    def book(x: float, y: float, colour: str) -> list[str]:
        return [
            box(x, y, 176, 52, 8, colour),
            box(x + 6, y + 14, 158, 24, 4, IVORY),
            stroke(f"M{x + 14} {y + 22}h142M{x + 14} {y + 30}h142", "#cdbf97", 3),
        ]

    return [*book(66, 306, BLUE), *book(54, 248, RED), *book(74, 190, GREEN)]


def _scroll() -> list[str]:
    """A painted scroll (画)."""
    return [
        box(60, 182, 180, 172, 4, "#f4e6c2"),
        frame(60, 182, 180, 172, 4, 5, BROWN),
        shape("M72 330L118 236L150 296L184 226L230 330Z", SKY),
        shape("M118 236L104 266L118 260L132 262ZM184 226L168 258L184 252L202 262Z", "#ffffff"),
        circle(94, 216, 14, RED),
        stroke("M74 342H226", GREEN, 6),
        *(box(44, y, 212, 18, 9, BROWN) for y in (170, 350)),
    ]


_FACES: dict[str, tuple[str, str, Callable[[], list[str]]]] = {
    "1f": ("春", RED, _spring),
    "2f": ("夏", RED, _summer),
    "3f": ("秋", RED, _autumn),
    "4f": ("冬", RED, _winter),
    "5f": ("梅", BLUE, _plum),
    "6f": ("蘭", BLUE, _orchid),
    "7f": ("菊", BLUE, _chrysanthemum),
    "8f": ("竹", BLUE, _bamboo_plant),
    "1x": ("琴", GREEN, _zither),
    "2x": ("棋", GREEN, _board),
    "3x": ("書", GREEN, _books),
    "4x": ("畫", GREEN, _scroll),
}


def flower(code: str, brush: Brush) -> str:
    """The face of a flower tile: number, character, picture."""
    character, colour, picture = _FACES[code]
    digit = str((int(code[0]) - 1) % 4 + 1)
    return (
        "".join(picture())
        + brush.write(digit, (66, 86), (34 if digit == "1" else 52, 84), colour, bold=10)
        + brush.write(character, (202, 90), (112, 116), colour, bold=6)
    )
