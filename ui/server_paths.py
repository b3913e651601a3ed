"""Addresses of the pages that work without a live session, under the server's own."""

SNAP = "/snap"
"""Takes a photo; ``match`` and ``deal`` in the query say for what."""

RESULT = "/result"
"""Shows the result of the deal whose id follows."""
