"""Which rules a deal was scored by, so that a dispute years later knows them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

import scoring
from records.canonical import digest, plain
from records.errors import RecordsError
from scoring.errors import Rejection
from scoring.options import resolve
from scoring.variants import VARIANTS


@dataclass(frozen=True)
class RulesInForce:
    """The rules of a deal.

    Attributes:
        variant: name of the rules.
        options: every house rule with its value, the defaults of that day included.
        hule: version of Hule.
        source: SHA-256 of the scorer's source, which tells apart two builds of one version.
    """

    variant: str
    options: Mapping[str, Any] = field(default_factory=dict)
    hule: str = ""
    source: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "options", plain(dict(self.options)))


def rules_in_force(variant: str, options: Mapping[str, Any]) -> RulesInForce:
    """The rules of this build with these house rules; the others take their defaults.

    Raises:
        RecordsError: when there is no such variant or house rule.
    """
    if variant not in VARIANTS:
        raise RecordsError("E_RECORDS_RULES", f"there is no variant {variant!r}", f"没有玩法 {variant!r}")
    resolved = resolve(VARIANTS[variant].options, options)
    if isinstance(resolved, Rejection):
        raise RecordsError("E_RECORDS_RULES", resolved.message, resolved.message_zh)
    return RulesInForce(variant, resolved, version("hule"), scorer_digest())


@cache
def scorer_digest() -> str:
    """SHA-256 over the names and contents of the scorer's modules."""
    folder = Path(scoring.__file__).parent
    parts = (
        f"{path.relative_to(folder).as_posix()} {digest(path.read_bytes())}\n" for path in sorted(folder.rglob("*.py"))
    )
    return digest("".join(parts))
