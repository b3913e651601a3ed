"""What a picture file says of itself, without decoding a pixel."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from PIL import Image

from vision.dataset.splits import DatasetError

_ORIENTATION = 0x0112
_QUARTER_TURNS = (5, 6, 7, 8)


@dataclass(frozen=True, slots=True)
class Header:
    """Size and orientation of a picture.

    Attributes:
        width: in pixels, upright.
        height: in pixels, upright.
        orientation: how it is stored turned, by EXIF: 1 upright, 2 to 8 mirrored or turned. HEIC is always
            upright.
    """

    width: int
    height: int
    orientation: int

    @property
    def quarter_turned(self) -> bool:
        """Whether width and height are stored the other way round."""
        return self.orientation in _QUARTER_TURNS


def read_header(path: Path) -> Header:
    """Reads the head of a picture file.

    Raises:
        DatasetError: when it is no picture.
    """
    if path.suffix.lower() in (".heic", ".heif"):
        from pillow_heif import register_heif_opener  # loads a video decoder

        register_heif_opener()
    try:
        with Image.open(path) as image:
            width, height = image.size
            orientation = int(image.getexif().get(_ORIENTATION, 1))
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError) as error:
        raise DatasetError(
            f"{path} is no picture that can be read; see hule dataset check",
            f"{path} 不是能识别的图片；请用 hule dataset check 检查",
        ) from error
    turned = orientation in _QUARTER_TURNS
    return Header(*((height, width) if turned else (width, height)), orientation)
