"""Photos for the label queue, and what a model might have made of them."""

from __future__ import annotations

import io
import zipfile
from datetime import UTC, datetime, timedelta

import numpy as np

from records.label_order import LOOK_SIZE
from records.labels import Guess
from vision.dataset.labels import Box

ONE, TWO, THREE = (Box(face, round(0.2 + 0.1 * face, 1), 0.5, 0.08, 0.12) for face in range(3))


def minute(number: float) -> datetime:
    """Some minutes into the evening."""
    return datetime(2026, 2, 17, 20, tzinfo=UTC) + timedelta(minutes=number)


def guess(*boxes: Box, uncertainty: float = 1.0, look: int = 0) -> Guess:
    """Labels by a model that looks at nothing; photos of different ``look`` have nothing in common."""
    vector = np.zeros(LOOK_SIZE, dtype=np.float32)
    vector[look] = 1
    return Guess("test", boxes, (0.9,) * len(boxes), uncertainty, vector)


def zipped(files: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """A zip with these files."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", method) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return stream.getvalue()
