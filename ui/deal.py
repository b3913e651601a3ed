"""What a session knows of one deal, and the case that it makes.

Everything a person enters stays in the :class:`Deal`, even where the present variant or way of winning has no
use for it; :func:`case_of` hands on only what the variant declares.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from scoring import Rejection, Result, score
from scoring.hand import Bao, Case, Events, Kong, Seat, Way, Win
from scoring.suggest import single_changes
from scoring.tiles import Tile
from scoring.variant import Input, Variant
from scoring.variants import VARIANTS
from scoring.waits import waits
from ui.hand import EMPTY_HAND, EditedHand, Piece, mark_winning

DEFAULT_VARIANT = "sichuan"
"""The rules that a new deal starts with: the most widely played of those known."""

WAYS: tuple[Way, ...] = ("selfdraw", "discard", "robkong", "opening")


@dataclass(frozen=True)
class WinEntry:
    """One winner as entered.

    Attributes:
        seat: the winner.
        hand: his tiles.
        way: how he won.
        from_seat: the discarder or konger; kept while the way is a self-draw.
        facts: flags (True) and numbers of the win, by the names of the variant's inputs.
        assumed: whether the winning tile is a guess (the last of the row) that nobody has confirmed.
    """

    seat: Seat = 0
    hand: EditedHand = EMPTY_HAND
    way: Way = "selfdraw"
    from_seat: Seat | None = None
    facts: Mapping[str, Any] = field(default_factory=dict)
    assumed: bool = False


@dataclass(frozen=True)
class Deal:
    """Everything entered about one deal.

    Attributes:
        variant: name of the rules.
        house_rules: options that differ from their default, by variant.
        names: of the players by seat; an empty one is shown as the seat's name.
        dealer: the dealer's seat.
        win: who won and how.
        facts: facts of the deal, by the names of the variant's inputs.
        kongs: kongs of players other than the winner.
        photo: SHA-256 of the photo that the hand was read from; None for a hand typed in.
    """

    variant: str = DEFAULT_VARIANT
    house_rules: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    names: tuple[str, ...] = ("", "", "", "")
    dealer: Seat = 0
    win: WinEntry = WinEntry()
    facts: Mapping[str, Any] = field(default_factory=dict)
    kongs: tuple[Kong, ...] = ()
    photo: str | None = None

    @property
    def rules(self) -> Variant:
        """The variant's declarations."""
        return VARIANTS[self.variant]

    @property
    def options(self) -> Mapping[str, Any]:
        """House rules of the present variant that differ from their default."""
        return self.house_rules.get(self.variant, {})

    @property
    def opening(self) -> bool:
        """Whether the dealt hand itself wins (起手胡), without a winning tile."""
        return self.win.way == "opening"

    @property
    def wanted(self) -> int:
        """Tiles of a complete hand, the winning tile included, a kong counted as three."""
        return self.rules.hand_size + (not self.opening or self.win.seat == self.dealer)

    @property
    def held(self) -> int:
        """Tiles of the hand as it is, without those that this variant lays aside as flowers."""
        hand = self.win.hand
        return hand.size - sum(piece.tile in self.rules.flowers for piece in hand.concealed)

    def with_variant(self, name: str) -> Deal:
        """The deal under other rules; a seat or a way of winning that they lack gives way to the first."""
        players, ways = VARIANTS[name].players, VARIANTS[name].ways
        win = replace(
            self.win,
            seat=self.win.seat if self.win.seat < players else 0,
            way=self.win.way if self.win.way in ways else "selfdraw",
            from_seat=self.win.from_seat if (self.win.from_seat or 0) < players else None,
        )
        dealer = self.dealer if self.dealer < players else 0
        kongs = tuple(kong for kong in self.kongs if max(kong.seat, kong.from_seat or 0) < players)
        moved = replace(self, variant=name, win=win, dealer=dealer, kongs=kongs)
        return moved.with_hand(moved.win.hand)

    def with_hand(self, hand: EditedHand) -> Deal:
        """The deal with another hand; in a full hand without a winning tile the last one is taken for it."""
        win = replace(self.win, hand=hand, assumed=self.win.assumed and hand.win == self.win.hand.win)
        changed = replace(self, win=win)
        in_hand = [piece for piece in hand.concealed if piece.tile not in self.rules.flowers]
        if hand.win is None and in_hand and not self.opening and changed.held == self.wanted:
            changed = changed.with_win(hand=mark_winning(hand, in_hand[-1].id), assumed=True)
        return changed

    def with_win(self, **changes: Any) -> Deal:
        """The deal with other facts of the win."""
        win = replace(self.win, **changes)
        return replace(self, win=replace(win, from_seat=None) if win.from_seat == win.seat else win)

    def with_fact(self, item: Input, value: Any) -> Deal:
        """The deal with an answer to one of the variant's questions; None takes the answer back."""
        of_win = item.kind in OF_WIN
        answers = dict(self.win.facts if of_win else self.facts)
        if value is None:
            answers.pop(item.name, None)
        else:
            answers[item.name] = value
        return self.with_win(facts=answers) if of_win else replace(self, facts=answers)

    def fact(self, item: Input) -> Any:
        """The answer to one of the variant's questions; None where there is none."""
        return (self.win.facts if item.kind in OF_WIN else self.facts).get(item.name)

    def with_option(self, name: str, value: Any) -> Deal:
        """The deal with a house rule changed; the default leaves no trace."""
        default = next(option.default for option in self.rules.options if option.name == name)
        options = {key: kept for key, kept in self.options.items() if key != name}
        if value != default or isinstance(value, bool) != isinstance(default, bool):
            options[name] = value
        return replace(self, house_rules={**self.house_rules, self.variant: options})


