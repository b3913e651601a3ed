"""An app that the whole internet can reach, and a result that others look at."""

import http.client
import re
import urllib.error
import urllib.request
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.served import device, opened, served, settle, take_sample
from tests.browser.test_snap import HAND

pytestmark = pytest.mark.browser

CODE = "eight-dragons"


@pytest.fixture(scope="module")
def guarded() -> Iterator[str]:
    """A running app with an access code, written with spaces around it that nobody sees."""
    with served(HULE_ACCESS_CODE=f" {CODE} ") as found:
        yield found


def test_nothing_is_seen_or_sent_without_the_code(guarded: str) -> None:
    """Pages, photos, the way in for photos and sessions ask for the code; only the sign of life does not."""
    for path in ("/", "/snap", "/result/any", f"/photo/{'0' * 64}.jpg", "/_stcore/host-config"):
        with pytest.raises(urllib.error.HTTPError, match="401"):
            urllib.request.urlopen(guarded + path)
    with pytest.raises(urllib.error.HTTPError, match="401"):
        urllib.request.urlopen(urllib.request.Request(f"{guarded}/snap", data=HAND.read_bytes(), method="POST"))
    # The connection by which the pages, the switch of the model among them, are worked.
    upgrade = {"Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13"}
    session = http.client.HTTPConnection(guarded.removeprefix("http://"))
    session.request("GET", "/_stcore/stream", headers=upgrade | {"Sec-WebSocket-Key": "aHVsZSBodWxlIGh1bGUhIQ=="})
    assert session.getresponse().status == 403
    session.close()
    with urllib.request.urlopen(f"{guarded}/_stcore/health") as alive:
        assert alive.read() == b"ok"


@pytest.mark.parametrize(
    ("kind", "body"),
    [("multipart/form-data", b"x"), ("application/x-www-form-urlencoded", b"a=1&" * 2000), ("text/plain", b"\xff")],
    ids=["no boundary", "thousands of fields", "no form"],
)
def test_what_is_no_form_is_a_wrong_code(guarded: str, kind: str, body: bytes) -> None:
    """Whoever sends nonsense in the place of the code is asked for it again, and fills no log with faults."""
    sent = urllib.request.Request(f"{guarded}/enter", data=body, method="POST", headers={"Content-Type": kind})
    with pytest.raises(urllib.error.HTTPError, match="401") as asked:
        urllib.request.urlopen(sent)
    assert b'name="code"' in asked.value.read()


def test_a_device_is_asked_once_and_goes_where_it_wanted(browser: Browser, guarded: str) -> None:
    """A wrong code is told so; the right one leads on to the address with its query, and is not asked for again."""
    context = device(browser, "desk", "en")
    page = context.new_page()
    page.goto(f"{guarded}/snap?deal=d1")
    page.fill("#code", "wrong")
    page.press("#code", "Enter")
    expect(page.get_by_role("alert")).to_be_visible()
    page.fill("#code", CODE)
    page.press("#code", "Enter")
    expect(page.locator(".snap input").first).to_be_attached()
    assert page.url == f"{guarded}/snap?deal=d1"
    page.goto(guarded)
    expect(page.locator(".hule-brand h1")).to_be_visible()
    context.close()
    other = device(browser, "phone", "zh").new_page()
    other.goto(f"{guarded}/snap?code={CODE}&deal=d2")
    assert other.url == f"{guarded}/snap?deal=d2"
    other.context.close()


def test_a_photo_waits_for_the_code(browser: Browser, guarded: str) -> None:
    """Where the code was changed or forgotten, the page asks for it, and then the photo goes on its way."""
    context = device(browser, "phone", "en")
    page = context.new_page()
    page.goto(f"{guarded}/snap?code={CODE}&deal=d3")
    context.clear_cookies()
    page.set_input_files(".snap input[type=file] >> nth=0", HAND)
    expect(page.locator(".snap .photos li.trouble")).to_contain_text("not lost")
    page.get_by_role("button", name="Enter the code").click()
    page.fill("#code", CODE)
    page.press("#code", "Enter")
    expect(page.locator(".snap .photos li.done")).to_contain_text("Tiles read: 14")
    context.close()


def test_others_see_the_result_and_its_changes(browser: Browser, address: str) -> None:
    """The code on a recorded result leads to a page without controls, which follows a correction by itself."""
    with opened(browser, address, "phone", "en") as page:
        take_sample(page)
        page.click(".st-key-record button")
        expect(page.locator(".st-key-result_code button")).to_be_visible()
        settle(page)
        page.click(".st-key-result_code button")
        link = page.locator(".hule-code a").get_attribute("href") or ""
        paid = page.locator(".hule-result.payout .payments").get_attribute("data-payments") or ""
        other = device(browser, "phone", "zh").new_page()
        other.goto(address + link[link.index("/result") :])
        shown = other.locator(".payments").first
        expect(shown).to_have_attribute("data-payments", paid)
        expect(other.locator("button, input, select")).to_have_count(0)
        page.keyboard.press("Escape")
        page.locator("[class*=st-key-winner_] button").nth(1).click()
        settle(page)
        page.click(".st-key-record button")
        expect(shown).not_to_have_attribute("data-payments", re.compile(f"^{re.escape(paid)}$"))
        other.context.close()
