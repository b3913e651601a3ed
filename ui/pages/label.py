"""Label (标注): photos in, labels mended box by box, a dataset out."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable
from functools import lru_cache, partial

import streamlit as st

from records import RecordsError
from records.labels import LABELLED, QUEUED, SKIPPED, Labels, LabelTask, Progress
from ui.archive import archive
from ui.components.box_editor import box_editor, reported, view
from ui.label_consent import consent_switch
from ui.label_log import Applied
from ui.label_uploads import Uploads
from ui.labelling import HASH_LETTERS, Labelling, pace_text
from ui.money import at_time
from ui.pages.label_check import check_and_export, go_on_checking
from ui.pages.label_intake import go_on_labelling, intake
from ui.session import current_words
from ui.text import Words
from vision.photo import load_photo

EDITOR = "box_editor"
PICTURE_SIDE = 1600
"""Long side of the picture under the boxes, in pixels."""

_STATES = {QUEUED: "label.state_queued", LABELLED: "label.state_labelled", SKIPPED: "label.state_skipped"}


def page() -> None:
    """Draws the page."""
    words, state = current_words(), _state()
    uploads: Uploads = st.session_state.setdefault("label_coming", Uploads())
    st.header(words("label.title"), anchor=False)
    try:
        intake(uploads, words)
        coming = st.container()
        state.refresh(st.query_params.get("photo", ""))
        progress = state.queue.progress()
        _progress(progress, words)
        if state.task is not None:
            st.query_params["photo"] = state.task.sha256[:HASH_LETTERS]
            _editor(state, state.task, words)
        elif not uploads.waiting:
            st.info(words("label.empty"))
        checked = check_and_export(state, progress.labelled, words) if progress.labelled else st.container()
        with st.expander(words("label.more")):
            st.markdown(words("label.intro"))
            consent_switch(state.queue, words)
        # What takes long comes last.
        go_on_labelling(uploads, state.queue, coming, words)
        go_on_checking(state.queue, checked, words)
    except RecordsError as error:
        st.warning(words.either(error.message, error.message_zh), icon=":material/warning:")


def _state() -> Labelling:
    """What this tab knows of its photo."""
    if "labelling" not in st.session_state:
        st.session_state["labelling"] = Labelling(archive().labels, applied=_applied())
    found: Labelling = st.session_state["labelling"]
    return found


@st.cache_resource(show_spinner=False)
def _applied() -> Applied:
    """Of all tabs: one that reconnects gets a new session."""
    return Applied()


def _progress(progress: Progress, words: Words) -> None:
    if progress.total:
        st.progress((progress.total - progress.queued) / progress.total, text=pace_text(progress, words))
    if progress.total and not progress.queued:
        st.success(words("label.all_done"), icon=":material/check:")


def _editor(state: Labelling, task: LabelTask, words: Words) -> None:
    at, total = state.place
    told = [words("label.place", at=at, total=total, name=task.name), words(_STATES[task.state])]
    if task.state == QUEUED:
        told.append(words("label.uncertain", count=f"{task.guess.uncertainty:.1f}"))
    st.caption(" · ".join(told))
    # The picture is a property of the page: it travels once, and the boxes of every change without it.
    source = _picture(task.sha256, archive().photo)
    st.html(f"<style>:root{{--label-photo-{task.sha256[:12]}:url({source})}}</style>")
    _clashes(state, words)
    with state.applied.lock:
        data = view(
            state.history,
            task.guess,
            words,
            photo=task.sha256,
            size=(task.width, task.height),
            version=state.version,
            applied=state.confirmed,
            select=state.select,
            opened=state.opened,
            place=state.place,
        )
    if state.trouble:
        st.warning(words.of(state.trouble), icon=":material/warning:")

    def took() -> None:
        state.take(reported(EDITOR))

    box_editor(data, key=EDITOR, on_actions=took)
    # A tab that comes back to a new session brings what it has not seen confirmed, and no news of a change.
    if state.take(reported(EDITOR)):
        st.rerun()


def _clashes(state: Labelling, words: Words) -> None:
    """Photos that another tab changed while this one had them on its screen, and whose labels are to count."""
    for sha256, clash in list(state.clashes.items()):
        here = state.task is not None and state.task.sha256 == sha256
        told = words("label.clash_here" if here else "label.clash", name=clash.name, time=at_time(clash.at))
        now = words("label.clash_both" if clash.both else "label.clash_theirs")
        st.warning(f"{told} {now}", icon=":material/warning:")
        with st.container(horizontal=True, gap="small", key=f"clash_{sha256[:HASH_LETTERS]}"):
            settling = partial(_settle_button, state, sha256)
            if not here:
                key = f"clash_open_{sha256[:HASH_LETTERS]}"
                st.button(words("label.open"), key=key, on_click=state.open, args=(sha256,))
            if clash.both:
                settling(words("label.take_theirs"), "theirs", clash.theirs)
            settling(words("label.take_yours"), "yours", clash.yours)
            settling(words("label.leave_so"), "so", None)


def _settle_button(state: Labelling, sha256: str, label: str, kind: str, labels: Labels | None) -> None:
    key = f"clash_{kind}_{sha256[:HASH_LETTERS]}"
    st.button(label, key=key, on_click=state.settle, args=(sha256, labels))


@lru_cache(maxsize=16)
def _picture(sha256: str, read: Callable[[str], bytes]) -> str:
    """The address of a picture in itself: ``data:image/jpeg;base64,…``."""
    jpeg = load_photo(read(sha256), sha256).jpeg(PICTURE_SIDE, 85)
    return "data:image/jpeg;base64," + b64encode(jpeg).decode()
