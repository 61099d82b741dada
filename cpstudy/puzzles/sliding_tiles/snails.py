"""The search of sliding tiles by goal: tables need tiles row by row, the snail goes to A*."""

from __future__ import annotations

from dataclasses import replace

from cpstudy.core.exploring import Report
from cpstudy.core.result import Budget, PathResult
from cpstudy.puzzles.sliding_tiles import deepening
from cpstudy.puzzles.sliding_tiles.space import SlidingTilesSpace
from cpstudy.state_spaces.strategies import astar


def search(
    space: SlidingTilesSpace, budget: Budget, *, bound: str = "auto", report: Report | None = None
) -> PathResult:
    """Fewest moves: :func:`.deepening.deepening`, for the snail parity and then A*."""
    if not space.puzzle.snail:
        return deepening.deepening(space, budget, bound=bound, report=report)
    reason = space.puzzle.why_unsolvable()
    if reason:
        return PathResult(exhausted=True, states=1, depth=1, counters={"nodes": 0}, reason=reason)
    return replace(astar(space, budget, report=report), engine="astar")
