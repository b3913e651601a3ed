"""The stream of training pictures: real and composed views packed into square canvases."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.compose.backgrounds import load_textures
from vision.compose.effects import Effects
from vision.compose.faces import FaceBank, cut_out_faces, load_art, load_crops
from vision.compose.photos import SourcePhoto, draw_photo, load_photos, view_of_photo
from vision.compose.picture import Image, LabelledPicture
from vision.compose.scene import compose_empty, compose_scene


@dataclass(frozen=True)
class StreamSources:
    """Where the material for training pictures lies; every part may be left out but one kind of faces.

    Attributes:
        photos: folder with ``images/`` and ``labels/`` of real training photos.
        crops: folder of single-tile photos with ``labels.csv``.
        art: folders of artwork, each file named by its tile code.
        textures: folder of table textures.
        composed_share: share of composed views among all.
        empty_share: share of views without tiles among composed ones.
        drawn_weight: how often a set of artwork is used, relative to a set cut from photos.
        own: folder like ``photos``, of the tile set that is being taught.
        own_whole: whether every tile in view is labelled in those.
        own_share: share of the taught set among views of real photos (all of them where there are no others) and
            among the sets of faces in composed views.
    """

    photos: Path | None = None
    crops: Path | None = None
    art: tuple[Path, ...] = ()
    textures: Path | None = None
    composed_share: float = 0.45
    empty_share: float = 0.08
    drawn_weight: float = 3.5
    own: Path | None = None
    own_whole: bool = False
    own_share: float = 0.5


_CELLS = (
    (0.22, ((0.0, 0.0, 1.0, 1.0),)),
    (0.26, ((0.0, 0.0, 1.0, 0.5), (0.0, 0.5, 1.0, 1.0))),
    (0.20, ((0.0, 0.0, 1.0, 0.3), (0.0, 0.3, 1.0, 0.6), (0.0, 0.6, 1.0, 1.0))),
    (0.08, ((0.0, 0.0, 0.5, 1.0), (0.5, 0.0, 1.0, 1.0))),
    (0.12, ((0.0, 0.0, 1.0, 0.4), (0.0, 0.4, 0.5, 1.0), (0.5, 0.4, 1.0, 1.0))),
    (0.12, ((0.0, 0.0, 0.6, 0.4), (0.6, 0.0, 1.0, 0.4), (0.0, 0.4, 1.0, 1.0))),
)
"""Ways to cut a canvas into views, as shares of its side: hands are wide and flat."""


class TrainingStream:
    """Draws training pictures without end.

    Args:
        sources: the material.
        seed: the same seed and material give the same pictures.

    Raises:
        ValueError: if the sources give neither photos nor faces.
    """

    def __init__(self, sources: StreamSources, seed: int) -> None:
        self._rng = np.random.default_rng(seed)
        self._sources = sources
        self._photos: Sequence[SourcePhoto] = load_photos(sources.photos) if sources.photos else []
        self._weights = _chances(self._photos)
        self._own: Sequence[SourcePhoto] = load_photos(sources.own, not sources.own_whole) if sources.own else []
        self._own_weights = _chances(self._own)
        sets = cut_out_faces(self._photos)
        if sources.crops:
            sets["crops"] = load_crops(sources.crops)
        drawn = {f"art {folder}": load_art(folder, self._rng) for folder in sources.art}
        # Each is one picture a face, so in the mixture of all sets it hardly shows.
        shares = dict.fromkeys(drawn, sources.drawn_weight)
        known = len(sets) + sum(shares.values())
        taught = cut_out_faces([replace(photo, group="own") for photo in self._own], least=1)
        shares |= dict.fromkeys(taught, known * sources.own_share / (1 - sources.own_share) or 1.0)
        self._bank = FaceBank({**sets, **drawn, **taught}, shares=shares)
        self._textures = load_textures(sources.textures)
        self._effects = Effects(self._rng)
        if not self._photos and not self._own and not self._bank.classes:
            raise ValueError("nothing to compose from: give photos, crops or artwork")

    def draw(self, size: int) -> LabelledPicture:
        """One canvas of ``size`` by ``size`` pixels."""
        cells = _CELLS[int(self._rng.choice(len(_CELLS), p=[share for share, _ in _CELLS]))][1]
        canvas = np.empty((size, size, 3), np.uint8)
        parts: list[LabelledPicture] = []
        for x1, y1, x2, y2 in cells:
            left, top, right, bottom = (round(v * size) for v in (x1, y1, x2, y2))
            part = self._view(right - left, bottom - top)
            canvas[top:bottom, left:right] = self._effects.apply(self._rng, part.image)
            offset = np.array([left, top, left, top], np.float32)
            parts.append(LabelledPicture(part.image, part.classes, part.boxes + offset, part.backs_known))
        classes = np.concatenate([part.classes for part in parts])
        boxes = np.vstack([part.boxes for part in parts])
        joined = LabelledPicture(canvas, classes, boxes, backs_known=all(p.backs_known for p in parts))
        return joined if joined.backs_known else joined.without_backs()

    def _view(self, width: int, height: int) -> LabelledPicture:
        rng, sources = self._rng, self._sources
        real = self._photos or self._own
        if real and (not self._bank.classes or rng.random() >= sources.composed_share):
            return view_of_photo(rng, self._real_photo(), width, height)
        if rng.random() < sources.empty_share:
            return compose_empty(rng, self._textures, width, height)
        return compose_scene(rng, self._bank, self._textures, width, height)

    def _real_photo(self) -> SourcePhoto:
        if self._own and (not self._photos or self._rng.random() < self._sources.own_share):
            return draw_photo(self._rng, self._own, self._own_weights)
        return draw_photo(self._rng, self._photos, self._weights)

    def __iter__(self) -> Iterator[LabelledPicture]:
        while True:
            yield self.draw(640)


def _chances(photos: Sequence[SourcePhoto]) -> NDArray[np.float64]:
    """How likely each photo is drawn; together 1."""
    weights = np.array([photo.weight for photo in photos])
    return weights / weights.sum() if len(weights) else weights


def draw_labels(picture: LabelledPicture, names: Sequence[str]) -> Image:
    """The picture with its boxes and class names, to look at."""
    image = picture.image.copy()
    for index, (x1, y1, x2, y2) in zip(picture.classes, picture.boxes, strict=True):
        cv2.rectangle(image, (round(x1), round(y1)), (round(x2), round(y2)), (255, 0, 0), 1)
        cv2.putText(image, names[index], (round(x1), round(y1) + 10), 0, 0.35, (0, 0, 255), 1)
    return image
