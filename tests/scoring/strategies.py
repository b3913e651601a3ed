"""Random hands for the property tests: half of them winning hands built from sets, half anything at all."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from scoring import VARIANTS

HONORS = [f"{rank}z" for rank in range(1, 8)]
SUITED = [f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)]


def _chi(first: str) -> list[str]:
    return [f"{int(first[0]) + step}{first[1]}" for step in range(3)]


def _shuffled(draw: st.DrawFn, tiles: list[str]) -> list[str]:
    """The tiles in random order; cheaper to draw than a permutation."""
    draw(st.randoms(use_true_random=False)).shuffle(tiles)
    return tiles


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
    return _shuffled(draw, [*tiles, pair, pair])


@st.composite
def any_tiles(draw: st.DrawFn, number: int, faces: list[str] = SUITED) -> list[str]:
    """So many tiles of a shuffled set."""
    return draw(st.randoms(use_true_random=False)).sample([face for face in faces for _ in range(4)], number)


@st.composite
def seven_pairs(draw: st.DrawFn, faces: list[str] = SUITED) -> list[str]:
    """Seven pairs, in random order."""
    pairs = draw(st.randoms(use_true_random=False)).sample([face for face in faces for _ in range(2)], 7)
    return _shuffled(draw, [tile for face in pairs for tile in (face, face)])


FACES_OF = {
    "ningxia": [*SUITED, *HONORS], "changsha": SUITED, "sichuan": SUITED, "chongqing": SUITED,
    "sanren": [*SUITED[9:18], *HONORS, "1j"], "fuzhou": SUITED, "xinjiang": [*SUITED, *HONORS],
    "songyang": [*SUITED, *HONORS],
}  # fmt: skip
"""The tiles of a hand in each variant, written here a second time on purpose."""

INDICATOR = {"fuzhou": "gold", "songyang": "caishen"}
"""The fact that a deal cannot do without."""


def face_names(faces: list[str]) -> str:
    """Tiles as a case holds them."""
    return " ".join(faces)


@st.composite
def cases(draw: st.DrawFn, variant: str) -> dict[str, Any]:
    """A deal with one winner: half the hands complete, with random melds, way, facts and house rules."""
    faces = FACES_OF[variant]
    sets = 5 if variant == "fuzhou" else 4
    kinds = [winning_tiles(faces, sets), any_tiles(3 * sets + 2, faces)]
    kinds += [seven_pairs(faces)] if variant not in ("sanren", "fuzhou") else []
    tiles = draw(st.one_of(kinds[0], st.one_of(kinds)))
    players = 3 if variant == "sanren" else 4
    seat = draw(st.integers(0, players - 1))
    by = draw(st.sampled_from(["selfdraw", "discard", "robkong"]))
    other = draw(st.sampled_from([other for other in range(players) if other != seat]))
    win: dict[str, Any] = {"seat": seat, "by": by, "win_tile": tiles[-1], "melds": []}
    if by != "selfdraw":
        win["from"] = other
    concealed = tiles[:-1]
    for face in sorted(set(concealed)):
        if concealed.count(face) >= 3 and face != "1j" and draw(st.booleans()):
            for _ in range(3):
                concealed.remove(face)
            kong = tiles.count(face) == 3 and draw(st.booleans())
            meld: dict[str, Any] = {"type": "kong", "tiles": face * 4, "kind": "exposed"} if kong else {
                "type": "pong", "tiles": face * 3}  # fmt: skip
            win["melds"].append(meld)
    win["concealed"] = face_names(concealed)
    declared = VARIANTS[variant]
    flags = sorted(declared.flags - {"youjin"})
    win["flags"] = dict.fromkeys(draw(st.sets(st.sampled_from(flags), max_size=1)), True) if flags else {}
    if declared.flowers:
        offered = st.sampled_from(sorted(tile.code for tile in declared.flowers))
        win["flowers"] = face_names(draw(st.lists(offered, max_size=6, unique=True)))
    case: dict[str, Any] = {"variant": variant, "players": players, "dealer": draw(st.integers(0, players - 1))}
    case["wins"] = [win]
    case["options"] = {
        option.name: draw(st.sampled_from(option.trials()))
        for option in draw(st.lists(st.sampled_from(declared.options), max_size=2, unique_by=lambda item: item.name))
    }
    if variant in INDICATOR:
        case[INDICATOR[variant]] = draw(st.sampled_from(faces))
    for fact in {"streak", "lao", "bird"} & declared.facts:
        case[fact] = draw(st.integers(1, 4))
    return case
