"""What storage refuses, in both languages."""

from __future__ import annotations

from scoring.errors import CodedError

NOT_THERE = "E_RECORDS_UNKNOWN"
"""Code of the error where nothing is stored under an id."""


class RecordsError(CodedError):
    """Something that cannot be stored or opened, ``E_RECORDS_…``; nothing was changed."""
