"""Stories played in Chromium against a running app."""
