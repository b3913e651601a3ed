"""Teaching a tile set from the label queue: ``hule train --photos`` in a process of its own, watched from a page."""

from __future__ import annotations

import importlib.util
import json
import os
import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from records.label_export import export
from records.labels import LabelQueue

NEEDED = ("torch", "ultralytics", "onnx", "resvg_py")
"""Packages of the train extra without which nothing can be taught."""

PHOTOS_VARIABLE = "HULE_PHOTOS"
KNOWN = Path(__file__).parents[1] / "datasets" / "photos.yaml"
"""Known material, mixed in where ``HULE_PHOTOS`` says that its photos are here."""

LOG_LINES = 12

_children: dict[int, subprocess.Popen[bytes]] = {}


@dataclass(frozen=True)
class Job:
    """The last teaching that was started in a data folder.

    Attributes:
        name: that the new model was to have.
        pid: of its process.
        running: whether it still works.
        step: ``prepare``, ``train``, ``compare`` or ``done``.
        share: of the training time that is over, 0 to 1.
        minutes: of training in all; None before the first step.
        model: the new model, once it is done.
        log: the last lines of its log.
    """

    name: str
    pid: int
    running: bool
    step: str
    share: float
    minutes: float | None
    model: str | None
    log: str


def missing_packages() -> tuple[str, ...]:
    """What of the train extra is not installed."""
    return tuple(name for name in NEEDED if importlib.util.find_spec(name) is None)


def start(data: Path, queue: LabelQueue, name: str, minutes: float) -> None:
    """Exports what is labelled and starts teaching it.

    Args:
        data: the data folder; the photos, the checkpoint and the log lie under ``teaching/NAME`` in it.
        queue: the labelled photos.
        name: of the new model.
        minutes: of training.

    Raises:
        records.RecordsError: when nothing is labelled.
        vision.dataset.DatasetError: when the photos cannot be written.
    """
    folder = _new_folder(data / "teaching" / name)
    export(queue, folder / "photos")
    options = [
        "--photos",
        str(folder / "photos"),
        "--name",
        name,
        "--minutes",
        str(minutes),
        "--run",
        str(folder / "run"),
    ]
    if Path(os.environ.get(PHOTOS_VARIABLE) or "-").is_dir():
        options += [str(KNOWN), "--standard", str(KNOWN)]
    _run(data, folder, {"name": name, "folder": str(folder), "options": options})


def go_on(data: Path) -> None:
    """Starts a teaching that was interrupted again, from its checkpoint."""
    told = _told(data)
    options = [option for option in told["options"] if option != "--resume"]
    _run(data, Path(told["folder"]), {**told, "options": [*options, "--resume"]})


def stop(job: Job) -> None:
    """Ends the process of a teaching and those that it started; its checkpoint stays."""
    try:
        os.killpg(job.pid, signal.SIGTERM)
    except (ProcessLookupError, PermissionError):
        return
    if child := _children.get(job.pid):
        child.wait(10)


def last_job(data: Path) -> Job | None:
    """How far the last teaching is; None where there was none."""
    told = _told(data)
    if not told:
        return None
    folder = Path(told["folder"])
    step = _read(folder / "run" / "step.json")
    trained = folder / "run" / "faces" if step.get("step") == "faces" else folder / "run"
    progress = _read(trained / "progress.json")
    minutes = progress.get("of")
    return Job(
        name=told["name"],
        pid=told["pid"],
        running=_alive(told["pid"]),
        step=step.get("step", "prepare"),
        share=min(1.0, progress.get("minutes", 0.0) / minutes) if minutes else 0.0,
        minutes=minutes,
        model=step.get("model"),
        log=_tail(folder / "log.txt"),
    )


def _run(data: Path, folder: Path, told: dict[str, Any]) -> None:
    """Starts the process in a session of its own: it goes on when the app ends."""
    command = [sys.executable, "-m", "cli", "train", *told["options"]]
    environment = os.environ | {"HULE_DATA": str(data), "PYTHONUNBUFFERED": "1"}
    with (folder / "log.txt").open("ab") as log:
        child = subprocess.Popen(
            command, cwd=KNOWN.parents[1], env=environment, stdin=subprocess.DEVNULL, stdout=log,
            stderr=subprocess.STDOUT, start_new_session=True,
        )  # fmt: skip
    _children[child.pid] = child
    text = json.dumps({**told, "pid": child.pid}, ensure_ascii=False)
    (data / "teaching" / "job.json").write_text(text, encoding="utf-8")


def _new_folder(wanted: Path) -> Path:
    """A folder that is not there yet, a number added where need be."""
    numbered = (wanted.with_name(f"{wanted.name}-{number}") for number in range(2, 1000))
    folder = next(path for path in (wanted, *numbered) if not path.exists())
    folder.mkdir(parents=True)
    return folder


def _alive(pid: int) -> bool:
    if child := _children.get(pid):
        return child.poll() is None
    try:
        # Another program may have got the number since.
        return b"train" in Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return False


def _told(data: Path) -> dict[str, Any]:
    return _read(data / "teaching" / "job.json")


def _read(path: Path) -> dict[str, Any]:
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def _tail(path: Path) -> str:
    try:
        lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return ""
    return "\n".join(lines[-LOG_LINES:])
