"""Layouts of tiles on a table: boxes as a camera would see them, and the hand that must come out."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.tiles import DETECTOR_CLASSES, format_tiles, parse_tiles
from tests.vision.samples import SamplePhoto, as_found, samples
from tests.vision.table import (
    FLAT,
    WIDTH,
    Lying,
    end_of,
    random_camera,
    random_hand,
    row,
    seen,
    shaken,
    tilted,
)
from vision.layout import Layout, lay_out
from vision.layout.melds import split_into_melds
from vision.layout.rows import find_rows
from vision.layout.truth import laid_out
from vision.reading import HandReading


def summary(hand: HandReading) -> tuple[str, list[tuple[str, str | None, str | None]], str | None, str]:
    """Concealed tiles, melds with kind, winning tile, flowers, each in the order read."""
    return (
        format_tiles(p.tile for p in hand.concealed),
        [(m.type, None if m.tiles is None else format_tiles(m.tiles), m.kind) for m in hand.melds],
        hand.win_tile.tile.code if hand.win_tile else None,
        format_tiles(p.tile for p in hand.flowers),
    )


def codes(layout: Layout) -> set[str]:
    """The codes of the warnings."""
    return {warning.code for warning in layout.warnings}


PERSPECTIVES = {
    "from above": FLAT,
    "from the front, low": np.array([[1, 0.1, 300], [0, 0.55, 400], [0, -0.0007, 1]]),
    "from the left": np.array([[0.9, 0, 50], [-0.18, 0.7, 300], [0.0009, -0.0004, 1]]),
    "from the right, tilted": np.array([[0.8, 0.15, 80], [0.2, 0.75, 120], [-0.0004, -0.0005, 1]]),
}
HAND = "123m 456p 789p 22s 7z 7z"


@pytest.mark.parametrize("view", PERSPECTIVES)
def test_one_row_is_read_in_order(view: str) -> None:
    """A row of 13 is the concealed hand, left to right, from any side."""
    layout = lay_out(seen(row(HAND, 100, 300), PERSPECTIVES[view]))
    assert summary(layout.hand) == (format_tiles(parse_tiles(HAND)), [], None, "")
    assert layout.other_hands == ()


@pytest.mark.parametrize("degrees", [-40, -20, -5, 0, 8, 25, 45, 60, 90])
def test_a_turned_photo_gives_the_same_hand(degrees: float) -> None:
    """Rows at any slope are rows; the tiles' angle is the slope."""
    layout = lay_out(seen(row(HAND, 100, 300), tilted(degrees)))
    assert summary(layout.hand)[0] == format_tiles(parse_tiles(HAND))
    expected = 0 if abs(degrees) < 10 else degrees % 360
    assert all(abs(angle - expected) <= 3 for angle in layout.angles)


@pytest.mark.parametrize("view", PERSPECTIVES)
def test_melds_apart_at_the_right(view: str) -> None:
    """Groups of three and four behind a gap are melds with their types; the rest is the hand."""
    hand = row("11234m 55s", 100, 300)
    pong = row("222p", end_of(hand) + 40, 300)
    kong = row("5555z", end_of(pong) + 40, 300)
    layout = lay_out(seen([*hand, *pong, *kong], PERSPECTIVES[view]))
    melds = [("pong", "222p", None), ("kong", "5555z", "exposed")]
    assert summary(layout.hand) == ("11234m 55s", melds, None, "")
    assert "W_KONG_KIND" in codes(layout)


@pytest.mark.parametrize("view", PERSPECTIVES)
def test_melds_touching_in_a_row_behind(view: str) -> None:
    """Melds laid side by side behind the hand are told apart by their faces."""
    layout = lay_out(seen([*row("11234m 55s", 100, 300), *row("222p 456s", 120, 240)], PERSPECTIVES[view]))
    assert summary(layout.hand) == ("11234m 55s", [("pong", "222p", None), ("chi", "456s", None)], None, "")


@pytest.mark.parametrize("place", [0, 1, 2])
def test_a_sideways_tile_marks_a_meld(place: int) -> None:
    """A called tile across makes a meld even where it touches the hand, and is turned by 90 degrees."""
    hand = row("123m 456p 77s 55z", 100, 300)
    pong = row("999s", end_of(hand), 300, sideways=[place])
    found = seen([*hand, *pong])
    layout = lay_out(found)
    assert summary(layout.hand) == ("123m 456p 77s 55z", [("pong", "999s", None)], None, "")
    turned = [i for i, angle in enumerate(layout.angles) if angle == 90]
    assert [DETECTOR_CLASSES[found.classes[i]].code for i in turned] == ["9s"]


