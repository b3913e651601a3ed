"""Everything that was entered about one deal, as plain values; each change makes a new deal.

Everything a person enters stays, even where the present variant or way of winning has no use for it;
:mod:`ui.deal.case` hands on only what the variant declares.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from scoring.hand import KongKind, Seat, Way
from scoring.variant import Input, Variant
from scoring.variants import VARIANTS
from ui.hand import EMPTY_HAND, EditedHand, Group, Piece, mark_winning, unmark_winning

DEFAULT_VARIANT = "sichuan"
"""The rules that a new deal starts with: the most widely played of those known."""

WAYS: tuple[Way, ...] = ("selfdraw", "discard", "robkong", "opening")

Outcome = Literal["win", "draw", "false_win"]
"""How a deal ends: somebody wins (胡), the wall runs out (流局), or a declared hand is none (诈糊)."""


@dataclass(frozen=True)
class WinEntry:
    """One winner as entered, or one hand shown at a draw.

    Attributes:
        seat: the winner.
        hand: his tiles.
        way: how he won.
        from_seat: the discarder or konger; kept while the way is a self-draw.
        facts: flags (True) and numbers of the win, by the names of the variant's inputs.
        assumed: whether the winning tile is a guess (the last of the row) that nobody has confirmed.
        together: whether he won on the very tile of the winner before (一炮多响), where play would else go on.
        photo: SHA-256 of the photo that the hand was read from; None for a hand typed in.
    """

    seat: Seat = 0
    hand: EditedHand = EMPTY_HAND
    way: Way = "selfdraw"
    from_seat: Seat | None = None
    facts: Mapping[str, Any] = field(default_factory=dict)
    assumed: bool = False
    together: bool = False
    photo: str | None = None


@dataclass(frozen=True)
class KongEntry:
    """One kong (杠) as it was declared during play.

    Attributes:
        seat: who declared it.
        kind: exposed, added or concealed.
        from_seat: who fed an exposed one; None until somebody says.
        before: index of the win that it came before; the number of wins for one before the draw.
        payers: who pays, where it is not everybody who was still playing.
        id: its own in the log of the deal, whatever is added or taken out before it.
    """

    seat: Seat
    kind: KongKind
    from_seat: Seat | None = None
    before: int = 0
    payers: tuple[Seat, ...] | None = None
    id: int = 0


@dataclass(frozen=True)
class Deal:
    """Everything entered about one deal.

    Attributes:
        variant: name of the rules.
        house_rules: options that differ from their default, by variant.
        names: of the players by seat; an empty one is shown as the seat's name.
        dealer: the dealer's seat.
        outcome: how the deal ended.
        wins: who won and how, in the order of play; there is always one, which may be empty yet.
        selected: index of the win on the page.
        shown: hands shown at a draw (查叫), at most one a seat; a seat without any has entered none.
        showing: at a draw the seat whose hand is on the page; None where none is asked for.
        facts: facts of the deal, by the names of the variant's inputs.
        kongs: the kongs that were called out during play, in order. Those that lie in a hand need no entry.
        turned_photo: SHA-256 of the photo of the tile turned over for the deal (金, 财神); None where it was tapped.
    """

    variant: str = DEFAULT_VARIANT
    house_rules: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    names: tuple[str, ...] = ("", "", "", "")
    dealer: Seat = 0
    outcome: Outcome = "win"
    wins: tuple[WinEntry, ...] = (WinEntry(),)
    selected: int = 0
    shown: tuple[WinEntry, ...] = ()
    showing: Seat | None = None
    facts: Mapping[str, Any] = field(default_factory=dict)
    kongs: tuple[KongEntry, ...] = ()
    turned_photo: str | None = None

    @property
    def rules(self) -> Variant:
        """The variant's declarations."""
        return VARIANTS[self.variant]

    @property
    def options(self) -> Mapping[str, Any]:
        """House rules of the present variant that differ from their default."""
        return self.house_rules.get(self.variant, {})

    @property
    def shows_hand(self) -> bool:
        """Whether the entry on the page is a hand shown at a draw, and no win."""
        return self.outcome == "draw" and self.showing is not None

    @property
    def win(self) -> WinEntry:
        """The entry on the page: the selected winner, or at a draw the hand of the player who shows it."""
        if self.outcome == "draw" and self.showing is not None:
            return self.hand_of(self.showing)
        return self.wins[self.selected]

    def hand_of(self, seat: Seat) -> WinEntry:
        """What a player shows at a draw; an empty hand where nothing was entered."""
        return next((entry for entry in self.shown if entry.seat == seat), WinEntry(seat))

    @property
    def photo(self) -> str | None:
        """Hash of the photo behind the hand on the page."""
        return self.win.photo

    @property
    def photos(self) -> tuple[str, ...]:
        """Hashes of all photos of this deal, each once: of its hands, and of the tile turned over."""
        return tuple(dict.fromkeys(photo for photo in (*self.hand_photos, self.turned_photo) if photo))

    @property
    def hand_photos(self) -> tuple[str, ...]:
        """Hashes of the photos behind the hands of this deal, in the order of its entries."""
        return tuple(entry.photo for entry in (*self.wins, *self.shown) if entry.photo)

    @property
    def goes_on(self) -> bool:
        """Whether play goes on after a win until one player is left (血战)."""
        return "already_won" in self.rules.facts

    @property
    def opening(self) -> bool:
        """Whether the dealt hand itself wins (起手胡), without a winning tile."""
        return self.win.way == "opening" and not self.shows_hand

    @property
    def wanted(self) -> int:
        """Tiles that the hand on the page must have, the winning tile included, a kong counted as three."""
        return self.wanted_of(self.win, shown=self.shows_hand)

    def wanted_of(self, entry: WinEntry, *, shown: bool) -> int:
        """Tiles of a complete hand: of a waiting one that is ``shown`` at a draw, else of a winner."""
        waiting = shown or (entry.way == "opening" and entry.seat != self.dealer)
        return self.rules.hand_size + (not waiting)

    @property
    def held(self) -> int:
        """Tiles of the hand on the page, without those that this variant lays aside as flowers."""
        return self.held_of(self.win.hand)

    def held_of(self, hand: EditedHand) -> int:
        """Tiles of a hand as it is, without those that this variant lays aside as flowers."""
        return self.kept_of(hand).size

    def kept_of(self, hand: EditedHand) -> EditedHand:
        """A hand as this variant sees it: what it lays aside (Fuzhou's honors, too) among the flowers."""
        aside = self.rules.flowers
        gone = [group for group in hand.melds if group.pieces[0].tile in aside]
        loose = [piece for piece in hand.concealed if piece.tile in aside]
        loose += [piece for group in gone for piece in group.pieces if not piece.implied]
        won = hand.win is not None and hand.win.tile in aside
        return replace(
            hand,
            concealed=tuple(piece for piece in hand.concealed if piece.tile not in aside),
            melds=tuple(group for group in hand.melds if group not in gone),
            win=None if won else hand.win,
            flowers=(*hand.flowers, *loose, *((hand.win,) if won and hand.win else ())),
        )

    def foreign_of(self, hand: EditedHand) -> tuple[Piece, ...]:
        """Tiles of a hand that these rules do not play with."""
        return tuple(piece for piece in hand.pieces if piece.tile.rank and piece.tile not in self.rules.copies)

    def not_called_of(self, hand: EditedHand) -> tuple[Group, ...]:
        """Melds of a hand that these rules do not know: a chi where there is none."""
        return tuple(group for group in hand.melds if group.type not in self.rules.calls)

    def with_entry(self, entry: WinEntry) -> Deal:
        """The deal with another entry in the place of the one on the page."""
        if self.outcome == "draw" and self.showing is not None:
            others = tuple(each for each in self.shown if each.seat != self.showing)
            entries = sorted((*others, replace(entry, seat=self.showing)), key=lambda each: each.seat)
            return replace(self, shown=tuple(entries))
        return replace(self, wins=(*self.wins[: self.selected], entry, *self.wins[self.selected + 1 :]))

    def with_hand(self, hand: EditedHand) -> Deal:
        """The deal with another hand; in a full hand without a winning tile the last one is taken for it."""
        if hand.win is not None and (self.shows_hand or hand.win.tile in self.rules.flowers):
            hand = unmark_winning(hand)
        assumed = self.win.assumed and hand.win == self.win.hand.win
        in_hand = self.kept_of(hand).concealed
        needs_one = hand.win is None and in_hand and not self.opening and not self.shows_hand
        if needs_one and self.held_of(hand) == self.wanted:
            hand, assumed = mark_winning(hand, in_hand[-1].id), True
        return self.with_entry(replace(self.win, hand=hand, assumed=assumed))

    def with_win(self, **changes: Any) -> Deal:
        """The deal with other facts of the win; winners of one tile share how they won and from whom."""
        before, entry = self.win, replace(self.win, **changes)
        if entry.from_seat == entry.seat:
            entry = replace(entry, from_seat=None)
        changed = self.with_entry(entry)
        if self.shows_hand or "opening" in (before.way, entry.way):
            return changed
        shared = {name: getattr(entry, name) for name in ("way", "from_seat") if name in changes}
        sharers = self.sharers(self.selected) if shared else ()
        wins = [replace(each, **shared) if at in sharers else each for at, each in enumerate(changed.wins)]
        return replace(changed, wins=tuple(wins))

    def sharers(self, index: int) -> tuple[int, ...]:
        """The wins on the same tile as this one, itself included; all opening hands count as one."""
        first = index
        while first and self._shares(first):
            first -= 1
        last = index
        while last + 1 < len(self.wins) and self._shares(last + 1):
            last += 1
        return tuple(range(first, last + 1))

    def _shares(self, index: int) -> bool:
        """Whether a win is on the same tile as the one before it."""
        before, entry = self.wins[index - 1], self.wins[index]
        if "opening" in (before.way, entry.way):
            return before.way == entry.way
        return entry.together or not self.goes_on

    def with_fact(self, item: Input, value: Any) -> Deal:
        """The deal with an answer to one of the variant's questions; None takes the answer back."""
        of_win = is_of_win(item)
        answers = dict(self.win.facts if of_win else self.facts)
        if value is None:
            answers.pop(item.name, None)
        else:
            answers[item.name] = value
        return self.with_win(facts=answers) if of_win else replace(self, facts=answers)

    def fact(self, item: Input) -> Any:
        """The answer to one of the variant's questions; None where there is none."""
        return (self.win.facts if is_of_win(item) else self.facts).get(item.name)

    def with_option(self, name: str, value: Any) -> Deal:
        """The deal with a house rule changed; the default leaves no trace."""
        default = next(option.default for option in self.rules.options if option.name == name)
        options = {key: kept for key, kept in self.options.items() if key != name}
        if value != default or isinstance(value, bool) != isinstance(default, bool):
            options[name] = value
        return self.with_options(options)

    def with_options(self, options: Mapping[str, Any]) -> Deal:
        """The deal with all house rules of its variant replaced."""
        return replace(self, house_rules={**self.house_rules, self.variant: dict(options)})


def is_of_win(item: Input) -> bool:
    """Whether an answer belongs to one win and not to the deal; each win can draw its own bird (扎鸟)."""
    return item.kind in ("flag", "number") or item.name == "bird"
