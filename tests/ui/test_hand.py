"""Corrections of a hand, as a person makes them one tap at a time."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.tiles import format_tiles, parse_tiles, tile
from tests.ui.hands import hand_from_tiles
from ui import hand as edit
from ui import melds
from ui.hand import EditedHand, hand_from_reading
from vision.reading import HandReading, MeldReading, PlacedTile, Reading, SeenTile

CALLS = frozenset({"pong", "kong", "chi"})


def faces(hand: EditedHand) -> str:
    """The concealed tiles in notation."""
    return format_tiles(piece.tile for piece in hand.concealed)


def alike(hand: EditedHand) -> list[int]:
    """Three of the concealed 3s."""
    return [piece.id for piece in hand.concealed if piece.tile.code == "3s"][:3]


def a_hand(text: str, win: str | None = None) -> EditedHand:
    """A hand typed in."""
    return hand_from_tiles(parse_tiles(text), tile(win) if win else None)


def a_reading() -> Reading:
    """A photo of 12m with a doubtful 5p, a pong of 3s with one tile turned, and a flower."""
    codes = ["1m", "2m", "5p", "3s", "3s", "3s", "1f"]
    seen = tuple(
        SeenTile(
            tile(code), (10.0 * n, 0.0, 10.0 * n + 8, 12.0), 0.5 if code == "5p" else 0.99, 0, ((tile("6p"), 0.3),)
        )
        for n, code in enumerate(codes)
    )
    hand = HandReading(
        concealed=tuple(PlacedTile(tile(code), n) for n, code in enumerate(codes[:3])),
        melds=(MeldReading("pong", parse_tiles("333s"), (3, 4, 5)),),
        flowers=(PlacedTile(tile("1f"), 6),),
    )
    return Reading("p.jpg", "0" * 64, 100, 20, seen, hand)


def test_a_reading_keeps_its_boxes_and_doubts() -> None:
    """Every tile of the photo is in the hand once, with its box, its chance and what else it may be."""
    hand = hand_from_reading(a_reading())
    assert sorted(piece.box for piece in hand.pieces if piece.box is not None) == list(range(7))
    doubtful = hand.concealed[2]
    assert (doubtful.tile.code, doubtful.confidence, doubtful.alternatives) == ("5p", 0.5, ((tile("6p"), 0.3),))
    assert hand.size == 6


def test_changing_a_tile_settles_the_doubt() -> None:
    """A face that a person chose is no longer doubtful, and its place in the row stays."""
    hand = hand_from_reading(a_reading())
    changed = edit.change(hand, hand.concealed[2].id, tile("6p"))
    assert faces(changed) == "12m 6p"
    assert changed.concealed[2].confidence == 1


def test_a_tile_read_as_a_flower_moves_when_corrected() -> None:
    """Flowers lie aside and other tiles in the hand, also after a correction."""
    hand = a_hand("12m 1f")
    to_hand = edit.change(hand, hand.flowers[0].id, tile("3m"))
    assert (faces(to_hand), to_hand.flowers) == ("123m", ())
    back = edit.change(to_hand, to_hand.concealed[0].id, tile("2f"))
    assert (faces(back), len(back.flowers)) == ("23m", 1)


def test_the_winning_tile_can_be_another() -> None:
    """Marking another tile puts the first one back into the hand."""
    hand = a_hand("123m", "5p")
    other = edit.mark_winning(hand, hand.concealed[0].id)
    assert other.win is not None
    assert (other.win.tile.code, faces(other)) == ("1m", "23m 5p")
    assert edit.unmark_winning(other).win is None


def test_removing_a_tile_of_a_meld_opens_the_meld() -> None:
    """Two tiles are no meld: they go back into the hand."""
    hand = hand_from_reading(a_reading())
    smaller = edit.remove(hand, hand.melds[0].pieces[1].id)
    assert (smaller.melds, faces(smaller)) == ((), "12m 5p 33s")


@pytest.mark.parametrize("kind", ["exposed", "added", "concealed"])
def test_a_kong_of_three_gets_its_fourth_and_gives_it_back(kind: str) -> None:
    """Three of a kind made a kong count as four tiles; taken apart they are three again."""
    hand = a_hand("222p 5m")
    kong = melds.make_meld(hand, [0, 1, 2], "kong", kind)
    assert (kong.melds[0].kind, len(kong.melds[0].pieces), kong.size) == (kind, 4, 4)
    assert faces(edit.unmake_meld(kong, kong.melds[0].pieces[0].id)) == "5m 222p"


def test_a_pong_takes_its_fourth_tile_from_the_hand() -> None:
    """A pong made a kong uses the fourth tile that the photo shows; made a pong again it gives it back."""
    hand = melds.make_meld(a_hand("2222p 5m"), [0, 1, 2], "pong")
    kong = melds.change_meld(hand, 0, "kong", "added")
    assert faces(kong) == "5m"
    assert faces(melds.change_meld(kong, 0, "pong", None)) == "5m 2p"


def test_a_face_down_kong_takes_one_face() -> None:
    """Saying what one tile of a face-down kong is says it of all four."""
    hand = melds.make_meld(a_hand("back back back back 5m"), [0, 1, 2, 3], "kong", "concealed")
    named = edit.change(hand, 0, tile("9s"))
    assert {piece.tile.code for piece in named.melds[0].pieces} == {"9s"}
    assert format_tiles(named.melds[0].meld().tiles) == "9999s"


def test_a_kong_with_two_faces_shown_is_known() -> None:
    """A concealed kong with two tiles face down has the face of the others."""
    group = edit.Group("kong", a_hand("back 9s back").concealed + a_hand("9s").concealed, "concealed")
    assert format_tiles(group.meld().tiles) == "9999s"


@pytest.mark.parametrize(
    ("tiles", "first", "calls", "expected"),
    [
        ("222p", 0, CALLS, ["pong", "kong exposed", "kong added", "kong concealed"]),
        ("222p", 0, frozenset(), []),
        ("345m", 1, CALLS, ["chi"]),
        ("23456m", 2, CALLS, ["chi", "chi", "chi"]),
        ("345m", 1, CALLS - {"chi"}, []),
        ("111z", 0, CALLS, ["pong", "kong exposed", "kong added", "kong concealed"]),
        ("123z", 0, CALLS, []),
        ("back back back", 0, CALLS, []),
    ],
)
def test_only_melds_that_the_rules_know_are_offered(
    tiles: str, first: int, calls: frozenset[str], expected: list[str]
) -> None:
    """The choices for a tile are the melds that the hand has the tiles for and the rules allow."""
    choices = melds.meld_choices(a_hand(tiles), first, calls)
    assert [f"{choice.type} {choice.kind or ''}".strip() for choice in choices] == expected


@pytest.mark.parametrize(("tiles", "kind"), [("12m 1p", "chi"), ("124m", "chi"), ("112m", "pong"), ("11m", "pong")])
def test_what_makes_no_meld_changes_nothing(tiles: str, kind: str) -> None:
    """Tiles that are no meld stay in the hand."""
    hand = a_hand(tiles)
    assert melds.make_meld(hand, range(len(hand.concealed)), kind) == hand


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["add", "change", "remove", "mark", "make", "unmake", "to", "sort"]), st.integers(0, 20)
        ),
        max_size=25,
    )
)
def test_no_correction_loses_or_doubles_a_number(steps: list[tuple[str, int]]) -> None:
    """Whatever is tapped in whatever order, every tile has its own number and melds stay melds."""
    hand = hand_from_reading(a_reading())
    do = {
        "add": lambda h, n: edit.add(h, tile("3s")),
        "change": lambda h, n: edit.change(h, n, tile("2f" if n % 5 == 0 else "3s")),
        "remove": edit.remove,
        "mark": edit.mark_winning,
        "make": lambda h, n: melds.make_meld(h, alike(h), "kong", "added"),
        "unmake": edit.unmake_meld,
        "to": lambda h, n: melds.change_meld(h, n, "kong" if n % 2 else "pong", "exposed" if n % 2 else None),
        "sort": lambda h, n: edit.sort_hand(h),
    }
    for name, number in steps:
        hand = do[name](hand, number)
        ids = [piece.id for piece in hand.pieces]
        assert len(ids) == len(set(ids))
        assert all(number < hand.next_id for number in ids)
        assert all(len(group.pieces) == (4 if group.type == "kong" else 3) for group in hand.melds)
        assert all(piece.tile.is_flower for piece in hand.flowers)


def test_a_wrong_correction_is_taken_back_as_fast() -> None:
    """The face that was read is offered first after a tile was changed, and the new one not at all."""
    seen = SeenTile(tile("5p"), (0.0, 0.0, 1.0, 1.0), 0.6, alternatives=((tile("6p"), 0.3), (tile("4p"), 0.1)))
    hand = HandReading((PlacedTile(tile("5p"), 0),))
    changed = edit.change(hand_from_reading(Reading("p.jpg", "0" * 64, 10, 10, (seen,), hand)), 0, tile("6p"))
    assert changed.pieces[0].alternatives == ((tile("5p"), 0.6), (tile("4p"), 0.1))
