"""The label queue: what goes in, what a person makes of it, and what comes out."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import globox
import pytest
from PIL import Image

from records import Records, RecordsError, open_records
from records.label_export import export, file_name, hash_in, turned
from records.label_order import most_useful
from records.labels import LABELLED, PAUSE_SECONDS, QUEUED, SKIPPED, Gesture, Labels, LabelTask, pace
from tests.records.examples import Place, photo
from tests.records.labelling import ONE, THREE, TWO, guess, minute
from vision.dataset.check import check
from vision.dataset.foreign import own_source
from vision.dataset.labels import Box
from vision.dataset.source import all_items
from vision.dataset.split import divide
from vision.dataset.tree import HULE_NAMES, open_dataset

SAMPLES = Path(__file__).parents[2] / "datasets" / "samples"


def added(records: Records, seed: int = 0, *boxes: Box, session: str = "friday", **more: float) -> LabelTask:
    """A photo in the queue, as a model labelled it."""
    labels = boxes or (ONE, TWO)
    return records.labels.add(
        photo(seed), guess(*labels, **more), name=f"{seed}.jpg", session=session, source="club"
    )  # fmt: skip


def test_a_photo_waits_with_the_labels_of_the_model(records: Records) -> None:
    """What comes in is queued, with the model's boxes to start from, and shows the photo that came."""
    task = added(records)
    assert (task.state, task.labels, task.guess) == (QUEUED, Labels((ONE, TWO)), guess(ONE, TWO))
    assert (task.width, task.height, task.session) == (160, 120, "friday")
    assert records.labels.photo(task.sha256) == photo().jpeg


def test_every_change_is_there_after_a_reload(place: Place) -> None:
    """The labels come back as they were left, with every step before them, in a program started anew."""
    with closing(open_records(*place)) as records:
        task = added(records)
        records.labels.save(task.sha256, Labels((ONE,)), QUEUED, minute(0))
        records.labels.save(task.sha256, Labels((ONE, THREE), turn=1), QUEUED, minute(1))
    with closing(open_records(*place)) as records:
        assert records.labels.task(task.sha256).labels == Labels((ONE, THREE), turn=1)
        steps = [Labels((ONE, TWO)), Labels((ONE,)), Labels((ONE, THREE), turn=1)]
        assert [each.labels for each in records.labels.versions(task.sha256)] == steps


def test_a_gesture_is_stored_once(place: Place) -> None:
    """Reported again, also to a program started anew, a gesture changes nothing, and each version names its editor."""
    with closing(open_records(*place)) as records:
        task = added(records)
        fewer = (Labels((ONE,)), QUEUED)
        assert records.labels.revise(task.sha256, Gesture("phone", 2), minute(0), lambda _: fewer)[1]
        assert not records.labels.revise(task.sha256, Gesture("desk", 1), minute(1), lambda _: None)[1]
    with closing(open_records(*place)) as records:
        for number in (1, 2):
            again = Gesture("phone", number)
            versions, stored = records.labels.revise(task.sha256, again, minute(2), lambda _: (Labels(), QUEUED))
            assert stored
            assert [(each.labels, each.editor) for each in versions] == [(task.labels, None), (Labels((ONE,)), "phone")]
        records.labels.revise(task.sha256, Gesture("desk", 1), minute(3), lambda _: (Labels(), LABELLED))
        assert [each.editor for each in records.labels.versions(task.sha256)] == [None, "phone", "desk"]
        assert records.labels.task(task.sha256).state == LABELLED


def test_a_photo_that_comes_again_keeps_its_labels(records: Records) -> None:
    """Adding a folder once more changes nothing that a person has done."""
    task = added(records)
    records.labels.save(task.sha256, Labels((THREE,)), LABELLED, minute(0))
    again = added(records, 0, ONE)
    assert (again.labels, again.state) == (Labels((THREE,)), LABELLED)
    assert len(records.labels.tasks()) == 1


def test_the_progress_counts_and_times(records: Records) -> None:
    """Photos done, skipped and left, and how many a minute."""
    tasks = [added(records, seed) for seed in range(5)]
    for number, state in enumerate([LABELLED, SKIPPED, LABELLED]):
        records.labels.save(tasks[number].sha256, tasks[number].labels, state, minute(number / 2))
    progress = records.labels.progress()
    assert (progress.queued, progress.labelled, progress.skipped, progress.total) == (2, 2, 1, 5)
    assert progress.per_minute == pytest.approx(2)


def test_a_pause_does_not_count_in_the_pace() -> None:
    """Dinner between two photos does not make the labelling slow; a single photo has no pace."""
    assert pace([0, 30, 60, 60 + PAUSE_SECONDS + 1, 90 + PAUSE_SECONDS + 1]) == pytest.approx(2)
    assert pace([0]) is None


