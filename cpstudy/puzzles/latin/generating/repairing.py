"""A board of clues with no solution, or with several, made unique by changing few of its clues.

Changing is giving a cell a clue, another clue, or none. All single changes are tried first: where
one does, or where none does and two are found, the number is proved to be the fewest. Two and more
are found greedily: of clues that conflict the first is taken away, and while there are several
solutions a clue is added that fewest of them have. Cost: n (N + 1) boards decided for one change.
"""

from __future__ import annotations

from collections import Counter
from typing import cast

import numpy as np

from cpstudy.core.clock import Clock
from cpstudy.core.explaining import Repair
from cpstudy.core.result import Budget, Result, Verdict
from cpstudy.core.solving import checked
from cpstudy.puzzles.latin.explaining.conflicting import conflict
from cpstudy.puzzles.latin.portfolio import solve
from cpstudy.puzzles.latin.rules import Latin
from cpstudy.puzzles.latin.search.batch import UNKNOWN, decide_boards

# Nodes for one board of a single change, solutions of which a clue is to exclude the most, and the
# seconds for a repair where nothing else is said.
_NODES = 20_000
_SAMPLE = 100
_SECONDS = 20.0


def repair(puzzle: Latin, budget: Budget | None = None) -> Repair | None:
    """The puzzle made unique; None where the budget was spent, or its units fit no board.

    Iterations are boards decided.
    """
    workshop = _Workshop(puzzle, budget or Budget(seconds=_SECONDS))
    found = _told(puzzle)
    if found.verdict is Verdict.UNIQUE:
        return workshop.result(puzzle.clues, cast(bytes, found.solutions[0]), proved=True)
    single = workshop.single_change()
    if single is not None:
        return workshop.result(*single, proved=True)
    return workshop.by_steps()


class _Workshop:
    """One repair under way. excluded: whether every single change was decided and none does."""

    def __init__(self, puzzle: Latin, budget: Budget) -> None:
        self._puzzle = puzzle
        self._clock = Clock(budget.seconds)
        self._most = budget.iterations
        self.boards = 0
        self.excluded = False

    @property
    def _spent(self) -> bool:
        return self._clock.late or (self._most is not None and self.boards >= self._most)

    def single_change(self) -> tuple[bytes, bytes] | None:
        """Clues with one change that have one solution, and that."""
        clues = np.frombuffer(self._puzzle.clues, np.uint8)
        certain = True
        for cell in range(len(clues)):
            if self._spent:
                return None
            others = [v for v in range(self._puzzle.order + 1) if v != clues[cell]]
            boards = np.repeat(clues[None, :], len(others), axis=0)
            boards[:, cell] = others
            told = decide_boards(self._puzzle, boards, _NODES)
            self.boards += len(boards)
            unique = np.flatnonzero(told.verdicts == 1)
            if unique.size:
                board = int(unique[0])
                return boards[board].tobytes(), told.witnesses[board, 0].tobytes()
            certain &= not (told.verdicts == UNKNOWN).any()
        self.excluded = certain
        return None

    def by_steps(self) -> Repair | None:
        """Clues that conflict are taken away, then clues are added, one after another."""
        clues = bytearray(self._puzzle.clues)
        while not self._spent:
            board = self._puzzle.with_clues(bytes(clues))
            found = _told(board, _SAMPLE, self._clock.left)
            self.boards += 1
            if found.verdict is Verdict.UNKNOWN:
                return None
            if found.verdict is Verdict.UNIQUE:
                return self.result(bytes(clues), cast(bytes, found.solutions[0]), proved=False)
            if found.verdict is Verdict.NONE:
                conflicting = conflict(board).clues
                if not conflicting:  # the units alone have no solution
                    return None
                row, column = conflicting[0][0]
                clues[row * board.order + column] = 0
                continue
            cell, value = _rarest(clues, [cast(bytes, solution) for solution in found.solutions])
            clues[cell] = value
        return None

    def result(self, clues: bytes, solution: bytes, *, proved: bool) -> Repair:
        """The repair, its solution checked; two changes are the fewest where one does not do."""
        repaired = self._puzzle.with_clues(clues)
        before = self._puzzle.clues
        cells = [cell for cell, clue in enumerate(clues) if clue != before[cell]]
        return Repair(
            repaired,
            checked(repaired, solution, "repair"),
            tuple(divmod(cell, repaired.order) for cell in cells),
            proved or (self.excluded and len(cells) <= 2),
            {"boards": self.boards},
        )


def _told(puzzle: Latin, limit: int = 2, seconds: float | None = None) -> Result:
    return solve(puzzle, Budget(seconds=seconds), np.random.default_rng(0), limit)


def _rarest(clues: bytearray, solutions: list[bytes]) -> tuple[int, int]:
    """A cell without a clue and the value that the fewest solutions have there."""
    counted = [
        (number, cell, value)
        for cell, clue in enumerate(clues)
        if not clue
        for value, number in Counter(solution[cell] for solution in solutions).items()
    ]
    _, cell, value = min(counted)
    return cell, value
