"""The page as a person uses it, without a browser: buttons, questions, files, languages."""

import io
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageFilter
from streamlit.testing.v1 import AppTest

from scoring import VARIANTS, Rejection, Result, parse_tiles, tile
from ui.deal import Deal, outcomes, score_deal, with_variant
from ui.hand import change, hand_from_reading, hand_from_tiles
from ui.reader import Snapshot
from ui.session import Session
from ui.text import words
from vision.reading import HandReading, PlacedTile, Reading, SeenTile

APP = str(Path(__file__).parents[2] / "app.py")
STANDING = Path(__file__).parents[2] / "datasets" / "samples" / "standing-hand.jpg"
WON = hand_from_tiles(parse_tiles("123m 456m 789p 222p 5p"), tile("5p"))


def opened(language: str = "en", prepare: Callable[[Session], None] | None = None) -> AppTest:
    """The page in a language, with what a session knows already."""
    page = AppTest.from_file(APP, default_timeout=120)
    page.query_params["lang"] = language
    if prepare is not None:
        state = Session()
        prepare(state)
        page.session_state["hule"] = state
    return sound(page.run())


def reloaded(page: AppTest) -> AppTest:
    """The deal of a page in a new tab of the same device."""
    before: Session = page.session_state["hule"]

    def prepare(state: Session) -> None:
        state.device = before.device
        state.open(before.deal_id)

    return opened(prepare=prepare)


def sound(page: AppTest) -> AppTest:
    """The page, which must show no fault."""
    assert not page.exception, [item.message for item in page.exception]
    return page


def with_hand(state: Session) -> None:
    """A plain winning hand, typed in."""
    state.change(state.deal.with_hand(WON))


def encoded(picture: Image.Image) -> bytes:
    """A picture as a JPEG file."""
    stream = io.BytesIO()
    picture.save(stream, "JPEG")
    return stream.getvalue()


def text(page: AppTest) -> str:
    """All that the page writes as HTML, without the markup."""
    bodies = " ".join(item.proto.body for item in page.get("html"))
    return re.sub(r"\s+", " ", re.sub(r"<style>.*?</style>|<[^>]*>", " ", bodies, flags=re.DOTALL))


def captions(page: AppTest) -> str:
    """The small print of the page."""
    return " ".join(item.value for item in page.caption)


def answer(page: AppTest, key: str, value: object) -> AppTest:
    """Answers a question with one tap and lets the page redraw."""
    asked_of(page, key).set_value(value)
    return sound(page.run())


def asked_of(page: AppTest, key: str) -> Any:
    """The buttons of a question; one about the deal has a key of its own for each deal and win."""
    return next(group for group in page.button_group if group.key == key or str(group.key).startswith(f"{key}_"))


def test_what_is_entered_without_a_hand_is_undone_and_redone() -> None:
    """A draw that needs no hands, and a kong logged before anybody has won, have their way back on the page, too."""
    page = opened(prepare=lambda state: state.change(with_variant(state.deal, "ningxia")))
    answer(page, "outcome", "draw")
    state: Session = page.session_state["hule"]
    assert not page.button(key="undo").disabled
    assert page.button(key="redo").disabled
    page.button(key="undo").click()
    sound(page.run())
    assert state.deal.outcome == "win"
    page.button(key="redo").click()
    sound(page.run())
    assert state.deal.outcome == "draw"


def test_a_hand_that_the_rules_reject_is_not_asked_for_as_labels() -> None:
    """Whoever mistypes a tile is told so, and only that; the photo is asked for once the corrected hand is paid."""
    page = opened()
    page.button(key="sample").click()
    state: Session = sound(page.run()).session_state["hule"]
    read = state.deal.win.hand
    won = read
    for piece, right in zip(read.pieces, WON.pieces, strict=True):
        won = change(won, piece.id, right.tile)
    asked = {}
    for hand in (change(won, read.pieces[0].id, tile("9p")), won):
        state.change(state.deal.with_hand(hand))
        asked[type(score_deal(state.deal))] = "consent_True" in {button.key for button in sound(page.run()).button}
    assert asked == {Rejection: False, Result: True}


