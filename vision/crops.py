"""Single tiles cut out of photos, to be looked at."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from PIL import Image

from vision.photo import Photo, load_photo

HEIGHT = 152
"""Of a cut-out tile, in pixels."""

AROUND = 0.25
"""Space around the tile, as a share of its longer side: what lies beside it often explains the mistake."""


@lru_cache(maxsize=2)
def _photo(path: Path) -> Photo:
    return load_photo(path)


def crop(path: Path, box: Sequence[float]) -> Image.Image:
    """The tile in a box with a little of its surroundings.

    Args:
        path: of the photo.
        box: x1 y1 x2 y2 in pixels of the upright photo.

    Raises:
        vision.photo.PhotoError: when the photo cannot be read.
    """
    photo = _photo(path)
    x1, y1, x2, y2 = box
    space = AROUND * max(x2 - x1, y2 - y1, 1)
    left, top = max(0, int(x1 - space)), max(0, int(y1 - space))
    right, bottom = min(photo.width, int(x2 + space) + 1), min(photo.height, int(y2 + space) + 1)
    cut = Image.fromarray(photo.pixels[top : max(bottom, top + 1), left : max(right, left + 1)])
    return cut.resize((max(1, round(cut.width * HEIGHT / cut.height)), HEIGHT), Image.Resampling.BICUBIC)
