"""A board whose clues can be left out: which of them conflict, which of them are needed.

Each clue has a variable of its own, and its clauses hold where that is true. So one engine answers
for any set of clues, by assuming these, and keeps all that it learnt; where there is no solution it
reports which of the clues conflict, often few (the core of the assumptions; Een2003).

core/conflicts.py leaves out clues one after another until the rest is minimal.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cpstudy.core.clock import UNLIMITED, Clock
from cpstudy.core.result import Solvable, Stop
from cpstudy.puzzles.loops.clauses import clauses_of_group
from cpstudy.puzzles.loops.rules import Loops
from cpstudy.puzzles.loops.search.solving import engine_with


class Selection:
    """The clues of a puzzle, of which any set can be asked for. forbidden: a loop that is none."""

    def __init__(self, puzzle: Loops, forbidden: bytes | None = None) -> None:
        lattice = puzzle.lattice
        self._edges = lattice.edges
        self._selects = {cell: i for i, cell in enumerate(puzzle.clue_cells, self._edges + 1)}
        self._cells = {variable: cell for cell, variable in self._selects.items()}
        clauses = [[*range(1, self._edges + 1)]]
        for group in puzzle.groups:
            chosen = -self._selects[group.clue]
            clauses += [[chosen, *clause] for clause in clauses_of_group(group)]
        if forbidden is not None:
            clauses.append([-edge - 1 for edge, here in enumerate(forbidden) if here])
        self.engine = engine_with(lattice, self._edges + len(self._selects), clauses, [])

    def solution(
        self, clues: Iterable[int], conflicts: int, clock: Clock = UNLIMITED
    ) -> bytes | Stop:
        """A loop that keeps the clues of some cells; DONE where there is none, else what ran out.

        conflicts: how many more the search may meet.
        """
        most = self.engine.counters["conflicts"] + conflicts
        told = self.engine.run(clock, most, [self._selects[cell] for cell in clues])
        return told if isinstance(told, Stop) else told[: self._edges].tobytes()

    def conflicting(
        self, clues: Sequence[int], conflicts: int, clock: Clock = UNLIMITED
    ) -> Solvable | set[int]:
        """Whether a loop keeps these clues; if none does, some of them that conflict."""
        told = self.solution(clues, conflicts, clock)
        if told is Stop.DONE:
            return {self._cells[literal] for literal in self.engine.core}
        return Solvable.UNKNOWN if isinstance(told, Stop) else Solvable.YES
