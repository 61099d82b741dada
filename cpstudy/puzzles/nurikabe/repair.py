"""Repair: make a board with several solutions, or none, unique by few changed clues.

A *change* gives a cell a clue, another clue, or no clue; so moving a clue is two changes. Adding
``?`` to a cell is never tried: the size of that island is a clue too, and a stronger one.

- *Lower bound:* every way to change one clue.
- *Upper bound,* if one change does not suffice: a solution is made the only one by moving clues on
  its islands, as in the generator (:mod:`.generating`), and islands get their original clue back
  as long as the board stays unique; then every single move is tried. If there is no solution,
  conflicting numbers first become ``?``, and clues whose places conflict are removed.
- *Step by step:* from the clues after one change that have the fewest solutions, every second
  change is tried, and so on.

If one change suffices, or none does and two are found, the number is proved to be the smallest;
otherwise it is reported as an upper bound. Cost: one search a board; the number of boards for a
change is the number of pairs of cells and possible numbers.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import cast

from cpstudy.core.explaining import Repair
from cpstudy.core.random import stream
from cpstudy.core.repairing import Repairing
from cpstudy.core.result import Budget, Result, Verdict
from cpstudy.core.solving import Request
from cpstudy.puzzles.nurikabe.explaining import EXPLAINER
from cpstudy.puzzles.nurikabe.generating import islands_of, make_unique
from cpstudy.puzzles.nurikabe.portfolio import solve
from cpstudy.puzzles.nurikabe.puzzle import ANY_SIZE, NO_CLUE, Nurikabe
from cpstudy.puzzles.nurikabe.search import solving

# Solutions that are examined, and conflicts of a search for one board.
_SOLUTIONS = 10
_PATIENCE = 500

# The standard budget: boards decided, fewer if boards are larger, and seconds, because boards of
# few large islands take long.
_BOARDS = 10_000
_CELLS = 1_000_000
_SECONDS = 20.0

Clues = tuple[int, ...]


def repair(puzzle: Nurikabe, budget: Budget | None = None) -> Repair | None:
    """``puzzle`` made unique by few changed clues; None if the budget ends before any.

    budget: iterations are boards decided; the default is 10,000 for up to 100 cells, fewer for
    larger boards (a million cells in total), and 20 seconds. Counter: boards. Also None if no
    changed clues that were tried have a solution: such boards are far from any puzzle.
    """
    budget = budget or Budget(_SECONDS, min(_BOARDS, _CELLS // len(puzzle.clues) + 1))
    if budget.nothing is not None:
        return None
    workshop = _Workshop(puzzle, budget)
    result = solve(puzzle, Request(Budget(seconds=budget.seconds), 2))
    if result.verdict is Verdict.UNIQUE:
        return workshop.result(puzzle, result.solutions[0])
    return workshop.run()


class _Workshop(Repairing[Nurikabe]):
    """The repair of one board: the best clues so far, and the undecided boards of the last pass."""

    best: tuple[Clues, bytes] | None = None
    _undecided = 0

    def _changes(self, clues: Clues) -> list[int]:
        """The cells whose clues differ from the given ones."""
        return [cell for cell, clue in enumerate(clues) if clue != self.puzzle.clues[cell]]

    @property
    def _fewest(self) -> int:
        return 2**62 if self.best is None else len(self._changes(self.best[0]))

    def _solved(self, clues: Clues, limit: int = 2) -> Result:
        self.tried += 1
        board = replace(self.puzzle, clues=clues)
        return solving.solve(board, Request(Budget(self.clock.left, _PATIENCE), limit))

    def _try(self, clues: Clues) -> bool:
        """Whether clues have one solution; they become the best if they have fewer changes."""
        result = self._solved(clues)
        if result.verdict is Verdict.UNIQUE:
            self._keep(clues, result)
        return result.verdict is Verdict.UNIQUE

    def _keep(self, clues: Clues, result: Result) -> None:
        if len(self._changes(clues)) < self._fewest:
            self.best = clues, cast(bytes, result.solutions[0])

    def run(self) -> Repair | None:
        """Try all single changes; if none suffices, moves, then further changes one by one."""
        clues = self._change_one(self.puzzle.clues, 1)
        excluded = not self._undecided and not self.spent
        if self.best is None:
            self._move_clues()
        changes = 2
        while clues is not None and changes < self._fewest and not self.spent:
            clues = self._change_one(clues, changes)
            changes += 1
        return self._best(excluded)

    # -- from above --------------------------------------------------------------------------

    def _move_clues(self) -> None:
        """Move clues on the islands of the first solutions until there is no other solution."""
        clues, solutions = self._solvable()
        for number, solution in enumerate(solutions):
            if self.spent or self._fewest <= 2:
                return
            islands = islands_of(solution, self.puzzle.rows, self.puzzle.columns)
            size = {cell: len(island) for island in islands for cell in island}
            numbered = tuple(size[cell] if clue else NO_CLUE for cell, clue in enumerate(clues))
            # A clue that was not a number before stays ``?`` as long as possible.
            base = tuple(
                clue if clue == self.puzzle.clues[cell] else numbered[cell]
                for cell, clue in enumerate(clues)
            )
            board = replace(self.puzzle, clues=numbered)
            self.tried += 1
            moved = make_unique(stream(0, number), board, solution)
            if moved is not None:
                self._take_back(moved.clues, base, islands)
            if self._fewest > 2:
                self._move_one(base, islands)

    def _solvable(self) -> tuple[Clues, list[bytes]]:
        """Clues that have solutions, and the first of these; no solutions if that failed."""
        clues = list(self.puzzle.clues)
        while not self.spent:
            result = self._solved(tuple(clues), _SOLUTIONS)
            if result.verdict is not Verdict.NONE:
                return tuple(clues), [cast(bytes, solution) for solution in result.solutions]
            board = replace(self.puzzle, clues=tuple(clues))
            found = EXPLAINER.conflict(board, Budget(seconds=self.clock.left))
            if found is None or not found.clues:
                break
            if found.proved:
                (row, column), *_ = found.clues[0]
                clues[row * board.columns + column] = ANY_SIZE
            else:  # the places of the clues conflict
                clues[_most_crowded(board)] = NO_CLUE
        return self.puzzle.clues, []

    def _take_back(self, clues: Clues, base: Clues, islands: Sequence[Sequence[int]]) -> None:
        """Restore the original clues of one island at a time as long as the clues stay unique."""
        self._try(clues)
        for island in islands:
            tried = list(clues)
            for cell in island:
                tried[cell] = base[cell]
            if tuple(tried) != clues and not self.spent and self._try(tuple(tried)):
                clues = tuple(tried)

    def _move_one(self, base: Clues, islands: Sequence[Sequence[int]]) -> None:
        """Try the clue of one island on each of its cells, and as a number if it is ``?``."""
        for island in islands:
            for cell in island:
                tried = list(base)
                for other in island:
                    tried[other] = NO_CLUE
                tried[cell] = len(island)
                if tuple(tried) != base and not self.spent:
                    self._try(tuple(tried))

    # -- from below --------------------------------------------------------------------------

    def _change_one(self, clues: Clues, changes: int) -> Clues | None:
        """Try every way to change one clue, until one suffices; else return the nearest clues."""
        self._undecided = 0
        nearest: tuple[int, int, Clues] | None = None
        for tried in self._single_changes(clues):
            if self.spent:
                return None
            result = self._solved(tried, _SOLUTIONS)
            self._undecided += result.verdict is Verdict.UNKNOWN
            if result.verdict is Verdict.UNIQUE:
                self._keep(tried, result)
                return None
            if result.verdict is Verdict.MANY and len(self._changes(tried)) == changes:
                rank = len(result.solutions), _differing(result), tried
                nearest = rank if nearest is None else min(rank, nearest)
        return None if nearest is None else nearest[2]

    def _best(self, excluded: bool) -> Repair | None:
        """The best repair; two changes are the fewest if one is excluded."""
        if self.best is None:
            return None
        clues, solution = self.best
        repaired = replace(self.puzzle, clues=clues)
        changed = self._changes(clues)
        proved = len(changed) == 1 or (excluded and len(changed) == 2)
        return self.result(repaired, solution, self.puzzle.columns, changed, proved=proved)

    def _single_changes(self, clues: Clues) -> Iterator[Clues]:
        """All single changes, except those that numbers or neighbours alone exclude."""
        puzzle = self.puzzle
        squares = (puzzle.rows // 2) * (puzzle.columns // 2)  # each contains land
        for cell, clue in enumerate(clues):
            before, after = clues[:cell], clues[cell + 1 :]
            others = (*before, *after)
            taken = sum(abs(other) for other in others)
            if clue:
                yield (*before, NO_CLUE, *after)
            elif any(clues[near] for near in puzzle.neighbours[cell]):
                continue
            least = 1 if ANY_SIZE in others else max(1, squares - taken)
            for number in range(least, len(clues) - taken + 1):
                if number != clue:
                    yield (*before, number, *after)


def _differing(result: Result) -> int:
    """The number of cells that differ between the solutions found."""
    return sum(len(set(values)) > 1 for values in zip(*result.solutions, strict=True))


def _most_crowded(puzzle: Nurikabe) -> int:
    """The first of the clues with the most adjacent clues."""
    return max(
        puzzle.clue_cells,
        key=lambda cell: sum(puzzle.clues[near] != NO_CLUE for near in puzzle.neighbours[cell]),
    )
