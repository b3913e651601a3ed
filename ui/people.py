"""Who plays in a match and who sits where. Totals belong to people, so seats can change at any time."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from records import Adjustment, Match, Payment, Person, new_id
from scoring.hand import Seat
from ui.money import money
from ui.text import Words

NAME_LENGTH = 20
"""Longest name that a widget takes, in characters."""

LONGEST_SHOWN = 40
"""Longest name that is shown in full: one that came from elsewhere may be longer than a widget takes."""

SEATS = 4
"""Seats of a table; variants for three use the first three."""


def people_called(names: Iterable[str]) -> tuple[Person, ...]:
    """New people with these names."""
    return tuple(Person(new_id(), name.strip()[:NAME_LENGTH]) for name in names)


def name_of(match: Match, person_id: str) -> str:
    """What a person is called, as text that a page can show; the id of somebody whom nobody knows any more."""
    name = next((person.name for person in match.people if person.id == person_id), person_id)
    # Half a surrogate pair is text that no page can show; a name as long as a page leaves no room for the others.
    name = name.encode("utf-8", "replace").decode()
    return name if len(name) <= LONGEST_SHOWN else f"{name[: LONGEST_SHOWN - 1]}…"


def name_apart(match: Match, person_id: str) -> str:
    """What a person is called, with a number where somebody else is called the same."""
    name = name_of(match, person_id)
    alike = [person.id for person in match.people if name_of(match, person.id) == name]
    return name if len(alike) < 2 else f"{name} {alike.index(person_id) + 1}"


def names_of(match: Match, people: Iterable[str]) -> tuple[str, ...]:
    """Names by seat, four of them; empty where nobody sits."""
    return (*(name_of(match, person) for person in people), "", "", "", "")[:SEATS]


def payment_told(match: Match, payment: Payment, words: Words) -> str:
    """Who pays whom how much, as one sentence."""
    payer, payee = (name_of(match, person) for person in (payment.payer, payment.payee))
    return words("match.payment", payer=payer, payee=payee, amount=money(payment.cents))


def as_label(name: str) -> str:
    """A name for the label of a widget, which would take signs in it for markup."""
    return re.sub(r"([\\`*_{}\[\]()<>#+\-!|~$:])", r"\\\1", name)


def add_person(match: Match, name: str) -> Match:
    """The match with somebody more, who waits until a seat is free."""
    return replace(match, people=(*match.people, *people_called([name])))


def rename_person(match: Match, person_id: str, name: str) -> Match:
    """The match with another name for somebody."""
    name = name.strip()[:NAME_LENGTH]
    people = tuple(replace(each, name=name) if each.id == person_id else each for each in match.people)
    return replace(match, people=people)


def sit_down(match: Match, seat: Seat, person_id: str) -> Match:
    """The match with somebody in a seat. Who sat there takes the other's seat, or none if the other had none."""
    seats = list(match.seats)
    if person_id in seats:
        seats[seats.index(person_id)] = seats[seat]
    seats[seat] = person_id
    return replace(match, seats=tuple(seats))


def waiting(match: Match) -> tuple[Person, ...]:
    """Those of the match who have no seat now."""
    return tuple(person for person in match.people if person.id not in match.seats)


def agreed(payers: Sequence[str], payees: Sequence[str], cents: int, note: str) -> Adjustment | None:
    """Money beside the deals: each payer pays each payee so much; None where nothing would change hands.

    Args:
        payers: ids of those who pay; whoever is also among the payees receives and does not pay.
        payees: ids of those who receive.
        cents: what one pays another.
        note: what for.
    """
    paying = [person for person in payers if person not in payees]
    if not paying or not payees or cents <= 0:
        return None
    paid = {person: -cents * len(payees) for person in paying}
    return Adjustment(paid | {person: cents * len(paying) for person in payees}, note.strip())
