"""Views of real photos."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.compose.photos import SourcePhoto, blur_surroundings, load_photos, view_of_photo
from vision.compose.picture import LabelledPicture


def _checker(height: int, width: int) -> np.ndarray:
    """A picture with detail everywhere."""
    y, x = np.mgrid[:height, :width]
    return np.repeat((((x // 4 + y // 4) % 2) * 255).astype(np.uint8)[..., None], 3, axis=2)


@pytest.fixture
def photo() -> SourcePhoto:
    """A dark photo with one tile: red above, green below, blue at its left edge."""
    image = np.full((300, 400, 3), 30, np.uint8)
    image[100:150, 150:225] = (220, 20, 20)
    image[150:200, 150:225] = (20, 220, 20)
    image[100:200, 150:165] = (20, 20, 220)
    picture = LabelledPicture(image, np.array([3]), np.array([[150, 100, 225, 200]], np.float32), False)
    return SourcePhoto(picture, "g", stretched=False, straight=True, weight=1.0)


def test_boxes_follow_the_tile(photo: SourcePhoto) -> None:
    """In every view the labelled box holds the tile's colours, and no bright tile lies outside of it."""
    seen = 0
    for seed in range(40):
        view = view_of_photo(np.random.default_rng(seed), photo, 256, 192)
        assert view.image.shape == (192, 256, 3)
        for x1, y1, x2, y2 in view.boxes:
            inside = view.image[round(y1) : round(y2), round(x1) : round(x2)]
            coloured = (inside.max(axis=2).astype(int) - inside.min(axis=2)) > 80
            assert coloured.mean() > 0.4  # half the box, where the tile lies slantwise
            seen += 1
    assert seen > 30


def test_views_are_never_mirrored(photo: SourcePhoto) -> None:
    """Going from red to green, blue stays on the same hand in every view: turned, but never mirrored."""
    for seed in range(40):
        image = view_of_photo(np.random.default_rng(seed), photo, 256, 256).image.astype(int)
        masks = [(image[..., c] > 150) & (image.max(axis=2) - image.min(axis=2) > 140)
                 & (image[..., c] == image.max(axis=2)) for c in range(3)]  # fmt: skip
        inside = [m & (np.delete(image, c, axis=2).max(axis=2) < 90) for c, m in enumerate(masks)]
        if min(int(m.sum()) for m in inside) < 60:
            continue
        red, green, blue = (np.argwhere(m).mean(axis=0)[::-1] for m in inside)
        down, left = green - red, blue - (red + green) / 2
        assert down[0] * left[1] - down[1] * left[0] > 0


def test_surroundings_lose_their_detail() -> None:
    """What is not labelled is blurred away, and the labelled tile stays as it was."""
    image = _checker(200, 300)
    blurred = blur_surroundings(image, np.array([[100, 60, 160, 140]], np.float32))
    assert np.array_equal(blurred[70:130, 110:150], image[70:130, 110:150])
    assert blurred[:30].std() < 20 < image[:30].std()


def test_folder_with_groups(tmp_path: Path) -> None:
    """Photos come with their labels in pixels and their group, and many photos of a group weigh less each."""
    for sub in ("images", "labels"):
        (tmp_path / sub).mkdir()
    rows = ["image,source,group"]
    for name, group in [("a", "film"), ("b", "film"), ("c", "film"), ("d", "single")]:
        cv2.imwrite(str(tmp_path / "images" / f"{name}.jpg"), _checker(100, 200))
        (tmp_path / "labels" / f"{name}.txt").write_text("7 0.5 0.5 0.1 0.4\n")
        rows.append(f"{name}.jpg,marco-hk,{group}")
    (tmp_path / "index.csv").write_text("\n".join(rows) + "\n")
    photos = load_photos(tmp_path)
    assert [p.group for p in photos] == ["film", "film", "film", "single"]
    assert photos[0].picture.boxes.tolist() == [pytest.approx([90, 30, 110, 70])]
    assert photos[0].weight < photos[3].weight


def test_empty_folder_is_named(tmp_path: Path) -> None:
    """A folder without pictures is an error that names it."""
    with pytest.raises(FileNotFoundError, match="images"):
        load_photos(tmp_path)
