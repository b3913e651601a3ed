"""The light of a picture: how bright, how rich in contrast and how sharp it is, and bins of each."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

LONG_SIDE = 640
"""Pictures are shrunk to this before they are measured, so that large and small ones compare."""

BRIGHTNESS = ("dark", 90.0, "medium", 140.0, "bright")
CONTRAST = ("flat", 45.0, "medium", 65.0, "rich")
SHARPNESS = ("blurred", 300.0, "medium", 1200.0, "sharp")
"""Names of the bins, from the lowest, with the edges between them."""


@dataclass(frozen=True)
class Light:
    """Measured on the grey picture (Rec. 601), its long side shrunk to :data:`LONG_SIDE` pixels.

    Attributes:
        brightness: mean grey level, 0 to 255.
        contrast: standard deviation of the grey levels.
        sharpness: variance of the Laplacian; low where the picture is blurred, but also where it is plain.
    """

    brightness: float
    contrast: float
    sharpness: float

    def bins(self) -> dict[str, str]:
        """The bin of each of the three."""
        return {
            "brightness": _bin(self.brightness, BRIGHTNESS),
            "contrast": _bin(self.contrast, CONTRAST),
            "sharpness": _bin(self.sharpness, SHARPNESS),
        }


def light_of(pixels: NDArray[np.uint8]) -> Light:
    """Measures a picture: uint8 array (height, width, 3), RGB."""
    scale = LONG_SIDE / max(pixels.shape[:2])
    grey = cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY)
    if scale < 1:
        grey = cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    edges = cv2.Laplacian(grey, cv2.CV_64F)
    return Light(float(grey.mean()), float(grey.std()), float(edges.var()))


def _bin(value: float, bins: tuple[str, float, str, float, str]) -> str:
    low, first, middle, second, high = bins
    return low if value < first else middle if value < second else high
