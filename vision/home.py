"""Where Hule keeps what belongs to the person who runs it: records, photos, models taught here."""

from __future__ import annotations

import os
from pathlib import Path

from platformdirs import user_data_path

DATA_VARIABLE = "HULE_DATA"


def data_folder() -> Path:
    """``HULE_DATA``, or the system's place for a user's data."""
    return Path(os.environ.get(DATA_VARIABLE) or user_data_path("hule", appauthor=False))
