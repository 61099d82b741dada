"""Make a board with no solution, or with several, unique by changing few of its clues.

A change gives a cell a clue, another clue, or none. All single changes are tried first. If one
suffices, or if none does and two changes are found, the number is proved to be the smallest. Known
solutions decide most changes: a board with two of them is not unique. Two and more changes are
found greedily: the first of the conflicting clues is removed, and while there are several
solutions, the clue that occurs in the fewest of them is added. Cost: n (N + 1) boards decided for
one change, at most one in six of them by a search.
"""

from collections import Counter
from typing import cast

from cpstudy.core.explaining import Repair
from cpstudy.core.repairing import Repairing
from cpstudy.core.result import Budget, Result, Verdict
from cpstudy.core.solving import Request
from cpstudy.puzzles.latin.explaining import EXPLAINER
from cpstudy.puzzles.latin.portfolio import solve
from cpstudy.puzzles.latin.rules import Latin

# The nodes for one board of a single change, the number of solutions searched for first, the number
# of solutions from which a clue is chosen to exclude the most, and the default seconds.
_NODES = 20_000
_SOLUTIONS = 20
_SAMPLE = 100
_SECONDS = 20.0


def repair(puzzle: Latin, budget: Budget | None = None) -> Repair | None:
    """The puzzle made unique; None if the budget was spent, or its units have no solution.

    Iterations are boards decided.
    """
    repairing = _Workshop(puzzle, budget or Budget(seconds=_SECONDS))
    found = _solved(puzzle, seconds=repairing.clock.left)
    if found.verdict is Verdict.UNIQUE:
        return repairing.repaired(puzzle.clues, cast(bytes, found.solutions[0]), proved=True)
    single = repairing.single_change()
    if single is not None:
        return repairing.repaired(*single, proved=True)
    return repairing.by_steps()


class _Workshop(Repairing[Latin]):
    """A repair in progress. excluded: whether it is proved that no single change suffices."""

    excluded = False

    def single_change(self) -> tuple[bytes, bytes] | None:
        """Clues with one change that have one solution, and the solution."""
        clues = self.puzzle.clues
        found, every = self._solutions(clues)
        certain = True
        for cell, clue in enumerate(clues):
            if self.spent:
                return None
            others = [value for value in range(self.puzzle.order + 1) if value != clue]
            here = self._solutions(_changed(clues, cell, 0)) if clue else (found, every)
            single, unsure = self._decided(cell, others, *here)
            self.tried += len(others)
            if single is not None:
                return single
            certain &= not unsure
        self.excluded = certain
        return None

    def _solutions(self, clues: bytes, limit: int = _SOLUTIONS) -> tuple[set[bytes], bool]:
        """Some solutions of a board, and whether these are all."""
        budget = Budget(seconds=self.clock.left, iterations=_NODES)
        board = self.puzzle.with_clues(clues)
        result = solve(board, Request(budget, limit))
        return {cast(bytes, solution) for solution in result.solutions}, result.exhausted

    def _decided(
        self, cell: int, values: list[int], found: set[bytes], every: bool
    ) -> tuple[tuple[bytes, bytes] | None, bool]:
        """Clues with one of the values in a cell that have one solution, and the solution; and
        whether a value is undecided.

        found: solutions without a clue in the cell; every: these are all. A search decides the
        other values, and adds its solutions.
        """
        unsure = False
        clues = self.puzzle.clues
        near = (c for unit in self.puzzle.units if cell in unit.cells for c in unit.cells)
        excluded = {clues[other] for other in near if other != cell} - {0}
        for value in values:
            if self.clock.late:
                return None, True
            with_it = [solution for solution in found if value in (0, solution[cell])]
            if len(with_it) > 1 or (every and not with_it) or value in excluded:
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
        """Remove conflicting clues, then add clues, one after another."""
        clues = bytearray(self.puzzle.clues)
        while not self.spent:
            board = self.puzzle.with_clues(bytes(clues))
            found = _solved(board, _SAMPLE, self.clock.left)
            self.tried += 1
            if found.verdict is Verdict.UNKNOWN:
                return None
            if found.verdict is Verdict.UNIQUE:
                return self.repaired(bytes(clues), cast(bytes, found.solutions[0]), proved=False)
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

    def repaired(self, clues: bytes, solution: bytes, *, proved: bool) -> Repair:
        """The repair, its solution checked; two changes are the fewest if one does not suffice."""
        repaired = self.puzzle.with_clues(clues)
        before = self.puzzle.clues
        cells = [cell for cell, clue in enumerate(clues) if clue != before[cell]]
        proved = proved or (self.excluded and len(cells) <= 2)
        return self.result(repaired, solution, repaired.order, cells, proved=proved)


def _changed(clues: bytes, cell: int, value: int) -> bytes:
    return clues[:cell] + bytes([value]) + clues[cell + 1 :]


def _solved(puzzle: Latin, limit: int = 2, seconds: float | None = None) -> Result:
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
