"""Faces drawn here, so that tests of the generator and of training need neither photos nor artwork."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from scoring.tiles import DETECTOR_CLASSES
from vision.compose.picture import BACK


@pytest.fixture(scope="session")
def face_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with one face for every class, its code written on it."""
    folder = tmp_path_factory.mktemp("faces")
    for shown in DETECTOR_CLASSES[:BACK]:
        face = np.full((160, 120, 3), 240, np.uint8)
        cv2.putText(face, shown.code, (12, 100), cv2.FONT_HERSHEY_SIMPLEX, 2.2, (40, 40, 160), 5)
        cv2.imwrite(str(folder / f"{shown.code}.png"), face)
    return folder
