"""Amounts as a table reads them."""

from ui.money import in_one_line


def test_a_line_of_amounts_breaks_between_people_only() -> None:
    """A name and its amount stay together, and no line begins with the dot."""
    line = in_one_line([("老王", "+6"), ("Lao Li", "−2"), ("阿珍", "0")])
    assert line.replace("\u00a0", " ") == "老王 +6 · Lao Li −2 · 阿珍 0"
    assert line.split(" ") == ["老王\u00a0+6\u00a0·", "Lao", "Li\u00a0−2\u00a0·", "阿珍\u00a00"]
