"""Training: what the dataset file gives, the learning rate, and a tiny run from start to ONNX."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from scoring.tiles import DETECTOR_CLASSES
from tests.vision.tiny import tiny_config
from vision.detector import load_detector
from vision.training import TrainSettings, learning_rate, read_sources, train

DATA = {"composed_share": 0.5, "empty_share": 0.1, "drawn_weight": 3.5}
RATES = {"warmup_images": 100, "learning_rate": 1e-3, "final_share": 0.01}


def test_dataset_file_names_the_material(tmp_path: Path, face_folder: Path) -> None:
    """Photos, crops, textures and drawn faces of a dataset file are found, each from where it says."""
    for name in ("train/images", "crops", "textures"):
        (tmp_path / name).mkdir(parents=True)
    dataset = tmp_path / "d.yaml"
    dataset.write_text(
        f"path: .\ntrain: train/images\ncompose: {{crops: crops, textures: textures, drawn_faces: {face_folder}}}\n"
    )
    sources = read_sources(dataset, DATA)
    assert sources.photos == tmp_path / "train"
    assert (sources.crops, sources.textures) == (tmp_path / "crops", tmp_path / "textures")
    assert sources.art == (face_folder,)
    assert sources.composed_share == 0.5


def test_missing_folder_is_named(tmp_path: Path) -> None:
    """A folder that is not there, drawn faces not yet drawn, and a file that names nothing are told apart."""
    dataset = tmp_path / "d.yaml"
    dataset.write_text("train: nowhere\n")
    with pytest.raises(FileNotFoundError, match="nowhere"):
        read_sources(dataset, DATA)
    dataset.write_text("compose: {drawn_faces: faces}\n")
    with pytest.raises(FileNotFoundError, match="rasterise"):
        read_sources(dataset, DATA)
    dataset.write_text("val: x\n")
    with pytest.raises(ValueError, match="neither"):
        read_sources(dataset, DATA)


def test_learning_rate_rises_then_falls() -> None:
    """The rate warms up over the first pictures, is highest then, and ends at its last share."""
    assert learning_rate(RATES, 0.0, 0) < learning_rate(RATES, 0.0, 50) < learning_rate(RATES, 0.0, 100)
    falling = [learning_rate(RATES, progress / 10, 10_000) for progress in range(11)]
    assert falling == sorted(falling, reverse=True)
    assert falling[0] == pytest.approx(1e-3)
    assert falling[-1] == learning_rate(RATES, 1.5, 10_000) == pytest.approx(1e-5)


def test_missing_start_is_told_before_anything_is_loaded(tmp_path: Path) -> None:
    """Starting weights that do not exist are named."""
    settings = TrainSettings(tmp_path / "d.yaml", start=tmp_path / "no.pt")
    with pytest.raises(FileNotFoundError, match=r"no\.pt"):
        train(settings)


@pytest.mark.train
def test_tiny_run(tmp_path: Path, face_folder: Path) -> None:
    """Seconds of training write a small ONNX file that the detector reads, at several shapes, and a
    half-precision checkpoint; training goes on from the run's checkpoint and from that file.
    """
    (tmp_path / "d.yaml").write_text(f"compose: {{drawn_faces: {face_folder}}}\n")
    (tmp_path / "tiny.toml").write_text(tiny_config(minutes=0.2, composed_share=1.0))
    settings = TrainSettings(
        tmp_path / "d.yaml", run=tmp_path / "run", output=tmp_path / "tiny.onnx", config=tmp_path / "tiny.toml"
    )
    written = train(settings)
    assert written == tmp_path / "tiny.onnx"
    assert written.stat().st_size < 12e6
    assert written.with_suffix(".pt").stat().st_size < 6e6

    detector = load_detector(written)
    picture = cv2.imread(str(face_folder / "3m.png"))
    for shape in ((64, 256), (160, 96)):
        found = detector.look(cv2.resize(picture, shape))
        assert found.scores.shape[1] == len(DETECTOR_CLASSES)
        assert np.isfinite(found.boxes).all()

    checkpoint = settings.run / "checkpoint.pt"
    before = checkpoint.stat().st_mtime_ns
    train(replace(settings, resume=True, minutes=0.3))
    assert checkpoint.stat().st_mtime_ns > before
    train(replace(settings, run=tmp_path / "again", start=written.with_suffix(".pt"), minutes=0.05))
    assert (tmp_path / "again" / "checkpoint.pt").exists()


@pytest.mark.train
def test_device_lists_are_those_of_ultralytics() -> None:
    """A CPU is shared by as many processes as the recipe says; each GPU of a list has one, or the list is refused."""
    import torch

    from vision._trainer import devices_of

    assert devices_of("cpu", 2) == [torch.device("cpu")] * 2
    if torch.cuda.device_count() > 1:
        assert devices_of("0,1", 2) == [torch.device("cuda", 0), torch.device("cuda", 1)]
    else:
        with pytest.raises(ValueError, match="0,1"):
            devices_of("0,1", 2)
