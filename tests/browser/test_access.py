"""Every page for everyone: screen readers, weak eyes, thick fingers, narrow screens, both languages."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.served import device, opened, served, settle, take_sample
from tests.browser.test_match import record, start_match
from tests.browser.test_snap import HAND
from tests.ui.taught import taught_model

pytestmark = pytest.mark.browser

FAULTS = Path(__file__).with_name("faults.js").read_text(encoding="utf-8")
UPSTREAM = {"presentation-role-conflict"}
"""Rules of axe-core that Streamlit's own file uploader breaks: its drop zone has a label and no role."""

MORE = ".st-key-nav [data-testid=stPopover] button"
BEHIND = "[data-testid=stPopoverBody] [data-testid=stPageLink-NavLink]"
"""The last button of the navigation, and the links that it shows."""

PLAIN_PAGES = ("/snap?", "/snap?deal=any&", "/result/nobody?")


def faults(page: Page, large: bool) -> list[str]:
    """What axe-core finds, and what it does not look for."""
    violations = Axe().run(page).response["violations"]
    broken = [
        f"{rule['id']}: {node['html'][:120]}"
        for rule in violations
        if rule["id"] not in UPSTREAM
        for node in rule["nodes"]
    ]
    return broken + page.evaluate(FAULTS, large)


def pages(page: Page) -> Iterator[str]:
    """Goes through every page that the navigation leads to, whatever pages there are; gives the name of each."""
    links = page.locator(".st-key-nav [data-testid=stPageLink-NavLink]")
    more, behind = page.locator(MORE), page.locator(BEHIND)
    expect(links.first).to_be_visible()
    for number in range(links.count()):
        yield _gone_to(page, links.nth(number))
    if more.count():
        more.click()
        expect(behind.first).to_be_visible()
        count = behind.count()
        for number in range(count):
            if not behind.first.is_visible():
                more.click()
            name = _gone_to(page, behind.nth(number))
            # The menu closes by itself: it would cover the page that was chosen.
            expect(behind.first).to_be_hidden()
            yield name


def _gone_to(page: Page, link: Locator) -> str:
    """Follows a link of the navigation; gives the name of the page once it is drawn."""
    name = (link.get_attribute("href") or "").partition("?")[0].rpartition("/")[2] or "score"
    link.click()
    expect(page.locator(f".st-key-page_{name}")).to_be_visible()
    settle(page)
    return name


def faults_of_menu(page: Page, large: bool) -> list[str]:
    """What is wrong while the menu of further pages is open; closes it again."""
    page.locator(MORE).click()
    expect(page.locator(BEHIND).first).to_be_visible()
    expect(page.locator(".st-key-owner input")).to_be_visible()
    settle(page)
    found = faults(page, large)
    page.keyboard.press("Escape")
    expect(page.locator(BEHIND).first).to_be_hidden()
    return found


@pytest.fixture(scope="module")
def furnished(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The app with a photo in the label queue and a model that was taught."""
    data = tmp_path_factory.mktemp("data")
    taught_model(data)
    with served(HULE_DATA=str(data)) as address:
        with opened(browser, address, "desk", "en") as page:
            page.goto(f"{address}/label")
            page.set_input_files(".st-key-photos_box input", HAND)
            expect(page.locator(".boxes .stage .frame").first).to_be_visible()
        yield address


# Every pair of size, scheme, language and text size is among them; all sixteen together take too long.
@pytest.mark.parametrize(
    ("size", "scheme", "language", "large"),
    [
        ("phone", "light", "en", True),
        ("phone", "dark", "zh", True),
        ("phone", "dark", "en", False),
        ("desk", "light", "zh", False),
        ("desk", "dark", "en", True),
    ],
)
def test_every_page_is_for_everyone(
    browser: Browser, furnished: str, size: str, scheme: str, language: str, large: bool
) -> None:
    """Empty and with a deal of a match, axe-core is content, and nothing is cut, small or out of reach."""
    with opened(browser, furnished, size, language, scheme, large=large) as page:
        found = [f"start: {each}" for each in faults(page, large)]
        found += [f"menu: {each}" for each in faults_of_menu(page, large)]
        start_match(page)
        take_sample(page)
        record(page)
        for name in pages(page):
            found += [f"{name}: {each}" for each in faults(page, large)]
        page.goto(f"{furnished}/result/{page.url.partition('deal=')[2].partition('&')[0]}")
        expect(page.locator(".payments").first).to_be_visible()
        found += [f"result: {each}" for each in faults(page, large)]
    assert found == []


@pytest.mark.parametrize("size", ["phone", "desk"])
def test_pages_without_a_session_are_for_everyone(browser: Browser, address: str, size: str) -> None:
    """The camera page and a result that is not there hold to the same in both languages, schemes and text sizes."""
    found: list[str] = []
    for path in PLAIN_PAGES:
        for language, scheme in (("zh", "light"), ("en", "dark")):
            context = device(browser, size, language, scheme)
            page = context.new_page()
            for large in (False, True):
                page.goto(f"{address}{path}lang={language}&size={'large' if large else 'normal'}")
                found += [f"{path} {language} {scheme}: {each}" for each in faults(page, large)]
            context.close()
    assert found == []


def test_language_and_size_are_remembered_by_the_device(browser: Browser, address: str) -> None:
    """Chosen once, they hold after a reload and on the plain pages, without anything in the address."""
    with opened(browser, address, "phone", "zh") as page:
        page.click(".st-key-large_text button")
        settle(page)
        page.click(".st-key-language button[aria-checked=false]")
        expect(page.locator(".hule-brand h1")).to_have_text("Hule")
        settle(page)
        page.reload()
        expect(page.locator(".hule-brand.large-text h1")).to_have_text("Hule")
        assert "lang=" not in page.url
        page.goto(f"{address}/snap")
        expect(page.locator("html[data-size=large] h1")).to_have_text("Take a photo")
