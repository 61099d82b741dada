"""Make a KenKen with several solutions, or none, unique by changing few cages.

A *change* gives a cage another clue, or cuts it into parts with separate clues. A new clue
alone is often not enough: if two cages are next to each other in the same two columns, no sum and
no product detects an exchange of their values.

A changed cage can at most fix all of its values. A set of cages therefore suffices exactly if some
solution of all other cages is the only one with its values in the set.

- *From above:* conflicting cages are left out until there is a solution. Values of cages are
  fixed until it is the only one, each time those of the cage in which the most other solutions
  differ; then needless ones are freed again.
- *From below:* for every cage, then every two, three … the solutions of the other cages are listed
  and grouped by the values in the set.

If the two meet, the number is proved to be the smallest; if the budget ends before, or a list
grows too long, it is an upper bound and reported as such. Finally the parts of changed cages are
joined as far as the puzzle stays unique. Cost: a list of solutions for each set of cages.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import cast

from cpstudy.core.explaining import Repair
from cpstudy.core.repairing import Repairing
from cpstudy.core.result import Budget, Result, Stop, Verdict
from cpstudy.core.solving import Request
from cpstudy.puzzles.kenken.puzzle import KenKen
from cpstudy.puzzles.latin.explaining import EXPLAINER
from cpstudy.puzzles.latin.portfolio import solve
from cpstudy.puzzles.latin.rules import ANY, Cage, Latin, Part, is_connected, targets_of
from cpstudy.puzzles.latin.search import engine

# Nodes of one search; solutions of a list, of a greedy step, and from which it starts.
_NODES = 20_000
_LIST = 1000
_SAMPLE = 50
_BEGINNINGS = 5

# The standard budget: searches, and seconds.
_SEARCHES = 20_000
_SECONDS = 20.0

# The numbers of cages of the given puzzle.
Chosen = tuple[int, ...]


def repair(puzzle: KenKen, budget: Budget | None = None) -> Repair | None:
    """``puzzle`` made unique by few changed cages; None if the budget ends before any.

    A changed cage is named by its first cell. budget: iterations are searches; by default
    20,000 and 20 seconds. Counter: searches.
    """
    budget = budget or Budget(_SECONDS, _SEARCHES)
    if budget.nothing is not None:
        return None
    repairing = _Workshop(puzzle, budget, "searches")
    result = solve(puzzle, Request(Budget(seconds=budget.seconds), 2))
    if result.verdict is Verdict.UNIQUE:
        return repairing.result(puzzle, result.solutions[0])
    repairing.from_above()
    return repairing.from_below()


class _Workshop(Repairing[KenKen]):
    """One puzzle under repair. best: cages, and a solution that their values determine."""

    best: tuple[Chosen, bytes] | None = None

    def _searched(self, puzzle: Latin, limit: int) -> Result:
        self.tried += 1
        budget = Budget(self.clock.left, _NODES)
        return engine.solve(puzzle, Request(budget, limit))

    def _without(self, chosen: Iterable[int], solution: bytes | None, limit: int) -> Result:
        """Solutions of the other cages, with the values of these as in ``solution``."""
        cages = self.puzzle.cages
        clues = bytearray(self.puzzle.order**2)
        if solution is not None:
            for cell in (cell for number in chosen for cell in cages[number].cells):
                clues[cell] = solution[cell]
        kept = tuple(cage for number, cage in enumerate(cages) if number not in set(chosen))
        return self._searched(Part(self.puzzle.order, bytes(clues), kept, self.puzzle.units), limit)

    def _single_out(self, chosen: Iterable[int], solution: bytes) -> bool:
        """Whether no other solution has its values in these cages; if few, they become the best."""
        fewest = tuple(sorted(chosen))
        if self._without(fewest, solution, 2).verdict is not Verdict.UNIQUE:
            return False
        if self.best is None or len(fewest) < len(self.best[0]):
            self.best = fewest, solution
        return True

    # -- from above --------------------------------------------------------------------------

    def from_above(self) -> None:
        """Fix cages one after another, for some solutions of the cages that do not conflict."""
        left_out = self._left_out()
        found = self._without(left_out, None, _BEGINNINGS)
        for solution in found.solutions:
            if not self.spent:
                self._fix(set(left_out), cast(bytes, solution))

    def _left_out(self) -> list[int]:
        """Cages without which there is a solution: the first of each conflict."""
        left_out: list[int] = []
        of_cell = self.puzzle.labels
        part: Latin = self.puzzle
        while not self.spent and self._searched(part, 1).verdict is Verdict.NONE:
            conflict = EXPLAINER.conflict(part, Budget(seconds=self.clock.left))
            if conflict is None:
                break
            (row, column), *_ = conflict.clues[0]
            left_out.append(of_cell[row * self.puzzle.order + column])
            kept = (cage for number, cage in enumerate(self.puzzle.cages) if number not in left_out)
            part = Part(self.puzzle.order, self.puzzle.clues, tuple(kept), self.puzzle.units)
        return left_out

    def _fix(self, chosen: set[int], solution: bytes) -> None:
        cages = self.puzzle.cages
        while not self.spent and not self._single_out(chosen, solution):
            found = self._without(chosen, solution, _SAMPLE).solutions
            differing = Counter(
                number
                for other in found
                for number, cage in enumerate(cages)
                if any(cast(bytes, other)[cell] != solution[cell] for cell in cage.cells)
            )
            if not differing:  # the search was cut short
                return
            chosen.add(min(differing, key=lambda number: (-differing[number], number)))
        for number in sorted(chosen):
            cage = cages[number]
            kept = cage.holds(tuple(solution[cell] for cell in cage.cells))
            if kept and not self.spent and self._single_out(chosen - {number}, solution):
                chosen.remove(number)

    # -- from below --------------------------------------------------------------------------

    def from_below(self) -> Repair | None:
        """The best repair, after trying all smaller sets of cages."""
        cages = range(len(self.puzzle.cages))
        certain = True
        number = 1
        while number < (len(cages) + 1 if self.best is None else len(self.best[0])):
            for chosen in combinations(cages, number):
                if self.spent:
                    return self._best(proved=False)
                others = self._without(chosen, None, _LIST)
                certain &= others.stop is Stop.DONE
                alone = self._alone(chosen, others) if others.stop is Stop.DONE else None
                if alone is not None:
                    self.best = chosen, alone
                    break
            number += 1
        return self._best(proved=certain)

    def _alone(self, chosen: Chosen, others: Result) -> bytes | None:
        """The first solution that is the only one with its values in these cages."""
        cells = [cell for number in chosen for cell in self.puzzle.cages[number].cells]
        solutions = [cast(bytes, solution) for solution in others.solutions]
        met = Counter(bytes(solution[cell] for cell in cells) for solution in solutions)
        for solution in solutions:
            if met[bytes(solution[cell] for cell in cells)] == 1:
                return solution
        return None

    # -- the puzzle --------------------------------------------------------------------------

    def _best(self, *, proved: bool) -> Repair | None:
        if self.best is None:
            return None
        chosen, solution = self.best
        given = self.puzzle.cages
        cages = {cage for number, cage in enumerate(given) if number not in chosen}
        cages |= {_single(cell, solution) for number in chosen for cell in given[number].cells}
        for number in chosen:
            cages = self._joined(given[number], cages, solution)
        repaired = KenKen(self.puzzle.order, tuple(cages))
        changed = sorted(cage.cells[0] for cage in set(given) - set(repaired.cages))
        return self.result(repaired, solution, repaired.order, changed, proved=proved)

    def _joined(self, whole: Cage, cages: set[Cage], solution: bytes) -> set[Cage]:
        """Join the single cells of a cage into one again, or else as far as it stays unique."""
        parts = [_single(cell, solution) for cell in whole.cells]
        for clue in _clues(whole, whole.cells, solution):
            if len(parts) > 1 and self._is_unique(cages - set(parts) | {clue}):
                return cages - set(parts) | {clue}
        joining = True
        while joining:
            joining = False
            for one, other in combinations(parts, 2):
                cells = tuple(sorted(one.cells + other.cells))
                if not is_connected(self.puzzle.order, cells):
                    continue
                for clue in _clues(whole, cells, solution):
                    if not joining and self._is_unique(cages - {one, other} | {clue}):
                        cages = cages - {one, other} | {clue}
                        parts = [part for part in parts if part not in (one, other)] + [clue]
                        joining = True
                if joining:
                    break
        return cages

    def _is_unique(self, cages: set[Cage]) -> bool:
        if self.spent:
            return False
        puzzle = KenKen(self.puzzle.order, tuple(cages))
        return self._searched(puzzle, 2).verdict is Verdict.UNIQUE


def _single(cell: int, solution: bytes) -> Cage:
    return Cage((cell,), ANY, solution[cell])


def _clues(whole: Cage, cells: Sequence[int], solution: bytes) -> Iterator[Cage]:
    """A cage with every clue that its values allow, that of the operation of ``whole`` first."""
    targets = targets_of([solution[cell] for cell in cells])
    if whole.operation == ANY:
        for target in dict.fromkeys(targets.values()):
            yield Cage(tuple(cells), ANY, target)
    for operation in sorted(targets, key=lambda operation: operation != whole.operation):
        yield Cage(tuple(cells), operation, targets[operation])
