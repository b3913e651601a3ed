"""Deals are kept as they were entered, in every version."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import create_engine, text

from records import (
    Adjustment,
    Correction,
    Deal,
    Match,
    NewVersion,
    Origin,
    Records,
    RecordsError,
    Stake,
    new_id,
    open_records,
)
from scoring import case_from_json, score
from scoring.tiles import TILES, tile
from tests.records.examples import MATCH, NASTY, Place, deal, origin, photo, sichuan
from vision.reading import HandReading, PlacedTile, Reading, SeenTile

TEXTS = st.text(max_size=30) | st.sampled_from(sorted(NASTY.values()))
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=8,
)
OBJECTS = st.dictionaries(TEXTS, JSON, max_size=4)
FACES = st.none() | st.sampled_from(TILES)
DEALS = st.builds(
    Deal,
    case=st.none() | OBJECTS,
    result=st.none() | OBJECTS,
    people=st.just(()) | st.permutations(MATCH.seats).map(tuple),
    stake=st.builds(Stake, st.integers(0, 10**9), st.none() | st.integers(0, 10**6), st.integers(1, 1000)),
    readings=st.lists(OBJECTS, max_size=2).map(tuple),
    corrections=st.lists(
        st.builds(Correction, FACES, FACES, st.none() | TEXTS, st.none() | st.integers(0, 50), TEXTS), max_size=3
    ).map(tuple),
    entered=OBJECTS,
    note=TEXTS,
    void=st.booleans(),
)
ORIGINS = st.builds(Origin, TEXTS, TEXTS, st.datetimes(timezones=st.just(UTC)))


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(value=DEALS, by=ORIGINS)
def test_any_deal_reads_back_equal(records: Records, value: Deal, by: Origin) -> None:
    """Whatever was entered, in whatever characters, comes back the same, and so does who entered it."""
    saved = records.save_deal(value, by)
    read = records.deal(saved.id)
    assert read == saved
    assert (read.value, read.origin, read.version, read.intact) == (value, by, 1, True)
    assert records.faults(saved.id) == ()


def test_a_scored_deal_keeps_its_story(records: Records) -> None:
    """Photo, reading, corrections, case, result and the rules of that day are all there again."""
    shot = photo()
    seen = (SeenTile(tile("1m"), (1, 2, 3, 4), 0.9, 0, ((tile("2m"), 0.1),)),)
    reading = Reading("hand.jpg", shot.sha256, 160, 120, seen, HandReading((PlacedTile(tile("1m"), 0),)))
    fixed = Correction(tile("1m"), tile("2m"), shot.sha256, 0, "phone")
    base = Deal(photos=(shot.sha256,), readings=(reading.to_json(),), corrections=(fixed,))
    saved = records.save_deal(deal(base=base), origin(), photos=[shot])

    kept = records.deal(saved.id).value
    assert Reading.from_json(kept.readings[0]) == reading
    assert kept.corrections == (fixed,)
    assert kept.case is not None
    assert case_from_json(kept.case) == sichuan()
    assert kept.result is not None
    assert kept.result["payments"] == list(score(sichuan()).payments)  # type: ignore[union-attr]
    assert kept.rules is not None
    assert kept.rules.options["zimo_bonus"] == "none"  # a default, which a later Hule might change
    assert records.photo(shot.sha256) == shot.jpeg


def _changed(value: Deal) -> list[Deal]:
    changes: dict[str, Any] = {
        "case": {**(value.case or {}), "dealer": 1}, "result": {}, "transfers": value.transfers[1:],
        "rules": replace(value.rules, hule="9") if value.rules else None, "people": ("a", "b", "c", "d"),
        "stake": Stake(101), "readings": ({"a": 1},), "corrections": (Correction(tile("1m"), None),),
        "entered": {"x": 1}, "note": " ", "void": True,
        "later_cases": ({"variant": "sichuan"},),
    }  # fmt: skip
    return [replace(value, **{name: new}) for name, new in changes.items()]


def test_the_hash_changes_when_anything_changes(records: Records) -> None:
    """Another value, person, device, moment, match or id makes another content hash."""
    match = records.save_match(MATCH, origin())
    value, by = deal(), origin()
    versions = [records.save_deal(value, by, deal_id="one"), records.save_deal(value, by, deal_id="two")]
    versions += [records.save_deal(value, by, match_id=match.id)]
    others = [origin("laptop"), origin(minute=1), origin(who="小李")]
    versions += [records.save_deal(value, other) for other in others]
    versions += [records.save_deal(other, by) for other in _changed(value)]
    assert len({saved.sha256 for saved in versions}) == len(versions)


def test_an_edit_is_a_new_version(records: Records) -> None:
    """The first version stays as it was, and each version names the one before."""
    first = records.save_deal(deal(), origin())
    second = records.save_deal(deal(winner=3), origin("laptop", 60), deal_id=first.id, based_on=1)
    assert records.versions(first.id) == (first, second)
    assert records.deal(first.id) == second
    assert records.deal(first.id, 1) == first
    assert (second.version, second.previous, second.overtook) == (2, first.sha256, False)
    assert records.deals() == (second,)


def test_a_save_that_is_sent_twice_is_stored_once(records: Records) -> None:
    """A phone that missed the answer and sends its deal again makes no second deal and no second version."""
    deal_id = new_id()
    first = records.save_deal(deal(), origin(), deal_id=deal_id)
    assert records.save_deal(deal(), origin(minute=1), deal_id=deal_id) == first
    assert records.deals() == (first,)


def test_who_saved_without_having_seen_the_last_version_is_told(records: Records) -> None:
    """Two phones edit version 1: both edits are kept, and the later one knows that it overtook another."""
    first = records.save_deal(deal(), origin())
    mine = records.save_deal(deal(winner=3), origin("phone", 1), deal_id=first.id, based_on=1)
    yours = records.save_deal(deal(winner=0), origin("tablet", 1), deal_id=first.id, based_on=1)
    assert (mine.overtook, yours.overtook) == (False, True)
    assert [saved.value for saved in records.versions(first.id)] == [deal(), deal(winner=3), deal(winner=0)]


def test_a_version_that_was_tampered_with_is_found(place: Place) -> None:
    """Changing a stored version in the database breaks its hash, and the history says which version."""
    records = open_records(*place)
    saved = records.save_deal(deal(), origin(), deal_id="x")
    records.save_deal(deal(winner=3), origin(), deal_id="x", based_on=1)
    address = place.database or f"sqlite:///{place.folder / 'hule.sqlite'}"
    engine = create_engine(address.replace("postgresql://", "postgresql+psycopg://"))
    with engine.begin() as connection:
        change = text("UPDATE versions SET content = replace(content, :was, :now) WHERE version = 1")
        connection.execute(change, {"was": '"points":1', "now": '"points":9'})
    engine.dispose()
    assert not records.deal("x", 1).intact
    assert records.deal("x", 1).value.transfers != saved.value.transfers
    assert len(records.faults("x")) == 1
    assert "version 1" in records.faults("x")[0]
    records.close()


def test_deals_of_a_match_come_in_the_order_of_play(records: Records) -> None:
    """An old deal that is corrected keeps its place, adjustments stand between the deals, other matches stay out."""
    match, other = (records.save_match(MATCH, origin()).id for _ in range(2))
    first = records.save_deal(deal(), origin(minute=1), match_id=match)
    note = records.save_adjustment(Adjustment({"p0": -20, "p1": 20}, "诈糊"), origin(minute=2), match_id=match)
    second = records.save_deal(deal(), origin(minute=3), match_id=match)
    records.save_deal(deal(), origin(), match_id=other)
    corrected = records.save_deal(deal(winner=3), origin(minute=60), deal_id=first.id, based_on=1)
    assert records.entries(match) == (corrected, note, second)
    assert records.deals(match) == (corrected, second)
    assert records.deal_ids(match) == (first.id, second.id)
    assert records.adjustments(match) == (note,)
    assert [saved.id for saved in records.matches()] == [match, other]


def test_deals_that_belong_together_are_stored_all_or_none(records: Records) -> None:
    """Where the third of four cannot be stored, the two before it are not, either; mended, all four are."""
    match = records.save_match(MATCH, origin()).id
    played = [records.save_deal(deal(), origin(minute=minute), match_id=match) for minute in range(3)]
    changed = [NewVersion(saved.id, deal(winner=3), based_on=1) for saved in played]
    fourth = NewVersion("fourth", deal(winner=0), match_id=match)
    lost = replace(changed[2], value=replace(deal(winner=3), photos=("0" * 64,)))
    with pytest.raises(RecordsError, match="is not stored"):
        records.save_deals([*changed[:2], lost, fourth], origin(minute=9))
    assert records.deals(match) == tuple(played)
    stored = records.save_deals([*changed, fourth], origin(minute=9))
    assert records.deals(match) == stored
    assert [(saved.version, saved.overtook) for saved in stored] == [(2, False)] * 3 + [(1, False)]
    assert [fault for saved in stored for fault in records.faults(saved.id)] == []
    # Sent twice by one device, they are stored once.
    assert records.save_deals([*changed, fourth], origin(minute=10)) == stored


def test_another_phone_notices_every_save(place: Place) -> None:
    """The number that pages watch changes with each deal, adjustment, edit, photo and change of the match."""
    here, there = open_records(*place), open_records(*place)
    match = here.save_match(MATCH, origin()).id
    seen = [there.changes(match)]
    saves: list[Callable[[], object]] = [
        lambda: here.save_deal(deal(), origin(), match_id=match, deal_id="d"),
        lambda: here.save_deal(deal(winner=3), origin(), deal_id="d"),
        lambda: here.save_adjustment(Adjustment({}), origin(), match_id=match),
        lambda: here.save_photo(photo(), match_id=match),
        lambda: here.save_match(replace(MATCH, name="周六"), origin(), match_id=match),
    ]
    for save in saves:
        save()
        seen.append(there.changes(match))
    assert seen == sorted(set(seen))
    here.close()
    there.close()


@pytest.mark.parametrize("name", sorted(NASTY))
def test_texts_do_no_harm(records: Records, name: str) -> None:
    """Markup, emoji, 10,000 characters, path separators and control characters are kept as text."""
    nasty = NASTY[name]
    people = (replace(MATCH.people[0], name=nasty), *MATCH.people[1:])
    match = records.save_match(replace(MATCH, name=nasty, note=nasty, people=people), origin(nasty, who=nasty))
    saved = records.save_deal(
        replace(deal(), note=nasty, entered={nasty: nasty}), origin(nasty), match_id=match.id
    )  # fmt: skip
    assert records.match(match.id).value.people[0].name == nasty
    assert records.deal(saved.id).value.note == nasty
    assert records.faults(saved.id) == ()


@pytest.mark.parametrize("bad", ["", "../x", "a/b", "x" * 65, "名", "a\x00", "a\n"])
def test_an_id_is_never_a_path(records: Records, bad: str) -> None:
    """An id of other characters is refused with a reason, and nothing is stored."""
    with pytest.raises(RecordsError) as refused:
        records.save_deal(deal(), origin(), deal_id=bad)
    assert refused.value.code == "E_RECORDS_ID"
    assert records.deals() == ()


@pytest.mark.parametrize(
    ("what", "code"),
    [
        (lambda records: records.deal("nobody"), "E_RECORDS_UNKNOWN"),
        (lambda records: records.save_deal(deal(), origin(), match_id="nobody"), "E_RECORDS_UNKNOWN"),
        (lambda records: records.save_deal(replace(deal(), photos=("0" * 64,)), origin()), "E_RECORDS_PHOTO"),
        (lambda records: records.photo("../hule"), "E_RECORDS_PHOTO"),
        (lambda records: records.save_match(MATCH, origin(), match_id="taken"), "E_RECORDS_ID"),
    ],
)
def test_what_cannot_be_stored_is_refused_with_a_reason(records: Records, what: Any, code: str) -> None:
    """The error has a code and says in both languages what is wrong, and nothing is stored."""
    records.save_deal(deal(), origin(), deal_id="taken")
    with pytest.raises(RecordsError) as refused:
        what(records)
    assert refused.value.code == code
    assert refused.value.message
    assert refused.value.message_zh
    assert len(records.deals()) == 1
    assert records.matches() == ()


@pytest.mark.parametrize("bad", [float("nan"), object(), {1, 2}, b"x"])
def test_what_is_no_json_is_refused_before_it_is_stored(bad: object) -> None:
    """A value that would not read back the same is refused when the deal is made."""
    with pytest.raises(RecordsError):
        Deal(entered={"x": bad})


def test_a_time_needs_its_zone() -> None:
    """A time without a zone could mean any of 24 hours."""
    with pytest.raises(RecordsError):
        Origin("", "", datetime(2026, 2, 17))


def test_people_of_a_match_are_told_apart() -> None:
    """Two people under one id, one person on two seats, or a seat for nobody is refused."""
    for people, seats in (((MATCH.people[0],) * 2, ()), (MATCH.people, ("p0", "p0")), (MATCH.people, ("p9",))):
        with pytest.raises(RecordsError):
            Match(people=people, seats=seats)
    with pytest.raises(RecordsError):
        deal(base=Deal(people=("p0", "p0", "p1", "p2")))
    with pytest.raises(RecordsError):
        deal(base=Deal(people=("p0", "p1")))


def test_the_data_folder_is_named_by_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """HULE_DATA says where everything lies, the database included."""
    monkeypatch.setenv("HULE_DATA", str(tmp_path / "here"))
    records = open_records()
    records.save_deal(deal(), origin())
    records.close()
    assert (tmp_path / "here" / "hule.sqlite").stat().st_size > 0


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    """A file where the folder should be gives a sentence, not a traceback."""
    (tmp_path / "file").write_text("")
    with pytest.raises(RecordsError) as refused:
        open_records(tmp_path / "file")
    assert str(tmp_path / "file") in refused.value.message