@pytest.mark.parametrize("kong", ["back 33s back", "3s back back 3s", "back back back 3s", "3s back 33s"])
def test_concealed_kong_with_tiles_face_down(kong: str) -> None:
    """A kong with one to three tiles down is concealed, and its hidden tiles are known."""
    hand = row("123m 456p 77s 55z", 100, 300)
    layout = lay_out(seen([*hand, *row(kong, end_of(hand) + 30, 300)]))
    assert summary(layout.hand) == ("123m 456p 77s 55z", [("kong", "3333s", "concealed")], None, "")
    assert layout.hand.melds[0].concealed
    assert len(layout.hand.melds[0].boxes) == 4


def test_four_backs_are_a_kong_that_the_person_names() -> None:
    """A kong of four backs has no tiles and a warning that points at its boxes."""
    hand = row("123m 456p 77s 55z", 100, 300)
    layout = lay_out(seen([*hand, *row("back back back back", end_of(hand) + 30, 300)]))
    (kong,) = layout.hand.melds
    assert (kong.type, kong.tiles, kong.kind) == ("kong", None, "concealed")
    (warning,) = [w for w in layout.warnings if w.code == "W_KONG_HIDDEN"]
    assert warning.boxes == kong.boxes


def test_added_kong_lies_across_its_pong() -> None:
    """A fourth tile laid above the sideways tile of a pong makes an added kong."""
    hand = row("123m 456p 77s 55z", 100, 300)
    pong = row("999s", end_of(hand) + 30, 300, sideways=[1])
    added = Lying("9s", pong[1].x, pong[1].y - WIDTH, 90)
    layout = lay_out(seen([*hand, *pong, added]))
    assert summary(layout.hand) == ("123m 456p 77s 55z", [("kong", "9999s", "added")], None, "")


@pytest.mark.parametrize("where", ["right", "left", "behind", "across"])
def test_the_winning_tile_lies_apart(where: str) -> None:
    """One tile with a gap, above the row, or across at its end is the winning tile and not concealed."""
    hand = row(HAND, 100, 300)
    tile = {
        "right": Lying("5m", end_of(hand) + 45, 280),
        "left": Lying("5m", 55, 280),
        "behind": Lying("5m", 300, 230),
        "across": Lying("5m", end_of(hand) + 20, 285, 90),
    }[where]
    layout = lay_out(seen([*hand, tile]))
    assert summary(layout.hand) == (format_tiles(parse_tiles(HAND)), [], "5m", "")
    assert "W_WIN_TILE" not in codes(layout)


def test_without_a_tile_apart_all_are_concealed() -> None:
    """Fourteen tiles in a row leave the winning tile open, and a warning asks for it."""
    layout = lay_out(seen(row(HAND + " 7z", 100, 300)))
    assert layout.hand.win_tile is None
    assert len(layout.hand.concealed) == 14
    assert "W_WIN_TILE" in codes(layout)


@pytest.mark.parametrize("where", ["behind", "right", "within"])
def test_flowers_are_set_aside(where: str) -> None:
    """Flower tiles are flowers wherever they lie."""
    hand = row(HAND, 100, 300)
    if where == "within":
        tiles = row("123m 1f 456p 789p 6f 22s 77z", 100, 300)
    else:
        x, y = (150, 240) if where == "behind" else (end_of(hand) + 50, 300)
        tiles = [*hand, *row("16f", x, y)]
    assert summary(lay_out(seen(tiles)).hand) == (format_tiles(parse_tiles(HAND)), [], None, "16f")


def test_a_hand_in_two_rows_is_one_hand() -> None:
    """Seven tiles above seven are one hand of fourteen, the upper row first."""
    layout = lay_out(seen([*row("1358m 246p", 100, 100), *row("159s 1247z", 100, 145)]))
    assert summary(layout.hand) == ("1358m 246p 159s 1247z", [], None, "")


