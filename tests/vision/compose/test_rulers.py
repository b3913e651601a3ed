"""Rulers and racks before standing tiles, and the print on them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.compose.faces import FaceBank, load_art
from vision.compose.layouts import Placement
from vision.compose.prints import SIGNS, printed_strip
from vision.compose.rulers import MOST_HIDDEN, draw_ruler, ruler_before, visible_face
from vision.compose.scene import aim_camera, draw_scene, tile_quad
from vision.compose.solid import Material

ROW = [Placement(face, float(at), 0.0, standing=True) for at, face in enumerate(range(9))]


@settings(max_examples=200, deadline=None)
@given(st.integers(0, 10**6))
def test_a_ruler_hides_only_feet(seed: int) -> None:
    """Whatever the camera, most of every face stays in view, and no box grows."""
    rng = np.random.default_rng(seed)
    camera = aim_camera(rng, ROW, 640, 360)
    quads = [tile_quad(camera, place)[0] for place in ROW]
    ruler = ruler_before(rng, quads)
    for quad in quads:
        seen = visible_face(quad, ruler)
        assert (seen[:2] == quad[:2]).all()
        for top, foot in ((0, 3), (1, 2)):
            whole, left = (float(np.linalg.norm(corners[foot] - corners[top])) for corners in (quad, seen))
            assert whole * (1 - MOST_HIDDEN) * 0.6 < left <= whole * 1.001


def test_labels_end_where_the_ruler_begins(face_folder: Path) -> None:
    """In some pictures of one row the boxes are lower than in others, and what is below them is the ruler."""
    bank = FaceBank({"drawn": load_art(face_folder, np.random.default_rng(1))})
    ivory = Material((1.0, 1.0, 1.0), (20, 90, 60), 0.6, 0.1)
    heights = []
    for seed in range(30):
        rng = np.random.default_rng(seed)
        camera = aim_camera(np.random.default_rng(1), ROW, 640, 360)
        picture = draw_scene(rng, np.full((360, 640, 3), 90, np.uint8), ROW, camera, bank, ivory)
        assert len(picture.boxes) == len(ROW)
        heights.append(float(np.median(picture.boxes[:, 3] - picture.boxes[:, 1])))
    assert min(heights) < 0.9 * max(heights)
    assert sum(height > 0.99 * max(heights) for height in heights) > 10


def test_a_ruler_covers_what_it_is_drawn_over() -> None:
    """Inside its corners nothing of the table is left, outside nothing is changed."""
    canvas = np.full((200, 300, 3), 7, np.uint8)
    draw_ruler(np.random.default_rng(2), canvas, np.array([[50, 100], [250, 110], [250, 150], [50, 140]], np.float32))
    assert (canvas[128, 60:240] != 7).any(axis=1).all()
    assert (canvas[:95] == 7).all()
    assert (canvas[155:] == 7).all()


def test_print_has_no_sign_of_a_tile() -> None:
    """What is printed says nothing that a tile says, and a strip has ink and paper."""
    faces = "一二三四五六七八九萬万東东南西北中發发白春夏秋冬梅蘭兰竹菊"
    assert not set(faces) & set(SIGNS)
    strip = printed_strip(np.random.default_rng(3), 400, 60)
    assert strip.shape == (60, 400, 3)
    assert strip.std() > 5
