"""Fast checks of many solutions of one puzzle, and of batches, without error messages.

The specification is :meth:`Latin.violation`. This module implements it again, for one puzzle in
plain Python and for batches as a kernel, and is tested against it. It shares nothing with the
search. Cost: linear in the cells of the units.
"""

from collections.abc import Callable

from cpstudy.core.kernel_types import Const, Const2, Const3, i8, i64, u8
from cpstudy.core.native import entry, kernel, row
from cpstudy.puzzles.latin.rules import Latin


@entry
def first_wrong(
    units: Const2[i64], clues: Const2[u8], verdicts: Const[i8], witnesses: Const3[u8]
) -> i64:
    """The first board with a witness that breaks a rule, or with two equal witnesses; -1: none.

    clues: uint8[count, n]. verdicts, witnesses: from :class:`Decisions`.
    """
    for board in range(len(clues)):
        verdict = verdicts[board]
        for k in range(verdict):
            if not _is_solution(units, row(clues, board), row(row(witnesses, board), k)):
                return board
        if verdict == 2:
            differs: bool = False
            for cell in range(clues.shape[1]):
                if witnesses[board, 0, cell] != witnesses[board, 1, cell]:
                    differs = True
            if not differs:
                return board
    return -1


@kernel
def _is_solution(units: Const2[i64], clues: Const[u8], values: Const[u8]) -> bool:
    """Whether ``values`` satisfy the clues (both uint8[n]) and the units (int64[u, N])."""
    order = units.shape[1]
    for cell in range(len(clues)):
        if clues[cell] != 0 and clues[cell] != values[cell]:
            return False
    for unit in range(len(units)):
        seen = 0
        for k in range(order):
            seen |= 1 << values[units[unit, k]]
        if seen != (1 << (order + 1)) - 2:
            return False
    return True


def checker(puzzle: Latin) -> Callable[[bytes], bool]:
    """The check of solutions of one puzzle; it takes some microseconds a unit."""
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
