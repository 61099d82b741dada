"""Bridge and torch as the page reads it."""

from __future__ import annotations

from typing import Any

from cpstudy.puzzles.bridge_torch.puzzle import BridgeTorch, Crossing


def board(puzzle: BridgeTorch) -> dict[str, Any]:
    """Times in minutes, and the limit or None. As a grid: a row a person, a column a bank."""
    limit = "" if puzzle.limit is None else f", {puzzle.limit} minutes"
    return {
        "rows": len(puzzle.times),
        "columns": 2,
        "size": f"{len(puzzle.times)} people{limit}",
        "times": list(puzzle.times),
        "limit": puzzle.limit,
    }


def state(puzzle: BridgeTorch, state: Crossing) -> str:
    """A digit a person, then the torch's, 1 on the right; minutes where they count: ``01101,7``."""
    people = "".join(str(state.across >> place & 1) for place in range(len(puzzle.times)))
    minutes = "" if puzzle.limit is None else f",{state.minutes}"
    return f"{people}{int(state.torch)}{minutes}"
