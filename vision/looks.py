"""Several looks at a photo: the whole to find the hand, the hand again at the size that suits its tiles, and turned.

A phone's photo shrunk to the first look's size leaves tiles of a distant hand a few pixels wide; the second
look takes the part around the hand from the full photo. It is skipped where the first look saw the tiles large
enough; a single tile close up is too large for the model and looked at again smaller. Then the tiles alone are looked
at upside down and on their side: a face that the model takes for another in one pose it seldom takes for that other in
all of them, and the average of the looks is right more often than any.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.detections import Detections
from vision.detector import LONG_SIDE, MIN_CONFIDENCE, Detector
from vision.layout import lay_out
from vision.layout.melds import BACK
from vision.layout.rows import find_rows
from vision.photo import Photo
from vision.second_opinion import CANDIDATE
from vision.suppression import keep_one_box_a_tile, overlaps

GOOD_HEIGHT = 48.0
"""Height of a tile, in pixels of the model's input, that the second look aims at: best of 48, 64, 80 on training
photos of table cameras and of hands with discards."""

LARGE_HEIGHT = 2 * GOOD_HEIGHT
"""Tiles higher than this at the first look are looked at again smaller: the model seldom saw any so large."""

CLOSE_UP = LONG_SIDE // 2
"""Size of another look at the whole photo where the first found nothing: a tile close up."""

LEAST_GAIN = 1.1
"""A second look that shows tiles less than this much larger than the first is skipped."""

MOST_ENLARGED = 2.0
"""The photo's own pixels are enlarged at most this much: beyond, there is nothing more to see."""

MOST_AREA = 640 * 640
"""Pixels that the second look may cost; the first takes 640 by 480."""

LONGEST_SIDE = 1280
"""Long side of the second look at most."""

MARGIN = 1.5
"""Space around the hand in the second look, in tile heights: a row next to it that the first look missed."""

TURNED_MARGIN = 0.75
"""The same in the turned looks, which look for no further tiles."""

SECOND_WEIGHT = 0.5
"""Share of the second look in the scores of a tile that both saw."""

SURE_ALONE = 0.45
"""A tile that only one look saw, where both looked, must be this sure."""

TURNS = (2, 1)
"""Quarter turns against the clock of the looks after the second."""

LOOKS = 2 + len(TURNS)
"""All looks."""

UPRIGHT_WEIGHT = 2.0
"""Weight of the upright looks in the average, against 1 for each turned one."""

LEAST_SCORE = 0.1
"""Scores below this do not count in a turned look."""

STRAY = 0.5
"""A tile by itself must be this sure, in a photo whose tiles lie in rows: print and patterns look like tiles."""

IN_ROWS = 0.7
"""Tiles lie in rows where at least this share of them has two neighbours in one."""

FEW = 6
"""With fewer tiles than this there are no rows to go by."""

SURE_OF_FEW = 0.6
"""Where there are few, each must be this sure: at 0.5 the pictures of ``vision.compose.tileless`` held 0.27 tiles."""

FACES_WITH_BACKS = 2
"""Where fewer faces than this are seen, nothing lies face down either: every hand shows at least its pair."""


@dataclass(frozen=True)
class _Region:
    """A part of the photo, in its pixels, and the long side at which the model is to see it."""

    left: int
    top: int
    right: int
    bottom: int
    long_side: int


def find_tiles(
    photo: Photo, detector: Detector, looks: int = LOOKS, min_confidence: float = MIN_CONFIDENCE
) -> Detections:
    """The tiles of a photo, each once, in pixels of the full upright photo; scores are not yet calibrated.

    Args:
        photo: the photo.
        detector: the model.
        looks: fewer to leave out the last of them: 1 for the whole photo alone, 2 for the hand larger as well,
            3 for the hand upside down as well, 4 for all.
        min_confidence: tiles less sure than this are left out; below the usual only to draw a precision and
            recall curve, the second look goes where the usual sends it.
    """
    opinion = detector.second_opinion
    least = min(min_confidence, CANDIDATE) if opinion else min_confidence
    found = _scaled(detector.look(photo.preview, min_confidence=least), photo.width / photo.preview.shape[1])
    whole = _Region(0, 0, photo.width, photo.height, LONG_SIDE)
    if looks > 1 and not (found.confidences >= MIN_CONFIDENCE).any():
        found = _merge(found, _look_at(photo, detector, replace(whole, long_side=CLOSE_UP), least), whole)
    region = _second_region(found.take(found.confidences >= MIN_CONFIDENCE), photo)
    if looks > 1 and region is not None:
        found = _merge(found, _look_at(photo, detector, region, least), region)
    around = _tiles_in(region or whole, found)
    averaged = found
    if around is not None:
        turned = [_look_at(photo, detector, around, LEAST_SCORE, turn) for turn in TURNS[: max(looks - 2, 0)]]
        averaged = _average(found, turned, around)
    judged = opinion.judge(photo, averaged) if opinion else averaged
    return without_lone_backs(without_strays(judged.take(judged.confidences >= min_confidence)))


