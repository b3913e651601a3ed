"""Undo and redo."""

from hypothesis import given
from hypothesis import strategies as st

from ui.history import DEPTH, History


@given(st.lists(st.integers(), max_size=20))
def test_undo_all_then_redo_all_is_where_we_were(values: list[int]) -> None:
    """Undoing everything gives the first value, redoing everything the last."""
    history = History(0)
    for value in values:
        history = history.change(value)
    last, steps = history.now, len(history.past)
    for _ in range(steps + 2):
        history = history.undo()
    assert history.now == 0
    for _ in range(steps + 2):
        history = history.redo()
    assert history.now == last


def test_a_new_value_drops_what_was_undone() -> None:
    """After a change there is nothing to redo; the same value again is no change."""
    history = History(1).change(2).undo().change(3)
    assert (history.now, history.future, history.redo().now) == (3, (), 3)
    assert history.change(3) is history


def test_only_so_many_steps_are_kept() -> None:
    """The oldest values are forgotten in the end."""
    history = History(0)
    for value in range(1, DEPTH + 50):
        history = history.change(value)
    assert len(history.past) == DEPTH
