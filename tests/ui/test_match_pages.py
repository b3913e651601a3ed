"""A match as a table plays it, without a browser: record, go on, correct, settle, and come back to all of it."""

import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from records import Match, Origin, Records
from tests.records.examples import NASTY, photo
from tests.ui.tables import NAMES, deal_of, opened, run, show, start_match, state_of, tap, text, win
from ui.archive import archive, entered
from ui.deal import with_outcome
from ui.next_deal import next_deal
from ui.people import people_called
from ui.recording import take_back


def test_a_reload_returns_to_the_deal() -> None:
    """The address of a deal that was never recorded leads back to everything entered, on any phone."""
    tab = win(opened(), seat=2)
    again = opened(**dict(tab.query_params.items()))
    assert deal_of(again) == deal_of(tab)
    assert "Right pays 1 Across receives 3" in text(again)


def test_a_deal_is_recorded_and_the_next_begins() -> None:
    """One tap records; the next leads to an empty deal with the winner as dealer; the first one is kept whole."""
    tab = tap(win(opened(), seat=1), "record")
    first = state_of(tab).deal_id
    assert [saved.version for saved in archive().versions(first)] == [1]
    tap(tab, "next_deal")
    assert (deal_of(tab).dealer, deal_of(tab).win.hand.pieces) == (1, ())
    assert state_of(tab).deal_id != first
    again = opened(deal=first)
    assert "Recorded at" in again.caption[-1].value
    assert "record" not in {button.key for button in again.button}


def test_how_the_last_deal_ended_does_not_reach_the_next_when_it_comes_late() -> None:
    """After a draw the next deal begins as one that somebody wins, whatever a slow browser still shows."""
    tab = start_match()
    state = state_of(tab)
    state.change(with_outcome(state.deal, "draw"))
    late = run(tab)._tree.get_widget_states()
    state.begin(next_deal(state.deal), state.match_id)
    begun = deal_of(run(tab))
    assert begun.outcome == "win"
    tab._run(late)
    assert deal_of(tab) == begun


def test_a_deal_left_behind_is_found_again() -> None:
    """A deal that was begun and not recorded stands in the list of the device on which it was entered."""
    tab = win(opened(), seat=2)
    left = state_of(tab).deal_id
    state_of(tab).leave_match()
    tap(show(run(tab), "deals"), f"resume_{left}")
    assert state_of(tab).deal_id == left
    assert deal_of(tab).win.seat == 2


def test_a_deal_that_is_not_finished_cannot_be_recorded() -> None:
    """Without a payout there is no button."""
    tab = opened()
    state_of(tab).type_tiles()
    assert "record" not in {button.key for button in run(tab).button}


def test_the_people_of_a_match_pay_each_other() -> None:
    """Names from the match stand on the page that scores, totals on that of the match, after every deal."""
    tab = start_match()
    assert deal_of(tab).names == NAMES
    tap(win(tab, seat=1), "record")
    assert "老王 dealer pays 1 小李 receives 3" in text(tab)
    tap(tab, "next_deal")
    tap(win(tab, seat=0), "record")
    shown = text(show(tab, "match"))
    assert "entries: 2" in shown
    assert "老王 is up +2 小李 is up +2 阿珍 is down −2 Tom is down −2" in shown


def test_the_page_that_scores_says_which_deal_of_which_match_it_is() -> None:
    """Number, dealer and people stand above the deal, with the way back; a deal opened again has its old number."""
    tab = tap(win(start_match(), seat=1), "record")
    first = state_of(tab).deal_id
    tap(tab, "next_deal")
    assert "Deal 2 · 小李 deals 老王, 小李, 阿珍, Tom" in text(tab)
    back = [link.proto for link in tab.get("page_link") if link.proto.label == "To the match"]
    assert [(link.page, link.query_string) for link in back] == [("match", back[0].query_string)]
    assert f"match={state_of(tab).match_id}" in back[0].query_string
    again = opened(match=state_of(tab).match_id or "", deal=first)
    assert "Deal 1 · 老王 deals" in text(again)
    assert "Deal 1" not in text(opened())


def test_a_match_begins_with_the_names_that_were_typed_for_the_deal() -> None:
    """The form says which seat each field is and holds who sits there already; the others are filled in."""
    tab = win(opened())
    tab.text_input(key="name_1").set_value("小李")
    show(run(tab), "match")
    fields = [tab.text_input(key=f"new_name_{seat}") for seat in range(4)]
    assert [field.value for field in fields] == ["", "小李", "", ""]
    assert [field.label for field in fields][1:3] == ["Second seat, to the right", "Third seat, across"]
    fields[0].set_value("老王")
    tap(tab, "start_match")
    assert deal_of(tab).names == ("老王", "小李", "Player 3", "Player 4")


