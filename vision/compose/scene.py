"""Composes one picture: a layout of tiles, a camera, a table, shadows, clutter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.compose.backgrounds import draw_background
from vision.compose.faces import FACE_ASPECT, FaceBank
from vision.compose.layouts import SIDE, Placement, random_layout
from vision.compose.lookalikes import add_clutter, fill_with_lookalikes
from vision.compose.picture import BACK, Image, LabelledPicture, bounding_box, clip_boxes
from vision.compose.rulers import draw_ruler, ruler_before, visible_face
from vision.compose.solid import Material, draw_tile, random_material

_THICKNESS = 0.78
"""Depth of a tile in tile widths (about 20 mm of 26 mm)."""

_SMALLEST_TILE, _LARGEST_TILE = 12.0, 150.0
_LEAST_VISIBLE = 0.4
_BEHIND_RULER = 0.35


@dataclass(frozen=True, eq=False)
class Camera:
    """Where points of the table, in tile widths, appear in the picture.

    Attributes:
        matrix: 3x3 homography from the table to pixels.
        scale: pixels of a tile's width in the middle of the picture.
        flatness: 1 looking straight down, smaller the lower the camera.
        down: unit vector in the picture that points down at the scene (the camera's roll).
    """

    matrix: NDArray[np.float64]
    scale: float
    flatness: float
    down: NDArray[np.float64]

    def project(self, points: NDArray[np.float64]) -> NDArray[np.float32]:
        """Table points (n, 2) to pixels (n, 2)."""
        return cv2.perspectiveTransform(points.reshape(-1, 1, 2), self.matrix).reshape(-1, 2).astype(np.float32)


def aim_camera(rng: np.random.Generator, tiles: Sequence[Placement], width: int, height: int) -> Camera:
    """A hand-held camera that has the tiles in view, most of the time all of them."""
    standing = any(p.standing for p in tiles)
    flatness = float(rng.uniform(0.3, 0.75)) if standing else float(np.sqrt(rng.uniform(0.25, 1.0)))
    row_angle = float(rng.normal(0, 0.05)) if rng.random() < 0.8 else float(rng.normal(0, 0.3))
    roll = float(rng.normal(0, 0.04))
    spots = np.array([(p.x, p.y) for p in tiles])
    low, high = spots.min(axis=0) - 0.8, spots.max(axis=0) + 0.8
    middle, span = (low + high) / 2, high - low
    seen_height = span[1] * flatness + (FACE_ASPECT if standing else 0.3)
    fit = min(width / span[0], height / seen_height)
    scale = float(np.clip(fit * np.exp(rng.uniform(-0.5, 0.15)), _SMALLEST_TILE, _LARGEST_TILE))
    vanish = rng.normal(0, 0.12, 2)
    vanish[1] -= (1 - flatness) * rng.uniform(0, 0.5)
    free = np.maximum(np.array([width, height]) - np.array([span[0], seen_height]) * scale, 0)
    spot = np.array([width, height]) / 2 + rng.uniform(-0.5, 0.5, 2) * free
    return camera_at(middle, spot, scale, flatness, row_angle, roll, vanish / max(width, height))


def camera_at(
    middle: NDArray[np.float64],
    spot: NDArray[np.float64],
    scale: float,
    flatness: float,
    row_angle: float,
    roll: float,
    vanish: NDArray[np.float64],
) -> Camera:
    """A camera that shows the table's point ``middle`` at the pixel ``spot``.

    ``row_angle`` turns the table, ``roll`` the camera, in radians; ``vanish`` is how fast things shrink
    along the picture's x and y, as a share for each pixel.
    """
    perspective = np.eye(3)
    perspective[2, :2] = vanish
    turn = _rotation(roll) @ perspective @ np.diag([scale, scale * flatness, 1.0]) @ _rotation(row_angle)
    matrix = _shift(spot) @ turn @ _shift(-middle)
    return Camera(matrix, scale, flatness, np.array([-np.sin(roll), np.cos(roll)]))


def _rotation(angle: float) -> NDArray[np.float64]:
    cos, sin = np.cos(angle), np.sin(angle)
    return np.array([[cos, -sin, 0.0], [sin, cos, 0.0], [0.0, 0.0, 1.0]])


def _shift(offset: NDArray[np.float64]) -> NDArray[np.float64]:
    matrix = np.eye(3)
    matrix[:2, 2] = offset
    return matrix


def tile_quad(camera: Camera, place: Placement) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Corners of a tile's face in pixels (4, 2), clockwise from its top left, and the way to its other side."""
    half = np.array([0.5, FACE_ASPECT / 2])
    cos, sin = np.cos(place.turn), np.sin(place.turn)
    if place.standing:
        along = np.array([cos, sin]) * 0.5
        spot = np.array([place.x, place.y])
        foot = camera.project(np.stack([spot - along, spot + along]))
        local = float(np.linalg.norm(foot[1] - foot[0]))
        upright = float(np.sqrt(1 - camera.flatness**2)) * 0.35 + 0.65
        up = (-camera.down * local * FACE_ASPECT * upright).astype(np.float32)
        quad = np.array([foot[0] + up, foot[1] + up, foot[1], foot[0]])
        return quad, (-camera.down * local * _THICKNESS * camera.flatness * 0.8).astype(np.float32)
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half
    turned = corners @ np.array([[cos, sin], [-sin, cos]])
    quad = camera.project(turned + np.array([place.x, place.y]))
    local = float(np.sqrt(abs(cv2.contourArea(quad)) / (FACE_ASPECT * max(camera.flatness, 0.1))))
    depth = float(np.sqrt(max(1 - camera.flatness**2, 0))) * _THICKNESS * local
    return quad, (camera.down * depth).astype(np.float32)


def compose_scene(
    rng: np.random.Generator, bank: FaceBank, textures: Sequence[Image], width: int, height: int
) -> LabelledPicture:
    """A random table with tiles, every face and every back labelled."""
    canvas = draw_background(rng, textures, width, height)
    if rng.random() < 0.12:
        canvas = fill_with_lookalikes(rng, canvas)
    elif rng.random() < 0.5:
        add_clutter(rng, canvas, int(rng.integers(1, 5)))
    tiles = random_layout(rng, bank.classes)
    return draw_scene(rng, canvas, tiles, aim_camera(rng, tiles, width, height), bank)


def draw_scene(
    rng: np.random.Generator,
    canvas: Image,
    tiles: Sequence[Placement],
    camera: Camera,
    bank: FaceBank,
    material: Material | None = None,
) -> LabelledPicture:
    """Draws tiles onto a table, far ones first, and labels them; of a random material unless one is given."""
    height, width = canvas.shape[:2]
    style, material = bank.style(rng), material or random_material(rng)
    bodies = [(place, *tile_quad(camera, place)) for place in tiles]
    bodies.sort(key=lambda body: float(body[1].mean(axis=0) @ camera.down))
    if rng.random() < 0.8:
        _cast_shadow(rng, canvas, [np.vstack([quad, quad + wall]) for _, quad, wall in bodies], camera.scale)
    shade = float(rng.uniform(0.55, 0.98))
    sway = np.array([rng.normal(0, 0.15), 0.0], np.float32)
    if rng.random() < 0.5 and any(place.standing for place in tiles):
        _draw_rack(rng, canvas, [quad for place, quad, _ in bodies if place.standing], camera)
    front = _front_row(bodies) if rng.random() < _BEHIND_RULER else []
    ruler = ruler_before(rng, [bodies[at][1] for at in front]) if front else None
    for at, (place, quad, wall) in enumerate(bodies):
        down = place.index == BACK
        lit = float(rng.uniform(0.95, 1.03))
        red, green, blue = (1.0, 1.0, 1.0) if down or place.index == SIDE else material.ivory
        own = replace(material, ivory=(lit * red, lit * green, lit * blue))
        if place.index == SIDE:
            face = draw_side(material)
        else:
            face = draw_back(rng, material) if down else bank.face(rng, style, place.index)
        lean = wall + sway * float(np.linalg.norm(wall))
        draw_tile(canvas, face, quad, lean, own, face_down=down, shade=shade * lit)
        if ruler is not None and at == front[-1]:
            draw_ruler(rng, canvas, ruler)
    seen = {at: visible_face(bodies[at][1], ruler) for at in front} if ruler is not None else {}
    labelled = [(place, seen.get(at, quad)) for at, (place, quad, _) in enumerate(bodies) if place.index != SIDE]
    boxes = np.array([bounding_box(quad) for _, quad in labelled], np.float32).reshape(-1, 4)
    classes = np.array([place.index for place, _ in labelled], np.int64)
    classes, boxes = clip_boxes(classes, boxes, width, height, _LEAST_VISIBLE)
    return LabelledPicture(canvas, classes, boxes, backs_known=True)


def _front_row(bodies: Sequence[tuple[Placement, NDArray[np.float32], NDArray[np.float32]]]) -> list[int]:
    """Which bodies, far ones first, stand in the row nearest to the camera."""
    standing = [at for at, (place, _, _) in enumerate(bodies) if place.standing]
    nearest = max((bodies[at][0].y for at in standing), default=0.0)
    return [at for at in standing if bodies[at][0].y > nearest - 1]


def draw_back(rng: np.random.Generator, material: Material) -> Image:
    """The plain back of a tile with the sheen of a lamp."""
    colour = np.array(material.back, np.float32) * float(rng.uniform(0.9, 1.1))
    slope = np.linspace(float(rng.uniform(0.85, 1.0)), float(rng.uniform(1.0, 1.2)), 32, dtype=np.float32)
    face = np.broadcast_to(colour, (32, 24, 3)) * slope[:, None, None]
    if rng.random() < 0.3:
        face = face + cv2.GaussianBlur(rng.uniform(0, 60, (32, 24)).astype(np.float32), (0, 0), 5)[..., None]
    return face.clip(0, 255).astype(np.uint8)


def draw_side(material: Material) -> Image:
    """The long side of a tile: ivory and the back's colour in two bands, no face."""
    side = np.empty((32, 24, 3), np.float32)
    side[:] = np.array(material.ivory) * 215
    side[:, : round(24 * (1 - material.ivory_share))] = material.back
    return side.clip(0, 255).astype(np.uint8)


def _draw_rack(rng: np.random.Generator, canvas: Image, quads: Sequence[NDArray[np.float32]], camera: Camera) -> None:
    """A rack or the table's rim before standing tiles, in place; it may hide their feet a little."""
    feet = np.vstack([quad[2:] for quad in quads])
    down = camera.down.astype(np.float32)
    low = feet + down * camera.scale * float(rng.uniform(-0.05, 0.1))
    high = feet + down * camera.scale * float(rng.uniform(0.3, 1.5))
    wood = np.array([150, 100, 60]) + rng.normal(0, 40, 3) if rng.random() < 0.6 else rng.uniform(20, 230, 3)
    rgb = tuple(float(c) for c in wood.clip(0, 255))
    hull = cv2.convexHull(np.vstack([low, high]).astype(np.float32))
    cv2.fillConvexPoly(canvas, np.round(hull).astype(np.int32), rgb, cv2.LINE_AA)


def _cast_shadow(rng: np.random.Generator, canvas: Image, hulls: Sequence[NDArray[np.float32]], scale: float) -> None:
    """Darkens the table beside the tiles, in place."""
    height, width = canvas.shape[:2]
    offset = rng.normal(0, 0.22, 2) * scale
    mask = np.zeros((height // 4 + 1, width // 4 + 1), np.uint8)
    for points in hulls:
        hull = cv2.convexHull(((points + offset) / 4).astype(np.float32))
        cv2.fillConvexPoly(mask, np.round(hull).astype(np.int32), 255)
    soft = cv2.GaussianBlur(mask, (0, 0), float(rng.uniform(0.4, 2.5)))
    factor = 1 - cv2.resize(soft, (width, height)).astype(np.float32) * (float(rng.uniform(0.2, 0.65)) / 255)
    cv2.multiply(canvas, cv2.merge([factor] * 3), dst=canvas, dtype=cv2.CV_8U)


def compose_empty(rng: np.random.Generator, textures: Sequence[Image], width: int, height: int) -> LabelledPicture:
    """A table without tiles, with things on it that a careless reader would take for tiles."""
    canvas = fill_with_lookalikes(rng, draw_background(rng, textures, width, height))
    return LabelledPicture(canvas, np.zeros(0, np.int64), np.zeros((0, 4), np.float32), backs_known=True)
