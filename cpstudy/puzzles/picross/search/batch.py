"""Many puzzles one after another, for those who make or measure them by the thousand.

Each is searched with two witnesses, which the compiled checker looks at before they are handed out.
A puzzle that needs more than ``LOOKS`` cells looked at is left to ``solve``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from cpstudy.core.result import Budget, Result, Verdict
from cpstudy.core.solving import Request, checked
from cpstudy.puzzles.picross.lines.checker import checker
from cpstudy.puzzles.picross.puzzle import Picross
from cpstudy.puzzles.picross.search import solving

LOOKS = 2000


def solve_batch(puzzles: Sequence[Picross]) -> list[Result | None]:
    """What ``solving.solve`` says of each puzzle with two witnesses and no budget, or None."""
    results: list[Result | None] = []
    for puzzle in puzzles:
        found = solving.solve(puzzle, Request(Budget(iterations=LOOKS), 2))
        holds = checker(puzzle)
        for solution in found.solutions:
            if not holds(cast(bytes, solution)):
                checked(puzzle, solution, "search")
        results.append(None if found.verdict is Verdict.UNKNOWN else found)
    return results
