"""Tests of the generator of training pictures."""
