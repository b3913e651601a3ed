"""For the tests of the page that scores: the page with something entered, and what it shows."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from typing import Any

from PIL import Image
from streamlit.testing.v1 import AppTest

from tests.ui.tables import APP, WON, run, state_of
from ui.session import Session


def opened(language: str = "en", prepare: Callable[[Session], None] | None = None) -> AppTest:
    """The page in a language, with what a session knows already."""
    page = AppTest.from_file(APP, default_timeout=120)
    page.query_params["lang"] = language
    if prepare is not None:
        state = Session()
        prepare(state)
        page.session_state["hule"] = state
    return run(page)


def reloaded(page: AppTest) -> AppTest:
    """The deal of a page in a new tab of the same device."""
    before = state_of(page)

    def prepare(state: Session) -> None:
        state.device = before.device
        state.open(before.deal_id)

    return opened(prepare=prepare)


def with_hand(state: Session) -> None:
    """A plain winning hand, typed in."""
    state.change(state.deal.with_hand(WON))


def encoded(picture: Image.Image) -> bytes:
    """A picture as a JPEG file."""
    stream = io.BytesIO()
    picture.save(stream, "JPEG")
    return stream.getvalue()


def captions(page: AppTest) -> str:
    """The small print of the page."""
    return re.sub(r"\s+", " ", " ".join(item.value for item in page.caption))


def answer(page: AppTest, key: str, value: object) -> AppTest:
    """Answers a question with one tap and lets the page redraw."""
    asked_of(page, key).set_value(value)
    return run(page)


def asked_of(page: AppTest, key: str) -> Any:
    """The buttons of a question; one about the deal has a key of its own for each deal and win."""
    return next(group for group in page.button_group if group.key == key or str(group.key).startswith(f"{key}_"))
