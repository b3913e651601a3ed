"""Photos at the door: every format comes out upright in eight-bit RGB, every bad file says what is wrong."""

from __future__ import annotations

import io
import struct
import zlib
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from vision.photo import MAX_MEGAPIXELS, PREVIEW_SIDE, PhotoError, load_photo

ORIENTATION = 0x0112
pytestmark = pytest.mark.filterwarnings("ignore::PIL.Image.DecompressionBombWarning")
RED, BLUE = (220, 30, 30), (30, 30, 220)


def two_halves(width: int = 60, height: int = 40) -> Image.Image:
    """Red on the left, blue on the right."""
    image = Image.new("RGB", (width, height), RED)
    image.paste(BLUE, (width // 2, 0, width, height))
    return image


def encode(image: Image.Image, file_format: str, **options: object) -> bytes:
    """The bytes of a file in this format."""
    stream = io.BytesIO()
    image.save(stream, file_format, **options)
    return stream.getvalue()


def close(pixel: np.ndarray, colour: tuple[int, int, int]) -> bool:
    """Whether a pixel has this colour, but for the losses of compression."""
    return bool(np.abs(pixel.astype(int) - colour).max() < 30)


@pytest.mark.parametrize("file_format", ["JPEG", "PNG", "WEBP", "BMP", "HEIF"])
def test_every_accepted_format_gives_the_same_pixels(file_format: str) -> None:
    """JPEG, PNG, WebP, BMP and HEIC decode to RGB of the right size and colours."""
    if file_format == "HEIF":
        from pillow_heif import register_heif_opener

        register_heif_opener()
    photo = load_photo(encode(two_halves(), file_format))
    assert (photo.width, photo.height) == (60, 40)
    assert photo.pixels.shape == (40, 60, 3)
    assert photo.pixels.dtype == np.uint8
    assert close(photo.pixels[20, 10], RED)
    assert close(photo.pixels[20, 50], BLUE)


@pytest.mark.parametrize(
    ("orientation", "size", "red_at"),
    [(1, (60, 40), (20, 10)), (3, (60, 40), (20, 50)), (6, (40, 60), (10, 20)), (8, (40, 60), (50, 20))],
)
def test_exif_orientation_is_applied_once(orientation: int, size: tuple[int, int], red_at: tuple[int, int]) -> None:
    """A phone's turned picture comes out upright, in preview, pixels, width and height alike."""
    exif = Image.Exif()
    exif[ORIENTATION] = orientation
    photo = load_photo(encode(two_halves(), "JPEG", exif=exif))
    assert (photo.width, photo.height) == size
    assert close(photo.pixels[red_at], RED)
    assert close(photo.preview[red_at], RED)


def test_large_jpeg_has_a_small_preview_and_full_pixels() -> None:
    """A 12-megapixel JPEG is decoded reduced for the first look and whole when asked."""
    exif = Image.Exif()
    exif[ORIENTATION] = 6
    photo = load_photo(encode(two_halves(4032, 3024), "JPEG", exif=exif))
    assert (photo.width, photo.height) == (3024, 4032)
    assert PREVIEW_SIDE <= max(photo.preview.shape) < 4032
    assert photo.pixels.shape == (4032, 3024, 3)
    assert close(photo.pixels[100, 100], RED)


def test_place_and_time_do_not_survive() -> None:
    """What is saved of a photo carries no EXIF, so no place where it was taken."""
    exif = Image.Exif()
    exif.get_ifd(0x8825)[1] = "N"
    exif.get_ifd(0x8825)[2] = (29.0, 33.0, 0.0)
    exif[0x0132] = "2026:01:01 00:00:00"
    data = encode(two_halves(), "JPEG", exif=exif)
    assert Image.open(io.BytesIO(data)).getexif().get_ifd(0x8825), "the test photo should carry a place"
    saved = Image.open(io.BytesIO(load_photo(data).jpeg()))
    assert not dict(saved.getexif())
    assert saved.size == (60, 40)


def test_sixteen_bit_grey_keeps_its_shades() -> None:
    """A 16-bit picture is scaled to eight bits, not clipped to white."""
    shades = np.array([[0, 0x8000], [0x4000, 0xFFFF]], dtype=np.uint16).repeat(16, 0).repeat(16, 1)
    photo = load_photo(encode(Image.fromarray(shades), "PNG"))
    assert photo.pixels[0, 0].tolist() == [0, 0, 0]
    assert abs(int(photo.pixels[0, 31, 0]) - 127) <= 1
    assert abs(int(photo.pixels[31, 0, 0]) - 63) <= 1
    assert photo.pixels[31, 31].tolist() == [255, 255, 255]


@pytest.mark.parametrize("mode", ["RGBA", "LA", "P"])
def test_transparent_pixels_lie_on_white(mode: str) -> None:
    """Alpha of any kind is laid on white rather than on whatever colour hides below."""
    image = Image.new("RGBA", (20, 20), (0, 0, 0, 0))
    image.paste((0, 0, 0, 255), (10, 0, 20, 20))
    if mode == "P":
        image = image.quantize(4)
    photo = load_photo(encode(image.convert(mode) if mode != "P" else image, "PNG"))
    assert photo.pixels[10, 2].tolist() == [255, 255, 255]
    assert photo.pixels[10, 17].max() < 10


@pytest.mark.parametrize(("mode", "file_format"), [("L", "PNG"), ("CMYK", "JPEG"), ("1", "PNG"), ("P", "PNG")])
def test_other_colour_modes_become_rgb(mode: str, file_format: str) -> None:
    """Grey, CMYK, bilevel and palette pictures give three channels."""
    photo = load_photo(encode(Image.new("RGB", (24, 24), "white").convert(mode), file_format))
    assert photo.pixels.shape == (24, 24, 3)
    assert photo.pixels.min() > 240


def test_animation_gives_its_first_frame() -> None:
    """Of an animated WebP the first frame is read."""
    frames = [Image.new("RGB", (32, 32), RED), Image.new("RGB", (32, 32), BLUE)]
    photo = load_photo(encode(frames[0], "WEBP", save_all=True, append_images=frames[1:], lossless=True))
    assert close(photo.pixels[16, 16], RED)


def test_hash_is_of_the_bytes(tmp_path: Path) -> None:
    """The same file by path and by bytes has one hash, another file another."""
    data = encode(two_halves(), "PNG")
    path = tmp_path / "手牌.png"
    path.write_bytes(data)
    assert load_photo(path).sha256 == load_photo(data).sha256
    assert load_photo(path).name == str(path)
    assert load_photo(data).sha256 != load_photo(encode(two_halves(62), "PNG")).sha256


def huge_png(side: int = 10_000) -> bytes:
    """A PNG of 100 megapixels or more that is only a few kilobytes long."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    header = struct.pack(">IIBBBBB", side, side, 1, 0, 0, 0, 0)
    rows = zlib.compress(bytes(side // 8 + 1) * side, 9)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


BAD_FILES = {
    "E_PHOTO_EMPTY": b"",
    "E_PHOTO_FORMAT": b"this is a shopping list, not a photo\n" * 20,
    "E_PHOTO_TOO_LARGE": huge_png(),
    "E_PHOTO_DAMAGED": encode(two_halves(600, 400), "JPEG")[:1500],
}


@pytest.mark.parametrize("code", BAD_FILES)
def test_bad_files_say_what_is_wrong(code: str, tmp_path: Path) -> None:
    """Each kind of bad file has its own code and a message in both languages that names the file."""
    path = tmp_path / "photo.jpg"
    path.write_bytes(BAD_FILES[code])
    with pytest.raises(PhotoError) as caught:
        load_photo(path)
    assert caught.value.code == code
    assert "photo.jpg" in caught.value.message
    assert "photo.jpg" in caught.value.message_zh
    assert caught.value.to_json().keys() == {"code", "message", "message_zh"}


def test_too_large_names_the_limit_and_the_size() -> None:
    """The message of a 100-megapixel picture tells its size and what is allowed."""
    with pytest.raises(PhotoError, match=f"at most {MAX_MEGAPIXELS} megapixels: "):
        load_photo(huge_png(20_000), "bomb.png")
    with pytest.raises(PhotoError, match=rf"10000×10000.*{MAX_MEGAPIXELS} megapixels"):
        load_photo(huge_png())


@pytest.mark.parametrize("file_format", ["JPEG", "PNG", "WEBP", "HEIF"])
@pytest.mark.parametrize("share", [0.1, 0.5, 0.9])
def test_cut_files_never_pass_and_never_crash(file_format: str, share: float) -> None:
    """A file that stops early is an error with a code, wherever it stops."""
    if file_format == "HEIF":
        from pillow_heif import register_heif_opener

        register_heif_opener()
    noise = np.random.default_rng(1).integers(0, 255, (80, 80, 3), dtype=np.uint8)
    data = encode(Image.fromarray(noise), file_format)
    with pytest.raises(PhotoError) as caught:
        load_photo(data[: int(len(data) * share)])
    assert caught.value.code in {"E_PHOTO_DAMAGED", "E_PHOTO_FORMAT"}


def test_missing_file_and_folder(tmp_path: Path) -> None:
    """A path that is not there, and a folder, are told apart."""
    with pytest.raises(PhotoError) as missing:
        load_photo(tmp_path / "nothing.jpg")
    with pytest.raises(PhotoError) as folder:
        load_photo(tmp_path)
    assert (missing.value.code, folder.value.code) == ("E_PHOTO_MISSING", "E_PHOTO_FOLDER")
