"""What a variant declares; the core executes it and never asks which variant it serves."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from scoring.errors import Rejection
from scoring.hand import FLAGS, Case, DrawHand, Seat, Win
from scoring.options import Option
from scoring.patterns import Hand, Pattern, Score
from scoring.settle import KONG_NAMES, NOTHING, Settlement
from scoring.shanten import Distance, to_seven_pairs, to_standard
from scoring.shapes import Reading, Shape
from scoring.splits import SUITS
from scoring.steps import Text, in_words
from scoring.tiles import TILES, Tile

Options = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Clause:
    """One heading of a variant's rule page.

    Attributes:
        id: number of the heading, as in the rule text; a number left out there explains and rules nothing. Patterns,
            options and inputs refer to it.
        title: the heading.
        text: the rule.
        seed: where the source text says so, ``file:line``; empty where no source does.
    """

    id: str
    title: Text
    text: Text
    seed: str = ""


@dataclass(frozen=True, slots=True)
class Input:
    """One fact that the variant asks a person about.

    Attributes:
        name: field or flag of ``rules.md`` 1.2.
        label: the question, in both languages.
        clause: heading of the rule page.
        kind: ``flag`` of a win, ``number`` or ``tiles`` of a win, else a fact of the deal: ``tile``,
            ``count``, ``seat``, ``kongs``, ``seats``, ``event``, ``pair``, ``draw``.
        ways: the ways of winning that it can go with; empty for all.
        required: whether no payout is possible without it.
    """

    name: str
    label: Text
    clause: str
    kind: str = "flag"
    ways: frozenset[str] = frozenset()
    required: bool = False


@dataclass(frozen=True, slots=True)
class Wild:
    """What is wild in a deal.

    Attributes:
        tile: the wild tile (飞, 金, 财神); None where there is none.
        stand_in: tiles that count as another face (白板 for the caishen's own).
        indicator: whether one copy lies on the table as indicator, so that at most three are held.
    """

    tile: Tile | None = None
    stand_in: Mapping[Tile, Tile] = field(default_factory=dict)
    indicator: bool = False


NO_WILD = Wild()


@dataclass(frozen=True, slots=True)
class Ready:
    """A waiting hand (下叫) at a draw, with the dearest hand it could have become."""

    hand: DrawHand
    win_tile: Tile
    score: Score
    reading: Reading


Check = Callable[[Case, Options], Rejection | None]
"""A rule of the variant that a case may break."""

SettleWin = Callable[[Case, Options, Win, Score], Settlement]
SettleDeal = Callable[[Case, Options], Settlement]
SettleDraw = Callable[[Case, Options, tuple[Ready, ...]], Settlement]
Together = Callable[[Case, Options, tuple[Score, ...]], tuple[Score, ...]]
NextDealer = Callable[[Case], Seat]


def _nothing(case: Case, options: Options) -> Settlement:
    return NOTHING


def _no_draw(case: Case, options: Options, ready: tuple[Ready, ...]) -> Settlement:
    return NOTHING


@dataclass(frozen=True)
class Variant:
    """The rules of one table (玩法).

    Attributes:
        id: name in commands and JSON.
        name: Chinese and English name.
        copies: how many of each tile there are.
        clauses: the rule page.
        shapes: winning shapes.
        distances: how far a hand is from each of them.
        patterns: the table of patterns.
        evaluate: what one reading is worth, or why it may not win.
        settle_win: who pays for one win.
        options: house rules.
        inputs: facts to ask for.
        checks: what a case may break.
        hand_checks: what the hand itself may break; a waiting hand at a draw must keep these, too (缺一门).
        calls: melds that may be called.
        players: seats of the table.
        sets: sets of a complete hand.
        flowers: tiles that are laid aside as flowers and never stay in the hand.
        ways: ways of winning that the rules know.
        several_winners: whether one discard can have several winners.
        wild: what is wild in a deal.
        settle_deal: kongs and events.
        settle_draw: an exhaustive draw.
        draw_needs_all: whether a draw is paid by the hands (查叫), so that everybody who has not won must show his.
        together: what the wins of one deal are worth beside each other, where that differs from each alone.
        next_dealer: who deals next (rules 12.6).
        words: Chinese words of the program that this table says otherwise, as 糊 for 胡.
    """

    id: str
    name: Text
    copies: Mapping[Tile, int]
    clauses: tuple[Clause, ...]
    shapes: tuple[Shape, ...]
    patterns: tuple[Pattern, ...]
    evaluate: Callable[[Hand], Score | Rejection]
    settle_win: SettleWin
    next_dealer: NextDealer
    distances: tuple[Distance, ...] = (to_standard, to_seven_pairs)
    options: tuple[Option, ...] = ()
    inputs: tuple[Input, ...] = ()
    checks: tuple[Check, ...] = ()
    hand_checks: tuple[Check, ...] = ()
    calls: frozenset[str] = frozenset({"pong", "kong"})
    players: int = 4
    sets: int = 4
    flowers: frozenset[Tile] = frozenset()
    ways: frozenset[str] = frozenset({"selfdraw", "discard", "robkong"})
    several_winners: bool = True
    wild: Callable[[Case], Wild] = lambda case: NO_WILD
    settle_deal: SettleDeal = _nothing
    settle_draw: SettleDraw = _no_draw
    draw_needs_all: bool = False
    together: Together = lambda case, options, scores: scores
    words: Mapping[str, str] = field(default_factory=dict)

    @property
    def hand_size(self) -> int:
        """Tiles of a hand that waits: 13, in Fuzhou 16."""
        return 3 * self.sets + 1

    @cached_property
    def hand_suits(self) -> tuple[range, ...]:
        """The suits that stay in the hand; each is in the game as a whole or not at all."""
        first_tiles = ((suit, TILES[suit.start]) for suit in SUITS)
        return tuple(suit for suit, tile in first_tiles if tile in self.copies and tile not in self.flowers)

    @cached_property
    def hand_tiles(self) -> frozenset[Tile]:
        """The tiles that may be in a hand: all but the flowers."""
        return frozenset(self.copies) - self.flowers

    @cached_property
    def kong_names(self) -> Mapping[str, Text]:
        """What this table calls the kinds of kong."""
        return {kind: Text(name.en, self.worded(name.zh)) for kind, name in KONG_NAMES.items()}

    def worded(self, zh: str) -> str:
        """A Chinese sentence in the words of this table."""
        return in_words(zh, self.words)

    def fact_name(self, name: str) -> Text:
        """How this table calls a fact of a win, inside a sentence."""
        label = next((item.label for item in self.inputs if item.name == name), Text(name, name))
        return Text(label.en[:1].lower() + label.en[1:], label.zh)

    @property
    def facts(self) -> frozenset[str]:
        """Facts of the deal or of a win, other than flags, that this variant uses."""
        return frozenset(item.name for item in self.inputs) - self.flags

    @property
    def flags(self) -> frozenset[str]:
        """The facts of a win that this variant uses; one of them is a number (游金)."""
        return frozenset(item.name for item in self.inputs if item.kind in ("flag", "number") and item.name in FLAGS)


def tile_set(suits: str, copies: int = 4) -> dict[Tile, int]:
    """The tiles of these suits, each so many times: ``tile_set("mps")`` is the set of 108."""
    return {tile: copies for tile in TILES if tile.suit in suits}
