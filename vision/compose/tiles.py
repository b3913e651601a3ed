"""The stream of single tiles that trains the second opinion: from photos, single faces and artwork, and no tiles."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.compose.backgrounds import draw_background, load_textures
from vision.compose.cuts import (
    Cut,
    cut_labelled,
    cut_lookalike,
    cut_no_tiles,
    cut_print,
    lay_face,
    random_view,
)
from vision.compose.effects import Effects
from vision.compose.faces import load_art, load_crops
from vision.compose.photos import PARTLY_LABELLED_GROUPS, SourcePhoto, load_photos
from vision.compose.picture import BACK, Image
from vision.compose.scene import compose_empty
from vision.compose.stream import StreamSources
from vision.second_opinion import FRAME, NO_TILE

_UNLABELLED_TILES = PARTLY_LABELLED_GROUPS | {"jp-table"}
"""Groups whose photos show tiles without a label: what lies beside the labels there may be a tile."""

_BACK_WEIGHT = 0.3
_COPIES_OF_A_FACE = 2
_SHADES_OF_ARTWORK = 4
_NO_TILES_A_PICTURE = 6
_EMPTY_TABLES = 150
_PRINTED_SIGNS = 900
_LOOKALIKES = 1500


@dataclass(frozen=True)
class Shares:
    """How often a tile comes from where, relative to each other.

    Attributes:
        photos: labelled tiles of real photos.
        crops: photos of single tiles.
        art: drawn faces.
        none: boxes without a tile.
    """

    photos: float
    crops: float
    art: float
    none: float


class TileStream:
    """Draws batches of single tiles without end; all cuts are kept in memory (28 kB each).

    Args:
        sources: the material, the same as the detector's.
        shares: how often a tile comes from where.
        seed: the same seed and material give the same tiles.

    Raises:
        ValueError: if the sources give neither photos nor faces.
    """

    def __init__(self, sources: StreamSources, shares: Shares, seed: int) -> None:
        self._rng = np.random.default_rng(seed)
        self._effects = Effects(self._rng)
        photos = load_photos(sources.photos) if sources.photos else []
        own = load_photos(sources.own, not sources.own_whole) if sources.own else []
        textures = load_textures(sources.textures)
        self._cuts: list[Cut] = []
        self._weights: list[NDArray[np.float64]] = []
        own_share = (sources.own_share if photos else 1.0) if own else 0.0
        self._add_photos(photos, shares.photos * (1 - own_share))
        self._add_photos(own, shares.photos * own_share)
        if sources.crops:
            faces = load_crops(sources.crops)
            self._add(self._laid(faces, textures, _COPIES_OF_A_FACE), shares.crops)
        for folder in sources.art:
            faces = load_art(folder, self._rng, _SHADES_OF_ARTWORK)
            self._add(self._laid(faces, textures, 1), shares.art / len(sources.art))
        if not self._cuts:
            raise ValueError("nothing to cut tiles from: give photos, crops or artwork")
        self._add(self._no_tiles(photos, textures), shares.none)
        chances = np.cumsum(np.concatenate(self._weights))
        self._chances = chances / chances[-1]

    def draw(self, count: int) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
        """A batch: pictures (count, FRAME, FRAME, 3) and their class indices (count,)."""
        picked = [self._cuts[k] for k in np.searchsorted(self._chances, self._rng.random(count), side="right")]
        pictures = np.empty((count, FRAME, FRAME, 3), np.uint8)
        for picture, cut in zip(pictures, picked, strict=True):
            picture[:] = random_view(self._rng, self._effects, cut)
        return pictures, np.array([cut.face for cut in picked], np.int64)

    def _add_photos(self, photos: Sequence[SourcePhoto], share: float) -> None:
        """Tiles of photos: rare faces half way up to an equal share, backs down."""
        cuts: list[Cut] = []
        weights: list[float] = []
        for photo in photos:
            own = cut_labelled(photo.picture, photo.straight, photo.stretched)
            cuts += own
            weights += [photo.weight * (_BACK_WEIGHT if cut.face == BACK else 1) for cut in own]
        faces = np.array([cut.face for cut in cuts], np.int64)
        by_face = np.bincount(faces, weights, minlength=NO_TILE)
        self._add(cuts, share, np.array(weights) / np.sqrt(by_face[faces]))

    def _add(self, cuts: list[Cut], share: float, weights: NDArray[np.float64] | None = None) -> None:
        """Takes cuts in; without weights every face among them is as frequent as any other."""
        if not cuts:
            return
        faces = np.array([cut.face for cut in cuts], np.int64)
        if weights is None:
            weights = 1 / np.bincount(faces)[faces]
        self._cuts += cuts
        self._weights.append(weights * (share / weights.sum()))

    def _laid(self, faces: dict[int, list[Image]], tables: Sequence[Image], copies: int) -> list[Cut]:
        plain = np.full((8, 8, 3), 128, np.uint8)
        return [
            lay_face(self._rng, image, face, tables[int(self._rng.integers(len(tables)))] if tables else plain)
            for face, images in faces.items()
            for image in images * copies
        ]

    def _no_tiles(self, photos: Sequence[SourcePhoto], textures: Sequence[Image]) -> list[Cut]:
        fully = [photo.picture for photo in photos if photo.group not in _UNLABELLED_TILES]
        empty = [compose_empty(self._rng, textures, 480, 360) for _ in range(_EMPTY_TABLES)]
        beside = [cut for picture in (*fully, *empty) for cut in cut_no_tiles(self._rng, picture, _NO_TILES_A_PICTURE)]
        things = (cut_lookalike(self._rng, draw_background(self._rng, textures, 320, 240)) for _ in range(_LOOKALIKES))
        signs = (cut_print(self._rng) for _ in range(_PRINTED_SIGNS))
        return [*beside, *signs, *(thing for thing in things if thing is not None)]
