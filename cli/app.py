"""``hule app``: the front end in a browser."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from cli.speech import CliError, Speech, lang_option
from scoring.steps import Text


@click.command()
@click.option(
    "--host", default="0.0.0.0", show_default=True, help="Address to listen on; 127.0.0.1 for this machine alone."
)
@click.option("--port", type=click.IntRange(1, 65535), default=8501, show_default=True)
@click.option("--https", is_flag=True, help="Serve with a certificate of its own, which a phone's live camera needs.")
@click.option("--data", type=click.Path(file_okay=False, path_type=Path), envvar="HULE_DATA",
              show_default="the system's folder for a user's data",
              help="Folder that keeps what you enter; also HULE_DATA.")  # fmt: skip
@click.option("--access-code", envvar="HULE_ACCESS_CODE", default="", metavar="CODE",
              help="Ask every device for this code once; for an app that the internet can reach. "
                   "Better given as HULE_ACCESS_CODE, which other users of the machine do not see.")  # fmt: skip
@lang_option
def app(host: str, port: int, https: bool, data: Path | None, access_code: str, speech: Speech) -> None:
    """Start the app; prints the address, and a QR code for a phone on the same network."""
    from records import data_folder
    from ui.launch import LaunchError, run

    try:
        sys.exit(run(host, port, https, data or data_folder(), access_code))
    except LaunchError as error:
        raise CliError(Text(error.message, error.message_zh)) from None
