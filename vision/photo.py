"""Photo bytes to upright RGB pixels, once, at the door.

Whatever the file says about orientation, colour or place is applied or dropped here; the rest of Hule sees
pixels alone.
"""

from __future__ import annotations

import hashlib
import io
import time
import warnings
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageOps, UnidentifiedImageError

from scoring.errors import CodedError

FORMATS = ("JPEG", "PNG", "WEBP", "BMP")
"""Formats that Pillow itself decodes; HEIC/HEIF is added when such a file comes."""

MAX_MEGAPIXELS = 80
"""Largest photo accepted: above what phones save by default, and 240 MB of pixels in memory."""

MAX_MEGABYTES = 100
"""Largest file accepted."""

PREVIEW_SIDE = 1280
"""The preview's long side is at least this (or the photo's own, where that is smaller)."""

# Every size is checked below before a pixel is decoded, with a message of our own.
warnings.filterwarnings("ignore", category=Image.DecompressionBombWarning)


@dataclass(frozen=True, eq=False)
class Photo:
    """An upright photo.

    A phone's 12 megapixels cost 0.1 s to decode, and the first look needs only a few hundred pixels a side:
    the preview is decoded at once (a JPEG can be decoded at a half, a quarter, an eighth), the full pixels
    when they are first asked for.

    Attributes:
        name: the path or file name it came by, for messages.
        sha256: of the bytes as they came, hexadecimal.
        width: in pixels, upright.
        height: in pixels, upright.
        preview: uint8 array (h, w, 3), RGB, upright: the photo, or a reduced one with the same sides' ratio.
        decode_ms: milliseconds that opening and the preview took.
    """

    name: str
    sha256: str
    width: int
    height: int
    preview: NDArray[np.uint8] = field(repr=False)
    decode_ms: float
    _data: bytes = field(repr=False)

    @cached_property
    def pixels(self) -> NDArray[np.uint8]:
        """The full photo: uint8 array (height, width, 3), RGB, upright; not to be written to."""
        if self.preview.shape[:2] == (self.height, self.width):
            return self.preview
        with _open(self._data) as image:
            return _upright_rgb(image)

    def jpeg(self, long_side: int | None = None, quality: int = 90) -> bytes:
        """The upright photo as a JPEG without any metadata: no place, no time, no camera.

        Args:
            long_side: shrink to this many pixels; default: full size.
            quality: 1 to 95.
        """
        image = Image.fromarray(self.pixels)
        if long_side is not None:
            image.thumbnail((long_side, long_side))
        stream = io.BytesIO()
        image.save(stream, "JPEG", quality=quality)
        return stream.getvalue()


class PhotoError(CodedError):
    """A photo that cannot be read, ``E_PHOTO_…``."""


