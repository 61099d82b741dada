"""The rules once more, without words: what floods and batches of solutions are checked with.

The specification is :meth:`Latin.why_not`; this repeats it, for one puzzle in plain Python and for
batches as a kernel, and is tested against it. It shares nothing with the search. Cost: linear in
the cells of the units.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from cpstudy.core.kernels import borrowing
from cpstudy.puzzles.latin.rules import Latin


@borrowing
def is_solution(units: Any, clues: Any, values: Any) -> bool:
    """Whether ``values`` keep the clues (both uint8[n]) and the units (int64[u, N])."""
    order = units.shape[1]
    for cell in range(len(clues)):
        if clues[cell] != 0 and clues[cell] != values[cell]:
            return False
    for unit in range(len(units)):
        seen: Any = 0
        for k in range(order):
            seen |= 1 << np.int64(values[units[unit, k]])
        if seen != (1 << (order + 1)) - 2:
            return False
    return True


def checker(puzzle: Latin) -> Callable[[bytes], bool]:
    """The rules for one puzzle, without words and without a kernel: some microseconds a unit."""
    order, n = puzzle.order, puzzle.order**2
    units = [unit.cells for unit in puzzle.units]
    cages = [(cage, cage.cells) for cage in puzzle.cages]
    clues = [(cell, clue) for cell, clue in enumerate(puzzle.clues) if clue]

    def holds(solution: bytes) -> bool:
        if len(solution) != n or not 1 <= min(solution) <= max(solution) <= order:
            return False
        if any(solution[cell] != clue for cell, clue in clues):
            return False
        if any(len({solution[cell] for cell in cells}) != order for cells in units):
            return False
        return all(cage.holds(tuple(solution[cell] for cell in cells)) for cage, cells in cages)

    return holds
