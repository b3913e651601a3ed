"""Amounts and times as a table reads them."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import streamlit as st

MOST_MONEY = 1e9
"""Largest amount that can be typed: far beyond any table, and still exact in cents."""

MOST_POINTS = 10**9
"""Largest number of points that can be typed."""


def signed(points: int) -> str:
    """Points with their sign, zero without one."""
    return f"{points:+d}".replace("-", "−") if points else "0"


def money(cents: int) -> str:
    """An amount without its sign: ``12`` or ``12.50``."""
    whole, rest = divmod(abs(cents), 100)
    return f"{whole}.{rest:02}" if rest else f"{whole}"


def signed_money(cents: int) -> str:
    """An amount with its sign, zero without one."""
    return f"{'+' if cents > 0 else '−' if cents < 0 else ''}{money(cents)}"


def in_one_line(amounts: Iterable[tuple[str, str]]) -> str:
    """``老王 +6 · 小李 −2``; a line that is too long breaks between two people, not between a name and its amount."""
    return "\u00a0· ".join(f"{name}\u00a0{amount}" for name, amount in amounts)


def cents(amount: float) -> int:
    """An amount as it was typed, in whole cents."""
    return round(amount * 100)


def at_time(at: datetime) -> str:
    """The time of day where the browser is, with the date where that is another day."""
    local = at.astimezone(_zone())
    today = datetime.now(UTC).astimezone(_zone()).date()
    return f"{local:%H:%M}" if local.date() == today else f"{local:%Y-%m-%d %H:%M}"


def _zone() -> tzinfo:
    try:
        return ZoneInfo(st.context.timezone or "UTC")
    except (ZoneInfoNotFoundError, ValueError):
        return UTC
