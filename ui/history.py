"""Undo and redo of any value."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Generic, TypeVar

T = TypeVar("T")

DEPTH = 200
"""Steps that are kept."""


@dataclass(frozen=True)
class History(Generic[T]):
    """A value with those before it and those that were undone.

    Attributes:
        now: the present value.
        past: earlier values, oldest first.
        future: undone values, the next to redo first.
    """

    now: T
    past: tuple[T, ...] = field(default=(), repr=False)
    future: tuple[T, ...] = field(default=(), repr=False)

    @property
    def steps(self) -> tuple[T, ...]:
        """All values, the present one among those before it and those that were undone."""
        return (*self.past, self.now, *self.future)

    def change(self, value: T) -> History[T]:
        """A new present; nothing happens where it equals the old one. What was undone is dropped."""
        return self if value == self.now else History(value, (*self.past, self.now)[-DEPTH:])

    def undo(self) -> History[T]:
        """Back to the value before."""
        if not self.past:
            return self
        return History(self.past[-1], self.past[:-1], (self.now, *self.future))

    def redo(self) -> History[T]:
        """Forward to the value that was undone last."""
        if not self.future:
            return self
        return History(self.future[0], (*self.past, self.now), self.future[1:])
