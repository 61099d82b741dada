"""CPMpy: from pictures, the answers of cpmpy_model.py, to classes of boards."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from cpstudy.core.result import Result
from cpstudy.core.solving import Request
from cpstudy.encode import cpmpy_sessions
from cpstudy.puzzles.edge_matching.puzzle import EdgeMatching, Placement
from cpstudy.puzzles.edge_matching.symmetry import Classes


def read(puzzle: EdgeMatching, answer: Sequence[int]) -> Placement:
    """Return the solution with these colours."""
    sides = iter(answer)
    return puzzle.placement(tuple(zip(sides, sides, sides, sides, strict=True)))


def solve(puzzle: EdgeMatching, request: Request, **options: Any) -> Result:
    """Find up to ``limit`` solutions (None: all); see :func:`.cpmpy_sessions.solve`."""
    classes = Classes(puzzle, request.found, request.limit)
    # This number of pictures belongs to at least ``limit`` classes.
    most = None if request.limit is None else puzzle.most_rotations * (request.limit - 1) + 1
    bounded = replace(request, limit=most, found=classes.add)
    ended = cpmpy_sessions.solve(puzzle, bounded, read=read, **options)
    return classes.result(ended.stop, ended.counters, classes.boards(), ended.phases)
