"""Addresses of the pages that work without a live session, under the server's own."""

SNAP = "/snap"
"""Takes a photo; ``match`` and ``deal`` in the query say for what."""

RESULT = "/result"
"""Shows the result of the deal whose id follows."""

SNAP_SCRIPT = f"{SNAP}/snap.js"
"""What takes and sends photos."""

ENTRY_SCRIPT = f"{SNAP}/entry.js"
"""Draws the camera button that is there before the page (:mod:`ui.server_entry`)."""
