"""The few SVG strokes that every face is drawn with, on a sheet of 300 by 400 units."""

from __future__ import annotations

import math
from collections.abc import Iterable

WIDTH, HEIGHT = 300, 400

RED = "#c4202f"
GREEN = "#0b7a45"
BLUE = "#1f3f94"
INK = "#17233f"
IVORY = "#fdf8e8"
GOLD = "#d9921a"
BROWN = "#6f4226"
PINK = "#e4738c"
VIOLET = "#7b3f98"
LEAF = "#3f9a4d"
SKY = "#4f86c6"


def number(value: float) -> str:
    """A coordinate with one decimal and no idle zeros."""
    return f"{value:.1f}".rstrip("0").rstrip(".") if "." in f"{value:.1f}" else f"{value:.1f}"


def circle(cx: float, cy: float, r: float, fill: str) -> str:
    """A filled circle."""
    return f'<circle cx="{number(cx)}" cy="{number(cy)}" r="{number(r)}" fill="{fill}"/>'


def ring(cx: float, cy: float, r: float, width: float, colour: str) -> str:
    """A circle of this line width, its middle at radius ``r``."""
    return (
        f'<circle cx="{number(cx)}" cy="{number(cy)}" r="{number(r)}" fill="none" '
        f'stroke="{colour}" stroke-width="{number(width)}"/>'
    )


def ellipse(cx: float, cy: float, rx: float, ry: float, fill: str, turn: float = 0) -> str:
    """A filled ellipse, turned clockwise by ``turn`` degrees about its centre."""
    turned = f' transform="rotate({number(turn)} {number(cx)} {number(cy)})"' if turn else ""
    return f'<ellipse cx="{number(cx)}" cy="{number(cy)}" rx="{number(rx)}" ry="{number(ry)}" fill="{fill}"{turned}/>'


def box(x: float, y: float, w: float, h: float, r: float, fill: str) -> str:
    """A filled rectangle with round corners."""
    return (
        f'<rect x="{number(x)}" y="{number(y)}" width="{number(w)}" height="{number(h)}" '
        f'rx="{number(r)}" fill="{fill}"/>'
    )


def frame(x: float, y: float, w: float, h: float, r: float, width: float, colour: str) -> str:
    """The outline of a rectangle with round corners."""
    return (
        f'<rect x="{number(x)}" y="{number(y)}" width="{number(w)}" height="{number(h)}" '
        f'rx="{number(r)}" fill="none" stroke="{colour}" stroke-width="{number(width)}"/>'
    )


def shape(path: str, fill: str) -> str:
    """A filled path."""
    return f'<path d="{path}" fill="{fill}"/>'


def stroke(path: str, colour: str, width: float) -> str:
    """A path drawn with a round pen."""
    return (
        f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{number(width)}" '
        f'stroke-linecap="round" stroke-linejoin="round"/>'
    )


def moved(parts: Iterable[str], x: float, y: float, turn: float = 0, scale: float = 1) -> str:
    """A group drawn about the origin, set down at ``(x, y)``, turned clockwise and scaled."""
    steps = f"translate({number(x)} {number(y)})"
    if turn:
        steps += f" rotate({number(turn)})"
    if scale != 1:
        steps += f" scale({scale:g})"
    return f'<g transform="{steps}">{"".join(parts)}</g>'


def around(count: int, radius: float, start: float = 0) -> list[tuple[float, float, float]]:
    """``count`` places on a circle about the origin: x, y and the turn that points outwards (0 is up)."""
    turns = [start + 360 * k / count for k in range(count)]
    return [(radius * math.sin(math.radians(turn)), -radius * math.cos(math.radians(turn)), turn) for turn in turns]


def petal(length: float, width: float, fill: str, turn: float = 0) -> str:
    """A pointed leaf from the origin upwards, turned clockwise."""
    half, low, high = number(width / 2), number(-length * 0.3), number(-length * 0.7)
    tip = number(-length)
    path = f"M0 0C-{half} {low} -{half} {high} 0 {tip}C{half} {high} {half} {low} 0 0Z"
    turned = f' transform="rotate({number(turn)})"' if turn else ""
    return f'<path d="{path}" fill="{fill}"{turned}/>'
