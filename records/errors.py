"""What storage refuses, in both languages."""

from __future__ import annotations

from scoring.errors import CodedError


class RecordsError(CodedError):
    """Something that cannot be stored or opened, ``E_RECORDS_…``; nothing was changed."""
