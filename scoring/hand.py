"""What a table tells the scorer: melds, wins, kongs, draws, and the case that holds them (rules 1.2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from scoring.tiles import Tile

Seat = int
"""0 to 3 (0 to 2 with three players) in turn order; seat k+1 is the next player (下家) of seat k."""

MeldType = Literal["chi", "pong", "kong"]
KongKind = Literal["exposed", "added", "concealed"]
Way = Literal["selfdraw", "discard", "robkong", "opening"]

FLAGS: tuple[str, ...] = (
    "after_kong", "after_kong_dice", "after_flower", "gangpao", "tianhu", "dihu", "haidi", "last_tile",
    "baoting", "qiangjin", "discarded_gold", "youjin", "bao",
)  # fmt: skip
"""Every fact that a win may carry; a variant declares which of them it uses."""


MOST = 10**9
"""No count, stake or price of a table is larger; beyond it numbers only take time to print."""


@dataclass(frozen=True, slots=True)
class Meld:
    """A set laid out or declared (副露).

    Attributes:
        type: chi (吃), pong (碰) or kong (杠).
        tiles: as laid, in the notation's order.
        kind: of a kong, as given: exposed (明杠, 直杠), added (补杠) or concealed (暗杠).
        concealed: whether it was declared from the hand.
        from_seat: who fed it, where known; no payout depends on it.
    """

    type: MeldType
    tiles: tuple[Tile, ...]
    kind: KongKind | None = None
    concealed: bool = False
    from_seat: Seat | None = None

    @property
    def is_concealed_kong(self) -> bool:
        """Whether it is a kong declared from the hand; without a kind, ``concealed`` decides (rules 12.3)."""
        return self.type == "kong" and (self.kind == "concealed" or (self.kind is None and self.concealed))


def melded_tiles(melds: Iterable[Meld]) -> tuple[Tile, ...]:
    """The tiles of these melds, as laid."""
    return tuple(tile for meld in melds for tile in meld.tiles)


@dataclass(frozen=True, slots=True)
class Win:
    """One winner and how he won.

    Attributes:
        seat: the winner.
        concealed: the tiles in hand without the winning tile.
        melds: the sets laid out.
        win_tile: the winning tile; None only for an opening hand (起手胡).
        by: self-draw, discard, robbing a kong, or opening.
        from_seat: the discarder or konger.
        flags: the names in ``FLAGS`` that hold.
        youjin: 游金 of Fuzhou: 0 none, 1 single (单游), 2 double (双游), 3 triple (三游).
        flowers: flower tiles laid aside.
        piao: caishen discarded while waiting (漂财).
    """

    seat: Seat
    concealed: tuple[Tile, ...]
    win_tile: Tile | None
    by: Way
    from_seat: Seat | None = None
    melds: tuple[Meld, ...] = ()
    flags: frozenset[str] = frozenset()
    youjin: int = 0
    flowers: tuple[Tile, ...] = ()
    piao: int = 0

    @property
    def drawn(self) -> bool:
        """Whether the winner took the last tile himself, so that everybody pays."""
        return self.by in ("selfdraw", "opening")

    @property
    def closing(self) -> tuple[Tile, ...]:
        """The concealed tiles with the winning tile."""
        return self.concealed if self.win_tile is None else (*self.concealed, self.win_tile)

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """Every tile of the hand, flowers apart."""
        return self.closing + melded_tiles(self.melds)

    @property
    def kongs(self) -> tuple[Meld, ...]:
        """The melds that are kongs, of any kind."""
        return tuple(meld for meld in self.melds if meld.type == "kong")


@dataclass(frozen=True, slots=True)
class Kong:
    """A kong to be paid now.

    Attributes:
        seat: who declared it.
        kind: exposed, added or concealed.
        from_seat: who fed an exposed kong.
        payers: who pays an added or concealed kong, where it is not everybody still playing.
    """

    seat: Seat
    kind: KongKind
    from_seat: Seat | None = None
    payers: tuple[Seat, ...] | None = None


@dataclass(frozen=True, slots=True)
class DrawHand:
    """One player's hand, shown at an exhaustive draw (流局)."""

    seat: Seat
    concealed: tuple[Tile, ...]
    melds: tuple[Meld, ...] = ()

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """Every tile of the hand."""
        return self.concealed + melded_tiles(self.melds)


@dataclass(frozen=True, slots=True)
class Events:
    """What else happened in the deal.

    Attributes:
        genzhuang: all three followed the dealer's first discard (跟庄).
        huangpai: nobody won and the variant charges for it (荒牌).
        beigen: the player whose discard was followed (被跟).
        false_win: the player who declared a hand that does not win (诈糊).
    """

    genzhuang: bool = False
    huangpai: bool = False
    beigen: Seat | None = None
    false_win: Seat | None = None


@dataclass(frozen=True, slots=True)
class Bao:
    """Three chi fed by one player to the next (大包)."""

    feeder: Seat
    eater: Seat


@dataclass(frozen=True, slots=True)
class Case:
    """Everything about one deal that decides who pays whom (rules 1.2).

    Facts that a variant does not use keep their defaults and do nothing.

    Attributes:
        variant: the registered name of the rules.
        options: house rules by name; the others keep their defaults.
        draw: the hands shown at an exhaustive draw; None when it was no draw.
        gold: the flipped tile of Fuzhou (金).
        streak: the dealer's wins in a row after the first (连庄).
        caishen: the flipped tile of Songyang (财神).
        lao: how often the dealer has stayed (牢庄).
        bird: the bird tile's number (扎鸟); None when no bird was drawn.
        base: the stake of Xinjiang.
        xianggong: who konged after declaring ready and did not stay ready (相公).
        ignored: names given that belong to another variant; they change nothing.
    """

    variant: str
    id: str | None = None
    players: int = 4
    dealer: Seat = 0
    options: Mapping[str, Any] = field(default_factory=dict)
    wins: tuple[Win, ...] = ()
    kongs: tuple[Kong, ...] = ()
    already_won: frozenset[Seat] = frozenset()
    draw: tuple[DrawHand, ...] | None = None
    events: Events = Events()
    gold: Tile | None = None
    streak: int = 0
    caishen: Tile | None = None
    lao: int = 0
    bao: Bao | None = None
    bird: int | None = None
    base: int = 1
    xianggong: Seat | None = None
    ignored: tuple[str, ...] = ()

    @property
    def seats(self) -> range:
        """All seats of the table."""
        return range(self.players)