@pytest.mark.parametrize("variant", ["sichuan", "chongqing"])
def test_a_sample_is_read_and_paid_with_one_tap(variant: str) -> None:
    """The sample button alone leads to a payout: four players, and the sum is zero."""
    page = opened()
    page.selectbox(key="variant").set_value(variant)
    page.run()
    page.button(key="sample").click()
    shown = text(sound(page.run()))
    assert "Who pays whom" in shown
    foot = [int(amount.replace("−", "-")) for amount in re.findall(r"[+−]\d+", shown.split("step by step")[1])[-4:]]
    assert len(foot) == 4
    assert sum(foot) == 0
    assert max(foot) > 0


def test_the_empty_page_says_what_to_do() -> None:
    """Before any hand there is a hint, and no question or payout."""
    page = opened()
    assert "Take a photo of the winning hand" in text(page)
    assert "Who pays whom" not in text(page)
    assert not page.button_group(key="language").disabled


def test_the_answers_change_the_payout() -> None:
    """A discard is paid by the one who gave it; before that the page asks who it was."""
    page = opened(prepare=with_hand)
    assert re.search(r"My seat dealer receives 3 .*Right pays 1 Across pays 1 Left pays 1", text(page))
    answer(page, "way", "discard")
    assert "Who discarded the winning tile?" in text(page)
    answer(page, "payer", 2)
    assert re.search(r"Right neither pays nor receives 0 Across pays 1 Left neither", text(page))
    answer(page, "winner", 2)
    assert "Who discarded the winning tile?" in text(page)


def test_nothing_entered_is_lost_by_changing_the_rules_and_back() -> None:
    """The variant can be tried out: hand, names and house rules are there again."""
    page = opened(prepare=with_hand)
    page.text_input(key="name_1").set_value("老王")
    page.run()
    page.selectbox(key="option_sichuan_zimo_bonus").select("1 to each payment")
    assert "receives 6" in text(sound(page.run()))
    for variant in [*VARIANTS, "sichuan"]:
        page.selectbox(key="variant").set_value(variant)
        sound(page.run())
    shown = text(page)
    assert "receives 6" in shown
    assert "老王" in shown


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("language", ["zh", "en"])
def test_every_variant_has_its_page(variant: str, language: str) -> None:
    """All house rules and questions of every variant are drawn, in both languages, for every way of winning."""

    def prepare(state: Session) -> None:
        with_hand(state)
        state.change(with_variant(state.deal, variant))

    page = opened(language, prepare)
    ways = sorted(VARIANTS[variant].ways)
    for way in ways if len(ways) > 1 else []:
        answer(page, "way", way)
    for outcome in outcomes(Deal(variant=variant)):
        answer(page, "outcome", outcome)
    labels = {item.label for kind in ("toggle", "selectbox", "number_input") for item in page.get(kind)}
    listed = [option for option in VARIANTS[variant].options if not option.keys]
    assert {words(language)(f"option.{option.name}") for option in listed} <= labels


def test_the_language_is_switched_and_the_hand_is_kept() -> None:
    """One tap changes every word and keeps the hand; a language in the address has no say from then on."""
    page = opened("zh", with_hand)
    assert "谁付谁" in text(page)
    answer(page, "language", "en")
    page.run()
    assert "lang" not in page.query_params
    assert "Who pays whom" in text(page)
    assert "Who pays whom" in text(page.run())


def test_size_and_language_chosen_in_one_breath_both_hold() -> None:
    """Where both taps come in before the page is drawn again, neither takes the other back."""
    page = opened("zh")
    page.button_group(key="large_text").set_value(["large"])
    page.button_group(key="language").set_value("en")
    page.run()
    sound(page.run())
    kept = page.session_state["hule_preferences"]
    assert (kept.large, kept.language) == (True, "en")


def test_a_button_keeps_what_was_entered_since_it_was_drawn() -> None:
    """A kong is logged by a button that was drawn before a tile of the hand was changed: both stay."""
    page = opened(prepare=lambda state: state.change(with_variant(Deal(), "sichuan").with_hand(WON)))
    state: Session = page.session_state["hule"]
    first = state.deal.win.hand.pieces[0]
    state.change(state.deal.with_hand(change(state.deal.win.hand, first.id, tile("9s"))))
    page.button(key="kong_1_exposed_0_after_0").click()
    sound(page.run())
    assert (len(state.deal.kongs), state.deal.win.hand.pieces[0].tile) == (1, tile("9s"))


