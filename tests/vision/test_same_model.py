"""The ONNX files say what the networks said where they were trained."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.bench import SAMPLES
from vision.photo import load_photo
from vision.registry import SHIPPED_FILE
from vision.second_opinion import cut_tiles
from vision.session import open_model

pytestmark = pytest.mark.train

PHOTOS = sorted(SAMPLES.glob("*.jpg"))[:3]
PIXELS, SCORE = 0.1, 0.01
"""The checkpoints hold their weights in half precision, which moves a box or a score by this at most."""


def run_onnx(path: Path, blob: NDArray[Any]) -> NDArray[np.float32]:
    """The output of an ONNX file."""
    session = open_model(path, 1)
    return np.asarray(session.run(None, {session.get_inputs()[0].name: blob})[0])


@pytest.mark.parametrize("path", PHOTOS, ids=lambda path: path.stem)
def test_the_detector_sees_the_same_tiles_as_in_training(path: Path) -> None:
    """Boxes and confidences of the tiles in a photo are those of the checkpoint run by torch."""
    import torch

    from vision import _yolo

    network = _yolo.build_model("yolo11n.yaml", {})
    _yolo.load_weights(network, SHIPPED_FILE.with_suffix(".pt"), ())
    blob = cv2.dnn.blobFromImage(cv2.resize(load_photo(path).preview, (640, 480)), 1 / 255)
    with torch.no_grad():
        trained = network.float().eval()(torch.from_numpy(blob))[0][0].numpy()
    shipped = run_onnx(SHIPPED_FILE, blob)[0]
    tiles = shipped[4:].max(axis=0) > 0.1
    assert tiles.sum() > 50
    assert np.abs(trained - shipped)[:4, tiles].max() < PIXELS
    assert np.abs(trained - shipped)[4:].max() < SCORE


@pytest.mark.parametrize("path", PHOTOS, ids=lambda path: path.stem)
def test_the_second_opinion_names_the_same_faces_as_in_training(path: Path) -> None:
    """The chances of every face, and of no tile, are those of the checkpoint run by torch."""
    import torch

    from vision import _faces_trainer

    faces = SHIPPED_FILE.with_name("hule-faces.onnx")
    network = _faces_trainer.build(faces.with_suffix(".pt")).float().eval()
    photo = load_photo(path)
    rng = np.random.default_rng(1)
    corners = rng.uniform(0, 0.8, (12, 2)) * [photo.width, photo.height]
    boxes = np.concatenate([corners, corners + photo.height / 6], axis=1).astype(np.float32)
    blob = cv2.dnn.blobFromImages(list(cut_tiles(photo, boxes)), 1 / 255)
    with torch.no_grad():
        trained = torch.softmax(network(torch.from_numpy(blob)), dim=1).numpy()
    assert np.abs(trained - run_onnx(faces, blob)).max() < SCORE
