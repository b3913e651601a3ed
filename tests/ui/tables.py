"""A table for the tests of the pages: people, deals, and the pages that show them."""

from __future__ import annotations

import re
from pathlib import Path

from streamlit.testing.v1 import AppTest

from scoring import parse_tiles, tile
from tests.ui.hands import hand_from_tiles
from ui.deal import Deal
from ui.session import Session

APP = str(Path(__file__).parents[2] / "app.py")
SAMPLES = Path(__file__).parents[2] / "datasets" / "samples"
WON = hand_from_tiles(parse_tiles("123m 456m 789p 222p 5p"), tile("5p"))
NAMES = ("老王", "小李", "阿珍", "Tom")


def opened(page: str = "", **address: str) -> AppTest:
    """A page in a browser of its own, at an address."""
    tab = AppTest.from_file(APP, default_timeout=300)
    tab.query_params["lang"] = "en"
    for name, value in address.items():
        tab.query_params[name] = value
    return show(run(tab), page)


def run(tab: AppTest) -> AppTest:
    """The page drawn again; it must show no fault."""
    tab.run()
    assert not tab.exception, [item.message for item in tab.exception]
    return tab


def show(tab: AppTest, page: str) -> AppTest:
    """The tab on another page, by its path; empty for the page that scores."""
    if not page:
        return tab
    found = (known for known, info in tab._registered_pages.items() if info.get("url_pathname") == page)
    tab._page_hash = next(found)
    run(tab)
    # From here on the tab stays where the app leads it.
    tab._page_hash = ""
    return tab


def tap(tab: AppTest, key: str) -> AppTest:
    """The page after a tap on a button."""
    tab.button(key=key).click()
    return run(tab)


def state_of(tab: AppTest) -> Session:
    """What the tab knows."""
    state: Session = tab.session_state["hule"]
    return state


def win(tab: AppTest, seat: int = 0, **changes: object) -> AppTest:
    """The page after somebody has won with a plain hand by self-draw."""
    state = state_of(tab)
    state.change(state.deal.with_hand(WON).with_win(seat=seat, **changes))
    return run(tab)


def deal_of(tab: AppTest) -> Deal:
    """The deal on the page."""
    return state_of(tab).deal


def text(tab: AppTest) -> str:
    """All that the page writes as HTML, without the markup."""
    bodies = " ".join(item.proto.body for item in tab.get("html"))
    return re.sub(r"\s+", " ", re.sub(r"<style>.*?</style>|<[^>]*>", " ", bodies, flags=re.DOTALL))


def start_match(names: tuple[str, ...] = NAMES) -> AppTest:
    """A tab in which a match of four has just begun, on the page that scores."""
    tab = opened("match")
    for seat, name in enumerate(names):
        tab.text_input(key=f"new_name_{seat}").set_value(name)
    return tap(tab, "start_match")
