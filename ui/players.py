"""How players are called on the screen."""

from __future__ import annotations

import re

from scoring.hand import Seat
from ui.deal import Deal
from ui.text import Words

_SEAT_ZH = re.compile(r"(\d)号位")
_SEATS_EN = re.compile(r"\bseats ((?:\d, )*\d)\b")
_SEAT_EN = re.compile(r"\bseat (\d)\b")
_ADDED = re.compile(r"(?<=\d) \+ -(?=\d)")
_NEGATIVE = re.compile(r"(?<=[ ：])-(?=\d)")


def seat_label(deal: Deal, seat: Seat, words: Words) -> str:
    """A player's name, or where he sits."""
    return deal.names[seat].strip() or words(f"seat.{seat}")


def name_seats(line: str, deal: Deal, words: Words) -> str:
    """A line of the scorer as people write it: names for seat numbers, the table's words, ``0 − 4`` for ``0 + -4``."""

    def name(digit: str) -> str:
        seat = int(digit)
        return seat_label(deal, seat, words) if seat < len(deal.names) else digit

    # Before the names: theirs stay as they are.
    line = words.either(line, line)
    line = _NEGATIVE.sub("−", _ADDED.sub(" − ", line))
    line = _SEAT_ZH.sub(lambda found: name(found[1]), line)
    line = _SEATS_EN.sub(lambda found: ", ".join(map(name, found[1].split(", "))), line)
    return _SEAT_EN.sub(lambda found: name(found[1]), line)
