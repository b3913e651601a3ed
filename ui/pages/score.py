"""Score (算番): a photo or a few taps in, who pays whom out."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import streamlit as st

from scoring.hand import Seat
from scoring.steps import Text
from ui import photos
from ui.components import payout
from ui.components.hand_editor import hand_editor
from ui.components.hand_view import view
from ui.components.photo_view import photo_view
from ui.components.photo_view import view as photo_data
from ui.components.save_bar import save_bar
from ui.deal import (
    Deal,
    Question,
    completing,
    is_paid,
    missing,
    rounds,
    select_shown,
    show_hands,
    winning_tile_matters,
)
from ui.hand import EditedHand, hand_from_reading
from ui.joining import parts
from ui.label_consent import corrected_hand_to_queue
from ui.pages import snapping
from ui.pages.facts import deal_facts
from ui.pages.house_rules import table
from ui.pages.result import after_payout, result
from ui.players import seat_label
from ui.session import EDITOR, Session, current_words, edit, session
from ui.text import Words, sentence
from vision.reading import Reading

_TYPES = ["jpg", "jpeg", "png", "webp", "bmp", "heic", "heif", "avif"]

_SHOWN_IN_STRIP = ("W_UNSURE", "W_WIN_TILE", "W_COUNT", "W_KONG_HIDDEN")
"""Warnings that the strip or the payout says itself, and drops when they are dealt with."""


def page() -> None:
    """Draws the page."""
    state, words = session(), current_words()
    table(state.deal, words)
    left, right = st.columns([3, 2], gap="large")
    with left:
        _start(state, words)
        if state.waiting is not None:
            with st.spinner(words("start.reading")):
                photos.read_waiting(state)
        if state.trouble is not None:
            st.warning(words.of(state.trouble), icon=":material/warning:")
        if state.refused is not None:
            _refused(state, state.refused[-1], words)
        _photo(state, words)
        needed = _needs_hand(state.deal)
        entered = state.held_tiles or state.photo or state.deal.turned_photo
        some = entered or state.typing or len(state.deal.wins) > 1
        begun = bool(some or not needed)
        asked = begun or state.deal.outcome == "draw" or len(rounds(state.deal)) > 1
        if begun and needed:
            _hand(state, words)
        elif not asked:
            st.html(payout.welcome_html(words))
        if not (begun and needed):
            _undo(state, words)
    # On a desk what is asked stands beside what it changes, and both are in sight.
    with left if asked else right:
        deal_facts(state.deal, words, begun=begun)
    with right:
        if asked:
            result(state.deal, words)
            save_bar(state, words)
            after_payout(state.deal, words)
            if begun and is_paid(state.deal):
                corrected_hand_to_queue(state.deal.photo, state.deal.win.hand)


def _undo(state: Session, words: Words) -> None:
    """The way back and forth where no strip of tiles has it, once there is something to undo or redo."""
    history = state.history
    if history.past or history.future:
        with st.container(horizontal=True, gap="small", key="undo_bar"):
            for name, able, step in (("undo", history.past, state.undo), ("redo", history.future, state.redo)):
                st.button(words(f"hand.{name}"), key=name, icon=f":material/{name}:", disabled=not able, on_click=step)


def _needs_hand(deal: Deal) -> bool:
    """Whether the tiles of the entry on the page matter; those of a draw that pays nothing do not."""
    return deal.outcome == "win" or deal.shows_hand or any(deal.selected in each.wins for each in rounds(deal))


def _start(state: Session, words: Words) -> None:
    """The ways to get a hand: photo, sample, keypad, webcam."""
    key = f"upload_{state.uploads}"

    def uploaded() -> None:
        file = st.session_state[key]
        if file is not None:
            state.uploads += 1
            state.waiting = file.getvalue(), file.name

    with st.container(key="start"):
        snapping.snap(state, words)
        # Above the code for phones, which opens downwards: what it brings must not come up behind it.
        snapping.arrivals(state, words)
        with st.container(horizontal=True, gap="small"):
            st.file_uploader(
                words("start.upload"), type=_TYPES, key=key, on_change=uploaded, label_visibility="collapsed", width=152
            )
            sample = partial(photos.take_sample, state)
            st.button(words("start.sample"), key="sample", icon=":material/auto_awesome:", on_click=sample)
            st.button(words("start.keypad"), key="keypad", icon=":material/dialpad:", on_click=state.type_tiles)
            label = words("start.camera_stop" if state.camera else "start.camera")
            st.button(label, key="camera_switch", icon=":material/videocam:", on_click=_switch_camera, args=(state,))
            snapping.snap_code(state, words)
        if state.camera:
            _camera(state, words)


def _refused(state: Session, reason: Text, words: Words) -> None:
    """Why a photo is better taken again or belongs to the next deal, and the way to use it here all the same."""
    drop, use = partial(photos.drop_refused, state), partial(photos.use_refused, state)
    with st.container(key="refused"):
        st.warning(sentence(words.of(reason)), icon=":material/no_photography:")
        with st.container(horizontal=True, gap="small"):
            if state.is_recorded:
                following = partial(photos.use_for_next_deal, state)
                st.button(words("snap.next_deal"), key="next_with_refused", type="primary", on_click=following)
                st.button(words("snap.correct"), key="use_refused", on_click=use)
                st.button(words("snap.drop_only"), key="drop_refused", on_click=drop)
            else:
                st.button(words("snap.drop"), key="drop_refused", type="primary", on_click=drop)
                st.button(words("snap.anyway"), key="use_refused", on_click=use)


def _switch_camera(state: Session) -> None:
    state.camera = not state.camera


def _camera(state: Session, words: Words) -> None:
    def taken() -> None:
        file = st.session_state["camera"]
        if file is not None:
            state.waiting = file.getvalue(), file.name

    st.camera_input(words("start.camera_label"), key="camera", on_change=taken, resolution="1080p")


def _photo(state: Session, words: Words) -> None:
    """The photo with its frames, what the reader remarks, and the other hands in it."""
    deal = state.deal
    # One photo may show the hands of several players: it stays until each has his.
    shared = deal.hand_photos[-1:] if not deal.win.hand.pieces else ()
    seen = state.photo or (state.find_photo(shared[0]) if shared else None)
    if seen is None:
        return
    hand = deal.win.hand if deal.photo == seen.key else None
    photo_view(photo_data(seen.jpeg, seen.reading, words, hand), key="photo")
    for warning in seen.reading.warnings:
        if warning.code not in _SHOWN_IN_STRIP:
            st.caption(f":material/info: {sentence(words.either(warning.message, warning.message_zh))}")
    _pair(state, seen.reading, words)
    if seen.reading.other_hands:
        with st.expander(words("photo.other_hands"), expanded=deal.shows_hand or len(deal.wins) > 1):
            hands = [hand_from_reading(seen.reading, hand) for hand in (seen.reading.hand, *seen.reading.other_hands)]
            for number, hand in enumerate(hands):
                _other_hand(number, hand, seen.key, state, words)


def _pair(state: Session, reading: Reading, words: Words) -> None:
    """Two pictures of one hand: what was put together, or the offer to do it."""
    if parts(reading):
        st.caption(f":material/layers: {words('photo.joined')}")
    elif photos.partner(state) is not None:
        st.button(words("photo.join"), key="join", icon=":material/layers:", on_click=photos.join, args=(state,))


def _other_hand(number: int, hand: EditedHand, photo: str, state: Session, words: Words) -> None:
    """One of several hands in a photo: to use here, or at a draw to give to whoever shows it."""
    here = {piece.box for piece in hand.pieces} == {piece.box for piece in state.deal.win.hand.pieces}
    st.html(payout.tiles_html((piece.tile for piece in hand.pieces), words))
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        if not state.deal.shows_hand:
            label = words("photo.use_hand", count=len(hand.pieces))
            st.button(
                label, key=f"other_{number}", disabled=here, on_click=edit, args=(partial(_take_hand, hand, photo),)
            )
        for seat in show_hands(state.deal):
            label = words("photo.hand_of", name=seat_label(state.deal, seat, words))
            given = partial(_give_hand, seat, hand, photo)
            st.button(label, key=f"other_{number}_{seat}", on_click=edit, args=(given,))


def _take_hand(hand: EditedHand, photo: str, deal: Deal) -> Deal:
    return deal.with_win(photo=photo).with_hand(hand)


def _give_hand(seat: Seat, hand: EditedHand, photo: str, deal: Deal) -> Deal:
    return _take_hand(hand, photo, select_shown(deal, seat))


def _hand(state: Session, words: Words) -> None:
    """The tile strip."""
    deal = state.deal
    asked = missing(deal)
    waiting = asked is not None and asked.code == "winning_tile" and asked.where is None
    data = view(
        state.history,
        words,
        place=f"{state.deal_id} {deal.selected} {deal.photo}",
        applied=state.taps,
        # A hand that is taken up again is there to be looked at: the strip, drawn anew, must not open the keypad.
        keypad=state.keypads if state.typing else 0,
        hints=[words(f"hand.{key}") for key in _hints(state, asked)],
        completing=completing(deal) if waiting else None,
        reading=state.photo.reading if state.photo else None,
    )
    hand_editor(data, key=EDITOR, on_taps=state.take_taps)


def _hints(state: Session, asked: Question | None) -> Iterator[str]:
    """Names of the lines below the strip: what to do next with these tiles."""
    deal = state.deal
    if state.typing and not deal.win.hand.pieces:
        yield "keypad_hint_shown" if deal.shows_hand else "keypad_hint"
    if deal.photo and 0 < deal.held < deal.rules.hand_size:
        yield "second_picture"
    if any(item.kind == "tile" and deal.fact(item) is None for item in deal.rules.inputs):
        yield "turned_hint"
    if deal.win.assumed and asked is None and not deal.shows_hand:
        yield "assumed" if winning_tile_matters(deal) else "assumed_same"
