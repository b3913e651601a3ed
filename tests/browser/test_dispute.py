"""An argument at the table, from the recorded deal to the receipt in the chat."""

from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from tests.browser.served import resting, settle, take_sample
from tests.browser.test_stories import assert_no_sideways_scroll

pytestmark = pytest.mark.browser


def test_a_recorded_deal_is_disputed_and_its_receipt_taken_along(page: Page, tmp_path: Path) -> None:
    """Record, dispute, claim that one pays for all, read which fact that would be, and download the picture."""
    take_sample(page)
    paid = page.locator(".hule-result.payout .payments").first.get_attribute("data-payments") or ""
    amounts = [int(amount) for amount in paid.split(",")]
    page.click(".st-key-record button")
    settle(page)
    resting(page.locator(".st-key-dispute button")).click()
    expect(page.locator(".hule-seal .whole")).to_be_visible()
    expect(page.locator(".hule-result.payout .payments")).to_have_attribute("data-payments", paid)
    expect(page.locator('[data-testid="stImage"] img').first).to_be_visible()
    assert_no_sideways_scroll(page)

    winner, payer = amounts.index(max(amounts)), amounts.index(min(amounts))
    claims = page.locator('[data-testid="stForm"]').first
    for seat in range(len(amounts)):
        amount = -amounts[payer] if seat in (winner, payer) else 0
        claims.locator('[data-testid="stNumberInput"] input').nth(seat).fill(str(amount))
    claims.locator('[data-testid="stFormSubmitButton"] button').click()
    expect(page.locator(".hule-verdict, .hule-findings li").first).to_be_visible()
    assert page.locator(".hule-findings li").count() > 0 or page.locator(".hule-verdict.none").count() == 1
    assert_no_sideways_scroll(page)

    page.locator(".st-key-receipt_open summary").click()
    made = resting(page.locator(".st-key-receipt_png button"))
    with page.expect_download() as download:
        made.click()
    file = tmp_path / "receipt.png"
    download.value.save_as(file)
    with Image.open(file) as picture:
        assert picture.width == 1083

    # The address is all that another phone needs.
    page.reload()
    expect(page.locator(".hule-result.payout .payments")).to_have_attribute("data-payments", paid)
    expect(page.locator(".hule-seal .whole")).to_be_visible()
