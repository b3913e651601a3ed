"""Dots, bamboo and characters (筒, 条, 万)."""

from __future__ import annotations

from ui.faces.drawing.glyphs import Brush
from ui.faces.drawing.pen import (
    BLUE,
    BROWN,
    GOLD,
    GREEN,
    INK,
    IVORY,
    RED,
    around,
    box,
    circle,
    ellipse,
    moved,
    petal,
    ring,
    shape,
    stroke,
)

Place = tuple[float, float, str]

_DOTS: dict[int, tuple[float, list[Place]]] = {
    2: (80, [(150, 106, GREEN), (150, 294, BLUE)]),
    3: (60, [(80, 86, BLUE), (150, 200, RED), (220, 314, GREEN)]),
    4: (62, [(82, 104, BLUE), (218, 104, GREEN), (82, 296, GREEN), (218, 296, BLUE)]),
    5: (54, [(74, 86, BLUE), (226, 86, GREEN), (150, 200, RED), (74, 314, GREEN), (226, 314, BLUE)]),
    6: (
        50,
        [(90, 80, GREEN), (210, 80, GREEN), (90, 213, RED), (210, 213, RED), (90, 324, RED), (210, 324, RED)],
    ),
    7: (
        42,
        [
            (64, 64, GREEN),
            (150, 102, GREEN),
            (236, 140, GREEN),
            (92, 240, RED),
            (208, 240, RED),
            (92, 336, RED),
            (208, 336, RED),
        ],
    ),
    8: (43, [(x, y, BLUE) for y in (62, 154, 246, 338) for x in (92, 208)]),
    9: (42, [(x, y, colour) for y, colour in ((76, GREEN), (200, RED), (324, BLUE)) for x in (60, 150, 240)]),
}

_STICKS: dict[int, list[tuple[float, float, float, float, str]]] = {
    # x, y, height, turn in degrees, colour
    2: [(150, 106, 164, 0, GREEN), (150, 294, 164, 0, BLUE)],
    3: [(150, 106, 164, 0, BLUE), (82, 294, 164, 0, GREEN), (218, 294, 164, 0, GREEN)],
    4: [
        (82, 106, 164, 0, GREEN),
        (218, 106, 164, 0, BLUE),
        (82, 294, 164, 0, BLUE),
        (218, 294, 164, 0, GREEN),
    ],
    5: [
        (66, 106, 164, 0, GREEN),
        (234, 106, 164, 0, BLUE),
        (150, 200, 168, 0, RED),
        (66, 294, 164, 0, BLUE),
        (234, 294, 164, 0, GREEN),
    ],
    6: [(x, y, 164, 0, colour) for y, colour in ((106, GREEN), (294, BLUE)) for x in (62, 150, 238)],
    7: [(150.0, 76.0, 100.0, 0.0, RED)]
    + [(x, y, 104, 0, BLUE if x == 150 else GREEN) for y in (200, 324) for x in (62, 150, 238)],
    8: [
        (46, 110, 164, 0, GREEN),
        (116, 104, 146, -32, GREEN),
        (184, 104, 146, 32, GREEN),
        (254, 110, 164, 0, GREEN),
        (46, 290, 164, 0, BLUE),
        (116, 296, 146, 32, BLUE),
        (184, 296, 146, -32, BLUE),
        (254, 290, 164, 0, BLUE),
    ],
    9: [(x, y, 106, 0, colour) for y in (76, 200, 324) for x, colour in ((62, GREEN), (150, RED), (238, BLUE))],
}

_NUMERALS = {
    # width and height of the numeral's outline: each has its own proportions
    1: ("一", 176, 26),
    2: ("二", 180, 106),
    3: ("三", 184, 138),
    4: ("四", 168, 122),
    5: ("五", 184, 142),
    6: ("六", 182, 150),
    7: ("七", 184, 146),
    8: ("八", 192, 132),
    9: ("九", 186, 150),
}


def _coin(r: float, colour: str) -> list[str]:
    """One dot about the origin: a rim, a disc, and a flower cut into it."""
    return [
        ring(0, 0, r * 0.89, r * 0.22, colour),
        circle(0, 0, r * 0.63, colour),
        *(ellipse(x, y, r * 0.11, r * 0.19, IVORY, turn) for x, y, turn in around(6, r * 0.36)),
        circle(0, 0, r * 0.12, IVORY),
    ]