def test_two_hands_are_told_apart() -> None:
    """Of two full rows the one nearer to the camera is the hand, the other is listed, and a warning says so."""
    far, near = "1134567m 334455p", "123456789s 1122z"
    layout = lay_out(seen([*row(far, 100, 100), *row(near, 100, 300)], PERSPECTIVES["from the front, low"]))
    assert summary(layout.hand)[0] == near
    assert [summary(hand)[0] for hand in layout.other_hands] == [far]
    assert "W_SEVERAL_HANDS" in codes(layout)


def test_discards_and_walls_are_left_out() -> None:
    """Rows of discards and face-down walls in the background are no part of the hand."""
    hand = row(HAND, 100, 700)
    discards = [*row("1s 5z 9m 3p 2z 4s", 200, 100), *row("8m 1z 6p 6s 3z 2p", 200, 145)]
    wall = row("back " * 17, 50, 450)
    layout = lay_out(seen([*hand, *discards, *wall]))
    assert summary(layout.hand)[0] == format_tiles(parse_tiles(HAND))
    assert layout.hand.tile_count == 13
    assert {"W_LEFT_OUT", "W_SEVERAL_HANDS"} & codes(layout)


def test_sorted_sets_with_small_gaps_stay_concealed() -> None:
    """A hand whose owner parted the sets a little is no row of melds; a warning tells the doubt."""
    tiles: list[Lying] = []
    for group in ("123m", "456p", "789p", "222s", "77z"):
        tiles += row(group, end_of(tiles) + 18 if tiles else 100, 300)
    layout = lay_out(seen(tiles))
    assert summary(layout.hand) == ("123m 456789p 222s 77z", [], None, "")
    assert "W_SETS_APART" in codes(layout)


def test_larger_gaps_outrank_smaller_ones() -> None:
    """Where sets of the hand have small gaps and a meld a large one, only that is a meld."""
    tiles = row("123m", 100, 300)
    for group, gap in (("456p", 18), ("789p", 18), ("77z", 18), ("222s", 70)):
        tiles += row(group, end_of(tiles) + gap, 300)
    assert summary(lay_out(seen(tiles)).hand) == ("123m 456789p 77z", [("pong", "222s", None)], None, "")


@pytest.mark.parametrize("tiles", ["", "5m", "5m 5m", "1f", "back", "back back"])
def test_few_tiles_never_fail(tiles: str) -> None:
    """Nothing, one tile, two tiles, flowers or backs alone give a hand and a warning."""
    layout = lay_out(seen(row(tiles, 100, 100)))
    faces = [face for face in parse_tiles(tiles) if face.code != "back"]
    assert layout.hand.tile_count == len(faces)
    assert layout.warnings


def test_two_hundred_tiles_get_an_answer() -> None:
    """A whole table of tiles is read, and the person is told that it is too much."""
    tiles = [t for k in range(10) for t in row("123456789m 123456789p 12s", 50, 100 + 60 * k)]
    layout = lay_out(seen(tiles))
    assert "W_MANY_TILES" in codes(layout)
    assert len(layout.angles) == 200


def test_a_heap_is_one_hand_without_order() -> None:
    """Tiles thrown on a heap are all taken, and the warning says that they lie in no row."""
    places = np.random.default_rng(3).permutation([(x, y) for x in range(4) for y in range(4)])[:14]
    turns = np.random.default_rng(4).uniform(0, 360, 14)
    heap = [
        Lying(face.code, 100 + 62 * x + 25 * (y % 2), 100 + 62 * y + 17 * (x % 3), float(turn))
        for face, (x, y), turn in zip(parse_tiles("1358m 246p 159s 1247z"), places, turns, strict=True)
    ]
    layout = lay_out(seen(heap))
    assert layout.hand.tile_count == 14
    assert "W_NO_ROW" in codes(layout)


@pytest.mark.parametrize(
    ("tiles", "code"),
    [
        ("55555m 123456p 77s", "W_TOO_MANY_OF_ONE"),
        ("123m 456p 789s 1z", "W_COUNT"),
        ("123m 456p 789s 12z back back", "W_FACE_DOWN"),
    ],
)
def test_impossible_hands_are_pointed_out(tiles: str, code: str) -> None:
    """Five of a kind, a wrong number and hidden faces each have a warning in both languages."""
    layout = lay_out(seen(row(tiles, 100, 300)))
    (warning,) = [w for w in layout.warnings if w.code == code]
    assert warning.message
    assert any("一" <= letter <= "鿿" for letter in warning.message_zh)


