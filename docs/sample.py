"""Write the site's page to play on, with some puzzles of every kind.

The puzzles are stored (:mod:`cpstudy.web.sets`), so each build of the site makes the page in a
second and needs no browser.
"""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Iterator
from pathlib import Path

from cpstudy.web.page import deflated, page, write_page
from cpstudy.web.sets import kept, kinds_with_a_page

PUZZLES = 66


def write(folder: Path) -> None:
    """Write the page ``play.html``."""
    parts = dict(spread())
    write_page(page(parts, parts, "cpstudy: some puzzles of every kind"), folder / "play.html")


def spread() -> Iterator[tuple[str, str]]:
    """Yield kinds with parts of their sets, so that all have nearly equal numbers of puzzles."""
    kinds = kinds_with_a_page()
    for at, name in enumerate(kinds):
        number = PUZZLES // len(kinds) + (at < PUZZLES % len(kinds))
        entries = json.loads(zlib.decompress(base64.b64decode(kept(name)), -zlib.MAX_WBITS))
        small = sorted(entries, key=lambda entry: entry["rows"] * entry["columns"])
        step = max(1, len(small) // (number + 1))
        yield name, deflated(small[::step][:number])
