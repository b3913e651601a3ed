"""How far the gestures of the box editor are applied: each once, also when a tab reconnects or is loaded again."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Mapping
from typing import Any

Action = Mapping[str, Any]
"""A finished gesture: ``editor`` names the editor on somebody's screen that reports it, ``n`` is its number there,
``photo`` the hash of the photo it was made on, ``seen`` the version of its labels that was drawn, ``do`` says what it
does."""

MOST_EDITORS = 10_000
"""So many are remembered; a tab that rested while as many others came is not expected to report a gesture again."""


class Applied:
    """The last gesture of each editor that is applied.

    An editor reports a gesture until it is confirmed. Meanwhile the tab may have been loaded again or come back after
    a broken connection: then another session of the server hears it. So one such object serves all sessions.

    Attributes:
        lock: held from asking what is new until that is confirmed.
    """

    def __init__(self) -> None:
        self.lock = threading.RLock()
        self._last: dict[str, int] = {}

    def new(self, log: Iterable[Action]) -> list[Action]:
        """The gestures of a log that are not applied yet, in order; what has no number is none."""
        numbered = [each for each in log if isinstance(each.get("n"), int) and isinstance(each.get("editor"), str)]
        return [each for each in numbered if each["n"] > self._last.get(each["editor"], 0)]

    def confirm(self, action: Action) -> None:
        """Notes that a gesture is applied, and with it all that its editor reported before."""
        editor = str(action["editor"])
        self._last[editor] = max(int(action["n"]), self._last.pop(editor, 0))
        if len(self._last) > MOST_EDITORS:
            del self._last[next(iter(self._last))]

    def told(self, log: Iterable[Action]) -> dict[str, int]:
        """The number of the last applied gesture of each editor in a log, for the editor to hear."""
        editors = {str(each.get("editor")) for each in log}
        return {editor: self._last[editor] for editor in sorted(editors) if editor in self._last}
