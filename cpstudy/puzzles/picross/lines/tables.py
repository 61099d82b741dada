"""The same as :mod:`.words` for lines of any length, cell by cell.

``reached[j, p]``: the cells before boundary p can be filled with the first j runs and blanks;
``behind[j, p]``: the cells from p on can be filled with blanks and the runs from j on. Both are
filled as there, with a loop in place of each word. Cost: n steps a run for a line of n cells.
"""

from __future__ import annotations

from typing import Any

from cpstudy.core.bits import wide
from cpstudy.core.kernels import borrowing
from cpstudy.puzzles.picross.lines.words import LONGEST


@borrowing
def _is(may: Any, line: Any, colour: Any, cell: Any) -> Any:
    return int(may[line, colour, cell // LONGEST]) >> (cell % LONGEST) & 1


@borrowing
def _fill_forward(clues: Any, table: Any, line: Any, cells: Any, may: Any) -> None:
    first = wide(clues.first[line])
    runs = wide(clues.first[line + 1]) - first
    table.reached[0, 0] = True
    for p in range(cells):
        table.reached[0, p + 1] = table.reached[0, p] and _is(may, line, 0, p)
    before = -1
    for j in range(runs):
        colour, length = wide(clues.colour[first + j]), wide(clues.length[first + j])
        stretch = 0  # cells of the colour in a row, up to the boundary
        table.reached[j + 1, 0] = False
        for p in range(1, cells + 1):
            stretch = stretch + 1 if _is(may, line, colour, p - 1) else 0
            possible = table.reached[j + 1, p - 1] and _is(may, line, 0, p - 1) == 1
            start = p - length
            if not possible and stretch >= length:
                if colour != before:
                    possible = table.reached[j, start]
                elif start > 0:
                    possible = table.reached[j, start - 1] and _is(may, line, 0, start - 1) == 1
            table.reached[j + 1, p] = possible
        before = colour


@borrowing
def _fits(clues: Any, table: Any, line: Any, j: Any, p: Any, cells: Any, may: Any) -> Any:
    """Whether the other runs can be filled in where run j, whose cells are free, begins at p."""
    first = wide(clues.first[line])
    runs = wide(clues.first[line + 1]) - first
    colour, end = wide(clues.colour[first + j]), p + wide(clues.length[first + j])
    if j > 0 and wide(clues.colour[first + j - 1]) == colour:
        if p == 0 or not table.reached[j, p - 1] or _is(may, line, 0, p - 1) == 0:
            return False
    elif not table.reached[j, p]:
        return False
    if j + 1 < runs and wide(clues.colour[first + j + 1]) == colour:
        return end < cells and _is(may, line, 0, end) == 1 and table.behind[j + 1, end + 1]
    return table.behind[j + 1, end]


@borrowing
def _collect(found: Any, colour: Any, cell: Any) -> None:
    found[colour, cell // LONGEST] |= 1 << (cell % LONGEST)


@borrowing
def line_by_tables(clues: Any, table: Any, line: Any, cells: Any, may: Any, found: Any) -> bool:
    """As ``line_by_words``, for any length."""
    first = wide(clues.first[line])
    runs = wide(clues.first[line + 1]) - first
    _fill_forward(clues, table, line, cells, may)
    if not table.reached[runs, cells]:
        return False
    for colour in range(found.shape[0]):
        for word in range(found.shape[1]):
            found[colour, word] = 0
    for j in range(runs, -1, -1):
        length, colour = 0, 0
        if j < runs:
            length, colour = wide(clues.length[first + j]), wide(clues.colour[first + j])
        table.behind[j, cells] = j == runs
        stretch = 0  # cells of the run's colour in a row, from the boundary on
        covered = cells  # the first cell of those collected already
        for p in range(cells - 1, -1, -1):
            possible = table.behind[j, p + 1] and _is(may, line, 0, p) == 1
            if possible and table.reached[j, p]:
                _collect(found, 0, p)
            stretch = stretch + 1 if _is(may, line, colour, p) else 0
            if stretch >= length > 0 and _fits(clues, table, line, j, p, cells, may):
                possible = True
                for cell in range(p, min(p + length, covered)):
                    _collect(found, colour, cell)
                covered = p
            table.behind[j, p] = possible
    return True
