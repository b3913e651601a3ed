"""What was read from a photo: tiles at their boxes, the hand they make, and what the reader is unsure of.

The calls that turn a photo into these values are in :mod:`vision.api`:

- ``load_photo(source: str | Path | bytes, name: str | None = None) -> Photo``; raises ``PhotoError``
- ``read_photo(photo: Photo, detector: Detector | None = None) -> Reading``
- ``Reading.to_json() -> dict`` and ``Reading.from_json(dict) -> Reading``, the form that ``hule read`` prints

Each is a frozen value: a correction makes a new reading (``dataclasses.replace``) and keeps the old one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, Self

from scoring.tiles import Tile, format_tiles, parse_tiles, tile

MeldType = Literal["chi", "pong", "kong"]
KongKind = Literal["exposed", "added", "concealed"]
Box = tuple[float, float, float, float]


@dataclass(frozen=True)
class SeenTile:
    """One tile in the photo.

    Attributes:
        tile: the face read, or the back.
        box: x1 y1 x2 y2 in pixels of the upright photo.
        confidence: the calibrated chance that the face is right, 0 to 1; 1 where a person set it.
        angle: the tile's turn in degrees, clockwise, 0 upright.
        alternatives: other faces with their chances, likeliest first.
    """

    tile: Tile
    box: Box
    confidence: float
    angle: int = 0
    alternatives: tuple[tuple[Tile, float], ...] = ()


@dataclass(frozen=True)
class PlacedTile:
    """A tile of the hand and the box that shows it.

    Attributes:
        tile: the face.
        box: index into :attr:`Reading.tiles`; None where a person added the tile.
    """

    tile: Tile
    box: int | None = None


@dataclass(frozen=True)
class MeldReading:
    """A group laid apart (副露): chi 吃, pong 碰 or kong 杠.

    Attributes:
        type: ``chi``, ``pong`` or ``kong``.
        tiles: its faces, a concealed kong's face-down tiles included; None when all four lie face down.
        boxes: indices into :attr:`Reading.tiles`, in reading order.
        concealed: whether it is a concealed kong (暗杠).
        kind: for a kong: ``exposed`` (明杠), ``added`` (补杠) or ``concealed`` (暗杠); else None.
    """

    type: MeldType
    tiles: tuple[Tile, ...] | None
    boxes: tuple[int, ...] = ()
    concealed: bool = False
    kind: KongKind | None = None

    def to_json(self) -> dict[str, Any]:
        """The meld in the form of the contract; ``kind`` only for a kong."""
        tiles = None if self.tiles is None else format_tiles(self.tiles)
        data: dict[str, Any] = {"type": self.type, "tiles": tiles, "concealed": self.concealed}
        if self.kind is not None:
            data["kind"] = self.kind
        return data | {"boxes": list(self.boxes)}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """The inverse of :meth:`to_json`."""
        tiles = None if data["tiles"] is None else parse_tiles(data["tiles"])
        return cls(data["type"], tiles, tuple(data["boxes"]), data["concealed"], data.get("kind"))


@dataclass(frozen=True)
class HandReading:
    """The tiles of one player as they lie, whatever the variant.

    Attributes:
        concealed: the tiles that belong to no meld, in reading order, without the winning tile.
        melds: the groups laid apart, in reading order.
        win_tile: the tile that lies apart from the others; None where none does.
        flowers: flower tiles (花牌) set aside.
    """

    concealed: tuple[PlacedTile, ...] = ()
    melds: tuple[MeldReading, ...] = ()
    win_tile: PlacedTile | None = None
    flowers: tuple[PlacedTile, ...] = ()

    @property
    def tile_count(self) -> int:
        """How many tiles lie here, each tile of a kong and each flower counted."""
        melded = sum(len(m.tiles) if m.tiles is not None else 4 for m in self.melds)
        return len(self.concealed) + melded + (self.win_tile is not None) + len(self.flowers)

    @property
    def boxes(self) -> frozenset[int]:
        """Indices into :attr:`Reading.tiles` of every tile of the hand that the photo shows."""
        placed = (*self.concealed, *self.flowers, *((self.win_tile,) if self.win_tile else ()))
        melded = (box for meld in self.melds for box in meld.boxes)
        return frozenset((*(p.box for p in placed if p.box is not None), *melded))

    def to_json(self) -> dict[str, Any]:
        """The hand in the form of the contract."""
        return {
            "concealed": format_tiles(p.tile for p in self.concealed),
            "melds": [meld.to_json() for meld in self.melds],
            "win_tile": self.win_tile.tile.code if self.win_tile else None,
            "flowers": format_tiles(p.tile for p in self.flowers),
            "boxes": {
                "concealed": [p.box for p in self.concealed],
                "win_tile": self.win_tile.box if self.win_tile else None,
                "flowers": [p.box for p in self.flowers],
            },
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """The inverse of :meth:`to_json`."""
        boxes = data["boxes"]
        win_tile = data["win_tile"]
        return cls(
            concealed=_place(data["concealed"], boxes["concealed"]),
            melds=tuple(MeldReading.from_json(meld) for meld in data["melds"]),
            win_tile=PlacedTile(tile(win_tile), boxes["win_tile"]) if win_tile else None,
            flowers=_place(data["flowers"], boxes["flowers"]),
        )


@dataclass(frozen=True)
class ReadingWarning:
    """Something that the photo could not tell; the person decides.

    Attributes:
        code: a fixed name, ``W_…``.
        message: what is unsure and what to do, in English.
        message_zh: the same in Chinese.
        boxes: indices into :attr:`Reading.tiles` of the tiles meant.
    """

    code: str
    message: str
    message_zh: str
    boxes: tuple[int, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The warning in the form of the contract."""
        return {
            "code": self.code,
            "message": self.message,
            "message_zh": self.message_zh,
            "boxes": list(self.boxes),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """The inverse of :meth:`to_json`."""
        return cls(data["code"], data["message"], data["message_zh"], tuple(data.get("boxes", ())))


@dataclass(frozen=True)
class Reading:
    """Everything read from one photo.

    Attributes:
        photo: the path or name of the photo.
        photo_hash: SHA-256 of its bytes, hexadecimal.
        width: of the upright photo, pixels.
        height: of the upright photo, pixels.
        tiles: every tile seen, backs included, in no particular order.
        hand: the hand; empty where the photo shows no tile.
        other_hands: further hands and rows, likeliest first.
        warnings: what the person should look at.
        model: name of the model that read it.
        elapsed_ms: milliseconds for ``decode``, ``detect``, ``layout`` and ``total``.
    """

    photo: str
    photo_hash: str
    width: int
    height: int
    tiles: tuple[SeenTile, ...] = ()
    hand: HandReading = field(default_factory=HandReading)
    other_hands: tuple[HandReading, ...] = ()
    warnings: tuple[ReadingWarning, ...] = ()
    model: str = ""
    elapsed_ms: Mapping[str, float] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """The reading in the form of the contract, ready for ``json.dumps``."""
        return {
            "photo": self.photo, "sha256": self.photo_hash, "width": self.width, "height": self.height,
            "tiles": [
                {
                    "tile": seen.tile.code,
                    "box": [round(edge, 1) for edge in seen.box],
                    "confidence": round(seen.confidence, 4),
                    "angle": seen.angle,
                    "alternatives": [[other.code, round(chance, 4)] for other, chance in seen.alternatives],
                }
                for seen in self.tiles
            ],
            "hand": self.hand.to_json(),
            "other_hands": [hand.to_json() for hand in self.other_hands],
            "warnings": [warning.to_json() for warning in self.warnings],
            "model": self.model,
            "elapsed_ms": {step: round(spent, 1) for step, spent in self.elapsed_ms.items()},
        }  # fmt: skip

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """The inverse of :meth:`to_json`, up to the rounding there.

        Raises:
            KeyError: when a field is missing.
        """
        return cls(
            photo=data["photo"],
            photo_hash=data["sha256"],
            width=data["width"],
            height=data["height"],
            tiles=tuple(_seen_tile(seen) for seen in data["tiles"]),
            hand=HandReading.from_json(data["hand"]),
            other_hands=tuple(HandReading.from_json(hand) for hand in data["other_hands"]),
            warnings=tuple(ReadingWarning.from_json(warning) for warning in data["warnings"]),
            model=data["model"],
            elapsed_ms=data["elapsed_ms"],
        )


def _place(tiles: str, boxes: list[int | None]) -> tuple[PlacedTile, ...]:
    return tuple(PlacedTile(face, box) for face, box in zip(parse_tiles(tiles), boxes, strict=True))


def _seen_tile(data: Mapping[str, Any]) -> SeenTile:
    x1, y1, x2, y2 = data["box"]
    alternatives = tuple((tile(code), chance) for code, chance in data["alternatives"])
    return SeenTile(tile(data["tile"]), (x1, y1, x2, y2), data["confidence"], data["angle"], alternatives)
