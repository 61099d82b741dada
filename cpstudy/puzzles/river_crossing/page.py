"""A river crossing as the page reads it."""

from __future__ import annotations

from math import comb
from typing import Any

from cpstudy.core.errors import NotApplicable
from cpstudy.puzzles.river_crossing.puzzle import RiverCrossing

_MOST_LOADS = 1 << 12


def board(puzzle: RiverCrossing) -> dict[str, Any]:
    """Items, conflicts as pairs of numbers of items, places in the boat.

    As a grid it has a row an item and a column a bank. Raises NotApplicable where the boat can be
    loaded in so many ways that a page would be slow.
    """
    loads = sum(comb(len(puzzle.items), number) for number in range(puzzle.places + 1))
    if loads > _MOST_LOADS:
        raise NotApplicable(f"the boat can be loaded in {loads} ways; a page takes {_MOST_LOADS}")
    number = {item: place for place, item in enumerate(puzzle.items)}
    return {
        "rows": len(puzzle.items),
        "columns": 2,
        "size": f"{len(puzzle.items)} items, boat for {puzzle.places}",
        "items": list(puzzle.items),
        "conflicts": [[number[one], number[other]] for one, other in puzzle.conflicts],
        "places": puzzle.places,
    }


def state(puzzle: RiverCrossing, state: int) -> str:
    """A digit an item, then the man's: 1 on the right bank: ``0101``."""
    return "".join(str(state >> place & 1) for place in range(len(puzzle.items) + 1))
