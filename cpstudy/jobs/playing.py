"""The page of some puzzles, and opening it.

Where no puzzle is named the page holds those that come along, which were told ahead: it is put
together, not computed, and opens at once.
"""

from __future__ import annotations

import tempfile
import webbrowser
from collections.abc import Iterable
from pathlib import Path

from cpstudy.core.files import write_whole
from cpstudy.core.folders import user_folder
from cpstudy.web.page import page
from cpstudy.web.sets import kept, kinds_with_a_page

_FILE = "play.html"


def bundled_page(names: Iterable[str] | None = None) -> str:
    """The page of the puzzles that come along, of some kinds or of all that have any.

    Raises InputError where a kind has no page.
    """
    chosen = kinds_with_a_page() if names is None else list(names)
    return page(chosen, [kept(name) for name in chosen])


def write_page(text: str, file: Path | None) -> Path:
    """Keep a page: as ``file``, or where the last one was. Raises OSError."""
    if file is None:
        folder = user_folder() or Path(tempfile.mkdtemp(prefix="cpstudy-"))
        folder.mkdir(parents=True, exist_ok=True)
        file = folder / _FILE
    write_whole(file, text.encode())
    return file


def opened(file: Path) -> bool:
    """Show a page in the user's browser; whether one could be started."""
    try:
        return webbrowser.open(file.resolve().as_uri())
    except webbrowser.Error:
        return False
