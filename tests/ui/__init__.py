"""Tests of the front end without a browser, by module."""
