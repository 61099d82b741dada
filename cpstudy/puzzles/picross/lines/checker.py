"""The rules of Picross as a kernel: what solvers that find many solutions are checked with.

The specification is :meth:`Picross.why_not`; this repeats it for arrays, without the words, and is
tested against it. It shares nothing with the search: each line is read from its first cell to its
last, run by run. Cost: linear.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from cpstudy.core.bits import wide
from cpstudy.core.kernels import kernel, prepared
from cpstudy.puzzles.picross.lines.board import Clues, clues_of
from cpstudy.puzzles.picross.puzzle import FREE, Picross


@kernel
def is_solution(clues: Any, rows: Any, columns: Any, given: Any, cells: Any) -> bool:
    """Whether ``cells`` (colours, uint8[rows * columns]) is a solution. given: as of Picross."""
    for cell in range(given.size):
        if given[cell] != FREE and given[cell] != cells[cell] + 1:
            return False
    for line in range(rows + columns):
        across = line < rows
        first = line * columns if across else line - rows
        run, last = wide(clues.first[line]), wide(clues.first[line + 1])
        length, colour = 0, 0
        for place in range((columns if across else rows) + 1):
            # One blank cell more ends the last run.
            here = 0
            if place < (columns if across else rows):
                here = int(cells[first + place * (1 if across else columns)])
            if here == colour:
                length += 1
                continue
            if colour:
                if run == last or clues.length[run] != length or clues.colour[run] != colour:
                    return False
                run += 1
            length, colour = 1, here
        if run < last:
            return False
    return True


def checker(puzzle: Picross) -> Callable[[bytes], bool]:
    """The rules for one puzzle: whether a picture solves it."""
    clues: Clues = clues_of(puzzle)
    rows, columns = puzzle.rows, puzzle.columns
    given = np.frombuffer(puzzle.given, np.uint8)

    def holds(solution: bytes) -> bool:
        cells = np.frombuffer(solution, np.uint8)
        if cells.size != rows * columns:
            return False
        check = prepared(is_solution, cells.size // 8 + 1)
        return bool(check(clues, rows, columns, given, cells))

    return holds
