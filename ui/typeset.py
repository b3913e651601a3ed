"""Documents to send and to print: a Typst template and its data in, a PDF or PNG out.

The fonts come with a package, so Chinese text looks the same on a machine without any Chinese font.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib import resources
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal

from scoring.tiles import TILES
from ui.faces import face_svg

Format = Literal["pdf", "png"]

FONTS = {"Noto Sans SC": "pylopdf_fonts_zh_cn", "Noto Emoji": "manimgx_fonts"}
"""What templates are set in, each with the package that brings it (all SIL Open Font License): every simplified and
most traditional characters, and what people put into their names."""

PIXELS_PER_INCH = 200
"""Of a PNG: a receipt of 390 points comes out 1083 pixels wide, as sharp as a phone shows it."""


def typeset(template: Path, data: Any, files: Mapping[str, bytes] | None = None, form: Format = "pdf") -> bytes:
    """Sets a document.

    Texts in ``data`` are text, whatever they hold: Typst reads markup only in the template.

    Args:
        template: a ``.typ`` file. It reads its data with ``json("data.json")`` and shows a tile with
            ``image("tiles/3m.svg")``; for a PNG it must make a single page (``height: auto``).
        data: what goes into it, a JSON value.
        files: pictures that the template shows, by name.
        form: ``pdf`` or ``png``.
    """
    import typst  # 80 MB of machine code, which only a printed document waits for

    fonts = ", ".join(f'"{font}"' for font in FONTS)
    main = f"#set text(font: ({fonts}))\n{template.read_text(encoding='utf-8')}"
    # Half a surrogate pair is no text that a file can hold.
    told = json.dumps(data, ensure_ascii=False).encode("utf-8", "replace")
    with TemporaryDirectory(prefix="hule-") as name:
        folder = Path(name)
        (folder / "tiles").mkdir()
        for file, content in {"main.typ": main.encode(), "data.json": told, **_tiles(), **(files or {})}.items():
            (folder / file).write_bytes(content)
        document = typst.compile(
            str(folder / "main.typ"),
            format=form,
            ppi=PIXELS_PER_INCH,
            font_paths=[str(resources.files(package)) for package in FONTS.values()],
            ignore_system_fonts=True,
        )
    if not isinstance(document, bytes):
        raise ValueError(f"{template.name} makes more than one page, which is no PNG")
    return document


@cache
def _tiles() -> dict[str, bytes]:
    return {f"tiles/{face.code}.svg": face_svg(face).encode() for face in TILES}
