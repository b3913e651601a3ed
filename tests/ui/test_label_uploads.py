"""Photos on their way into the label queue."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from records import open_records
from tests.ui.tables import SAMPLES
from ui.label_uploads import Uploads
from vision.detector import load_detector


def test_an_upload_that_a_rerun_breaks_off_goes_on(tmp_path: Path) -> None:
    """Whoever labels while photos come in stops nothing: the next run takes the rest, each photo once."""
    names = ("dim-room.jpg", "tilted-pairs.jpg", "called-honors.jpg")
    with closing(open_records(tmp_path)) as opened:
        uploads = Uploads()
        uploads.add([(name, (SAMPLES / name).read_bytes()) for name in names], "s")
        uploads.add([("broken.zip", b"PK nonsense")], "s")
        next(uploads.take(opened.labels, load_detector()))
        assert (uploads.done, uploads.total) == (1, 3)
        uploads.add([(names[0], (SAMPLES / names[0]).read_bytes())], "s")
        list(uploads.take(opened.labels, load_detector()))
        assert [task.name for task in opened.labels.tasks()] == list(names)
    assert (uploads.told.added, uploads.told.known, len(uploads.told.refused), uploads.done) == (3, 1, 1, 4)
