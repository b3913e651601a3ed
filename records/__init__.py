"""Saved hands, disputes and the label queue."""
