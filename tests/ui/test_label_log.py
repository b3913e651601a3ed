"""The log of gestures: each is applied once, whoever reports it again."""

from __future__ import annotations

from ui.label_log import Action, Applied


def test_gestures_are_applied_once_and_in_order() -> None:
    """A log that comes again with one more gesture gives that gesture alone; another editor counts for itself."""
    log: list[Action] = [{"editor": "mine", "n": number, "do": do} for number, do in enumerate("abc", start=1)]
    applied = Applied()
    for action in log[:2]:
        applied.confirm(action)
    mixed: list[Action] = [
        {"editor": "yours", "n": 1, "do": "d"},
        *log,
        {"editor": "mine", "do": "numberless"},
        {"n": 9, "do": "e"},
    ]
    assert [action["do"] for action in applied.new(mixed)] == ["d", "c"]
    assert applied.told(mixed) == {"mine": 2}
