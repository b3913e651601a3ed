"""What a device remembers, and the address that another phone is given."""

import pytest

from ui.preferences import Preferences, preferences_of
from ui.qr import code_html, reachable


@pytest.mark.parametrize(
    ("cookies", "query", "locale", "expected"),
    [
        ({}, {}, "zh-CN,zh;q=0.9", Preferences("zh")),
        ({}, {}, "en-GB,en;q=0.9", Preferences("en")),
        ({"hule_language": "en", "hule_size": "large"}, {}, "zh-CN", Preferences("en", large=True)),
        ({"hule_language": "en"}, {"lang": "zh", "size": "large"}, "en", Preferences("zh", large=True)),
        ({"hule_language": "tlh"}, {"lang": "<b>"}, "en", Preferences("en")),
    ],
)
def test_a_link_wins_over_the_cookie_and_the_cookie_over_the_browser(
    cookies: dict[str, str], query: dict[str, str], locale: str, expected: Preferences
) -> None:
    """Language and size come from the address, else from the device, else from the browser; nonsense counts as none."""
    assert preferences_of(cookies, query, locale) == expected


def test_what_is_remembered_is_understood_again() -> None:
    """The cookies that a choice leaves give the same choice back."""
    for chosen in (Preferences("zh", large=True), Preferences("en")):
        assert preferences_of(chosen.cookies, {}, None) == chosen


def test_a_code_shown_on_the_server_itself_leads_phones_to_the_network() -> None:
    """A name that only this machine understands gives way; any other stays, with its port and scheme."""
    assert reachable("/snap", "https://mahjong.example.org/match?deal=1") == "https://mahjong.example.org/snap"
    assert reachable("/result/7", "http://192.0.2.7:8501/") == "http://192.0.2.7:8501/result/7"
    local = reachable("/snap", "http://localhost:8501/")
    assert local.endswith(":8501/snap")


def test_a_code_says_where_it_leads() -> None:
    """Beside the picture stands the address as text, with nothing in it that is taken for markup."""
    shown = code_html("http://192.0.2.7/snap?match=a&deal=b", "scan <me>")
    assert '<img src="data:image/svg+xml' in shown
    assert "scan &lt;me&gt;" in shown
    assert 'href="http://192.0.2.7/snap?match=a&amp;deal=b"' in shown
