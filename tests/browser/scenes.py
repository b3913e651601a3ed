"""What the app can show, scene by scene: each brings a fresh tab to a state worth a look."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial

from PIL import Image, ImageFilter
from playwright.sync_api import FilePayload, Page, expect

from scoring.variants import VARIANTS
from tests.browser.labelling import FRAMES, saved
from tests.browser.served import resting, settle, take_sample
from tests.browser.test_access import BEHIND, MORE
from tests.browser.test_match import go, next_deal, record, start_match, winner
from tests.browser.test_snap import HAND, PICKER, SAMPLES, saved_as_jpeg
from tests.browser.test_stories import WON, draw_with_two_hands, log_kong, type_hand


def _start(page: Page) -> None:
    """The empty page."""


def _more(page: Page) -> None:
    page.click(MORE)
    page.wait_for_selector(BEHIND)
    page.wait_for_selector(".st-key-owner input")
    page.wait_for_timeout(500)
    settle(page)


def _names(page: Page) -> None:
    page.locator('.st-key-table [data-testid="stPopover"] button').last.click()
    page.wait_for_selector(".st-key-name_3 input")
    page.wait_for_timeout(700)


def _keypad(page: Page) -> None:
    page.click(".st-key-keypad button")
    for code in WON[:9]:
        page.click(f'[data-pick="{code}"]')
    page.wait_for_function("document.querySelector('[data-testid=stMain]') !== null")
    settle(page)


def _picker(page: Page) -> None:
    take_sample(page)
    page.locator(".strip .tile").nth(3).click()
    page.wait_for_timeout(500)


def _kong(page: Page) -> None:
    type_hand(page, WON)
    page.click('.strip [data-code="2p"] >> nth=0')
    page.click('.sheet [data-do="make"][data-kind="exposed"]')
    page.wait_for_selector(".strip .row.meld")
    settle(page)


def _steps(page: Page) -> None:
    type_hand(page, WON)
    for summary in page.locator(".hule-result summary").all():
        summary.click()


def _rejected(page: Page) -> None:
    type_hand(page, [*WON[:9], "1s", "2s", "3s", "5p", "5p"])


def _house_rules(page: Page) -> None:
    page.locator('.st-key-table [data-testid="stPopover"] button').first.click()
    page.wait_for_timeout(700)


def _choose(variant: str, page: Page) -> None:
    page.click(".st-key-variant [role=combobox]")
    name = VARIANTS[variant].name
    page.get_by_role("option", name=re.compile(f"^({name.zh}|{name.en})$")).click()
    settle(page)


def _under(variant: str, page: Page) -> None:
    """The same hand under other rules: what they ask, and what they pay or refuse."""
    type_hand(page, WON)
    _choose(variant, page)
    rare = page.locator('.st-key-facts [data-testid="stExpander"] summary')
    if rare.count():
        rare.first.click()
    settle(page)


def _flowers(page: Page) -> None:
    """Fuzhou with a photo: the gold to be named, flowers beside the tiles."""
    _choose("fuzhou", page)
    page.locator(PICKER).first.set_input_files(SAMPLES / "fuzhou-flowers.jpg")
    page.wait_for_selector(".photo .frame")
    settle(page)


def _kong_log(page: Page) -> None:
    type_hand(page, WON)
    page.click(".st-key-kong_add button")
    page.wait_for_selector(".st-key-kong_1_exposed_0_after_0 button")
    page.wait_for_timeout(700)


def _waits(page: Page) -> None:
    type_hand(page, WON[:13])
    page.click(".sheet [data-do=close]")
    page.wait_for_selector(".hule-waits")
    settle(page)


def _draw(page: Page) -> None:
    take_sample(page)
    page.locator("[class*=st-key-outcome_] button").nth(1).click()
    page.wait_for_selector("[class*=st-key-stage_] button")
    settle(page)


def _bloody(page: Page) -> None:
    """A kong, two wins one after the other, and a draw with the hands of the rest."""
    type_hand(page, WON)
    log_kong(page)
    page.click(".st-key-win_next_1 button")
    expect(page.locator(".hule-result.ask")).to_be_visible()
    expect(page.locator("[class*=st-key-winner_] button")).to_have_count(3)
    type_hand(page, WON)
    draw_with_two_hands(page)
    expect(page.locator(".hule-result.payout .payments")).to_be_visible()
    settle(page)


def _large(page: Page) -> None:
    type_hand(page, WON)
    page.click(".hule-large-open")
    page.wait_for_selector(".hule-large:visible")


def _reasons(page: Page) -> None:
    type_hand(page, [f"{rank}m" for rank in range(1, 8) for _ in range(2)])
    for key in ("why_readings", "why_rules"):
        page.click(f".st-key-{key} summary")
        page.wait_for_selector(f".st-key-{key} .hule-reasons")
    settle(page)


def _shown(page: Page) -> None:
    """The code by which others see the result."""
    type_hand(page, WON)
    record(page)
    page.click(".st-key-result_code button")
    page.wait_for_selector(".hule-code")
    settle(page)


def _receipt(page: Page) -> None:
    take_sample(page)
    record(page)
    page.click(".st-key-receipt_open summary")
    page.wait_for_selector(".st-key-receipt_png button")
    settle(page)


def _dispute(page: Page) -> None:
    take_sample(page)
    record(page)
    page.click(".st-key-dispute button")
    page.wait_for_selector(".hule-seal .whole")
    page.locator('[data-testid="stForm"] [data-testid="stNumberInput"] input').first.fill("5")
    page.locator('[data-testid="stFormSubmitButton"] button').first.click()
    page.wait_for_selector(".hule-verdict")
    settle(page)


def _two_photos(page: Page) -> None:
    """Rack and melds in two photos, one after the other."""
    with Image.open(SAMPLES / "chongqing-pong-kong.jpg") as whole:
        for top, bottom in ((0, 620), (615, 1200)):
            _send(page, saved_as_jpeg(whole.crop((0, top, whole.width, bottom))))
            page.wait_for_selector(".strip .row.meld" if top else ".editor .strip .tile")
            settle(page)


def _refused(page: Page) -> None:
    """A photo out of focus, with the reason and the way to take it again."""
    with Image.open(HAND) as sharp:
        _send(page, saved_as_jpeg(sharp.filter(ImageFilter.GaussianBlur(10))))
    page.wait_for_selector(".snap .photos li button:visible, .st-key-use_refused button:visible")
    settle(page)


def _send(page: Page, jpeg: bytes) -> None:
    """Gives a photo to the button that the screen has: a phone's camera, or files on a desk."""
    files = '[data-testid="stFileUploader"] input'
    page.locator(PICKER if page.locator(".snap .ways").is_visible() else files).first.set_input_files(
        FilePayload(name="photo.jpg", mimeType="image/jpeg", buffer=jpeg)
    )


