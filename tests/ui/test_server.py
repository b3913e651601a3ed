"""The server before anybody visits it, and what it answers first."""

import subprocess
import sys
from pathlib import Path

import pytest

from ui.preferences import Preferences
from ui.server_entry import entry_html

ROOT = Path(__file__).parents[2]

FIRST_VISIT = """
import sys
from streamlit.testing.v1 import AppTest
from ui.server import get_ready
get_ready()
before = set(sys.modules)
assert not AppTest.from_file("app.py", default_timeout=600).run().exception
print(*(set(sys.modules) - before))
"""


def test_the_first_visitor_waits_for_no_library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once the server is ready, drawing the first page loads only Hule's rules and a few parts of Streamlit."""
    monkeypatch.setenv("HULE_DATA", str(tmp_path))
    ran = subprocess.run([sys.executable, "-c", FIRST_VISIT], cwd=ROOT, capture_output=True, text=True, check=True)
    assert {name.split(".")[0] for name in ran.stdout.split()} <= {"scoring", "ui", "streamlit"}


def test_records_that_cannot_be_opened_do_not_keep_the_server_down(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server comes up, and the page says what is wrong with them."""
    (tmp_path / "hule.sqlite").write_bytes(b"no database" * 1000)
    monkeypatch.setenv("HULE_DATA", str(tmp_path))
    ran = subprocess.run(
        [sys.executable, "-c", "from ui.server import get_ready; get_ready()"],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr


def test_nothing_in_the_address_becomes_part_of_the_first_answer() -> None:
    """An address with markup in it ends no element of the page."""
    harm = "</script><img src=x onerror=alert(1)>"
    answer = entry_html(Preferences("zh"), {"match": harm, "deal": harm})
    assert harm not in answer
    assert answer.count("</script>") == 2
