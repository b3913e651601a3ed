"""On the label page: the ways to add photos, and what became of them."""

from __future__ import annotations

from datetime import datetime

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from records.label_intake import Intake
from records.labels import LabelQueue
from scoring.steps import Text
from ui.label_uploads import Uploads
from ui.text import Words
from vision.dataset.splits import PICTURES
from vision.registry import ModelError

_UPLOADERS = """<style>
.st-key-label_start { flex-wrap: nowrap; max-width: 30rem; }
.st-key-photos_box, .st-key-folder_box { min-width: 0; }
.st-key-photos_box { --upload: "%(photos)s"; }
.st-key-folder_box { --upload: "%(folder)s"; }
</style>"""
"""Two uploaders side by side, each with its name on the button."""


def intake(uploads: Uploads, words: Words) -> None:
    """The ways to add photos, and what became of the last ones."""
    at = st.session_state.setdefault("label_uploads", 0)
    st.html(_UPLOADERS % {kind: words(f"label.{kind}") for kind in ("photos", "folder")})
    with st.container(horizontal=True, gap="small", key="label_start"):
        with st.container(key="photos_box", width="stretch"):
            chosen = st.file_uploader(
                words("label.photos"), type=_types("zip"), accept_multiple_files=True, key=f"label_photos_{at}",
                label_visibility="collapsed",
            )  # fmt: skip
        with st.container(key="folder_box", width="stretch"):
            folder = st.file_uploader(
                words("label.folder"), type=_types(), accept_multiple_files="directory", key=f"label_folder_{at}",
                label_visibility="collapsed",
            )  # fmt: skip
    files = [*chosen, *folder]
    if files:
        # The uploaders start empty after each upload, so that a rerun does not take the same files again.
        st.session_state["label_uploads"] = at + 1
        uploads.add(((file.name, file.getvalue()) for file in files), f"{datetime.now():upload-%Y-%m-%d-%H%M}")
        st.rerun()
    if not uploads.waiting:
        _tell(uploads.told, words)


def _types(*more: str) -> list[str]:
    """Endings of the files that an uploader takes."""
    return [*sorted(ending.removeprefix(".") for ending in PICTURES), *more]


def _tell(told: Intake, words: Words) -> None:
    """What became of the photos that were added last."""
    if told.added:
        st.caption(words("label.added", added=told.added))
    if told.known:
        st.caption(words("label.known", known=told.known))
    if told.refused:
        lines = [words("label.refused", count=len(told.refused)), *(f"- {words.of(why)}" for why in told.refused)]
        st.warning("\n".join(lines), icon=":material/warning:")


def go_on_labelling(uploads: Uploads, queue: LabelQueue, place: DeltaGenerator, words: Words) -> None:
    """Has the model label the uploaded photos, with a bar that shows how far it is.

    It comes last on the page: whoever labels meanwhile sees each of his changes saved.
    """
    from vision.detector import load_detector

    if not uploads.waiting:
        return
    bar = place.progress(0.0)
    try:
        for _ in uploads.take(queue, load_detector()):
            told = words("label.adding", at=uploads.done, total=uploads.total)
            bar.progress(uploads.done / uploads.total, text=told)
    except ModelError as error:
        uploads.refuse(Text(error.message, error.message_zh))
    st.rerun()
