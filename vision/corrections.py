"""Labels that are known to be wrong, mended for a second set of figures.

One label a line: ``photo: number: class cx cy w h``; the number counts the labels of the photo's file from 0,
backs left out, the rest is what the label should say; ``#`` starts a comment.
"""

from __future__ import annotations

from pathlib import Path

from scoring.tiles import tile

Correction = tuple[int, int, tuple[float, float, float, float]]
"""Number of the label, the right class, and cx cy w h as shares of the photo."""


def read_corrections(path: Path) -> dict[str, list[Correction]]:
    """The corrections of a file, by photo name.

    Raises:
        ValueError: naming the line that cannot be read.
    """
    corrections: dict[str, list[Correction]] = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        text = line.split("#", 1)[0].strip()
        if not text:
            continue
        try:
            name, label, right = text.split(":")
            face, *edges = right.split()
            cx, cy, width, height = map(float, edges)
            corrections.setdefault(name, []).append((int(label), tile(face).index, (cx, cy, width, height)))
        except ValueError as error:
            raise ValueError(f"{path}, line {number}: {error}") from error
    return corrections