def _several_deals(page: Page) -> None:
    """Three deals of a match: its page with totals and chart."""
    start_match(page)
    for seat in (1, 0, 3):
        type_hand(page, WON)
        winner(page, seat)
        record(page)
        next_deal(page)
    go(page, "match")
    page.wait_for_selector(".st-key-chart canvas.marks, .st-key-chart svg.marks")
    settle(page)


def _match_open(page: Page) -> None:
    """The same with everything open that can be."""
    _several_deals(page)
    for summary in page.locator('[data-testid="stExpander"] summary').all():
        summary.click()
    settle(page)


def _deals_open(page: Page) -> None:
    """A recorded deal open in the list, with its versions."""
    type_hand(page, WON)
    record(page)
    winner(page, 2)
    record(page)
    go(page, "deals")
    page.locator('[data-testid="stExpander"] summary').first.click()
    page.locator(".versions summary").first.click()
    settle(page)


def _taken_back(page: Page) -> None:
    """Of two deals the first is to be taken back, and the second changes with it."""
    start_match(page)
    type_hand(page, WON)
    winner(page, 1)
    record(page)
    next_deal(page)
    type_hand(page, WON)
    record(page)
    go(page, "deals")
    page.locator('[data-testid="stExpander"]').last.locator("summary").first.click()
    resting(page.locator("[class*=st-key-void_] button").last).click()
    page.wait_for_selector("[class*=st-key-confirm_] button")
    settle(page)


def _label(page: Page) -> None:
    """A photo in the label queue, one of its boxes chosen and its faces open."""
    page.goto(f"{page.url.partition('?')[0].rstrip('/')}/label")
    page.set_input_files(".st-key-photos_box input", HAND)
    page.wait_for_selector(FRAMES)
    saved(page)
    page.focus(".boxes")
    for _ in range(4):
        page.keyboard.press("]")
    expect(page.locator(f"{FRAMES}.chosen")).to_be_visible()
    page.keyboard.press("Space")
    page.wait_for_selector(".boxes .sheet [data-pick]")
    settle(page)


SCENES: dict[str, Callable[[Page], None]] = {
    "start": _start, "more": _more, "names": _names, "sample": take_sample, "picker": _picker, "keypad": _keypad,
    "kong": _kong, "steps": _steps, "rejected": _rejected, "house-rules": _house_rules, "kong-log": _kong_log,
    "waits": _waits, "draw": _draw, "bloody": _bloody, "large": _large, "reasons": _reasons, "shown": _shown,
    "receipt": _receipt, "dispute": _dispute, "two-photos": _two_photos, "refused": _refused,
    "match": _several_deals, "match-open": _match_open, "deals-open": _deals_open, "taken-back": _taken_back,
    "label": _label, "flowers": _flowers,
    **{f"rules-{name}": partial(_under, name) for name in VARIANTS},
}  # fmt: skip
OVERLAYS = ("more", "names", "picker", "keypad", "house-rules", "kong-log", "large", "shown", "label")
"""Scenes that end in something laid over the page, taken as the screen shows them."""
