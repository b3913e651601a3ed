"""``hule dataset check``: what is wrong with a dataset, file by file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from vision.dataset import findings as found
from vision.dataset.across import Groups, Likeness
from vision.dataset.box_checks import box_findings
from vision.dataset.findings import Finding
from vision.dataset.labels import LabelFile, read_label_file
from vision.dataset.tree import HULE_NAMES, Dataset, Entry, Progress, silent

if TYPE_CHECKING:
    from vision.detector import Detector


def check(
    dataset: Dataset, labels_only: bool = False, detector: Detector | None = None, progress: Progress = silent
) -> Iterator[Finding]:
    """Finds what is wrong with a dataset.

    Args:
        dataset: where to look.
        labels_only: read no photo; labels without one are no finding then.
        detector: a model that is to dispute labels; none: nobody does.
        progress: wraps the entries, to show how far it is.

    Yields:
        What is wrong, photo by photo; a group or photo that comes again is told at its second place.
    """
    if dataset.names != HULE_NAMES:
        yield Finding(found.NAMES, dataset.root, facts={"root": dataset.root})
    for findings in photo_by_photo(dataset, labels_only, detector, progress):
        yield from findings


def photo_by_photo(
    dataset: Dataset, labels_only: bool = False, detector: Detector | None = None, progress: Progress = silent
) -> Iterator[list[Finding]]:
    """As :func:`check`, without what is wrong with the dataset as a whole.

    Yields:
        What is wrong with each photo, also where it is nothing.
    """
    groups = Groups()
    look = None if labels_only else _photo_check(detector)
    for entry in dataset.entries(progress):
        labels = read_label_file(entry.labels) if entry.labels else LabelFile()
        findings = [*box_findings(entry, labels, len(dataset.names)), *groups.findings(entry)]
        yield findings if look is None else [*findings, *look(entry, labels)]


def _photo_check(detector: Detector | None) -> Callable[[Entry, LabelFile], Iterator[Finding]]:
    """What looks at the photo of each entry; it remembers the photos it has seen."""
    # Pixels are loaded here: a check of the labels alone does without cv2.
    from vision.dataset.photo_checks import photo_findings, unreadable
    from vision.photo import PhotoError, load_photo

    likeness = Likeness()

    def look(entry: Entry, labels: LabelFile) -> Iterator[Finding]:
        if entry.image is None:
            yield Finding(found.NO_PHOTO, entry.path, facts={"folder": entry.part.images})
            return
        if entry.labels is None:
            yield Finding(found.NO_LABELS, entry.path)
        try:
            photo = load_photo(entry.image)
            yield from photo_findings(entry, photo, labels)
            yield from likeness.findings(entry, photo)
        except PhotoError as error:
            yield unreadable(entry, error)
            return
        if detector is not None:
            from vision.dataset.disputes import disputes

            yield from disputes(entry, photo, labels, detector)

    return look
