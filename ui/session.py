"""What one browser tab knows, between the reruns of its page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import streamlit as st

from scoring.steps import Text
from ui.components import hand_editor
from ui.deal import Deal
from ui.hand import EMPTY_HAND, hand_from_reading
from ui.history import History
from ui.reader import Snapshot, sample_photos, snapshot
from ui.text import LANGUAGES, Words, language_of, words

_KEY = "hule"
EDITOR = "hand_editor"


@dataclass
class Session:
    """The state of one tab. Widgets show it; only the callbacks below change it.

    Attributes:
        history: the deal, with what can be undone and redone.
        photos: every photo read in this tab, by its hash.
        trouble: why the last photo could not be read; None where it could.
        waiting: a photo to be read, with its name; the page reads it where it can show that it does.
        taps: number of the last tap in the tile strip that is part of the history.
        uploads: how many photos were taken, so that the uploader starts empty after each.
        samples: how many samples were shown.
        camera: whether the live camera is on.
        typing: whether the hand is typed in on the keypad.
        keypads: how often the keypad was asked for, so that each time opens it once.
    """

    history: History[Deal] = field(default_factory=lambda: History(Deal()))
    photos: dict[str, Snapshot] = field(default_factory=dict)
    trouble: Text | None = None
    waiting: tuple[bytes, str] | None = None
    taps: int = 0
    uploads: int = 0
    samples: int = 0
    camera: bool = False
    typing: bool = False
    keypads: int = 0

    @property
    def deal(self) -> Deal:
        """The deal as it stands."""
        return self.history.now

    @property
    def photo(self) -> Snapshot | None:
        """The photo behind the hand."""
        return self.photos.get(self.deal.photo) if self.deal.photo else None

    def change(self, deal: Deal) -> None:
        """Puts a new deal in the place of the present one, which can be undone."""
        self.history = self.history.change(deal)

    def read_waiting(self) -> None:
        """Reads the photo that waits and puts its hand in the place of the present one."""
        if self.waiting is None:
            return
        data, name = self.waiting
        self.waiting = None
        seen = snapshot(data, name)
        self.typing = False
        if isinstance(seen, Text):
            self.trouble = seen
            return
        self.trouble = None
        self.photos[seen.key] = seen
        self.change(self.deal.with_win(photo=seen.key).with_hand(hand_from_reading(seen.reading)))

    def take_sample(self) -> None:
        """Reads the next of the sample photos."""
        photos = sample_photos(self.deal.rules.copies)
        if not photos:
            self.trouble = Text(words("en")("start.no_samples"), words("zh")("start.no_samples"))
            return
        path = photos[self.samples % len(photos)]
        self.samples += 1
        self.waiting = path.read_bytes(), path.name

    def type_tiles(self) -> None:
        """Starts an empty hand for the keypad."""
        self.typing, self.trouble = True, None
        self.keypads += 1
        self.change(self.deal.with_win(photo=None).with_hand(EMPTY_HAND))

    def take_taps(self) -> None:
        """Applies the taps in the tile strip that have come in."""
        log = st.session_state[EDITOR].get("log") or []
        self.history, self.taps = hand_editor.apply_log(self.history, log, self.taps)


def session() -> Session:
    """The session of this tab."""
    if _KEY not in st.session_state:
        st.session_state[_KEY] = Session()
    found: Session = st.session_state[_KEY]
    return found


def current_words() -> Words:
    """The words in the language chosen, at first the browser's."""
    chosen = st.query_params.get("lang")
    return words(chosen if chosen in LANGUAGES else language_of(st.context.locale))


def bound(key: str, value: Any, change: Callable[[Deal, Any], Deal]) -> dict[str, Any]:
    """Arguments that tie a widget to the deal: it shows ``value``, and ``change`` puts what is chosen into the deal.

    The deal alone decides what a widget shows, so undo reaches every widget and nothing is lost in a rerun.
    """
    st.session_state[key] = value

    def chosen() -> None:
        session().change(change(session().deal, st.session_state[key]))

    return {"key": key, "on_change": chosen}
