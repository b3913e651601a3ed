"""A labelled picture, the value that every step of the generator takes and gives."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.tiles import tile

Image = NDArray[np.uint8]
"""RGB pixels, uint8, (height, width, 3)."""

BACK = tile("back").index


@dataclass(frozen=True, eq=False)
class LabelledPicture:
    """Pixels and the tiles seen in them.

    Attributes:
        image: RGB, uint8, (height, width, 3).
        classes: int64 (n,), indices into ``scoring.tiles.DETECTOR_CLASSES``.
        boxes: float32 (n, 4), corners x1 y1 x2 y2 in pixels.
        backs_known: whether every face-down tile is labelled. Where it is false, the picture may show
            backs without a label, and nothing about the class ``back`` can be learned from it.
    """

    image: Image
    classes: NDArray[np.int64]
    boxes: NDArray[np.float32]
    backs_known: bool

    def label_lines(self) -> str:
        """The labels in YOLO form, one line a tile: class and centre and size as shares of the picture."""
        height, width = self.image.shape[:2]
        size = np.array([width, height])
        centres = (self.boxes[:, :2] + self.boxes[:, 2:]) / 2 / size
        sizes = (self.boxes[:, 2:] - self.boxes[:, :2]) / size
        return "".join(
            f"{index} {x:.6f} {y:.6f} {w:.6f} {h:.6f}\n"
            for index, (x, y), (w, h) in zip(self.classes, centres, sizes, strict=True)
        )

    def without_backs(self) -> LabelledPicture:
        """The same picture with the labels of face-down tiles dropped."""
        keep = self.classes != BACK
        return LabelledPicture(self.image, self.classes[keep], self.boxes[keep], backs_known=False)


def read_image(path: Path) -> Image:
    """Reads a picture as RGB.

    Raises:
        ValueError: if it is no picture that can be decoded.
    """
    image = cv2.imread(str(path), cv2.IMREAD_COLOR)
    if image is None:
        raise ValueError(f"{path} is not a picture that can be read")
    return np.ascontiguousarray(image[..., ::-1]).astype(np.uint8)


def resized(image: Image, scale: float) -> Image:
    """The picture at ``scale`` times its size, without aliasing."""
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    return cv2.resize(image, None, fx=scale, fy=scale, interpolation=way).astype(np.uint8)


def random_colour(rng: np.random.Generator, low: int = 0, high: int = 256) -> tuple[int, int, int]:
    """A colour whose three values lie from ``low`` up to, not including, ``high``."""
    red, green, blue = (int(value) for value in rng.integers(low, high, 3))
    return red, green, blue


def clip_boxes(
    classes: NDArray[np.int64], boxes: NDArray[np.float32], width: int, height: int, least_visible: float
) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    """Cuts boxes at the picture's edge and drops those of which less than ``least_visible`` remains."""
    clipped = boxes.copy()
    clipped[:, 0::2] = clipped[:, 0::2].clip(0, width)
    clipped[:, 1::2] = clipped[:, 1::2].clip(0, height)
    area = (boxes[:, 2] - boxes[:, 0]) * (boxes[:, 3] - boxes[:, 1])
    left = (clipped[:, 2] - clipped[:, 0]) * (clipped[:, 3] - clipped[:, 1])
    keep = left >= least_visible * area
    return classes[keep], clipped[keep]


def bounding_box(points: NDArray[np.float32]) -> tuple[float, float, float, float]:
    """The upright box around points (n, 2)."""
    low, high = points.min(axis=0), points.max(axis=0)
    return float(low[0]), float(low[1]), float(high[0]), float(high[1])
