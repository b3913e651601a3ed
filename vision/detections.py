"""What a detector saw: boxes, faces and confidences as parallel arrays, whatever model produced them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class Detections:
    """Tiles found in one upright photo.

    Attributes:
        boxes: float32 array (n, 4), corners x1 y1 x2 y2 in pixels of the upright photo.
        classes: int64 array (n,), indices into ``scoring.tiles.DETECTOR_CLASSES``.
        confidences: float32 array (n,), 0 to 1.
        scores: float32 array (n, 43), the score of every class; its largest entry is the confidence.

    Raises:
        ValueError: when the arrays do not have the same length or the shapes above.
    """

    boxes: NDArray[np.float32]
    classes: NDArray[np.int64]
    confidences: NDArray[np.float32]
    scores: NDArray[np.float32]

    def __post_init__(self) -> None:
        count = len(self.boxes)
        if self.boxes.shape != (count, 4) or self.scores.ndim != 2:
            raise ValueError(f"boxes {self.boxes.shape} and scores {self.scores.shape}: want (n, 4), (n, classes)")
        lengths = {count, len(self.classes), len(self.confidences), len(self.scores)}
        if len(lengths) != 1:
            raise ValueError(f"arrays of different lengths: {sorted(lengths)}")

    def __len__(self) -> int:
        return len(self.boxes)

    def take(self, which: NDArray[np.int64] | NDArray[np.bool_]) -> Detections:
        """The detections at these indices, or where this mask is true, in that order."""
        return Detections(self.boxes[which], self.classes[which], self.confidences[which], self.scores[which])
