"""A real PostgreSQL server for the tests, from the binaries of the system, in a folder of its own."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

USER = "postgres"


def binaries() -> Path | None:
    """The folder with ``initdb`` and ``pg_ctl``: Debian keeps it off the PATH."""
    found = shutil.which("pg_ctl")
    folders = [Path(found).resolve().parent] if found else []
    folders += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    return next((folder for folder in folders if (folder / "initdb").exists()), None)


@contextmanager
def server(programs: Path) -> Iterator[str]:
    """Starts a server that listens on a socket alone; gives the address of its databases without the name."""
    # The path of a socket may have 107 characters, and the server's own user must reach it: not pytest's folder.
    folder = Path(tempfile.mkdtemp(prefix="hule-pg-"))
    # PostgreSQL refuses to run as root; its package brings a user for it.
    user = USER if os.geteuid() == 0 else None
    if user:
        shutil.chown(folder, user)

    def call(program: str, *arguments: str) -> None:
        done = subprocess.run([programs / program, *arguments], user=user, cwd=folder, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr

    data, log = folder / "data", folder / "log"
    try:
        call("initdb", "-D", str(data), "-U", USER, "-A", "trust", "-E", "UTF8", "--no-sync")
        call("pg_ctl", "-D", str(data), "-l", str(log), "-w", "-o", f"-k {folder} -c listen_addresses=''", "start")
        try:
            yield f"postgresql://{USER}@/%s?host={folder}"
        finally:
            call("pg_ctl", "-D", str(data), "-w", "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder)
