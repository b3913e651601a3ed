"""One case for the scorer out of what was said on the command line, in a facts file, and by the photo."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cli.speech import CliError
from scoring.steps import Text

Json = dict[str, Any]


@dataclass(frozen=True)
class Draft:
    """A case in the making, in the schema of rules 1.2.

    Attributes:
        case: the case as far as it is known.
        target: the part of ``case`` that the photo or the options fill: a win, or a hand shown at a draw;
            None where the facts file tells everything.
    """

    case: Json
    target: Json | None

    @property
    def winner(self) -> int | None:
        """Index of the target among the wins; None where it is none of them."""
        wins = self.case.get("wins") or []
        return next((at for at, win in enumerate(wins) if win is self.target), None)


def draft(base: Mapping[str, Any] | None, deal: Json, win: Json, has_hand: bool) -> Draft:
    """Lays the options over the facts file.

    Args:
        base: the case of ``--case``; None without one.
        deal: facts of the deal from the options; they win over those of the file.
        win: facts of the win from the options.
        has_hand: whether a photo or ``--tiles`` brings a hand.

    Raises:
        CliError: when the facts file does not say which hand the tiles are.
    """
    case = copy.deepcopy(dict(base or {}))
    for name, value in deal.items():
        together = name in ("options", "events") and isinstance(case.get(name), dict)
        case[name] = {**case[name], **value} if together else value
    target = _target(case, has_hand, wanted=has_hand or base is None or bool(win))
    if target is not None:
        flags = win.pop("flags", None)
        target.update(win)
        if flags:
            target["flags"] = {**_object(target.get("flags"), "flags"), **flags}
    elif win:
        raise CliError(
            Text(f"say in the --case file whose {', '.join(win)} this is: it does not hold exactly one win",
                 f"请在 --case 文件里写明 {'、'.join(win)} 是谁的：文件里不是恰好一家胡牌")
        )  # fmt: skip
    return Draft(case, target)


def _target(case: Json, has_hand: bool, wanted: bool) -> Json | None:
    """The hand to fill; a new win, where one is wanted and the case tells of none and of no draw."""
    draw = _object(case.get("draw"), "draw")
    wins, shown = _objects(case.get("wins"), "wins"), _objects(draw.get("hands"), "draw.hands")
    if not wins and case.get("draw") is None:
        if not wanted:
            return None
        win: Json = {}
        case["wins"] = [win]
        return win
    if not has_hand:
        return wins[0] if len(wins) == 1 else None
    absent = [hand for hand in (*wins, *shown) if not hand.get("concealed")]
    if len(absent) == 1:
        return absent[0]
    raise CliError(
        Text(f"{len(absent)} hands in the --case file have no concealed tiles; leave out those of the one hand "
             "that the photo or --tiles shows",
             f"--case 文件里有 {len(absent)} 手牌没有写 concealed；请只空出照片或 --tiles 的那一手")
    )  # fmt: skip


def _object(value: Any, name: str) -> Json:
    """The object of a facts file under this name; an empty one where it is absent."""
    if value is not None and not isinstance(value, dict):
        raise CliError(Text(f"--case: {name} must be an object", f"--case：{name} 应为一个对象"))
    return value or {}


def _objects(value: Any, name: str) -> list[Json]:
    if value is not None and not isinstance(value, list):
        raise CliError(Text(f"--case: {name} must be a list", f"--case：{name} 应为一个列表"))
    for item in value or ():
        _object(item, f"{name}[]")
    return [item for item in value or () if item is not None]
