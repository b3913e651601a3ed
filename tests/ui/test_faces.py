"""The pictures of the tiles."""

import io
from xml.etree import ElementTree

import numpy as np
import pytest
from PIL import Image

from scoring.tiles import DETECTOR_CLASSES, TILES, Tile, tile
from ui.faces import face_svg, face_url
from ui.faces.build import DEFAULT_FONT, build
from ui.faces.rasterise import png


def pixels(svg: str, width: int = 60) -> np.ndarray:
    """The drawing as RGBA."""
    return np.asarray(Image.open(io.BytesIO(png(svg, width))).convert("RGBA")).astype(int)


@pytest.mark.parametrize("face", TILES, ids=str)
def test_every_face_is_a_whole_picture(face: Tile) -> None:
    """Each tile has a well-formed drawing of 3 by 4, which names nothing outside itself."""
    svg = face_svg(face)
    root = ElementTree.fromstring(svg)
    assert root.get("viewBox") == "0 0 300 400"
    assert "<text" not in svg
    assert "href" not in svg
    assert face_url(face).startswith("data:image/svg+xml;base64,")


@pytest.mark.parametrize("face", TILES, ids=str)
def test_the_ink_alone_is_on_nothing(face: Tile) -> None:
    """Without its body a tile leaves its corners clear and covers a part of the face."""
    picture = pixels(face_svg(face, body=False))
    corners = picture[[0, 0, -1, -1], [0, -1, 0, -1], 3]
    covered = (picture[..., 3] > 128).mean()
    assert corners.max() == 0
    assert 0.03 < covered < 0.8


def test_no_two_faces_look_alike_at_the_smallest_size() -> None:
    """At 32 pixels wide any two faces differ visibly."""
    small = [pixels(face_svg(face), 32)[..., :3] for face in TILES]
    nearest = min(np.abs(one - other).mean() for number, one in enumerate(small) for other in small[:number])
    assert nearest > 2


def test_a_blank_white_dragon_has_no_ink() -> None:
    """The variant without a frame is an empty tile; other tiles ignore the wish."""
    blank = pixels(face_svg(tile("5z"), body=False, blank_white=True))
    assert blank[..., 3].max() == 0
    assert face_svg(tile("1m"), blank_white=True) == face_svg(tile("1m"))


def test_the_detector_classes_are_all_drawn() -> None:
    """All 43 classes of the detector are among the drawings."""
    assert len({face_svg(face) for face in DETECTOR_CLASSES}) == 43


@pytest.mark.skipif(not DEFAULT_FONT.exists(), reason="needs fonts-lxgw-wenkai")
def test_the_committed_faces_are_what_the_code_draws(tmp_path: object) -> None:
    """Drawing the faces again gives the committed files."""
    build(DEFAULT_FONT, tmp_path)
    assert all((tmp_path / f"{face.code}.svg").read_text(encoding="utf-8") == face_svg(face) for face in TILES)
