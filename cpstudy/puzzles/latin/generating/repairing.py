"""A board of clues with no solution, or with several, made unique by changing few of its clues.

Changing is giving a cell a clue, another clue, or none. All single changes are tried first: where
one does, or where none does and two are found, the number is proved to be the fewest. Most of them
are reported from solutions that are at hand: a board that two of them fit is not unique. Two and
more are found greedily: of clues that conflict the first is taken away, and while there are several
solutions a clue is added that fewest of them have. Cost: n (N + 1) boards decided for one change,
one in six of them or fewer by a search.
"""

from __future__ import annotations

from collections import Counter
from typing import cast

from cpstudy.core.clock import Clock
from cpstudy.core.explaining import Repair
from cpstudy.core.result import Budget, Result, Verdict
from cpstudy.core.solving import Request, checked
from cpstudy.puzzles.latin.explaining.explainer import EXPLAINER
from cpstudy.puzzles.latin.portfolio import solve
from cpstudy.puzzles.latin.rules import Latin

# Nodes for one board of a single change, solutions that are looked for first, solutions of which a
# clue is to exclude the most, and the seconds for a repair where nothing else is stated.
_NODES = 20_000
_SOLUTIONS = 20
_SAMPLE = 100
_SECONDS = 20.0


def repair(puzzle: Latin, budget: Budget | None = None) -> Repair | None:
    """The puzzle made unique; None where the budget was spent, or its units fit no board.

    Iterations are boards decided.
    """
    workshop = _Workshop(puzzle, budget or Budget(seconds=_SECONDS))
    found = _told(puzzle, seconds=workshop.clock.left)
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
        self.clock = Clock(budget.seconds)
        self._most = budget.iterations
        self.boards = 0
        self.excluded = False

    @property
    def _spent(self) -> bool:
        return self.clock.late or (self._most is not None and self.boards >= self._most)

    def single_change(self) -> tuple[bytes, bytes] | None:
        """Clues with one change that have one solution, and that."""
        clues = self._puzzle.clues
        found, every = self._solutions(clues)
        certain = True
        for cell, clue in enumerate(clues):
            if self._spent:
                return None
            others = [value for value in range(self._puzzle.order + 1) if value != clue]
            here = self._solutions(_changed(clues, cell, 0)) if clue else (found, every)
            told, unsure = self._told_of(cell, others, *here)
            self.boards += len(others)
            if told is not None:
                return told
            certain &= not unsure
        self.excluded = certain
        return None

    def _solutions(self, clues: bytes, limit: int = _SOLUTIONS) -> tuple[set[bytes], bool]:
        """Some solutions of a board, and whether that is all."""
        budget = Budget(seconds=self.clock.left, iterations=_NODES)
        board = self._puzzle.with_clues(clues)
        found = solve(board, Request(budget, limit))
        return {cast(bytes, solution) for solution in found.solutions}, found.exhausted

    def _told_of(
        self, cell: int, values: list[int], found: set[bytes], every: bool
    ) -> tuple[tuple[bytes, bytes] | None, bool]:
        """Clues with one of the values in a cell that have one solution, and that; whether some
        value was not decided.

        found: solutions without a clue in the cell, perhaps every one. What these leave open is
        searched, and what solutions that gives are added.
        """
        unsure = False
        clues = self._puzzle.clues
        near = (c for unit in self._puzzle.units if cell in unit.cells for c in unit.cells)
        beside = {clues[other] for other in near if other != cell} - {0}
        for value in values:
            if self.clock.late:
                return None, True
            with_it = [solution for solution in found if value in (0, solution[cell])]
            if len(with_it) > 1 or (every and not with_it) or value in beside:
                continue
            board = _changed(clues, cell, value)
            if every:
                return (board, with_it[0]), unsure
            more, settled = self._solutions(board, 2)
            if settled and len(more) == 1:
                return (board, more.pop()), unsure
            found.update(more)
            unsure |= not settled and len(more) < 2
        return None, unsure

    def by_steps(self) -> Repair | None:
        """Clues that conflict are taken away, then clues are added, one after another."""
        clues = bytearray(self._puzzle.clues)
        while not self._spent:
            board = self._puzzle.with_clues(bytes(clues))
            found = _told(board, _SAMPLE, self.clock.left)
            self.boards += 1
            if found.verdict is Verdict.UNKNOWN:
                return None
            if found.verdict is Verdict.UNIQUE:
                return self.result(bytes(clues), cast(bytes, found.solutions[0]), proved=False)
            if found.verdict is Verdict.NONE:
                conflict = EXPLAINER.conflict(board, Budget(seconds=self.clock.left))
                if conflict is None or not conflict.clues:  # the units alone have no solution
                    return None
                row, column = conflict.clues[0][0]
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


def _changed(clues: bytes, cell: int, value: int) -> bytes:
    return clues[:cell] + bytes([value]) + clues[cell + 1 :]


def _told(puzzle: Latin, limit: int = 2, seconds: float | None = None) -> Result:
    return solve(puzzle, Request(Budget(seconds=seconds), limit))


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
