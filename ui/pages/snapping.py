"""On the page of a deal: the camera button, and the photos that come from other phones."""

from __future__ import annotations

import streamlit as st

from records import RecordsError
from ui import photos
from ui.archive import archive
from ui.components.snap import snap_button
from ui.joining import parts
from ui.photo_store import stored_photo
from ui.qr import show_snap_code
from ui.session import Session
from ui.text import Words

POLL_SECONDS = 3
"""How often a page looks for photos from other phones."""


def snap(state: Session, words: Words) -> None:
    """Draws the camera button; a photo that it brings becomes the hand, unless the page has gone on meanwhile.

    One that comes later is offered in the deal that it was taken for.
    """

    def came(photo: str, deal_id: str | None) -> None:
        if deal_id == state.deal_id:
            photos.take_stored(state, photo)

    snap_button(state.address, words, key="snap", on_photo=came)


def snap_code(state: Session, words: Words) -> None:
    """The QR code by which another phone takes the photo."""
    show_snap_code(state.address, words)


@st.fragment(run_every=POLL_SECONDS)
def arrivals(state: Session, words: Words) -> None:
    """Offers the photos that another phone sent under this deal's address."""
    for photo in arrived(state):
        with st.container(horizontal=True, vertical_alignment="center", key=f"arrived_{photo[:8]}"):
            st.html(f'<img class="hule-arrived" src="/photo/{photo}.jpg" alt="">')
            st.markdown(words("snap.other_phone"))
            if st.button(words("snap.use"), key=f"use_{photo[:8]}", icon=":material/check:", type="primary"):
                photos.take_stored(state, photo)
                st.rerun()


def arrived(state: Session) -> tuple[str, ...]:
    """Hashes of the photos under this deal's address that nobody has seen here, before a reload either."""
    try:
        waiting = archive().waiting_photos(deal_id=state.deal_id)
        if state.match_id:
            waiting += archive().loose_photos(state.match_id)
    except RecordsError:
        return ()
    if not waiting:
        return ()
    for key in state.deal.photos:
        state.find_photo(key)
    seen = {stored_photo(key) for key in (*state.photos, *state.earlier_photos)}
    known = tuple(part for shown in state.photos.values() for part in parts(shown.reading))
    return tuple(photo for photo in waiting if photo not in seen and not photo.startswith(known))
