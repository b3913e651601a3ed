"""What is kept: deals, matches and adjustments, as frozen values.

Amounts of money are whole cents (分) of whatever the table plays for; payments of a result are points.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Generic, TypeVar

from records.canonical import Json, plain
from records.errors import RecordsError
from records.rules import RulesInForce, rules_in_force
from scoring.case_json import result_to_json
from scoring.case_writer import case_to_json
from scoring.core import Result
from scoring.hand import Case, Seat
from scoring.tiles import Tile


@dataclass(frozen=True)
class Origin:
    """Who entered something, on which device, and when.

    Attributes:
        who: the person's name as given; empty where nobody said.
        device: the phone or laptop, as the front end names it.
        at: when, with its time zone; kept in UTC.
    """

    who: str
    device: str
    at: datetime

    def __post_init__(self) -> None:
        if self.at.tzinfo is None:
            raise RecordsError("E_RECORDS_TIME", f"{self.at} has no time zone", f"{self.at} 缺少时区")
        object.__setattr__(self, "at", self.at.astimezone(UTC))


@dataclass(frozen=True)
class Stake:
    """What points are worth.

    Attributes:
        cents_per_point: 100 for one yuan a point.
        cap: the most points that one player pays another for one deal (封顶); None without a limit.
        round_to: payments are rounded to a multiple of so many cents, a half away from zero.
    """

    cents_per_point: int = 100
    cap: int | None = None
    round_to: int = 1

    def __post_init__(self) -> None:
        if self.cents_per_point < 0 or self.round_to < 1 or (self.cap is not None and self.cap < 0):
            raise RecordsError(
                "E_RECORDS_STAKE",
                "a stake and a cap are 0 or more, and rounding is to 1 cent or more",
                "单价和封顶不能小于 0，取整单位至少 1 分",
            )


@dataclass(frozen=True)
class Person:
    """Somebody who plays in a match; totals belong to the person, not to the seat.

    Attributes:
        id: a short name that never changes, such as :func:`records.new_id` gives.
        name: as the table calls this person; free to change.
    """

    id: str
    name: str


@dataclass(frozen=True)
class Match:
    """A night's play. Deals and adjustments refer to it and are stored beside it.

    Attributes:
        name: of the match.
        variant: name of the rules.
        options: house rules that differ from their default.
        people: everybody who plays or has played; somebody who leaves stays in the list.
        seats: who sits where now: a person's id for each seat.
        stake: for the deals to come; each deal keeps its own.
        note: free text.
    """

    name: str = ""
    variant: str = "sichuan"
    options: Json = field(default_factory=dict)
    people: tuple[Person, ...] = ()
    seats: tuple[str, ...] = ()
    stake: Stake = Stake()
    note: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "options", plain(dict(self.options)))
        known = [person.id for person in self.people]
        if len(set(known)) != len(known) or len(set(self.seats)) != len(self.seats) or set(self.seats) - set(known):
            raise RecordsError(
                "E_RECORDS_PEOPLE",
                "every person needs an id of their own, and every seat another person of the match",
                "每个人要有自己的编号，每个座位要坐一位不同的牌友",
            )


@dataclass(frozen=True)
class Correction:
    """A tile that a person changed in what was read.

    Attributes:
        read: the face that was read; None where the reader missed the tile.
        now: the face that the person chose; None where the person took the tile away.
        photo: hash of the photo.
        box: index into that photo's reading; None where the reader has no box for it.
        device: where it was corrected.
    """

    read: Tile | None
    now: Tile | None
    photo: str | None = None
    box: int | None = None
    device: str = ""


@dataclass(frozen=True)
class PointTransfer:
    """Points that one seat owes another."""

    payer: Seat
    payee: Seat
    points: int


@dataclass(frozen=True)
class Deal:
    """One deal as it is stored. Without a result it is a draft, which counts for nothing.

    Attributes:
        case: what was scored (rules 1.2); None in a draft.
        later_cases: where play went on after a win (血战), what was scored after it, in order.
        result: what came out of all of it, in the form of ``hule score --json``; None in a draft.
        transfers: the payments between seats, in points.
        rules: the rules in force.
        people: a person's id for each seat; empty outside a match.
        stake: what the points are worth in this deal.
        photos: hashes of the photos it was read from.
        readings: what was read, in the form of ``hule read --json``, one for each photo.
        corrections: what a person changed in it.
        entered: everything else that was entered, in the front end's own form, so that it opens as it was left.
        note: free text.
        void: whether the deal was taken back; it stays to be seen and counts for nothing.
    """

    case: Json | None = None
    result: Json | None = None
    transfers: tuple[PointTransfer, ...] = ()
    rules: RulesInForce | None = None
    people: tuple[str, ...] = ()
    stake: Stake = Stake()
    photos: tuple[str, ...] = ()
    readings: tuple[Json, ...] = ()
    corrections: tuple[Correction, ...] = ()
    entered: Json = field(default_factory=dict)
    note: str = ""
    void: bool = False
    later_cases: tuple[Json, ...] = ()

    def __post_init__(self) -> None:
        for name in ("case", "result", "entered"):
            object.__setattr__(self, name, plain(getattr(self, name)))
        for name in ("readings", "later_cases"):
            object.__setattr__(self, name, tuple(plain(list(getattr(self, name)))))
        seats = 1 + max((max(item.payer, item.payee) for item in self.transfers), default=-1)
        if self.people and (len(set(self.people)) != len(self.people) or len(self.people) < seats):
            raise RecordsError(
                "E_RECORDS_PEOPLE", "every seat that plays needs another person", "每个参加的座位要坐一位不同的牌友"
            )

    @property
    def counts(self) -> bool:
        """Whether its payments belong in the totals."""
        return self.result is not None and not self.void

    def settled(self, case: Case, result: Result, *later: Case) -> Deal:
        """This deal with its case (and the later ones, where play went on), its result, and the rules of this build."""
        return replace(
            self,
            case=case_to_json(case),
            later_cases=tuple(map(case_to_json, later)),
            result=result_to_json(case.id, result),
            transfers=tuple(PointTransfer(item.payer, item.payee, item.amount) for item in result.transfers),
            rules=rules_in_force(case.variant, case.options),
        )


@dataclass(frozen=True)
class Adjustment:
    """Money that changes hands beside the deals: "false win", "we agreed 20".

    Attributes:
        amounts: cents that each person receives, negative where a person pays; they sum to zero.
        note: what for.
        void: whether it was taken back.
    """

    amounts: Mapping[str, int]
    note: str = ""
    void: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "amounts", plain(dict(self.amounts)))
        total = sum(self.amounts.values())
        if total:
            raise RecordsError(
                "E_RECORDS_SUM",
                f"the amounts sum to {total / 100:g}, not to zero: what one receives another pays",
                f"各人金额相加是 {total / 100:g}，应为零：有人收就要有人付",
            )


T = TypeVar("T", bound="Match | Deal | Adjustment")


@dataclass(frozen=True)
class Saved(Generic[T]):
    """One version of something that was stored; it never changes.

    Attributes:
        id: of the deal, match or adjustment.
        version: 1, 2, …
        match_id: the match it belongs to; None outside a match.
        origin: who entered this version, where and when.
        based_on: the version that was on the screen when this one was entered; None for the first. Where it is
            not the version before, somebody else saved in between.
        previous: content hash of the version before; None for the first.
        sha256: content hash over the value and everything above.
        intact: whether the stored content still has that hash.
        value: the deal, match or adjustment.
    """

    id: str
    version: int
    match_id: str | None
    origin: Origin
    based_on: int | None
    previous: str | None
    sha256: str
    intact: bool
    value: T

    @property
    def overtook(self) -> bool:
        """Whether somebody else saved a version that this one's author had not seen."""
        return self.version > 1 and self.based_on != self.version - 1


@dataclass(frozen=True)
class NewVersion(Generic[T]):
    """Something to store as the next version of its record.

    Attributes:
        id: of a new or known deal, match or adjustment.
        value: what to store.
        based_on: the version that the person had on the screen; None for the first.
        match_id: the match that a new record belongs to; a known one keeps its own.
    """

    id: str
    value: T
    based_on: int | None = None
    match_id: str | None = None