def without_lone_backs(found: Detections) -> Detections:
    """The tiles without face-down ones where hardly a face is seen: boxes and checks of any kind look like them."""
    faces = found.classes != BACK.index
    sure = faces & (found.confidences >= MIN_CONFIDENCE)
    return found if sure.sum() >= FACES_WITH_BACKS else found.take(faces)


def without_strays(found: Detections) -> Detections:
    """The tiles without unsure ones where there are few, or that lie by themselves while the others lie in rows."""
    shown = np.flatnonzero((found.classes != BACK.index) & (found.confidences >= MIN_CONFIDENCE))
    if len(shown) < FEW:
        return found.take(found.confidences >= SURE_OF_FEW)
    rows = find_rows(found.boxes[shown])
    in_rows = sum(len(row.tiles) for row in rows if len(row.tiles) > 2)
    if in_rows < IN_ROWS * len(shown):
        return found
    alone = np.array([shown[row.tiles[0]] for row in rows if len(row.tiles) == 1], dtype=np.int64)
    keep = np.ones(len(found), dtype=bool)
    keep[alone[found.confidences[alone] < STRAY]] = False
    return found.take(keep)


def _second_region(first: Detections, photo: Photo) -> _Region | None:
    """The part of the photo to look at again; None where that would not show more."""
    long_side = max(photo.width, photo.height)
    first_scale = LONG_SIDE / long_side
    if not len(first):
        # Nothing found: perhaps everything is too small.
        whole = _Region(0, 0, photo.width, photo.height, min(LONGEST_SIDE, long_side))
        return whole if whole.long_side >= LEAST_GAIN * LONG_SIDE else None
    hand = sorted(lay_out(first).hand.boxes)
    boxes = first.boxes[hand] if hand else first.boxes
    height = float(np.median((boxes[:, 2:] - boxes[:, :2]).max(axis=1)))
    if height * first_scale > LARGE_HEIGHT:
        return _Region(0, 0, photo.width, photo.height, max(1, round(GOOD_HEIGHT / height * long_side)))
    margin = MARGIN * height
    left, top = np.maximum(boxes[:, :2].min(axis=0) - margin, 0).astype(int)
    right, bottom = np.minimum(boxes[:, 2:].max(axis=0) + margin, [photo.width, photo.height]).astype(int)
    width, depth = right - left, bottom - top
    if min(width, depth, height) < 1:
        return None
    scale = min(
        GOOD_HEIGHT / height,
        MOST_ENLARGED,
        LONGEST_SIDE / max(width, depth),
        float(np.sqrt(MOST_AREA / (width * depth))),
    )
    if scale < LEAST_GAIN * first_scale:
        return None
    return _Region(int(left), int(top), int(right), int(bottom), round(scale * max(width, depth)))


def _tiles_in(region: _Region, found: Detections) -> _Region | None:
    """The part of a region that has its tiles, to be seen as large as the region was; None where it has none."""
    sure = found.confidences >= MIN_CONFIDENCE
    boxes = found.boxes[sure & _centred_in(region, found.boxes)]
    if not len(boxes):
        return None
    margin = TURNED_MARGIN * float(np.median((boxes[:, 2:] - boxes[:, :2]).max(axis=1)))
    left, top = np.maximum(boxes[:, :2].min(axis=0) - margin, [region.left, region.top]).astype(int)
    right, bottom = np.minimum(boxes[:, 2:].max(axis=0) + margin, [region.right, region.bottom]).astype(int)
    if min(right - left, bottom - top) < 1:
        return None
    scale = region.long_side / max(region.right - region.left, region.bottom - region.top)
    long_side = max(1, round(scale * max(right - left, bottom - top)))
    return _Region(int(left), int(top), int(right), int(bottom), long_side)


