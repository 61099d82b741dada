"""Bounds on the steps from the start that Hegeman's formula allows: full, half, as observed.

A bound of b allows b - 1 steps. With b = n·m every board is settled; a smaller one can show that
a board has several solutions, and never by itself that it has one. The table of solvers names these
bounds as options.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cpstudy.core.errors import NotApplicable

if TYPE_CHECKING:
    from cpstudy.puzzles.pipes.puzzle import Pipes

# Table 3: the greatest distance from the centre in 5,000 mazes, and what she added to it by size
# "to have some additional space"; to the one that is marked more.
_FARTHEST = {
    "depth-first": {5: 18, 10: 62, 15: 123, 20: 203},
    "kruskal": {5: 20, 10: 54, 15: 87, 20: 126},
    "prim": {5: 11, 10: 21, 15: 30, 20: 35},
    "wilson": {5: 21, 10: 57, 15: 100, 20: 137},
}
_ADDED = {5: 2, 10: 5, 15: 7, 20: 10}
_ADDED_PRIM_5 = 5


def full_bound(puzzle: Pipes) -> int:
    """The bound that misses nothing: n·m, so that paths of n·m - 1 steps are allowed."""
    return puzzle.rows * puzzle.columns


def half_bound(puzzle: Pipes) -> int:
    """The bound of table 4, half of n·m rounded down (but 1 at least). It misses solutions."""
    return max(1, puzzle.rows * puzzle.columns // 2)


def observed_bound(algorithm: str, size: int) -> int:
    """The bound of table 3 for square mazes: the greatest distance observed, and some more.

    Raises NotApplicable for what the table lacks.
    """
    if algorithm not in _FARTHEST or size not in _ADDED:
        raise NotApplicable(f"table 3 has no bound for {algorithm} {size}x{size}")
    more = _ADDED_PRIM_5 if (algorithm, size) == ("prim", 5) else _ADDED[size]
    return _FARTHEST[algorithm][size] + more


def named_bound(puzzle: Pipes, name: str | None) -> int:
    """The bound of a name in ``BOUNDS`` (solvers.py), n·m without one.

    Raises NotApplicable for table 3 on boards that it lacks.
    """
    if name is None:
        return full_bound(puzzle)
    if name == "half":
        return half_bound(puzzle)
    if puzzle.rows != puzzle.columns:
        raise NotApplicable(f"table 3 has no bound for {puzzle.size}: its boards are square")
    return observed_bound(name, puzzle.rows)
