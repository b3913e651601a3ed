"""What leads to a claim, as a page shows it; every name and sentence in it is escaped."""

from __future__ import annotations

from html import escape

from scoring.changes import Change
from scoring.claims import Difference, Finding, Parting, differences
from scoring.disputes import Dispute
from scoring.errors import Rejection
from scoring.steps import Step
from ui.deal import Deal
from ui.house_rules import rule_name, value_told
from ui.money import signed
from ui.players import name_seats, seat_label
from ui.text import Words

_KINDS = {
    "house_rule": "finding.house_rule",
    "fact": "finding.fact",
    "two_house_rules": "finding.two_house_rules",
}


def dispute_html(found: Dispute, table: Deal, words: Words) -> str:
    """The answer to one claim: agreement, explanations, or that there is none, and where the two part."""
    fault = found.claim.fault(table.rules.players)
    if fault is not None:
        return _verdict("fault", [name_seats(words.of(fault), table, words)])
    if found.agrees:
        return _verdict("agrees", [f"✓ {words('dispute.agrees')}"])
    parts = _differences(found, table, words)
    if not found.findings:
        parts = [words("dispute.none"), *parts]
    if not found.complete:
        parts.append(words("dispute.incomplete"))
    heading = f"<h3>{escape(words('dispute.findings', count=len(found.findings)))}</h3>" if found.findings else ""
    items = "".join(f"<li>{_finding_html(finding, table, words)}</li>" for finding in found.findings)
    return _verdict("none", parts) + heading + (f'<ul class="hule-findings">{items}</ul>' if items else "")


def _verdict(kind: str, lines: list[str]) -> str:
    inner = "".join(f"<p>{escape(line)}</p>" for line in lines)
    return f'<div class="hule-verdict {kind}" role="status">{inner}</div>'


def _differences(found: Dispute, table: Deal, words: Words) -> list[str]:
    """What was computed for each player whom the claim says something else about, with the sum of the first."""
    if found.difference is None or isinstance(found.result, Rejection):
        return []
    told = [_amounts(difference, table, words) for difference in differences(found.claim, found.result)]
    first = words("dispute.first", line=told[0])
    step = found.difference.step
    sums = [] if step is None else [words("dispute.line", line=_line(step, table, words))]
    return [first, *sums, *told[1:]]


def _amounts(difference: Difference, table: Deal, words: Words) -> str:
    name, computed = seat_label(table, difference.seat, words), signed(difference.computed or 0)
    return words("dispute.amounts", name=name, computed=computed, claimed=signed(difference.claimed))


def _finding_html(finding: Finding, table: Deal, words: Words) -> str:
    sentence = words("dispute.if", what=words("dispute.and").join(_change(c, table, words) for c in finding.changes))
    kind = words(_KINDS[finding.kind])
    lines = "".join(_parting_html(parts, table, words) for parts in (finding.parting, finding.total) if parts)
    return f'<span class="kind">{escape(kind)}</span><p>{escape(sentence)}</p>{lines}'


def _change(change: Change, table: Deal, words: Words) -> str:
    """What would be otherwise, in the words of the page."""
    option = next((option for option in table.rules.options if option.name == change.name), None)
    text = change.text
    if option is None:
        return name_seats(words.of(text), table, words)
    values = {"old": value_told(change.old, words), "new": value_told(change.new, words)}
    return words("dispute.rule", rule=rule_name(option, words), **values)


def _parting_html(parting: Parting, table: Deal, words: Words) -> str:
    """One line of the computation as it is and as the claim would have it."""
    rows = ((words("dispute.now"), parting.now), (words("dispute.then"), parting.then))
    told = "".join(
        f"<dt>{escape(label)}</dt><dd>{escape(_line(step, table, words) if step else words('dispute.no_line'))}</dd>"
        for label, step in rows
    )
    return f'<dl class="lines">{told}</dl>'


def _line(step: Step, table: Deal, words: Words) -> str:
    return name_seats(step.line(words.language), table, words)
