"""Two pictures of one hand, and one of the tile turned over: read by the real reader, shown by the real page."""

from __future__ import annotations

import io

import pytest
from PIL import Image
from streamlit.testing.v1 import AppTest

from records import data_folder, open_records
from scoring import parse_tiles, tile
from tests.ui.hands import hand_from_tiles
from tests.ui.tables import SAMPLES, deal_of, opened, run, state_of, tap, text
from ui.hand import EditedHand, change
from ui.joining import parts
from ui.pages.snapping import arrived

RACK, MELDS, FLOWERS = (0, 0, 1600, 620), (0, 615, 1600, 1200), (0, 630, 800, 1000)
"""Parts of the samples, in pixels: the upper row, the lower one, and the three flowers below a hand."""


def part(sample: str, box: tuple[int, int, int, int]) -> bytes:
    """A picture that shows a part of a sample."""
    with Image.open(SAMPLES / f"{sample}.jpg") as whole:
        stream = io.BytesIO()
        whole.convert("RGB").crop(box).save(stream, "JPEG", quality=92)
    return stream.getvalue()


def snapped(tab: AppTest, picture: bytes) -> AppTest:
    """The page after a photo was taken."""
    state_of(tab).waiting = picture, "photo.jpg"
    return run(tab)


def faces(hand: EditedHand) -> tuple[list[str], list[str], list[str]]:
    """The loose tiles, the melds and the flowers of a hand, each in order."""
    loose = (*hand.concealed, *((hand.win,) if hand.win else ()))
    groups = ("".join(piece.tile.code for piece in group.pieces) for group in hand.melds)
    return sorted(piece.tile.code for piece in loose), sorted(groups), sorted(p.tile.code for p in hand.flowers)


WHOLE: tuple[list[str], list[str], list[str]] = (["3s", "4s", "5s", "6s", "6s"], ["2p2p2p", "7s7s7s7s", "9p9p9p"], [])


@pytest.mark.parametrize("order", [(RACK, MELDS), (MELDS, RACK)], ids=["rack first", "melds first"])
def test_rack_and_melds_in_two_pictures_are_one_hand(order: tuple[tuple[int, int, int, int], ...]) -> None:
    """The second picture joins the first without a tap; what no photo shows is asked; undo takes them apart."""
    tab = opened()
    for box in order:
        snapped(tab, part("chongqing-pong-kong", box))
    assert faces(deal_of(tab).win.hand) == WHOLE
    assert "Who fed the exposed kong?" in text(tab)
    assert "put together as one hand" in " ".join(each.value for each in tab.caption)
    state = state_of(tab)
    state.turn(state.history.undo())
    assert deal_of(tab).held < 14
    tap(run(tab), "join")
    assert faces(deal_of(tab).win.hand) == WHOLE


def test_a_hand_put_together_opens_again_with_its_picture_and_what_was_corrected() -> None:
    """After a reload the one picture, its reading and a correction made before joining are there; nothing else is."""
    tab = opened(deal="two-pictures")
    snapped(tab, part("chongqing-pong-kong", RACK))
    state = state_of(tab)
    first = next(piece for piece in deal_of(tab).win.hand.concealed if piece.tile is tile("3s"))
    state.change(state.deal.with_hand(change(state.deal.win.hand, first.id, tile("1s"))))
    snapped(tab, part("chongqing-pong-kong", MELDS))
    again = state_of(opened(deal="two-pictures"))
    assert "1s" in faces(again.deal.win.hand)[0]
    assert again.photo is not None
    assert len(parts(again.photo.reading)) == 2
    assert arrived(again) == ()  # the two photos are not offered as if another phone had sent them
    assert again.photo.reading.tiles[first.box or 0].tile is tile("3s")
    assert len(again.photo.reading.tiles) == 15
    for seen in again.photo.reading.tiles:
        assert 0 <= seen.box[0] < seen.box[2] <= again.photo.reading.width
        assert 0 <= seen.box[1] < seen.box[3] <= again.photo.reading.height


def test_tiles_that_both_pictures_show_count_once_and_can_be_added_with_a_tap() -> None:
    """The whole hand in one picture and its melds in another: asked for, both are one hand of the same tiles."""
    tab = opened()
    snapped(tab, part("chongqing-pong-kong", (0, 300, 1600, 1200)))
    snapped(tab, part("chongqing-pong-kong", MELDS))
    assert deal_of(tab).held < 13  # the second picture alone
    tap(tab, "join")
    assert faces(deal_of(tab).win.hand) == WHOLE
    state = state_of(tab)
    assert state.photo is not None
    used = {piece.box for piece in state.deal.win.hand.pieces}
    assert len(state.photo.reading.tiles) - len(used) == 10


def test_flowers_in_a_second_picture_join_a_finished_hand() -> None:
    """In Fuzhou the flowers lie apart: photographed after the hand, they are added to it."""
    tab = opened()
    tab.selectbox(key="variant").set_value("fuzhou")
    run(tab)
    snapped(tab, part("fuzhou-flowers", (0, 0, 1600, 630)))
    snapped(tab, part("fuzhou-flowers", FLOWERS))
    loose, melds, flowers = faces(deal_of(tab).win.hand)
    assert (len(loose), melds, flowers) == (17, [], ["1f", "3f", "8f"])


def test_another_picture_of_the_same_tiles_takes_the_place_of_the_first() -> None:
    """A rack photographed again is not counted twice."""
    tab = opened()
    for edge in (620, 600):
        snapped(tab, part("chongqing-pong-kong", (0, 0, 1600, edge)))
    assert faces(deal_of(tab).win.hand) == (WHOLE[0], [], [])


@pytest.mark.parametrize("margin", [0.2, 1.0], ids=["close", "from a distance"])
def test_a_picture_of_the_gold_alone_says_which_tile_it_is(margin: float) -> None:
    """In Fuzhou a photo of one single tile is the gold (金): the hand stays, and the photo is kept with the deal."""
    tab = opened(deal="gold")
    tab.selectbox(key="variant").set_value("fuzhou")
    run(tab)
    state = state_of(tab)
    won = hand_from_tiles(parse_tiles("123m 456m 789m 345p 444p 6s"), tile("6s"))
    state.change(state.deal.with_hand(won))
    with Image.open(SAMPLES / "called-honors.jpg") as sample:
        x1, y1, x2, y2 = 1310, 452, 1460, 612
        room = round(margin * (x2 - x1))
        close = sample.convert("RGB").crop((x1 - room, y1 - room, x2 + room, y2 + room))
    stream = io.BytesIO()
    close.save(stream, "JPEG")
    snapped(tab, stream.getvalue())
    again = state_of(opened(deal="gold")).deal
    assert again.facts["gold"] is tile("9s")
    assert faces(again.win.hand) == faces(won)
    assert again.turned_photo in again.photos
    assert open_records(data_folder()).photo_hashes()
