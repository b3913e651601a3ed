"""The HTML report of an evaluation: the figures, and every photo that was not read exactly, with its mistakes.

The light of a photo is measured in :mod:`vision.light`.
"""

from __future__ import annotations

import html
import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from PIL import Image, ImageDraw, ImageFont

from scoring.tiles import DETECTOR_CLASSES
from vision.charts import reliability_svg
from vision.crops import crop
from vision.photo import load_photo
from vision.reading import Box
from vision.results import PhotoResult

RIGHT, WRONG, MISSED, INVENTED = "#2e7d32", "#d50000", "#ff6d00", "#aa00ff"
LONG_SIDE = 1100
"""Of the pictures in the report."""

CONFUSIONS, CROPS = 20, 8
"""Pairs of faces shown with pictures, and pictures of each."""

_PARTS = {
    "sources": "By source",
    "groups": "By group",
    "tile_counts": "By number of tiles",
    "brightness": "By brightness",
    "contrast": "By contrast",
    "sharpness": "By sharpness",
}
"""Headings of the parts that :data:`vision.figures.PARTS` divides the photos into."""

_STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 1140px; padding: 0 1rem; color: #222 }
table { border-collapse: collapse; margin: 1rem 0 } th, td { padding: .2rem .8rem; border-bottom: 1px solid #ddd }
td + td { text-align: right; font-variant-numeric: tabular-nums } img { max-width: 100%; border-radius: 6px }
.pairs img { height: 76px; margin: 1px } .pairs td:last-child { text-align: left }
figure { margin: 2rem 0 } figcaption { color: #555 } b { font-weight: 600 }
"""


def write_report(results: Sequence[PhotoResult], figures: dict[str, Any], folder: Path) -> Path:
    """Writes ``index.html``, ``figures.json``, ``calibration.svg``, crops of the faces mistaken most often, and a
    picture of every photo with a mistake, the worst first.

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
    (folder / "figures.json").write_text(json.dumps(figures, indent=1, ensure_ascii=False), encoding="utf-8")
    (folder / "calibration.svg").write_text(reliability_svg(figures["calibration"]["bins"]), encoding="utf-8")
    pairs = _write_confusions(results, figures["confusions"][:CONFUSIONS], folder)
    failed = sorted((r for r in results if not r.match.exact), key=lambda r: r.mistakes, reverse=True)
    pictures = []
    for number, result in enumerate(failed):
        name = f"{number:03d}.jpg"
        draw_mistakes(result).save(folder / name, "JPEG", quality=85)
        pictures.append(_figure(name, result))
    page = folder / "index.html"
    page.write_text(_page(figures, pairs, pictures), encoding="utf-8")
    return page


def _write_confusions(
    results: Sequence[PhotoResult], confusions: Sequence[tuple[str, str, int]], folder: Path
) -> list[str]:
    """One row for each pair of faces: the tiles themselves, those that the reader was surest of first."""
    wanted = {(true, read) for true, read, _ in confusions}
    places = defaultdict[tuple[str, str], list[tuple[float, PhotoResult, int]]](list)
    for result in results:
        for label, index in result.match.wrong:
            pair = (
                DETECTOR_CLASSES[result.labels.classes[label]].code,
                DETECTOR_CLASSES[result.found.classes[index]].code,
            )
            if pair in wanted:
                places[pair].append((float(result.found.confidences[index]), result, label))
    rows = []
    for true, read, times in confusions:
        surest = sorted(places[true, read], key=lambda place: -place[0])[:CROPS]
        crops = []
        for number, (confidence, result, label) in enumerate(surest):
            name = f"{true}-{read}-{number}.jpg"
            crop(result.photo.path, result.labels.boxes[label].tolist()).save(folder / name, "JPEG", quality=90)
            title = html.escape(f"{result.photo.path.name}, {confidence:.0%} sure")
            crops.append(f'<img src="{name}" title="{title}" alt="{title}" loading="lazy">')
        rows.append(f"<tr><td>{true}</td><td>{read}</td><td>{times}</td><td>{''.join(crops)}</td></tr>")
    return rows


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


def _page(figures: dict[str, Any], pairs: Sequence[str], pictures: Sequence[str]) -> str:
    plain = [(name, value) for name, value in figures.items() if not isinstance(value, dict | list)]
    worst = sorted(figures["per_class"].items(), key=lambda item: float(item[1]["f1"]))
    sections = [
        "<h1>How the photos were read</h1>",
        f"<p><b>{figures['exact_hands']} of {figures['hands']} hands</b> and {figures['exact_photos']} of "
        f"{figures['photos']} photos were read exactly. A tile is right where its box overlaps the label's by half and "
        "the face agrees; a photo is exact when every labelled tile is right and none is invented.</p>",
        _table(("figure", "value"), plain),
        "<h2>By class, worst first</h2>",
        _table(
            ("tile", "tiles", "precision", "recall", "F1", "AP50"),
            ((code, r["tiles"], r["precision"], r["recall"], r["f1"], r["ap50"]) for code, r in worst),
        ),
        "<h2>Most often mistaken</h2>",
        '<table class="pairs"><tr><th>true</th><th>read</th><th>times</th><th>surest first</th></tr>',
        *pairs,
        "</table>",
        "<h2>Are the confidences right?</h2>",
        "<p>Bars: share of right tiles among those read with such a confidence. On the dashed line the reader keeps "
        f"its word. Calibration error {figures['calibration']['error']:.3f}.</p>",
        reliability_svg(figures["calibration"]["bins"]),
        *(part for name, title in _PARTS.items() for part in (f"<h2>{title}</h2>", _part_table(figures[name]))),
        f"<h2>{len(pictures)} photos with mistakes</h2>",
        *pictures,
    ]
    body = "\n".join(sections)
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>Hule</title><style>{_STYLE}</style>{body}</html>'
    )


def _part_table(parts: dict[str, dict[str, Any]]) -> str:
    """Figures of each part of the photos."""
    columns = ("photos", "tiles", "precision", "recall", "f1", "located", "exact_photos", "hands", "exact_hands")
    rows = ((name, *(rates[column] for column in columns)) for name, rates in parts.items())
    return _table(("", *(column.replace("_", " ") for column in columns)), rows)


def _table(head: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    titles = "".join(f"<th>{html.escape(title)}</th>" for title in head)
    lines = "".join("<tr>" + "".join(f"<td>{html.escape(str(cell))}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><tr>{titles}</tr>{lines}</table>"
