"""Components of our own: HTML, CSS and script, with the logic in plain functions."""
