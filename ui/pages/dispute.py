"""Dispute (争议): everything about a deal as it was recorded, and what would lead to what somebody claims."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

import streamlit as st

from records import Deal as StoredDeal
from records import Saved
from scoring import Case
from scoring.claims import claim
from scoring.disputes import dispute, score_together
from scoring.errors import Rejection
from ui import address, archive, photo_store, recordable
from ui.account import cases_told, table_of
from ui.components import account
from ui.components.findings import dispute_html
from ui.components.payout import tiles_html
from ui.components.standing import versions_html
from ui.deal import Deal
from ui.devices import told_by
from ui.hand import hand_from_reading
from ui.people import as_label, names_of
from ui.players import seat_label
from ui.receipt import Photo, receipt, trimmed
from ui.session import Session, current_words, session
from ui.text import Words
from ui.typeset import Format
from vision.reading import Reading

SIDES = ("dispute.side_0", "dispute.side_1")
"""Two claims beside each other: an argument has two sides."""

_STYLES = Path(account.__file__).with_name("dispute.css")


def go_to_dispute(state: Session) -> NoReturn:
    """Shows this page with the match and the deal of the session; for the other pages to call."""
    st.switch_page(st.Page(page, url_path="dispute"), query_params=address.query(state))


def page() -> None:
    """Draws the page."""
    state, words = session(), current_words()
    st.html(_STYLES)
    saved, deal = _disputed(state, words)
    if deal is None or not cases_told(deal):
        st.info(words("dispute.nothing"), icon=":material/info:")
        return
    names = names_for(saved, state)
    table = table_of(deal, names)
    # The result first: on a phone the columns stand below each other.
    left, right = st.columns([3, 2], gap="large")
    with left:
        st.html(account.result_html(deal, table, words))
        receipt_buttons(deal, names, saved, words)
        _claims(deal, table, words, state)
    with right:
        _evidence(deal, saved, table, words)


def _disputed(state: Session, words: Words) -> tuple[Saved[StoredDeal] | None, StoredDeal | None]:
    """The recorded version that was chosen, or else the deal of the score page as it stands."""
    st.html(f"<h2>{words('dispute.title')}</h2>")
    versions = archive.archive().versions(state.deal_id)
    scored: list[Saved[StoredDeal]] = [saved for saved in versions if saved.value.result is not None]
    now = _as_it_stands(state) if state.changed or not scored else None
    numbers = [saved.version for saved in reversed(scored)]
    choices = [*numbers, 0] if now is not None else numbers
    if len(choices) > 1:
        chosen = st.segmented_control(
            words("dispute.version"),
            choices,
            format_func=lambda n: words("dispute.version_n", number=n) if n else words("dispute.as_it_stands"),
            default=choices[0],
            required=True,
            key=f"version_{state.deal_id}_{choices[0]}",
        )
    else:
        chosen = choices[0] if choices else 0
    saved = next((saved for saved in scored if saved.version == chosen), None)
    return saved, now if saved is None else saved.value


def _as_it_stands(state: Session) -> StoredDeal | None:
    """The deal of the score page as it would be recorded; None where it cannot be scored."""
    return recordable.to_record(state.deal, state.readings, told_by(state.origin()), StoredDeal())


def names_for(saved: Saved[StoredDeal] | None, state: Session) -> tuple[str, ...]:
    """How the players of a deal are called: in a match as the match calls them, else as they were entered."""
    if saved is None:
        return state.deal.names
    match = archive.match_of(saved.match_id)
    if match is None or not saved.value.people:
        return archive.entered(saved).names
    return names_of(match.value, saved.value.people)


def _claims(deal: StoredDeal, table: Deal, words: Words, state: Session) -> None:
    """What each side says, and what would lead there."""
    st.html(f"<h2>{words('dispute.claims')}</h2>")
    cases = cases_told(deal)
    now = score_together(cases)
    paid = tuple((deal.result or {})["payments"])
    if isinstance(now, Rejection) or now.payments != paid:
        st.warning(words("dispute.other_build"), icon=":material/history:")
    for side, tab in enumerate(st.tabs([words(name) for name in SIDES])):
        with tab:
            _side(side, cases, paid, table, words, state)


def _side(side: int, cases: tuple[Case, ...], paid: tuple[int, ...], table: Deal, words: Words, state: Session) -> None:
    key, players = f"claim_{state.deal_id}_{side}", range(table.rules.players)
    said = dict(enumerate(state.claims[side])) if side < len(state.claims) else {}
    with st.form(f"{key}_form", border=False):
        st.caption(words("dispute.hint"))
        amounts = tuple(_amount(f"{key}_{seat}", seat, paid[seat], said.get(seat), table, words) for seat in players)
        asked = st.form_submit_button(words("dispute.look"), icon=":material/search:", type="primary", width="stretch")
    if asked:
        state.claim(side, amounts)
    # A claim is answered again after a reload; what was found for another version of the deal says nothing about this.
    about, found = st.session_state.get(key, ((), None))
    if asked or (said and about != cases):
        claimed = {seat: amount for seat, amount in enumerate(amounts) if amount is not None}
        with st.spinner(words("dispute.looking")):
            about, found = st.session_state[key] = cases, dispute(cases[0], claim(claimed), *cases[1:])
    if found is not None and about == cases:
        st.html(dispute_html(found, table, words))


def _amount(key: str, seat: int, paid: int, said: int | None, table: Deal, words: Words) -> int | None:
    """What one player is said to receive, negative where he is said to pay; None where nothing is said.

    ``said`` is what was claimed before a reload.
    """
    name = as_label(seat_label(table, seat, words))
    given, sign = None if said is None else abs(said), paid if said is None else said
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        amount = st.number_input(name, min_value=0, step=1, value=given, placeholder=str(abs(paid)), key=key)
        direction = st.segmented_control(
            words("dispute.direction", name=name),
            [1, -1],
            format_func=lambda sign: words("result.receives" if sign > 0 else "result.pays"),
            default=1 if sign > 0 else -1,
            required=True,
            key=f"{key}_sign",
            label_visibility="collapsed",
        )
    return None if amount is None else int(amount) * (direction or 1)


def receipt_buttons(deal: StoredDeal, names: Sequence[str], saved: Saved[StoredDeal] | None, words: Words) -> None:
    """Downloads of the receipt as PNG and PDF, made when somebody opens them; for other pages, too.

    Args:
        deal: a deal with a result.
        names: of the players by seat.
        saved: the recorded version; None where it is not recorded.
        words: the language.
    """
    opened = st.expander(words("receipt.open"), key="receipt_open", on_change="rerun", icon=":material/receipt_long:")
    if not opened.open:
        return
    with opened, st.container(horizontal=True, gap="small", key="receipt"):
        whole = bool(deal.photos) and st.toggle(words("receipt.whole"), key="receipt_whole")
        stamp = f"{saved.id[:6]}-{saved.version}" if saved else "draft"
        for form, icon in _FORMS.items():
            made = _made(deal, tuple(names), saved, words, whole, form)
            label, name = words(f"receipt.{form}"), f"hule-{stamp}.{form}"
            st.download_button(label, made, name, key=f"receipt_{form}", icon=icon, on_click="ignore")


_FORMS: dict[Format, str] = {"png": ":material/image:", "pdf": ":material/picture_as_pdf:"}


def _made(
    deal: StoredDeal, names: tuple[str, ...], saved: Saved[StoredDeal] | None, words: Words, whole: bool, form: Format
) -> bytes:
    """The receipt; the last one of each form is kept, since the page is drawn again with every tap."""
    about = repr((deal, names, saved and saved.sha256, words.language, whole))
    kept: dict[Format, tuple[str, bytes]] = st.session_state.setdefault("receipts_made", {})
    if form not in kept or kept[form][0] != about:
        shown = [photo for sha256 in deal.photos if (photo := photo_of(deal, sha256)) is not None]
        kept[form] = about, receipt(deal, names, words, saved=saved, photos=shown, whole_photo=whole, form=form)
    return kept[form][1]


def receipt_of_session(state: Session, words: Words) -> None:
    """The receipt of the deal on the score page: as recorded, or, where it was changed since, as it stands."""
    saved = None if state.changed else state.saved
    deal = _as_it_stands(state) if saved is None else saved.value
    if deal is not None:
        receipt_buttons(deal, names_for(saved, state), saved, words)


def photo_of(deal: StoredDeal, sha256: str) -> Photo | None:
    """A photo of a recorded deal with what was read in it then; None where its file is gone."""
    seen = photo_store.found_photo(sha256)
    if seen is None:
        return None
    then = (Reading.from_json(told) for told in deal.readings if photo_store.stored_photo(told["sha256"]) == sha256)
    return Photo(seen.jpeg, next(then, seen.reading))


def _evidence(deal: StoredDeal, saved: Saved[StoredDeal] | None, table: Deal, words: Words) -> None:
    """Photo, reading, corrections, facts, rules, seal and versions."""
    for sha256 in deal.photos:
        photo = photo_of(deal, sha256)
        if photo is None:
            st.warning(words("dispute.photo_gone", photo=sha256[:12]), icon=":material/broken_image:")
            continue
        st.image(trimmed(photo), alt=words("photo.alt"))
        if photo.reading is not None:
            read = hand_from_reading(photo.reading)
            st.html(f"<h3>{words('dispute.read')}</h3>" + tiles_html((piece.tile for piece in read.pieces), words))
    if deal.photos:
        st.html(f"<h3>{words('dispute.corrected')}</h3>" + account.corrections_html(deal.corrections, words))
    st.html(f"<h3>{words('dispute.facts')}</h3>" + account.facts_html(cases_told(deal), table, words))
    if deal.rules is not None:
        st.html(f"<h3>{words('dispute.rules')}</h3>" + account.rules_html(deal.rules, words))
    if saved is None:
        st.caption(words("receipt.unsaved"))
        return
    faults = archive.archive().faults(saved.id)
    st.html(f"<h3>{words('dispute.seal')}</h3>" + account.seal_html(saved, faults, words))
    st.html(versions_html(archive.archive().versions(saved.id), words))
