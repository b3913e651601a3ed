"""What training reads of an exported dataset."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.vision.dataset.making import NAMES, clean
from vision.dataset.foreign import own_source
from vision.dataset.tree import open_dataset
from vision.dataset.write import write_yolo


@pytest.mark.train
def test_ultralytics_reads_the_yolo_export(tmp_path: Path) -> None:
    """It accepts the dataset, wherever it is started, and finds every photo, box and class."""
    from ultralytics.data.dataset import YOLODataset
    from ultralytics.data.utils import check_det_dataset

    write_yolo(own_source(open_dataset(clean(tmp_path / "full"))), tmp_path / "out")
    data = check_det_dataset(str(tmp_path / "out" / "data.yaml"), autodownload=False)
    assert [data["names"][number] for number in range(43)] == NAMES
    told = YOLODataset(img_path=data["train"], data=data, task="detect", augment=False).labels
    boxes = {Path(label["im_file"]).stem: len(label["cls"]) for label in told}
    assert boxes == {"a": 14, "牌 b": 5}
