"""Why a puzzle has no solution: clues that contradict each other, none of which can be spared.

Lines and given cells are dropped one after the other, as long as what is left has no solution; a
line that is dropped may be filled in any way. What cannot be dropped is a *minimal* set: without
any one of its members there is a solution. Where the search for one ran out of its budget, the
member is kept and minimality is not proved.

Source: deletion of constraints one by one (Chinneck2008). Cost: one search for each line and each
given cell; half of them at a time are tried first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from cpstudy.core.clock import Clock
from cpstudy.core.explaining import Cell
from cpstudy.core.result import Budget, Verdict
from cpstudy.puzzles.picross.portfolio import solve
from cpstudy.puzzles.picross.puzzle import FREE, Picross
from cpstudy.puzzles.picross.search import solving

# Looks for one question.
_LOOKS = 5000


@dataclass(frozen=True)
class Conflict:
    """Lines (rows first, then columns) and given cells that have no solution together.

    proved: without any one of them there is a solution. words: their names. searches: the effort.
    """

    puzzle: Picross
    lines: tuple[int, ...]
    given: tuple[Cell, ...]
    proved: bool
    searches: int

    @property
    def words(self) -> str:
        """The lines and cells, in words."""
        cells = (f"given cell {cell}" for cell in self.given)
        return ", ".join((*map(self.puzzle.line_name, self.lines), *cells))


def conflict(puzzle: Picross, budget: Budget | None = None) -> Conflict | None:
    """A minimal set of conflicting clues; None where the budget ends before a contradiction.

    budget: seconds. Raises ValueError where the puzzle has a solution.
    """
    clock = Clock(None if budget is None else budget.seconds)
    told = solve(puzzle, Budget(seconds=clock.seconds), np.random.default_rng(0), 1)
    if told.solutions:
        raise ValueError("there is no conflict: the puzzle has a solution")
    if told.verdict is not Verdict.NONE:
        return None
    return _Deletion(puzzle, clock).run()


class _Deletion:
    """Members are lines, by their numbers, then cells after all lines."""

    def __init__(self, puzzle: Picross, clock: Clock) -> None:
        self.puzzle, self._clock = puzzle, clock
        self._lines = puzzle.rows + puzzle.columns
        self.searches = 0

    def run(self) -> Conflict:
        """Drop what can be dropped."""
        given = (self._lines + cell for cell, value in enumerate(self.puzzle.given) if value)
        members = [*range(self._lines), *given]
        size = len(members) // 2
        while size > 1:  # many at once first: most are not needed
            for start in range(0, len(members), size):
                rest = members[:start] + members[start + size :]
                if len(rest) < len(members) and self._verdict(rest) is Verdict.NONE:
                    members = rest
                    break
            else:
                size //= 2
        proved = True
        for member in list(members):
            rest = [other for other in members if other != member]
            verdict = self._verdict(rest)
            if verdict is Verdict.NONE:
                members = rest
            proved &= verdict is not Verdict.UNKNOWN
        return Conflict(
            self.puzzle,
            tuple(member for member in members if member < self._lines),
            tuple(
                divmod(member - self._lines, self.puzzle.columns)
                for member in members
                if member >= self._lines
            ),
            proved,
            self.searches,
        )

    def _verdict(self, members: Sequence[int]) -> Verdict:
        """Whether these members alone have a solution: NONE, UNKNOWN, or anything else."""
        self.searches += 1
        if self._clock.late:
            return Verdict.UNKNOWN
        kept = set(members)
        pairs = enumerate(self.puzzle.given)
        given = bytes(v if self._lines + cell in kept else FREE for cell, v in pairs)
        used = [line in kept for line in range(self._lines)]
        budget = Budget(seconds=self._clock.left, iterations=_LOOKS)
        told, _ = solving.searched(replace(self.puzzle, given=given), budget, 1, used=used)
        if told.solutions:
            return Verdict.UNIQUE
        return Verdict.NONE if told.exhausted else Verdict.UNKNOWN
