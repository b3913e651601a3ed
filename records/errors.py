"""What storage refuses, in both languages."""

from __future__ import annotations


class RecordsError(Exception):
    """Something that cannot be stored or opened; nothing was changed.

    Attributes:
        code: a fixed name, ``E_RECORDS_…``.
        message: what is wrong and what to do, in English.
        message_zh: the same in Chinese.
    """

    def __init__(self, code: str, message: str, message_zh: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.message_zh = message_zh
