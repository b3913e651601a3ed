"""What a tap in the strip does, and what the strip shows."""

import json
from dataclasses import replace

import pytest

from scoring import VARIANTS, parse_tiles, tile
from tests.ui.hands import hand_from_tiles
from ui.components.hand_editor import apply, apply_log
from ui.components.hand_view import view
from ui.components.payout import question_html
from ui.deal import Deal, missing, with_variant
from ui.hand import EMPTY_HAND, Piece
from ui.history import History
from ui.text import words

FOURTEEN = ["1m", "2m", "3m", "4m", "5m", "6m", "7p", "8p", "9p", "2p", "2p", "2p", "5p", "5p"]


def start(tiles: str = "", win: str | None = None, variant: str = "sichuan") -> History[Deal]:
    """A deal with a hand, nothing done yet."""
    return History(Deal(variant=variant).with_hand(hand_from_tiles(parse_tiles(tiles), tile(win) if win else None)))


def typed(tiles: list[str]) -> list[dict[str, object]]:
    """The taps of a hand on the keypad."""
    return [{"n": number, "do": "add", "tile": code} for number, code in enumerate(tiles, start=1)]


def test_fourteen_taps_make_a_hand() -> None:
    """The keypad needs one tap a tile; the fourteenth is the winning tile."""
    history, applied = apply_log(start(), typed(FOURTEEN), 0)
    hand = history.now.win.hand
    assert (applied, hand.size, hand.win.tile.code) == (14, 14, "5p")


def test_taps_sent_again_count_once() -> None:
    """The script sends all taps that are not confirmed yet; the known ones do nothing."""
    log = typed(FOURTEEN[:3])
    history, applied = apply_log(start(), log[:2], 0)
    history, applied = apply_log(history, log, applied)
    assert (history.now.win.hand.size, applied) == (3, 3)


def test_each_tap_back_takes_out_one_tile() -> None:
    """Taps on the keypad's Back take out the newest tiles one by one, however late they are answered."""
    log = [
        *typed(FOURTEEN[:3]),
        *({"n": number, "do": "back"} for number in (4, 5)),
        {"n": 6, "do": "add", "tile": "9p"},
    ]
    history, _ = apply_log(start(), log, 0)
    assert [piece.tile.code for piece in history.now.win.hand.pieces] == [FOURTEEN[0], "9p"]


@pytest.mark.parametrize(
    "action",
    [{}, {"do": "fly"}, {"do": "add"}, {"do": "add", "tile": "10m"}, {"do": "add", "tile": 5},
     {"do": "remove", "id": 99}, {"do": "make", "ids": None, "type": "pong", "kind": None}, {"do": "change", "id": "x",
      "tile": "1m"}, {"do": "make", "ids": [0, 1], "type": "pong", "kind": None}, {"do": "feed", "id": 0, "seat": 7}],
    ids=str,
)  # fmt: skip
def test_a_tap_without_sense_does_nothing(action: dict[str, object]) -> None:
    """Nothing that a browser sends breaks the hand."""
    history = start("123m")
    assert apply(history, action).now == history.now


@pytest.mark.parametrize(
    ("concealed", "win", "first"),
    [("123m 456m 789p 22p", None, "Back into the hand"), ("123m 456m 789p 222p 5p", "5p", "Remove")],
    ids=["of the hand", "beside the hand"],
)
def test_three_tiles_that_lie_as_a_chi_are_no_meld_where_there_is_none(concealed: str, win: str, first: str) -> None:
    """Sichuan has no chi: the page says so, and one tap takes the three back or out, whatever completes the hand."""
    history = start(f"345s {concealed}", win, "changsha")
    laid = apply(history, {"do": "make", "ids": [0, 1, 2], "type": "chi", "kind": None}).now
    deal = with_variant(laid, "sichuan")
    question = missing(deal)
    assert question is not None
    said = question_html(question, deal, words("en"))
    assert "Sichuan Bloody has no chi, but 3 of bamboo, 4 of bamboo, 5 of bamboo lie as one" in said
    (fix,) = view(History(deal), words("en"))["fixes"]
    assert fix["choices"][0]["label"].startswith(first)
    mended = apply(History(deal), fix["choices"][0]["action"]).now
    assert (mended.held, missing(mended)) == (14, None)


def test_a_whole_correction_can_be_undone() -> None:
    """Two corrections and a kong, undone one by one and redone."""
    history = start("222p 13m 456m 78p 55p", "9p")
    for action in ({"do": "change", "id": 3, "tile": "2m"}, {"do": "add", "tile": "1m"},
                   {"do": "make", "ids": [0, 1, 2], "type": "kong", "kind": "added"}):  # fmt: skip
        history = apply(history, action)
    done = history.now
    assert done.win.hand.melds[0].kind == "added"
    undone = history
    for _ in range(3):
        undone = apply(undone, {"do": "undo"})
    assert undone.now == start("222p 13m 456m 78p 55p", "9p").now
    for _ in range(3):
        undone = apply(undone, {"do": "redo"})
    assert undone.now == done


def test_marking_the_winning_tile_ends_the_guess() -> None:
    """The tile that was taken for the winning one is a guess only until a person marks one."""
    history, _ = apply_log(start(), typed(FOURTEEN), 0)
    assert history.now.win.assumed
    marked = apply(history, {"do": "mark", "id": 0}).now.win
    assert (marked.assumed, marked.hand.win.tile.code) == (False, "1m")


def test_the_strip_is_plain_data() -> None:
    """What the script draws can be sent as JSON, in both languages and for every variant."""
    for variant in VARIANTS:
        for language in ("zh", "en"):
            history = start("123m 222p 55p", "5p", variant)
            json.dumps(view(history, words(language), completing=parse_tiles("1m")))


