"""Models side by side: the one that comes with Hule and those taught here, and which of them reads.

Each model taught here is a folder ``<data>/models/<name>``: ``hule.onnx`` reads, ``hule.pt`` is what teaching goes
on from, ``hule.json`` holds its settings, ``figures.json`` its figures and ``card.md`` both in words.
``<data>/models/in_use.json`` lists the models that were switched on, the one in use last.
"""

from __future__ import annotations

import json
import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scoring.errors import CodedError
from vision.home import data_folder

SHIPPED = "hule"
"""Name of the model that comes with Hule."""

SHIPPED_FILE = Path(__file__).parent.parent / "models" / "hule.onnx"
FILE = "hule.onnx"
MODEL_VARIABLE = "HULE_MODEL"

_NAME = re.compile(r"[\w-]{1,40}")
_SWITCH = "in_use.json"


class ModelError(CodedError):
    """A model that cannot be used, ``E_MODEL``."""

    def __init__(self, message: str, message_zh: str) -> None:
        super().__init__("E_MODEL", message, message_zh)


@dataclass(frozen=True)
class Model:
    """A model on disk.

    Attributes:
        name: of its folder; :data:`SHIPPED` for the one that comes with Hule.
        path: its ONNX file.
    """

    name: str
    path: Path

    @property
    def weights(self) -> Path:
        """What teaching starts from."""
        return self.path.with_suffix(".pt")

    def figures(self) -> dict[str, Any]:
        """How it compared with the model that it was taught from; empty where that is not known."""
        return _read_json(self.path.with_name("figures.json"))


@dataclass(frozen=True)
class Choice:
    """The model in use.

    Attributes:
        model: what reads.
        trouble: why it is not the model that was switched on.
    """

    model: Model
    trouble: ModelError | None = None


def models_folder() -> Path:
    """Where the models taught here lie."""
    return data_folder() / "models"


def shipped() -> Model:
    """The model that comes with Hule."""
    return Model(SHIPPED, SHIPPED_FILE)


def models() -> tuple[Model, ...]:
    """Every model: the shipped one, then those taught here by name."""
    taught = sorted(models_folder().glob(f"*/{FILE}"))
    return shipped(), *(Model(path.parent.name, path) for path in taught)


def find(name: str) -> Model:
    """A model by its name.

    Raises:
        ModelError: when there is none.
    """
    for model in models():
        if model.name == name:
            return model
    has = ", ".join(model.name for model in models())
    raise ModelError(f"there is no model {name!r}: choose one of {has}", f"没有模型 {name!r}：现有 {has}")


def in_use() -> Choice:
    """The model that was switched on last; the shipped one, and why, where that is gone."""
    name = (_history() or [SHIPPED])[-1]
    try:
        return Choice(find(name))
    except ModelError:
        return Choice(shipped(), unusable(name, "its folder is gone", "它的文件夹不见了"))


def unusable(name: str, why: str, why_zh: str) -> ModelError:
    """What to tell when the model that was switched on cannot be used."""
    return ModelError(
        f"the model {name!r} cannot be used ({why}): reading with the one that comes with Hule; choose another with "
        "hule models use NAME",
        f"模型 {name!r} 无法使用（{why_zh}）：改用自带的模型；可用 hule models use 名称 另选",
    )


def use(name: str) -> Model:
    """Switches a model on.

    Raises:
        ModelError: when there is none of that name.
    """
    model = find(name)
    history = _history() or [SHIPPED]
    if history[-1] != name:
        _write_history([*history, name])
    return model


def back() -> Model:
    """Goes back to the model that was in use before; stays with the shipped one where there was none."""
    history = _history()[:-1] or [SHIPPED]
    _write_history(history)
    return in_use().model


def before() -> str | None:
    """Name of the model that :func:`back` would go to; None where there is no way back."""
    history = _history()
    return history[-2] if len(history) > 1 else None


def new_folder(name: str) -> Path:
    """Where a new model of this name is to lie; a number is added where the name is taken.

    Raises:
        ModelError: when the name is no file name.
    """
    if not _NAME.fullmatch(name):
        raise ModelError(
            f"{name!r} is no name for a model: want letters, digits, - and _, at most 40",
            f"{name!r} 不能作模型名：请用文字、数字、- 和 _，最多 40 个",
        )
    taken = {SHIPPED, *(path.name for path in models_folder().glob("*"))}
    names = (name, *(f"{name}-{number}" for number in range(2, len(taken) + 3)))
    return models_folder() / next(each for each in names if each not in taken)


def forced() -> Path | None:
    """The model that ``HULE_MODEL`` names, which goes before any switch."""
    named = os.environ.get(MODEL_VARIABLE)
    return Path(named) if named else None


def _history() -> list[str]:
    names = _read_json(models_folder() / _SWITCH).get("used", [])
    return [name for name in names if isinstance(name, str)] if isinstance(names, list) else []


def _write_history(names: list[str]) -> None:
    folder = models_folder()
    folder.mkdir(parents=True, exist_ok=True)
    partial = folder / f"{_SWITCH}.partial"
    partial.write_text(json.dumps({"used": names}, ensure_ascii=False), encoding="utf-8")
    partial.replace(folder / _SWITCH)


def _read_json(path: Path) -> dict[str, Any]:
    """An object in a file; empty where there is none that can be read."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}
