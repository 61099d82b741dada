"""Downloads of hexapipes, a site of Pipes on many grids: JSON with the tiles of one puzzle.

``{"grid": "square", "width": 5, "height": 5, "wrap": false, "tiles": [2, 8, …]}``, row by row, with
the bits of Net's game IDs. Only square grids are ours. The site's addresses name puzzles by number,
so a download is what can be taken along.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from cpstudy.core.text import Item, decoded
from cpstudy.puzzles.pipes.puzzle import Pipes


def recognises_download(line: str) -> bool:
    """Whether a file's first significant line begins a record."""
    return line.lstrip().startswith("{")


def read_download(lines: Iterable[str]) -> Iterator[Item]:
    """The puzzle of a download."""
    text = "".join(lines)
    yield Item(1, text, decoded(text, _puzzle))


def write_download(puzzle: Pipes) -> str:
    """The board as a download. Raises ValueError for free graphs and barriers, which it lacks."""
    if puzzle.free or puzzle.barriers:
        raise ValueError("hexapipes knows neither free graphs nor barriers")
    row = {
        "grid": "square",
        "width": puzzle.columns,
        "height": puzzle.rows,
        "wrap": puzzle.wrap,
        "tiles": list(puzzle.tiles),
    }
    return json.dumps(row) + "\n"


def _puzzle(text: str) -> Pipes:
    try:
        row: Any = json.loads(text)
    except (ValueError, RecursionError):
        raise ValueError("no JSON") from None
    if not isinstance(row, dict) or row.get("grid") != "square":
        raise ValueError('expected a record with "grid": "square"')
    columns, rows, wrap, tiles = (row.get(key) for key in ("width", "height", "wrap", "tiles"))
    if type(columns) is not int or type(rows) is not int or min(columns, rows) < 1:
        raise ValueError("width and height: expected whole numbers from 1 on")
    if not isinstance(wrap, bool) or not isinstance(tiles, list):
        raise ValueError("expected wrap (true or false) and tiles (a list)")
    if len(tiles) != rows * columns:
        raise ValueError(f"{len(tiles)} tiles, expected {rows * columns}")
    for place, tile in enumerate(tiles):
        if type(tile) is not int or not 0 <= tile < 16:
            where = f"tile ({place // columns}, {place % columns})"
            raise ValueError(f"{where}: {str(tile)[:30]!a} is none of 0 to 15")
    return Pipes(rows, columns, bytes(tiles), wrap)
