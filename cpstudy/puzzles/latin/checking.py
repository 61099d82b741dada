"""The rules of values in units as a kernel: what floods and batches of solutions are checked with.

The specification is :meth:`Latin.why_not`; this repeats it for arrays, without the words, and is
tested against it. It shares nothing with the search. Cages are left to ``Cage.holds``. Cost: linear
in the cells of the units.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from cpstudy.core.kernels import borrowing, prepared
from cpstudy.puzzles.latin.rules import Latin
from cpstudy.puzzles.latin.search.tables import unit_tables


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
    """The rules for one puzzle."""
    units = unit_tables(puzzle.units).units
    clues = np.frombuffer(puzzle.clues, np.uint8)
    cages = [(cage, cage.cells) for cage in puzzle.cages]

    def holds(solution: bytes) -> bool:
        values = np.frombuffer(solution, np.uint8)
        if values.size != clues.size or int(values.max(initial=0)) > puzzle.order:
            return False
        if not prepared(is_solution, units.size // 20 + 1)(units, clues, values):
            return False
        return all(cage.holds(tuple(solution[cell] for cell in cells)) for cage, cells in cages)

    return holds
