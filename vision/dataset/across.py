"""Checks that compare each photo with all before it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from vision.dataset import findings as found
from vision.dataset.findings import Finding
from vision.dataset.tree import Entry

if TYPE_CHECKING:
    from vision.photo import Photo

ALIKE_BITS = 8
"""Pictures whose hashes differ in at most so many of 256 bits show the same: saved again, shrunk, brightened."""


class Groups:
    """Where each group of photos is, to find one in two splits."""

    def __init__(self) -> None:
        self._first: dict[str, dict[str, Path]] = {}

    def findings(self, entry: Entry) -> Iterator[Finding]:
        """Takes the next photo; tells, once for each pair of splits, that its group was in another."""
        if not entry.group:
            return
        known = self._first.setdefault(entry.group, {})
        if entry.part.name in known:
            return
        for split, first in known.items():
            yield Finding(found.GROUP_LEAKED, entry.path, other=first, facts={"group": entry.group, "split": split})
        known[entry.part.name] = entry.path


def difference_hash(pixels: NDArray[np.uint8]) -> NDArray[np.uint64]:
    """Perceptual hash (dHash) of a picture: whether each of 16 by 16 places is brighter than its left neighbour.

    Args:
        pixels: uint8 array (height, width, 3), RGB.

    Returns:
        256 bits as four numbers; pictures that look the same differ in few of them.
    """
    import cv2  # half of what check --labels-only would have to load

    grey = cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY)
    small = cv2.resize(grey, (17, 16), interpolation=cv2.INTER_AREA)
    return np.packbits(small[:, 1:] > small[:, :-1]).view(np.uint64)


class Likeness:
    """The hashes of all photos seen, to find one that comes again. Some 300 bytes a photo."""

    def __init__(self) -> None:
        self._seen: list[tuple[str, str]] = []
        self._hashes = np.zeros((1024, 4), dtype=np.uint64)
        self._files: dict[bytes, int] = {}

    def findings(self, entry: Entry, photo: Photo) -> Iterator[Finding]:
        """Takes the next photo; tells which earlier photo it repeats, if any."""
        count = len(self._seen)
        digest = bytes.fromhex(photo.sha256)
        bits = difference_hash(photo.preview)
        distances = np.bitwise_count(self._hashes[:count] ^ bits).sum(axis=1)
        nearest = int(distances.argmin()) if count else -1
        if digest in self._files:
            yield self._repeated(entry, self._files[digest], 0, found.PHOTO_TWICE)
        elif count and distances[nearest] <= ALIKE_BITS:
            yield self._repeated(entry, nearest, int(distances[nearest]), found.PHOTO_ALIKE)
        if count == len(self._hashes):
            self._hashes = np.vstack([self._hashes, np.zeros_like(self._hashes)])
        self._hashes[count] = bits
        self._files.setdefault(digest, count)
        self._seen.append((entry.part.name, str(entry.path)))

    def _repeated(self, entry: Entry, index: int, distance: int, kind: found.Kind) -> Finding:
        split, path = self._seen[index]
        if split != entry.part.name:
            kind = found.PHOTO_LEAKED
        return Finding(kind, entry.path, other=Path(path), facts={"distance": distance, "split": split})
