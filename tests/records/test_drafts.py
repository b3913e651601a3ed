"""Deals while they are being entered."""

import contextlib
import os
import random
import signal
import time
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from records import Draft, Match, Records, RecordsError, open_records
from records.drafts import STEPS
from records.photos import PhotoFolder
from scoring.steps import Text
from tests.records.examples import NASTY, Place, origin, photo
from tests.records.saver import PROCESSES, draft_until_killed

NOW = datetime(2026, 2, 17, 20, tzinfo=UTC)


def draft(deal_id: str = "one", device: str = "phone", **entered: object) -> Draft:
    """A deal as it is entered."""
    return Draft(deal_id, device, entered, NOW)


def test_every_step_comes_back_in_order(records: Records) -> None:
    """What was entered on a phone is there after a reload, with the steps before it for undo."""
    for number in range(3):
        records.save_draft(draft(fan=number))
    assert [step.entered for step in records.draft_steps("one", "phone")] == [{"fan": 0}, {"fan": 1}, {"fan": 2}]
    assert records.draft_steps("one", "phone")[-1] == draft(fan=2)
    tapped = replace(draft(fan=3), taps=7, sent_back=("0" * 64, Text("blurred", "模糊")), claims=((1, None, -1), ()))
    records.save_draft(tapped)
    assert records.draft_steps("one", "phone")[-1] == tapped


def test_devices_keep_their_own_steps(records: Records) -> None:
    """Two phones that enter one deal do not overwrite each other; the newest draft comes first."""
    records.save_draft(draft(device="a", fan=1))
    records.save_draft(draft(device="b", fan=2))
    records.save_draft(draft("two", device="a", fan=3))
    assert [step.entered["fan"] for step in records.drafts("one")] == [2, 1]
    assert [step.entered["fan"] for step in records.drafts(device="a")] == [3, 1]
    assert records.drafts("three") == ()


def test_only_the_last_steps_stay(records: Records) -> None:
    """A long evening of corrections does not fill the disk, and costs another device nothing."""
    records.save_draft(draft(device="b", fan=0))
    for number in range(STEPS + 5):
        records.save_draft(draft(fan=number))
    assert [step.entered["fan"] for step in records.draft_steps("one", "phone")] == list(range(5, STEPS + 5))
    assert len(records.draft_steps("one", "b")) == 1
    records.save_draft(draft(fan=99), kept=1)
    assert [step.entered["fan"] for step in records.draft_steps("one", "phone")] == [99]


@pytest.mark.parametrize("text", NASTY.values(), ids=NASTY)
def test_any_text_survives(records: Records, text: str) -> None:
    """A draft keeps a name exactly as it was typed."""
    records.save_draft(draft(names=[text]))
    assert records.drafts("one")[0].entered == {"names": [text]}


def test_an_id_that_is_a_path_is_refused(records: Records) -> None:
    """An address made up by hand gets a sentence."""
    with pytest.raises(RecordsError, match="letters, digits"):
        records.save_draft(draft("../one"))


def test_a_draft_is_no_version(records: Records) -> None:
    """Drafts appear among no deals and change no totals."""
    match = records.save_match(Match("Friday"), origin())
    records.save_draft(Draft("one", "phone", {}, NOW, match.id))
    assert records.deals(match.id) == records.versions("one") == ()
    assert records.drafts("one")[0].match_id == match.id


def test_a_photo_for_a_deal_is_noticed(records: Records) -> None:
    """The number that a page watches grows when a phone's photo comes under the address of its deal."""
    before = records.changes("one")
    records.save_photo(photo(), deal_id="one")
    assert records.changes("one") > before


def test_what_was_read_is_kept_with_the_photo(records: Records) -> None:
    """The last reading of a stored photo comes back; a photo that is not stored has none."""
    shot = photo()
    with pytest.raises(RecordsError, match="not stored"):
        records.save_reading(shot.sha256, {"tiles": []})
    records.save_photo(shot)
    assert records.has_photo(shot.sha256)
    assert records.reading(shot.sha256) is None
    records.save_reading(shot.sha256, {"model": "a"})
    records.save_reading(shot.sha256, {"model": "b"})
    assert records.reading(shot.sha256) == {"model": "b"}


@pytest.mark.parametrize("kills", [5, pytest.param(100, marks=pytest.mark.slow)])
def test_a_killed_process_loses_no_step_that_it_acknowledged(place: Place, kills: int) -> None:
    """kill -9 at a random moment of 0 to 300 ms while a phone enters a deal: the last step acknowledged is there.

    Its photo and what was read in it are there, too; no photo has a row without a file or a file without a row, and no
    half file and no step more than is kept for undo stays.
    """
    moments = random.Random(kills)
    for seed in range(kills):
        parent, child_end = PROCESSES.Pipe(duplex=False)
        child = PROCESSES.Process(target=draft_until_killed, args=(place, seed, child_end))
        child.start()
        child_end.close()
        # The first step of a process takes longer than the moments that are tried afterwards.
        told = [parent.recv()]
        time.sleep(moments.uniform(0, 0.3))
        assert child.pid is not None
        os.kill(child.pid, signal.SIGKILL)
        child.join()
        with contextlib.suppress(EOFError):
            while True:
                told.append(parent.recv())
        with closing(open_records(*place)) as records:
            last = records.drafts(f"d{seed}")[0].entered
            assert last["step"] >= told[-1]
            assert records.photo(last["photo"])
            assert records.reading(last["photo"]) == {"step": last["step"]}
            assert len(records.draft_steps(f"d{seed}", "phone")) <= STEPS
            folder = PhotoFolder(place.folder)
            assert folder.stored() == set(records.photo_hashes())
            assert list(folder.incoming.iterdir()) == []
