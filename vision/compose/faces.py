"""Tile faces for the generator: crops, cut-outs of labelled photos, artwork, and blank or framed white dragons.

Faces are kept as upright RGB pictures whose ivory is brought to one brightness, so that faces of different
origin can lie in one row.
"""

from __future__ import annotations

import csv
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

from scoring.tiles import DETECTOR_CLASSES, TileNotationError, tile
from vision.compose.photos import SourcePhoto
from vision.compose.picture import BACK, Image, read_image

FACE_ASPECT = 4 / 3
"""Height of a tile's face by its width; sets differ by some percent."""

_WHITE_DRAGON = tile("5z").index
_IVORY = 235.0
_LARGEST_HEIGHT = 160
_SMALLEST_HEIGHT = 34
_PER_CLASS_AND_SET = 24

Faces = dict[int, list[Image]]
"""Faces by class index."""


@dataclass(frozen=True, eq=False)
class FaceBank:
    """Faces of several tile sets.

    Attributes:
        sets: faces of one maker or origin each, by name.
        shares: how often a set is used, relative to 1 for those not named.
        varied: whether faces now and then get a corner numeral or another frame than their set's.
    """

    sets: dict[str, Faces]
    shares: Mapping[str, float] = field(default_factory=dict)
    varied: bool = True
    _pool: Faces = field(init=False, repr=False)

    def __post_init__(self) -> None:
        pool: Faces = defaultdict(list)
        for faces in self.sets.values():
            for index, images in faces.items():
                pool[index].extend(images)
        object.__setattr__(self, "_pool", dict(pool))

    def style(self, rng: np.random.Generator) -> Faces:
        """Faces to use in one scene: mostly one set of tiles, sometimes a mixture of all."""
        if rng.random() < 0.4 or not self.sets:
            return self._pool
        names = sorted(self.sets)
        shares = np.array([self.shares.get(name, 1.0) for name in names])
        return self.sets[names[int(rng.choice(len(names), p=shares / shares.sum()))]]

    def face(self, rng: np.random.Generator, style: Faces, index: int) -> Image:
        """A face of this class; from the other sets where the style lacks it."""
        if self.varied and index == _WHITE_DRAGON and rng.random() < 0.35:
            return draw_white_dragon(rng)
        choice = style.get(index) or self._pool.get(index)
        if not choice:
            raise ValueError(f"no face of {DETECTOR_CLASSES[index]} in the bank")
        face = choice[int(rng.integers(len(choice)))]
        marked = self.varied and rng.random() < 0.06
        return add_corner_mark(rng, face, index) if marked else face

    @property
    def classes(self) -> list[int]:
        """The class indices that have a face."""
        return sorted(self._pool)


