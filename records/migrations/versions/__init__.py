"""One module a step, oldest first. A step that is released is never edited."""
