"""Photos from phones: taken in by plain HTTP, and never lost on the way."""

import json
import urllib.error
import urllib.request
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageFilter
from playwright.sync_api import Browser, Route, expect

from tests.browser.served import device, opened, settle
from ui.pages.snapping import POLL_SECONDS

pytestmark = pytest.mark.browser

SAMPLES = Path(__file__).parents[2] / "datasets" / "samples"
HAND = SAMPLES / "standing-hand.jpg"
PICKER = ".snap input[type=file]"


def posted(address: str, data: bytes, query: str = "") -> tuple[int, dict[str, object]]:
    """The status and the answer to a photo sent."""
    request = urllib.request.Request(f"{address}/snap{query}", data=data, method="POST")
    try:
        with urllib.request.urlopen(request, timeout=300) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)


def saved_as_jpeg(picture: Image.Image, quality: int = 92) -> bytes:
    """The file of a picture."""
    stream = BytesIO()
    picture.save(stream, "JPEG", quality=quality)
    return stream.getvalue()


def test_a_photo_is_stored_read_and_known_when_it_comes_again(address: str) -> None:
    """The answer names the photo by a hash under which it is served without its metadata; a repeat changes nothing."""
    status, answer = posted(address, HAND.read_bytes(), "?deal=sent-1")
    assert (status, answer["tiles"], answer["advice"]) == (201, 14, None)
    with urllib.request.urlopen(f"{address}/photo/{answer['photo']}.jpg") as served:
        stored = served.read()
    assert b"Exif" not in stored
    assert Image.open(BytesIO(stored)).size == Image.open(HAND).size
    assert posted(address, HAND.read_bytes(), "?deal=sent-1") == (201, answer)


