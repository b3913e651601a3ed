"""Characters as outlines, so that a face needs no font where it is shown."""

from __future__ import annotations

from pathlib import Path

from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont

from ui.faces.drawing.pen import number


class Brush:
    """Writes characters of one font as SVG paths.

    Args:
        font: a TrueType or OpenType file that has every character written with it.
    """

    def __init__(self, font: Path) -> None:
        self._font = TTFont(font, fontNumber=0)
        self._glyphs = self._font.getGlyphSet()
        self._names = self._font.getBestCmap()

    def write(
        self,
        character: str,
        centre: tuple[float, float],
        size: tuple[float, float],
        colour: str,
        bold: float = 0,
    ) -> str:
        """The character stretched to ``size`` (width, height), centred on ``centre``.

        Args:
            character: one character.
            centre: middle of its outline.
            size: of its outline, without the weight added by ``bold``.
            colour: of the ink.
            bold: extra weight, as the width of a line drawn along the outline.

        Raises:
            KeyError: if the font lacks the character.
        """
        glyph = self._glyphs[self._names[ord(character)]]
        bounds = BoundsPen(self._glyphs)
        glyph.draw(bounds)
        left, bottom, right, top = bounds.bounds
        scale_x, scale_y = size[0] / (right - left), size[1] / (top - bottom)
        pen = SVGPathPen(self._glyphs, ntos=number)
        shift_x = centre[0] - scale_x * (left + right) / 2
        shift_y = centre[1] + scale_y * (bottom + top) / 2
        glyph.draw(TransformPen(pen, (scale_x, 0, 0, -scale_y, shift_x, shift_y)))
        weight = f' stroke="{colour}" stroke-width="{number(bold)}" stroke-linejoin="round"' if bold else ""
        return f'<path d="{pen.getCommands()}" fill="{colour}"{weight}/>'
