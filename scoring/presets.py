"""House rules saved under a name (预设), as a TOML file that a person can read and mend.

::

    name = "Friday table"
    variant = "chongqing"

    [options]
    payment = "doubling"
    require_missing_suit = true
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from scoring.errors import Rejection, bad_input
from scoring.options import resolve
from scoring.variants import VARIANTS


@dataclass(frozen=True)
class Preset:
    """The house rules of one table.

    Attributes:
        variant: name of the rules.
        name: what the table calls them; may be empty.
        options: the options that the table plays differently.
    """

    variant: str
    name: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)


def read_preset(text: str) -> Preset | Rejection:
    """The preset in a TOML text.

    Returns:
        the preset, or an ``E_INPUT`` that names the field or the option at fault.
    """
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        return bad_input("rules", f"this is no TOML file: {error}", f"不是 TOML 文件：{error}")
    for key in data:
        if key not in ("name", "variant", "options"):
            return bad_input(str(key), "unknown field in a rules file", "规则文件里没有这个字段")
    variant = VARIANTS.get(data["variant"]) if isinstance(data.get("variant"), str) else None
    if variant is None:
        known = ", ".join(VARIANTS)
        return bad_input("variant", f"name one of {known}", f"应为 {known} 之一")
    options = data.get("options", {})
    if not isinstance(options, dict):
        return bad_input("options", "must be a table of names and values", "应为选项名和值的表")
    declared = {option.name: option for option in variant.options}
    # TOML has no null: it is written as the text "null", as on the command line.
    options = {
        name: declared[name].parse(value) if isinstance(value, str) and name in declared else value
        for name, value in options.items()
    }
    refused = resolve(variant.options, options)
    if isinstance(refused, Rejection):
        return refused
    return Preset(variant.id, str(data.get("name", "")), options)


def write_preset(preset: Preset) -> str:
    """The TOML text of a preset; the inverse of :func:`read_preset`."""
    head = [f"name = {_toml(preset.name)}", f"variant = {_toml(preset.variant)}", "", "[options]"]
    return "\n".join([*head, *(f"{name} = {_toml(value)}" for name, value in preset.options.items())]) + "\n"


def _toml(value: Any) -> str:
    if value is None:
        return '"null"'
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{key} = {_toml(item)}" for key, item in value.items()) + " }"
    # Texts, whole numbers and true/false are written alike in JSON and TOML, but for DEL.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
