"""Downloads of hexapipes, a site of Pipes on many grids: JSON with the tiles of one puzzle.

``{"grid": "square", "width": 5, "height": 5, "wrap": false, "tiles": [2, 8, …]}``, row by row, one
bit per side, numbered anticlockwise from the right; 0 is a hole. Square grids are ``pipes``,
hexagonal ones ``hexpipes``; cpstudy has no kind for the site's other grids. The site's addresses
refer to puzzles by number, so only a download contains the puzzle.
"""

import json
from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any

from cpstudy.core import wording
from cpstudy.core.documents import Document, Item
from cpstudy.core.errors import InputError
from cpstudy.core.text import decoded
from cpstudy.puzzles.tilings.rules import Tiling
from cpstudy.reading.records import loads

# The grid that a kind reads.
_GRIDS = {"pipes": "square", "hexpipes": "hexagonal"}


def recognises(document: Document) -> bool:
    """Return whether the document begins a record with a grid."""
    return document.first.startswith("{") and any('"grid"' in line for line in document.head)


def read_download(kind: type[Tiling], lines: Iterable[str]) -> Iterator[Item]:
    """Yield the puzzle of a download."""
    text = "".join(lines)
    yield Item(1, text, decoded(text, partial(_board, kind)))


def write_download(puzzle: Tiling) -> str:
    """Write the board as a download. Raises InputError for free graphs and barriers."""
    if puzzle.free or bool(getattr(puzzle, "barriers", None)):
        raise InputError("a download of hexapipes has neither free graphs nor barriers")
    row = {
        "grid": _GRIDS[puzzle.kind],
        "width": puzzle.columns,
        "height": puzzle.rows,
        "wrap": puzzle.wrap,
        "tiles": list(puzzle.tiles),
    }
    return json.dumps(row) + "\n"


def _board(kind: type[Tiling], text: str) -> Tiling:
    """Return the board in a text. Raises an InputError that describes and locates the fault."""
    grid = _GRIDS[kind.kind]
    row: Any = loads(text)
    if not isinstance(row, dict):
        raise InputError(f'expected a record with "grid": "{grid}"')
    given = row.get("grid")
    if given != grid:
        other = next((name for name, its in _GRIDS.items() if its == given), None)
        why = f'; "{given}" is read with --puzzle {other}' if other else ""
        raise InputError(f'expected a record with "grid": "{grid}"{why}')
    columns, rows, wrap, tiles = (row.get(key) for key in ("width", "height", "wrap", "tiles"))
    if type(columns) is not int or type(rows) is not int or min(columns, rows) < 1:
        raise InputError("width and height: expected whole numbers from 1 on")
    if not isinstance(wrap, bool) or not isinstance(tiles, list):
        raise InputError("expected wrap (true or false) and tiles (a list)")
    if len(tiles) != rows * columns:
        raise InputError(f"{len(tiles)} tiles, expected {rows * columns}")
    largest = len(kind.orientations) - 1
    for place, tile in enumerate(tiles):
        if type(tile) is not int or not 0 <= tile <= largest:
            where = wording.place(divmod(place, columns))
            raise InputError(f"{where}: {str(tile)[:30]!a} is none of 0 to {largest}")
    return kind(rows, columns, bytes(tiles), wrap)
