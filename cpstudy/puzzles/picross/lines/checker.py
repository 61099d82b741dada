"""The rules of Picross as a kernel, to check the results of solvers that find many solutions.

The specification is :meth:`Picross.violation`. This kernel repeats it for arrays, without the
messages, and is tested against it. It shares no code with the search: each line is read from its
first cell to its last, run by run. Cost: linear.
"""

from collections.abc import Callable

from cpstudy.core.kernel_types import Const, i64, u8
from cpstudy.core.native import entry
from cpstudy.puzzles.picross.lines.state import Clues
from cpstudy.puzzles.picross.puzzle import FREE, Picross


@entry
def is_solution(clues: Clues, rows: i64, columns: i64, given: Const[u8], cells: Const[u8]) -> bool:
    """Whether ``cells`` (colours, uint8[rows * columns]) is a solution. given: see Picross."""
    for cell in range(len(given)):
        if given[cell] != FREE and given[cell] != cells[cell] + 1:
            return False
    for line in range(rows + columns):
        across: bool = line < rows
        first = line * columns if across else line - rows
        run = clues.first[line]
        last = clues.first[line + 1]
        length = 0
        colour = 0
        for place in range((columns if across else rows) + 1):
            # One more blank cell ends the last run.
            here = 0
            if place < (columns if across else rows):
                here = cells[first + place * (1 if across else columns)]
            if here == colour:
                length += 1
                continue
            if colour:
                if run == last or clues.length[run] != length or clues.colour[run] != colour:
                    return False
                run += 1
            length = 1
            colour = here
        if run < last:
            return False
    return True


def checker(puzzle: Picross) -> Callable[[bytes], bool]:
    """A function that returns whether a picture solves the puzzle."""
    clues = Clues(puzzle)

    def holds(solution: bytes) -> bool:
        if len(solution) != puzzle.rows * puzzle.columns:
            return False
        return is_solution(clues, puzzle.rows, puzzle.columns, puzzle.given, solution)

    return holds
