"""The photos in a folder, a zip or an upload.

A zip is read in memory, file by file: no name in it is ever used as a path, and nothing is unpacked to disk.
"""

from __future__ import annotations

import io
import lzma
import stat
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from records.errors import RecordsError
from vision.dataset.splits import PICTURES
from vision.photo import MAX_MEGABYTES, PhotoError

MAX_PHOTOS = 20_000
"""Photos that one folder or zip may hold."""

MAX_ZIP_GIGABYTES = 20
"""What the files of one zip may add up to."""

_LIMIT = MAX_MEGABYTES * 1_000_000

_DAMAGE = (zipfile.BadZipFile, zlib.error, lzma.LZMAError, NotImplementedError, EOFError, OSError, ValueError)
"""What Python raises for the ways in which a zip can be damaged, or packed by a method that it does not know."""


@dataclass(frozen=True)
class Arrival:
    """A file that may be a photo.

    Attributes:
        name: for people: its path in the folder or zip.
        session: the folder or zip that it lies in; photos of one session are alike.
        source: the folder or zip itself.
        read: gives its bytes.

    ``read`` raises :class:`vision.photo.PhotoError` where the file cannot be read or is too large.
    """

    name: str
    session: str
    source: str
    read: Callable[[], bytes] = field(repr=False, compare=False)


def find_photos(place: Path) -> tuple[Arrival, ...]:
    """The photos of a folder and all folders in it, of a zip, or one photo, in the order of names.

    Raises:
        RecordsError: when there is nothing there, no photo in it, or more than :data:`MAX_PHOTOS`.
    """
    if place.is_dir():
        found: Iterable[Arrival] = _in_folder(place)
    elif not place.exists():
        raise _refusal(f"there is no {place}", f"没有 {place}")
    elif zipfile.is_zipfile(place):
        found = _in_zip(place.name, place)
    else:
        found = _one_file(place)
    return _limited(found, str(place))


def uploaded_photos(name: str, data: bytes, session: str) -> tuple[Arrival, ...]:
    """The photos of an uploaded file: those in it where it is a zip, else itself.

    Args:
        name: as the browser sent it; of a file in a folder with the folders before it.
        data: the file.
        session: of a photo that lies in no folder.

    Raises:
        RecordsError: as :func:`find_photos`.
    """
    stream = io.BytesIO(data)
    if name.lower().endswith(".zip"):
        return _limited(_in_zip(name, stream), name)
    return (Arrival(name, _folder_of(name) or session, "upload", lambda: data),)


def _in_folder(folder: Path) -> Iterator[Arrival]:
    for path in sorted(folder.rglob("*")):
        inside = path.relative_to(folder)
        if path.suffix.lower() in PICTURES and path.is_file() and not _hidden(inside.as_posix()):
            session = (folder.resolve().name / inside.parent).as_posix()
            yield Arrival(inside.as_posix(), session, folder.resolve().name, _file_reader(path))


def _one_file(path: Path) -> Iterator[Arrival]:
    if path.suffix.lower() in PICTURES:
        session = path.resolve().parent.name
        yield Arrival(path.name, session, session, _file_reader(path))


def _file_reader(path: Path) -> Callable[[], bytes]:
    def read() -> bytes:
        try:
            with path.open("rb") as stream:
                return _within_limit(stream.read(_LIMIT + 1), str(path))
        except OSError as error:
            raise PhotoError(
                "E_PHOTO_UNREADABLE", f"{path} cannot be opened ({error.strerror})", f"无法打开 {path}"
            ) from error

    return read


def _in_zip(name: str, file: Path | io.BytesIO) -> Iterator[Arrival]:
    """The pictures in a zip; folders, links and what systems add for themselves are passed over."""
    try:
        archive = zipfile.ZipFile(file)
    except _DAMAGE as error:
        raise _refusal(f"{name} is no zip that can be opened: pack it again", f"{name} 打不开：请重新压缩") from error
    entries = sorted(archive.infolist(), key=lambda entry: entry.filename)
    if sum(entry.file_size for entry in entries) > MAX_ZIP_GIGABYTES * 1e9:
        raise _refusal(
            f"{name} holds more than {MAX_ZIP_GIGABYTES} GB: send it in parts",
            f"{name} 解开超过 {MAX_ZIP_GIGABYTES} GB：请分批上传",
        )
    title = PurePosixPath(name.replace("\\", "/")).stem
    for entry in entries:
        picture = PurePosixPath(entry.filename).suffix.lower() in PICTURES
        if picture and not entry.is_dir() and not _hidden(entry.filename) and not _is_link(entry):
            folder = _folder_of(entry.filename)
            session = f"{title}/{folder}" if folder else title
            yield Arrival(entry.filename, session, title, _reader(archive, entry))


def _reader(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> Callable[[], bytes]:
    def read() -> bytes:
        try:
            # What a zip says of the size of a file may be a lie: no more than the limit is ever unpacked.
            with archive.open(entry) as stream:
                return _within_limit(stream.read(_LIMIT + 1), entry.filename)
        except _DAMAGE as error:
            raise PhotoError(
                "E_PHOTO_DAMAGED",
                f"{entry.filename} is damaged in the zip or packed in a rare way: pack it again",
                f"压缩包里的 {entry.filename} 已损坏或压缩方式少见：请重新压缩",
            ) from error
        except RuntimeError as error:
            raise PhotoError(
                "E_PHOTO_LOCKED",
                f"{entry.filename} is locked with a password: pack it without one",
                f"{entry.filename} 有密码保护：请不加密再压缩",
            ) from error

    return read


def _within_limit(data: bytes, name: str) -> bytes:
    if len(data) > _LIMIT:
        raise PhotoError(
            "E_PHOTO_TOO_LARGE",
            f"{name} is larger than {MAX_MEGABYTES} MB: shrink it",
            f"{name} 超过 {MAX_MEGABYTES} MB：请先缩小",
        )
    return data


def _is_link(entry: zipfile.ZipInfo) -> bool:
    return stat.S_ISLNK(entry.external_attr >> 16)


def _hidden(name: str) -> bool:
    """Whether it is a file that a system made for itself: ``__MACOSX/._a.jpg``, ``.thumbnails/a.jpg``."""
    return any(part.startswith(".") or part == "__MACOSX" for part in PurePosixPath(name).parts)


def _folder_of(name: str) -> str:
    """The folders before a file's name, without any step upwards; a title, never a path to open."""
    folders = PurePosixPath(name.replace("\\", "/")).parts[:-1]
    return "/".join(part for part in folders if part not in ("/", "..", "."))


def _limited(found: Iterable[Arrival], place: str) -> tuple[Arrival, ...]:
    arrivals: list[Arrival] = []
    for arrival in found:
        arrivals.append(arrival)
        if len(arrivals) > MAX_PHOTOS:
            raise _refusal(
                f"{place} has more than {MAX_PHOTOS} photos: take a part of it",
                f"{place} 超过 {MAX_PHOTOS} 张照片：请分批加入",
            )
    if not arrivals:
        raise _refusal(
            f"no photo in {place}: want JPEG, PNG, WebP, BMP or HEIC",
            f"{place} 里没有照片：请用 JPEG、PNG、WebP、BMP 或 HEIC",
        )
    return tuple(arrivals)


def _refusal(message: str, message_zh: str) -> RecordsError:
    return RecordsError("E_RECORDS_INTAKE", message, message_zh)
