"""House rules saved under a name (预设): a folder of TOML files, each as ``hule score --rules`` reads it."""

from __future__ import annotations

import hashlib
import logging
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from scoring.errors import Rejection
from scoring.presets import Preset, read_preset, write_preset

log = logging.getLogger(__name__)

LONGEST_NAME = 40
"""Characters of a name that are kept."""


def saved_presets(folder: Path, variant: str) -> tuple[Preset, ...]:
    """The presets of a variant by name; a file that cannot be read is passed over."""
    found = (_read(path) for path in sorted(folder.glob(f"{variant}-*.toml")))
    return tuple(sorted((preset for preset in found if preset is not None), key=lambda preset: preset.name))


def _read(path: Path) -> Preset | None:
    try:
        preset = read_preset(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        log.warning("no house rules in %s: %s", path, error)
        return None
    if isinstance(preset, Rejection):
        log.warning("no house rules in %s: %s", path, preset.message)
        return None
    return preset


def make_preset(variant: str, name: str, options: Mapping[str, Any]) -> Preset:
    """The house rules of a table under a name, without spaces around it and not too long."""
    return Preset(variant, " ".join(name.split())[:LONGEST_NAME], dict(options))


def save_preset(folder: Path, preset: Preset) -> None:
    """Stores a preset; one of the same variant and name is replaced.

    Raises:
        OSError: if the folder cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    path = _path(folder, preset)
    # Written beside and moved into place, so that nobody ever reads half a file.
    half = path.with_suffix(".part")
    half.write_text(write_preset(preset), encoding="utf-8")
    os.replace(half, path)


def delete_preset(folder: Path, preset: Preset) -> None:
    """Removes a preset; nothing happens where it is gone already."""
    _path(folder, preset).unlink(missing_ok=True)


def _path(folder: Path, preset: Preset) -> Path:
    """The file of a preset; its name is a hash, for a person's name may hold anything."""
    return folder / f"{preset.variant}-{hashlib.sha256(preset.name.encode()).hexdigest()[:16]}.toml"
