"""How the app starts and shows the way to itself."""

import os
import signal
import socket
import sqlite3
import ssl
import stat
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from io import StringIO
from itertools import takewhile
from pathlib import Path

import pytest

from records import open_records
from ui.launch import SHORTEST_CODE, LaunchError, certificate_for, reachable_names, run, welcome


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def test_the_way_is_shown_as_address_and_code() -> None:
    """The network's address comes first, with a QR code and the words of both languages."""
    text = welcome(("192.0.2.7", "localhost"), 8501, https=False)
    assert text.index("http://192.0.2.7:8501") < text.index("http://localhost:8501")
    assert sum("█" in line for line in text.splitlines()) > 10
    assert "certificate" not in text
    assert "https://192.0.2.7:8501" in welcome(("192.0.2.7",), 8501, https=True)


def test_no_phone_is_sent_to_this_machine_alone() -> None:
    """An address that no phone can reach has no QR code."""
    text = welcome(("127.0.0.1",), 8501, https=False)
    assert "http://127.0.0.1:8501" in text
    assert "█" not in text
    assert "scan" not in text


def test_one_host_is_reached_by_its_own_name() -> None:
    """Listening on one address only, the app names no other."""
    assert reachable_names("127.0.0.1") == ("127.0.0.1",)
    assert reachable_names("0.0.0.0")[-1] == "localhost"


def test_the_certificate_is_kept_until_the_address_changes(tmp_path: Path) -> None:
    """A phone that has accepted the certificate is not asked again; the key is the owner's alone."""
    certificate, key = certificate_for(("192.0.2.7", "localhost"), tmp_path / "https")
    first = certificate.read_bytes()
    assert certificate_for(("192.0.2.7", "localhost"), tmp_path / "https")[0].read_bytes() == first
    assert certificate_for(("192.0.2.8", "localhost"), tmp_path / "https")[0].read_bytes() != first
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    ssl.create_default_context(ssl.Purpose.CLIENT_AUTH).load_cert_chain(certificate, key)


def test_a_certificate_that_cannot_be_used_is_said_in_a_sentence(tmp_path: Path) -> None:
    """A folder in the place of the certificate is named with the way out."""
    (tmp_path / "https" / "certificate.pem").mkdir(parents=True)
    with pytest.raises(LaunchError, match=r"https.*delete that folder.*--data"):
        certificate_for(("localhost",), tmp_path / "https")


def test_a_code_of_spaces_is_none(tmp_path: Path) -> None:
    """Spaces count neither as a code that is long enough nor as a part of one."""
    for code in (" " * SHORTEST_CODE, "  ab  "):
        with pytest.raises(LaunchError, match="access code"):
            run("127.0.0.1", free_port(), False, tmp_path, access_code=code)


def test_a_port_in_use_is_said_in_a_sentence(tmp_path: Path) -> None:
    """Starting on a taken port names the port and the way out, and starts nothing."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(LaunchError, match=f"{port}.*--port"):
            run("127.0.0.1", port, False, tmp_path)


def test_a_data_folder_that_cannot_be_made_is_said_in_a_sentence(tmp_path: Path) -> None:
    """A file in the place of the folder is named with the way out."""
    blocker = tmp_path / "file"
    blocker.write_text("")
    with pytest.raises(LaunchError, match="--data"):
        run("127.0.0.1", free_port(), False, blocker / "data")


def test_records_of_a_newer_hule_are_told_before_the_app_starts(tmp_path: Path) -> None:
    """A data folder written by a Hule of tomorrow is a sentence at the start, and nothing is served."""
    open_records(tmp_path).close()
    with closing(sqlite3.connect(tmp_path / "hule.sqlite", isolation_level=None)) as database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
    told = StringIO()
    with pytest.raises(LaunchError, match="newer Hule"):
        run("127.0.0.1", free_port(), False, tmp_path, out=told)
    assert told.getvalue() == ""


@contextmanager
def running(folder: Path, port: int, https: bool = False) -> Iterator[subprocess.Popen[str]]:
    """The app as it is started from the command line, once it shows its address: there it answers at once."""
    address = f"http{'s' * https}://127.0.0.1:{port}"
    code = (
        f"import sys; from pathlib import Path; from ui.launch import run; "
        f"sys.exit(run('127.0.0.1', {port}, {https}, Path({str(folder)!r})))"
    )
    # In a session of its own, as a terminal gives it one.
    command = [sys.executable, "-c", code]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as app:
        try:
            assert app.stdout is not None
            shown = "".join(takewhile(lambda line: "Ctrl+C" not in line, app.stdout))
            assert address in shown
            assert _get(f"{address}/_stcore/health") == b"ok"
            yield app
        finally:
            with suppress(ProcessLookupError):
                os.killpg(app.pid, signal.SIGKILL)


@pytest.mark.parametrize(("https", "told"), [(False, signal.SIGINT), (True, signal.SIGTERM)])
def test_the_app_answers_and_stops(tmp_path: Path, https: bool, told: signal.Signals) -> None:
    """Started from the command line it serves its page; told to stop, it leaves nothing running, and no traceback."""
    port = free_port()
    with running(tmp_path, port, https) as app:
        os.killpg(app.pid, told)
        _, err = app.communicate(timeout=300)
        assert "Traceback" not in err
        assert app.returncode == 0
        assert _is_free(port)


@pytest.mark.parametrize(
    ("told", "all_of_it"),
    [(signal.SIGINT, True), (signal.SIGINT, False), (signal.SIGTERM, False)],
    ids=["Ctrl+C", "SIGINT alone", "SIGTERM alone"],
)
def test_the_app_stops_whoever_still_sends_something(tmp_path: Path, told: signal.Signals, all_of_it: bool) -> None:
    """A phone that fell asleep in the middle of a photo holds nothing up, nor does a signal that only one process got.

    Ctrl+C in a terminal reaches the server as well as the process that started it.
    """
    port = free_port()
    with running(tmp_path, port) as app, socket.create_connection(("127.0.0.1", port)) as phone:
        phone.sendall(b"POST /snap HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000000\r\n\r\nhalf a photo")
        _get(f"http://127.0.0.1:{port}/_stcore/health")
        os.killpg(app.pid, told) if all_of_it else app.send_signal(told)
        app.communicate(timeout=300)
        assert app.returncode == 0
        assert _is_free(port)


def test_the_server_ends_with_a_killed_app(tmp_path: Path) -> None:
    """Killed without a chance to tell it, as where memory runs out, the app leaves no server that keeps the port."""
    port = free_port()
    with running(tmp_path, port) as app:
        app.kill()
        # Ends with the last process that could still write there: the server.
        app.communicate(timeout=300)
        assert _is_free(port)


def _is_free(port: int) -> bool:
    """Whether nobody answers at a port any more."""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) != 0


def _get(address: str) -> bytes:
    """The answer of a server."""
    context = ssl._create_unverified_context() if address.startswith("https") else None
    with urllib.request.urlopen(address, timeout=300, context=context) as answer:
        return bytes(answer.read())