def load_crops(folder: Path) -> Faces:
    """Single-tile photos: ``labels.csv`` (image, class) beside ``images/``."""
    faces: Faces = defaultdict(list)
    with (folder / "labels.csv").open(newline="") as file:
        for row in csv.DictReader(file):
            image = read_image(folder / "images" / row["image"])
            # The outermost pixels show the table or the tile's rounded edge.
            trim = max(2, image.shape[1] // 60)
            faces[tile(row["class"]).index].append(_normalised(image[trim:-trim, trim:-trim]))
    return dict(faces)


def load_art(
    folder: Path, rng: np.random.Generator, backgrounds: int = 3, margins: tuple[float, float] = (0.03, 0.12)
) -> Faces:
    """Artwork named by tile code (``3m.png``), with or without alpha, laid on several shades of ivory.

    ``margins`` bounds the empty rim around the ink, as a share of the face's height and width.
    """
    faces: Faces = defaultdict(list)
    for path in sorted(folder.glob("*.png")):
        try:
            index = tile(path.stem).index
        except TileNotationError:
            continue
        art = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
        if index >= BACK or art is None:
            continue
        for _ in range(backgrounds):
            faces[index].append(_normalised(_lay_on_ivory(rng, art.astype(np.uint8), margins)))
    return dict(faces)


def _lay_on_ivory(rng: np.random.Generator, art: Image, margins: tuple[float, float]) -> Image:
    """Artwork in the middle of a plain tile face with a margin."""
    height = 150
    width = round(height / FACE_ASPECT)
    ivory = np.array([_IVORY, _IVORY - rng.uniform(0, 6), _IVORY - rng.uniform(0, 20)])
    face = np.empty((height, width, 3), np.float32)
    face[:] = ivory
    margin = rng.uniform(*margins)
    inner = height * (1 - 2 * margin) / art.shape[0], width * (1 - 2 * margin) / art.shape[1]
    scale = min(inner)
    picture = cv2.resize(art, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA).astype(np.float32)
    alpha = picture[..., 3:] / 255 if picture.shape[2] == 4 else np.ones_like(picture[..., :1])
    top, left = (height - picture.shape[0]) // 2, (width - picture.shape[1]) // 2
    window = face[top : top + picture.shape[0], left : left + picture.shape[1]]
    window[:] = window * (1 - alpha) + picture[..., 2::-1] * alpha
    return face.astype(np.uint8)


def cut_out_faces(photos: Sequence[SourcePhoto], least: int = 20) -> dict[str, Faces]:
    """Faces cut from labelled photos whose tiles stand or lie straight, by group.

    Groups that show fewer than ``least`` different faces are left out.
    """
    sets: dict[str, Faces] = defaultdict(lambda: defaultdict(list))
    for photo in photos:
        for index, image in _straight_faces(photo):
            faces = sets[photo.group][index]
            if len(faces) < _PER_CLASS_AND_SET:
                faces.append(image)
    return {name: dict(faces) for name, faces in sets.items() if len(faces) >= least}


def _straight_faces(photo: SourcePhoto) -> Iterable[tuple[int, Image]]:
    """The faces that fill their upright box, turned upright or upside down."""
    source = photo.picture
    sizes = source.boxes[:, 2:] - source.boxes[:, :2]
    if len(sizes) == 0 or (source.image[:4, :4] < 3).all() or (source.image[-4:, -4:] < 3).all():
        return  # black corners: turned by its publisher
    ratio = sizes[:, 1] / sizes[:, 0]
    usual = float(np.median(ratio))
    for index, box, size, own in zip(source.classes, source.boxes, sizes, ratio, strict=True):
        lies = not photo.stretched and own < 1
        if photo.stretched:  # the true shape is lost: take the usual one for straight
            straight = len(sizes) >= 6 and abs(own / usual - 1) < 0.12
        else:  # a box around a tile at an angle is squarer than the tile
            straight = 1.24 < (1 / own if lies else own) < 1.55
        if index == BACK or max(size) < _SMALLEST_HEIGHT or not straight:
            continue
        inset = 0.03 * size
        x1, y1, x2, y2 = np.round(box + np.concatenate([inset, -inset])).astype(int)
        cut = source.image[y1:y2, x1:x2]
        yield int(index), _normalised(np.rot90(cut) if lies else cut)


def _normalised(face: Image) -> Image:
    """A face in the usual shape, with its ivory at the usual brightness and nearly neutral."""
    height = min(_LARGEST_HEIGHT, round(face.shape[0]))
    size = (max(8, round(height / FACE_ASPECT)), height)
    small = cv2.resize(face, size, interpolation=cv2.INTER_AREA).astype(np.float32)
    ivory = np.percentile(small[::4, ::4].reshape(-1, 3), 80, axis=0)
    gain = _IVORY / np.maximum(ivory, 60)
    return (small * gain).clip(0, 255).astype(np.uint8)


def add_corner_mark(rng: np.random.Generator, face: Image, index: int) -> Image:
    """The face with a small numeral or letter in a corner, as sets for export have them."""
    shown = DETECTOR_CLASSES[index]
    if shown.is_honor:
        mark = "ESWNPFC"[shown.rank - 1]
    else:
        mark = str((shown.rank - 1) % 4 + 1 if shown.is_flower else shown.rank)
    marked = face.copy()
    height, width = face.shape[:2]
    scale = height / 130 * float(rng.uniform(0.7, 1.1))
    ink = ((200, 30, 40), (30, 50, 140), (30, 30, 30))[int(rng.integers(3))]
    x = round(width * 0.06) if rng.random() < 0.6 else round(width * 0.76)
    cv2.putText(marked, mark, (x, round(22 * scale) + 3), cv2.FONT_HERSHEY_SIMPLEX, scale, ink,
                max(1, round(2.2 * scale)), cv2.LINE_AA)  # fmt: skip
    return marked


def draw_white_dragon(rng: np.random.Generator) -> Image:
    """A white dragon as makers differ: blank, or framed in one or two lines of blue, green, red or black."""
    height, width = 120, 90
    face = np.full((height, width, 3), _IVORY, np.uint8)
    if rng.random() < 0.5:
        return face
    ink = [(30, 60, 170), (40, 90, 200), (20, 110, 70), (170, 40, 40), (30, 30, 40)][int(rng.integers(5))]
    inset = int(rng.integers(8, 20))
    line = int(rng.integers(1, 7))
    cv2.rectangle(face, (inset, inset), (width - inset, height - inset), ink, line, cv2.LINE_AA)
    if rng.random() < 0.5:
        inner = inset + line + int(rng.integers(3, 9))
        cv2.rectangle(face, (inner, inner), (width - inner, height - inner), ink, max(1, line // 2), cv2.LINE_AA)
        if rng.random() < 0.5:
            for x in range(inset, width - inset, 9):
                cv2.line(face, (x, inset), (x, inner), ink, 2, cv2.LINE_AA)
                cv2.line(face, (x, height - inner), (x, height - inset), ink, 2, cv2.LINE_AA)
    return face
