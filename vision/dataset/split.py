"""``hule dataset split``: divides a dataset by group, near the shares wanted and alike in classes.

Photos of one group (a session, a film) are alike: in training and validation at once they would make the figures
too good. So a group is never divided; photos without a group are each one of their own.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.dataset.source import Item, Source
from vision.dataset.splits import DatasetError

ROUNDS = 20
"""Rounds of improvement at most; three or four do for most datasets."""

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Divided:
    """A dataset divided anew; see :class:`vision.dataset.source.Source`.

    Attributes:
        source: where the photos come from.
        places: the new split of each group.
        splits: the new splits.
    """

    source: Source
    places: Mapping[str, str]
    splits: tuple[str, ...]

    @property
    def fully_labelled(self) -> bool:
        """As in the source."""
        return self.source.fully_labelled

    def items(self, split: str) -> Iterator[Item]:
        """The photos of a new split."""
        for old in self.source.splits:
            for item in self.source.items(old):
                if self.places[group_of(item, old)] == split:
                    yield item


def group_of(item: Item, split: str) -> str:
    """The group of a photo; one without is a group of its own, whatever other splits have of its name."""
    return item.group or f"\0{split}/{item.name}"


def divide(source: Source, shares: Mapping[str, float], seed: int = 0) -> Divided:
    """Divides a dataset by group.

    Args:
        source: the dataset; its own splits are forgotten.
        shares: share of the photos that each split is to have; together 1.
        seed: of the order in which groups of equal size are placed.

    Raises:
        DatasetError: when there are fewer groups than splits.
    """
    counts: dict[str, Floats] = {}
    for split in source.splits:
        for item in source.items(split):
            row = counts.setdefault(group_of(item, split), np.zeros(44))
            row[0] += 1
            np.add.at(row, [1 + box.face for box in item.boxes or ()], 1)
    if len(counts) < len(shares):
        raise DatasetError(
            f"{len(counts)} groups cannot fill {len(shares)} splits: see the group column of index.csv",
            f"{len(counts)} 个组不够分成 {len(shares)} 份：请看 index.csv 的 group 列",
        )
    placed = place(np.array(list(counts.values())), np.array(list(shares.values())), seed)
    names = tuple(shares)
    return Divided(source, {group: names[number] for group, number in zip(counts, placed, strict=True)}, names)


def place(groups: Floats, shares: Floats, seed: int) -> NDArray[np.int64]:
    """Places groups so that every split has its share of photos and of each class, as nearly as can be.

    The largest group is placed first, where it does best; then single groups move as long as that helps. What is
    made small is the sum of squares of (share that a split has - share wanted), over the classes, and over the
    photos with the weight of all classes together.

    Args:
        groups: (n, 1 + classes): photos, and boxes of each class.
        shares: (splits,) wanted.
        seed: of the order among equals.

    Returns:
        The split of each group; none is empty.
    """
    parts = groups / np.maximum(groups.sum(axis=0), 1)
    classes = int(np.count_nonzero(groups[:, 1:].sum(axis=0)))
    parts[:, 0] *= math.sqrt(max(1, classes))
    wanted = shares[:, None] * parts.sum(axis=0)
    shuffled = np.random.default_rng(seed).permutation(len(parts))
    order = shuffled[np.argsort(-groups[shuffled, 0], kind="stable")]
    placed = np.full(len(parts), -1)
    gap = -wanted  # what each split has, less what it is to have
    for group in order:
        placed[group] = _best(gap, parts[group])
        gap[placed[group]] += parts[group]
    _fill_empty(placed, gap, parts, len(shares))
    for _ in range(ROUNDS):
        if not _improve(placed, gap, parts, order):
            break
    return placed


def _best(gap: Floats, part: Floats) -> int:
    """The split that a group helps most: adding it changes that split's squares by ``|part|² + 2 gap · part``."""
    return int(np.argmin(gap @ part))


def _fill_empty(placed: NDArray[np.int64], gap: Floats, parts: Floats, splits: int) -> None:
    """Gives every empty split the group that does the least harm there."""
    for split in range(splits):
        if (placed == split).any():
            continue
        sizes = np.bincount(placed, minlength=splits)
        movable = np.flatnonzero(sizes[placed] > 1)
        cost = [float(parts[group] @ (parts[group] + gap[split] - gap[placed[group]])) for group in movable]
        _move(placed, gap, parts, int(movable[int(np.argmin(cost))]), split)


def _improve(placed: NDArray[np.int64], gap: Floats, parts: Floats, order: NDArray[np.int64]) -> bool:
    """Moves single groups to where they do better; whether any moved."""
    moved = False
    sizes = np.bincount(placed, minlength=len(gap))
    for group in order:
        old = placed[group]
        if sizes[old] == 1:
            continue
        part = parts[group]
        others = gap.copy()
        others[old] -= part
        new = _best(others, part)
        if new != old and (others[old] - others[new]) @ part > 1e-12:
            _move(placed, gap, parts, int(group), new)
            sizes[[old, new]] += [-1, 1]
            moved = True
    return moved


def _move(placed: NDArray[np.int64], gap: Floats, parts: Floats, group: int, split: int) -> None:
    gap[placed[group]] -= parts[group]
    gap[split] += parts[group]
    placed[group] = split
