"""Missionaries and cannibals as the page reads them."""

from __future__ import annotations

from typing import Any

from cpstudy.core.errors import NotApplicable
from cpstudy.puzzles.missionaries.puzzle import Banks, Missionaries

_MOST_PEOPLE = 60


def board(puzzle: Missionaries) -> dict[str, Any]:
    """The three numbers. As a grid: a row a person, missionaries first, a column a bank.

    Raises NotApplicable where there are more people than a page could show.
    """
    number = puzzle.missionaries + puzzle.cannibals
    if number > _MOST_PEOPLE:
        raise NotApplicable(f"{number} people; a page takes {_MOST_PEOPLE}")
    people = f"{puzzle.missionaries} missionaries, {puzzle.cannibals} cannibals"
    return {
        "rows": number,
        "columns": 2,
        "size": f"{people}, boat for {puzzle.places}",
        "missionaries": puzzle.missionaries,
        "cannibals": puzzle.cannibals,
        "places": puzzle.places,
    }


def state(puzzle: Missionaries, state: Banks) -> str:
    """Missionaries and cannibals on the right, then 1 where the boat is there: ``2,2,1``."""
    return ",".join(str(int(number)) for number in state)
