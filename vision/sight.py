"""What a model sees in a photo, in a form that can be written down: evaluation goes on from it after a break."""

from __future__ import annotations

import base64
import hashlib
import json
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scoring.tiles import DETECTOR_CLASSES
from vision.dataset import DatasetError
from vision.detections import Detections
from vision.detector import Detector, faces_file
from vision.light import Light, light_of
from vision.looks import find_tiles
from vision.many import Work, each_photo
from vision.photo import Photo, PhotoError


@dataclass(frozen=True, eq=False)
class Sight:
    """One photo as the model sees it.

    Attributes:
        width: of the upright photo, in pixels.
        height: the same.
        light: of the picture.
        found: the tiles, each once, in pixels of the photo, not calibrated.
    """

    width: int
    height: int
    light: Light
    found: Detections


def see(photo: Photo, detector: Detector, looks: int, min_confidence: float) -> Sight:
    """Looks at a photo; see :func:`vision.looks.find_tiles`."""
    found = find_tiles(photo, detector, looks, min_confidence)
    return Sight(photo.width, photo.height, light_of(photo.preview), found)


def see_all(
    paths: Iterable[Path], model: Path, looks: int, min_confidence: float,
    work: Work | None = None, journal: Path | None = None,
) -> Iterator[tuple[Path, Sight | PhotoError]]:  # fmt: skip
    """What the model sees in many photos, in the order given.

    Args:
        paths: the photos.
        model: ONNX file.
        looks: see :func:`vision.looks.find_tiles`.
        min_confidence: the same.
        work: where it is done.
        journal: file that keeps what was seen; photos that it has are not looked at again. Made when missing.

    Raises:
        DatasetError: when the journal is of another model or of other settings, or no journal at all.
    """
    task = partial(see, looks=looks, min_confidence=min_confidence)
    if journal is None:
        yield from each_photo(task, paths, model, work)
        return
    listed = list(paths)
    with Journal(journal, _key(model, looks, min_confidence)) as known:
        new = each_photo(task, (path for path in listed if path not in known), model, work)
        for path in listed:
            if path in known:
                yield path, known[path]
                continue
            _, seen = next(new)
            if isinstance(seen, Sight):
                known.add(path, seen)
            yield path, seen


def model_digest(model: Path) -> str:
    """SHA-256 of a model's files: the detector and its second opinion, if it has one."""
    faces = faces_file(model)
    files = [model, faces] if faces.is_file() else [model]
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()


def _key(model: Path, looks: int, min_confidence: float) -> dict[str, object]:
    return {"hule": "journal", "model": model_digest(model), "looks": looks, "min_confidence": min_confidence}


class Journal:
    """A file with one line of JSON for each photo seen, the first line saying by what; use in a ``with`` statement.

    Where each line starts is kept in memory, some 200 bytes a photo, not what it says. A last line that was cut off
    by an interruption is dropped.
    """

    def __init__(self, path: Path, key: dict[str, object]) -> None:
        self._path = path
        self._at: dict[tuple[str, int, int], int] = {}
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(json.dumps(key) + "\n", encoding="utf-8")
        self._end = self._read(key)
        self._file = path.open("r+b")
        self._file.truncate(self._end)

    def _read(self, key: dict[str, object]) -> int:
        with self._path.open("rb") as file:
            if _object(file.readline()) != key:
                raise DatasetError(
                    f"{self._path} was written with another model or other settings: name a new file",
                    f"{self._path} 是用其他模型或设置写的：请换一个新文件",
                )
            start = file.tell()
            for line in file:
                if not line.endswith(b"\n") or "photo" not in (entry := _object(line)):
                    break
                self._at[(entry["photo"], entry["bytes"], entry["changed"])] = start
                start += len(line)
        return start

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def __contains__(self, path: Path) -> bool:
        return _identity(path) in self._at

    def __getitem__(self, path: Path) -> Sight:
        self._file.seek(self._at[_identity(path)])
        return _decode(json.loads(self._file.readline()))

    def add(self, path: Path, sight: Sight) -> None:
        """Writes down what was seen in a photo."""
        name, size, changed = _identity(path)
        entry = {"photo": name, "bytes": size, "changed": changed, **_encode(sight)}
        line = (json.dumps(entry) + "\n").encode()
        self._file.seek(self._end)
        self._file.write(line)
        self._file.flush()
        self._at[name, size, changed] = self._end
        self._end += len(line)


def _object(line: bytes) -> dict[str, Any]:
    try:
        found = json.loads(line)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def _identity(path: Path) -> tuple[str, int, int]:
    """A photo that was changed is another one."""
    try:
        state = os.stat(path)
    except OSError:
        return str(path), 0, 0
    return str(path), state.st_size, state.st_mtime_ns


def _encode(sight: Sight) -> dict[str, object]:
    light = sight.light
    return {
        "size": [sight.width, sight.height],
        "light": [light.brightness, light.contrast, light.sharpness],
        "boxes": _text(sight.found.boxes),
        "confidences": _text(sight.found.confidences),
        "scores": _text(sight.found.scores),
        "classes": sight.found.classes.tolist(),
    }


def _decode(entry: dict[str, Any]) -> Sight:
    found = Detections(
        _array(entry["boxes"], 4),
        np.array(entry["classes"], dtype=np.int64),
        _array(entry["confidences"], 1)[:, 0],
        _array(entry["scores"], len(DETECTOR_CLASSES)),
    )
    width, height = entry["size"]
    return Sight(width, height, Light(*entry["light"]), found)


def _text(numbers: NDArray[np.float32]) -> str:
    return base64.b64encode(np.ascontiguousarray(numbers, dtype="<f4").tobytes()).decode()


def _array(text: str, columns: int) -> NDArray[np.float32]:
    return np.frombuffer(base64.b64decode(text), dtype="<f4").reshape(-1, columns).astype(np.float32)
