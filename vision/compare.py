"""Two models on the same photos: did the new one learn its set, and did it forget anything?"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from vision.dataset import Split
from vision.detector import Detector
from vision.evaluate import How, measure
from vision.sight import model_digest

FIGURES = ("photos", "tiles", "f1", "precision", "recall", "exact_photos", "hands", "exact_hands")

MAY_FALL = 0.005
"""So much may the F1 on known photos fall: half a point."""

Figures = Mapping[str, float]


@dataclass(frozen=True)
class Compared:
    """Two models on one set of photos.

    Attributes:
        old: the figures of :data:`FIGURES` of the model that was taught.
        new: those of the model that came of it.
    """

    old: Figures
    new: Figures

    @property
    def gain(self) -> float:
        """How much the F1 rose."""
        return self.new["f1"] - self.old["f1"]


@dataclass(frozen=True)
class Comparison:
    """What teaching a set came to.

    Attributes:
        held_out: on photos of the taught set that training never saw.
        elsewhere: by name, on what both should know: ``standard``, a validation set; or ``generated``, pictures
            composed of known faces.
    """

    held_out: Compared
    elsewhere: Mapping[str, Compared]

    @property
    def better(self) -> bool:
        """Whether, on the held-out photos, F1 or the number of exact photos rose and neither fell."""
        exact = self.held_out.new["exact_photos"] - self.held_out.old["exact_photos"]
        return min(self.held_out.gain, exact) >= 0 and max(self.held_out.gain, exact) > 0

    @property
    def forgotten(self) -> bool:
        """Whether the F1 elsewhere fell by more than :data:`MAY_FALL`."""
        return any(compared.gain < -MAY_FALL for compared in self.elsewhere.values())

    @property
    def offered(self) -> bool:
        """Whether the new model is worth switching on."""
        return self.better and not self.forgotten

    def to_json(self) -> dict[str, Any]:
        """For ``figures.json``."""
        places = {"held_out": self.held_out, **self.elsewhere}
        told = {name: {"old": dict(c.old), "new": dict(c.new)} for name, c in places.items()}
        return {"places": told, "better": self.better, "forgotten": self.forgotten, "offered": self.offered}


def compare(old: Detector, new: Detector, photos: Split, how: How, journals: Path) -> Compared:
    """Reads photos with both models.

    Args:
        old: the model that was taught.
        new: the model that came of it.
        photos: to read.
        how: how they are read.
        journals: folder that keeps what each model saw, so that no photo is read twice by the same model.
    """
    figures = [
        measure(photos, model, replace(how, journal=journal_of(model.path, journals)))[1] for model in (old, new)
    ]
    return Compared(*({name: each[name] for name in FIGURES} for each in figures))


def journal_of(model: Path, journals: Path) -> Path:
    """The file of what a model saw, in a folder for those of several models."""
    return journals / f"{model_digest(model)[:16]}.jsonl"


def comparison_from_json(told: Mapping[str, Any]) -> Comparison:
    """What :meth:`Comparison.to_json` gave."""
    places = {name: Compared(each["old"], each["new"]) for name, each in told["places"].items()}
    return Comparison(places.pop("held_out"), places)


def card(name: str, told: Mapping[str, Any]) -> str:
    """The model card of a taught model, from what ``figures.json`` says."""
    comparison = comparison_from_json(told)
    rows = [
        f"| {place} | {c.old['photos']} | {c.old['f1']:.3f} → {c.new['f1']:.3f} "
        f"| {c.old['exact_photos']} → {c.new['exact_photos']} "
        f"| {c.old['exact_hands']} → {c.new['exact_hands']} of {c.old['hands']} |"
        for place, c in {"held-out half": comparison.held_out, **comparison.elsewhere}.items()
    ]
    reason = "something known was forgotten" if comparison.forgotten else "nothing was gained"
    good = "better on the held-out photos and not worse elsewhere"
    verdict = good if comparison.offered else f"not worth switching on, {reason}"
    return "\n".join(
        [
            f"# Model card: {name}",
            "",
            f"Taught from `{told['from']}` on {told['made']}: {told['learned']} photos of one tile set, "
            f"{told['minutes']:.0f} minutes of training, generated pictures of its faces and known material mixed in.",
            f"{told['held_out']} further photos of the set were held out and only measured.",
            "",
            "| photos | number | tile F1 | exact photos | exact hands |",
            "|---|---|---|---|---|",
            *rows,
            "",
            f"Verdict: {verdict}. Figures as `hule evaluate` counts them.",
            "Licence: AGPL-3.0-or-later, like the model that it was taught from.",
            "",
        ]
    )


def write_card(folder: Path, name: str, told: Mapping[str, Any]) -> None:
    """Writes ``figures.json`` and ``card.md`` into the folder of a model."""
    text = json.dumps(told, indent=2, ensure_ascii=False)
    (folder / "figures.json").write_text(text + "\n", encoding="utf-8")
    (folder / "card.md").write_text(card(name, told), encoding="utf-8")
