"""The tile turned over for a deal (金, 财神), photographed by itself."""

from __future__ import annotations

import io

from PIL import Image

from scoring.tiles import Tile
from scoring.variant import Input
from ui.deal import Deal
from ui.reader import Snapshot, snapshot
from vision.layout.checks import UNSURE
from vision.reading import Reading

MARGIN = 1.5
"""Empty table laid around a tile that fills the picture, in sides of the picture: the reader looks for smaller ones."""

CLOSE_SIDE = 600
"""Long side to which a picture of one tile is shrunk before, in pixels."""

TABLE = (90, 90, 90)
"""Colour of that empty table."""


def turned_over(deal: Deal, seen: Snapshot) -> tuple[Input, Tile] | None:
    """The tile that a picture of one single tile shows, and the question of the rules that it answers.

    None where the rules turn no tile over, or where the picture shows a hand or nothing.
    """
    asked = next((item for item in deal.rules.inputs if item.kind == "tile"), None)
    if asked is None or len(seen.reading.tiles) > 1:
        return None
    face = _only_face(seen.reading)
    if face is None and not seen.reading.tiles:
        close = snapshot(_farther(seen.jpeg), seen.reading.photo)
        face = _only_face(close.reading) if isinstance(close, Snapshot) else None
    playable = face in deal.rules.copies and face not in deal.rules.flowers
    return (asked, face) if face is not None and playable else None


def _only_face(reading: Reading) -> Tile | None:
    """The face of the only tile that is read without doubt."""
    sure = [seen.tile for seen in reading.tiles if seen.tile.rank and seen.confidence >= UNSURE]
    return sure[0] if len(sure) == 1 else None


def _farther(jpeg: bytes) -> bytes:
    """The picture as if it were taken from farther away."""
    with Image.open(io.BytesIO(jpeg)) as image:
        near = image.convert("RGB")
    near.thumbnail((CLOSE_SIDE, CLOSE_SIDE))
    across, down = (round(MARGIN * side) for side in near.size)
    whole = Image.new("RGB", (near.width + 2 * across, near.height + 2 * down), TABLE)
    whole.paste(near, (across, down))
    stream = io.BytesIO()
    whole.save(stream, "JPEG", quality=92)
    return stream.getvalue()
