"""Where solutions differ: the cells that have another value in another solution, and the forced.

One solution is taken; for each cell that no solution found so far changes, one is looked for that
does. So every cell of no region is forced, in all solutions the same, unless the budget was spent.
Cells of a region hang together by units and cages. Cost: a search for each cell that is open.
"""

from __future__ import annotations

from cpstudy.core.clock import Clock
from cpstudy.core.explaining import Ambiguity, Region
from cpstudy.core.result import Budget
from cpstudy.core.resumable_search import UNLIMITED
from cpstudy.core.solving import checked
from cpstudy.puzzles.latin.rules import Latin
from cpstudy.puzzles.latin.search.engine import Search
from cpstudy.puzzles.latin.search.state import clue_sets

# Nodes for one cell; the seconds for all, where nothing else is said.
_NODES = 200_000
_SECONDS = 20.0


def ambiguity(puzzle: Latin, budget: Budget | None = None) -> Ambiguity:
    """The cells that differ. budget: iterations are nodes. Raises ValueError for no solution."""
    walk = _Walk(puzzle, budget or Budget(seconds=_SECONDS))
    first = walk.solution(None)
    if first is None:
        if not walk.cut:
            raise ValueError("no solution, so none differ")
        every = tuple(divmod(cell, puzzle.order) for cell in range(puzzle.order**2))
        return Ambiguity(puzzle, None, (), every, {"nodes": walk.nodes})
    others: list[bytes] = []
    unknown = []
    differing: set[int] = set()
    for cell, clue in enumerate(puzzle.clues):
        if clue or cell in differing:
            continue
        found = walk.solution((cell, first[cell]))
        if found is not None:
            others.append(found)
            differing |= {c for c, value in enumerate(found) if value != first[c]}
        elif walk.cut:
            unknown.append(cell)
    regions = tuple(
        _region(puzzle, cells, first, others) for cells in _components(puzzle, differing)
    )
    open_cells = tuple(divmod(cell, puzzle.order) for cell in unknown if cell not in differing)
    return Ambiguity(puzzle, first, regions, open_cells, {"nodes": walk.nodes})


class _Walk:
    """Searches one after another under one budget. cut: the last one was not finished."""

    def __init__(self, puzzle: Latin, budget: Budget) -> None:
        self.nodes = 0
        self.cut = False
        self._puzzle = puzzle
        self._clock = Clock(budget.seconds)
        self._most = UNLIMITED if budget.iterations is None else budget.iterations
        self._sets = clue_sets(puzzle)

    def solution(self, without: tuple[int, int] | None) -> bytes | None:
        """A solution in which the cell has not the value; None where none was found."""
        sets = self._sets.copy()
        if without is not None:
            cell, value = without
            sets[cell] &= ~(1 << (value - 1))
        left = min(_NODES, self._most - self.nodes)
        search = Search(self._puzzle, sets)
        told = None
        self.cut = left <= 0 or self._clock.late or not sets.all()
        if not sets.all():  # a board of one value
            self.cut = False
            return None
        while not self.cut and told is None:
            told = search.go(left)
            self.cut = told is None and (search.effort >= left or self._clock.late)
        self.nodes += search.effort
        return checked(self._puzzle, told, "ambiguity") if isinstance(told, bytes) else None


def _components(puzzle: Latin, cells: set[int]) -> list[tuple[int, ...]]:
    """Cells that hang together by units and cages, in the order of their first cells."""
    groups = [set(unit.cells) & cells for unit in puzzle.units]
    groups += [set(cage.cells) & cells for cage in puzzle.cages]
    found: list[set[int]] = []
    for group in filter(None, groups):
        touched = [part for part in found if part & group]
        found = [part for part in found if not part & group]
        found.append(group.union(*touched))
    return sorted(tuple(sorted(part)) for part in found)


def _region(puzzle: Latin, cells: tuple[int, ...], first: bytes, others: list[bytes]) -> Region:
    """The region, with the solution that changes some of its cells and the fewest in all."""
    changes = [tuple(c for c, value in enumerate(o) if value != first[c]) for o in others]
    best = min(
        (place for place, changed in enumerate(changes) if set(changed) & set(cells)),
        key=lambda place: len(changes[place]),
    )
    return Region(
        tuple(divmod(cell, puzzle.order) for cell in cells),
        others[best],
        tuple(divmod(cell, puzzle.order) for cell in changes[best]),
    )
