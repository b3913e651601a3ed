"""``hule label``: photos into the label queue, the page to label them on, and the labels out."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cli.dataset_text import print_written
from cli.progress import bar
from cli.speech import CliError, Speech, json_option, lang_option, print_json
from scoring.errors import BilingualError
from scoring.steps import Text

if TYPE_CHECKING:
    from vision.many import Work

PAGE = "label"
"""Path of the label page in the address of the app."""

DATA = click.option("--data", type=click.Path(file_okay=False, path_type=Path), envvar="HULE_DATA",
                    show_default="the system's folder for a user's data",
                    help="Folder that keeps the queue; also HULE_DATA.")  # fmt: skip


class _QueueByDefault(click.Group):
    """A group whose first argument may be a photo, a folder or a zip instead of a command."""

    def parse_args(self, context: click.Context, args: list[str]) -> list[str]:
        """Puts ``add`` before arguments that begin with no command."""
        if not args or args[0] not in {*self.commands, *self.get_help_option_names(context)}:
            args = ["add", *args]
        return super().parse_args(context, args)


@click.group(cls=_QueueByDefault, subcommand_metavar="[FOLDER_OR_ZIP]… | export DIR")
def label() -> None:
    """Label photos of your own tiles: queue them, mend what the model made of them, export the labels."""


@label.command()
@click.argument("places", nargs=-1, metavar="[FOLDER_OR_ZIP]…", type=click.Path(path_type=Path))
@DATA
@click.option(
    "--app/--no-app", "start", default=True, help="Start the app on the label page; or only queue the photos."
)
@click.option("--host", default="127.0.0.1", show_default=True,
              help="Address to listen on; 0.0.0.0 to label on a phone of the same network.")  # fmt: skip
@click.option("--port", type=click.IntRange(1, 65535), default=8501, show_default=True)
@click.option("--processes", type=click.IntRange(0), default=0, help="That read photos; default: one for each core.")
@click.option("--scheduler", metavar="tcp://HOST:PORT", help="Let a Dask cluster read them. Needs the dask extra.")
@lang_option
def add(places: tuple[Path, ...], data: Path | None, start: bool, host: str, port: int, processes: int,
        scheduler: str | None, speech: Speech) -> None:  # fmt: skip
    """Queue the photos in folders and zips, labelled by the model, and open the page to mend the labels.

    Photos that are queued already cost nothing, so an interrupted run goes on where it was.
    """
    from records import data_folder

    folder = data or data_folder()
    if places:
        from vision.many import Work

        _queue(places, folder, Work(processes, scheduler), speech)
    if start:
        _serve(host, port, folder)
    else:
        address = f"http://localhost:{port}/{PAGE}"
        click.echo(speech(f"label them on {address} once hule app runs",
                          f"运行 hule app 后，在 {address} 标注"))  # fmt: skip


@label.command()
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path), metavar="DIR")
@DATA
@json_option
@lang_option
def export(folder: Path, data: Path | None, as_json: bool, speech: Speech) -> None:
    """Write the labelled photos as a YOLO dataset into the new folder DIR; sessions are its groups."""
    from records import data_folder, open_records
    from records.label_export import export as write

    with _sentences(), closing(open_records(data or data_folder())) as records:
        written = write(records.labels, folder, bar)
    if as_json:
        files = [str(path) for path in written.files]
        print_json({"files": files, "photos": written.photos, "boxes": written.boxes})
    else:
        print_written(written, speech)


def _queue(places: tuple[Path, ...], folder: Path, work: Work, speech: Speech) -> None:
    from records import open_records
    from records.label_files import find_photos
    from records.label_intake import Intake, take_in
    from vision.detector import load_detector
    from vision.many import FEW

    told = Intake()
    with _sentences(), closing(open_records(folder)) as records:
        arrivals = [arrival for place in places for arrival in find_photos(place)]
        here = work.scheduler is None and len(arrivals) <= FEW
        intake = take_in(records.labels, arrivals, load_detector(), told, None if here else work)
        for _ in bar(intake, len(arrivals)):
            pass
        left = records.labels.progress().queued
    for refused in told.refused:
        click.echo(speech.of(refused), err=True)
    click.echo(speech(
        f"{told.added} photos added, {told.known} were queued before, {len(told.refused)} refused; {left} wait for you",
        f"加入 {told.added} 张，{told.known} 张早已在内，{len(told.refused)} 个文件未收；共 {left} 张待标",
    ))  # fmt: skip
    click.echo(speech(f"they stay in {folder}; nobody sends them anywhere", f"照片只存在 {folder}，不会发到别处"))


def _serve(host: str, port: int, folder: Path) -> None:
    from ui.launch import LaunchError, run

    try:
        sys.exit(run(host, port, False, folder, page=PAGE))
    except LaunchError as error:
        raise CliError(Text(error.message, error.message_zh)) from None


@contextmanager
def _sentences() -> Iterator[None]:
    """Makes a sentence of whatever is wrong with a photo, a folder, the records or the model."""
    try:
        yield
    except BilingualError as error:
        raise CliError(Text(error.message, error.message_zh)) from None
    except BrokenPipeError:
        raise  # whoever read the output has seen enough
    except OSError as error:
        told: Any = f"{error.filename}: {error.strerror}"
        raise CliError(Text(f"cannot go on: {told}", f"无法继续：{told}")) from None
