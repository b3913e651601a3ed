"""The search for readings finds exactly what slow enumeration finds, wild tiles included."""

from __future__ import annotations

from collections.abc import Iterable

from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.splits import complete
from scoring.tiles import parse_tiles, tile
from tests.scoring import brute_force
from tests.scoring.strategies import any_tiles, winning_tiles


def counts_of(tiles: Iterable[str]) -> tuple[int, ...]:
    """Tiles as the counts that the search takes."""
    counts = [0] * 34
    for code in tiles:
        counts[tile(code).index] += 1
    return tuple(counts)


def readings(tiles: list[str], wilds: int, sets: int = 4) -> list[tuple[str, ...]]:
    """What the search finds, in the words of the enumerator."""
    found = complete(counts_of(tiles), wilds, sets, pairs=1)
    return [tuple(sorted("".join(item.code for item in group.tiles) for group in groups)) for groups in found]


@settings(max_examples=500, deadline=None)
@given(st.one_of(winning_tiles(brute_force.FACES), any_tiles(14, brute_force.SUITED[:9])))
def test_natural_hands_have_the_readings_of_the_enumerator(tiles: list[str]) -> None:
    """Without wild tiles both find the same readings, each once."""
    found = readings(tiles, 0)
    assert len(found) == len(set(found))
    assert set(found) == brute_force.splits(tiles)


@settings(max_examples=500, deadline=None)
@given(winning_tiles(brute_force.SUITED[:9] + brute_force.HONORS[:2], sets=3), st.integers(1, 2))
def test_wild_tiles_by_budget_equal_blind_substitution(tiles: list[str], wilds: int) -> None:
    """A budget of wild tiles gives the readings that substituting every face gives, each once."""
    faces = brute_force.SUITED[:9] + brute_force.HONORS
    natural = tiles[wilds:]
    found = readings(natural, wilds, sets=3)
    suits = {"m", "z"}
    assert len(found) == len(set(found))
    inside = {words for words in found if {tile[1] for word in words for tile in [word[:2]]} <= suits}
    assert inside == brute_force.splits_with_wilds(natural, wilds, faces)


def test_three_equal_chi_are_also_three_triplets() -> None:
    """A hand that can be seen in two ways is seen in both (rules 1.4.1)."""
    tiles = [item.code for item in parse_tiles("111222333m 78999p")]
    assert sorted(readings(tiles, 0)) == [
        ("1m1m1m", "2m2m2m", "3m3m3m", "7p8p9p", "9p9p"),
        ("1m2m3m", "1m2m3m", "1m2m3m", "7p8p9p", "9p9p"),
    ]
