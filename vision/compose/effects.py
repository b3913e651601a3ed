"""What light, lens and file format do to a picture: casts, lamps, shadows, blur, noise, JPEG."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.compose.picture import Image

_NOISE_SIZE = 1024


class Effects:
    """Photographic effects, drawn at random; holds a pool of noise because drawing it anew is slow."""

    def __init__(self, rng: np.random.Generator) -> None:
        grain = rng.normal(0, 1, (_NOISE_SIZE, _NOISE_SIZE, 3)).astype(np.float32)
        blotches = cv2.GaussianBlur(rng.normal(0, 4, grain.shape).astype(np.float32), (0, 0), 1.5)
        self._grain = (grain, blotches + 0.5 * grain)

    def apply(self, rng: np.random.Generator, image: Image, strength: float = 1.0) -> Image:
        """One random development of a picture; ``strength`` scales how far it may go."""
        if rng.random() < 0.5 * strength:
            image = _light(rng, image, strength)
        if rng.random() < 0.15 * strength:
            image = _glare(rng, image)
        if rng.random() < 0.3 * strength:
            image = _blur(rng, image)
        image = _tone(rng, image, strength)
        if rng.random() < 0.4 * strength:
            image = self._noise(rng, image)
        if rng.random() < 0.25 * strength:
            image = _jpeg(rng, image)
        return image

    def _noise(self, rng: np.random.Generator, image: Image) -> Image:
        height, width = image.shape[:2]
        y, x = rng.integers(0, _NOISE_SIZE - height + 1), rng.integers(0, _NOISE_SIZE - width + 1)
        grain = self._grain[rng.integers(2)][y : y + height, x : x + width]
        level = float(rng.exponential(4.0)) + 1.0
        noisy = cv2.addWeighted(image, 1.0, grain, min(level, 15.0), 0.0, dtype=cv2.CV_8U)
        return noisy.astype(np.uint8)


def develop(rng: np.random.Generator, image: Image, brightness: float) -> Image:
    """A plain photograph: a lamp to one side, a soft lens, a little grain, of the given brightness."""
    height, width = image.shape[:2]
    field = _smooth_field(rng, height, width, low=0.88, high=1.08) * brightness
    lit = cv2.multiply(image, cv2.merge([field] * 3), dtype=cv2.CV_8U)
    soft = cv2.GaussianBlur(lit, (0, 0), 0.8)
    grain = rng.normal(0, 2.0, image.shape).astype(np.float32)
    return cv2.addWeighted(soft, 1.0, grain, 1.0, 0.0, dtype=cv2.CV_8U).astype(np.uint8)


def _smooth_field(rng: np.random.Generator, height: int, width: int, low: float, high: float) -> NDArray[np.float32]:
    """A smooth random field between low and high, as a lamp or a big soft shadow makes it."""
    cells = int(rng.integers(2, 5))
    small = rng.uniform(low, high, (cells, cells)).astype(np.float32)
    return cv2.resize(small, (width, height), interpolation=cv2.INTER_LINEAR).astype(np.float32)


def _light(rng: np.random.Generator, image: Image, strength: float) -> Image:
    depth = 0.55 * strength * rng.random()
    field = _smooth_field(rng, image.shape[0], image.shape[1], low=1 - depth, high=1 + 0.3 * depth)
    if rng.random() < 0.3:  # a hard edge: the shadow of a hand, a phone, a lamp shade
        corner = rng.uniform(0, 1, (4, 2)) * image.shape[1::-1]
        hull = cv2.convexHull(corner.astype(np.float32)).astype(np.int32)
        shade = np.ones(field.shape, np.float32)
        cv2.fillConvexPoly(shade, hull, float(rng.uniform(0.45, 0.85)))
        field = field * cv2.blur(shade, (int(rng.integers(3, 31)),) * 2)
    return cv2.multiply(image, cv2.merge([field] * 3), dtype=cv2.CV_8U).astype(np.uint8)


def _glare(rng: np.random.Generator, image: Image) -> Image:
    height, width = image.shape[:2]
    spot = np.zeros((40, 40), np.float32)
    centre = (int(rng.integers(40)), int(rng.integers(40)))
    cv2.ellipse(spot, centre, (int(rng.integers(2, 10)), int(rng.integers(2, 6))), float(rng.uniform(0, 180)),
                0, 360, float(rng.uniform(60, 200)), -1)  # fmt: skip
    glow = cv2.resize(cv2.GaussianBlur(spot, (0, 0), 2.5), (width, height))
    return cv2.add(image, cv2.merge([glow] * 3), dtype=cv2.CV_8U).astype(np.uint8)


def _blur(rng: np.random.Generator, image: Image) -> Image:
    kind = rng.integers(3)
    if kind == 0:
        return cv2.GaussianBlur(image, (0, 0), float(rng.uniform(0.4, 1.5))).astype(np.uint8)
    if kind == 1:  # motion
        size = int(rng.integers(3, 8))
        kernel = np.zeros((size, size), np.float32)
        angle = rng.uniform(0, np.pi)
        reach = np.array([np.cos(angle), np.sin(angle)]) * size / 2
        middle = np.array([size / 2, size / 2])
        start, end = (middle - reach).astype(int), (middle + reach).astype(int)
        cv2.line(kernel, (int(start[0]), int(start[1])), (int(end[0]), int(end[1])), 1.0)
        return cv2.filter2D(image, -1, kernel / max(float(kernel.sum()), 1.0)).astype(np.uint8)
    factor = float(rng.uniform(0.5, 0.9))  # a small picture blown up
    small = cv2.resize(image, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    return cv2.resize(small, image.shape[1::-1], interpolation=cv2.INTER_LINEAR).astype(np.uint8)


def _tone(rng: np.random.Generator, image: Image, strength: float) -> Image:
    """Exposure, contrast, saturation and a cast, in one table per channel."""
    ramp = np.arange(256, dtype=np.float32) / 255
    gamma = float(np.exp(rng.normal(0, 0.22 * strength)))
    gain = float(np.exp(rng.normal(0, 0.18 * strength)))
    if rng.random() < 0.06 * strength:  # a dim room
        gain *= float(rng.uniform(0.3, 0.6))
    cast = np.exp(rng.normal(0, 0.07 * strength, 3))
    if rng.random() < 0.1 * strength:  # a warm lamp without white balance
        warmth = rng.uniform(0.1, 0.35)
        cast = cast * np.array([1 + warmth * 0.4, 1.0, 1 - warmth])
    lift = rng.uniform(0, 0.08) * strength
    tables = [((ramp**gamma) * gain * c * (1 - lift) + lift) * 255 for c in cast]
    table = np.stack(tables, axis=-1).clip(0, 255).astype(np.uint8).reshape(1, 256, 3)
    toned = cv2.LUT(image, table)
    if rng.random() < 0.3 * strength:
        grey = cv2.cvtColor(cv2.cvtColor(toned, cv2.COLOR_RGB2GRAY), cv2.COLOR_GRAY2RGB)
        amount = float(rng.uniform(0.3, 1.5)) if rng.random() < 0.9 else 0.0
        toned = cv2.addWeighted(toned, amount, grey, 1 - amount, 0)
    return toned.astype(np.uint8)


def _jpeg(rng: np.random.Generator, image: Image) -> Image:
    quality = int(rng.integers(25, 85))
    _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