def test_totals_stay_with_the_person_when_seats_change() -> None:
    """Two swap seats, a fifth plays for one of them: what was won before stays where it was won."""
    tab = start_match()
    tap(win(tab, seat=1), "record")
    show(tab, "match")
    match = archive().match(state_of(tab).match_id or "").value
    tab.text_input(key="add_name_0").set_value("小明")
    tap(tab, "add_0")
    fifth = archive().match(state_of(tab).match_id or "").value.people[-1]
    tab.selectbox(key=f"seat_0_{state_of(tab).match_id}").set_value(match.seats[1])
    run(tab)
    tab.selectbox(key=f"seat_3_{state_of(tab).match_id}").set_value(fifth.id)
    run(tab)
    tap(tab, "next_deal")
    assert deal_of(tab).names == ("小李", "老王", "阿珍", "小明")
    tap(win(tab, seat=3), "record")
    shown = text(show(tab, "match"))
    assert "小李 is up +2" in shown
    assert "小明 is up +3" in shown
    assert "Tom resting is down −1" in shown


def test_an_adjustment_moves_money_and_can_be_taken_back() -> None:
    """One pays two others 20 each, with a note; taken back, everybody is even."""
    tab = show(start_match(), "match")
    people = archive().match(state_of(tab).match_id or "").value.seats
    tab.button_group(key="payers_0").set_value([people[0]])
    tab.button_group(key="payees_0").set_value([people[1], people[2]])
    tab.number_input(key="amount_0").set_value(20.0)
    tab.text_input(key="note_0").set_value("false win <b>")
    tap(tab, "adjust_0")
    assert "老王 is down −40 小李 is up +20 阿珍 is up +20" in text(tab)
    assert "false win &lt;b&gt;" in text(tab)
    assert tab.number_input(key="amount_1").value == 0
    assert "小李" in text(tab)
    entry = archive().adjustments(state_of(tab).match_id or "")[0]
    tap(tab, f"void_{entry.id}")
    assert "老王 is even 0" in text(tab)


def test_two_phones_make_two_versions() -> None:
    """What one records while the other edits is told, and neither replaces the other."""
    one = start_match()
    deal, match = state_of(one).deal_id, state_of(one).match_id or ""
    two = opened(match=match, deal=deal)
    win(two, seat=3)
    tap(win(one, seat=1), "record")
    run(two)
    assert "recorded this deal in the meantime" in two.warning[0].value
    tap(two, "record")
    versions = archive().versions(deal)
    assert [saved.version for saved in versions] == [1, 2]
    assert [saved.overtook for saved in versions] == [False, True]


def test_a_phone_that_changed_nothing_shows_what_the_other_recorded() -> None:
    """A page that only looks follows by itself as soon as it is drawn again."""
    one = start_match()
    two = opened(match=state_of(one).match_id or "", deal=state_of(one).deal_id)
    tap(win(one, seat=1), "record")
    assert deal_of(run(two)) == deal_of(one)


def test_an_old_deal_is_corrected_with_what_follows() -> None:
    """The later deal whose dealer changes is shown before and after, and both are stored as new versions."""
    tab = start_match()
    tap(win(tab, seat=1), "record")
    first = state_of(tab).deal_id
    tap(tab, "next_deal")
    tap(win(tab, seat=1), "record")
    second = state_of(tab).deal_id
    tap(show(tab, "deals"), f"open_{first}")
    assert state_of(tab).deal_id == first
    win(tab, seat=2)
    assert "Dealer 小李 → 阿珍" in text(tab)
    tap(tab, "record")
    assert len(archive().versions(first)) == len(archive().versions(second)) == 2
    assert archive().deal(second).value.case["dealer"] == 2
    assert not archive().faults(first) + archive().faults(second)


def test_a_deal_is_taken_back_and_counts_again() -> None:
    """A deal that is taken back stays in the list and out of the totals."""
    tab = start_match()
    tap(win(tab, seat=1), "record")
    deal = state_of(tab).deal_id
    show(tab, "deals")
    assert tab.expander[0].label.split()[-2:] == ["小李", "+3"]
    tap(tab, f"void_{deal}")
    assert "taken back" in tab.expander[0].label
    assert "小李 is even 0" in text(show(tab, "match"))
    show(tab, "deals")
    tap(tab, f"count_{deal}")
    assert "小李 is up +3" in text(show(tab, "match"))


@pytest.mark.parametrize("name", NASTY.values(), ids=NASTY)
def test_any_name_does_no_harm(name: str) -> None:
    """Names with markup, emoji, paths and ten thousand characters, stored by another program, are shown as text."""
    people = people_called(["a", "b", "c", "d"])
    people = (replace(people[0], name=name), *people[1:])
    records: Records = archive()
    match = Match(people=people, seats=tuple(person.id for person in people), note=name)
    saved = records.save_match(match, Origin(name, name, datetime.now(UTC)))
    tab = opened(match=saved.id)
    tap(win(tab), "record")
    for page in ("match", "deals"):
        shown = show(tab, page)
        assert not any("<script>alert" in item.proto.body for item in shown.get("html"))


