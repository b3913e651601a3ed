"""An argument about a deal, without a browser: what is kept of it, what each side claims, what leads there."""

import sqlite3
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from records import Correction
from records import Deal as StoredDeal
from scoring import tile
from tests.records.examples import origin, photo
from tests.ui.tables import APP, opened, run, show, start_match, state_of, tap, text, win
from ui.archive import archive
from ui.recordable import settled
from ui.session import Session
from vision.reading import HandReading, PlacedTile, Reading, SeenTile


def disputed(recorded: AppTest, **address: str) -> AppTest:
    """The page of a recorded deal, opened by its address on another device."""
    return opened("dispute", deal=state_of(recorded).deal_id, **address)


def say(tab: AppTest, amounts: dict[int, int], side: int = 0) -> str:
    """What the page answers when one side claims this."""
    key = f"claim_{state_of(tab).deal_id}_{side}"
    for seat, amount in amounts.items():
        tab.number_input(key=f"{key}_{seat}").set_value(abs(amount))
        tab.button_group(key=f"{key}_{seat}_sign").set_value(1 if amount > 0 else -1)
    submits = [button for button in tab.button if button.label in ("Find the difference", "看差在哪")]
    submits[side].click()
    return text(run(tab))


def test_a_recorded_deal_is_shown_whole_with_its_seal() -> None:
    """The address alone opens the result, the facts, the rules in force, the content hash, and that it is intact."""
    tab = tap(win(opened(), seat=1), "record")
    shown = text(disputed(tab))
    [saved] = archive().versions(state_of(tab).deal_id)
    assert saved.sha256 in shown
    assert "✓ Just as it was recorded" in shown
    assert "Right receives 3" in shown
    assert "Winner: Right · Self-draw" in shown
    assert "Rules Sichuan Bloody" in shown
    assert "3 paying 1: 3 × 1 = 3" in shown


def test_what_would_lead_to_a_claim_is_said_with_names() -> None:
    """One of four people says that he alone pays, off his discard: a single fact, told with the people's names."""
    tab = tap(win(start_match(), seat=1), "record")
    shown = say(disputed(tab), {0: 0, 1: 1, 2: -1, 3: 0})
    assert "It comes to just this if it was won off the discard of 阿珍, not by self-draw." in shown
    assert "The first difference: 老王: computed −1, you say 0. The sum: 老王 in all: 0 − 1 = −1" in shown
    assert "Computed 3 paying 1: 3 × 1 = 3 You say 1 paying 1: 1 × 1 = 1" in shown
    assert "You say 老王 neither pays nor receives" in shown


def test_every_amount_that_differs_is_beside_what_was_computed() -> None:
    """The sum of the first, and in Chinese the two amounts of each player whom the claim says something else about."""
    shown = say(disputed(tap(win(start_match(), seat=1), "record"), lang="zh"), {0: -2, 1: 777})
    assert "从这里开始不同：老王：算 −1，你们说 −2。" in shown
    assert "算 +3，你们说 +777。" in shown


def test_a_house_rule_is_told_in_the_words_of_the_page() -> None:
    """Two from each is a table that adds one to each payment of a self-draw."""
    tab = tap(win(opened(), seat=1), "record")
    shown = say(disputed(tab), {0: -2, 1: 6, 2: -2, 3: -2})
    assert "House rule" in shown
    assert "“Self-draw" in shown
    assert "is “1 to each payment" in shown


def test_the_two_sides_are_answered_apart() -> None:
    """The side that says what was computed is told so; the other gets its explanation."""
    page = disputed(tap(win(opened(), seat=1), "record"))
    assert "✓ Without differences" in say(page, {0: -1, 1: 3, 2: -1, 3: -1})
    shown = say(page, {1: 777}, side=1)
    assert "✓ Without differences" in shown
    assert "No single house rule, no two of them, and no single fact leads to this." in shown
    assert "computed +3, you say +777" in shown


def test_what_was_claimed_outlives_a_reload() -> None:
    """Both sides' amounts are in their fields again, and answered, in a new tab of the same device."""
    before = disputed(tap(win(opened(), seat=1), "record"))
    say(before, {0: 0, 1: 1, 2: -1, 3: 0})
    say(before, {1: 777}, side=1)
    state = Session(device=state_of(before).device)
    state.open(state_of(before).deal_id)
    page = AppTest.from_file(APP, default_timeout=300)
    page.query_params["lang"] = "en"
    page.session_state["hule"] = state
    shown = text(show(run(page), "dispute"))
    assert "It comes to just this if it was won off the discard of Across, not by self-draw." in shown
    assert "computed +3, you say +777" in shown
    assert [page.number_input(key=f"claim_{state.deal_id}_0_{seat}").value for seat in range(4)] == [0, 1, 1, 0]
    signs = [page.button_group(key=f"claim_{state.deal_id}_0_{seat}_sign").value for seat in (1, 2)]
    assert signs == [1, -1]


