"""What reading a photo costs."""

from __future__ import annotations

import io
import sys

import pytest
from PIL import Image

from vision.bench import SAMPLES, SIZE, far_hand, peak_memory

MOST_MEGABYTES = 400


@pytest.mark.skipif(sys.platform != "linux", reason="memory is told on Linux only")
def test_a_far_hand_in_twelve_megapixels_takes_little_memory() -> None:
    """A small server reads the largest photos of a phone, those that must be decoded in full as well."""
    stream = io.BytesIO()
    Image.open(min(SAMPLES.glob("*.jpg"))).convert("RGB").resize(SIZE).save(stream, "JPEG")
    assert 50 < peak_memory([far_hand(stream.getvalue())]) < MOST_MEGABYTES
