"""Winds, dragons, the fly and the back (字牌, 飞, 背面)."""

from __future__ import annotations

from ui.faces.drawing.glyphs import Brush
from ui.faces.drawing.pen import BLUE, GREEN, INK, RED, frame, shape, stroke

_GREAT = {
    "1z": ("東", 212, 250, INK),
    "2z": ("南", 208, 250, INK),
    "3z": ("西", 214, 206, INK),
    "4z": ("北", 222, 236, INK),
    "6z": ("發", 214, 258, GREEN),
    "7z": ("中", 190, 270, RED),
}


def honor(code: str, brush: Brush) -> str:
    """The face of a wind, 發 or 中: one great character."""
    character, width, height, colour = _GREAT[code]
    return brush.write(character, (150, 200), (width, height), colour, bold=10)


def white_dragon() -> str:
    """白 as a double frame with cut corners; the other custom, a blank face, has no ink at all."""
    corners = "".join(
        shape(f"M{x} {y}l{dx * 34} 0l{-dx * 34} {dy * 34}Z", BLUE)
        for x, y, dx, dy in ((72, 72, 1, 1), (228, 72, -1, 1), (72, 328, 1, -1), (228, 328, -1, -1))
    )
    return frame(44, 44, 212, 312, 22, 18, BLUE) + frame(72, 72, 156, 256, 6, 7, BLUE) + corners


def fly(brush: Brush) -> str:
    """飛, the wild tile of the three-player game, in red between two bands."""
    bands = "".join(stroke(f"M48 {y}H252", GREEN, 11) for y in (44, 356))
    return brush.write("飛", (150, 200), (220, 246), RED, bold=8) + bands


def back_pattern(colour: str) -> str:
    """The woven pattern on the back of a tile."""
    lines = "".join(f"M{x} 40l-120 160l120 160M{x - 120} 40l120 160l-120 160" for x in range(90, 331, 60))
    return (
        '<svg x="40" y="40" width="220" height="320" viewBox="40 40 220 320">'
        + stroke(lines, colour, 7)
        + "</svg>"
        + frame(36, 36, 228, 328, 18, 10, colour)
    )
