"""Corrected hands as labels: whether the person lets them, and the one call that takes them in."""

from __future__ import annotations

import os
from collections.abc import Mapping
from datetime import UTC, datetime

import streamlit as st

from records import CleanPhoto, Records
from records.canonical import digest
from records.labels import LABELLED, QUEUED, Guess, LabelQueue, Labels
from scoring.tiles import DETECTOR_CLASSES, Tile, tile
from ui.archive import archive
from ui.hand import EditedHand
from ui.reader import Snapshot
from ui.session import current_words, session
from ui.text import Words
from vision.dataset.labels import Box
from vision.photo import load_photo
from vision.reading import Reading

BACK = tile("back")

SHARED_VARIABLES = ("HULE_ACCESS_CODE", "HULE_SHARED")
"""Either of these says that people who do not know each other use this server."""


def shared_server() -> bool:
    """Whether strangers use this server: then nobody is asked, and photos join the queue only of who switches it on."""
    return any(os.environ.get(name) for name in SHARED_VARIABLES)


def asked() -> str:
    """Who answers: on a shared server each device for itself, else the one person whose machine it is."""
    return session().device if shared_server() else ""


def consent_switch(queue: LabelQueue, words: Words) -> None:
    """The switch by which an answer is changed at any time."""
    who = asked()
    st.session_state["consent_switch"] = bool(queue.consent(who))

    def switched() -> None:
        queue.set_consent(st.session_state["consent_switch"], datetime.now(UTC), who)

    st.toggle(words("consent.switch"), key="consent_switch", on_change=switched, help=words("consent.where"))


def corrected_hand_to_queue(key: str | None, hand: EditedHand) -> None:
    """Takes the photo of a corrected hand into the label queue, where the person lets it; else asks, once.

    For the page that shows a payout: the hand is then as the person wants it; a rejected one may be mistyped. Does
    nothing for a hand without a photo or without a correction.

    Args:
        key: hash of the photo, as the deal has it.
        hand: the tiles as corrected.
    """
    seen = session().find_photo(key) if key else None
    if seen is None or not corrected(seen.reading, hand):
        return
    words, records, who = current_words(), archive(), asked()
    given = records.labels.consent(who)
    if given:
        enqueue(records, seen, hand)
        st.caption(f":material/check: {words('consent.kept')}")
    elif given is None and not shared_server():
        _question(records.labels, words)


def _question(queue: LabelQueue, words: Words) -> None:
    with st.container(border=True, key="consent"):
        st.markdown(words("consent.question"))
        with st.container(horizontal=True):
            for given in (True, False):
                answer = (given, datetime.now(UTC))
                label = words("consent.yes" if given else "consent.no")
                st.button(label, key=f"consent_{given}", on_click=queue.set_consent, args=answer)


def corrected(reading: Reading, hand: EditedHand) -> bool:
    """Whether a person changed, added or took away a tile of the hand that was read."""
    now = _faces(reading, hand)
    added = any(piece.box is None and not piece.implied for piece in hand.pieces)
    return added or now != {box: reading.tiles[box].tile for box in _boxes_read(reading, now)}


def _boxes_read(reading: Reading, faces: Mapping[int, Tile]) -> frozenset[int]:
    """The boxes of the hand that was read; of several in a photo the person may have taken another than the first."""
    hands = (reading.hand, *reading.other_hands)
    return max(hands, key=lambda each: len(each.boxes & faces.keys())).boxes


def _faces(reading: Reading, hand: EditedHand) -> dict[int, Tile]:
    """The face of each box of the hand; whatever a person says of a concealed kong, the photo shows its backs."""
    faces = {piece.box: piece.tile for piece in hand.pieces if piece.box is not None and not piece.implied}
    return faces | {box: BACK for box in faces if reading.tiles[box].tile is BACK}


def labels_of(reading: Reading, hand: EditedHand) -> tuple[Labels, bool]:
    """The boxes of a reading with the faces of the corrected hand.

    Returns:
        The labels, and whether they are whole: a tile that a person added has no box yet, one that he took away may
        have been no tile, and tiles that lie outside the hand were looked at by nobody.
    """
    faces = _faces(reading, hand)
    read = _boxes_read(reading, faces)
    boxes = {
        index: _box(faces.get(index, seen.tile).index, seen.box, reading)
        for index, seen in enumerate(reading.tiles)
        if index in faces or index not in read
    }
    drawn = all(piece.box is not None or piece.implied for piece in hand.pieces)
    # The third set of flowers and 飞 of the three-player game are no faces that the model knows.
    known = all(face.index < len(DETECTOR_CLASSES) for face in faces.values())
    whole = drawn and known and set(range(len(reading.tiles))) <= set(faces)
    kept = {index: box for index, box in boxes.items() if box.face < len(DETECTOR_CLASSES)}
    # The numbers are those of the guess: a tab that shows the photo means the same boxes by them.
    return Labels(tuple(kept.values()), numbers=tuple(kept)), whole


def _box(face: int, corners: tuple[float, float, float, float], reading: Reading) -> Box:
    x1, y1, x2, y2 = corners
    rows = ((x1 + x2) / 2 / reading.width, (y1 + y2) / 2 / reading.height)
    sides = ((x2 - x1) / reading.width, (y2 - y1) / reading.height)
    return Box(face, *(round(share, 6) for share in (*rows, *sides)))


def enqueue(records: Records, seen: Snapshot, hand: EditedHand) -> None:
    """Puts the photo with the labels of the corrected hand into the queue, or mends those that came from it before.

    Labels that a person has worked on since, on the label page, stay as they are.
    """
    queue, now = records.labels, datetime.now(UTC)
    photo = _photo(records, seen)
    labels, whole = labels_of(seen.reading, hand)
    task = queue.add(photo, _guess(seen), name=seen.reading.photo, session=f"{now:app-%Y-%m-%d}", source="app")
    sent = st.session_state.setdefault("consent_sent", {})
    if task.labels in (Labels(task.guess.boxes), sent.get(task.sha256)):
        queue.save(task.sha256, labels, LABELLED if whole else QUEUED, now)
        sent[task.sha256] = labels


def _photo(records: Records, seen: Snapshot) -> CleanPhoto:
    """The photo in full where it is kept, else as the page shows it; labels are shares, so they fit both."""
    stored = records.photo_of_upload(seen.key)
    jpeg = records.photo(stored) if stored else seen.jpeg
    picture = load_photo(jpeg, seen.reading.photo)
    return CleanPhoto(digest(jpeg), seen.key, picture.width, picture.height, jpeg)


def _guess(seen: Snapshot) -> Guess:
    """What the reader made of the photo, as far as the reading tells."""
    from records.prelabel import boxes_of, detections_of, look_of, uncertainty  # loads the model's runtime

    found = detections_of(seen.reading)
    picture = load_photo(seen.jpeg, seen.reading.photo)
    return Guess(
        seen.reading.model,
        boxes_of(found, seen.reading.width, seen.reading.height),
        tuple(round(float(confidence), 4) for confidence in found.confidences),
        uncertainty(found),
        look_of(picture.preview, found, seen.reading.width),
    )
