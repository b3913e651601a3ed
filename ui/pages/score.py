"""Score (算番): a photo or a few taps in, who pays whom out."""

from __future__ import annotations

import streamlit as st

from scoring import Result, score
from ui.components import payout
from ui.components.hand_editor import hand_editor, view
from ui.components.photo_view import photo_view
from ui.components.photo_view import view as photo_data
from ui.deal import Deal, case_of, completing, missing, repairs, winning_tile_matters
from ui.hand import change, hand_from_reading
from ui.pages.facts import table, win_facts
from ui.session import EDITOR, Session, current_words, session
from ui.text import Words

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
                state.read_waiting()
        if state.trouble is not None:
            st.warning(words.of(state.trouble), icon=":material/warning:")
        _photo(state, words)
        begun = bool(state.deal.win.hand.pieces or state.typing or state.photo)
        if begun:
            _hand(state, words)
        else:
            st.html(payout.welcome_html(words))
    if begun:
        with right:
            win_facts(state.deal, words)
            _payout(state, words)


def _start(state: Session, words: Words) -> None:
    """The ways to get a hand: photo, sample, keypad, webcam."""
    key = f"upload_{state.uploads}"

    def uploaded() -> None:
        file = st.session_state[key]
        if file is not None:
            state.uploads += 1
            state.waiting = file.getvalue(), file.name

    with st.container(key="start"):
        with st.container(horizontal=True, gap="small"):
            st.file_uploader(
                words("start.upload"), type=_TYPES, key=key, on_change=uploaded, label_visibility="collapsed", width=152
            )
            st.button(words("start.sample"), key="sample", icon=":material/auto_awesome:", on_click=state.take_sample)
            st.button(words("start.keypad"), key="keypad", icon=":material/dialpad:", on_click=state.type_tiles)
            label = words("start.camera_stop" if state.camera else "start.camera")
            st.button(label, key="camera_switch", icon=":material/videocam:", on_click=_switch_camera, args=(state,))
        if state.camera:
            _camera(state, words)


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
    seen = state.photo
    if seen is None:
        return
    photo_view(photo_data(seen.jpeg, seen.reading, words), key="photo")
    for warning in seen.reading.warnings:
        if warning.code not in _SHOWN_IN_STRIP:
            st.caption(f":material/info: {words.either(warning.message, warning.message_zh)}")
    if seen.reading.other_hands:
        with st.expander(words("photo.other_hands")):
            for number, other in enumerate(seen.reading.other_hands):
                hand = hand_from_reading(seen.reading, other)
                st.html(payout.tiles_html((piece.tile for piece in hand.pieces), words))
                label = words("photo.other_hand", tiles=len(hand.pieces))
                deal = state.deal.with_hand(hand)
                st.button(label, key=f"other_{number}", on_click=state.change, args=(deal,))


def _hand(state: Session, words: Words) -> None:
    """The tile strip."""
    deal = state.deal
    asked = missing(deal)
    waiting = asked is not None and asked.code == "winning_tile"
    hint = words("hand.keypad_hint") if state.typing and not deal.win.hand.pieces else ""
    if deal.win.assumed and asked is None:
        hint = words("hand.assumed" if winning_tile_matters(deal) else "hand.assumed_same")
    data = view(
        state.history,
        words,
        applied=state.taps,
        keypad=state.keypads,
        hint=hint,
        completing=completing(deal) if waiting else None,
    )
    hand_editor(data, key=EDITOR, on_taps=state.take_taps)


def _payout(state: Session, words: Words) -> None:
    """Who pays whom, or what is missing."""
    with st.container(key="payout"):
        _payout_of(state.deal, words)


def _payout_of(deal: Deal, words: Words) -> None:
    question = missing(deal)
    if question is not None:
        st.html(payout.question_html(question, words))
        return
    result = score(case_of(deal))
    if isinstance(result, Result):
        st.html(payout.payout_html(result, deal, words))
        st.html(payout.summary_html(result, deal, words))
    else:
        st.html(payout.rejection_html(result, deal, words))
        _repairs(deal, words)


def _repairs(deal: Deal, words: Words) -> None:
    """Buttons for the single misreadings that would explain why the hand is refused."""
    found = repairs(deal)
    if found:
        st.markdown(words("result.repairs"))
    for piece, face in found:
        label = words("result.repair", old=words.tile(piece.tile), new=words.tile(face))
        repaired = deal.with_hand(change(deal.win.hand, piece.id, face))
        key = f"repair_{piece.id}_{face.code}"
        st.button(label, key=key, icon=":material/build:", on_click=session().change, args=(repaired,))
