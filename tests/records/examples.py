"""Deals, people and photos to keep."""

from __future__ import annotations

import io
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

import numpy as np
from PIL import Image

from records import CleanPhoto, Deal, Match, Origin, Person, Stake, clean
from scoring import Case, Result, case_from_json, score
from vision.photo import load_photo


class Place(NamedTuple):
    """Where records are kept: the arguments of ``open_records``."""

    folder: Path
    database: str | None


PEOPLE = tuple(Person(f"p{seat}", name) for seat, name in enumerate(["老王", "小李", "阿珍", "Tom"]))
MATCH = Match("周五", "sichuan", {"zimo_bonus": "add_base"}, PEOPLE, ("p0", "p1", "p2", "p3"), Stake(50, cap=32))

NASTY = {
    "markup": "<script>alert('1')</script>&amp;\"'--; DROP TABLE records",
    "emoji": "🀄️👨‍👩‍👧‍👦 胡了！\u202e",
    "long": "长" * 10_000,
    "path": "../../etc/passwd\\..\\C:\\x/\x00",
    "controls": "\x00\x01\n\r\t\u2028 \ud800 \ufeff",
    "formula": '=HYPERLINK("http://x","y")',
}
"""Texts that harm a program which takes text for anything else."""


def origin(device: str = "phone", minute: int = 0, who: str = "老王") -> Origin:
    """Somebody, some minutes into the evening."""
    return Origin(who, device, datetime(2026, 2, 17, 20, 0, tzinfo=UTC) + timedelta(minutes=minute))


def sichuan(winner: int = 1, discarder: int = 2) -> Case:
    """A plain hand won on a discard: one point."""
    win = {"seat": winner, "concealed": "123m 456m 789m 22s 56s", "win_tile": "7s", "by": "discard", "from": discarder}
    case = case_from_json({"variant": "sichuan", "wins": [win]})
    assert isinstance(case, Case)
    return case


def deal(winner: int = 1, discarder: int = 2, base: Deal | None = None) -> Deal:
    """That hand as a deal of the four people."""
    case = sichuan(winner, discarder)
    result = score(case)
    assert isinstance(result, Result)
    return (base or Deal(people=MATCH.seats)).settled(case, result)


def jpeg(seed: int = 0, width: int = 160, height: int = 120, exif: Image.Exif | None = None) -> bytes:
    """A file as a phone sends it; another picture for every seed."""
    noise = np.random.default_rng(seed).integers(0, 256, (height, width, 3), dtype=np.uint8)
    stream = io.BytesIO()
    Image.fromarray(noise).save(stream, "JPEG", exif=exif or Image.Exif())
    return stream.getvalue()


def photo(seed: int = 0, width: int = 160, height: int = 120) -> CleanPhoto:
    """A photo ready to be stored."""
    return clean(load_photo(jpeg(seed, width, height)))
