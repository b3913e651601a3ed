"""A model as teaching leaves it behind, with figures, without the half hour."""

from __future__ import annotations

import shutil
from pathlib import Path

from vision.compare import Compared, Comparison, write_card
from vision.registry import SHIPPED_FILE, Model


def figures(f1: float, exact: int) -> dict[str, float]:
    """Of twenty photos of hands."""
    rates = dict.fromkeys(("f1", "precision", "recall"), f1)
    return {"photos": 20, "tiles": 280, **rates, "exact_photos": exact, "hands": 20, "exact_hands": exact}


def taught_model(data: Path, name: str = "club") -> Model:
    """A copy of the shipped model in the data folder, with a card that says it is better."""
    folder = data / "models" / name
    folder.mkdir(parents=True)
    shutil.copy(SHIPPED_FILE, folder / "hule.onnx")
    comparison = Comparison(Compared(figures(0.8, 5), figures(0.95, 14)), {})
    told = {"from": "hule", "made": "2026-11-30", "minutes": 20, "learned": 20, "held_out": 20}
    write_card(folder, name, {**told, **comparison.to_json()})
    return Model(name, folder / "hule.onnx")
