"""Two tabs at one photo: what one of them is told where the other changed the labels that it had on its screen."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import takewhile

from records.labels import Labels, Version


@dataclass(frozen=True)
class Clash:
    """Labels that were changed elsewhere while a tab had them on its screen.

    Attributes:
        name: of the photo.
        at: when they were changed there last.
        theirs: as they were left there.
        yours: as they would be in this tab without that.
        both: whether the labels as they are now have the changes of both.
    """

    name: str
    at: datetime
    theirs: Labels
    yours: Labels
    both: bool = False


def clash_of(name: str, versions: Sequence[Version], seen: int, mine: Collection[str]) -> Clash | None:
    """What others made of a photo since it was drawn on a screen; None where that is nothing or the same.

    Args:
        name: of the photo.
        versions: of its labels, all of them.
        seen: number of the version that was drawn.
        mine: names of the editors on that screen.
    """
    newer = [version for version in versions if version.number > seen]
    others = [version for version in newer if version.editor not in mine]
    if not others or others[-1].at is None:
        return None
    drawn = [version for version in versions if version.number <= seen]
    before = [*drawn, *takewhile(lambda version: version.editor in mine, newer)][-1]
    if others[-1].labels == before.labels:
        return None
    return Clash(name, others[-1].at, others[-1].labels, before.labels)
