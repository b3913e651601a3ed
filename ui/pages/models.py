"""Models (模型): which model reads, how the others compare, and teaching a new one from the label queue."""

from __future__ import annotations

import streamlit as st

from records import RecordsError, data_folder
from ui.archive import archive
from ui.components.model_card import card_html, styles
from ui.session import current_words
from ui.teaching import Job, go_on, last_job, missing_packages, start, stop
from ui.text import Words
from vision import registry
from vision.dataset import DatasetError
from vision.lesson import LEAST
from vision.registry import SHIPPED, Model, ModelError

MINUTES = 20


def page() -> None:
    """Draws the page."""
    from vision.detector import detector_in_use

    words = current_words()
    st.header(words("models.title"), anchor=False)
    st.caption(words("models.intro"))
    st.html(styles())
    if (forced := registry.forced()) is not None:
        st.info(words("models.forced", path=forced), icon=":material/lock:")
    try:
        detector, trouble = detector_in_use()
    except ModelError as error:
        st.error(words.either(error.message, error.message_zh), icon=":material/error:")
        detector, trouble = None, None
    if trouble is not None:
        st.warning(words.either(trouble.message, trouble.message_zh), icon=":material/warning:")
    in_use = detector.path if detector is not None and forced is None else None
    for model in sorted(registry.models(), key=lambda model: model.path.resolve() != in_use):
        _model(model, model.path.resolve() == in_use, words)
    _teach(words)


def _model(model: Model, used: bool, words: Words) -> None:
    """One model with its figures, and the switch."""
    with st.container(border=True, key=f"model_{model.name}"):
        with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
            name = words("models.shipped") if model.name == SHIPPED else model.name
            badge = f" :green-badge[:material/check: {words('models.in_use')}]" if used else ""
            st.markdown(f"**{name}**{badge}")
            _switch(model, used, words)
        if model.name == SHIPPED:
            st.caption(words("models.shipped_hint"))
        elif figures := card_html(model, words):
            st.html(figures)
        else:
            st.caption(words("models.no_figures"))


def _switch(model: Model, used: bool, words: Words) -> None:
    before = registry.before()
    if used and before is not None:
        name = words("models.shipped") if before == SHIPPED else before
        st.button(words("models.back", name=name), key="model_back", icon=":material/undo:", on_click=_back)
    elif not used:
        offered = bool(model.figures().get("offered"))
        st.button(
            words("models.use"),
            key=f"use_{model.name}",
            type="primary" if offered else "secondary",
            on_click=_use,
            args=(model.name,),
        )


def _back() -> None:
    registry.back()


def _use(name: str) -> None:
    try:
        registry.use(name)
    except ModelError:
        return  # gone since the page was drawn: the page is drawn again without it


def _teach(words: Words) -> None:
    """Starting a teaching, or watching the one that works."""
    st.subheader(words("models.teach_title"), anchor=False)
    job = last_job(data_folder())
    if job is not None and job.running:
        _watch()
        return
    if job is not None:
        _ended(job, words)
    missing = missing_packages()
    labelled = archive().labels.progress().labelled
    st.markdown(words("models.teach_how", least=LEAST))
    if missing:
        st.info(words("models.missing", packages=", ".join(missing)), icon=":material/extension:")
    if labelled < LEAST:
        st.info(words("models.too_few", labelled=labelled, least=LEAST), icon=":material/label:")
    with st.form("teach", border=False):
        with st.container(horizontal=True, vertical_alignment="bottom"):
            name = st.text_input(words("models.name"), value=words("models.default_name"), max_chars=40)
            minutes = st.number_input(words("models.minutes"), min_value=1, max_value=600, value=MINUTES)
        begin = st.form_submit_button(
            words("models.start", count=labelled),
            type="primary",
            icon=":material/school:",
            disabled=bool(missing) or labelled < LEAST,
        )
    if begin:
        _begin(name.strip(), float(minutes), words)


def _begin(name: str, minutes: float, words: Words) -> None:
    try:
        registry.new_folder(name)
        start(data_folder(), archive().labels, name, minutes)
    except (ModelError, RecordsError, DatasetError) as error:
        st.warning(words.either(error.message, error.message_zh), icon=":material/warning:")
        return
    st.rerun()


@st.fragment(run_every=5)
def _watch() -> None:
    """How far the work is; looks again every few seconds, and draws the page anew when it ends."""
    words, job = current_words(), last_job(data_folder())
    if job is None or not job.running:
        st.rerun()
        return
    told = words(f"models.step_{job.step}", name=job.name)
    if job.step in ("train", "faces") and job.minutes is not None:
        left = (1 - job.share) * job.minutes
        told = f"{told} · {words('models.left', minutes=f'{left:.0f}')}"
    st.progress(job.share, text=told)
    with st.expander(words("models.log")):
        st.code(job.log or "…", language=None)
    st.button(words("models.stop"), key="teach_stop", icon=":material/stop:", on_click=stop, args=(job,))


def _ended(job: Job, words: Words) -> None:
    """What came of the last teaching, and the way to go on where it was interrupted."""
    if job.step == "done":
        if job.model is not None:
            st.success(words("models.taught", name=job.model), icon=":material/check:")
        return
    st.warning(words("models.interrupted", name=job.name), icon=":material/pause:")
    with st.expander(words("models.log")):
        st.code(job.log or "…", language=None)
    st.button(words("models.go_on"), key="teach_go_on", icon=":material/play_arrow:", on_click=go_on,
              args=(data_folder(),))  # fmt: skip
