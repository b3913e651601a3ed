"""Photo bytes to upright RGB pixels, once, at the door.

Whatever the file says about orientation, colour or place is applied or dropped here; the rest of Hule sees
pixels alone.
"""

from __future__ import annotations

import hashlib
import io
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageOps, UnidentifiedImageError

FORMATS = ("JPEG", "MPO", "PNG", "WEBP", "BMP", "HEIF", "AVIF")
"""Formats accepted, as Pillow names them; an MPO is a JPEG with a second picture behind it."""

MAX_PIXELS = 80_000_000
"""Largest photo accepted: no phone saves more by itself, and 80 megapixels take 240 MB in memory."""

MAX_BYTES = 100_000_000
"""Largest file accepted."""


@dataclass(frozen=True, eq=False)
class Photo:
    """An upright photo.

    Attributes:
        name: the path or file name it came by, for messages.
        pixels: uint8 array (height, width, 3), RGB, EXIF orientation applied; read-only.
        sha256: of the bytes as they came, hexadecimal.
        decode_ms: milliseconds that decoding took.
    """

    name: str
    pixels: NDArray[np.uint8] = field(repr=False)
    sha256: str
    decode_ms: float = 0.0

    @property
    def width(self) -> int:
        """In pixels, upright."""
        return int(self.pixels.shape[1])

    @property
    def height(self) -> int:
        """In pixels, upright."""
        return int(self.pixels.shape[0])


class PhotoError(Exception):
    """A photo that cannot be read.

    Attributes:
        code: a fixed name, ``E_PHOTO_…``.
        message: what is wrong and what to do, in English.
        message_zh: the same in Chinese.
    """

    def __init__(self, code: str, message: str, message_zh: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.message_zh = message_zh

    def to_json(self) -> dict[str, str]:
        """The error in the form of the contract."""
        return {"code": self.code, "message": self.message, "message_zh": self.message_zh}


def load_photo(source: str | Path | bytes, name: str | None = None) -> Photo:
    """Reads a photo from a path or from bytes.

    Args:
        source: a path, or the bytes of the file.
        name: what to call it; default: the path, or ``photo``.

    Raises:
        PhotoError: when there is no such file, or it is no picture of an accepted format, is damaged, empty
            or too large.
    """
    raise NotImplementedError
