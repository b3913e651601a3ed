"""Findings as pictures to decide: a page with every disputed tile, cut out of its photo."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from pathlib import Path

from vision.crops import crop
from vision.dataset.findings import Finding

_HEAD = """<!doctype html><html><meta charset="utf-8"><title>Hule</title><style>
body { font: 16px/1.5 system-ui, sans-serif; margin: 1.5rem auto; max-width: 1200px; padding: 0 1rem; color: #222 }
main { display: grid; grid-template-columns: repeat(auto-fill, minmax(260px, 1fr)); gap: 1rem }
figure { margin: 0; padding: .8rem; border: 1px solid #ddd; border-radius: 10px; overflow-wrap: anywhere }
img { height: 152px; max-width: 100%; object-fit: contain; border-radius: 6px } b { font-size: 1.1rem }
small { color: #666 } p { margin: .3rem 0 }
</style><h1>标注与模型不一致 · Labels that the model disputes</h1><main>
"""


def with_pictures(findings: Iterable[Finding], folder: Path) -> Iterator[Finding]:
    """Passes findings on and writes those with a box into ``index.html`` as they come, each with its tile.

    Args:
        findings: from :func:`vision.dataset.check.check`.
        folder: made where it is missing.

    Raises:
        OSError: when the folder cannot be written to.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "index.html").open("w", encoding="utf-8") as page:
        page.write(_HEAD)
        for number, finding in enumerate(findings):
            if finding.box is not None:
                picture = folder / f"{number:05d}.jpg"
                crop(finding.file, finding.box).save(picture, "JPEG", quality=90)
                page.write(_figure(finding, picture.name))
            yield finding
        page.write("</main></html>\n")


def _figure(finding: Finding, picture: str) -> str:
    lines = ", ".join(map(str, finding.lines))
    place = f"{finding.file.name}{f' · {lines}' if lines else ''}"
    told = "".join(f"<p>{escape(text)}</p>" for text in (finding.message, f"{finding.mend_zh} · {finding.mend}"))
    return (
        f'<figure><img src="{picture}" alt=""><p><b>{escape(finding.message_zh)}</b></p>{told}'
        f'<small title="{escape(str(finding.file))}">{escape(place)}</small></figure>\n'
    )
