"""One spelling of a JSON value, so that equal values have equal hashes."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from records.errors import RecordsError

Json = Mapping[str, Any]
"""A JSON object."""


def canonical(value: Any) -> str:
    """The value as JSON: keys sorted, no spaces, ASCII alone.

    Every character outside ASCII is escaped, so that text of any kind (a lone surrogate, a NUL) passes through
    every database and encoding unchanged.

    Raises:
        RecordsError: when it is no JSON value (a NaN, an object of a class, a key that is no text).
    """
    try:
        text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False)
    except (TypeError, ValueError, RecursionError) as error:
        raise RecordsError("E_RECORDS_JSON", f"this cannot be stored: {error}", f"无法保存：{error}") from error
    return text


def plain(value: Any) -> Any:
    """A copy of a JSON value as reading it back would give it: lists for tuples, nothing shared."""
    return json.loads(canonical(value))


def digest(text: str | bytes) -> str:
    """SHA-256, hexadecimal; of a text its UTF-8 bytes."""
    return hashlib.sha256(text if isinstance(text, bytes) else text.encode()).hexdigest()
