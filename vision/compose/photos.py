"""Real photos as training pictures: cropped, scaled, turned, and with unlabelled surroundings taken away."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.tiles import DETECTOR_CLASSES
from vision.compose.picture import BACK, Image, LabelledPicture, clip_boxes, read_image, resized

PARTLY_LABELLED_GROUPS = frozenset({"fbhand", "hand"})
"""Groups in which only one hand is labelled although other tiles are in view."""

STRETCHED_SOURCES = frozenset({"hk-riichi-rf", "jp-table", "jp-webcam"})
"""Sources whose photos were stretched to a square by their publisher; others keep the camera's aspect ratio."""

_LEAST_VISIBLE = 0.4
_FROM_ABOVE = 0.25
_QUARTER_TURNS = (0.54, 0.14, 0.18, 0.14)
_STRAIGHT_GROUPS = frozenset({"tray", "families", "fbhand", "hand", "phone32xx", "phone60xx", "streamA", "streamC"})
"""Groups in which nearly every tile stands or lies along the picture's sides."""


@dataclass(frozen=True, eq=False)
class SourcePhoto:
    """A real photo with its labels.

    Attributes:
        picture: pixels and labels.
        group: photos of one group belong together (a series, a film) and never straddle a split.
        stretched: whether the aspect ratio was lost.
        straight: whether the tiles lie along the picture's sides.
        weight: how often it is drawn, relative to others.
    """

    picture: LabelledPicture
    group: str
    stretched: bool
    straight: bool
    weight: float


def read_labels(path: Path, width: int, height: int) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    """Reads a YOLO label file (``class cx cy w h``, shares of the picture) as classes and pixel corners.

    Raises:
        ValueError: naming the first line that is no box of a known class.
    """
    lines = path.read_text().splitlines()
    rows = np.array([_box(path, at, line) for at, line in enumerate(lines, 1) if line.strip()]).reshape(-1, 5)
    size = np.array([width, height], dtype=np.float64)
    centre, half = rows[:, 1:3] * size, rows[:, 3:5] * size / 2
    boxes = np.hstack([centre - half, centre + half]).astype(np.float32)
    return rows[:, 0].astype(np.int64), boxes


def _box(path: Path, at: int, line: str) -> list[float]:
    """The five numbers of one line."""
    try:
        box = [float(word) for word in line.split()]
    except ValueError:
        box = []
    if len(box) != 5 or not np.isfinite(box).all() or int(box[0]) not in range(len(DETECTOR_CLASSES)):
        raise ValueError(f"{path}:{at}: not a box (class cx cy w h): {line.strip()[:60]}")
    return box


def load_photos(folder: Path, partly_labelled: bool = False) -> list[SourcePhoto]:
    """Loads a folder with ``images/``, ``labels/`` and, where photos come in groups, ``index.csv``.

    Args:
        folder: where they lie.
        partly_labelled: whether other tiles may be in view in any of them, not only in groups known for it.

    Raises:
        FileNotFoundError: if there is no picture in the folder.
    """
    paths = sorted(p for p in (folder / "images").glob("*") if p.suffix.lower() in {".jpg", ".jpeg", ".png"})
    if not paths:
        raise FileNotFoundError(f"no pictures in {folder / 'images'}")
    index = _read_index(folder / "index.csv")
    labels = [read_labels(folder / "labels" / f"{p.stem}.txt", 1, 1)[0] for p in paths]
    class_counts = Counter(int(c) for row in labels for c in row)
    group_counts = Counter(index.get(p.name, ("", p.stem))[1] for p in paths)
    photos = []
    for path, classes in zip(paths, labels, strict=True):
        source, group = index.get(path.name, ("", path.stem))
        # Large groups are nearly the same photo many times; photos with rare faces are drawn more often.
        rarity = max((300.0 / class_counts[int(c)] for c in classes if c != BACK), default=1.0)
        weight = float(group_counts[group] ** -0.5 * np.clip(rarity, 0.5, 2.0))
        partly = partly_labelled or group in PARTLY_LABELLED_GROUPS
        photos.append(_load_photo(path, folder, source, group, weight, partly))
    return photos


def _read_index(path: Path) -> dict[str, tuple[str, str]]:
    if not path.exists():
        return {}
    with path.open(newline="") as file:
        return {row["image"]: (row["source"], row["group"]) for row in csv.DictReader(file)}


def _load_photo(path: Path, folder: Path, source: str, group: str, weight: float, partly: bool) -> SourcePhoto:
    image = read_image(path)
    height, width = image.shape[:2]
    classes, boxes = read_labels(folder / "labels" / f"{path.stem}.txt", width, height)
    if partly and len(boxes):
        image = blur_surroundings(image, boxes)
    picture = LabelledPicture(image, classes, boxes, backs_known=bool((classes == BACK).any()))
    return SourcePhoto(picture, group, source in STRETCHED_SOURCES, group in _STRAIGHT_GROUPS, weight)


def blur_surroundings(image: Image, boxes: NDArray[np.float32]) -> Image:
    """Blurs beyond recognition whatever is not on or right beside a labelled tile."""
    height, width = image.shape[:2]
    reach = 0.18 * float(np.median(boxes[:, 3] - boxes[:, 1]))
    mask = np.zeros((height, width), dtype=np.uint8)
    for x1, y1, x2, y2 in boxes:
        corners = (round(x1 - reach), round(y1 - reach)), (round(x2 + reach), round(y2 + reach))
        cv2.rectangle(mask, corners[0], corners[1], 255, -1)
    alpha = cv2.GaussianBlur(mask, (0, 0), max(reach / 2, 1.0)).astype(np.float32)[..., None] / 255
    small = cv2.resize(image, (18, 18), interpolation=cv2.INTER_AREA)
    blurred = cv2.resize(small, (width, height), interpolation=cv2.INTER_CUBIC)
    return (image * alpha + blurred * (1 - alpha)).astype(np.uint8)


