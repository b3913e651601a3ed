"""Photos as files that are named by the hash of their content.

A photo is stored as what a person saw: upright, full size, encoded once more as a JPEG. That costs the file's own
bytes and saves much: no place, time, camera, thumbnail or trailing video can come along, boxes of the reading are
in pixels of the very file, and every browser shows it, a HEIC from a phone included.

A file is written under ``incoming/`` while the database transaction that will name it is open, and moved to its
place when that is committed. After a crash a file in ``incoming/`` therefore either has a row, and is moved, or has
none, and nobody was told that it was saved. Files in their place are never deleted.
"""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from records.canonical import digest
from records.errors import RecordsError
from vision.photo import Photo

QUALITY = 92
"""JPEG quality of stored photos: no loss that a tile's face would show."""

_HASH = re.compile("[0-9a-f]{64}")


@dataclass(frozen=True)
class CleanPhoto:
    """A photo ready to be stored: upright pixels and nothing else.

    Attributes:
        sha256: of ``jpeg``; the photo's name from here on.
        upload_sha256: of the bytes as they came.
        width: in pixels.
        height: in pixels.
        jpeg: the file.
    """

    sha256: str
    upload_sha256: str
    width: int
    height: int
    jpeg: bytes = field(repr=False)


def clean(photo: Photo) -> CleanPhoto:
    """The photo without anything but its pixels."""
    jpeg = photo.jpeg(quality=QUALITY)
    return CleanPhoto(digest(jpeg), photo.sha256, photo.width, photo.height, jpeg)


class PhotoFolder:
    """The files of all photos.

    Args:
        folder: the data folder; ``photos/`` is made in it.
    """

    def __init__(self, folder: Path) -> None:
        self.place = folder / "photos"
        self.incoming = self.place / "incoming"
        self.incoming.mkdir(parents=True, exist_ok=True)

    def receive(self, photo: CleanPhoto) -> Path:
        """Writes a photo under ``incoming/`` so that it survives a power cut; returns the file."""
        path = self.incoming / f"{photo.sha256}.{secrets.token_hex(8)}.jpg"
        try:
            with path.open("xb") as file:
                file.write(photo.jpeg)
                file.flush()
                os.fsync(file.fileno())
            _sync_folder(self.incoming)
        except OSError:
            path.unlink(missing_ok=True)
            raise
        return path

    def settle(self, paths: Iterable[Path]) -> None:
        """Moves received photos, whose rows are committed, to their place."""
        for path in paths:
            try:
                path.replace(self._path(_hash_of(path)))
            except FileNotFoundError:
                # Another process opened the records in between and has moved it.
                continue
        _sync_folder(self.place)

    def discard(self, paths: Iterable[Path]) -> None:
        """Deletes received photos whose transaction failed."""
        for path in paths:
            path.unlink(missing_ok=True)

    def read(self, sha256: str) -> bytes:
        """The JPEG.

        Raises:
            RecordsError: when there is no such photo, or its file is gone, damaged, or cannot be read.
        """
        if not _HASH.fullmatch(sha256):
            raise _no_photo(sha256)
        # One that is committed and not yet moved still lies in incoming, and may be moved while we look.
        for path in (self._path(sha256), *self.incoming.glob(f"{sha256}.*.jpg"), self._path(sha256)):
            try:
                data = path.read_bytes()
            except FileNotFoundError:
                continue
            except OSError as error:
                raise RecordsError(
                    "E_RECORDS_DISK",
                    f"photo {sha256[:12]} cannot be read ({error.strerror}): does the disk answer?",
                    f"照片 {sha256[:12]} 读不出来（{error.strerror}）：磁盘正常吗？",
                ) from error
            if digest(data) == sha256:
                return data
        raise _no_photo(sha256)

    def sweep(self, known: set[str]) -> None:
        """Tidies ``incoming/`` after a crash; no save may be under way.

        Args:
            known: hashes of all photos that have a row.
        """
        for path in self.incoming.iterdir():
            sha256 = _hash_of(path)
            wanted = sha256 in known and not self._path(sha256).exists()
            if wanted and digest(path.read_bytes()) == sha256:
                self.settle((path,))
            else:
                path.unlink(missing_ok=True)

    def stored(self) -> set[str]:
        """Hashes of the files in their place."""
        return {path.stem for path in self.place.glob("*.jpg")}

    def _path(self, sha256: str) -> Path:
        return self.place / f"{sha256}.jpg"


def _hash_of(path: Path) -> str:
    return path.name.partition(".")[0]


def _sync_folder(folder: Path) -> None:
    """Makes new names in a folder survive a power cut."""
    if os.name == "nt":  # Windows has no handle of a folder to sync.
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _no_photo(sha256: str) -> RecordsError:
    return RecordsError(
        "E_RECORDS_PHOTO",
        f"photo {sha256[:12]} is not in the data folder; restore its photos from a copy",
        f"数据文件夹里没有照片 {sha256[:12]}；请用备份恢复",
    )
