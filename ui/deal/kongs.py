"""The kongs to be paid: those called out during play, and those that lie in a hand and were not called out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from scoring.hand import Kong, Seat
from ui.deal.log import out_before, rounds, show_hands
from ui.deal.model import Deal, KongEntry
from ui.hand import EditedHand, Group


def pays_kongs(deal: Deal) -> bool:
    """Whether kongs are paid by themselves under these rules."""
    return "kongs" in deal.rules.facts


def kongs_of_rounds(deal: Deal) -> tuple[tuple[Kong, ...], ...]:
    """The kongs to be paid with each round of the deal, those of the log first."""
    found = rounds(deal)
    kongs: list[list[Kong]] = [[] for _ in found]
    if pays_kongs(deal):
        for entry in paired(deal):
            after = (at for at, each in enumerate(found) if each.draw or max(each.wins, default=-1) >= entry.before)
            at = next(after, len(found) - 1)
            payers = entry.payers if entry.kind != "exposed" else None
            kongs[at].append(Kong(entry.seat, entry.kind, entry.from_seat, payers))
    return tuple(map(tuple, kongs))


def paired(deal: Deal) -> tuple[KongEntry, ...]:
    """The log with what the hands tell of it, and the kongs that only lie in a hand.

    Each kong of the log is one of the player's hand where that has one: of the same kind, else any. The log says of
    which kind it is, for a person called it; a photo does not tell an exposed kong from an added one.
    """
    log: list[KongEntry] = list(deal.kongs)
    free = set(range(len(log)))
    for seat, before, hand in _hands(deal):
        groups = [group for group in hand.melds if group.type == "kong"]
        # Kinds that agree find each other first.
        for alike in (True, False):
            for group in tuple(groups):
                mine = (at for at in sorted(free) if log[at].seat == seat)
                at = next((at for at in mine if not alike or log[at].kind == group.kind), None)
                if at is not None:
                    if log[at].kind == "exposed" and log[at].from_seat is None:
                        log[at] = replace(log[at], from_seat=_feeder(group))
                    free.discard(at)
                    groups.remove(group)
        log += [KongEntry(seat, group.kind or "exposed", _feeder(group), before) for group in groups]
    return tuple(log)


def _hands(deal: Deal) -> Iterator[tuple[Seat, int, EditedHand]]:
    """Every hand that counts, whose it is, and the index of the win or draw that its kongs came before."""
    for each in rounds(deal):
        for at in each.wins:
            yield deal.wins[at].seat, at, deal.wins[at].hand
    for seat in show_hands(deal):
        yield seat, len(deal.wins), deal.hand_of(seat).hand


def _feeder(group: Group) -> Seat | None:
    return group.from_seat if group.kind in ("exposed", None) else None


def without_feeder(deal: Deal) -> bool:
    """Whether an exposed kong is to be paid and nobody has said by whom."""
    return pays_kongs(deal) and any(kong.kind == "exposed" and kong.from_seat is None for kong in paired(deal))


def payable_by(deal: Deal, entry: KongEntry) -> tuple[Seat, ...]:
    """Who could have to pay a kong: everybody but its owner and those who had won before."""
    numbers = [at for at, each in enumerate(rounds(deal)) if each.draw or max(each.wins, default=-1) >= entry.before]
    out = out_before(deal, numbers[0]) if numbers else frozenset()
    return tuple(seat for seat in range(deal.rules.players) if seat != entry.seat and seat not in out)