def test_doubtful_tiles_are_pointed_at() -> None:
    """A tile that is hard to make out is named by its box."""
    layout = lay_out(seen(row(HAND, 100, 300), confidence=0.4))
    (warning,) = [w for w in layout.warnings if w.code == "W_UNSURE"]
    assert len(warning.boxes) == 13


def test_a_bent_row_is_one_row() -> None:
    """A row laid by hand on a slight curve stays together."""
    tiles = [Lying(t.code, t.x, t.y + 0.0012 * (t.x - 300) ** 2) for t in row(HAND, 100, 300)]
    assert [len(r.tiles) for r in find_rows(seen(tiles).boxes)] == [13]


SCENES = {
    "row": row(HAND, 100, 300),
    "row and tile apart": [*row(HAND, 100, 300), Lying("5m", 550, 280)],
    "melds behind": [*row("11234m 55s", 100, 300), *row("222p 456s", 110, 245)],
    "melds beside": [*row("11234m 55s 44z 7p", 100, 300), *row("222p", 460, 300, sideways=[0])],
    "concealed kong": [*row("11234m 55s 44z 7p", 100, 300), *row("back 66z back", 450, 300)],
}


@given(
    scene=st.sampled_from(sorted(SCENES)),
    degrees=st.floats(-12, 12),
    scale=st.floats(0.4, 4),
    shift=st.tuples(st.floats(0, 3000), st.floats(0, 3000)),
    tip=st.floats(-0.0002, 0.0002),
)
@settings(deadline=None, max_examples=60)
def test_the_hand_does_not_depend_on_the_camera(
    scene: str, degrees: float, scale: float, shift: tuple[float, float], tip: float
) -> None:
    """Small turns, any scale, any place and a little perspective leave the hand as it is."""
    camera = np.diag([scale, scale, 1.0]) @ np.array([[1, 0, 0], [0, 1, 0], [tip, tip, 1]]) @ tilted(degrees)
    camera = np.array([[1, 0, shift[0]], [0, 1, shift[1]], [0, 0, 1]]) @ camera
    assert summary(lay_out(seen(SCENES[scene], camera)).hand) == summary(lay_out(seen(SCENES[scene])).hand)


@given(st.lists(st.sampled_from(["123m", "555p", "9999s", "678s", "7777z", "111z"]), min_size=1, max_size=5))
def test_melds_side_by_side_split_again(melds: list[str]) -> None:
    """Any melds in a run are cut into pieces that are melds and together the whole run."""
    faces = [face for meld in melds for face in parse_tiles(meld)]
    lengths = split_into_melds(faces)
    assert lengths is not None
    assert sum(lengths) == len(faces)


@given(st.lists(st.tuples(st.floats(0, 4000), st.floats(0, 3000), st.integers(0, 42)), max_size=40))
@settings(deadline=None, max_examples=60)
def test_every_tile_lies_in_at_most_one_hand(spots: list[tuple[float, float, int]]) -> None:
    """Whatever boxes come, no tile is used twice and every index points at a box."""
    tiles = [Lying(DETECTOR_CLASSES[face].code, x, y) for x, y, face in spots]
    layout = lay_out(seen(tiles))
    used = [
        index
        for hand in (layout.hand, *layout.other_hands)
        for index in (
            *(p.box for p in (*hand.concealed, *hand.flowers)),
            *(box for meld in hand.melds for box in meld.boxes),
            *((hand.win_tile.box,) if hand.win_tile else ()),
        )
    ]
    assert len(used) == len(set(used))
    assert all(index is not None and 0 <= index < len(tiles) for index in used)


@pytest.mark.parametrize("sample", samples(), ids=lambda sample: sample.path.stem)
def test_the_samples_are_laid_out_right(sample: SamplePhoto) -> None:
    """From the tiles of every sample photo comes the hand that it shows."""
    assert laid_out(lay_out(as_found(sample.labels())).hand) == sample.hand


def test_random_hands_through_random_cameras() -> None:
    """At least 95 of 100 random hands, laid and photographed as people do, come out whole.

    Those that may fail are ambiguous: groups hardly apart, a flower that touches the winning tile.
    """
    rng = np.random.default_rng(11)
    right = 0
    for _ in range(100):
        tiles, truth = random_hand(rng)
        found = shaken(seen(tiles, random_camera(rng)), rng)
        right += laid_out(lay_out(found).hand) == truth
    assert right >= 95