def test_amounts_that_cannot_be_are_refused_with_the_reason() -> None:
    """What one receives another pays."""
    assert "sum to 4, not to zero" in say(disputed(tap(win(opened()), "record")), {0: 1, 1: 1, 2: 1, 3: 1})


def test_older_versions_are_still_there_to_argue_about() -> None:
    """A corrected deal keeps its first version, which can be chosen; the claim is then about that one."""
    tab = tap(win(opened(), seat=1), "record")
    win(tab, seat=2)
    tap(tab, "record")
    page = disputed(tab)
    assert "Across receives 3" in text(page)
    chooser = next(group for group in page.button_group if str(group.key).startswith("version_"))
    chooser.set_value(1)
    assert "Right receives 3" in text(run(page))


def test_the_deal_on_the_score_page_is_disputed_before_it_is_recorded() -> None:
    """Nothing has to be saved to find out what the argument is about; the page says that there is no seal yet."""
    tab = win(opened(), seat=1)
    page = opened("dispute", **dict(tab.query_params.items()))
    assert "Right receives 3" in text(page)
    assert any("without a content hash" in caption.value for caption in page.caption)
    assert "it was won off the discard of Left, not by self-draw" in say(page, {0: 0, 1: 1, 2: 0, 3: -1})


def test_without_any_deal_the_page_says_what_to_do() -> None:
    """No result, no argument."""
    assert "no deal with a result" in opened("dispute").info[0].value


def test_a_tampered_record_is_not_called_intact(data: Path) -> None:
    """Whoever changes the stored text is found out."""
    tab = tap(win(opened(), seat=1), "record")
    archive().close()
    with sqlite3.connect(data / "hule.sqlite") as database:
        tables = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        for name in tables:
            columns = [row[1] for row in database.execute(f"PRAGMA table_info({name})")]
            if "content" in columns:
                database.execute(f'UPDATE {name} SET content = replace(content, \'"device":"\', \'"device":"x\')')
    assert "✗ Not as it was recorded" in text(disputed(tab))


def test_corrections_are_told_with_their_device(data: Path) -> None:
    """What was read, what it was changed to, added or taken away, and on which phone; the photo lies above."""
    picture = photo(width=400, height=300)
    seen = (SeenTile(tile("1m"), (50.0, 50.0, 80.0, 90.0), 0.9),)
    reading = Reading("p.jpg", picture.upload_sha256, 400, 300, seen, HandReading((PlacedTile(tile("1m"), 0),)))
    corrections = (
        Correction(tile("1m"), tile("9p"), picture.sha256, 0, "iPhone 7f3a"),
        Correction(None, tile("3z"), picture.sha256, None, "iPad 11aa"),
        Correction(tile("2s"), None, picture.sha256, 4, ""),
    )
    entered = state_of(win(opened(), seat=1)).deal
    stored = StoredDeal(photos=(picture.sha256,), readings=(reading.to_json(),), corrections=corrections)
    deal = settled(stored, entered)
    assert deal is not None
    archive().save_deal(deal, origin(), deal_id="d1", photos=[picture])
    page = opened("dispute", deal="d1")
    shown = text(page)
    assert "1 of characters → 9 of dots (iPhone 7f3a)" in shown
    assert "added West (iPad 11aa)" in shown
    assert "took away 2 of bamboo (some device)" in shown
    assert len(page.warning) == 0
    for file in (data / "photos").glob("*.jpg"):
        file.unlink()
    assert "cannot be found" in opened("dispute", deal="d1").warning[0].value


@pytest.mark.parametrize(
    ("language", "labels"), [("zh", ["小票图片", "小票 PDF"]), ("en", ["Receipt, picture", "Receipt, PDF"])]
)
def test_both_languages_show_the_page_with_the_receipts(language: str, labels: list[str]) -> None:
    """Nothing is missing in either language."""
    page = disputed(tap(win(opened(), seat=1), "record"), lang=language)
    page.session_state["receipt_open"] = True
    run(page)
    assert ("这一局" in text(page), "The deal" in text(page)) == (language == "zh", language == "en")
    assert [button.label for button in page.get("download_button")] == labels


def test_the_score_page_gives_the_receipt_too() -> None:
    """Below the payout, before and after it is recorded."""
    tab = win(opened(), seat=1)
    tab.session_state["receipt_open"] = True
    run(tab)
    labels = [button.label for button in tab.get("download_button")]
    assert {"Receipt, picture", "Receipt, PDF"} <= set(labels)
