"""The HTML report of an evaluation: the figures, and every photo that was not read exactly, with its mistakes."""

from __future__ import annotations

import html
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from PIL import Image, ImageDraw, ImageFont

from scoring.tiles import DETECTOR_CLASSES
from vision.photo import load_photo
from vision.reading import Box
from vision.results import PhotoResult

RIGHT, WRONG, MISSED, INVENTED = "#2e7d32", "#d50000", "#ff6d00", "#aa00ff"
LONG_SIDE = 1100
"""Of the pictures in the report."""

_STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 1140px; padding: 0 1rem; color: #222 }
table { border-collapse: collapse; margin: 1rem 0 } th, td { padding: .2rem .8rem; border-bottom: 1px solid #ddd }
td + td { text-align: right; font-variant-numeric: tabular-nums } img { max-width: 100%; border-radius: 6px }
figure { margin: 2rem 0 } figcaption { color: #555 } b { font-weight: 600 }
"""


def write_report(results: Sequence[PhotoResult], figures: dict[str, Any], folder: Path) -> Path:
    """Writes ``index.html`` and a picture for every photo with a mistake, the worst first.

    Args:
        results: the photos, read.
        figures: their figures.
        folder: made where it is missing.

    Returns:
        The page.

    Raises:
        OSError: when the folder cannot be written to.
    """
    folder.mkdir(parents=True, exist_ok=True)
    failed = sorted((r for r in results if not r.match.exact), key=lambda r: r.mistakes, reverse=True)
    pictures = []
    for number, result in enumerate(failed):
        name = f"{number:03d}.jpg"
        draw_mistakes(result).save(folder / name, "JPEG", quality=85)
        pictures.append(_figure(name, result))
    page = folder / "index.html"
    page.write_text(_page(figures, pictures), encoding="utf-8")
    return page


def draw_mistakes(result: PhotoResult) -> Image.Image:
    """The photo with right tiles framed green, wrong ones red, missed ones orange, invented ones violet."""
    photo = load_photo(result.photo.path)
    scale = LONG_SIDE / max(photo.width, photo.height)
    size = (round(photo.width * scale), round(photo.height * scale))
    image = Image.fromarray(photo.preview).resize(size, Image.Resampling.BILINEAR)
    canvas = ImageDraw.Draw(image)
    true = [DETECTOR_CLASSES[k].code for k in result.labels.classes]
    read = [DETECTOR_CLASSES[k].code for k in result.found.classes]
    for label, _ in result.match.right:
        _mark(canvas, result.labels.boxes[label].tolist(), scale, "", RIGHT)
    for label, tile in result.match.wrong:
        _mark(canvas, result.labels.boxes[label].tolist(), scale, f"{true[label]} read {read[tile]}", WRONG)
    for label in result.match.missed:
        _mark(canvas, result.labels.boxes[label].tolist(), scale, f"{true[label]} missed", MISSED)
    for tile in result.match.invented:
        _mark(canvas, result.found.boxes[tile].tolist(), scale, f"{read[tile]} invented", INVENTED)
    return image


def _mark(canvas: ImageDraw.ImageDraw, box: Sequence[float], scale: float, text: str, colour: str) -> None:
    x1, y1, x2, y2 = (edge * scale for edge in box)
    corners: Box = (x1, y1, x2, y2)
    canvas.rectangle(corners, outline=colour, width=3 if text else 1)
    if text:
        font = ImageFont.load_default(size=14)
        plate = canvas.textbbox((x1, y1 - 18), text, font=font)
        canvas.rectangle((plate[0] - 2, plate[1] - 2, plate[2] + 2, plate[3] + 2), fill=colour)
        canvas.text((x1, y1 - 18), text, fill="white", font=font)


def _figure(picture: str, result: PhotoResult) -> str:
    counts = (
        f"{len(result.match.wrong)} wrong, {len(result.match.missed)} missed, {len(result.match.invented)} invented"
    )
    name = html.escape(result.photo.path.name)
    return (
        f'<figure><img src="{picture}" loading="lazy" alt=""><figcaption><b>{name}</b>: {counts}</figcaption></figure>'
    )


def _page(figures: dict[str, Any], pictures: Sequence[str]) -> str:
    plain = [(name, value) for name, value in figures.items() if not isinstance(value, dict | list)]
    worst = sorted(figures["per_class"].items(), key=lambda item: float(item[1]["f1"]))
    sections = [
        "<h1>How the photos were read</h1>",
        _table(("figure", "value"), plain),
        "<h2>By class, worst first</h2>",
        _table(
            ("tile", "tiles", "precision", "recall", "F1", "AP50"),
            ((code, r["tiles"], r["precision"], r["recall"], r["f1"], r["ap50"]) for code, r in worst),
        ),
        "<h2>Most often mistaken</h2>",
        _table(("true", "read", "times"), figures["confusions"][:30]),
        "<h2>By group</h2>",
        _table(
            ("group", "photos", "tiles", "F1", "located", "hands", "exact hands"),
            (
                (name, r["photos"], r["tiles"], r["f1"], r["located"], r["hands"], r["exact_hands"])
                for name, r in figures["groups"].items()
            ),
        ),
        f"<h2>{len(pictures)} photos with mistakes</h2>",
        *pictures,
    ]
    body = "\n".join(sections)
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>Hule</title><style>{_STYLE}</style>{body}</html>'
    )


def _table(head: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    titles = "".join(f"<th>{html.escape(title)}</th>" for title in head)
    lines = "".join("<tr>" + "".join(f"<td>{html.escape(str(cell))}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><tr>{titles}</tr>{lines}</table>"
