"""The light of a picture."""

from __future__ import annotations

import cv2
import numpy as np

from vision.light import Light, light_of


def board(low: int, high: int, size: tuple[int, int] = (480, 640)) -> np.ndarray:
    """A chess board of two grey levels."""
    squares = (np.indices(size) // 40).sum(axis=0) % 2
    return np.repeat(np.where(squares, high, low).astype(np.uint8)[..., None], 3, axis=2)


def test_brightness_and_contrast_are_mean_and_spread() -> None:
    """Of half black and half grey the mean is the middle, the spread half the distance."""
    light = light_of(board(20, 120))
    assert (round(light.brightness), round(light.contrast)) == (70, 50)
    assert (light.bins()["brightness"], light.bins()["contrast"]) == ("dark", "medium")


def test_a_blurred_picture_is_less_sharp() -> None:
    """Blurring moves a picture to the lowest bin of sharpness."""
    sharp = board(20, 220)
    blurred = cv2.GaussianBlur(sharp, (0, 0), 6)
    assert light_of(sharp).bins()["sharpness"] == "sharp"
    assert light_of(blurred).bins()["sharpness"] == "blurred"


def test_size_hardly_matters() -> None:
    """The same picture, twice as large, is as bright and as rich in contrast."""
    small = light_of(board(20, 220))
    large = light_of(cv2.resize(board(20, 220), None, fx=2, fy=2, interpolation=cv2.INTER_NEAREST))
    assert (round(small.brightness), round(small.contrast)) == (round(large.brightness), round(large.contrast))


def test_edges_of_the_bins_belong_to_the_upper_one() -> None:
    """A value on an edge is in the bin above it."""
    assert Light(90.0, 45.0, 300.0).bins() == dict.fromkeys(("brightness", "contrast", "sharpness"), "medium")
    assert Light(140.0, 65.0, 1200.0).bins() == {"brightness": "bright", "contrast": "rich", "sharpness": "sharp"}
