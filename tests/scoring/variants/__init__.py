"""Tests of each variant, named by rule clause."""
