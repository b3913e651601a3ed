"""The web server: Streamlit's pages, and beside them the few that work without a live session.

A phone puts a browser tab to sleep while its camera app is open, and Streamlit's connection ends with it. Photos
therefore come by plain HTTP (:mod:`ui.snap_routes`), and a result is shown on another phone as a plain page
(:mod:`ui.server_result`). All are served by one process on one port.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module

from starlette.middleware import Middleware
from streamlit.starlette import App

from records import RecordsError
from ui.archive import archive
from ui.launch import ACCESS_VARIABLE, app_file, end_with_launcher
from ui.server_access import AccessCode
from ui.server_entry import entry_routes
from ui.server_result import result_routes
from ui.snap_routes import snap_routes


def application() -> App:
    """Everything that is served; ``HULE_ACCESS_CODE`` guards it with a code."""
    code = os.environ.get(ACCESS_VARIABLE, "").strip()
    guard = [Middleware(AccessCode, code=code)] if code else []
    return App(app_file(), routes=[*entry_routes(), *snap_routes(), *result_routes()], middleware=guard)


def get_ready() -> None:
    """Loads what the first visitor would otherwise wait for: the pages, the records, and what Streamlit loads late."""
    for module in ("app", "pandas", "streamlit.emojis"):
        import_module(module)
    with suppress(RecordsError):
        # The page says what is wrong with them.
        archive()


def main(settings: Sequence[str]) -> None:
    """Serves until stopped.

    Args:
        settings: of Streamlit, each as ``server.port=8501``.
    """
    config: dict[str, str | int] = {}
    for setting in settings:
        name, _, value = setting.partition("=")
        config[name] = int(value) if value.isdigit() else value
    end_with_launcher()
    get_ready()
    # Streamlit takes the folder of the launched script for the place of its settings and modules.
    sys.argv = [str(app_file())]
    # Ctrl+C is how a person stops it: nothing went wrong.
    with suppress(KeyboardInterrupt):
        application().run(config=config)


if __name__ == "__main__":
    main(sys.argv[1:])
