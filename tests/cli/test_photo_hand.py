"""From the hand that a photo shows to the case: where its tiles go, and what is asked before anything is paid."""

from __future__ import annotations

from typing import Any

import pytest
from click.testing import CliRunner

from cli.assemble import Draft, draft
from cli.kongs import pay_shown_kongs
from cli.photo import fill_hand, place_winning_tile
from cli.speech import Speech
from scoring import VARIANTS, Rejection, parse_tiles, tile
from scoring.hand import KongKind
from vision.reading import HandReading, MeldReading, PlacedTile


def placed(text: str) -> tuple[PlacedTile, ...]:
    """Tiles at made-up boxes."""
    return tuple(PlacedTile(face, box) for box, face in enumerate(parse_tiles(text)))


def filled(hand: HandReading, variant: str = "sichuan", **win: Any) -> dict[str, Any]:
    """The win that a photo's hand makes with these facts."""
    made = draft(None, {"variant": variant}, win, has_hand=True)
    fill_hand(made, hand, VARIANTS[variant])
    place_winning_tile(made, VARIANTS[variant])
    assert made.target is not None
    return made.target


ROW = HandReading(placed("123m 456m 789p 22m 333p"))
APART = HandReading(placed("123m 456m 789p 2m 333p"), win_tile=PlacedTile(tile("2m"), 20))


def test_the_tile_that_lies_apart_is_the_winning_tile() -> None:
    """Nobody has to name a winning tile that the photo sets apart."""
    win = filled(APART, by="selfdraw", seat=1)
    assert (win["win_tile"], len(parse_tiles(win["concealed"]))) == ("2m", 13)


def test_a_winning_tile_that_a_person_names_is_taken_out_of_the_row() -> None:
    """The row shows 14 tiles; the hand has 13 and the winning tile."""
    win = filled(ROW, win_tile="2m")
    assert sorted(parse_tiles(win["concealed"])) == sorted(parse_tiles("123m 456m 789p 2m 333p"))


def test_a_person_who_names_another_tile_than_the_one_apart_is_believed() -> None:
    """The tile apart goes back into the row."""
    win = filled(APART, win_tile="9p")
    assert sorted(parse_tiles(win["concealed"])) == sorted(parse_tiles("123m 456m 78p 22m 333p"))


def test_a_photo_of_a_waiting_hand_keeps_all_its_tiles() -> None:
    """The winning tile lies elsewhere on the table, even where the hand holds one like it."""
    win = filled(HandReading(placed("123m 456m 789p 2m 333p")), win_tile="2m")
    assert len(parse_tiles(win["concealed"])) == 13


def test_an_opening_hand_has_no_winning_tile() -> None:
    """A tile that lies apart belongs to the dealt hand."""
    win = filled(APART, "changsha", by="opening", seat=0)
    assert win.get("win_tile") is None
    assert len(parse_tiles(win["concealed"])) == 14


def test_melds_keep_their_kind_and_a_hidden_kong_is_taken_from_the_person() -> None:
    """A kong of which no face shows is left to ``--meld``; one with two faces up is whole."""
    hidden = MeldReading("kong", None, (1, 2, 3, 4), True, "concealed")
    half = MeldReading("kong", parse_tiles("back 7p 7p back"), (5, 6, 7, 8), True, "concealed")
    hand = HandReading(placed("123m 4m"), (hidden, half), PlacedTile(tile("4m"), 9))
    win = filled(hand, melds=[{"type": "kong", "tiles": "8888s", "kind": "concealed"}])
    assert [(meld["tiles"], meld["kind"]) for meld in win["melds"]] == [("7777p", "concealed"), ("8888s", "concealed")]


@pytest.mark.skipif("fuzhou" not in VARIANTS, reason="Fuzhou is not there yet")
def test_honors_are_flowers_in_fuzhou_wherever_they_lie() -> None:
    """In the row, laid apart like a pong, and set apart like a winning tile."""
    dragons = MeldReading("pong", parse_tiles("777z"), (17, 18, 19))
    hand = HandReading(placed("123m 456m 789m 123p 456p 1z"), (dragons,), PlacedTile(tile("2z"), 20), placed("3f"))
    win = filled(hand, "fuzhou")
    assert (win["concealed"], win["melds"], win.get("win_tile")) == ("123456789m 123456p", [], None)
    assert sorted(parse_tiles(win["flowers"])) == sorted(parse_tiles("3f 1z 777z 2z"))


def test_a_photo_can_show_one_hand_of_a_draw() -> None:
    """A hand of a draw has no winning tile and no flowers of its own in the case."""
    shown: dict[str, Any] = {"seat": 1}
    made = Draft({"variant": "sichuan", "draw": {"hands": [shown]}}, shown)
    fill_hand(made, HandReading(placed("123m 456m 789p 2m 333p")), VARIANTS["sichuan"])
    assert set(shown) == {"seat", "concealed", "melds"}


def kongs_paid(kind: KongKind, variant: str = "sichuan", **deal: Any) -> Any:
    """The kongs to be paid, or what is missing, for a photo of seat 1's hand with a kong of this kind."""
    kong = MeldReading("kong", parse_tiles("3333p"), (11, 12, 13, 14), kind == "concealed", kind)
    made = draft(None, {"variant": variant, **deal}, {"by": "selfdraw", "seat": 1}, has_hand=True)
    fill_hand(made, HandReading(placed("123m 456m 789p 22m"), (kong,)), VARIANTS[variant])
    return pay_shown_kongs(made, VARIANTS[variant], Speech("en")) or made.case.get("kongs")


def test_a_kong_on_the_photo_is_paid_without_being_named() -> None:
    """Where the rules pay kongs, one that lies in the hand is paid; elsewhere it is not."""
    assert kongs_paid("concealed") == [{"seat": 1, "kind": "concealed"}]
    assert kongs_paid("concealed", "chongqing") is None


def test_kongs_named_for_the_winner_stand() -> None:
    """A person who said how the winner's kong was made is not overruled by the photo; another's kong is beside it."""
    own, others = {"seat": 1, "kind": "added"}, {"seat": 0, "kind": "concealed"}
    assert kongs_paid("exposed", kongs=[own]) == [own]
    assert kongs_paid("concealed", kongs=[others]) == [others, {"seat": 1, "kind": "concealed"}]


def test_who_fed_an_exposed_kong_is_a_fact_that_no_photo_shows() -> None:
    """Without a terminal the option that says it is named."""
    missing = kongs_paid("exposed")
    assert isinstance(missing, Rejection)
    assert '--kong "1 exposed from SEAT"' in missing.message


@pytest.mark.parametrize(("typed", "kong"), [
    ("3", {"seat": 1, "kind": "exposed", "from": 3}), ("added", {"seat": 1, "kind": "added"}),
])  # fmt: skip
def test_who_fed_an_exposed_kong_is_asked_at_a_terminal(
    typed: str, kong: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The feeder is asked for, and a kong made by a tile drawn later can be told instead."""
    monkeypatch.setattr("cli.kongs.can_ask", lambda: True)
    with CliRunner().isolation(input=f"1\n{typed}\n"):
        assert kongs_paid("exposed") == [kong]