def test_a_kong_of_another_player_is_paid() -> None:
    """One tap logs a kong with its feeder, another takes it back."""
    page = opened(prepare=with_hand)
    page.button(key="kong_1_exposed_0_after_0").click()
    assert re.search(r"My seat dealer receives 1 .*Right receives 1", text(sound(page.run())))
    page.button(key="kong_0_remove").click()
    assert "My seat dealer receives 3" in text(sound(page.run()))
    page.button(key="kong_3_concealed_after_0").click()
    assert re.search(r"My seat dealer receives 1 .*Left receives 5", text(sound(page.run())))


BAD = {
    "cut.jpg": b"\xff\xd8\xff\xe0" + b"\0" * 500,
    "note.jpg": b"shopping: eggs, flour",
    "empty.jpg": b"",
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_file_gets_a_sentence_and_the_page_goes_on(name: str) -> None:
    """The message names the file; the hand entered before is still there."""
    page = opened(prepare=with_hand)
    page.file_uploader(key="upload_0").set_value((name, BAD[name], "image/jpeg"))
    sound(page.run())
    assert [name in warning.value for warning in page.warning] == [True]
    assert "Who pays whom" in text(page)


def test_a_cut_photo_is_sent_back_and_can_be_used_all_the_same() -> None:
    """The reason is told and the hand before stays; one tap takes the photo as it is, another drops it."""
    with Image.open(STANDING) as sample:
        cut = encoded(sample.crop((0, 0, 1250, sample.height)))
    page = opened(prepare=with_hand)
    before = page.session_state["hule"].deal
    for upload, button in enumerate(("drop_refused", "use_refused")):
        page.file_uploader(key=f"upload_{upload}").set_value(("cut.jpg", cut, "image/jpeg"))
        sound(page.run())
        assert page.warning[0].value.startswith("The photo cuts off tiles")
        assert page.session_state["hule"].deal == before
        page.button(key=button).click()
        sound(page.run())
        assert not page.warning
    assert page.session_state["hule"].deal.photo
    assert page.session_state["hule"].deal.win.hand != before.win.hand
    assert "The photo cuts off tiles" in captions(page)


@pytest.mark.parametrize(("fault", "told"), [("cut", "cuts off tiles"), ("blurred", "is blurred")])
def test_a_photo_that_was_sent_back_outlives_a_reload(fault: str, told: str) -> None:
    """After a reload the page still asks about it, uses it if told so, and after another reload asks no more."""
    with Image.open(STANDING) as sample:
        bad = sample.crop((0, 0, 1250, sample.height)) if fault == "cut" else sample.filter(ImageFilter.GaussianBlur(8))
    page = opened(prepare=with_hand)
    page.file_uploader(key="upload_0").set_value(("bad.jpg", encoded(bad), "image/jpeg"))
    sound(page.run())
    page = reloaded(page)
    assert told in page.warning[0].value
    page.button(key="use_refused").click()
    sound(page.run())
    assert not page.warning
    assert page.session_state["hule"].deal.photo
    page = reloaded(page)
    assert not page.warning
    assert page.session_state["hule"].deal.photo


def test_a_photo_of_the_deal_has_not_come_from_another_phone() -> None:
    """After a reload the photo on the page, and the one that it took the place of, are not offered as arrived."""
    page = opened(prepare=with_hand)
    for number, width in enumerate((1600, 1500)):
        with Image.open(STANDING) as sample:
            shown = encoded(sample.resize((width, width * sample.height // sample.width)))
        page.file_uploader(key=f"upload_{number}").set_value(("hand.jpg", shown, "image/jpeg"))
        sound(page.run())
    page = reloaded(page)
    assert page.session_state["hule"].deal.photo
    assert "another phone" not in " ".join(item.value for item in page.markdown)


def test_what_was_cleared_by_mistake_comes_back_after_a_reload() -> None:
    """A typed hand that was cleared leaves the strip with its Undo, not the first page of a new deal."""
    page = opened(prepare=with_hand)
    page.session_state["hule"].change(page.session_state["hule"].deal.with_hand(hand_from_tiles(())))
    page = reloaded(page)
    assert "Take a photo of the winning hand" not in text(page)
    state: Session = page.session_state["hule"]
    state.turn(state.history.undo())
    assert "Who pays whom" in text(sound(page.run()))


def test_a_photo_that_was_let_go_is_not_offered_again() -> None:
    """Once somebody has said that it is taken again, a reload brings it back neither as a question nor as arrived."""
    with Image.open(STANDING) as sample:
        black = encoded(sample.point(lambda value: value // 12))
    page = opened(prepare=with_hand)
    page.file_uploader(key="upload_0").set_value(("black.jpg", black, "image/jpeg"))
    sound(page.run())
    page.button(key="drop_refused").click()
    sound(page.run())
    page = reloaded(page)
    assert not page.warning
    assert "another phone" not in " ".join(item.value for item in page.markdown)


def test_another_hand_of_the_photo_can_be_taken() -> None:
    """Where a photo shows two hands, one tap takes the other."""
    codes = ["1m", "2m", "3m", "4m", "5m", "6m", "7p", "8p", "9p", "2p", "2p", "2p", "5p", "5p", "9s", "9s", "9s"]
    seen = tuple(SeenTile(tile(code), (20.0 * n, 0.0, 20.0 * n + 18, 24.0), 0.9) for n, code in enumerate(codes))
    first, second = range(14), range(14, 17)
    hands = [HandReading(tuple(PlacedTile(tile(codes[n]), n) for n in part)) for part in (first, second)]
    reading = Reading("p.jpg", "0" * 64, 400, 30, seen, hands[0], (hands[1],))

    def prepare(state: Session) -> None:
        state.photos["k"] = Snapshot("k", encoded(Image.new("RGB", (400, 30))), reading)
        state.change(state.deal.with_win(photo="k").with_hand(hand_from_reading(reading)))

    page = opened(prepare=prepare)
    assert "Who pays whom" in text(page)
    assert page.button(key="other_0").disabled
    assert page.button(key="other_1").label == "Use these 3 tiles"
    page.button(key="other_1").click()
    assert "3 of 14 tiles" in text(sound(page.run()))
    answer(page, "outcome", "draw")
    page.button(key="other_0_2").click()
    sound(page.run())
    assert page.session_state["hule"].deal.hand_of(2).hand.size == 14


def test_winners_are_entered_one_after_the_other() -> None:
    """Sichuan: after a win play goes on; only those still in are offered, and both wins are paid together."""
    page = opened(prepare=with_hand)
    page.button(key="win_next_1").click()
    assert "Settled before: My seat +3 · Right −1 · Across −1 · Left −1" in captions(sound(page.run()))
    assert asked_of(page, "winner").options == ["Right", "Across", "Left"]
    page.session_state["hule"].change(page.session_state["hule"].deal.with_hand(WON))
    shown = text(sound(page.run()))
    assert re.search(r"Right receives 1 .*Across pays 2 Left pays 2", shown)
    page.button(key="win_remove_2").click()
    assert "My seat dealer receives 3" in text(sound(page.run()))


def test_what_ends_an_argument_is_worked_out_when_it_is_opened() -> None:
    """The reading that lost and the other house rules stay folded until somebody asks."""
    page = opened(prepare=with_hand)
    assert "one fan" not in text(page)
    page.session_state["why_rules"] = True
    assert re.search(r"Self-draw adds → one fan .*My seat \+6", text(sound(page.run())))


def test_rules_of_the_table_are_saved_and_chosen_again(data: Path) -> None:
    """House rules get a name, are there in another tab, and can be deleted."""
    page = opened(prepare=with_hand)
    page.selectbox(key="option_sichuan_zimo_bonus").select("one fan")
    page.run()
    page.button(key="preset_save").click()
    assert "Give them a name first." in captions(sound(page.run()))
    page.text_input(key="preset_name").set_value("Friday")
    page.button(key="preset_save").click()
    assert "Saved as “Friday”." in captions(sound(page.run()))
    assert [path.suffix for path in (data / "rules").iterdir()] == [".toml"]
    other = opened(prepare=with_hand)
    other.selectbox(key="preset").select("Friday")
    assert "receives 6" in text(sound(other.run()))
    other.button(key="preset_delete").click()
    sound(other.run())
    assert list((data / "rules").iterdir()) == []


def test_a_photo_of_nothing_says_so() -> None:
    """A photo without tiles is shown with the advice to go nearer or to type the tiles."""
    page = opened()
    picture = encoded(Image.effect_noise((800, 600), 40).convert("RGB"))
    page.file_uploader(key="upload_0").set_value(("table.jpg", picture, "image/jpeg"))
    sound(page.run())
    assert any("No tiles found" in caption.value for caption in page.caption)
    assert "Take a photo of the hand first" in text(page)
