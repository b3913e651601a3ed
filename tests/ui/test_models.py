"""The models page: the switch, the figures, and teaching from the label queue in a process of its own."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from records.labels import LABELLED, Labels
from tests.records.examples import photo
from tests.records.labelling import ONE, TWO, guess, minute
from tests.ui.taught import taught_model
from ui import teaching
from ui.archive import archive
from ui.components.model_card import card_html
from ui.text import words
from vision import registry
from vision.registry import SHIPPED, SHIPPED_FILE, Model


def page() -> None:
    """The page by itself."""
    import streamlit as st

    from ui.pages import models

    st.query_params["lang"] = "en"
    models.page()


def shown() -> AppTest:
    """The page in English, without a fault."""
    tab = AppTest.from_function(page, default_timeout=300).run()
    assert not tab.exception, [item.message for item in tab.exception]
    return tab


@pytest.fixture
def club(data: Path, monkeypatch: pytest.MonkeyPatch) -> Model:
    """A model that was taught here and is better."""
    monkeypatch.delenv("HULE_MODEL", raising=False)
    return taught_model(data)


def test_a_model_is_switched_on_and_back_by_one_click_each(club: Model) -> None:
    """The better model has the strong button; once it reads, the way back stands beside it."""
    tab = shown()
    assert [button.key for button in tab.button if button.key.startswith(("use_", "model_back"))] == ["use_club"]
    tab.button(key="use_club").click().run()
    assert registry.in_use().model == club
    tab.button(key="model_back").click().run()
    assert registry.in_use().model.name == SHIPPED
    assert "model_back" not in {button.key for button in tab.button}


def test_the_card_shows_old_and_new(club: Model) -> None:
    """Both figures of each kind stand there with bars of their length, and what to make of them."""
    card = card_html(club, words("en"))
    for told in ("80.0%", "95.0%", "5/20", "14/20", "Photos held out", "worth switching on", "from hule"):
        assert told in card
    assert "--share:0.800" in card
    assert card_html(Model(SHIPPED, SHIPPED_FILE), words("en")) == ""


def test_a_broken_model_is_told_and_the_shipped_one_reads(club: Model) -> None:
    """The page says why the model that was switched on does not read, and offers the others."""
    registry.use("club")
    club.path.write_bytes(b"no model")
    tab = shown()
    assert any("the model 'club' cannot be used" in warning.value for warning in tab.warning)
    assert "use_club" in {button.key for button in tab.button}


def test_teaching_asks_for_photos_and_packages_first(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without labelled photos, or without the train extra, the page says what is missing and starts nothing."""
    monkeypatch.setattr(teaching, "NEEDED", ("no_such_package",))
    tab = shown()
    told = " ".join(info.value for info in tab.info)
    assert "no_such_package" in told
    assert "Photos labelled: 0; at least 10 are needed" in told
    assert tab.button(key="FormSubmitter:teach-Start with 0 photos").disabled


def ended(data: Path) -> teaching.Job:
    """The last job, once its process is over."""
    for _ in range(1200):
        job = teaching.last_job(data)
        assert job is not None
        if not job.running:
            return job
        time.sleep(0.25)
    raise TimeoutError(job.log)


def test_a_teaching_that_fails_keeps_its_log_and_can_go_on(data: Path) -> None:
    """The photos are exported and the command runs apart; it finds them too few, says so, and can be started again."""
    queue = archive().labels
    task = queue.add(photo(), guess(ONE), name="a.jpg", session="friday", source="app")
    queue.save(task.sha256, Labels((ONE, TWO)), LABELLED, minute(1))
    teaching.start(data, queue, "club", 1)
    job = ended(data)
    assert (job.name, job.step, job.share, job.model) == ("club", "prepare", 0.0, None)
    assert "has 1 labelled photos; teaching needs at least 10" in job.log or "只有 1 张有标注的照片" in job.log
    assert [path.suffix for path in (data / "teaching" / "club" / "photos" / "images").iterdir()] == [".jpg"]
    teaching.go_on(data)
    assert "--resume" in json.loads((data / "teaching" / "job.json").read_text())["options"]
    teaching.stop(ended(data))
    tab = shown()
    assert any("club was interrupted" in warning.value for warning in tab.warning)
    assert "teach_go_on" in {button.key for button in tab.button}
