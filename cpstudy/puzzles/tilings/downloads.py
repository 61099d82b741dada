"""Downloads of hexapipes, a site of Pipes on many grids: JSON with the tiles of one puzzle.

``{"grid": "square", "width": 5, "height": 5, "wrap": false, "tiles": [2, 8, …]}``, row by row, a
bit a side, numbered anticlockwise from the right; 0 is a hole. Square grids are ``pipes``,
hexagonal ones ``hexpipes``; the site's other grids are no kind of ours. The site's addresses name
puzzles by number, so a download is what can be taken along.
"""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from cpstudy.core.errors import InputError

# Which kind reads a grid.
_KINDS = {"square": "pipes", "hexagonal": "hexpipes"}


class Download(NamedTuple):
    """What a download holds. tiles: one byte a cell, row by row."""

    columns: int
    rows: int
    wrap: bool
    tiles: bytes


def recognises(line: str) -> bool:
    """Whether a file's first significant line begins a record."""
    return line.lstrip().startswith("{")


def read(text: str, grid: str, sides: int) -> Download:
    """The download in a text. grid: the one asked for, of tiles of so many sides.

    Raises InputError that says what is wrong, and where.
    """
    try:
        row: Any = json.loads(text)
    except (ValueError, RecursionError):
        raise InputError("no JSON") from None
    if not isinstance(row, dict):
        raise InputError(f'expected a record with "grid": "{grid}"')
    given = row.get("grid")
    if given != grid:
        other = _KINDS.get(given) if isinstance(given, str) else None
        why = f'; "{given}" is read with --puzzle {other}' if other else ""
        raise InputError(f'expected a record with "grid": "{grid}"{why}')
    columns, rows, wrap, tiles = (row.get(key) for key in ("width", "height", "wrap", "tiles"))
    if type(columns) is not int or type(rows) is not int or min(columns, rows) < 1:
        raise InputError("width and height: expected whole numbers from 1 on")
    if not isinstance(wrap, bool) or not isinstance(tiles, list):
        raise InputError("expected wrap (true or false) and tiles (a list)")
    if len(tiles) != rows * columns:
        raise InputError(f"{len(tiles)} tiles, expected {rows * columns}")
    largest = (1 << sides) - 1
    for place, tile in enumerate(tiles):
        if type(tile) is not int or not 0 <= tile <= largest:
            where = f"tile ({place // columns}, {place % columns})"
            raise InputError(f"{where}: {str(tile)[:30]!a} is none of 0 to {largest}")
    return Download(columns, rows, wrap, bytes(tiles))


def written(grid: str, download: Download) -> str:
    """The text of a download."""
    row = {
        "grid": grid,
        "width": download.columns,
        "height": download.rows,
        "wrap": download.wrap,
        "tiles": list(download.tiles),
    }
    return json.dumps(row) + "\n"