def draw_photo(rng: np.random.Generator, photos: Sequence[SourcePhoto], weights: NDArray[np.float64]) -> SourcePhoto:
    """One photo by weight; ``weights`` sum to one."""
    return photos[int(rng.choice(len(photos), p=weights))]


def view_of_photo(rng: np.random.Generator, photo: SourcePhoto, width: int, height: int) -> LabelledPicture:
    """A random view of a photo: scaled, moved, tilted, often turned by half, never mirrored."""
    source = photo.picture
    turn = _random_view(rng, photo, width, height)
    fill = tuple(int(v) for v in rng.integers(0, 256, 3)) if rng.random() < 0.7 else (114, 114, 114)
    shrink = float(np.sqrt(abs(np.linalg.det(turn[:2, :2]))))
    image = source.image
    if shrink < 0.6:  # a plain warp would alias: halve the photo first
        image = resized(image, 0.5)
        turn_image = turn @ np.diag([2.0, 2.0, 1.0])
    else:
        turn_image = turn
    view = cv2.warpPerspective(image, turn_image, (width, height), flags=cv2.INTER_LINEAR, borderValue=fill)
    classes, boxes = clip_boxes(source.classes, _warp_boxes(source.boxes, turn), width, height, _LEAST_VISIBLE)
    return LabelledPicture(view.astype(np.uint8), classes, boxes, source.backs_known)


def random_stretch(rng: np.random.Generator, stretched: bool) -> float:
    """By how much a view is wider than its photo, where the photo's own aspect ratio was lost or kept.

    A camera held higher sees standing tiles squat: six bamboos in two rows then look like nine in three.
    """
    if stretched:
        return float(np.exp(rng.uniform(-0.4, 0.25)))
    return float(np.exp(rng.uniform(0.05, 0.35) if rng.random() < _FROM_ABOVE else rng.normal(0, 0.06)))


def _random_view(rng: np.random.Generator, photo: SourcePhoto, width: int, height: int) -> NDArray[np.float64]:
    """The homography from the photo to the view."""
    boxes = photo.picture.boxes
    stretch = random_stretch(rng, photo.stretched)
    quarter = rng.choice(4, p=_QUARTER_TURNS)
    angle = quarter * np.pi / 2 + rng.normal(0, 0.05)
    if photo.straight and rng.random() < 0.22:  # the box around a turned straight tile fits at any angle
        angle = rng.uniform(-np.pi, np.pi)
    squeeze = np.diag([stretch, 1.0, 1.0])  # x is squeezed in the photo's own direction
    cos, sin = np.cos(angle), np.sin(angle)
    rotate = np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1]])
    tilt = np.eye(3)
    tilt[2, :2] = rng.normal(0, 0.06, 2) / max(photo.picture.image.shape[:2])
    shear = np.eye(3)
    shear[0, 1] = rng.normal(0, 0.03)
    if len(boxes) == 0:
        h, w = photo.picture.image.shape[:2]
        boxes = np.array([[0, 0, w, h]], dtype=np.float32)
    focus = boxes[rng.integers(len(boxes))]
    centre = np.array([[(focus[0] + focus[2]) / 2, (focus[1] + focus[3]) / 2]])
    base = tilt @ shear @ rotate @ squeeze @ _shift(-centre[0])
    warped = _warp_boxes(boxes, base)
    low, high = warped[:, :2].min(axis=0), warped[:, 2:].max(axis=0)
    span = np.maximum(high - low, 1.0)
    tile_size = float(np.median(np.sqrt(np.prod(warped[:, 2:] - warped[:, :2], axis=1))))
    fit = float(np.min(np.array([width, height]) / span))
    if rng.random() < 0.65:  # all of the hand
        scale = fit * rng.uniform(0.65, 1.0)
        target = np.array([width, height]) / 2 + rng.uniform(-0.5, 0.5, 2) * np.maximum(
            np.array([width, height]) - span * scale, 0
        )
        anchor = (low + high) / 2
    else:  # a part of it, nearer
        scale = fit * float(np.exp(rng.uniform(0.0, 1.0)))
        target = np.array([width, height]) * rng.uniform(0.2, 0.8, 2)
        anchor = np.zeros(2)
    scale = float(np.clip(scale, 14 / tile_size, 170 / tile_size))
    scale = min(scale, 2.5)
    return np.asarray(_shift(target) @ np.diag([scale, scale, 1.0]) @ _shift(-anchor) @ base)


def _shift(offset: NDArray[np.float64]) -> NDArray[np.float64]:
    matrix = np.eye(3)
    matrix[:2, 2] = offset
    return matrix


def _warp_boxes(boxes: NDArray[np.float32], matrix: NDArray[np.float64]) -> NDArray[np.float32]:
    """The upright boxes around the warped corners of boxes."""
    if len(boxes) == 0:
        return boxes
    corners = boxes[:, [0, 1, 2, 1, 2, 3, 0, 3]].reshape(-1, 1, 2)
    warped = cv2.perspectiveTransform(corners.astype(np.float64), matrix).reshape(-1, 4, 2)
    return np.hstack([warped.min(axis=1), warped.max(axis=1)]).astype(np.float32)
