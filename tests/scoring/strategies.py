"""Random hands for the property tests: half of them winning hands built from sets, half anything at all."""

from __future__ import annotations

from hypothesis import strategies as st

SUITED = [f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)]


def _chi(first: str) -> list[str]:
    return [f"{int(first[0]) + step}{first[1]}" for step in range(3)]


@st.composite
def winning_tiles(draw: st.DrawFn, faces: list[str] = SUITED, sets: int = 4) -> list[str]:
    """Tiles of sets and a pair, no face more than four times, in random order."""
    starts = [face for face in faces if face[1] != "z" and int(face[0]) <= 7 and all(t in faces for t in _chi(face))]
    groups = st.one_of(st.sampled_from(faces).map(lambda face: [face] * 3), *[st.sampled_from(starts).map(_chi)] * 2)
    tiles: list[str] = []
    for _ in range(sets):
        tiles += draw(
            groups.filter(lambda group, held=tuple(tiles): all(held.count(t) + group.count(t) <= 4 for t in group))
        )
    pair = draw(st.sampled_from([face for face in faces if tiles.count(face) <= 2]))
    return draw(st.permutations([*tiles, pair, pair]))


@st.composite
def any_tiles(draw: st.DrawFn, number: int, faces: list[str] = SUITED) -> list[str]:
    """So many tiles of a shuffled set."""
    return draw(st.permutations([face for face in faces for _ in range(4)]))[:number]


@st.composite
def seven_pairs(draw: st.DrawFn, faces: list[str] = SUITED) -> list[str]:
    """Seven pairs, in random order."""
    pairs = draw(st.permutations([face for face in faces for _ in range(2)]))[:7]
    return draw(st.permutations([tile for face in pairs for tile in (face, face)]))