def test_what_cannot_be_used_is_refused_with_a_reason(address: str) -> None:
    """No picture, a black, a blurred and a cut one come back with a sentence; a bad one may be kept all the same."""
    with Image.open(SAMPLES / "standing-hand.jpg") as sample:
        cut = saved_as_jpeg(sample.crop((0, 0, 1250, sample.height)))
        blurred = saved_as_jpeg(sample.filter(ImageFilter.GaussianBlur(10)))
        black = saved_as_jpeg(sample.point(lambda value: value // 12))
    for data, status, words in (
        (b"eggs, flour", 415, "no picture"),
        (blurred, 422, "blurred"),
        (black, 422, "dark"),
        (cut, 422, "cuts off"),
    ):
        got, answer = posted(address, data)
        assert got == status
        assert words in answer["reason"]["en"]  # type: ignore[index]
        assert answer["anyway"] == (status == 422)
    assert posted(address, blurred, "?anyway=1")[0] == 201
    assert posted(address, cut, "?anyway=1")[0] == 201
    assert posted(address, HAND.read_bytes(), "?match=nobody")[0] == 404


def test_a_photo_survives_a_lost_connection_and_a_reload(browser: Browser, address: str) -> None:
    """Sent while nobody answers, the photo stays in the phone, and arrives after a reload without another tap."""
    context = device(browser, "phone", "en")
    page = context.new_page()
    page.goto(f"{address}/snap?deal=lost-1")
    context.route("**/snap?*", lambda route: route.abort() if route.request.method == "POST" else route.continue_())
    page.set_input_files(f"{PICKER} >> nth=0", HAND)
    expect(page.locator(".snap .photos li")).to_contain_text("not lost")
    context.unroute("**/snap?*")
    page.reload()
    expect(page.locator(".snap .photos li.done")).to_contain_text("Tiles read: 14")
    context.close()


def test_without_a_deal_no_photo_is_taken(browser: Browser, address: str) -> None:
    """Nobody would find it again: the page says where the way to a deal is."""
    context = device(browser, "phone", "en")
    page = context.new_page()
    page.goto(f"{address}/snap")
    expect(page.locator("main")).to_contain_text("names no deal")
    expect(page.locator("input[type=file]")).to_have_count(0)
    context.close()


def test_a_photo_stays_with_its_deal_when_the_page_goes_on(browser: Browser, address: str) -> None:
    """Sent over a slow line while somebody begins the next deal, it does not become the hand of that one."""
    with opened(browser, address, "phone", "en") as page:
        page.click(".st-key-sample button")
        page.wait_for_selector(".st-key-record button")
        page.click(".st-key-record button")
        page.wait_for_selector(".st-key-next_deal button")
        settle(page)
        slow: list[Route] = []
        page.route("**/snap?*", lambda route: slow.append(route))
        page.set_input_files(f".st-key-snap {PICKER} >> nth=0", HAND)
        expect(page.locator(".snap .photos li")).to_contain_text("Sending")
        page.click(".st-key-next_deal button")
        page.wait_for_selector(".st-key-next_deal", state="detached")
        settle(page)
        with page.expect_response("**/snap?*"):
            slow[0].continue_()
        page.wait_for_timeout(2 * POLL_SECONDS * 1000)
        settle(page)
        expect(page.locator(".editor .strip .tile")).to_have_count(0)
        expect(page.locator(".st-key-refused")).to_have_count(0)


def test_a_full_disk_is_told_while_the_photo_is_tried_again(browser: Browser, address: str) -> None:
    """The page says why it is not there yet, and sends it again by itself."""
    context = device(browser, "phone", "en")
    page = context.new_page()
    full = json.dumps({"reason": {"en": "the disk is full", "zh": "硬盘满了"}, "anyway": False})
    context.route(
        "**/snap?*",
        lambda route: (
            route.fulfill(status=507, content_type="application/json", body=full)
            if route.request.method == "POST"
            else route.continue_()
        ),
    )
    page.goto(f"{address}/snap?deal=full-1")
    page.set_input_files(f"{PICKER} >> nth=0", HAND)
    expect(page.locator(".snap .photos li")).to_contain_text("The disk is full")
    expect(page.locator(".snap .photos li")).to_contain_text("not lost")
    context.unroute("**/snap?*")
    expect(page.locator(".snap .photos li.done")).to_contain_text("Tiles read: 14")
    context.close()


def test_a_photo_that_is_too_large_is_refused_once_and_for_all(browser: Browser, address: str) -> None:
    """The page says so without sending it; so it does where a proxy before the app lets less through than the app."""
    context = device(browser, "phone", "en")
    page = context.new_page()
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.method))
    page.goto(f"{address}/snap?deal=large-1")
    page.evaluate("Object.defineProperty(Blob.prototype, 'size', { get: () => 50_000_000 })")
    page.set_input_files(f"{PICKER} >> nth=0", HAND)
    expect(page.locator(".snap .photos li.trouble")).to_contain_text("at most 40 MB")
    assert "POST" not in sent
    page.get_by_role("button", name="Drop it").click()
    page.reload()
    context.route("**/snap?*", lambda route: route.fulfill(status=413, content_type="text/html", body="<h1>413</h1>"))
    page.set_input_files(f"{PICKER} >> nth=0", HAND)
    expect(page.locator(".snap .photos li.trouble")).to_contain_text("at most 40 MB")
    context.close()


def test_a_photo_from_another_phone_becomes_the_hand(browser: Browser, address: str) -> None:
    """A laptop shows a code; the phone that follows it takes the photo, and one tap on the laptop makes it the hand."""
    with opened(browser, address, "desk", "en") as desk:
        desk.click(".st-key-snap_code button")
        code = desk.locator(".hule-code img")
        expect(code).to_be_visible()
        assert code.evaluate("picture => picture.decode().then(() => picture.naturalWidth)") > 150
        link = desk.locator(".hule-code a").get_attribute("href") or ""
        way = link[link.index("/snap") :]
        phone = device(browser, "phone", "zh").new_page()
        phone.goto(address + way)
        phone.set_input_files(f"{PICKER} >> nth=0", HAND)
        expect(phone.locator(".snap .photos li.done")).to_contain_text("14")
        phone.context.close()
        # The code is still open, and not in the way.
        desk.locator("[class*=st-key-use_] button").click()
        expect(desk.locator(".hule-result.payout .payments")).to_be_visible()


def test_the_camera_button_of_the_page_reads_the_hand(browser: Browser, address: str) -> None:
    """On a phone the photo goes in by the page's own button and the payout follows without another tap."""
    with opened(browser, address, "phone", "zh") as page:
        page.set_input_files(f"{PICKER} >> nth=0", HAND)
        expect(page.locator(".hule-result.payout .payments")).to_be_visible()
        settle(page)