def load_photo(source: str | Path | bytes, name: str | None = None) -> Photo:
    """Reads a photo from a path or from bytes.

    Args:
        source: a path, or the bytes of the file.
        name: what to call it; default: the path, or ``photo``.

    Raises:
        PhotoError: when there is no such file, or it is no picture of an accepted format, is damaged, empty
            or too large.
    """
    started = time.perf_counter()
    name = name or ("photo" if isinstance(source, bytes) else str(source))
    data = source if isinstance(source, bytes) else _read_file(Path(source), name)
    if not data:
        raise PhotoError("E_PHOTO_EMPTY", f"{name} is empty: send it again", f"{name} 是空文件：请重传")
    try:
        with _open(data) as image:
            width, height = _upright_size(image)
            _check_size(width, height, name)
            # Only a JPEG has reduced decoding; for other formats this does nothing.
            image.draft("RGB", (PREVIEW_SIDE, max(1, PREVIEW_SIDE * min(image.size) // max(image.size))))
            preview = _upright_rgb(image)
    except Image.DecompressionBombError as error:
        raise _too_large(name, *_MOST_PIXELS) from error
    except UnidentifiedImageError as error:
        raise _not_a_picture(name) from error
    except (OSError, SyntaxError, ValueError, EOFError, IndexError, MemoryError) as error:
        # What Pillow and its decoders raise on bytes that stop early or contradict themselves.
        raise PhotoError(
            "E_PHOTO_DAMAGED",
            f"{name} is damaged or was cut short: take or send it again",
            f"{name} 已损坏或不完整：请重拍或重传",
        ) from error
    spent = (time.perf_counter() - started) * 1000
    return Photo(name, hashlib.sha256(data).hexdigest(), width, height, preview, spent, data)


def _read_file(path: Path, name: str) -> bytes:
    try:
        if path.stat().st_size > MAX_MEGABYTES * 1_000_000:
            raise _too_large(name, f"{MAX_MEGABYTES} MB", f"{MAX_MEGABYTES} MB")
        return path.read_bytes()
    except FileNotFoundError as error:
        raise PhotoError("E_PHOTO_MISSING", f"there is no file {name}", f"没有文件 {name}") from error
    except IsADirectoryError as error:
        raise PhotoError(
            "E_PHOTO_FOLDER", f"{name} is a folder: name the photos in it", f"{name} 是文件夹：请选照片"
        ) from error
    except OSError as error:
        raise PhotoError(
            "E_PHOTO_UNREADABLE", f"{name} cannot be opened ({error.strerror})", f"无法打开 {name}"
        ) from error


def _check_size(width: int, height: int, name: str) -> None:
    if width * height > MAX_MEGAPIXELS * 1_000_000:
        raise _too_large(f"{name} ({width}×{height})", *_MOST_PIXELS)


_MOST_PIXELS = (f"{MAX_MEGAPIXELS} megapixels", f"{MAX_MEGAPIXELS} 百万像素")


def _too_large(name: str, most: str, most_zh: str) -> PhotoError:
    return PhotoError(
        "E_PHOTO_TOO_LARGE",
        f"{name} is too large: at most {most}: shrink it",
        f"{name} 太大：最多 {most_zh}，请先缩小",
    )


def _not_a_picture(name: str) -> PhotoError:
    return PhotoError(
        "E_PHOTO_FORMAT",
        f"{name} is no picture that can be read: send a JPEG, PNG, WebP, BMP or HEIC",
        f"{name} 不是能识别的图片：请用 JPEG、PNG、WebP、BMP 或 HEIC",
    )


def _open(data: bytes) -> Image.Image:
    """The picture, its pixels not yet decoded."""
    if data[4:8] != b"ftyp":
        return Image.open(io.BytesIO(data), formats=FORMATS)
    # HEIF. Imported only for such files: it loads a video decoder.
    from pillow_heif import register_heif_opener

    register_heif_opener()
    return Image.open(io.BytesIO(data), formats=("HEIF",))


def _upright_size(image: Image.Image) -> tuple[int, int]:
    """Width and height after the EXIF orientation is applied (5 to 8 are quarter turns)."""
    width, height = image.size
    turned = image.getexif().get(0x0112, 1) in (5, 6, 7, 8)
    return (height, width) if turned else (width, height)


def _upright_rgb(image: Image.Image) -> NDArray[np.uint8]:
    """Decodes the first frame: upright, eight bits, alpha laid on white.

    A photo's pixels are many: they are copied only where something must change.
    """
    ImageOps.exif_transpose(image, in_place=True)
    if image.mode.startswith("I") or image.mode == "F":
        # 16 bits of grey: keep the upper eight, Pillow's own conversion would clip.
        grey = np.asarray(image).astype(np.float64)
        return np.repeat((grey / 257).clip(0, 255).astype(np.uint8)[:, :, None], 3, axis=2)
    if image.has_transparency_data:
        rgba = image.convert("RGBA")
        image = Image.new("RGBA", rgba.size, "white")
        image.alpha_composite(rgba)
    return np.asarray(image if image.mode == "RGB" else image.convert("RGB"))
