"""``hule dataset``: checks, counts, converts and divides labelled photos."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cli.dataset_text import FindingPrinter, print_stats, print_written
from cli.progress import bar
from cli.speech import CliError, Speech, json_option, lang_option, print_json
from scoring.steps import Text

if TYPE_CHECKING:
    from vision.dataset.source import Faces
    from vision.dataset.write import Written
    from vision.detector import Detector

DIR = click.argument("folder", type=click.Path(path_type=Path), metavar="DIR")
"""The folder of a dataset, its YAML file, or a COCO JSON file."""

LABELS_ONLY = click.option("--labels-only", is_flag=True, help="Look at no photo; they need not be there.")


def to_option(ending: str) -> Callable[[Any], Any]:
    """``--to``, a new folder; default: beside the dataset."""
    return click.option("--to", "target", type=click.Path(file_okay=False, path_type=Path), metavar="FOLDER",
                        help=f"New folder to write to; default: DIR{ending}.")  # fmt: skip


@click.group()
def dataset() -> None:
    """Check, count, convert and divide labelled photos: YOLO and COCO."""


@contextmanager
def _sentences() -> Iterator[None]:
    """Makes a sentence of whatever is wrong with a dataset or its model."""
    from vision.dataset import DatasetError

    try:
        yield
    except DatasetError as error:
        raise CliError(Text(error.message, error.message_zh)) from None
    except BrokenPipeError:
        raise  # whoever read the output has seen enough
    except OSError as error:
        told = f"{error.filename}: {error.strerror}"
        raise CliError(Text(f"cannot go on: {told}", f"无法继续：{told}")) from None


@dataset.command()
@DIR
@LABELS_ONLY
@click.option("--model", is_flag=True, help="Also find labels that the current model strongly disputes.")
@click.option("--pictures", type=click.Path(file_okay=False, path_type=Path), metavar="FOLDER",
              help="With --model: a page there that shows each disputed tile, to decide by looking.")  # fmt: skip
@json_option
@lang_option
def check(folder: Path, labels_only: bool, model: bool, pictures: Path | None, as_json: bool, speech: Speech) -> None:
    """Find what is wrong with the dataset in DIR, and say how to mend it; status 1 if anything is."""
    from vision.dataset.check import check as findings
    from vision.dataset.tree import open_dataset

    if labels_only and model:
        raise CliError(
            Text("--model looks at photos: leave --labels-only out", "--model 要看照片：请去掉 --labels-only")
        )
    if pictures is not None and not model:
        raise CliError(
            Text("--pictures shows what the model disputes: add --model", "--pictures 需要与 --model 一起用")
        )
    with _sentences():
        printer = FindingPrinter(speech, as_json)
        found = findings(open_dataset(folder), labels_only, _detector() if model else None, bar)
        if pictures is not None:
            from vision.dataset.gallery import with_pictures

            found = with_pictures(found, pictures)
        printer.print_all(found)
        if pictures is not None and not as_json:
            click.echo(speech(f"pictures: {pictures / 'index.html'}", f"图片：{pictures / 'index.html'}"))
    sys.exit(1 if printer.errors else 0)


def _detector() -> Detector:
    from vision.detector import ModelError, load_detector

    try:
        return load_detector()
    except ModelError as error:
        raise CliError(Text(error.message, error.message_zh)) from None


@dataset.command()
@DIR
@json_option
@lang_option
def stats(folder: Path, as_json: bool, speech: Speech) -> None:
    """Count photos and tiles of the dataset in DIR: by class, split, group and size."""
    from vision.dataset.stats import count
    from vision.dataset.tree import open_dataset

    with _sentences():
        opened = open_dataset(folder)
        counted = count(opened, bar).to_json(opened.names)
    if as_json:
        print_json(counted)
    else:
        print_stats(counted, speech)


@dataset.command(name="import")
@DIR
@to_option("-hule")
@click.option("--names", "table", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE",
              help='What their class names mean, TOML or JSON: "1B" = "1s"; "skip" leaves one out.')  # fmt: skip
@click.option("--draft", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE.toml",
              help="Write such a table to look through, and import nothing.")  # fmt: skip
@click.option("--samples", type=click.Path(file_okay=False, path_type=Path), metavar="FOLDER",
              help="Write a picture with crops of each class there, and import nothing.")  # fmt: skip
@LABELS_ONLY
@json_option
@lang_option
def import_(folder: Path, target: Path | None, table: Path | None, draft: Path | None, samples: Path | None,
            labels_only: bool, as_json: bool, speech: Speech) -> None:  # fmt: skip
    """Copy the YOLO or COCO dataset in DIR into one of Hule's classes and form; DIR stays as it is."""
    from vision.dataset.foreign import open_foreign
    from vision.dataset.names import format_table, read_table, resolve
    from vision.dataset.write import write_yolo

    with _sentences():
        foreign = open_foreign(folder)
        if draft is not None:
            _write_new(draft, format_table(foreign.names))
            click.echo(speech(f"look through {draft}, then import with --names {draft}",
                              f"请核对 {draft}，然后用 --names {draft} 导入"))  # fmt: skip
        if samples is not None:
            from vision.dataset.samples import write_samples

            sheets = write_samples(foreign.labelled(), samples)
            click.echo(speech(f"{len(sheets)} pictures of crops in {samples}", f"{samples} 中有 {len(sheets)} 张样图"))
        if draft or samples:
            return
        faces: Faces = resolve(foreign.names, read_table(table) if table else {})
        source = foreign.source(faces, photos=not labels_only)
        written = write_yolo(source, target or _beside(folder, "-hule"), not labels_only, bar)
    _tell(written, as_json, speech)