def _great_coin() -> list[str]:
    """The ornate single dot (一筒)."""
    return [
        circle(0, 0, 122, GREEN),
        circle(0, 0, 110, IVORY),
        *(circle(x, y, 11, BLUE if k % 2 else RED) for k, (x, y, _) in enumerate(around(20, 95))),
        circle(0, 0, 79, GREEN),
        circle(0, 0, 70, IVORY),
        *(moved([petal(40, 30, RED)], x, y, turn) for x, y, turn in around(8, 25)),
        *(moved([petal(24, 9, IVORY)], x, y, turn) for x, y, turn in around(8, 32)),
        circle(0, 0, 31, BLUE),
        circle(0, 0, 22, IVORY),
        circle(0, 0, 14, RED),
    ]


def dots(rank: int) -> str:
    """The face of ``rank`` dots."""
    if rank == 1:
        return moved(_great_coin(), 150, 200)
    radius, places = _DOTS[rank]
    return "".join(moved(_coin(radius, colour), x, y) for x, y, colour in places)


def _stick(height: float, colour: str) -> list[str]:
    """One bamboo stick about the origin: two joints between three nodes."""
    half, node = height / 2, 14
    parts = [box(-16, -half + 6, 32, height - 12, 9, colour)]
    parts += [box(-26, y - node, 52, 2 * node, node, colour) for y in (-half + node, 0, half - node)]
    joint = half / 2
    parts += [box(-5, y - joint * 0.4, 10, joint * 0.8, 5, IVORY) for y in (-joint, joint)]
    return parts


def bamboo(rank: int) -> str:
    """The face of ``rank`` bamboo; one bamboo is the bird (幺鸡)."""
    if rank == 1:
        return _bird()
    return "".join(moved(_stick(height, colour), x, y, turn) for x, y, height, turn, colour in _STICKS[rank])


def _tail_feather(length: float, turn: float) -> str:
    eye = -length * 0.83
    return moved(
        [
            petal(length, 56, GREEN),
            stroke(f"M0 -12L0 {eye + 20:.0f}", IVORY, 4),
            ellipse(0, eye + 6, 19, 25, GOLD),
            ellipse(0, eye + 8, 13, 18, BLUE),
            circle(0, eye + 11, 6.5, RED),
        ],
        158,
        262,
        turn,
    )


def _bird() -> str:
    """A peacock with its train up, on a bamboo perch."""
    train = [_tail_feather(length, turn) for length, turn in ((108, 100), (122, 76), (158, 51), (212, 26), (226, 2))]
    legs = [stroke("M132 300L126 356M156 300L160 356", BROWN, 9)]
    perch = [box(44, 350, 212, 20, 10, GREEN), *(box(x, 346, 14, 28, 7, GREEN) for x in (92, 198))]
    body = [
        shape(
            "M84 118C60 160 66 196 70 226C76 284 124 322 176 302C206 290 214 262 198 244"
            "C172 250 140 232 126 202C116 180 122 150 124 126Z",
            BLUE,
        ),
        shape("M112 226C128 270 168 286 204 270C198 296 168 308 142 298C118 288 106 258 112 226Z", RED),
        stroke("M128 250C142 270 162 278 184 276", IVORY, 6),
        *(stroke(f"M{x} {y}q8 9 20 5", IVORY, 4.5) for x, y in ((84, 206), (90, 232), (84, 180))),
    ]
    head = [
        circle(104, 108, 30, BLUE),
        shape("M80 96L40 116L82 124Z", GOLD),
        circle(96, 102, 9, IVORY),
        circle(95, 102, 4.5, INK),
        *(stroke(f"M106 82L{x} {y}", GREEN, 5) for x, y in ((84, 44), (108, 36), (132, 46))),
        *(circle(x, y, 8.5, RED) for x, y in ((84, 44), (108, 36), (132, 46))),
    ]
    return "".join([*train, *legs, *perch, *body, *head])


def characters(rank: int, brush: Brush) -> str:
    """The face of ``rank`` characters: the numeral in ink over a red 萬."""
    numeral, width, height = _NUMERALS[rank]
    return brush.write(numeral, (150, 108), (width, height), INK, bold=9) + brush.write(
        "萬", (150, 280), (186, 180), RED, bold=7
    )
