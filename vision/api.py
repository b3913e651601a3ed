"""The front door of reading: photo bytes in, a :class:`~vision.reading.Reading` out.

>>> reading = read_photo(load_photo("hand.jpg"))  # doctest: +SKIP
>>> reading.hand.to_json()["concealed"]  # doctest: +SKIP
'123m 456p 789p 7s'
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from vision.photo import Photo, PhotoError, load_photo
from vision.reading import Reading

if TYPE_CHECKING:
    from vision.detector import Detector

__all__ = ["Photo", "PhotoError", "Reading", "load_photo", "read_photo"]


def read_photo(photo: Photo, detector: Detector | None = None) -> Reading:
    """Finds the tiles of a photo and lays them out as hands.

    Args:
        photo: from :func:`load_photo`.
        detector: the model to read with; default: Hule's own, or the one that ``HULE_MODEL`` names.

    Raises:
        vision.detector.ModelError: when the model file is missing or is no detector of 43 classes.
    """
    raise NotImplementedError


def read_file(path: str | Path) -> Reading:
    """:func:`load_photo` and :func:`read_photo` in one go."""
    return read_photo(load_photo(path))