OF_WIN = ("flag", "number")
"""Kinds of inputs that belong to the win and not to the deal."""


def questions(deal: Deal) -> tuple[Input, ...]:
    """The variant's questions that make sense for this way of winning."""
    return tuple(item for item in deal.rules.inputs if not item.ways or deal.win.way in item.ways)


def case_of(deal: Deal) -> Case:
    """The case for the scorer, of what the variant declares."""
    asked = {item.name: deal.fact(item) for item in questions(deal)}
    answers = {name: value for name, value in asked.items() if value is not None}
    events = Events(**{name: answers[name] for name in Events.__dataclass_fields__ if name in answers})
    direct = ("gold", "caishen", "streak", "lao", "bird", "base", "xianggong")
    return Case(
        variant=deal.variant,
        players=deal.rules.players,
        dealer=deal.dealer,
        options=deal.options,
        wins=(_win_of(deal),),
        kongs=_kongs_of(deal) if "kongs" in asked else (),
        already_won=frozenset(answers.get("already_won", ())) - {deal.win.seat},
        events=events,
        bao=Bao(*answers["bao"]) if isinstance(answers.get("bao"), tuple) else None,
        **{name: answers[name] for name in direct if name in answers},
    )


def _win_of(deal: Deal) -> Win:
    """The win, with the tiles that this variant lays aside as flowers (Fuzhou's honors) moved there."""
    entry, aside = deal.win, deal.rules.flowers
    hand = entry.hand
    last = hand.win if deal.opening else None
    tiles = [piece.tile for piece in (*hand.concealed, *([last] if last else []))]
    flowers = [piece.tile for piece in hand.flowers] + [tile for tile in tiles if tile in aside]
    flags = {item.name for item in questions(deal) if entry.facts.get(item.name)} & deal.rules.flags
    numbers = {item.name: entry.facts.get(item.name, 0) for item in questions(deal) if item.kind == "number"}
    return Win(
        seat=entry.seat,
        concealed=tuple(tile for tile in tiles if tile not in aside),
        win_tile=hand.win.tile if hand.win and not deal.opening else None,
        by=entry.way,
        from_seat=None if entry.way in ("selfdraw", "opening") else entry.from_seat,
        melds=tuple(group.meld() for group in hand.melds),
        flags=frozenset(flags),
        flowers=tuple(flowers),
        **numbers,
    )


