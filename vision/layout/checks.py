"""What a layout leaves open, told to the person who decides: each check gives at most one warning."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from scoring.tiles import Tile
from vision.layout.hands import FULL_HANDS, WAITING_HANDS, Hand
from vision.layout.melds import BACK
from vision.reading import HandReading, ReadingWarning

UNSURE = 0.6
"""A face less sure than this is pointed out."""

MANY_TILES = 60
"""A hand with its melds and flowers is far below this; more is a wall, or a whole table."""


def warnings_of(
    hands: Sequence[Hand],
    readings: Sequence[HandReading],
    faces: Sequence[Tile],
    confidences: Sequence[float],
) -> tuple[ReadingWarning, ...]:
    """Every warning about the tiles of one photo and the hands made of them, the gravest first."""
    if not hands:
        return (_no_hand(faces),)
    hand, reading = hands[0], readings[0]
    return (
        *_crowd(hands, faces),
        *_wrong_count(hand),
        *_five_of_a_kind(hand, reading, faces),
        *_unsure_tiles(hand, confidences),
        *_hidden_faces(hand, reading, faces),
        *_unclear_layout(hand, reading),
    )


def _no_hand(faces: Sequence[Tile]) -> ReadingWarning:
    if faces:
        return ReadingWarning(
            "W_ONLY_BACKS",
            "all tiles lie face down: turn the hand over and take the photo again",
            "照片里的牌都是背面：请翻开手牌再拍",
            tuple(range(len(faces))),
        )
    return ReadingWarning(
        "W_NO_TILES",
        "no tiles found: take the photo nearer, with the faces towards the camera, or add the tiles by hand",
        "没有找到牌：请靠近些、牌面朝镜头再拍，或手动加牌",
    )


def _tiles(boxes: Sequence[int]) -> str:
    return "1 tile" if len(boxes) == 1 else f"{len(boxes)} tiles"


def _crowd(hands: Sequence[Hand], faces: Sequence[Tile]) -> Iterator[ReadingWarning]:
    used = frozenset[int]().union(*(hand.tiles for hand in hands))
    left = tuple(i for i in range(len(faces)) if i not in used and faces[i] is not BACK)
    shown = sum(face is not BACK for face in faces)
    if shown > MANY_TILES:
        yield ReadingWarning(
            "W_MANY_TILES",
            f"{shown} tiles in the photo: take one of the hand alone, or check that the right row was taken",
            f"照片里有 {shown} 张牌：请只拍手牌，或检查选对了哪一排",
        )
    if len(hands) > 1:
        yield ReadingWarning(
            "W_SEVERAL_HANDS",
            f"{len(hands)} hands or rows in the photo; the nearest was taken: choose another if it is not the one",
            f"照片里有 {len(hands)} 副（排）牌，已取最近的一副：如不对请另选",
            tuple(i for hand in hands[1:] for i in sorted(hand.tiles)),
        )
    if left:
        yield ReadingWarning(
            "W_LEFT_OUT",
            f"{_tiles(left)} taken for discards or someone else's: add what belongs to the hand",
            f"有 {len(left)} 张牌被当作弃牌或别家的牌：如属于这手牌请加上",
            left,
        )


def _wrong_count(hand: Hand) -> Iterator[ReadingWarning]:
    if hand.count not in (*FULL_HANDS, *WAITING_HANDS):
        wanted = min((*FULL_HANDS, *WAITING_HANDS), key=lambda count: abs(count - hand.count))
        yield ReadingWarning(
            "W_COUNT",
            f"{hand.count} tiles (a kong counted as three, without flowers), but a hand has 13, 14, 16 or 17: "
            f"{'some are missing' if hand.count < wanted else 'some are too many'}",
            f"有 {hand.count} 张（杠算三张，花牌不计），而一手牌是 13、14、16 或 17 张："
            f"{'少牌' if hand.count < wanted else '多牌'}",
        )
    if hand.rows == 0:
        yield ReadingWarning(
            "W_NO_ROW",
            "the tiles lie in no row: all were taken as one hand; lay melds and the winning tile apart, or mark them",
            "牌没有排成行，已全部算作一手牌：请把副露和胡的牌分开摆，或手动标记",
            tuple(sorted(hand.tiles)),
        )


def _five_of_a_kind(hand: Hand, reading: HandReading, faces: Sequence[Tile]) -> Iterator[ReadingWarning]:
    counts = Counter(placed.tile for placed in (*reading.concealed, *reading.flowers))
    if reading.win_tile:
        counts[reading.win_tile.tile] += 1
    for meld in reading.melds:
        counts.update(meld.tiles or ())
    for face, count in counts.items():
        limit = 1 if face.is_flower else 4
        if face is not BACK and count > limit:
            yield ReadingWarning(
                "W_TOO_MANY_OF_ONE",
                f"{count} times {face.code}, but a set has {limit}: one of them was read wrong",
                f"{face.zh} 有 {count} 张，而一副牌只有 {limit} 张：其中有读错的",
                tuple(i for i in sorted(hand.tiles) if faces[i] is face),
            )


def _unsure_tiles(hand: Hand, confidences: Sequence[float]) -> Iterator[ReadingWarning]:
    unsure = tuple(i for i in sorted(hand.tiles) if confidences[i] < UNSURE)
    if unsure:
        yield ReadingWarning(
            "W_UNSURE",
            f"{_tiles(unsure)} hard to make out: check what is marked",
            f"有 {len(unsure)} 张牌看不清楚：请核对",
            unsure,
        )


def _hidden_faces(hand: Hand, reading: HandReading, faces: Sequence[Tile]) -> Iterator[ReadingWarning]:
    for meld in reading.melds:
        if meld.tiles is None:
            yield ReadingWarning(
                "W_KONG_HIDDEN",
                "a concealed kong lies face down: say which tile it is",
                "暗杠四张都扣着：请指明是什么牌",
                meld.boxes,
            )
    backs = tuple(i for i in hand.concealed if faces[i] is BACK)
    if backs:
        yield ReadingWarning(
            "W_FACE_DOWN",
            f"{_tiles(backs)} of the hand face down: say which",
            f"手牌里有 {len(backs)} 张扣着：请指明是什么牌",
            backs,
        )


def _unclear_layout(hand: Hand, reading: HandReading) -> Iterator[ReadingWarning]:
    if hand.unclear:
        yield ReadingWarning(
            "W_SETS_APART",
            "the sets of the hand lie a little apart and were taken as concealed: mark those that are melds",
            "手牌的各组之间有空隙，都当作暗牌：如有副露请标记",
            tuple(i for group in hand.unclear for i in group),
        )
    for meld in reading.melds:
        if meld.kind == "exposed":
            yield ReadingWarning(
                "W_KONG_KIND",
                "a kong lies face up and was taken as called from a discard: change it if it was added or concealed",
                "四张明摆的杠按明杠算：如是补杠或暗杠请更改",
                meld.boxes,
            )
    if hand.rows and hand.win_tile is None and hand.count in FULL_HANDS:
        yield ReadingWarning(
            "W_WIN_TILE",
            "no tile lies apart: say which one completed the hand",
            "没有单独摆开的牌：请指明胡的是哪一张",
        )
