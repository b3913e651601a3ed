"""States that one must bring about before they can be seen, for weak eyes and thick fingers."""

import pytest
from playwright.sync_api import Browser

from tests.browser.scenes import SCENES
from tests.browser.served import opened
from tests.browser.test_access import faults

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(
    "scene", ["picker", "keypad", "house-rules", "kong-log", "waits", "bloody", "shown", "receipt", "dispute"]
)
def test_large_english_text_has_room_on_a_phone(browser: Browser, address: str, scene: str) -> None:
    """Where words are longest and the screen is narrowest, nothing is cut, small, out of reach or out of order."""
    with opened(browser, address, "phone", "en", large=True) as page:
        SCENES[scene](page)
        assert faults(page, large=True) == []