def _kongs_of(deal: Deal) -> tuple[Kong, ...]:
    """Every kong to be paid: those in the winner's hand and those entered for the others."""
    own = tuple(
        Kong(deal.win.seat, group.kind or "exposed", group.from_seat if group.kind == "exposed" else None)
        for group in deal.win.hand.melds
        if group.type == "kong"
    )
    return own + tuple(kong for kong in deal.kongs if kong.seat != deal.win.seat)


@dataclass(frozen=True)
class Question:
    """What is still missing before the deal can be scored.

    Attributes:
        code: key of the text that asks for it, under ``ask``.
        values: what the text names.
    """

    code: str
    values: Mapping[str, Any] = field(default_factory=dict)


def missing(deal: Deal) -> Question | None:
    """The first thing to ask for, or None when the deal can be scored."""
    hand, want, size = deal.win.hand, deal.wanted, deal.held
    if not hand.pieces:
        return Question("tiles")
    if any(not meld.meld().tiles[0].rank for meld in hand.melds):
        return Question("face_down")
    if size == want - 1 and hand.win is None and not deal.opening:
        return Question("winning_tile")
    if size < want:
        return Question("too_few", {"have": size, "want": want, "short": want - size})
    if size > want:
        return Question("too_many", {"have": size, "want": want, "over": size - want})
    if deal.win.way in ("discard", "robkong") and deal.win.from_seat is None:
        return Question(f"payer_{deal.win.way}")
    if _kong_without_feeder(deal):
        return Question("kong_feeder")
    required = (item for item in questions(deal) if item.required and deal.fact(item) is None)
    return next((Question("fact", {"label": item.label}) for item in required), None)


def _kong_without_feeder(deal: Deal) -> bool:
    """Whether an exposed kong is to be paid and nobody has said by whom."""
    paid = any(item.kind == "kongs" for item in deal.rules.inputs)
    return paid and any(kong.kind == "exposed" and kong.from_seat is None for kong in _kongs_of(deal))


def completing(deal: Deal) -> tuple[Tile, ...]:
    """The tiles that would complete a hand that is one short of its winning tile."""
    found = waits(case_of(deal))
    if isinstance(found, Rejection):
        return ()
    drawn = deal.win.way == "selfdraw"
    return tuple(wait.tile for wait in found if (wait.selfdraw if drawn else wait.discard))


REPAIRS = 3
"""How many repairs of a hand are offered."""


def repairs(deal: Deal) -> tuple[tuple[Piece, Tile], ...]:
    """Tiles of a refused hand with another likely face under which it would score, likeliest first."""
    hand = deal.win.hand
    unsure = [piece for piece in (*hand.concealed, hand.win) if piece is not None and piece.confidence < 1]
    alternatives: dict[Tile, dict[Tile, float]] = {}
    for piece in unsure:
        alternatives.setdefault(piece.tile, {}).update(piece.alternatives)
    found = []
    for change in single_changes(case_of(deal), 0, alternatives):
        alike = [piece for piece in unsure if piece.tile is change.old]
        if alike and change.new is not None:
            found.append((min(alike, key=lambda piece: piece.confidence), change.new))
    return tuple(found[:REPAIRS])


def winning_tile_matters(deal: Deal) -> bool:
    """Whether another tile of the hand as the winning tile would change what is paid, or nothing is paid yet."""
    now = score(case_of(deal))
    if not isinstance(now, Result):
        return True
    outcomes: set[tuple[int, ...] | None] = {now.payments}
    for tile in {piece.tile: piece for piece in deal.win.hand.concealed}.values():
        other = score(case_of(deal.with_win(hand=mark_winning(deal.win.hand, tile.id))))
        outcomes.add(other.payments if isinstance(other, Result) else None)
    return len(outcomes) > 1
