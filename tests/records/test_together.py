"""Several people, threads and processes at once, and processes that die."""

from __future__ import annotations

import os
import random
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest

from records import Deal, Records, RecordsError, open_records
from records.photos import PhotoFolder
from tests.records.examples import Place, deal, origin, photo
from tests.records.saver import PROCESSES, save_until_killed, save_versions


def test_threads_that_edit_one_deal_lose_nothing(records: Records) -> None:
    """Eight phones save the same deal at once: eight versions, each with its own content."""
    notes = [f"phone {number}" for number in range(8)]
    with ThreadPoolExecutor(len(notes)) as pool:
        list(pool.map(lambda note: records.save_deal(Deal(note=note), origin(note), deal_id="one"), notes))
    versions = records.versions("one")
    assert [saved.version for saved in versions] == list(range(1, 9))
    assert sorted(saved.value.note for saved in versions) == notes
    assert records.faults("one") == ()


def test_processes_that_open_and_save_at_once_lose_nothing(place: Place) -> None:
    """Processes that make the database, its tables and the versions of one deal at the same moment."""
    devices = ["phone", "tablet", "laptop"]
    children = [PROCESSES.Process(target=save_versions, args=(place, device, 5)) for device in devices]
    for child in children:
        child.start()
    for child in children:
        child.join()
    assert [child.exitcode for child in children] == [0, 0, 0]
    with closing(open_records(*place)) as records:
        versions = records.versions("one")
        assert [saved.version for saved in versions] == list(range(1, 16))
        expected = {f"{device} {number}" for device in devices for number in range(5)}
        assert {saved.value.note for saved in versions} == expected
        assert records.faults("one") == ()
    assert PhotoFolder(place.folder).stored() == {photo().sha256}


def _acknowledged_before_kill(place: Place, seed: int, delay: float) -> Iterator[tuple[str, int, str]]:
    """Runs a child that saves, kills it so long after it began, and gives the saves that it was told of."""
    parent, child_end = PROCESSES.Pipe(duplex=False)
    child = PROCESSES.Process(target=save_until_killed, args=(place, seed, child_end))
    child.start()
    child_end.close()
    while (told := parent.recv()) != "ready":
        yield told
    time.sleep(delay)
    assert child.pid is not None
    os.kill(child.pid, signal.SIGKILL)
    child.join()
    try:
        while True:
            yield parent.recv()
    except EOFError:
        return


@pytest.mark.parametrize("kills", [10, pytest.param(100, marks=pytest.mark.slow)])
def test_a_killed_process_loses_nothing_that_it_acknowledged(place: Place, kills: int) -> None:
    """kill -9 at a random moment of 0 to 300 ms after a save starts: every acknowledged deal opens, nothing else stays.

    After each kill the records are opened again. Every version that was acknowledged has its hash and its photo;
    every stored photo belongs to a version; no file lies about.
    """
    moments = random.Random(kills)
    acknowledged: set[tuple[str, int, str]] = set()
    for seed in range(kills):
        acknowledged.update(_acknowledged_before_kill(place, seed, moments.uniform(0, 0.3)))
        with closing(open_records(*place)) as records:
            versions = (*records.versions("d0"), *records.versions("d1"))
            assert {(saved.id, saved.version, saved.sha256) for saved in versions} >= acknowledged
            assert records.faults("d0") == records.faults("d1") == ()
            shown = {sha256 for saved in versions for sha256 in saved.value.photos}
            folder = PhotoFolder(place.folder)
            assert folder.stored() == shown
            assert set(records.photo_hashes()) == shown
            assert list(folder.incoming.iterdir()) == []
    assert acknowledged


def test_a_photo_whose_move_was_cut_off_is_found(place: Place) -> None:
    """A photo whose deal is committed and that is not in place yet is shown at once, and moved at the next start."""
    shot = photo()
    with closing(open_records(*place)) as records:
        records.save_photo(shot)
        folder = PhotoFolder(place.folder)
        left = folder.incoming / f"{shot.sha256}.0123.jpg"
        (folder.place / f"{shot.sha256}.jpg").rename(left)
        assert records.photo(shot.sha256) == shot.jpeg
    with closing(open_records(*place)) as records:
        assert not left.exists()
        assert records.photo(shot.sha256) == shot.jpeg


def test_what_no_transaction_confirmed_is_swept(place: Place) -> None:
    """A photo without a row and half a file of a stored photo go at the next start; the stored photo stays."""
    kept, lost = photo(1), photo(2)
    with closing(open_records(*place)) as records:
        records.save_photo(kept)
    folder = PhotoFolder(place.folder)
    folder.receive(lost)
    (folder.incoming / f"{kept.sha256}.0123.jpg").write_bytes(kept.jpeg[:100])
    (folder.incoming / "strange").write_bytes(b"")
    with closing(open_records(*place)) as records:
        assert list(folder.incoming.iterdir()) == []
        assert folder.stored() == {kept.sha256}
        assert records.photo(kept.sha256) == kept.jpeg


def test_a_sweep_spares_a_save_under_way(place: Place) -> None:
    """Somebody starts a second Hule on the folder while a phone saves, again and again: every save has its photo."""
    with closing(open_records(*place)) as records, ThreadPoolExecutor(1) as pool:
        shots = [photo(seed) for seed in range(12)]
        saving = pool.submit(
            lambda: [records.save_deal(Deal(photos=(shot.sha256,)), origin(), photos=[shot]) for shot in shots]
        )
        while not saving.done():
            open_records(*place).close()
        saved = saving.result()
        assert [records.faults(each.id) for each in saved] == [()] * len(shots)


def test_a_deal_that_is_refused_leaves_no_photo(records: Records, place: Place) -> None:
    """A deal and its photo are saved together or not at all."""
    shot = photo()
    with pytest.raises(RecordsError, match="not stored"):
        records.save_deal(Deal(photos=(shot.sha256, "0" * 64)), origin(), photos=[shot])
    folder = PhotoFolder(place.folder)
    assert records.photo_hashes() == ()
    assert folder.stored() == set()
    assert list(folder.incoming.iterdir()) == []
    assert records.save_deal(deal(), origin()).version == 1
