"""Temperatures: overconfident readers are softened to what they get right."""

from __future__ import annotations

import numpy as np
import pytest

from vision.calibrate import Sample, cross_validated, fit
from vision.detector import soften
from vision.reliability import calibration_error, reliability


def overconfident(count: int = 4000, temperature: float = 2.0) -> Sample:
    """Tiles whose true chances are the confidences softened by a temperature, in four groups."""
    rng = np.random.default_rng(5)
    confidences = rng.uniform(0.3, 0.999, count).astype(np.float32)
    right = rng.random(count) < soften(confidences, temperature)
    return Sample(confidences, right, np.arange(count) % 4)


def test_the_temperature_is_found_again() -> None:
    """Fitting returns the temperature that the tiles were drawn with."""
    sample = overconfident()
    assert fit(sample.confidences, sample.right) == pytest.approx(2.0, rel=0.15)


def test_softening_mends_the_calibration_error() -> None:
    """Cross-validated confidences agree with the share of right tiles far better than raw ones."""
    sample = overconfident()
    raw = calibration_error(reliability(sample.confidences, sample.right))
    assert calibration_error(reliability(cross_validated(sample), sample.right)) < raw / 3


def test_reliability_counts_every_tile_once() -> None:
    """The bins of the table hold all tiles, a confidence of 1 included."""
    confidences = np.array([0.31, 0.35, 0.92, 1.0], dtype=np.float32)
    bins = reliability(confidences, np.array([True, False, True, True]))
    assert [(round(b.edge, 1), b.right, b.tiles) for b in bins] == [(0.3, 0.5, 2), (0.9, 1.0, 2)]


def test_temperature_one_changes_nothing() -> None:
    """Scores survive softening by 1, and never leave 0 to 1."""
    scores = np.array([0.0, 0.2, 0.9, 1.0], dtype=np.float32)
    assert soften(scores, 1.0) == pytest.approx(scores, abs=1e-5)
    assert (soften(scores, 3.0) <= 1).all()
