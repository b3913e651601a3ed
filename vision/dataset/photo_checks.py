"""Checks that look at the pixels of one photo."""

from __future__ import annotations

from collections.abc import Iterator

import cv2

from scoring.tiles import tile
from vision.dataset import findings as found
from vision.dataset.box_checks import face_name
from vision.dataset.findings import Finding
from vision.dataset.labels import LabelFile, corners
from vision.dataset.pictures import read_header
from vision.dataset.tree import Entry
from vision.photo import Photo, PhotoError

LEAST_CONTRAST = 6.0
"""A printed face differs by more than this from its own mean, in grey levels (standard deviation)."""

PLAIN_FACES = frozenset({tile("5z").index, tile("back").index})
"""Faces that may be blank: the white dragon and a tile's back."""


def photo_findings(entry: Entry, photo: Photo, labels: LabelFile) -> Iterator[Finding]:
    """What is wrong with one photo and where its boxes lie in it."""
    turn = read_header(entry.path).orientation
    if turn != 1:
        yield Finding(found.TURNED, entry.path, facts={"orientation": turn})
    grey = cv2.cvtColor(photo.preview, cv2.COLOR_RGB2GRAY)
    height, width = grey.shape
    pixels = (corners(labels.boxes).clip(0, 1) * [width, height, width, height]).round().astype(int)
    for box, line, (left, top, right, bottom) in zip(labels.boxes, labels.lines, pixels, strict=True):
        crop = grey[top:bottom, left:right]
        # A box without area is told by its numbers.
        if crop.size and box.face not in PLAIN_FACES and (contrast := float(crop.std())) < LEAST_CONTRAST:
            yield Finding(
                found.CROP_BLANK, entry.path, (line,), facts={"tile": face_name(box.face), "contrast": contrast}
            )


def unreadable(entry: Entry, error: PhotoError) -> Finding:
    """A photo that cannot be read."""
    return Finding(found.PHOTO, entry.path, facts={"reason": error.message, "reason_zh": error.message_zh})
