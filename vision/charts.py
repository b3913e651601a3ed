"""Small charts as SVG, for reports and model cards: no library draws what twenty lines can."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from vision.reliability import BINS

SIDE, MARGIN = 320, 44
"""Side of the square that is plotted, and the space for its labels, in pixels."""

_INK, _GRID, _BAR, _GAP = "#333", "#ddd", "#0f6b47", "#d50000"


def reliability_svg(bins: Sequence[Sequence[float]]) -> str:
    """The reliability diagram: for each bin of confidence the share of tiles that were right.

    On the diagonal the reader keeps its word; a bar below it promised too much. Red lines show how far off each bin
    is, the numbers how many tiles it holds.

    Args:
        bins: edge, mean confidence, share of right tiles and number of tiles of each, as in ``calibration``.
    """
    width = SIDE / BINS
    parts = [_frame("confidence", "share of right tiles")]
    for edge, confidence, right, tiles in bins:
        x, y = MARGIN + edge * SIDE, MARGIN + (1 - right) * SIDE
        middle = MARGIN + confidence * SIDE
        promised = MARGIN + (1 - confidence) * SIDE
        parts.append(
            f'<rect x="{x + 1:.1f}" y="{y:.1f}" width="{width - 2:.1f}" height="{right * SIDE:.1f}" fill="{_BAR}" '
            f'opacity="0.75"/><path d="M{middle:.1f} {y:.1f}V{promised:.1f}" stroke="{_GAP}" stroke-width="2"/>'
            f'<text x="{x + width / 2:.1f}" y="{MARGIN + SIDE - 5}" class="n">{tiles:g}</text>'
        )
    parts.append(
        f'<path d="M{MARGIN} {MARGIN + SIDE}L{MARGIN + SIDE} {MARGIN}" stroke="{_INK}" stroke-dasharray="4 4"/>'
    )
    return _svg(parts)


def _frame(x_title: str, y_title: str) -> str:
    """Grid and labels of a square from 0 to 1 both ways."""
    lines = []
    for step in range(0, 11, 2):
        at = step / 10
        x, y = MARGIN + at * SIDE, MARGIN + (1 - at) * SIDE
        lines.append(
            f'<path d="M{MARGIN} {y:.1f}H{MARGIN + SIDE}M{x:.1f} {MARGIN}V{MARGIN + SIDE}" stroke="{_GRID}"/>'
            f'<text x="{MARGIN - 6}" y="{y + 4:.1f}" text-anchor="end">{at:.1f}</text>'
            f'<text x="{x:.1f}" y="{MARGIN + SIDE + 16}" text-anchor="middle">{at:.1f}</text>'
        )
    centre = MARGIN + SIDE / 2
    titles = (
        f'<text x="{centre}" y="{2 * MARGIN + SIDE - 8}" text-anchor="middle">{escape(x_title)}</text>'
        f'<text transform="rotate(-90)" x="{-centre}" y="12" text-anchor="middle">{escape(y_title)}</text>'
    )
    return "".join(lines) + titles


def _svg(parts: Sequence[str]) -> str:
    whole = SIDE + 2 * MARGIN
    style = f"text{{font:12px system-ui,sans-serif;fill:{_INK}}}.n{{font-size:9px;fill:#fff;text-anchor:middle}}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {whole} {whole}" width="{whole}" height="{whole}" '
        f'fill="none"><style>{style}</style><rect width="{whole}" height="{whole}" fill="#fff"/>{"".join(parts)}</svg>'
    )
