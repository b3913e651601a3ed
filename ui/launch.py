"""Starts the front end and shows a phone the way to it: ``hule app``."""

from __future__ import annotations

import importlib.util
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing, suppress
from datetime import UTC, datetime, timedelta
from io import StringIO
from pathlib import Path
from typing import TextIO

import segno

from records import RecordsError, open_records
from scoring.errors import BilingualError

DATA_VARIABLE = "HULE_DATA"
"""Environment variable by which the pages learn the data folder."""

ACCESS_VARIABLE = "HULE_ACCESS_CODE"
"""Environment variable by which the server learns the code that every device is asked for once."""

LAUNCHED_VARIABLE = "HULE_LAUNCHED"
"""Environment variable by which the server learns that it ends with the process that started it."""

SHORTEST_CODE = 6
"""Characters of an access code, at least."""

GRACE = 1.5
"""Seconds that the server has for ending by itself."""

CERTIFICATE_DAYS = 397
"""The longest life of a certificate that phones accept."""


class LaunchError(BilingualError):
    """The app cannot start."""


def run(
    host: str, port: int, https: bool, data_dir: Path, access_code: str = "", out: TextIO | None = None, page: str = ""
) -> int:
    """Serves the app until it is stopped.

    Args:
        host: address to listen on; ``0.0.0.0`` for every network of this machine.
        port: to listen on.
        https: whether to serve over TLS with a certificate of our own, which live cameras need.
        data_dir: where the app keeps what it saves; made where it does not exist.
        access_code: asked once of every device; empty to let everybody in.
        out: where the address and the QR code are printed; default: standard output.
        page: path of the page that the address opens; empty for the first.

    Returns:
        the exit status of the server, 0 where a person stopped it.

    Raises:
        LaunchError: when the port is taken, the data folder cannot be written, the records in it cannot be used, as
            those of a newer Hule, or the code is too short.
    """
    out = out or sys.stdout
    _check_code(access_code)
    _check_port(host, port)
    data = data_dir.resolve()
    _make_folder(data)
    _check_records(data)
    names = reachable_names(host)
    environment = os.environ | {DATA_VARIABLE: str(data), ACCESS_VARIABLE: access_code, LAUNCHED_VARIABLE: "1"}
    command = [sys.executable, "-m", "ui.server", f"server.address={host}", f"server.port={port}"]
    if https:
        certificate, key = certificate_for(names, data / "https")
        command += [f"server.sslCertFile={certificate}", f"server.sslKeyFile={key}"]
    print("Hule 胡了: starting… 正在启动…", file=out, flush=True)

    def listening() -> None:
        print(welcome(names, port, https, page), file=out, flush=True)

    # Streamlit looks for its settings, the theme among them, in the folder where it starts.
    return _serve(command, app_file().parent, environment, (host, port), listening)


