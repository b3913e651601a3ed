"""The same for many photos: here, in several processes, and on a Dask cluster."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.vision.dataset.making import clean, picture
from vision.detector import Detector
from vision.evaluate import How, evaluate
from vision.many import ClusterError, Work, each_photo
from vision.photo import Photo, PhotoError
from vision.registry import SHIPPED_FILE


def width_of(photo: Photo, detector: Detector) -> int:
    """A task: the photo's width, from a worker that has the model."""
    assert detector.path == SHIPPED_FILE.resolve()
    return photo.width


@pytest.fixture
def photos(tmp_path: Path) -> list[Path]:
    """Twelve photos of different widths, the fifth no photo at all."""
    paths = [picture(tmp_path / f"{number:02d}.png", number, (64 + number, 48)) for number in range(12)]
    paths[4].write_bytes(b"no picture")
    return paths


def outcomes(photos: list[Path], work: Work) -> list[int | str]:
    """What came of each photo."""
    done = list(each_photo(width_of, photos, SHIPPED_FILE, work))
    assert [path for path, _ in done] == photos
    return [came.code if isinstance(came, PhotoError) else came for _, came in done]


EXPECTED = [*range(64, 68), "E_PHOTO_FORMAT", *range(69, 76)]


def test_a_few_photos_are_done_here_in_order(photos: list[Path]) -> None:
    """Each photo comes with its outcome, and one that cannot be read with the reason."""
    assert outcomes(photos, Work(processes=1)) == EXPECTED


@pytest.mark.slow
def test_several_processes_give_the_same_in_the_same_order(photos: list[Path]) -> None:
    """Two processes do what one does."""
    assert outcomes(photos, Work(processes=2)) == EXPECTED


@pytest.mark.slow
def test_a_dask_cluster_gives_the_same(photos: list[Path], tmp_path: Path) -> None:
    """Two workers of a local cluster, reached by the address of its scheduler, do what one process does."""
    from distributed import LocalCluster

    dataset = clean(tmp_path / "data")
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        work = Work(scheduler=cluster.scheduler_address)
        assert outcomes(photos, work) == EXPECTED
        assert evaluate(dataset / "train", how=How(work=work)) == evaluate(dataset / "train")


def test_a_cluster_that_is_not_there_is_a_sentence(photos: list[Path]) -> None:
    """An address without a scheduler, or one that is no address, is told in both languages."""
    pytest.importorskip("distributed")
    with pytest.raises(ClusterError, match="no Dask scheduler at nonsense") as caught:
        outcomes(photos, Work(scheduler="nonsense://here"))
    assert "没有 Dask 调度器" in caught.value.message_zh
