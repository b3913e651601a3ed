"""The facts of a deal as command-line options, read into the schema of a case (rules 1.2)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, TypeVar, get_args, get_type_hints

import click

from cli.grouped import DEAL, HAND, RULES, WIN, GroupedOption
from cli.grouped import FLAGS as FLAGGED
from cli.speech import CliError
from scoring import VARIANTS, Rejection, Tile
from scoring.hand import FLAGS, Case, Events, KongKind, Way
from scoring.presets import Preset, read_preset
from scoring.steps import Text
from scoring.variant import Input

F = TypeVar("F", bound=Callable[..., Any])

_KINDS = {int: int, int | None: int, Tile | None: str}
_DEAL: dict[str, type] = {
    name: _KINDS[hint] for name, hint in get_type_hints(Case).items() if hint in _KINDS and name != "id"
}
"""The plain facts of a deal: whole numbers, seats and tiles."""

_WIN_NUMBERS = ("seat", "from", "piao")
_FLAGS = tuple(flag for flag in FLAGS if flag != "youjin")

_HELP = {
    "players": "Players at the table: 4, or 3 in sanren.",
    "dealer": "The dealer's seat; default 0.",
    "seat": "The winner's seat, 0 to 3 in turn order.",
    "from": "The discarder or konger.",
    "win_tile": "The winning tile.",
    "flowers": "Flower tiles laid aside.",
}


def fact_options(command: F) -> F:
    """Adds an option for every field and flag of a case."""
    options = [
        option("--win-tile", group=HAND, metavar="TILE", help=_help("win_tile")),
        option("--meld", "melds", group=HAND, multiple=True, help='A meld: "pong 222p", "kong 3333s concealed".'),
        option("--flowers", group=HAND, metavar="TILES", help=_help("flowers")),
        option("--by", group=WIN, type=click.Choice(get_args(Way)), help="How the hand was won."),
        *(option(_dashed(name), name, group=WIN, type=int, help=_help(name)) for name in _WIN_NUMBERS),
        *(option(_dashed(name), name, group=FLAGGED, is_flag=True, help=_help(name)) for name in _FLAGS),
        option("--youjin", group=FLAGGED, type=int, help=_help("youjin")),
        option("--variant", group=DEAL, metavar="NAME", help=f"The rules: {', '.join(VARIANTS)}."),
        *(option(_dashed(name), name, group=DEAL, type=kind, help=_help(name)) for name, kind in _DEAL.items()),
        option("--kong", "kongs", group=DEAL, multiple=True,
               help='A kong to pay: "1 exposed from 0", "2 added payers 0,3". The winner\'s on a photo count anyway.'),
        option("--already-won", group=DEAL, multiple=True, metavar="SEAT", help=_help("already_won")),
        option("--event", "events", group=DEAL, multiple=True, metavar="NAME[=VALUE]",
               help="As beigen=2 or genzhuang."),
        option("--bao-feeder", group=DEAL, type=int, help=f"{_help('bao', flag=False)}: who fed the three chi."),
        option("--bao-eater", group=DEAL, type=int, help="Who ate them."),
        option("--option", "options", group=RULES, multiple=True, metavar="NAME=VALUE", help="A house rule."),
        option("--rules", group=RULES, type=click.Path(path_type=Path), help="House rules saved in a TOML file."),
    ]  # fmt: skip
    for add in reversed(options):
        command = add(command)
    return command


def option(*names: str, group: str, **settings: Any) -> Callable[[F], F]:
    """``click.option`` under a heading of the help page."""
    return click.option(*names, cls=GroupedOption, group=group, **settings)


def option_of(item: Input) -> str:
    """How the answer to a variant's question is written on the command line."""
    if item.kind == "event":
        return f"--event {item.name}" + ("" if get_type_hints(Events)[item.name] is bool else "=SEAT")
    return _WRITTEN[item.kind].format(option=_dashed(item.name))


_WRITTEN = {
    "flag": "{option}",
    "number": "{option} N",
    "count": "{option} N",
    "tile": "{option} TILE",
    "tiles": '{option} "TILES"',
    "seat": "{option} SEAT",
    "seats": "{option} SEAT,…",
    "kongs": '--kong "SEAT exposed from SEAT", --kong "SEAT concealed", --kong "SEAT added payers SEAT,…"',
    "pair": "{option}-feeder SEAT {option}-eater SEAT",
    "draw": "--case FACTS.json",
}
"""By the kind of a question."""


def given_facts(values: Mapping[str, Any]) -> set[str]:
    """The names of the facts among a command's options that were given."""
    return {name for name, value in values.items() if value not in (None, False, ())}