def test_the_picker_offers_the_likely_faces_first_and_only_tiles_of_the_game() -> None:
    """The reader's first three other guesses come by their chance, without faces that the rules do not have."""
    chances = ((tile("6p"), 0.3), (tile("1z"), 0.2), (tile("8p"), 0.05), (tile("9p"), 0.001), (tile("7p"), 0.001))
    piece = Piece(0, tile("5p"), 0, 0.4, chances)
    history = History(Deal().with_hand(replace(EMPTY_HAND, concealed=(piece,), next_id=1)))
    shown = view(history, words("en"))["rows"][0]["tiles"][0]
    assert [(other["code"], other["chance"]) for other in shown["alternatives"]] == [
        ("6p", "30%"), ("8p", "5%"), ("9p", "<1%")]  # fmt: skip
    assert shown["doubt"]
    assert "unsure" in shown["label"]
    codes = [face["code"] for suit in view(history, words("en"))["picker"] for face in suit["tiles"]]
    assert codes == [face.code for face in VARIANTS["sichuan"].copies]


def test_a_tile_offers_what_can_be_done_with_it() -> None:
    """A triplet can be a pong or a kong; a tile of a meld goes back; the winning tile can be unmarked."""
    history = start("222p 13m", "9p")
    tiles = view(history, words("en"))["rows"][0]["tiles"]
    assert [each["label"] for each in tiles[0]["actions"]] == [
        "This one won", "Pong", "Exposed kong", "Added kong", "Concealed kong", "Remove"]  # fmt: skip
    assert [each["label"] for each in tiles[-1]["actions"]] == ["Not the winning tile", "Remove"]
    kong = apply(history, {"do": "make", "ids": [0, 1, 2], "type": "kong", "kind": "exposed"})
    laid = view(kong, words("en"))["rows"][1]
    labels = [each["label"] for each in laid["tiles"][0]["actions"]]
    assert laid["label"] == "Exposed kong"
    assert [label for label in labels if label.startswith("Fed by")] == ["Fed by Right", "Fed by Across", "Fed by Left"]


def test_chi_is_offered_only_where_it_may_be_called() -> None:
    """Sichuan knows no chi; Changsha names its tiles."""

    def offered(variant: str) -> list[str]:
        tiles = view(start("2345m", None, variant), words("en"))["rows"][0]["tiles"]
        return [each["label"] for each in tiles[1]["actions"] if each["label"].startswith("Chi")]

    assert offered("sichuan") == []
    assert offered("changsha") == ["Chi 234", "Chi 345"]


def test_a_tile_drawn_in_the_photo_joins_the_hand_with_its_place() -> None:
    """A tile that the reader missed keeps where it was drawn; places without sense are dropped."""
    history = apply(start("123m"), {"do": "add", "tile": "9s", "area": [1, 2, 30, 40.5]})
    assert history.now.win.hand.pieces[-1].area == (1, 2, 30, 40.5)
    for area in ("x", [1, 2], [1, 2, 3, None], {"a": 1}):
        assert apply(start(), {"do": "add", "tile": "9s", "area": area}).now.win.hand.pieces[0].area is None
    assert apply(start(), {"do": "add", "tile": "9s", "box": "7"}).now.win.hand.pieces[0].box is None


def test_the_tile_turned_over_is_chosen_in_the_strip() -> None:
    """Gold and caishen have a place in the strip; only a tile of the game that is no flower can be it."""
    history = start("123m", variant="fuzhou")
    assert view(history, words("en"))["turned"] == [{"name": "gold", "label": "The gold", "tile": None}]
    chosen = apply(history, {"do": "fact", "name": "gold", "tile": "5p"})
    assert view(chosen, words("en"))["turned"][0]["tile"]["code"] == "5p"
    for action in ({"do": "fact", "name": "gold", "tile": "1z"}, {"do": "fact", "name": "caishen", "tile": "5p"}):
        assert apply(history, action).now == history.now
    assert apply(chosen, {"do": "undo"}).now == history.now


def test_honors_lie_among_the_flowers_in_fuzhou() -> None:
    """They are shown as flowers, not in the hand, and cannot be won with."""
    rows = view(start("123m 1z", variant="fuzhou"), words("en"))["rows"]
    assert [(row["kind"], [each["code"] for each in row["tiles"]]) for row in rows] == [
        ("concealed", ["1m", "2m", "3m"]), ("flowers", ["1z"])]  # fmt: skip
    assert [each["label"] for each in rows[1]["tiles"][0]["actions"]] == ["Remove"]


@pytest.mark.parametrize(
    ("tiles", "labels"),
    [
        ("123m 456m 789p 2222p 55p", ["Exposed kong", "Added kong", "Concealed kong"]),
        ("123m 456m 789p 222p 55p 1z", ["Remove East"]),
        ("123m 456m 789p 222p 55p", []),
    ],
)
def test_a_hand_of_the_wrong_size_offers_what_mends_it(tiles: str, labels: list[str]) -> None:
    """Four alike in a hand too large may be a kong; tiles of another game go with one tap."""
    fixes = view(start(tiles), words("en"))["fixes"]
    assert [choice["label"] for fix in fixes for choice in fix["choices"]] == labels


def test_a_hand_short_by_one_is_asked_whether_its_kong_is_one() -> None:
    """Four alike that were taken for a kong go back into the hand, which is then complete."""
    history = apply(start("2222p 33p 456m 789m 55m"), {"do": "make", "ids": [0, 1, 2, 3], "type": "kong",
                                                        "kind": "exposed"})  # fmt: skip
    (fix,) = view(history, words("en"))["fixes"]
    assert "really a kong" in fix["text"]
    mended = apply(history, fix["choices"][0]["action"]).now
    assert (mended.held, mended.wanted, mended.win.hand.melds) == (14, 14, ())
