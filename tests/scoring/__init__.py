"""Tests of the scorer, by module."""