def _serve(
    command: Sequence[str],
    folder: Path,
    environment: Mapping[str, str],
    place: tuple[str, int],
    listening: Callable[[], None],
) -> int:
    """Runs the server until it ends, or until this process is told to: then both end, whoever was told.

    ``listening`` is called once the server listens at this host and port: an address shown sooner leads nowhere.

    Ctrl+C in a terminal reaches the server as well, a signal to this process alone does not, and a server that was
    told waits for tabs that do not let go of it, as those of a sleeping phone. So it is told once more, and ended
    where it still waits: whatever a page was answered to is on the disk by then.
    """
    for told in (signal.SIGINT, signal.SIGTERM):
        # For SIGINT, too: a shell that starts a program in the background has it ignored.
        signal.signal(told, signal.default_int_handler)
    # Its standard input ends with this process, however that ends: see end_with_launcher.
    server = subprocess.Popen(command, cwd=folder, env=environment, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
    try:
        if _listens(server, *place):
            listening()
        ended = server.wait()
        # Told to stop, by systemd or by us, it has done what it should.
        return 0 if -ended in (signal.SIGINT, signal.SIGTERM) else ended
    except KeyboardInterrupt:
        return 0
    finally:
        _end(server)


def _listens(server: subprocess.Popen[bytes], host: str, port: int) -> bool:
    """Waits until the server listens; False where it has ended instead."""
    nearest = {"0.0.0.0": "127.0.0.1", "": "127.0.0.1", "::": "::1"}.get(host, host)
    while server.poll() is None:
        with suppress(OSError), socket.create_connection((nearest, port), timeout=1):
            return True
        time.sleep(0.1)
    return False


def _end(server: subprocess.Popen[bytes]) -> None:
    """Ends the server, gently for :data:`GRACE`; somebody who tells us again does not want to wait for it."""
    try:
        server.terminate()
        server.wait(GRACE)
    except (subprocess.TimeoutExpired, KeyboardInterrupt):
        server.kill()
        server.wait()


def end_with_launcher() -> None:
    """For the server: ends it with the process that launched it, which may be killed before it can tell anybody.

    Does nothing in a server that was started by itself.
    """
    if os.environ.pop(LAUNCHED_VARIABLE, None):
        threading.Thread(target=_end_after_input, name="end with launcher", daemon=True).start()


def _end_after_input() -> None:
    """Waits for the end of what the launcher never writes, then ends this process, gently for :data:`GRACE`."""
    # Unbuffered: a buffer that a thread waits in would be in the way when the server ends by itself.
    os.read(sys.stdin.fileno(), 1)
    signal.raise_signal(signal.SIGTERM)
    time.sleep(GRACE)
    os._exit(1)


def app_file() -> Path:
    """The script that Streamlit runs."""
    spec = importlib.util.find_spec("app")
    if spec is None or spec.origin is None:
        raise LaunchError("app.py is not installed: install Hule again", "没有找到 app.py：请重新安装 Hule")
    return Path(spec.origin)


def reachable_names(host: str) -> tuple[str, ...]:
    """The names by which a browser reaches a server on this host: the network's first, ``localhost`` last."""
    if host not in ("0.0.0.0", "::", ""):
        return (host,)
    address = network_address()
    return (address, "localhost") if address else ("localhost",)


def network_address() -> str | None:
    """This machine's address in the local network; None without a network."""
    with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as probe:
        try:
            # Nothing is sent: connecting a datagram socket only chooses the network card.
            probe.connect(("192.0.2.1", 9))
            found = str(probe.getsockname()[0])
        except OSError:
            return None
    return None if found.startswith("127.") else found


_THIS_MACHINE = ("localhost", "127.0.0.1", "::1")


def welcome(names: tuple[str, ...], port: int, https: bool, page: str = "") -> str:
    """The addresses, and a QR code of the first for a phone on the same network, unless only this machine gets in."""
    scheme = "https" if https else "http"
    addresses = [f"{scheme}://{name}:{port}/{page}".rstrip("/") for name in names]
    lines = [*(f"  {address}" for address in addresses), ""]
    if names[0] not in _THIS_MACHINE:
        picture = StringIO()
        segno.make(addresses[0], error="l").terminal(picture, border=2, compact=True)
        lines += ["Phones on the same network: scan this. 同一网络的手机请扫码：", picture.getvalue().rstrip("\n")]
    if https:
        lines.append(
            "The browser will warn once that it does not know the certificate. 浏览器会提示证书未知，继续即可。"
        )
    lines.append("Stop with Ctrl+C. 按 Ctrl+C 停止。")
    return "\n".join(lines)


def certificate_for(names: tuple[str, ...], folder: Path) -> tuple[Path, Path]:
    """A certificate and key for these names; kept, so that a phone asks about it only once.

    It is made anew when the names change or it is about to end.

    Raises:
        LaunchError: when it can be neither read nor written.
    """
    try:
        return _certificate(names, folder)
    except OSError as error:
        raise LaunchError(
            f"the certificate in {folder} cannot be used ({error.strerror}): delete that folder, or choose another "
            "with --data",
            f"无法使用 {folder} 里的证书：请删除该文件夹，或用 --data 另选一个",
        ) from error


def _certificate(names: tuple[str, ...], folder: Path) -> tuple[Path, Path]:
    import trustme

    certificate, key, about = folder / "certificate.pem", folder / "key.pem", folder / "names.txt"
    wanted = "\n".join(names)
    fresh = certificate.exists() and datetime.now(UTC) - _written(certificate) < timedelta(days=CERTIFICATE_DAYS - 30)
    if not (fresh and key.exists() and about.exists() and about.read_text(encoding="utf-8") == wanted):
        _make_folder(folder)
        authority = trustme.CA(organization_name="Hule")
        issued = authority.issue_cert(*names, not_after=datetime.now(UTC) + timedelta(days=CERTIFICATE_DAYS))
        key.touch(mode=0o600)
        issued.private_key_pem.write_to_path(str(key))
        certificate.write_bytes(b"".join(blob.bytes() for blob in issued.cert_chain_pems))
        about.write_text(wanted, encoding="utf-8")
    return certificate, key


def _check_code(code: str) -> None:
    length = len(code.strip())
    if code and length < SHORTEST_CODE:
        raise LaunchError(
            f"the access code has {length} characters: use at least {SHORTEST_CODE}, so that nobody guesses it",
            f"口令只有 {length} 个字：请至少用 {SHORTEST_CODE} 个字，免得被猜到",
        )


def _written(path: Path) -> datetime:
    return datetime.fromtimestamp(path.stat().st_mtime, UTC)


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise LaunchError(
            f"cannot make the data folder {folder} ({error.strerror}): choose another with --data",
            f"无法建立数据文件夹 {folder}：请用 --data 另选一个",
        ) from error


def _check_records(data: Path) -> None:
    """Opens the records once, so that what is wrong with them is told before anybody enters a hand."""
    try:
        open_records(data).close()
    except RecordsError as error:
        raise LaunchError(error.message, error.message_zh) from error


def _check_port(host: str, port: int) -> None:
    with closing(socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM)) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise LaunchError(
                f"cannot listen on {host} port {port} ({error.strerror}): choose another with --port",
                f"无法使用 {host} 的端口 {port}：请用 --port 换一个",
            ) from error
