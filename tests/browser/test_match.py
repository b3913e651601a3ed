"""A night at a table: people, three deals, a reload in the middle of each, a correction, the totals, two phones."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.labelling import place
from tests.browser.served import expect_soon, opened, resting, settle, take_sample
from tests.browser.test_snap import HAND, PICKER
from tests.browser.test_stories import WON, assert_no_sideways_scroll, expect_payments, expect_strip, strip, type_hand
from ui.address import POLL_SECONDS

pytestmark = pytest.mark.browser

PAGES = ("score", "match", "deals")
"""As the navigation lists them."""

NAMES = ("老王", "小李", "<b>阿珍</b>", "🀄 Tom")


WATCH = """selectors => {
  const visible = selector => document.querySelector(selector)?.checkVisibility();
  window.seenTogether = false;
  const look = () => { window.seenTogether ||= selectors.every(visible); requestAnimationFrame(look); };
  look();
}"""
"""Looks at every frame whether all of these are seen at once."""


def go(page: Page, path: str) -> None:
    """Taps a page in the navigation; the address keeps the match and the deal."""
    page.locator(".st-key-nav a").nth(PAGES.index(path)).click()
    page.wait_for_url(f"**/{path}*")
    settle(page)


def start_match(page: Page) -> None:
    """Enters four names and starts; the page that scores follows."""
    go(page, "match")
    for seat, name in enumerate(NAMES):
        page.fill(f".st-key-new_name_{seat} input", name)
    page.click(".st-key-start_match button")
    page.wait_for_selector(".st-key-keypad button")
    settle(page)


def reload(page: Page) -> None:
    """What happens when a phone wakes up and the browser has dropped the page."""
    page.reload()
    page.wait_for_selector(".editor .strip .tile")
    settle(page)


def record(page: Page) -> None:
    """One tap; the page says that it is recorded."""
    page.click(".st-key-record button")
    page.wait_for_selector(".st-key-next_deal button")
    settle(page)


def next_deal(page: Page) -> None:
    """One tap to an empty deal."""
    page.click(".st-key-next_deal button")
    page.wait_for_selector(".st-key-next_deal", state="detached")
    settle(page)


def winner(page: Page, seat: int) -> None:
    """Says who won."""
    page.locator("[class*=st-key-winner_] button").nth(seat).click()
    settle(page)


def totals(page: Page) -> list[int]:
    """The totals in cents, in the order of the seats."""
    cards = page.locator(".totals li")
    expect(cards).to_have_count(4)
    return [int(cents) for cents in cards.evaluate_all("cards => cards.map(card => card.dataset.cents)")]


def test_a_night_of_three_deals(page: Page) -> None:
    """Each deal survives a reload before it is recorded; an old one is corrected; totals and export follow."""
    start_match(page)
    type_hand(page, WON)
    expect_payments(page, 3, -1, -1, -1)
    reload(page)
    expect_strip(page, WON)
    page.click('.bar [data-do="undo"]')
    expect(page.locator(".editor .strip .tile")).to_have_count(13)
    page.click('.bar [data-do="redo"]')
    expect_payments(page, 3, -1, -1, -1)
    expect(page.locator(".hule-result.payout .payments .who").nth(2)).to_have_text("<b>阿珍</b>")
    record(page)
    first = page.url
    next_deal(page)
    take_sample(page)
    tiles, frames = strip(page), page.locator(".photo .frame").count()
    reload(page)
    expect_strip(page, tiles)
    expect(page.locator(".photo .frame")).to_have_count(frames)
    record(page)
    next_deal(page)
    type_hand(page, WON)
    winner(page, 1)
    expect_payments(page, -1, 3, -1, -1)
    reload(page)
    expect_payments(page, -1, 3, -1, -1)
    record(page)
    go(page, "match")
    before = totals(page)
    assert sum(before) == 0
    expect(page.locator(".st-key-chart canvas.marks, .st-key-chart svg.marks").first).to_be_visible()
    assert_no_sideways_scroll(page)
    page.goto(first)
    page.wait_for_selector(".editor .strip .tile")
    settle(page)
    winner(page, 3)
    expect(page.locator(".later li").first).to_be_visible()
    record(page)
    go(page, "match")
    after = totals(page)
    assert sum(after) == 0
    assert after != before
    page.locator('[data-testid="stExpander"] summary').filter(has_text="Export").or_(
        page.locator('[data-testid="stExpander"] summary').filter(has_text="导出")
    ).click()
    with page.expect_download() as download:
        page.click(".st-key-csv button")
    table = download.value.path().read_text(encoding="utf-8-sig")
    assert all(name in table for name in NAMES)
    assert table.splitlines()[-1].endswith(",".join(f"{cents / 100:.2f}" for cents in after))
    go(page, "deals")
    expect(page.locator('[data-testid="stExpander"]')).to_have_count(3)
    assert_no_sideways_scroll(page)


@pytest.mark.parametrize("page", [("phone", "zh")], indirect=True, ids=["phone"])
def test_the_next_deal_begins_at_the_top_with_nothing_of_the_last(page: Page) -> None:
    """Its button is in sight once the last is recorded; what became of the last photo is gone when it begins."""
    start_match(page)
    page.locator(PICKER).first.set_input_files(HAND)
    expect(page.locator(".snap .photos li.done")).to_be_visible()
    expect(page.locator(".hule-result.payout")).to_be_visible()
    page.locator(".hule-foot").click()
    record(page)
    button, foot = page.locator(".st-key-next_deal"), page.locator(".hule-foot")
    expect_soon(page, lambda: place(button)[1] + place(button)[3] <= place(foot)[1], True)
    next_deal(page)
    expect(page.locator(".hule-line")).to_be_in_viewport(ratio=1)
    expect(page.locator(".snap .photos li")).to_have_count(0)


@pytest.mark.parametrize("page", [("phone", "zh")], indirect=True, ids=["phone"])
def test_a_button_that_another_takes_the_place_of_is_not_seen_below_it(page: Page) -> None:
    """While the page reruns, nothing is pushed down for a moment by what is about to go."""
    type_hand(page, WON)
    page.evaluate(WATCH, [".st-key-record", ".st-key-next_deal"])
    record(page)
    assert page.evaluate("window.seenTogether") is False
    page.evaluate(WATCH, [".st-key-win_next_1", ".st-key-win_next_2"])
    page.click(".st-key-win_next_1 button")
    page.wait_for_selector(".st-key-win_next_2")
    settle(page)
    assert page.evaluate("window.seenTogether") is False


@pytest.mark.parametrize("page", [("phone", "zh")], indirect=True, ids=["phone"])
def test_who_deals_next_outlives_a_reload(page: Page) -> None:
    """Whoever won dealt next, also when the browser sends once more what it showed of the last deal."""
    start_match(page)
    type_hand(page, WON)
    winner(page, 1)
    record(page)
    reload(page)
    next_deal(page)
    expect(page.locator(".hule-line b")).to_contain_text(NAMES[1])
    page.wait_for_timeout(1000 * (POLL_SECONDS + 1))
    page.reload()
    page.wait_for_selector(".st-key-keypad button")
    settle(page)
    expect(page.locator(".hule-line b")).to_contain_text(NAMES[1])


@pytest.mark.parametrize("page", [("phone", "zh")], indirect=True, ids=["phone"])
def test_two_phones_at_one_match(page: Page, browser: Browser, address: str) -> None:
    """What one phone records appears on the other unasked; both edit one deal, and two versions stay."""
    start_match(page)
    match = page.url
    with opened(browser, address, "phone", "zh") as other:
        other.goto(match)
        other.wait_for_selector(".st-key-keypad button")
        settle(other)
        type_hand(page, WON)
        record(page)
        expect_payments(other, 3, -1, -1, -1)
        winner(other, 2)
        record(other)
        expect_payments(page, -1, -1, 3, -1)
        go(other, "deals")
        other.locator('[data-testid="stExpander"] summary').first.click()
        resting(other.locator(".versions summary")).click()
        expect(other.locator(".versions li")).to_have_count(2)


@pytest.mark.parametrize("page", [("phone", "en")], indirect=True, ids=["phone"])
def test_two_fast_taps_enter_money_and_people_once(page: Page) -> None:
    """What a form held is stored, and stored once, where a finger tapped its button twice; so it is taken back."""
    start_match(page)
    go(page, "match")
    expander = page.locator('[data-testid="stExpander"] summary')
    expander.filter(has_text="Money beside").click()
    resting(page.locator("[class*=st-key-payers_] button").nth(0)).click()
    page.locator("[class*=st-key-payees_] button").nth(2).click()
    page.fill("[class*=st-key-amount_] input", "7.77")
    resting(page.locator("[class*=st-key-adjust_] button")).dblclick()
    taken_back = page.locator("[class*=st-key-void_] button")
    expect(taken_back).to_have_count(1)
    expect_soon(page, lambda: totals(page), [-777, 0, 777, 0])
    settle(page)
    taken_back.dblclick()
    expect(page.locator("[class*=st-key-count_] button")).to_have_count(1)
    expect_soon(page, lambda: totals(page), [0, 0, 0, 0])
    settle(page)
    expander.filter(has_text="People and seats").click()
    page.fill("[class*=st-key-add_name_] input", "Fifth")
    resting(page.locator(".st-key-add_0 button")).dblclick()
    expect(page.locator(".totals li")).to_have_count(5)
    settle(page)
    expect(page.locator(".totals li")).to_have_count(5)


@pytest.mark.parametrize("page", [("phone", "en")], indirect=True, ids=["phone"])
def test_going_back_to_a_typed_deal_shows_it_without_the_keypad(page: Page) -> None:
    """The keypad that was asked for once does not cover the payout of a deal that the browser goes back to."""
    type_hand(page, WON)
    record(page)
    next_deal(page)
    page.go_back()
    expect_payments(page, 3, -1, -1, -1)
    settle(page)
    expect(page.locator("[data-pick]:visible")).to_have_count(0)
