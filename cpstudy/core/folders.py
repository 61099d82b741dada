"""Where cpstudy keeps files of its own: the page that was opened last."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def user_folder() -> Path | None:
    """The folder of this user's caches; None where there is no such place.

    ``CPSTUDY_CACHE_DIR`` names another one; empty, there is none.
    """
    named = os.environ.get("CPSTUDY_CACHE_DIR")
    if named is not None:
        return Path(named) if named else None
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA")
        return Path(base, "cpstudy") if base else None
    base = os.environ.get("XDG_CACHE_HOME", "")
    if Path(base).is_absolute():  # the specification has relative ones ignored
        return Path(base, "cpstudy")
    try:
        return Path.home() / ".cache" / "cpstudy"
    except RuntimeError:  # no home directory
        return None