def test_the_most_useful_photo_comes_first(records: Records) -> None:
    """The model's doubts decide; of photos that look alike one comes early and the others late."""
    sure = added(records, 0, uncertainty=1, look=0)
    unsure = added(records, 1, uncertainty=9, look=1)
    twin = added(records, 2, uncertainty=8, look=1)
    assert records.labels.order() == (unsure.sha256, sure.sha256, twin.sha256)


def test_finishing_a_photo_leaves_the_rest_in_order(records: Records) -> None:
    """What is done comes first, in the order in which it was finished; those that wait do not move."""
    for seed in range(4):
        added(records, seed, uncertainty=seed, look=seed % 2)
    before = records.labels.order()
    for at, sha256 in enumerate(before[:2]):
        records.labels.save(sha256, Labels(), LABELLED, minute(at))
        assert records.labels.order() == before


def test_a_photo_like_a_labelled_one_gains_nothing() -> None:
    """What was labelled before this queue counts, too: its twin waits behind a photo of another kind."""
    looks = [guess(look=number).look for number in range(2)]
    assert most_useful([5, 2], looks) == [0, 1]
    assert most_useful([5, 2], looks, done=[looks[0]]) == [1, 0]


def test_consent_is_nobodys_until_given_and_can_be_taken_back(records: Records) -> None:
    """Nobody has answered at first; each answers for himself, and the last answer counts."""
    queue = records.labels
    assert queue.consent() is None
    queue.set_consent(True, minute(0))
    assert (queue.consent(), queue.consent("phone")) == (True, None)
    queue.set_consent(False, minute(1))
    assert queue.consent() is False


def test_an_export_is_read_by_another_tool(records: Records, tmp_path: Path) -> None:
    """globox finds the classes and pixels that a person accepted, and nothing of what waits or was skipped."""
    tasks = [added(records, seed) for seed in range(3)]
    records.labels.save(tasks[0].sha256, Labels((ONE, THREE)), LABELLED, minute(0))
    records.labels.save(tasks[1].sha256, Labels((TWO,)), SKIPPED, minute(1))
    export(records.labels, tmp_path / "out")
    found = globox.AnnotationSet.from_yolo_v5(tmp_path / "out" / "labels", image_folder=tmp_path / "out" / "images")
    (shot,) = list(found)
    assert shot.image_id == file_name(tasks[0])
    assert sorted((int(box.label), round(box.xmin), round(box.ymax)) for box in shot.boxes) == [
        (box.face, round((box.x - box.width / 2) * 160), round((box.y + box.height / 2) * 120)) for box in (ONE, THREE)
    ]


def test_an_export_keeps_sessions_together(records: Records, tmp_path: Path) -> None:
    """Each session is a group, the classes are Hule's in their order, and a division never cuts a session."""
    for seed in range(6):
        task = added(records, seed, session="friday" if seed % 2 else "sunday")
        records.labels.save(task.sha256, task.labels, LABELLED, minute(seed))
    export(records.labels, tmp_path / "out")
    dataset = open_dataset(tmp_path / "out")
    assert dataset.names == HULE_NAMES
    places = {}
    for split, item in all_items(divide(own_source(dataset), {"train": 0.5, "val": 0.5})):
        assert places.setdefault(item.group, split) == split
    assert set(places) == {"friday", "sunday"}


def test_nothing_labelled_is_told(records: Records, tmp_path: Path) -> None:
    """An export of nothing says what to do first."""
    added(records)
    with pytest.raises(RecordsError, match="accept one"):
        export(records.labels, tmp_path / "out")


def test_a_turned_photo_leaves_upright(records: Records, tmp_path: Path) -> None:
    """A photo that a person turned is written turned, and its boxes still lie on the same tiles."""
    task = added(records)
    records.labels.save(task.sha256, Labels((ONE,), turn=1), LABELLED, minute(0))
    export(records.labels, tmp_path / "out")
    with Image.open(tmp_path / "out" / "images" / file_name(task)) as image:
        assert image.size == (120, 160)
    ((_, item),) = all_items(own_source(open_dataset(tmp_path / "out")))
    assert item.boxes is not None
    (box,) = item.boxes
    assert (box.x, box.y, box.width, box.height) == pytest.approx((0.5, 0.2, 0.12, 0.08))


def test_four_turns_are_none() -> None:
    """A box comes back after a whole turn, and a turn back undoes one."""
    box = Box(3, 0.25, 0.5, 0.125, 0.0625)
    assert turned(turned(box, 3), 1) == box
    assert turned(turned(box, 1), -1) == box
    assert turned(box, 1) != box


def test_a_finding_leads_back_to_its_photo(records: Records, tmp_path: Path) -> None:
    """The name of an exported file holds the hash of the photo in the queue."""
    task = added(records, 0, ONE, ONE)
    records.labels.save(task.sha256, task.labels, LABELLED, minute(0))
    export(records.labels, tmp_path / "out")
    (finding,) = (each for each in check(open_dataset(tmp_path / "out")) if each.kind.code == "E_BOX_TWICE")
    assert task.sha256.startswith(hash_in(finding.file.name))
    assert finding.lines == (1, 2)
