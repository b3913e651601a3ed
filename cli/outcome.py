"""What came of a case: for a program, for a person, and as an exit status."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import click

from cli.argument import argument_json, print_argument
from cli.assemble import Draft
from cli.near_miss import missing_json, missing_text, near_miss
from cli.receipt import print_result
from cli.speech import Speech
from scoring import Case, Code, Rejection, Result, case_from_json, result_to_json, score

OK, REJECTED, INCOMPLETE, DOUBTFUL = 0, 1, 2, 3
"""Exit statuses: a payout; a hand that is rejected; facts missing or malformed; a reading that nobody may trust."""


@dataclass(frozen=True)
class Outcome:
    """A case and what it pays.

    Attributes:
        name: the case's id.
        case: None where facts are missing or malformed.
        result: the payout, or why there is none.
        explain: whether to tell the readings that lost and the house rules that would pay otherwise.
    """

    name: Any
    case: Case | None
    result: Result | Rejection
    explain: bool = False

    @property
    def exit_status(self) -> int:
        """See :data:`OK` and the others."""
        if isinstance(self.result, Result):
            return OK
        return INCOMPLETE if self.result.code is Code.INPUT else REJECTED

    def to_json(self) -> dict[str, Any]:
        """The result of the contract; a hand that does not win also says what it lacks."""
        told = result_to_json(self.name, self.result)
        if lack := near_miss(self.case, self.result):
            told["missing"] = missing_json(lack)
        if self.explain and self.case is not None:
            told |= argument_json(self.case)
        return told

    def show(self, speech: Speech) -> None:
        """Prints it for a person, in the words of the table."""
        speech = speech.at_table(self.case.variant) if self.case is not None else speech
        print_result(self.case, self.result, speech)
        if lack := near_miss(self.case, self.result):
            click.echo(speech.of(missing_text(lack)), err=True)
        if self.explain and self.case is not None:
            print_argument(self.case, speech)


def judge(made: Draft, missing: Rejection | None, explain: bool) -> Outcome:
    """What a draft pays; ``missing`` is what could not be asked for."""
    name = made.case.get("id")
    case = missing or case_from_json(made.case)
    if isinstance(case, Rejection):
        return Outcome(name, None, case)
    return Outcome(name, case, score(case), explain)
