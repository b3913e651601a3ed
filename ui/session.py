"""What one browser tab knows, between the reruns of its page."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

import streamlit as st

from records import Deal as StoredDeal
from records import Origin, Saved, new_id
from records.drafts import STEPS, Claims
from scoring.steps import Text
from ui import archive, photo_store
from ui.components import hand_editor
from ui.deal import Deal, takes_several
from ui.devices import device_name, device_owner, this_device
from ui.hand import EMPTY_HAND
from ui.history import History
from ui.preferences import current_preferences
from ui.reader import Snapshot
from ui.text import Words
from vision.reading import Reading

_KEY = "hule"
EDITOR = "hand_editor"

Upload = tuple[bytes, str]
"""A photo as it came from the browser, and its file's name."""


@dataclass
class Session:
    """The state of one tab. Widgets show it; only callbacks change it.

    Here are the deal and its history; what becomes of a photo is in :mod:`ui.photos`, recording in :mod:`ui.recording`.

    Attributes:
        history: the deal, with what can be undone and redone.
        photos: every photo read in this tab, by its hash.
        trouble: why the last photo could not be read, or what was asked for last not be kept; None where all went well.
        waiting: a photo to be read, or the hash of a stored one; the page reads it where it can show that it does.
        refused: hash of a stored photo that is better taken again, and why; kept until somebody uses it all the same
            or drops it.
        claims: what each side of an argument about the deal says that each player receives.
        taps: number of the last tap in the tile strip that is part of the history; it never goes down in a tab.
        uploads: how many photos were uploaded, so that the uploader starts empty after each.
        samples: how many samples were shown.
        joined: how many people were added to a match, so that the form for the next one starts empty.
        adjusted: how much money beside the deals was entered, so that the form for more starts empty.
        camera: whether the live camera is on.
        typing: whether the hand is typed in on the keypad.
        keypads: how often the keypad was asked for, so that each time opens it once.
        device: id of the phone or laptop.
        device_name: what others call it.
        owner: name of whoever uses it; empty where nobody has said.
        deal_id: of the deal.
        match_id: the match that the deal belongs to.
        saved: the recorded version that the deal started from; None where it was never recorded.
        start: the deal as it was taken up or recorded last; None where all of it was entered here.
        unkept: whether the deal stands otherwise than it was kept last.
        lock: held while taps are applied and the deal is kept: a rerun may start while the one before still writes,
            and the older deal must not be written last.
    """

    history: History[Deal] = field(default_factory=lambda: History(Deal()))
    photos: dict[str, Snapshot] = field(default_factory=dict)
    trouble: Text | None = None
    waiting: Upload | str | None = None
    refused: tuple[str, Text] | None = None
    claims: Claims = ()
    taps: int = 0
    uploads: int = 0
    samples: int = 0
    joined: int = 0
    adjusted: int = 0
    camera: bool = False
    typing: bool = False
    keypads: int = 0
    device: str = field(default_factory=new_id)
    device_name: str = ""
    owner: str = ""
    deal_id: str = field(default_factory=new_id)
    match_id: str | None = None
    saved: Saved[StoredDeal] | None = None
    start: Deal | None = None
    unkept: bool = False
    lock: Any = field(default_factory=threading.RLock, repr=False, compare=False)

    @property
    def deal(self) -> Deal:
        """The deal as it stands."""
        return self.history.now

    @property
    def address(self) -> dict[str, str]:
        """The parameters of an address that lead back to the deal."""
        return {name: value for name, value in (("match", self.match_id), ("deal", self.deal_id)) if value}

    def origin(self) -> Origin:
        """Who enters something here and now."""
        return archive.origin(self.device_name, self.owner)

    @property
    def photo(self) -> Snapshot | None:
        """The photo behind the hand."""
        return self.find_photo(self.deal.photo) if self.deal.photo else None

    @property
    def readings(self) -> dict[str, Reading]:
        """What was read in the photos of the deal, by the hash by which it names each."""
        return {key: seen.reading for key in self.deal.photos if (seen := self.find_photo(key))}

    @property
    def earlier_photos(self) -> set[str]:
        """Hashes of the photos that the deal shows, or showed before something was undone, redone or changed."""
        return {photo for step in self.history.steps for photo in step.photos}

    @property
    def held_tiles(self) -> bool:
        """Whether there are tiles in the hand on the page, or were, so that undo or redo brings them back."""
        return any(step.win.hand.pieces for step in self.history.steps)

    def find_photo(self, key: str) -> Snapshot | None:
        """A photo by its hash, from this tab or from what is kept."""
        if key not in self.photos and (found := photo_store.found_photo(key)):
            self.photos[key] = found
        return self.photos.get(key)

    def change(self, deal: Deal) -> None:
        """Puts a new deal in the place of the present one, which can be undone."""
        self.turn(self.history.change(deal))

    def turn(self, history: History[Deal]) -> None:
        """Takes a change of the deal, and keeps it at once."""
        before, self.history = self.history.now, history
        if history.now != before:
            self.keep()
        names = {seat: name for seat, name in enumerate(history.now.names) if name != before.names[seat]}
        if self.match_id and names:
            match_id, people = self.match_id, self.saved.value.people if self.saved else ()
            self.attempt(lambda: archive.rename(match_id, people, names, self.origin()))

    def undo(self) -> None:
        """Takes the last change of the deal back."""
        self.turn(self.history.undo())

    def redo(self) -> None:
        """Makes the change again that was taken back last."""
        self.turn(self.history.redo())

    def attempt(self, action: Callable[[], object]) -> None:
        """Does something with what is kept; where that is impossible, the page tells why."""
        self.trouble = archive.tried(action) or self.trouble

    def keep(self, steps: int = STEPS) -> None:
        """Keeps the deal as it stands, with so many of its steps."""
        version = self.saved.version if self.saved else None
        told = self.deal_id, self.device, self.match_id, version
        self.unkept = True

        def kept() -> None:
            with self.lock:
                archive.keep(self.deal, *told, steps=steps, taps=self.taps, sent_back=self.refused, claims=self.claims)
                self.unkept = False

        self.attempt(kept)

    def catch_up(self) -> None:
        """Finishes what a rerun of the page broke off: Streamlit may end a callback anywhere and not call it again."""
        self.take_taps()
        if self.unkept:
            self.keep()

    @property
    def changed(self) -> bool:
        """Whether something was entered here that is not recorded."""
        return _content(self.deal) != _content(self.start or Deal(names=self.deal.names))

    @property
    def is_recorded(self) -> bool:
        """Whether the deal stands as it is recorded."""
        return self.saved is not None and not self.changed

    def overtaken(self) -> Saved[StoredDeal] | None:
        """A version that another phone recorded since this deal was taken up."""
        newest = archive.recorded(self.deal_id)
        return newest if newest and (self.saved is None or newest.version > self.saved.version) else None

    def begin(self, deal: Deal, match_id: str | None = None) -> None:
        """Begins another deal; the one before stays under its own address."""
        self._put(new_id(), History(deal), match_id=match_id)
        self.start = deal
        self.keep()

    def enter_match(self, match_id: str) -> None:
        """Goes to a match; the deal on the page stays behind."""
        self._put(new_id(), History(archive.deal_of_match(match_id)), match_id=match_id)
        self.start = self.deal

    def leave_match(self) -> None:
        """Begins a deal outside any match, by the same rules."""
        self.begin(Deal(variant=self.deal.variant, house_rules=self.deal.house_rules))

    def open(self, deal_id: str) -> None:
        """Takes up a deal as it was left; one that nobody knows is begun under this id."""
        found = archive.take_up(deal_id, self.device)
        if found is None:
            first = archive.deal_of_match(self.match_id) if self.match_id else Deal()
            found = archive.Opened(History(first), match_id=self.match_id, start=first)
        self._put(deal_id, found.history, found.saved, found.match_id)
        self.refused, self.claims = found.sent_back, found.claims
        self.taps = max(self.taps, found.taps)
        self.start = found.start

    def reopen(self) -> None:
        """Takes up what was recorded last, whatever was changed here; undo leads back to that."""
        if newest := self.overtaken():
            self.saved, self.start = newest, archive.entered(newest)
            self.turn(self.history.change(self.start))

    def _put(
        self,
        deal_id: str,
        history: History[Deal],
        saved: Saved[StoredDeal] | None = None,
        match_id: str | None = None,
    ) -> None:
        self.deal_id, self.history, self.saved, self.match_id = deal_id, history, saved, match_id
        self.trouble, self.refused, self.claims, self.typing = None, None, (), False

    def claim(self, side: int, amounts: tuple[int | None, ...]) -> None:
        """Keeps what one side of an argument about the deal says."""
        others = dict(enumerate(self.claims)) | {side: amounts}
        self.claims = tuple(others.get(each, ()) for each in range(max(others) + 1))
        self.keep()

    def type_tiles(self) -> None:
        """Starts an empty hand for the keypad."""
        self.typing, self.trouble = True, None
        self.keypads += 1
        self.change(self.deal.with_win(photo=None).with_hand(EMPTY_HAND))

    def take_taps(self) -> None:
        """Applies the taps in the tile strip that have come in."""
        log = st.session_state.get(EDITOR, {}).get("log") or []
        with self.lock:
            for action in log:
                history, self.taps = hand_editor.apply_log(self.history, [action], self.taps)
                self.turn(history)


