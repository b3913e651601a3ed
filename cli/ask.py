"""Facts without which nothing can be paid: asked on a terminal, named where there is none."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, get_args

import click

from cli.assemble import Draft, Json
from cli.speech import Speech
from scoring import VARIANTS, Rejection
from scoring.errors import bad_input
from scoring.hand import Way
from scoring.steps import Text


@dataclass(frozen=True)
class Question:
    """A fact without which nothing can be paid.

    Attributes:
        name: the field of the case.
        text: the question.
        where: the part of the case that the answer goes into.
        read: from what a person types to the value of the field.
        choices: the answers allowed; empty for any.
    """

    name: str
    text: Text
    where: Json
    read: Callable[[str], Any] = str
    choices: tuple[str, ...] = ()


def variant_question(case: Json) -> Question | None:
    """Asks for the rules where nobody has named them."""
    if case.get("variant"):
        return None
    return Question("variant", Text("Which rules?", "哪种玩法？"), case, choices=tuple(VARIANTS))


def open_questions(made: Draft) -> Iterator[Question]:
    """What is still to be known, in the order to ask; each answer may bring up the next question."""
    case, win = made.case, made.target
    variant = VARIANTS.get(str(case.get("variant")))
    if win is not None and made.winner is not None:
        seats = tuple(map(str, range(variant.players if variant else 4)))
        if not win.get("by"):
            yield Question("by", Text("How was it won?", "怎么胡的？"), win, choices=get_args(Way))
        if win.get("seat") is None:
            yield Question("seat", Text("The winner's seat?", "谁胡了（座位号）？"), win, int, seats)
        if not win.get("win_tile") and win.get("by") != "opening":
            yield Question("win_tile", Text("The winning tile?", "胡的是哪张牌？"), win)
        if win.get("from") is None and win.get("by") in ("discard", "robkong"):
            yield Question("from", Text("Whose tile was it (seat)?", "谁点的炮（座位号）？"), win, int, seats)
    for item in variant.inputs if variant else ():
        if item.required and case.get(item.name) is None:
            yield Question(item.name, item.label, case, str if item.kind == "tile" else int)


def ask_for_variant(made: Draft, speech: Speech) -> None:
    """Asks for the rules before a photo is read, since they say where its tiles belong."""
    question = variant_question(made.case)
    if question is not None and can_ask():
        answer(question, speech)


def ask(made: Draft, speech: Speech) -> Rejection | None:
    """Asks every open question on a terminal.

    Returns:
        what is missing, where there is no terminal to ask on.
    """
    if can_ask():
        while question := next(open_questions(made), None):
            answer(question, speech)
        return None
    # A missing payer has a code of its own in the scorer, a missing required fact names itself there.
    missing = [question.name for question in open_questions(made) if question.name in ("by", "seat", "win_tile")]
    if not missing:
        return None
    options = ", ".join("--" + name.replace("_", "-") for name in missing)
    return bad_input(missing[0], f"still needed: {options}", f"还需要：{options}")


def can_ask() -> bool:
    """Whether a person sits at a terminal."""
    return sys.stdin.isatty() and sys.stderr.isatty()


def answer(question: Question, speech: Speech) -> None:
    """Asks one question, on standard error so that JSON on standard output stays clean."""
    kind = click.Choice(question.choices) if question.choices else None
    typed = click.prompt(speech.of(question.text), type=kind, err=True)
    try:
        question.where[question.name] = question.read(typed)
    except ValueError:
        # Left as typed: the scorer refuses it under its name.
        question.where[question.name] = typed
