"""A data folder of its own for every test of the pages."""

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which the pages keep what is entered."""
    folder = tmp_path / "data"
    monkeypatch.setenv("HULE_DATA", str(folder))
    monkeypatch.delenv("HULE_DATABASE", raising=False)
    return folder
