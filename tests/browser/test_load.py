"""A full table house: twenty phones on one server."""

import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from PIL import Image

from tests.browser.test_snap import SAMPLES, posted, saved_as_jpeg

pytestmark = pytest.mark.slow


def test_twenty_phones_at_once(address: str) -> None:
    """Twenty photos sent in one moment are all stored and read; the slowest is reported."""
    photos = sorted(SAMPLES.glob("*.jpg"))
    pictures = [Image.open(photos[number % len(photos)]) for number in range(20)]
    # Another quality makes another photo of each.
    sent = [saved_as_jpeg(picture, quality=70 + number) for number, picture in enumerate(pictures)]

    def send(data: bytes) -> tuple[float, int, int]:
        begun = time.perf_counter()
        status, answer = posted(address, data)
        return time.perf_counter() - begun, status, int(str(answer.get("tiles") or 0))

    with ThreadPoolExecutor(20) as phones:
        answers = list(phones.map(send, sent))
    assert {status for _, status, _ in answers} == {201}
    assert all(tiles > 0 for _, _, tiles in answers)
    print(f"\nslowest of twenty photos sent at once: {max(took for took, _, _ in answers):.1f} s")