def two_wins() -> tuple[AppTest, str, str]:
    """A match with a deal that seat 1 won and one that seat 2 won; the page and the ids of both."""
    tab = start_match()
    tap(win(tab, seat=1), "record")
    first = state_of(tab).deal_id
    tap(tab, "next_deal")
    second = state_of(tab).deal_id
    tap(win(tab, seat=2), "record")
    return tab, first, second


def test_a_deal_taken_back_shows_the_later_deals_that_change_and_asks_first() -> None:
    """The dealer after a deal that never counted is another: shown before and after, left alone or confirmed."""
    tab, first, second = two_wins()
    tap(show(tab, "deals"), f"void_{first}")
    assert "Dealer 小李 → 老王" in text(tab)
    tap(tab, f"leave_{first}")
    assert "Dealer 小李 → 老王" not in text(tab)
    assert not archive().deal(first).value.void
    tap(tab, f"void_{first}")
    # A second tap, of a finger that was too fast, is no answer to what the first one asked.
    tap(tab, f"void_{first}")
    assert not archive().deal(first).value.void
    tap(tab, f"confirm_{first}")
    assert archive().deal(first).value.void
    assert entered(archive().deal(second)).dealer == 0
    assert [saved.version for saved in archive().versions(second)] == [1, 2]
    tap(tab, f"count_{first}")
    tap(tab, f"confirm_{first}")
    assert not archive().deal(first).value.void
    assert entered(archive().deal(second)).dealer == 1


def test_a_later_deal_that_cannot_be_stored_leaves_the_correction_out_too(data: Path) -> None:
    """Where the photo of a later deal is gone from the records, the page says so, and no deal of the two changes."""
    tab, first, second = two_wins()
    shot, recorded = photo(), archive().deal(second)
    shown = replace(recorded.value, photos=(shot.sha256,))
    archive().save_deal(shown, recorded.origin, deal_id=second, photos=[shot], based_on=1)
    with closing(sqlite3.connect(data / "hule.sqlite", isolation_level=None)) as database:
        database.execute("DELETE FROM photos")
    before = archive().deals()
    tap(show(tab, "deals"), f"open_{first}")
    tap(win(tab, seat=3), "record")
    assert f"photo {shot.sha256[:12]} is not stored" in tab.warning[0].value
    tap(show(tab, "deals"), f"void_{first}")
    tap(tab, f"confirm_{first}")
    assert f"photo {shot.sha256[:12]} is not stored" in tab.warning[0].value
    assert archive().deals() == before


def test_whose_phone_recorded_a_deal_stands_in_the_dispute() -> None:
    """The name that a device was given stands beside the version that it recorded, whatever signs are in it."""
    tab = opened()
    tab.text_input(key="owner").set_value("阿珍 <b>")
    tap(win(run(tab), seat=1), "record")
    deal = state_of(tab).deal_id
    assert archive().deal(deal).origin.who == "阿珍 <b>"
    shown = text(show(opened(deal=deal), "dispute"))
    assert "阿珍 &lt;b&gt; · " in shown


def test_a_deal_corrected_since_the_list_was_drawn_is_taken_back_as_it_is_now() -> None:
    """A tap on an old list neither brings the payout before the correction back nor turns another's tap round."""
    tab = start_match()
    tap(win(tab, seat=1), "record")
    drawn = archive().deal(state_of(tab).deal_id)
    tap(win(tab, seat=2), "record")
    for _ in range(2):
        take_back(drawn, state_of(tab))
        newest = archive().deal(drawn.id)
        assert newest.version == 3
        assert newest.value.void
        assert entered(newest).win.seat == 2


def test_the_stake_of_one_match_does_not_reach_another_when_it_comes_late() -> None:
    """A browser that has not drawn the other match yet sends once more what it shows of the first."""
    first = show(start_match(), "match")
    first.number_input(key=f"stake_{state_of(first).match_id}").set_value(5.0)
    late = run(first)._tree.get_widget_states()
    second = start_match(("甲", "乙", "丙", "丁"))
    played = state_of(second).match_id
    state_of(first).enter_match(str(played))
    show(run(first), "match")
    first._run(late)
    assert archive().match(str(played)).value.stake.cents_per_point == 100


def test_an_amount_that_no_table_plays_for_is_not_taken() -> None:
    """A number beyond what can be typed is held back by the widget, in the stake and beside the deals."""
    tab = show(start_match(), "match")
    for key in (f"stake_{state_of(tab).match_id}", "amount_0"):
        assert tab.number_input(key=key).max == 1e9


@pytest.mark.parametrize("page", ["match", "deals"])
def test_what_cannot_be_opened_is_told_on_every_page(data: Path, page: str) -> None:
    """Where the database is no database, each page says so in a sentence, and the file stays as it was."""
    data.mkdir()
    file = data / "hule.sqlite"
    file.write_bytes(b"no database" * 1000)
    tab = opened(page)
    assert "put a copy in its place" in tab.error[0].value
    assert file.read_bytes() == b"no database" * 1000
