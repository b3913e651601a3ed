"""Hand to payout: the rules of every variant, in pure Python (算番).

>>> from scoring import case_from_json, score
>>> case = case_from_json({"variant": "sichuan", "wins": [{"seat": 1, "concealed": "123m 456m 789m 22s 56s",
...     "win_tile": "7s", "by": "discard", "from": 2}]})
>>> score(case).payments
(0, 1, -1, 0)
"""

from scoring.case_json import case_from_json, result_to_json
from scoring.core import Result, ScoredWin, score
from scoring.errors import Code, Rejection
from scoring.hand import Case, DrawHand, Events, Kong, Meld, Win
from scoring.tiles import Tile, format_tiles, parse_tiles, tile
from scoring.variant import Variant
from scoring.variants import VARIANTS

__all__ = [
    "VARIANTS",
    "Case",
    "Code",
    "DrawHand",
    "Events",
    "Kong",
    "Meld",
    "Rejection",
    "Result",
    "ScoredWin",
    "Tile",
    "Variant",
    "Win",
    "case_from_json",
    "format_tiles",
    "parse_tiles",
    "result_to_json",
    "score",
    "tile",
]