def _look_at(
    photo: Photo, detector: Detector, region: _Region, min_confidence: float, quarter_turns: int = 0
) -> Detections:
    """A look at a region, in pixels of the full photo, without tiles that its edge cuts.

    Args:
        photo: the photo.
        detector: the model.
        region: where to look, and how large.
        min_confidence: tiles less sure than this are left out.
        quarter_turns: against the clock, by which the region is turned before the model sees it.
    """
    scale = photo.preview.shape[1] / photo.width
    needed = region.long_side / max(region.right - region.left, region.bottom - region.top)
    # The reduced decoding will do where it has all the pixels that the model is to see.
    pixels, scale = (photo.preview, scale) if needed <= scale * 1.1 else (photo.pixels, 1.0)
    left, top, right, bottom = (round(edge * scale) for edge in (region.left, region.top, region.right, region.bottom))
    part = np.ascontiguousarray(np.rot90(pixels[top:bottom, left:right], quarter_turns))
    seen = _turned_back(detector.look(part, region.long_side, min_confidence), part.shape, quarter_turns)
    found = _scaled(seen, 1 / scale)
    moved = found.boxes + np.array([region.left, region.top] * 2, dtype=np.float32)
    edge = 2 * max(1.0, 1 / needed)
    cut = (
        ((moved[:, 0] < region.left + edge) & (region.left > 0))
        | ((moved[:, 1] < region.top + edge) & (region.top > 0))
        | ((moved[:, 2] > region.right - edge) & (region.right < photo.width))
        | ((moved[:, 3] > region.bottom - edge) & (region.bottom < photo.height))
    )
    return Detections(moved, found.classes, found.confidences, found.scores).take(~cut)


def _turned_back(found: Detections, shape: tuple[int, ...], quarter_turns: int) -> Detections:
    """Boxes of a picture that was turned against the clock, in the picture as it was before."""
    height, width = shape[:2]
    boxes = found.boxes
    for _ in range(quarter_turns):
        boxes = np.stack([height - boxes[:, 3], boxes[:, 0], height - boxes[:, 1], boxes[:, 2]], axis=1)
        height, width = width, height
    return Detections(boxes, found.classes, found.confidences, found.scores)


def _average(found: Detections, turned: Sequence[Detections], region: _Region) -> Detections:
    """The tiles with the average of their scores in all looks.

    A look at the region that missed one counts as 0; outside the region only sure tiles are kept.
    """
    if not turned or not len(found):
        return found
    total = UPRIGHT_WEIGHT * found.scores
    for look in turned:
        if len(look):
            iou, _ = overlaps(found.boxes, look.boxes)
            partner = iou.argmax(axis=1)
            matched = iou[np.arange(len(found)), partner] > 0.5
            total = total + np.where(matched[:, None], look.scores[partner], 0)
    inside = _centred_in(region, found.boxes)
    average = (total / (UPRIGHT_WEIGHT + len(turned))).astype(np.float32)
    averaged = _detections(found.boxes, np.where(inside[:, None], average, found.scores))
    return keep_one_box_a_tile(averaged.take(inside | (found.confidences >= SURE_ALONE)))


def _centred_in(region: _Region, boxes: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Which boxes have their centre in the region."""
    centres = (boxes[:, :2] + boxes[:, 2:]) / 2
    corners = np.array([region.left, region.top]), np.array([region.right, region.bottom])
    return np.asarray(((centres > corners[0]) & (centres < corners[1])).all(axis=1))


def _merge(first: Detections, second: Detections, region: _Region) -> Detections:
    """Both looks, each tile once.

    A tile that both saw has the second's box and the weighted scores of both.
    """
    if not len(first) or not len(second):
        return second if len(second) else first
    iou, _ = overlaps(second.boxes, first.boxes)
    partner = iou.argmax(axis=1)
    matched = iou[np.arange(len(second)), partner] > 0.5
    blended = SECOND_WEIGHT * second.scores + (1 - SECOND_WEIGHT) * first.scores[partner]
    scores = np.where(matched[:, None], blended, second.scores).astype(np.float32)
    inside = _centred_in(region, first.boxes)
    alone = ~np.isin(np.arange(len(first)), partner[matched])
    kept = first.take(alone & (~inside | (first.confidences >= SURE_ALONE)))
    sure = matched | (second.confidences >= SURE_ALONE)
    return keep_one_box_a_tile(
        _detections(np.concatenate([second.boxes[sure], kept.boxes]), np.concatenate([scores[sure], kept.scores]))
    )


def _detections(boxes: NDArray[np.float32], scores: NDArray[np.float32]) -> Detections:
    """Boxes with their scores; the best score names the face."""
    return Detections(boxes, scores.argmax(axis=1).astype(np.int64), scores.max(axis=1), scores)


def _scaled(found: Detections, factor: float) -> Detections:
    """The same in another picture's pixels."""
    boxes = np.asarray(found.boxes * factor, dtype=np.float32)
    return Detections(boxes, found.classes, found.confidences, found.scores)
