"""The bar that shows how far a long command is."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")


def bar(things: Iterable[T], total: int) -> Iterator[T]:
    """Passes things on, of which there will be so many, with a bar on standard error where a person sees it."""
    from rich.console import Console
    from rich.progress import Progress

    # Lines for the same terminal go above the bar; a pipe gets them untouched.
    with Progress(
        console=Console(stderr=True),
        transient=True,
        redirect_stdout=sys.stdout.isatty(),
        disable=not sys.stderr.isatty(),
    ) as progress:
        yield from progress.track(things, total=total)