def _content(deal: Deal) -> Deal:
    """The deal without which of its hands is on the page, where that decides nothing."""
    return replace(deal, selected=0 if takes_several(deal) else deal.selected, showing=None)


def session() -> Session:
    """The session of this tab."""
    if _KEY not in st.session_state:
        device = this_device()
        st.session_state[_KEY] = Session(device=device, device_name=device_name(device), owner=device_owner())
    found: Session = st.session_state[_KEY]
    return found


def current_words() -> Words:
    """The words in the language chosen, at first the browser's, as the table says them that plays these rules."""
    return current_preferences().words.at_table(session().deal.rules.words)


def bound(key: str, value: Any, change: Callable[[Deal, Any], Deal]) -> dict[str, Any]:
    """Arguments that tie a widget to the deal: it shows ``value``, and ``change`` puts what is chosen into the deal.

    The deal alone decides what a widget shows, so undo reaches every widget and nothing is lost in a rerun.
    """
    st.session_state[key] = value
    deal_id = session().deal_id

    def chosen() -> None:
        # A browser that has not heard yet of the next deal still sends what its widgets showed of the last one.
        if session().deal_id == deal_id:
            edit(lambda deal: change(deal, st.session_state[key]))

    return {"key": key, "on_change": chosen}


def asked(key: str, value: Any, change: Callable[[Deal, Any], Deal], win: int | None = None) -> dict[str, Any]:
    """What :func:`bound` gives, for a question about one deal or one of its wins.

    The widget has a key of its own for each, so what a browser still sends of one is never taken for another.
    """
    own = f"{key}_{session().deal_id}" if win is None else f"{key}_{session().deal_id}_{win}"
    return bound(own, value, lambda deal, chosen: change(deal, chosen) if win in (None, deal.selected) else deal)


def edit(change: Callable[[Deal], Deal]) -> None:
    """Changes the deal as it stands when a button is pressed, which may be later than when the button was drawn."""
    state = session()
    state.change(change(state.deal))
