"""What people do at the table, tap by tap, on a phone and on a desk."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.labelling import place
from tests.browser.served import expect_soon, resting, settle, take_sample

pytestmark = pytest.mark.browser

WON = ["1m", "2m", "3m", "4m", "5m", "6m", "7p", "8p", "9p", "2p", "2p", "2p", "5p", "5p"]
LISTENING = ["1s", "4s", "7s", "2s", "5s", "8s", "1m", "4m", "7m", "2m", "5m", "8m", "9m"]
"""Thirteen tiles that wait for nothing."""


def type_hand(page: Page, tiles: list[str]) -> None:
    """Types a hand on the keypad, as fast as taps can come."""
    page.click(".st-key-keypad button")
    for code in tiles:
        page.click(f'[data-pick="{code}"]')
    expect(page.locator(".editor .bar .count")).to_contain_text(f"{len(tiles)} / ")
    settle(page)


def log_kong(page: Page) -> None:
    """Notes a kong of the second player that the first one fed."""
    page.click(".st-key-kong_add button")
    page.wait_for_selector(".st-key-kong_1_exposed_0_after_0 button")
    # The list is drawn after it has opened; a button that is still being drawn may miss a tap.
    settle(page)
    page.click(".st-key-kong_1_exposed_0_after_0 button")
    page.wait_for_selector(".st-key-kong_0_remove button:visible")
    page.keyboard.press("Escape")


def draw_with_two_hands(page: Page) -> None:
    """Ends the deal in a draw, and types what the two show who have not won; neither is ready."""
    page.locator("[class*=st-key-outcome_] button").nth(1).click()
    for last in (False, True):
        # Taps before the hand is on the page would go into the one before.
        expect(page.locator(".editor .bar .count")).to_contain_text("0 / 13")
        settle(page)
        type_hand(page, LISTENING)
        if not last:
            page.click(".st-key-ask_go button")


def strip(page: Page) -> list[str]:
    """The tiles in the strip, by code."""
    return page.locator(".editor .strip .tile").evaluate_all("tiles => tiles.map(tile => tile.dataset.code)")


def expect_strip(page: Page, tiles: list[str], *, in_order: bool = True) -> None:
    """Waits until the strip shows these tiles."""
    if in_order:
        expect_soon(page, lambda: strip(page), tiles)
    else:
        expect_soon(page, lambda: sorted(strip(page)), sorted(tiles))


def expect_payments(page: Page, *amounts: int) -> None:
    """Waits until the page shows what each player receives, negative where he pays."""
    listed = page.locator(".hule-result.payout .payments")
    expect(listed).to_have_attribute("data-payments", ",".join(map(str, amounts)))


def assert_no_sideways_scroll(page: Page) -> None:
    """Nothing is wider than the screen once the page rests."""
    widths = (
        "[document.documentElement, document.querySelector('[data-testid=\"stMain\"]')]"
        ".map(element => element.scrollWidth - element.clientWidth)"
    )
    expect_soon(page, lambda: page.evaluate(widths), [0, 0])


def test_a_sample_is_paid_after_one_tap(page: Page) -> None:
    """The sample button leads to the payout, with the photo, its frames and the tiles."""
    take_sample(page)
    shown = page.locator(".hule-result.payout .payments").get_attribute("data-payments")
    paid = [int(amount) for amount in (shown or "").split(",")]
    assert len(paid) == 4
    assert sum(paid) == 0
    assert max(paid) > 0
    expect(page.locator(".photo .frame")).to_have_count(14)
    expect(page.locator(".editor .strip .tile")).to_have_count(14)
    assert_no_sideways_scroll(page)


def test_fourteen_fast_taps_make_a_hand(page: Page) -> None:
    """No tap on the keypad is lost, however fast; the payout follows without another one."""
    type_hand(page, WON)
    expect_strip(page, WON)
    expect_payments(page, 3, -1, -1, -1)
    expect(page.locator(".editor .sheet")).to_be_hidden()
    assert_no_sideways_scroll(page)


@pytest.mark.parametrize("page", [("desk", "en")], indirect=True, ids=["desk"])
def test_a_hand_is_typed_and_corrected_with_keys(page: Page) -> None:
    """On a laptop tiles are written as 3m, arrows go from tile to tile, Delete takes one out, Ctrl+Z puts it back."""
    page.click(".st-key-keypad button")
    page.wait_for_selector(".sheet [data-pick]")
    page.keyboard.type("".join(WON))
    expect_payments(page, 3, -1, -1, -1)
    settle(page)
    page.click(".strip .tile >> nth=0")
    page.keyboard.press("ArrowRight")
    chosen = page.locator('.strip .tile[aria-pressed="true"]')
    expect(chosen).to_have_attribute("data-code", "2m")
    page.keyboard.press("Delete")
    expect(page.locator(".editor .strip .tile")).to_have_count(13)
    page.keyboard.press("Control+z")
    expect_payments(page, 3, -1, -1, -1)
    expect_strip(page, WON)


def test_a_reload_between_taps_loses_none(page: Page) -> None:
    """Taps that are on their way when the page is loaded anew are in the hand afterwards, each of them once."""
    page.click(".st-key-keypad button")
    first, *rest = WON
    page.click(f'[data-pick="{first}"]')
    expect(page.locator(".editor .strip .tile")).to_have_count(1)
    for code in rest:
        page.click(f'[data-pick="{code}"]')
    page.reload()
    expect_payments(page, 3, -1, -1, -1)
    expect(page.locator(".editor .strip .tile")).to_have_count(len(WON))
    expect_strip(page, WON)


def test_two_tiles_are_corrected_with_two_taps_each(page: Page) -> None:
    """Tap the tile, tap the right face; undo brings everything back."""
    type_hand(page, ["9s", *WON[1:], "9s"][:14])
    page.click('.strip [data-code="9s"] >> nth=0')
    page.click('.sheet [data-pick="1m"]')
    expect(page.locator('.strip [data-code="9s"]')).to_have_count(0)
    page.click('.strip [data-code="5p"] >> nth=0')
    page.click('.sheet [data-pick="4p"]')
    expect(page.locator('.strip [data-code="4p"]')).to_have_count(1)
    settle(page)
    expect(page.locator(".hule-result.refused")).to_be_visible()
    page.click('.bar [data-do="undo"]')
    expect(page.locator('.strip [data-code="4p"]')).to_have_count(0)
    expect_payments(page, 3, -1, -1, -1)
    page.click('.bar [data-do="redo"]')
    expect(page.locator(".hule-result.refused")).to_be_visible()


def test_a_kong_is_made_and_unmade(page: Page) -> None:
    """A triplet becomes a concealed kong: it is laid apart, worth a fan, and paid by everybody."""
    type_hand(page, WON)
    page.click('.strip [data-code="2p"] >> nth=0')
    page.click('.sheet [data-do="make"][data-kind="concealed"]')
    expect(page.locator(".strip .row.meld .tile")).to_have_count(4)
    expect_payments(page, 12, -4, -4, -4)
    page.click(".strip .row.meld .tile >> nth=0")
    page.click('.sheet [data-do="unmake"]')
    expect(page.locator(".strip .row.meld")).to_have_count(0)
    expect_payments(page, 3, -1, -1, -1)


def test_one_hand_is_paid_by_the_rules_of_four_tables(page: Page) -> None:
    """The same tiles under other rules: chosen from the list, each pays at once as its rules say."""
    type_hand(page, WON)
    expect_payments(page, 3, -1, -1, -1)
    for names, each in (("长沙|Changsha", 20), ("宁夏滑水|Ningxia Huashui", 4), ("重庆|Chongqing", 1)):
        page.click(".st-key-variant [role=combobox]")
        page.get_by_role("option", name=re.compile(f"^({names})$")).click()
        expect_payments(page, 3 * each, -each, -each, -each)
        settle(page)
    expect_strip(page, WON)


def test_a_frame_in_the_photo_opens_its_tile(page: Page) -> None:
    """Tapping a frame opens the picker of that tile, and the frame is marked; Escape closes it."""
    take_sample(page)
    frame = page.locator(".photo .frame").nth(4)
    frame.click()
    chosen = page.locator('.strip .tile[aria-pressed="true"]')
    expect(chosen).to_have_attribute("data-box", "4")
    expect(page.locator(".editor .sheet")).to_be_visible()
    page.locator(".sheet [data-do=close]").focus()
    page.keyboard.press("Escape")
    expect(page.locator(".editor .sheet")).to_be_hidden()
    chosen = page.locator('.strip .tile[data-box="6"]')
    chosen.click()
    expect(page.locator('.photo .frame[data-box="6"]')).to_have_class(re.compile("chosen"))


def test_a_discard_asks_who_gave_it(page: Page) -> None:
    """Changing the way of winning asks for the discarder, who then pays alone."""
    type_hand(page, WON)
    page.locator("[class*=st-key-way_] button").nth(1).click()
    expect(page.locator(".hule-result.ask")).to_be_visible()
    page.locator("[class*=st-key-payer_] button").nth(1).click()
    expect_payments(page, 1, 0, -1, 0)
    assert_no_sideways_scroll(page)


def test_a_right_reading_takes_three_taps_and_a_wrong_tile_two_more(page: Page) -> None:
    """Snap, how it was won, off whom: paid. Each wrong tile costs a tap on it and one on its face."""
    taps = 0

    def tap(selector: str) -> None:
        nonlocal taps
        page.click(selector)
        taps += 1

    tap(".st-key-sample button")
    page.wait_for_selector(".editor .strip .tile")
    settle(page)
    tap("[class*=st-key-way_] button >> nth=1")
    expect(page.locator(".hule-result.ask")).to_be_visible()
    tap("[class*=st-key-payer_] button >> nth=1")
    listed = page.locator(".hule-result.payout .payments")
    expect(listed).to_be_visible()
    assert taps == 3
    right, paid = strip(page), listed.get_attribute("data-payments")

    page.click(".strip .tile >> nth=0")
    page.click('.sheet .group:not(.likely) [data-pick="9p"]')
    expect(page.locator(".strip .tile >> nth=0")).to_have_attribute("data-code", "9p")
    settle(page)
    taps = 0
    tap(".strip .tile >> nth=0")
    tap(f'.sheet .likely [data-pick="{right[0]}"]')
    expect(listed).to_have_attribute("data-payments", paid or "")
    assert taps == 2
    expect_strip(page, right)


def test_a_bloody_deal_with_a_kong_two_wins_and_a_draw(page: Page) -> None:
    """Sichuan: a kong of another player, a self-draw, a second winner, then a draw with the hands of the rest."""
    type_hand(page, WON)
    log_kong(page)
    expect_payments(page, 1, 1, -1, -1)
    page.click(".st-key-win_next_1 button")
    expect(page.locator(".hule-result.ask")).to_be_visible()
    expect(page.locator("[class*=st-key-winner_] button")).to_have_count(3)
    type_hand(page, WON)
    expect_payments(page, 1, 3, -2, -2)
    draw_with_two_hands(page)
    expect_payments(page, 1, 3, -2, -2)
    for _ in range(2):
        page.locator(".bar [data-do=undo]").first.click()
        settle(page)
    expect(page.locator(".hule-result.payout .payments")).to_have_count(0)
    assert_no_sideways_scroll(page)


def test_a_second_tap_before_the_page_answers_means_the_same(page: Page) -> None:
    """A double tap logs one kong, takes one back, and adds one winner; the next tap is the next kong."""
    type_hand(page, WON)
    page.click(".st-key-kong_add button")
    resting(page.locator(".st-key-kong_1_concealed_after_0 button")).dblclick()
    page.wait_for_selector(".st-key-kong_1_concealed_after_1 button")
    settle(page)
    logged = page.locator('[class*="st-key-kong_"][class*="_remove"]')
    expect(logged).to_have_count(1)
    expect_payments(page, 1, 5, -3, -3)
    page.click(".st-key-kong_1_concealed_after_1 button")
    expect(logged).to_have_count(2)
    page.keyboard.press("Escape")
    expect(page.locator(".st-key-kong_1_concealed_after_2 button")).to_be_hidden()
    settle(page)
    resting(logged.first.locator("button:visible")).dblclick()
    expect(logged).to_have_count(1)
    settle(page)
    expect(logged).to_have_count(1)
    resting(page.locator(".st-key-win_next_1 button")).dblclick()
    page.wait_for_selector(".st-key-win_next_2 button")
    settle(page)
    expect(page.locator("[class*=st-key-stage_] button")).to_have_count(2)


def test_frames_are_taken_out_put_back_and_drawn(page: Page) -> None:
    """A tile taken out of the hand keeps a faint frame that puts it back; a missed one is drawn with a drag."""
    take_sample(page)
    read = strip(page)
    page.locator('.strip .tile[data-box="3"]').click()
    page.click(".sheet [data-do=remove]")
    expect(page.locator(".photo .frame.unused")).to_have_count(1)
    page.locator('.photo .frame[data-box="3"]').click()
    expect(page.locator(".photo .frame.unused")).to_have_count(0)
    expect_strip(page, read, in_order=False)
    settle(page)
    page.click('.photo [data-do="draw"]')
    photo = page.locator(".photo svg")
    photo.evaluate("picture => picture.scrollIntoView({ block: 'center' })")
    left, top, width, height = place(photo)
    x, y = left + width / 2, top + height / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 40, y + 40, steps=3)
    page.mouse.up()
    expect(page.locator(".sheet .crop")).to_be_visible()
    page.click('.sheet [data-pick="9s"]')
    expect(page.locator(".photo .frame[data-id]")).to_have_count(1)
    expect_strip(page, [*read, "9s"], in_order=False)


def test_the_result_fills_the_screen_with_one_tap(page: Page) -> None:
    """Names and amounts across the whole screen, with nothing else in sight; one tap closes it."""
    type_hand(page, WON)
    page.click(".hule-large-open")
    large = page.locator(".hule-large")
    expect(large).to_be_visible()
    screen = page.viewport_size or {}
    assert place(large)[2:] == (screen["width"], screen["height"])
    sizes = large.locator("li b").evaluate_all("figures => figures.map(b => parseFloat(getComputedStyle(b).fontSize))")
    assert min(sizes) >= 60
    large.locator("a").click()
    expect(large).to_be_hidden()


def test_the_language_changes_and_the_hand_stays(page: Page) -> None:
    """The other language, the same payout; the address remembers it over a reload."""
    type_hand(page, WON)
    before = page.locator(".hule-result.payout h2").first.inner_text()
    page.locator(".st-key-language button[aria-checked=false]").click()
    expect(page.locator(".hule-result.payout h2").first).not_to_have_text(before)
    expect_payments(page, 3, -1, -1, -1)
    other = page.locator(".hule-brand h1").inner_text()
    page.reload()
    expect(page.locator(".hule-brand h1")).to_have_text(other)


def test_the_foot_of_a_phone_leads_to_the_payout(page: Page) -> None:
    """On a phone the payments stay in sight at the foot of the screen, and a tap on them shows the whole."""
    type_hand(page, WON)
    foot = page.locator(".hule-foot")
    if (page.viewport_size or {})["width"] > 640:
        expect(foot).to_be_hidden()
        expect(page.locator(".hule-result.payout .payments")).to_be_in_viewport()
        return
    expect(foot).to_contain_text("+3")
    foot.click()
    expect(page.locator(".hule-result.payout .payments")).to_be_in_viewport()


@pytest.mark.parametrize("page", [("phone", "en"), ("phone", "zh")], indirect=True, ids=["en", "zh"])
def test_the_four_seats_stand_in_one_line_on_a_phone(page: Page) -> None:
    """Who won and who deals are each one row of four, in the longer words as well, and no label is cut off."""
    type_hand(page, WON)
    seats = page.locator('[class*="st-key-winner_"] button, [class*="st-key-dealer_"] button')
    expect(seats).to_have_count(8)
    tops = seats.evaluate_all("buttons => buttons.map(button => Math.round(button.getBoundingClientRect().top))")
    assert len(set(tops[:4])) == len(set(tops[4:])) == 1, tops
    assert seats.evaluate_all("buttons => buttons.every(button => button.scrollWidth <= button.clientWidth)")


def test_a_text_file_named_jpg_gets_a_sentence(page: Page) -> None:
    """The page says what is wrong and goes on; no traceback is shown."""
    file = {"name": "note.jpg", "mimeType": "image/jpeg", "buffer": b"eggs, flour"}
    page.set_input_files('[data-testid="stFileUploader"] input', files=[file])
    expect(page.locator('[data-testid="stAlert"]')).to_contain_text("note.jpg")
    settle(page)
    assert "Traceback" not in page.inner_text("body")
    type_hand(page, WON)
    expect_payments(page, 3, -1, -1, -1)


def test_everything_to_tap_is_large_enough(page: Page) -> None:
    """Buttons of the page, the strip and the picker are at least 44 pixels in both directions."""
    type_hand(page, WON)
    page.click('.strip [data-code="2p"] >> nth=0')
    expect(page.locator(".editor .sheet")).to_be_visible()
    small = page.locator("button:visible, .stSelectbox [role=combobox]:visible").evaluate_all(
        "buttons => buttons.map(b => [b.textContent || b.ariaLabel, b.getBoundingClientRect()])"
        ".filter(([_, r]) => r.width < 43.5 || r.height < 43.5).map(([t, r]) => [t, r.width, r.height])"
    )
    assert small == []
