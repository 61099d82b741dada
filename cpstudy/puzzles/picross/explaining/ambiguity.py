"""The ambiguity map: which cells are not the same in all solutions, and which are forced.

Around one solution S: a cell that some other known solution has otherwise is settled as differing;
for each other cell that lines leave open, a solution is looked for in which it is otherwise. One
is found, and settles all cells in which it differs from S, or there is none, and the cell is forced
for good and helps with the rest. So the map is exact.

*Regions.* Two differing cells are in one region where they stand in one line, and so on from line
to line: in a line that differs at all, two cells do.

Limits: a budget; cells whose search runs out of it are told as unknown.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import cast

import numpy as np

from cpstudy.core.clock import Clock
from cpstudy.core.explaining import Ambiguity, Cell, Region
from cpstudy.core.result import Budget, Verdict
from cpstudy.core.solving import checked
from cpstudy.puzzles.picross.portfolio import solve
from cpstudy.puzzles.picross.puzzle import FREE, Picross
from cpstudy.puzzles.picross.search import solving

_BUDGET = Budget(seconds=60)


class _Around:
    """The search through all cells around one solution."""

    def __init__(self, puzzle: Picross, solution: bytes, clock: Clock) -> None:
        self.puzzle, self.solution, self._clock = puzzle, solution, clock
        self.found: list[bytes] = []
        self.differing: set[int] = set()
        self.unknown: set[int] = set()
        self.searches = 0

    def take(self, other: bytes) -> None:
        """Another solution."""
        checked(self.puzzle, other, "ambiguity")
        self.found.append(other)
        pairs = enumerate(zip(self.solution, other, strict=True))
        self.differing |= {cell for cell, (here, there) in pairs if here != there}

    def run(self) -> None:
        """Look at every cell that is open."""
        _, search = solving.searched(self.puzzle, Budget(iterations=1), 1)
        known = solving.narrowed(self.puzzle, search).given
        for cell in range(len(self.solution)):
            if cell not in self.differing and not (known and known[cell] != FREE):
                self._look_at(cell)

    def _look_at(self, cell: int) -> None:
        for colour in range(self.puzzle.colours + 1):
            if colour == self.solution[cell] or cell in self.differing:
                continue
            given = bytearray(self.puzzle.given or bytes(len(self.solution)))
            given[cell] = 1 + colour
            budget = Budget(seconds=self._clock.left)
            if budget.nothing is not None:
                self.unknown.add(cell)
                return
            self.searches += 1
            told = solve(
                replace(self.puzzle, given=bytes(given)), budget, np.random.default_rng(0), 1
            )
            if told.solutions:
                self.take(cast(bytes, told.solutions[0]))
            elif not told.exhausted:
                self.unknown.add(cell)


def ambiguity(puzzle: Picross, budget: Budget | None = None) -> Ambiguity:
    """The ambiguity map of a puzzle around the first solution found.

    budget: seconds. Raises ValueError where the puzzle has no solution.
    """
    budget = budget or _BUDGET
    clock = Clock(budget.seconds)
    told = solve(puzzle, budget, np.random.default_rng(0), 2)
    if told.verdict is Verdict.NONE:
        raise ValueError(f"no solution: {puzzle.encode()}")
    everywhere = tuple(divmod(x, puzzle.columns) for x in range(puzzle.rows * puzzle.columns))
    if not told.solutions:
        return Ambiguity(puzzle, None, (), everywhere, {"searches": 1})
    first, *others = (cast(bytes, checked(puzzle, s, "ambiguity")) for s in told.solutions)
    around = _Around(puzzle, first, clock)
    for other in others:
        around.take(other)
    if told.verdict is not Verdict.UNIQUE:
        around.run()
    return Ambiguity(
        puzzle,
        first,
        tuple(_region(around, cells) for cells in _regions(puzzle, around.differing)),
        tuple(divmod(cell, puzzle.columns) for cell in sorted(around.unknown - around.differing)),
        {"searches": 1 + around.searches},
    )


def forced_cells(found: Ambiguity) -> tuple[Cell, ...]:
    """The cells that are the same in all solutions; those that are unknown are not among them."""
    puzzle: Picross = found.puzzle
    open_cells = {cell for region in found.regions for cell in region.cells} | set(found.unknown)
    every = (divmod(x, puzzle.columns) for x in range(puzzle.rows * puzzle.columns))
    return tuple(cell for cell in every if cell not in open_cells)


def _regions(puzzle: Picross, differing: set[int]) -> Iterator[list[int]]:
    """The parts of differing cells that are connected over common lines."""
    left = set(differing)
    while left:
        stack = [min(left)]
        part = set(stack)
        left -= part
        while stack:
            row, column = divmod(stack.pop(), puzzle.columns)
            lines = (puzzle.cells_of(row), puzzle.cells_of(puzzle.rows + column))
            beyond = {cell for line in lines for cell in line} & left
            left -= beyond
            part |= beyond
            stack += beyond
        yield sorted(part)


def _region(around: _Around, cells: list[int]) -> Region:
    """A region with the solution found that changes least, something of it in the region."""
    puzzle, solution = around.puzzle, around.solution
    inside = set(cells)

    def changed(other: bytes) -> list[int]:
        return [i for i, pair in enumerate(zip(solution, other, strict=True)) if len(set(pair)) > 1]

    other = min(
        (o for o in around.found if inside & set(changed(o))), key=lambda o: len(changed(o))
    )
    return Region(
        tuple(divmod(cell, puzzle.columns) for cell in cells),
        other,
        tuple(divmod(cell, puzzle.columns) for cell in changed(other)),
    )
