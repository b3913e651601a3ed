"""The label page: photos come in, are checked and exported, and everything is told in words."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from records.labels import LABELLED, QUEUED, Labels
from tests.records.examples import photo
from tests.records.labelling import ONE, THREE, TWO, guess, minute, zipped
from tests.ui.labelling import complaints, label_page
from tests.ui.tables import SAMPLES, run, tap
from ui.archive import archive


def told(page: AppTest) -> str:
    """Everything that the page says in words."""
    progress = [item.proto.text for item in page.get("progress")]
    parts = [*page.caption, *page.info, *page.success, *page.warning, *page.markdown]
    return "\n".join([*progress, *(part.value for part in parts)])


def upload(page: AppTest, **files: bytes) -> AppTest:
    """Uploads files of these names."""
    page.file_uploader[0].set_value([(name, data, "application/octet-stream") for name, data in files.items()])
    return run(page)


@pytest.mark.parametrize(("language", "empty"), [("en", "No photo waits here"), ("zh", "还没有等待标注的照片")])
def test_an_empty_queue_says_what_to_do(language: str, empty: str) -> None:
    """Before any photo there is a hint in the language of the person, and nothing to check or export."""
    page = label_page(language)
    assert empty in told(page)
    assert [button.key for button in page.button] == []


def test_a_zip_and_a_bad_file_are_taken_and_told() -> None:
    """The good photo is labelled by the model and shown; the bad ones are named; a second upload is known."""
    data = zipped({"night/a.jpg": (SAMPLES / "dim-room.jpg").read_bytes(), "night/note.jpg": b"eggs, flour"})
    page = upload(label_page(), **{"club.zip": data, "broken.zip": b"PK nonsense"})
    for words_told in ("Photos added: 1", "night/note.jpg", "broken.zip", "Photo 1 of 1: a.jpg", "0 labelled, 1 left"):
        assert words_told in told(page)
    (task,) = archive().labels.tasks()
    assert len(task.guess.boxes) == 14
    assert "Here before: 1" in told(upload(page, **{"club.zip": data}))


def test_labels_are_checked_and_exported() -> None:
    """A double box is found and its photo opened by a tap."""
    queue = archive().labels
    for seed in range(2):
        queue.add(photo(seed), guess(ONE, TWO, look=seed), name=f"{seed}.jpg", session="s", source="x")
        queue.save(photo(seed).sha256, Labels((THREE, ONE, ONE) if seed else (ONE,)), LABELLED, minute(seed))
    page = label_page()
    assert "All photos are labelled" in told(page)
    assert "Photo 1 of 2: 0.jpg" in told(page)
    tap(page, "label_check")
    assert "1.jpg" in told(page)
    assert "changed since" not in told(page)
    assert "box the same 1m twice" in told(page)
    kinds = [each.finding.kind.code for each in complaints(queue)]
    tap(page, f"open_{kinds.index('E_BOX_TWICE')}")
    assert "Photo 2 of 2: 1.jpg" in told(page)
    queue.save(photo(1).sha256, Labels((THREE, ONE)), LABELLED, minute(3))
    assert "changed since" in told(run(page))


def test_a_photo_changed_in_another_tab_is_told_and_chosen() -> None:
    """The page names the photo, and a tap gives back the labels that were on its screen."""
    queue = archive().labels
    queue.add(photo(0), guess(ONE, TWO), name="0.jpg", session="s", source="x")
    page = label_page()
    queue.save(photo(0).sha256, Labels((THREE,)), QUEUED, minute(0))
    assert "This photo was changed in another tab or on another phone" in told(run(page))
    tap(page, f"clash_yours_{photo(0).sha256[:12]}")
    assert queue.task(photo(0).sha256).labels == Labels((ONE, TWO))
    assert "another tab" not in told(page)
