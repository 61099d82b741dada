"""Common parts of pictures of all tilings: marks of tiles, and what deduction steps make known.

Maps of ambiguity shade and letter each region; letters repeat after 52 regions.
"""

from collections.abc import Iterable, Sequence
from string import ascii_letters
from typing import Any

from cpstudy.core.explaining import Ambiguity, Step
from cpstudy.core.palette import CHANGED, GRID, PAPER, PIPE, SHADE
from cpstudy.puzzles.tilings.rules import Tiling

# The mark of a tile: a style of the terminal, and the colours of its cell and of its pipe.
Mark = tuple[str, str, str]
PLAIN: Mark = ("", PAPER, PIPE)
_DIFFERENT: Mark = ("bold red", SHADE, CHANGED)
_UNKNOWN: Mark = ("bold", GRID, PIPE)
_REGIONS: tuple[Mark, ...] = (
    _DIFFERENT,
    ("bold blue", "#d9e8fb", "#1f5fa8"),
    ("bold green", "#dff3e0", "#2c7a3a"),
    ("bold magenta", "#efe0f6", "#7b3fa0"),
    ("bold yellow", "#fbf1cf", "#8a6a00"),
    ("bold cyan", "#d6f2f2", "#0f7373"),
)


def differing(placement: bytes, first: bytes) -> dict[int, Mark]:
    """Return the marks of the tiles whose orientation differs from the first solution."""
    pairs = enumerate(zip(placement, first, strict=True))
    return {cell: _DIFFERENT for cell, (here, there) in pairs if here != there}


def placement_of(ambiguity: Ambiguity) -> bytes:
    """Return the placement that a map shows: its solution, otherwise the puzzle's tiles."""
    solution = ambiguity.solution
    tiles: bytes = ambiguity.puzzle.tiles
    return solution if isinstance(solution, bytes) else tiles


def regions(ambiguity: Ambiguity) -> tuple[dict[int, Mark], dict[int, str]]:
    """Return the marks and letters of the tiles that differ or are unknown (``?``)."""
    columns = ambiguity.puzzle.columns
    unknown = [row * columns + column for row, column in ambiguity.unknown]
    marks = dict.fromkeys(unknown, _UNKNOWN)
    letters = dict.fromkeys(unknown, "?")
    for number, region in enumerate(ambiguity.regions):
        for row, column in region.cells:
            cell = row * columns + column
            marks[cell] = _REGIONS[number % len(_REGIONS)]
            letters[cell] = ascii_letters[number % len(ascii_letters)]
    return marks, letters


def known_after(
    puzzle: Tiling, steps: Sequence[Step], closed: Iterable[tuple[int, int]]
) -> tuple[list[dict[int, bool]], list[set[int]]]:
    """Return for each cell its known sides (True: open), and the orientations that it has lost.

    closed: the sides, as (cell, side), that are closed before the first step.
    """
    sides: list[dict[int, bool]] = [{} for _ in puzzle.tiles]
    removed: list[set[int]] = [set() for _ in puzzle.tiles]
    for cell, side in closed:
        sides[cell][side] = False
    for step in steps:
        row, column = step.cells[0]
        cell = row * puzzle.columns + column
        if "side" in step.change:
            side = puzzle.side_names.index(step.change["side"])
            is_open = step.change["open"]
            sides[cell][side] = is_open
            beyond = puzzle.across(cell, side)
            if beyond is not None:
                sides[beyond[0]][beyond[1]] = is_open
        removed[cell] |= set(step.change.get("removed", ()))
    return [dict(sorted(each.items())) for each in sides], removed


def board(puzzle: Tiling) -> dict[str, Any]:
    """Return sizes, the number of sides, variants, and tiles as numbers, row by row."""
    return {
        "rows": puzzle.rows,
        "columns": puzzle.columns,
        "sides": puzzle.sides,
        "wrap": puzzle.wrap,
        "free": puzzle.free,
        "tiles": list(puzzle.tiles),
    }
