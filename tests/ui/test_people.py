"""People and seats of a match, and money beside the deals."""

import pytest

from records import Match
from ui.people import add_person, agreed, as_label, name_apart, people_called, rename_person, sit_down, waiting

PEOPLE = people_called(["老王", "小李", "阿珍", "Tom"])
A, B, C, D = (person.id for person in PEOPLE)
MATCH = Match(people=PEOPLE, seats=(A, B, C, D))


def test_two_people_swap_seats() -> None:
    """Choosing somebody who sits elsewhere swaps the two."""
    assert sit_down(MATCH, 0, C).seats == (C, B, A, D)


def test_a_fifth_takes_turns() -> None:
    """Somebody without a seat takes one; whoever sat there waits, and can come back."""
    five = add_person(MATCH, " 小明 ")
    fifth = waiting(five)[0]
    assert fifth.name == "小明"
    played = sit_down(five, 1, fifth.id)
    assert played.seats == (A, fifth.id, C, D)
    assert [person.id for person in waiting(played)] == [B]
    assert sit_down(played, 1, B).seats == MATCH.seats


def test_a_new_name_keeps_the_person() -> None:
    """A renamed person has the same id; a name of ten thousand characters is cut."""
    renamed = rename_person(MATCH, B, "长" * 10_000)
    assert [person.id for person in renamed.people] == [A, B, C, D]
    assert renamed.people[1].name == "长" * 20


def test_two_of_one_name_stay_apart() -> None:
    """A second 老王 gets a number, and so does the first; the others do not."""
    twice = add_person(MATCH, "老王")
    assert [name_apart(twice, person.id) for person in twice.people] == ["老王 1", "小李", "阿珍", "Tom", "老王 2"]


def test_agreed_money_sums_to_zero() -> None:
    """A false win: one pays everybody else; nobody pays himself."""
    made = agreed([B], [A, C, D], 1000, "诈胡")
    assert made is not None
    assert made.amounts == {B: -3000, A: 1000, C: 1000, D: 1000}
    both = agreed([A, B], [B], 500, "")
    assert both is not None
    assert both.amounts == {A: -500, B: 500}


@pytest.mark.parametrize(("payers", "payees", "cents"), [([], [A], 1), ([A], [], 1), ([A], [A], 1), ([A], [B], 0)])
def test_nothing_agreed_is_no_entry(payers: list[str], payees: list[str], cents: int) -> None:
    """Without a payer, a receiver or an amount nothing is entered."""
    assert agreed(payers, payees, cents, "") is None


def test_a_name_is_no_markup() -> None:
    """Signs that a label would take for markup are marked as themselves."""
    assert as_label("**a** [b](c) :red[d]") == r"\*\*a\*\* \[b\]\(c\) \:red\[d\]"
