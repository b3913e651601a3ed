"""Tests of labelled photos on disk."""
