"""What becomes of a photo: read, sent back, put into the deal, or joined to the one before.

The session keeps the photos (``Session.photos``), the one that waits and the one that was sent back; the functions here
move them on. One that cannot be read or stored leaves the deal as it is, and the reason in ``Session.trouble``.
"""

from __future__ import annotations

from dataclasses import replace

from scoring.steps import Text
from ui import archive, joining, photo_store, recording
from ui.deal import Deal, missing
from ui.hand import EditedHand, hand_from_reading
from ui.reader import Snapshot, both, fault_of, opened, refused_for, sample_photos, snapshot_of
from ui.session import Session
from ui.turned import turned_over
from vision.photo import Photo


def take_sample(state: Session) -> None:
    """Lets the next of the sample photos wait to be read."""
    photos = sample_photos(state.deal.variant)
    if not photos:
        state.trouble = both("start.no_samples")
        return
    path = photos[state.samples % len(photos)]
    state.samples += 1
    state.waiting = path.read_bytes(), path.name


def read_waiting(state: Session) -> None:
    """Reads the photo that waits and puts its hand in the place of the present one, or sends it back."""
    waiting, state.waiting = state.waiting, None
    if waiting is None:
        return
    if isinstance(waiting, str):
        take_stored(state, waiting, insist=True)
        return
    state.typing, state.refused = False, None
    photo = opened(*waiting)
    if isinstance(photo, Text):
        state.trouble = photo
    elif fault := fault_of(photo):
        # Told before the reading, which takes longer.
        _send_back(state, photo, fault)
    else:
        _read(state, photo)


def take_stored(state: Session, key: str, *, insist: bool = False) -> None:
    """Puts the hand of a photo that is stored already in the place of the present one.

    Args:
        state: the session.
        key: hash of the upload or of the stored file.
        insist: whether a person said that this deal is meant, though it is recorded.
    """
    seen = state.find_photo(key)
    state.typing, state.refused = False, None
    if seen is None:
        state.trouble = both("snap.unread")
        return
    if not insist and (reason := _meant_for_next(state)):
        state.trouble = None
        _ask(state, key, reason)
        return

    def filed() -> None:
        photo_store.file_photo(key, state.match_id, state.deal_id)
        photo_store.keep_reading(seen)

    state.trouble = archive.tried(filed)
    _show(state, seen)


def use_refused(state: Session) -> None:
    """Takes the photo that was sent back all the same."""
    if state.refused is not None:
        state.waiting = state.refused[0]


def use_for_next_deal(state: Session) -> None:
    """Goes on to the next deal with the photo that was sent back, as it came after this deal was recorded."""
    if state.refused is not None:
        key, _ = state.refused
        # Whoever opens the recorded deal again is not asked once more.
        drop_refused(state)
        recording.begin_next(state)
        state.waiting = key


def drop_refused(state: Session) -> None:
    """Lets go of the photo that was sent back."""
    state.refused = None
    state.keep()


def partner(state: Session) -> Deal | None:
    """The deal with the photo before, which may show more of the hand on the page; None where none fits."""
    earlier = (deal for deal in reversed(state.history.past) if deal.photo != state.deal.photo)
    before = next(earlier, None)
    fits = before is not None and joining.may_belong(before, state.deal)
    return before if fits and state.photo and not joining.parts(state.photo.reading) else None


def join(state: Session) -> None:
    """Puts the photo on the page and the one before together, as two of one hand; undo takes them apart."""
    before = partner(state)
    if before is not None and before.photo and state.deal.photo:
        pair = before.photo, state.deal.photo
        state.attempt(lambda: _join(state, before.win.hand, *pair))


def _read(state: Session, photo: Photo) -> None:
    seen = snapshot_of(photo)
    if isinstance(seen, Text):
        state.trouble = seen
        return
    reason = refused_for(seen.reading) or _meant_for_next(state)
    if reason is not None:
        _send_back(state, photo, reason, seen)
    else:
        state.trouble = _store(state, photo, seen, state.match_id, state.deal_id)
        _show(state, seen)


def _store(
    state: Session, photo: Photo, seen: Snapshot | None, match_id: str | None = None, deal_id: str | None = None
) -> Text | None:
    """Stores a photo with what was read in it, under a match and a deal where it is theirs; returns why it cannot."""

    def stored() -> None:
        photo_store.keep_photo(photo, match_id, deal_id)
        if seen is not None:
            photo_store.keep_reading(seen)

    if seen is not None:
        state.photos[seen.key] = seen
    return archive.tried(stored)


def _send_back(state: Session, photo: Photo, reason: Text, seen: Snapshot | None = None) -> None:
    """Asks what becomes of a photo. It is stored, but belongs to no deal unless somebody uses it."""
    state.trouble = _store(state, photo, seen)
    _ask(state, photo.sha256, reason)


def _ask(state: Session, key: str, reason: Text) -> None:
    state.refused = key, reason
    state.keep()


def _meant_for_next(state: Session) -> Text | None:
    """Why a photo is asked about: what is recorded does not become another hand because somebody forgot to go on."""
    return both("snap.recorded") if state.is_recorded else None


def _show(state: Session, seen: Snapshot) -> None:
    """Takes what a photo shows: the tile turned over, more of the hand before, or another hand in its place.

    At a draw, where the hand on the page is whole, it is that of the next player who shows his.
    """
    if found := turned_over(state.deal, seen):
        state.change(replace(state.deal.with_fact(*found), turned_photo=seen.key))
        return
    before, asked = state.deal, missing(state.deal)
    if asked is not None and asked.code == "shown_tiles" and asked.where is not None:
        before = asked.where
    state.change(before.with_win(photo=seen.key).with_hand(hand_from_reading(seen.reading)))
    if joining.belong_together(before, state.deal):
        join(state)


def _join(state: Session, hand: EditedHand, *pair: str) -> None:
    shots = [shot for key in pair if (shot := photo_store.shot(state.find_photo(key)))]
    if len(shots) < len(pair):
        return
    joined = joining.join(hand, shots[0], shots[1], state.deal)
    seen = photo_store.keep_joined(joined, state.match_id, state.deal_id)
    state.photos[seen.key] = seen
    state.change(state.deal.with_win(photo=seen.key).with_hand(joined.hand))
