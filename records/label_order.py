"""Which photo to label next: the one that teaches the reader most, by uncertainty and variety.

- **Uncertainty** of a photo is the number of mistakes that the model itself expects in its own labels
  (:func:`records.prelabel.uncertainty`). Its confidences are calibrated (a tile of 0.9 is right nine times in ten), so
  a tile that it reports with confidence c counts ``1 - c``, and a tile too faint to be reported, which it saw with
  confidence c, counts ``c``: one more that may have been missed.
- **Variety**: a photo like one that is labelled already teaches little, however unsure the model is of it. Two photos
  are alike by the cosine of their looks (:func:`records.prelabel.look_of`): the colours of the picture, the colours of
  its tiles, and the faces on them.
- The next photo is the one with the largest ``uncertainty × (1 - likeness to the most alike photo before it)``. Photos
  that are labelled or skipped come before all others; so finishing the next photo never reshuffles those to come.

``python -m records.label_savings`` counts what this saves against an order by chance.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from scoring.tiles import DETECTOR_CLASSES

COLOURS = 4
"""Steps of red, green and blue in the histograms of a look."""

LOOK_SIZE = 2 * COLOURS**3 + len(DETECTOR_CLASSES)
"""Length of a look: two histograms of colours and one of faces."""

Look = NDArray[np.float32]
"""What a photo looks like: a vector of :data:`LOOK_SIZE` numbers, of length 1 at most."""


def most_useful(uncertainties: Sequence[float], looks: Sequence[Look], done: Sequence[Look] = ()) -> list[int]:
    """The photos in the order in which to label them.

    Args:
        uncertainties: of each photo.
        looks: of each photo.
        done: looks of the photos that were labelled or skipped before.

    Returns:
        Indices of all photos, most useful first.
    """
    expected = np.asarray(uncertainties, dtype=np.float64)
    matrix = np.asarray(looks, dtype=np.float32).reshape(-1, LOOK_SIZE)
    known = np.asarray(done, dtype=np.float32).reshape(-1, LOOK_SIZE)
    likeness = (matrix @ known.T).max(axis=1, initial=0.0)
    waiting = np.ones(len(matrix), dtype=bool)
    order: list[int] = []
    for _ in range(len(matrix)):
        gain = np.where(waiting, expected * (1 - likeness).clip(0), -1.0)
        # Photos that gain nothing more go by their uncertainty alone.
        best = int(np.lexsort((expected, gain))[-1])
        order.append(best)
        waiting[best] = False
        likeness = np.maximum(likeness, matrix @ matrix[best])
    return order
