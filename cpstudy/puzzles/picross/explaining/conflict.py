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
from dataclasses import replace

import numpy as np

from cpstudy.core.clock import Clock
from cpstudy.core.explaining import Cell, Conflict
from cpstudy.core.result import Budget, Verdict
from cpstudy.puzzles.picross.portfolio import solve
from cpstudy.puzzles.picross.puzzle import FREE, Picross
from cpstudy.puzzles.picross.search import solving

# Looks for one question.
_LOOKS = 5000


def conflict(puzzle: Picross, budget: Budget | None = None) -> Conflict:
    """Clues of lines, and given cells, that conflict. Counter: searches.

    A line is told by all its cells. budget: seconds; where it ends before any contradiction is
    found, all clues are told and nothing is proved. Raises ValueError where there is a solution.
    """
    clock = Clock(None if budget is None else budget.seconds)
    told = solve(puzzle, Budget(seconds=clock.seconds), np.random.default_rng(0), 1)
    if told.solutions:
        raise ValueError("there is a solution, so no clues conflict")
    return _Deletion(puzzle, clock).run(known=told.verdict is Verdict.NONE)


def clue_names(found: Conflict) -> tuple[str, ...]:
    """The clues of a conflict in words: ``row 3``, ``given cell (0, 1)``.

    What is of one cell only is told as its line, the column before the row.
    """
    puzzle: Picross = found.puzzle
    lines = {_cells_of(puzzle, line): puzzle.line_name(line) for line in range(len(puzzle.clues))}
    return tuple(lines.get(cells, f"given cell {cells[0]}") for cells in found.clues)


def _cells_of(puzzle: Picross, line: int) -> tuple[Cell, ...]:
    return tuple(divmod(cell, puzzle.columns) for cell in puzzle.cells_of(line))


class _Deletion:
    """Members are lines, by their numbers, then cells after all lines."""

    def __init__(self, puzzle: Picross, clock: Clock) -> None:
        self.puzzle, self._clock = puzzle, clock
        self._lines = puzzle.rows + puzzle.columns
        self.searches = 0

    def run(self, *, known: bool) -> Conflict:
        """Drop what can be dropped, where it is known that there is no solution."""
        given = (self._lines + cell for cell, value in enumerate(self.puzzle.given) if value)
        members = [*range(self._lines), *given]
        size = len(members) // 2 if known else 0
        while size > 1:  # many at once first: most are not needed
            for start in range(0, len(members), size):
                rest = members[:start] + members[start + size :]
                if len(rest) < len(members) and self._verdict(rest) is Verdict.NONE:
                    members = rest
                    break
            else:
                size //= 2
        proved = known
        for member in list(members) if known else ():
            rest = [other for other in members if other != member]
            verdict = self._verdict(rest)
            if verdict is Verdict.NONE:
                members = rest
            proved &= verdict is not Verdict.UNKNOWN
        clues = tuple(self._cells(member) for member in members)
        return Conflict(self.puzzle, clues, proved, {"searches": self.searches})

    def _cells(self, member: int) -> tuple[Cell, ...]:
        if member < self._lines:
            return _cells_of(self.puzzle, member)
        return (divmod(member - self._lines, self.puzzle.columns),)

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