def deal_facts(values: Mapping[str, Any], variant: str | None) -> dict[str, Any]:
    """What the options say about the deal, as fields of a case; only what was given.

    Args:
        values: the options of :func:`fact_options` as click read them.
        variant: the variant of the ``--case`` file, where no option names another.

    Raises:
        CliError: for an option that cannot be read, or a rules file that is missing or wrong.
    """
    deal = {name: values[name] for name in ("variant", *_DEAL) if values[name] is not None}
    preset = _preset(values["rules"]) if values["rules"] else None
    name = deal.get("variant") or (preset.variant if preset else variant)
    if preset is not None and preset.variant != name:
        raise CliError(
            Text(f"--rules: {values['rules']} is for {preset.variant}, not {name}",
                 f"--rules：{values['rules']} 是 {preset.variant} 的规则，不是 {name}")
        )  # fmt: skip
    if name is not None:
        deal["variant"] = name
    if preset is not None or values["options"]:
        options = _options(values["options"], name)
        deal["options"] = {**(preset.options if preset else {}), **options}
    if values["kongs"]:
        deal["kongs"] = [read_kong(text) for text in values["kongs"]]
    if values["already_won"]:
        deal["already_won"] = [_number(seat) for text in values["already_won"] for seat in text.split(",")]
    if values["events"]:
        deal["events"] = dict(_event(text) for text in values["events"])
    bao = {key: values[f"bao_{key}"] for key in ("feeder", "eater") if values[f"bao_{key}"] is not None}
    return deal | ({"bao": bao} if bao else {})


def win_facts(values: Mapping[str, Any]) -> dict[str, Any]:
    """What the options say about the win, as fields of ``wins[]``; only what was given."""
    win = {name: values[name] for name in ("by", "win_tile", "flowers", *_WIN_NUMBERS) if values[name] is not None}
    flags: dict[str, Any] = {flag: True for flag in _FLAGS if values[flag]}
    if values["youjin"] is not None:
        flags["youjin"] = values["youjin"]
    if flags:
        win["flags"] = flags
    if values["melds"]:
        win["melds"] = [read_meld(text) for text in values["melds"]]
    return win


def read_meld(text: str) -> dict[str, Any]:
    """A meld written as type, tiles, and what else is known: ``kong 3333s concealed from 2``.

    Only takes it apart; whether it is a meld is for the door of the scorer to say.
    """
    kind, *words = text.split() or [""]
    meld: dict[str, Any] = {"type": kind}
    words = _take_from(words, meld)
    for word in [word for word in words if word in get_args(KongKind)]:
        words.remove(word)
        if kind == "kong":
            meld["kind"] = word
        meld["concealed"] = word == "concealed"
    return meld | {"tiles": " ".join(words)}


def read_kong(text: str) -> dict[str, Any]:
    """A kong to be paid: seat, kind, and who pays: ``1 exposed from 0``, ``2 added payers 0,3``.

    Raises:
        CliError: when it is not written like that.
    """
    seat, kind, *words = (*text.split(), "", "")
    kong: dict[str, Any] = {"seat": _number(seat), "kind": kind}
    words = _take_from([word for word in words if word], kong)
    if words[:1] == ["payers"] and len(words) == 2:
        kong["payers"] = [_number(payer) for payer in words[1].split(",")]
        words = []
    if words:
        raise CliError(
            Text(f'--kong: cannot read "{text}"; write it like "1 exposed from 0" or "2 added payers 0,3"',
                 f"--kong：看不懂“{text}”，请写成“1 exposed from 0”或“2 added payers 0,3”")
        )  # fmt: skip
    return kong


def _take_from(words: list[str], into: dict[str, Any]) -> list[str]:
    """Moves ``from 2`` out of the words."""
    if "from" not in words:
        return words
    at = words.index("from")
    into["from"] = _number("".join(words[at + 1 : at + 2]))
    return words[:at] + words[at + 2 :]


def _event(text: str) -> tuple[str, Any]:
    name, has_value, value = text.partition("=")
    if not has_value:
        return name, True
    return name, {"true": True, "false": False}.get(value, _number(value))


def _options(texts: Iterable[str], variant: str | None) -> dict[str, Any]:
    declared = {option.name: option for option in VARIANTS[variant].options} if variant and variant in VARIANTS else {}
    options: dict[str, Any] = {}
    for text in texts:
        name, has_value, value = text.partition("=")
        if not has_value:
            raise CliError(Text(f"--option: write {text} as name=value", f"--option：请把 {text} 写成 名称=值"))
        options[name] = declared[name].parse(value) if name in declared else value
    return options


def _preset(path: Path) -> Preset:
    try:
        preset = read_preset(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise CliError(Text(f"--rules: cannot open {path} ({error.strerror})", f"--rules：打不开 {path}")) from None
    except UnicodeDecodeError:
        raise CliError(Text(f"--rules: {path} is no text file", f"--rules：{path} 不是文本文件")) from None
    if isinstance(preset, Rejection):
        raise CliError(Text(f"--rules {path}: {preset.message}", f"--rules {path}：{preset.message_zh}"))
    return preset


def _number(text: str) -> int | str:
    """A whole number; what is none stays as written, to be refused under its field's name."""
    return int(text) if text.strip().isdecimal() else text


def _dashed(name: str) -> str:
    return "--" + name.replace("_", "-")


def _help(name: str, flag: bool = True) -> str:
    """What a fact means: the question that the variants ask, and which of them ask it."""
    if name in _HELP:
        return _HELP[name]
    asking = [
        (variant, item)
        for variant in VARIANTS.values()
        for item in variant.inputs
        if item.name == name and (name != "bao" or (item.kind == "flag") == flag)
    ]
    if not asking:
        return "Used by no variant."
    label = asking[0][1].label
    return f"{label.en} {label.zh} ({', '.join(variant.id for variant, _ in asking)})"
