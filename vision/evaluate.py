"""How well photos are read: the figures of ``hule evaluate``."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from vision.corrections import read_corrections
from vision.dataset import Split, load_split
from vision.detector import Detector, load_detector
from vision.figures import figures
from vision.layout.truth import read_layouts
from vision.looks import LOOKS
from vision.many import Work
from vision.results import PhotoResult, Watch, read_split, with_corrections

LAYOUTS = Path(__file__).parent.parent / "datasets" / "val_layouts.txt"
"""The layouts of the validation photos, written down by people."""

CORRECTIONS = LAYOUTS.with_name("val_corrections.txt")
"""Labels of the validation photos that are known to be wrong."""


MENDED_PARTS = ("per_class", "groups")
"""Of the figures in parts, those that are given with mended labels, too."""


@dataclass(frozen=True)
class How:
    """How an evaluation is done.

    Attributes:
        looks: see :func:`vision.looks.find_tiles`.
        layouts: file with the right layouts; photos that it does not name do not count in ``exact_layout``.
        corrections: file with labels that are known to be wrong, see :mod:`vision.corrections`.
        work: on this machine or on a cluster.
        journal: file that keeps what was seen, to go on from after an interruption.
        watch: shows how far it is.
    """

    looks: int = LOOKS
    layouts: Path | None = LAYOUTS
    corrections: Path | None = CORRECTIONS
    work: Work = field(default_factory=Work)
    journal: Path | None = None
    watch: Watch = field(default=lambda photos: photos)


def evaluate(
    dataset: str | Path,
    split: str = "val",
    detector: Detector | None = None,
    how: How | None = None,
    report: Path | None = None,
) -> dict[str, Any]:
    """Reads every labelled photo of a split and compares it with its labels.

    Args:
        dataset: a YAML file or a folder (see :mod:`vision.dataset`).
        split: of the YAML.
        detector: default: Hule's own.
        how: where and how thoroughly.
        report: folder for the HTML report with pictures of every mistake.

    Returns:
        The figures of the contract; beside them ``unlabelled`` (photos left out because they have no label file),
        ``located`` (recall whatever the face), ``top3`` (the right face among the three likeliest, of located
        tiles), ``layouts`` (photos with right tiles and a written layout, of which ``exact_layout`` are laid out
        right), ``missed``, ``invented``, ``calibration`` (see :mod:`vision.reliability`), figures by source, group,
        number of tiles and light (:data:`vision.figures.PARTS`), and ``corrected``: the figures that change with
        the labels mended that ``how.corrections`` lists.

    Raises:
        vision.dataset.DatasetError: when the dataset or the journal cannot be used.
        vision.many.ClusterError: when there is no such cluster.
        vision.photo.PhotoError: when a photo of it cannot be read.
        OSError, ValueError: when the corrections cannot be read.
    """
    results, data = measure(load_split(Path(dataset), split), detector or load_detector(), how or How())
    if report is not None:
        from vision.report import write_report

        write_report(results, data, report)
    return data


def measure(photos: Split, detector: Detector, how: How) -> tuple[list[PhotoResult], dict[str, Any]]:
    """The photos of a split, read, and their figures; see :func:`evaluate`."""
    results = read_split(photos, detector, how.looks, how.work, how.journal, how.watch)
    known = read_layouts(how.layouts) if how.layouts is not None and how.layouts.is_file() else {}
    data = {
        "model": detector.name,
        "unlabelled": len(photos.photos) - len(results),
        **figures(results, known),
    }
    corrections = read_corrections(how.corrections) if how.corrections is not None else {}
    mended = figures(with_corrections(results, corrections, photos.fully_labelled), known)
    data["corrected"] = {
        name: figure
        for name, figure in mended.items()
        if figure != data[name] and (name in MENDED_PARTS or not isinstance(figure, dict | list))
    }
    return results, data
