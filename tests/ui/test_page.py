"""The page that scores as a person uses it, without a browser: buttons, questions, rules, languages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from scoring import VARIANTS, Rejection, Result, tile
from tests.ui.hands import hand_from_tiles
from tests.ui.score_page import answer, asked_of, captions, opened, reloaded, with_hand
from tests.ui.tables import WON, deal_of, run, state_of, tap, text
from ui.deal import Deal, outcomes, score_deal, with_variant
from ui.hand import change
from ui.session import Session
from ui.text import words


def test_what_is_entered_without_a_hand_is_undone_and_redone() -> None:
    """A draw that needs no hands, and a kong logged before anybody has won, have their way back on the page, too."""
    page = opened(prepare=lambda state: state.change(with_variant(state.deal, "ningxia")))
    answer(page, "outcome", "draw")
    state = state_of(page)
    assert not page.button(key="undo").disabled
    assert page.button(key="redo").disabled
    tap(page, "undo")
    assert state.deal.outcome == "win"
    tap(page, "redo")
    assert state.deal.outcome == "draw"


def test_a_hand_that_the_rules_reject_is_not_asked_for_as_labels() -> None:
    """Whoever mistypes a tile is told so, and only that; the photo is asked for once the corrected hand is paid."""
    page = opened()
    state = state_of(tap(page, "sample"))
    read = state.deal.win.hand
    won = read
    for piece, right in zip(read.pieces, WON.pieces, strict=True):
        won = change(won, piece.id, right.tile)
    asked = {}
    for hand in (change(won, read.pieces[0].id, tile("9p")), won):
        state.change(state.deal.with_hand(hand))
        asked[type(score_deal(state.deal))] = "consent_True" in {button.key for button in run(page).button}
    assert asked == {Rejection: False, Result: True}


@pytest.mark.parametrize("variant", ["sichuan", "chongqing"])
def test_a_sample_is_read_and_paid_with_one_tap(variant: str) -> None:
    """The sample button alone leads to a payout: four players, and the sum is zero."""
    page = opened()
    page.selectbox(key="variant").set_value(variant)
    page.run()
    shown = text(tap(page, "sample"))
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
    assert "receives 6" in text(run(page))
    for variant in [*VARIANTS, "sichuan"]:
        page.selectbox(key="variant").set_value(variant)
        run(page)
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
    run(page)
    kept = page.session_state["hule_preferences"]
    assert (kept.large, kept.language) == (True, "en")


def test_a_button_keeps_what_was_entered_since_it_was_drawn() -> None:
    """A kong is logged by a button that was drawn before a tile of the hand was changed: both stay."""
    page = opened(prepare=lambda state: state.change(with_variant(Deal(), "sichuan").with_hand(WON)))
    state = state_of(page)
    first = state.deal.win.hand.pieces[0]
    state.change(state.deal.with_hand(change(state.deal.win.hand, first.id, tile("9s"))))
    tap(page, "kong_1_exposed_0_after_0")
    assert (len(state.deal.kongs), state.deal.win.hand.pieces[0].tile) == (1, tile("9s"))


def test_a_kong_of_another_player_is_paid() -> None:
    """One tap logs a kong with its feeder, another takes it back."""
    page = opened(prepare=with_hand)
    assert re.search(r"My seat dealer receives 1 .*Right receives 1", text(tap(page, "kong_1_exposed_0_after_0")))
    assert "My seat dealer receives 3" in text(tap(page, "kong_0_remove"))
    assert re.search(r"My seat dealer receives 1 .*Left receives 5", text(tap(page, "kong_3_concealed_after_0")))


def test_what_was_cleared_by_mistake_comes_back_after_a_reload() -> None:
    """A typed hand that was cleared leaves the strip with its Undo, not the first page of a new deal."""
    page = opened(prepare=with_hand)
    state_of(page).change(deal_of(page).with_hand(hand_from_tiles(())))
    page = reloaded(page)
    assert "Take a photo of the winning hand" not in text(page)
    state = state_of(page)
    state.turn(state.history.undo())
    assert "Who pays whom" in text(run(page))


def test_winners_are_entered_one_after_the_other() -> None:
    """Sichuan: after a win play goes on; only those still in are offered, and both wins are paid together."""
    page = opened(prepare=with_hand)
    assert "Settled before: My seat +3 · Right −1 · Across −1 · Left −1" in captions(tap(page, "win_next_1"))
    assert asked_of(page, "winner").options == ["Right", "Across", "Left"]
    state_of(page).change(deal_of(page).with_hand(WON))
    shown = text(run(page))
    assert re.search(r"Right receives 1 .*Across pays 2 Left pays 2", shown)
    assert "My seat dealer receives 3" in text(tap(page, "win_remove_2"))


def test_what_ends_an_argument_is_worked_out_when_it_is_opened() -> None:
    """The reading that lost and the other house rules stay folded until somebody asks."""
    page = opened(prepare=with_hand)
    assert "one fan" not in text(page)
    page.session_state["why_rules"] = True
    assert re.search(r"Self-draw adds → one fan .*My seat \+6", text(run(page)))


def test_rules_of_the_table_are_saved_and_chosen_again(data: Path) -> None:
    """House rules get a name, are there in another tab, and can be deleted."""
    page = opened(prepare=with_hand)
    page.selectbox(key="option_sichuan_zimo_bonus").select("one fan")
    page.run()
    assert "Give them a name first." in captions(tap(page, "preset_save"))
    page.text_input(key="preset_name").set_value("Friday")
    assert "Saved as “Friday”." in captions(tap(page, "preset_save"))
    assert [path.suffix for path in (data / "rules").iterdir()] == [".toml"]
    other = opened(prepare=with_hand)
    other.selectbox(key="preset").select("Friday")
    assert "receives 6" in text(run(other))
    tap(other, "preset_delete")
    assert list((data / "rules").iterdir()) == []
