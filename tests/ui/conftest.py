"""A data folder of its own for every test of the pages, and nothing left behind by them."""

import sys
from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def main_module(monkeypatch: pytest.MonkeyPatch) -> None:
    """Gives the name of the main module back, which a page under test takes: processes started later look for it."""
    monkeypatch.setitem(sys.modules, "__main__", sys.modules["__main__"])


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which the pages keep what is entered."""
    folder = tmp_path / "data"
    monkeypatch.setenv("HULE_DATA", str(folder))
    monkeypatch.delenv("HULE_DATABASE", raising=False)
    return folder
