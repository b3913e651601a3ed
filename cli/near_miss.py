"""What a hand lacks (差什么), in JSON and in words."""

from __future__ import annotations

from typing import Any

from scoring import Case, Code, Rejection, format_tiles
from scoring.steps import Text
from scoring.waits import Missing, missing

NO_WIN = (Code.SUIT, Code.PAIR258, Code.MINFAN, Code.NOT_WIN)
"""Rejections of tiles that are a proper hand and win nothing."""


def near_miss(case: Case | None, result: object) -> Missing | None:
    """What the only winner of a rejected case lacks; None where the tiles themselves are at fault."""
    if case is None or not isinstance(result, Rejection) or result.code not in NO_WIN or len(case.wins) != 1:
        return None
    return missing(case)


def missing_json(lack: Missing) -> dict[str, Any]:
    """The ``missing`` of ``hule waits`` and of a rejected hand."""
    broken = lack.condition
    condition = broken and {"code": str(broken.code), "message": broken.message, "message_zh": broken.message_zh}
    return {"shanten": lack.shanten, "tiles": [tile.code for tile in lack.tiles], "condition": condition}


def missing_text(lack: Missing) -> Text:
    """One sentence about what is missing."""
    tiles, tiles_zh = format_tiles(lack.tiles), "、".join(tile.zh for tile in lack.tiles)
    if lack.condition is not None:
        return Text(lack.condition.message, lack.condition.message_zh)
    if lack.shanten <= 0:
        return Text(f"one tile short of a winning hand: {tiles} would do", f"差一张：{tiles_zh}")
    return Text(
        f"{lack.shanten} tiles away from ready; these bring it nearer: {tiles}",
        f"{lack.shanten} 向听；进张：{tiles_zh}",
    )
