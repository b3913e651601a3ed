"""The registry of variants. A new one is a file here and its name below."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module

from scoring.variant import Variant

NAMES = ("ningxia", "changsha", "sichuan", "chongqing", "sanren", "fuzhou", "xinjiang", "songyang")


class Registry(Mapping[str, Variant]):
    """Variants by name. A variant's file is read when it is first asked for, since an evening plays one table.

    Attributes:
        names: of the files, each of which declares its variant under the same name in capitals.
    """

    def __init__(self, names: tuple[str, ...]) -> None:
        self.names = names

    def __getitem__(self, name: str) -> Variant:
        if name not in self.names:
            raise KeyError(name)
        return _declared(name)

    def __contains__(self, name: object) -> bool:
        return name in self.names

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)

    def __len__(self) -> int:
        return len(self.names)


@cache
def _declared(name: str) -> Variant:
    variant: Variant = getattr(import_module(f"scoring.variants.{name}"), name.upper())
    return variant


VARIANTS = Registry(NAMES)
"""Every variant by its name in commands and JSON."""