@dataset.command()
@DIR
@click.option("--format", "form", type=click.Choice(["coco", "yolo"]), default="coco", show_default=True)
@to_option("-FORMAT")
@LABELS_ONLY
@click.option("--size", metavar="WxH", help="Size in pixels, for COCO, of photos that are not there: 640x640.")
@json_option
@lang_option
def export(folder: Path, form: str, target: Path | None, labels_only: bool, size: str | None, as_json: bool,
           speech: Speech) -> None:  # fmt: skip
    """Copy the dataset in DIR as COCO JSON or YOLO, for other tools; DIR stays as it is."""
    from vision.dataset.coco_write import write_coco
    from vision.dataset.foreign import own_source
    from vision.dataset.tree import open_dataset
    from vision.dataset.write import write_yolo

    pixels = _size(size) if size else None
    with _sentences():
        source = own_source(open_dataset(folder))
        goal = target or _beside(folder, f"-{form}")
        if form == "coco":
            written = write_coco(source, goal, not labels_only, pixels, bar)
        else:
            written = write_yolo(source, goal, not labels_only, bar)
    _tell(written, as_json, speech)


@dataset.command()
@DIR
@to_option("-split")
@click.option("--val", type=click.FloatRange(0, 1, min_open=True, max_open=True), default=0.2, show_default=True,
              help="Share of the photos for validation.")  # fmt: skip
@click.option("--test", type=click.FloatRange(0, 1, max_open=True), default=0.0, show_default=True,
              help="Share of the photos for the final test.")  # fmt: skip
@click.option("--seed", type=int, default=0, show_default=True, help="Another number, another division.")
@LABELS_ONLY
@json_option
@lang_option
def split(folder: Path, target: Path | None, val: float, test: float, seed: int, labels_only: bool, as_json: bool,
          speech: Speech) -> None:  # fmt: skip
    """Divide the dataset in DIR by group, near the shares wanted and alike in classes; DIR stays as it is."""
    from vision.dataset.foreign import own_source
    from vision.dataset.split import divide
    from vision.dataset.stats import count
    from vision.dataset.tree import open_dataset
    from vision.dataset.write import write_yolo

    if val + test >= 1:
        raise CliError(Text("--val and --test together leave nothing to train on: make them smaller",
                            "--val 与 --test 之和太大，没有照片可供训练：请改小"))  # fmt: skip
    shares = {"train": 1 - val - test, "val": val, "test": test}
    with _sentences():
        source = own_source(open_dataset(folder))
        divided = divide(source, {name: share for name, share in shares.items() if share}, seed)
        goal = target or _beside(folder, "-split")
        written = write_yolo(divided, goal, not labels_only, bar)
        counted = count(open_dataset(goal)).to_json(source.dataset.names)
    _tell(written, as_json, speech, counted["per_split"])


def _size(text: str) -> tuple[int, int]:
    found = re.fullmatch(r"([1-9]\d*)[x×]([1-9]\d*)", text)
    if not found:
        raise CliError(Text(f"--size {text!r}: want width and height, like 640x480",
                            f"--size {text!r}：应为宽和高，如 640x480"))  # fmt: skip
    return int(found[1]), int(found[2])


def _beside(folder: Path, ending: str) -> Path:
    place = folder if folder.is_dir() else folder.parent
    return place.resolve().with_name(place.resolve().name + ending)


def _write_new(path: Path, text: str) -> None:
    """Writes a file; one that somebody has worked on already is not lost."""
    if path.exists():
        raise CliError(Text(f"{path} exists: name a new file with --draft", f"{path} 已存在：请用 --draft 指定新文件"))
    path.write_text(text, encoding="utf-8")


def _tell(written: Written, as_json: bool, speech: Speech, splits: dict[str, dict[str, int]] | None = None) -> None:
    """What was written, and for a division what each split has."""
    if as_json:
        told = {"files": [str(path) for path in written.files], "photos": written.photos, "boxes": written.boxes}
        print_json(told | ({"splits": splits} if splits else {}))
        return
    print_written(written, speech)
    for name, counted in (splits or {}).items():
        click.echo(speech(f"{name}: {counted['photos']} photos, {counted['boxes']} tiles",
                          f"{name}：{counted['photos']} 张照片，{counted['boxes']} 张牌"))  # fmt: skip
