"""Label (标注): photos in, labels mended box by box, a dataset out."""

from __future__ import annotations

import io
import zipfile
from base64 import b64encode
from collections.abc import Callable
from datetime import datetime
from functools import lru_cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from records import RecordsError
from records.label_export import export
from records.label_intake import Intake
from records.labels import LABELLED, QUEUED, SKIPPED, LabelQueue, Labels, LabelTask, Progress
from scoring.steps import Text
from ui.archive import archive
from ui.components.box_editor import box_editor, reported, view
from ui.label_check import Inspection
from ui.label_consent import consent_switch
from ui.label_log import Applied
from ui.label_uploads import Uploads
from ui.labelling import HASH_LETTERS, Labelling, pace_text
from ui.money import at_time
from ui.session import current_words
from ui.text import Words
from vision.dataset.splits import PICTURES, DatasetError
from vision.photo import load_photo
from vision.registry import ModelError

EDITOR = "box_editor"
PICTURE_SIDE = 1600
"""Long side of the picture under the boxes, in pixels."""


_STATES = {QUEUED: "label.state_queued", LABELLED: "label.state_labelled", SKIPPED: "label.state_skipped"}

_UPLOADERS = """<style>
.st-key-label_start { flex-wrap: nowrap; max-width: 30rem; }
.st-key-photos_box, .st-key-folder_box { min-width: 0; }
[class*="st-key-complaint_"] { flex-wrap: nowrap; }
.st-key-photos_box { --upload: "%(photos)s"; }
.st-key-folder_box { --upload: "%(folder)s"; }
</style>"""
"""Two uploaders side by side, each with its name on the button; what the check found beside its button."""


def page() -> None:
    """Draws the page."""
    words, state = current_words(), _state()
    uploads: Uploads = st.session_state.setdefault("label_coming", Uploads())
    st.header(words("label.title"), anchor=False)
    try:
        _intake(uploads, words)
        coming = st.container()
        state.refresh(st.query_params.get("photo", ""))
        progress = state.queue.progress()
        _progress(progress, words)
        if state.task is not None:
            st.query_params["photo"] = state.task.sha256[:HASH_LETTERS]
            _editor(state, state.task, words)
        elif not uploads.waiting:
            st.info(words("label.empty"))
        looked_at = _more(state, progress, words)
        _take(uploads, state.queue, coming, words)
        _inspect(state.queue, looked_at, words)
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


def _intake(uploads: Uploads, words: Words) -> None:
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
    return [*sorted(ending.removeprefix(".") for ending in PICTURES), *more]


def _take(uploads: Uploads, queue: LabelQueue, place: DeltaGenerator, words: Words) -> None:
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


def _tell(intake: Intake, words: Words) -> None:
    """What became of the photos that were added last."""
    if intake.added:
        st.caption(words("label.added", added=intake.added))
    if intake.known:
        st.caption(words("label.known", known=intake.known))
    if intake.refused:
        lines = [words("label.refused", count=len(intake.refused)), *(f"- {words.of(why)}" for why in intake.refused)]
        st.warning("\n".join(lines), icon=":material/warning:")


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
                st.button(words("label.open"), key=key, on_click=_open, args=(state, sha256, None))
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


def _more(state: Labelling, progress: Progress, words: Words) -> DeltaGenerator:
    """What is done now and then: checking, exporting, the consent, and how to label.

    Returns:
        Where to show how far a check is.
    """
    inspection = _inspection()
    looked_at = st.container()
    if progress.labelled:
        with st.container(horizontal=True, key="label_out"):
            help_text = words("label.check_help")
            st.button(
                words("label.check"), key="label_check", icon=":material/rule:", help=help_text,
                on_click=lambda: inspection.ask(bool(st.session_state.get("label_dispute"))),
            )  # fmt: skip
            st.download_button(
                words("label.export"), lambda: _zipped(state), "hule-labels.zip", "application/zip", key="label_export",
                icon=":material/download:", help=words("label.export_help", count=progress.labelled), on_click="ignore",
            )  # fmt: skip
        st.toggle(words("label.dispute"), key="label_dispute")
        looked_at = st.container()
        _complaints(inspection, state, words)
    with st.expander(words("label.more")):
        st.markdown(words("label.intro"))
        consent_switch(state.queue, words)
    return looked_at


def _inspection() -> Inspection:
    found: Inspection = st.session_state.setdefault("label_inspection", Inspection())
    return found


def _inspect(queue: LabelQueue, place: DeltaGenerator, words: Words) -> None:
    """Looks through the labels as they were when somebody asked, where wanted with the model.

    It comes last on the page: whoever labels meanwhile sees his changes saved, and the next run goes on.
    """
    from vision.detector import load_detector

    inspection = _inspection()
    if not inspection.running:
        return
    bar = place.progress(0.0, text=words("label.checking"))
    try:
        for _ in inspection.take(queue, load_detector):
            told = words("label.checking_at", at=inspection.done, total=inspection.total)
            bar.progress(inspection.done / max(inspection.total, 1), text=told)
    except (DatasetError, ModelError) as error:
        place.warning(words.either(error.message, error.message_zh), icon=":material/warning:")
        return
    st.rerun()


def _complaints(inspection: Inspection, state: Labelling, words: Words) -> None:
    """What the check found; a tap opens the photo with the box selected."""
    found = inspection.found
    if found is None or (inspection.running and not found):
        return
    st.markdown(words("label.check_found", count=len(found)) if found else words("label.check_clean"))
    now = {sha256: state.queue.task(sha256).labels for sha256 in {each.sha256 for each in found}}
    for number, each in enumerate(found):
        with st.container(horizontal=True, vertical_alignment="center", key=f"complaint_{number}"):
            message = words.either(each.finding.message, each.finding.message_zh)
            mend = words.either(each.finding.mend, each.finding.mend_zh)
            st.button(words("label.open"), key=f"open_{number}", on_click=_open, args=(state, each.sha256, each.box))
            if each.picture:
                st.image(each.picture, width=72)
            since = f" :material/check: {words('label.check_since')}" if now[each.sha256] != each.labels else ""
            st.markdown(f"**{each.name}** {message} — {mend}{since}")


def _open(state: Labelling, sha256: str, box: int | None) -> None:
    state.open(sha256, box)
    st.query_params["photo"] = sha256[:HASH_LETTERS]


def _zipped(state: Labelling) -> bytes:
    """The dataset as a zip."""
    stream = io.BytesIO()
    with TemporaryDirectory() as folder:
        place = Path(folder) / "hule-labels"
        export(state.queue, place)
        with zipfile.ZipFile(stream, "w", zipfile.ZIP_STORED) as archive_file:
            for path in sorted(place.rglob("*")):
                archive_file.write(path, path.relative_to(place.parent))
    return stream.getvalue()
