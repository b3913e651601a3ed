"""For the tests of labelling: gestures as a tab reports them, and the page."""

from __future__ import annotations

from typing import Any

from streamlit.testing.v1 import AppTest

from records import Records
from records.labels import LabelQueue
from tests.records.labelling import minute
from tests.ui.tables import run
from ui.label_check import Complaint, Inspection
from ui.label_log import Action
from ui.labelling import Labelling
from vision.detector import load_detector


def gesture(do: str, **what: object) -> dict[str, object]:
    """A finished gesture of the editor."""
    return {"do": do, **what}


def put(number: int, code: str, *corners: float, turn: int = 0) -> dict[str, object]:
    """A box drawn, moved, resized or named."""
    return gesture("set", id=number, tile=code, box=list(corners), turn=turn)


def labelling(records: Records, **more: Any) -> Labelling:
    """A tab that has just been opened."""
    state = Labelling(records.labels, now=lambda: minute(0), **more)
    state.refresh()
    return state


def shown(state: Labelling) -> str:
    """Hash of the photo on the screen."""
    assert state.task is not None
    return state.task.sha256


def shown_name(state: Labelling) -> str:
    """Name of the photo on the screen."""
    assert state.task is not None
    return state.task.name


def reported(number: int, sha256: str, action: dict[str, object]) -> dict[str, object]:
    """A gesture on a photo as the editor of a tab reports it."""
    return {"editor": "tab", "n": number, "photo": sha256, **action}


def from_tab(editor: str, number: int, state: Labelling, action: dict[str, object]) -> list[Action]:
    """A gesture made in a tab on what it shows now."""
    return [{"editor": editor, "n": number, "photo": shown(state), "seen": state.version, **action}]


def complaints(queue: LabelQueue, disputing: bool = False) -> tuple[Complaint, ...]:
    """What the check finds in the labelled photos."""
    inspection = Inspection()
    inspection.ask(disputing)
    list(inspection.take(queue, load_detector))
    return tuple(inspection.found or ())


def _page() -> None:
    """The label page alone."""
    from ui.pages import label

    label.page()


def label_page(language: str = "en") -> AppTest:
    """The label page in a language."""
    page = AppTest.from_function(_page, default_timeout=240)
    page.query_params["lang"] = language
    return run(page)
