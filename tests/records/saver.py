"""What the tests run in processes of their own: saving and opening, until killed."""

from __future__ import annotations

import multiprocessing
from multiprocessing.connection import Connection

from records import Deal, Draft, open_records
from tests.records.examples import Place, deal, origin, photo

PROCESSES = multiprocessing.get_context("forkserver")
"""Children are forked from a process that has imported everything, so that a hundred of them are cheap."""

PROCESSES.set_forkserver_preload(["tests.records.saver"])


def draft_until_killed(place: Place, seed: int, parent: Connection) -> None:
    """Enters a deal as fast as it can, each step with a photo and what was read in it; tells of each that was kept."""
    records = open_records(*place)
    step = 0
    while True:
        shot = photo(1000 * seed + step, 640, 480)
        records.save_photo(shot, deal_id=f"d{seed}")
        records.save_reading(shot.sha256, {"step": step})
        records.save_draft(Draft(f"d{seed}", "phone", {"step": step, "photo": shot.sha256}, origin().at))
        parent.send(step)
        step += 1


def save_until_killed(place: Place, seed: int, parent: Connection) -> None:
    """Saves deals with a photo each as fast as it can; tells of each save that returned."""
    records = open_records(*place)
    number = 0

    def save() -> None:
        nonlocal number
        shot = photo(1000 * seed + number, 640, 480)
        value = deal(base=Deal(photos=(shot.sha256,)))
        device = f"{seed} {number}"
        saved = records.save_deal(value, origin(device), photos=[shot], deal_id=f"d{number % 2}")
        parent.send((saved.id, saved.version, saved.sha256))
        number += 1

    # The first save of a process takes longer than the moments that are tried afterwards.
    save()
    parent.send("ready")
    while True:
        save()


def save_versions(place: Place, device: str, count: int) -> None:
    """Opens the records and saves versions of one deal, each with its own content and the same photo."""
    records = open_records(*place)
    shot = photo()
    for number in range(count):
        value = deal(base=Deal(photos=(shot.sha256,), note=f"{device} {number}"))
        records.save_deal(value, origin(device), deal_id="one", photos=[shot])
    records.close()
