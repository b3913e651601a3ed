"""A data folder of its own for every test of the pages, nothing left behind by them, and photos to label."""

import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from records import Records, open_records
from tests.records.examples import photo
from tests.records.labelling import ONE, TWO, guess


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


@pytest.fixture
def records(tmp_path: Path) -> Iterator[Records]:
    """Records with three photos in the label queue, the most useful first."""
    with closing(open_records(tmp_path)) as opened:
        for seed in range(3):
            read = guess(ONE, TWO, uncertainty=9 - seed, look=seed)
            opened.labels.add(photo(seed), read, name=f"{seed}.jpg", session="s", source="x")
        yield opened
