"""Sample photos of our own making: ``python -m vision.compose.samples OUT --faces DIR``.

``DIR`` holds the drawn faces as ``python -m ui.faces.rasterise DIR --ink`` writes them. The pictures, their
labels in YOLO form and ``samples.toml`` with the right hands go to ``OUT``; the same faces give the same files.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from scoring.tiles import Tile, parse_tiles, tile
from vision.compose.backgrounds import draw_felt, draw_wood
from vision.compose.effects import develop
from vision.compose.faces import FACE_ASPECT, FaceBank, load_art
from vision.compose.layouts import Placement
from vision.compose.picture import BACK, Image, LabelledPicture
from vision.compose.scene import Camera, camera_at, draw_scene
from vision.compose.solid import Material

WIDTH, HEIGHT = 1600, 1200
_APART = 0.8
"""Tile widths between things that lie apart."""

_ROW = 2.2
"""Tile widths from row to row."""

_JPEG_QUALITY = 84


@dataclass(frozen=True)
class Meld:
    """A meld on the table.

    Attributes:
        kind: chow, pong, kong, or concealed kong (its outer tiles face down).
        tiles: notation.
        sideways: which tile lies across, -1 for none.
    """

    kind: str
    tiles: str
    sideways: int = -1


@dataclass(frozen=True)
class Sample:
    """One sample: the hand and how it is photographed.

    Attributes:
        name: the file's name without its ending.
        concealed: tiles in the hand, without the winning tile.
        win_tile: the tile set apart.
        variants: names of the rules by which it is a hand that wins.
        melds: in the order they lie.
        flowers: laid in a row of their own.
        table: ``felt`` or ``wood`` and its colour, RGB.
        back: colour of the tiles' backs, RGB.
        standing: whether the concealed tiles stand.
        flatness: 1 from straight above, smaller the lower the camera.
        roll: of the camera, in degrees.
        row_angle: of the rows on the table, in degrees.
        vanish: how much the far side shrinks.
        light: brightness of the room.
        seed: for grain, shadows and small misplacements.
    """

    name: str
    concealed: str
    win_tile: str
    variants: tuple[str, ...]
    melds: tuple[Meld, ...] = ()
    flowers: str = ""
    table: tuple[str, tuple[int, int, int]] = ("felt", (28, 92, 62))
    back: tuple[int, int, int] = (30, 120, 80)
    standing: bool = False
    flatness: float = 0.78
    roll: float = 0.0
    row_angle: float = 0.0
    vanish: float = 0.18
    light: float = 1.0
    seed: int = 1


SAMPLES = (
    Sample("standing-hand", "123p 456p 789p 11m 99m", "1m",
           ("ningxia", "sichuan", "chongqing", "xinjiang", "songyang"),
           table=("felt", (30, 100, 70)), standing=True, flatness=0.5, seed=18),
    Sample("chongqing-pong-kong", "345s 6s", "6s", ("ningxia", "sichuan", "chongqing", "xinjiang", "songyang"),
           (Meld("pong", "222p", 0), Meld("kong", "7777s"), Meld("pong", "999p", 1)),
           table=("wood", (150, 104, 66)), back=(36, 84, 160), seed=12),
    Sample("concealed-kong", "678m 99m 45p", "3p", ("ningxia", "chongqing", "xinjiang", "songyang"),
           (Meld("concealed kong", "4444s"), Meld("pong", "222p", 2)),
           table=("felt", (34, 78, 120)), back=(226, 150, 40), flatness=0.85, seed=13),
    Sample("fuzhou-flowers", "123m 456m 789m 345p 44p 66s", "6s", ("fuzhou",), flowers="1f 3f 8f",
           table=("felt", (104, 34, 44)), back=(60, 60, 66), flatness=0.88, seed=14),
    Sample("tilted-pairs", "1133m 5588m 2266s 9s", "9s",
           ("ningxia", "changsha", "sichuan", "chongqing", "xinjiang", "songyang"),
           table=("wood", (96, 66, 46)), back=(90, 170, 220), flatness=0.62, roll=-7, row_angle=9, vanish=0.5, seed=15),
    Sample("dim-room", "222s 345s 678s 88p 99p", "8p", ("ningxia", "sichuan", "chongqing", "xinjiang", "songyang"),
           table=("felt", (52, 54, 60)), light=0.4, seed=16),
    Sample("called-honors", "111z 55z 78s", "9s", ("songyang",),
           (Meld("chow", "123p", 0), Meld("pong", "777z", 1)),
           table=("wood", (196, 160, 116)), back=(40, 130, 90), roll=4, seed=17),
    Sample("sichuan-selfdraw", "123m 456m 789p 222p 5p", "5p",
           ("ningxia", "changsha", "sichuan", "chongqing", "xinjiang", "songyang"), seed=11),
    Sample("three-players", "123p 345p 567p 789p 9p", "9p", ("sanren",), flowers="2f 7f",
           table=("felt", (70, 48, 96)), back=(52, 130, 120), flatness=0.82, seed=19),
)  # fmt: skip
"""The samples that lie in ``datasets/samples``."""


def lay_out(sample: Sample, rng: np.random.Generator) -> list[Placement]:
    """The tiles of a sample on the table: hand and winning tile behind, melds before them, then flowers."""

    def nudge(placed: Placement) -> Placement:
        return replace(placed, x=placed.x + rng.normal(0, 0.008), y=placed.y + rng.normal(0, 0.012),
                       turn=placed.turn + rng.normal(0, 0.008))  # fmt: skip

    hand = parse_tiles(sample.concealed)
    tiles = [Placement(t.index, n * 1.02, 0.0, standing=sample.standing) for n, t in enumerate(hand)]
    end = (len(hand) - 1) * 1.02
    tiles.append(Placement(tile(sample.win_tile).index, end + 1 + _APART, 0.0, standing=sample.standing))
    y, x = _ROW, 0.0
    for meld in sample.melds:
        placed, x = _meld_row(meld, x, y)
        tiles.extend(placed)
        x += _APART
    if sample.flowers:
        y += _ROW if sample.melds else 0.0
        flowers = parse_tiles(sample.flowers)
        tiles.extend(Placement(t.index, n * 1.02, y) for n, t in enumerate(flowers))
    return [nudge(placed) for placed in tiles]


def _meld_row(meld: Meld, x: float, y: float) -> tuple[list[Placement], float]:
    """A meld from ``x`` on, and where it ends."""
    faces: Sequence[Tile] = parse_tiles(meld.tiles)
    placed = []
    for n, face in enumerate(faces):
        hidden = meld.kind == "concealed kong" and n in (0, len(faces) - 1)
        across = n == meld.sideways
        wide = FACE_ASPECT if across else 1.0
        low = (FACE_ASPECT - 1) / 2 if across else 0.0
        turn = np.pi / 2 if across else 0.0
        placed.append(Placement(BACK if hidden else face.index, x - 0.5 + wide / 2, y + low, turn))
        x += wide + 0.02
    return placed, x


def _aim(sample: Sample, tiles: Sequence[Placement]) -> Camera:
    spots = np.array([(p.x, p.y) for p in tiles])
    low, high = spots.min(axis=0) - 0.7, spots.max(axis=0) + 0.7
    span = high - low
    scale = 0.86 * min(WIDTH / span[0], HEIGHT / (span[1] * sample.flatness + 1))
    middle, spot = (low + high) / 2, np.array([WIDTH / 2, HEIGHT * 0.52])
    vanish = np.array([0.0, -sample.vanish / WIDTH])
    angles = np.radians([sample.row_angle, sample.roll])
    return camera_at(middle, spot, scale, sample.flatness, float(angles[0]), float(angles[1]), vanish)


def render(sample: Sample, bank: FaceBank) -> LabelledPicture:
    """The photo of a sample, labelled."""
    rng = np.random.default_rng(sample.seed)
    kind, colour = sample.table
    rgb = np.array(colour, np.float64)
    wooden = kind == "wood"
    canvas = draw_wood(rng, rgb, 6, WIDTH, HEIGHT) if wooden else draw_felt(rng, rgb, 2.5, WIDTH, HEIGHT)
    tiles = lay_out(sample, rng)
    material = Material((1.07, 1.05, 1.0), sample.back, 0.65, 0.09)
    scene = draw_scene(rng, canvas, tiles, _aim(sample, tiles), bank, material)
    return replace(scene, image=develop(rng, scene.image, sample.light))


def _toml(samples: Sequence[Sample]) -> str:
    """What a right reading of each sample says."""
    parts = ["# The right reading of every sample; written by python -m vision.compose.samples."]
    for sample in samples:
        melds = ", ".join(f'{{ type = "{m.kind}", tiles = "{m.tiles}" }}' for m in sample.melds)
        variants = ", ".join(f'"{name}"' for name in sample.variants)
        parts.append(
            f'\n[[sample]]\nphoto = "{sample.name}.jpg"\nconcealed = "{sample.concealed}"\n'
            f'win_tile = "{sample.win_tile}"\nmelds = [{melds}]\nflowers = "{sample.flowers}"\n'
            f"variants = [{variants}]"
        )
    return "\n".join(parts) + "\n"


def write_samples(out: Path, faces: Path) -> None:
    """Renders every sample into a folder.

    Raises:
        FileNotFoundError: if a face that is needed is not among the drawn ones.
    """
    drawn = load_art(faces, np.random.default_rng(0), backgrounds=1, margins=(0.05, 0.05))
    missing = [t.code for s in SAMPLES for t in parse_tiles(s.concealed) if t.index not in drawn]
    if missing:
        raise FileNotFoundError(f"no face of {missing[0]} in {faces}; run python -m ui.faces.rasterise first")
    bank = FaceBank({"drawn": drawn}, varied=False)
    out.mkdir(parents=True, exist_ok=True)
    for sample in SAMPLES:
        picture = render(sample, bank)
        _write_jpeg(out / f"{sample.name}.jpg", picture.image)
        (out / f"{sample.name}.txt").write_text(picture.label_lines())
    (out / "samples.toml").write_text(_toml(SAMPLES))


def _write_jpeg(path: Path, image: Image) -> None:
    cv2.imwrite(str(path), image[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, _JPEG_QUALITY])


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--faces", type=Path, required=True, help="folder of drawn faces, PNG")
    arguments = parser.parse_args()
    write_samples(arguments.out, arguments.faces)
