"""On the label page: having the labels checked, and taking them along as a dataset."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path
from tempfile import TemporaryDirectory

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from records.label_export import export
from records.labels import LabelQueue
from ui.label_check import Inspection
from ui.labelling import Labelling
from ui.text import Words
from vision.dataset.splits import DatasetError
from vision.registry import ModelError

_BESIDE_BUTTON = '<style>[class*="st-key-complaint_"] { flex-wrap: nowrap; }</style>'
"""What the check found stays beside its button."""


def check_and_export(state: Labelling, labelled: int, words: Words) -> DeltaGenerator:
    """The buttons for both, and what the last check found.

    Args:
        state: of the tab.
        labelled: how many photos are; at least one.
        words: the language.

    Returns:
        Where to show how far a check is.
    """
    inspection = _inspection()
    with st.container(horizontal=True, key="label_out"):
        st.button(
            words("label.check"), key="label_check", icon=":material/rule:", help=words("label.check_help"),
            on_click=lambda: inspection.ask(bool(st.session_state.get("label_dispute"))),
        )  # fmt: skip
        st.download_button(
            words("label.export"), lambda: _zipped(state.queue), "hule-labels.zip", "application/zip",
            key="label_export", icon=":material/download:", help=words("label.export_help", count=labelled),
            on_click="ignore",
        )  # fmt: skip
    st.toggle(words("label.dispute"), key="label_dispute")
    place = st.container()
    _complaints(inspection, state, words)
    return place


def go_on_checking(queue: LabelQueue, place: DeltaGenerator, words: Words) -> None:
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


def _inspection() -> Inspection:
    """The check that this tab has asked for."""
    found: Inspection = st.session_state.setdefault("label_inspection", Inspection())
    return found


def _complaints(inspection: Inspection, state: Labelling, words: Words) -> None:
    """What the check found; a tap opens the photo with the box selected."""
    found = inspection.found
    if found is None or (inspection.running and not found):
        return
    st.html(_BESIDE_BUTTON)
    st.markdown(words("label.check_found", count=len(found)) if found else words("label.check_clean"))
    now = {sha256: state.queue.task(sha256).labels for sha256 in {each.sha256 for each in found}}
    for number, each in enumerate(found):
        with st.container(horizontal=True, vertical_alignment="center", key=f"complaint_{number}"):
            message = words.either(each.finding.message, each.finding.message_zh)
            mend = words.either(each.finding.mend, each.finding.mend_zh)
            st.button(words("label.open"), key=f"open_{number}", on_click=state.open, args=(each.sha256, each.box))
            if each.picture:
                st.image(each.picture, width=72)
            since = f" :material/check: {words('label.check_since')}" if now[each.sha256] != each.labels else ""
            st.markdown(f"**{each.name}** {message} — {mend}{since}")


def _zipped(queue: LabelQueue) -> bytes:
    """The dataset as a zip."""
    stream = io.BytesIO()
    with TemporaryDirectory() as folder:
        place = Path(folder) / "hule-labels"
        export(queue, place)
        with zipfile.ZipFile(stream, "w", zipfile.ZIP_STORED) as archive_file:
            for path in sorted(place.rglob("*")):
                archive_file.write(path, path.relative_to(place.parent))
    return stream.getvalue()
