"""The same as :mod:`.words` for lines of any length, cell by cell.

``reached[j, p]``: the cells before boundary p can be filled with the first j runs and blanks;
``behind[j, p]``: the cells from p on can be filled with blanks and the runs from j on. Both are
filled as there, with a loop in place of each word. Cost: n steps a run for a line of n cells.
"""

from __future__ import annotations

from cpstudy.core.native import entry, i64, kernel
from cpstudy.puzzles.picross.lines.state import LONGEST, Board


@kernel
def _is(b: Board, line: i64, colour: i64, cell: i64) -> bool:
    return b.may[line, colour, cell // LONGEST] >> (cell % LONGEST) & 1 == 1


@kernel
def _fill_forward(b: Board, line: i64, cells: i64) -> None:
    first = b.first[line]
    runs = b.first[line + 1] - first
    b.reached_at[0, 0] = 1
    for p in range(cells):
        b.reached_at[0, p + 1] = b.reached_at[0, p] != 0 and _is(b, line, 0, p)
    before = -1
    for j in range(runs):
        colour = b.colour[first + j]
        length = b.length[first + j]
        stretch = 0  # cells of the colour in a row, up to the boundary
        b.reached_at[j + 1, 0] = 0
        for p in range(1, cells + 1):
            stretch = stretch + 1 if _is(b, line, colour, p - 1) else 0
            possible: bool = b.reached_at[j + 1, p - 1] != 0 and _is(b, line, 0, p - 1)
            start = p - length
            if not possible and stretch >= length:
                if colour != before:
                    possible = b.reached_at[j, start] != 0
                elif start > 0:
                    possible = b.reached_at[j, start - 1] != 0 and _is(b, line, 0, start - 1)
            b.reached_at[j + 1, p] = possible
        before = colour


@kernel
def _fits(b: Board, line: i64, j: i64, p: i64, cells: i64) -> bool:
    """Whether the other runs can be filled in where run j, whose cells are free, begins at p."""
    first = b.first[line]
    runs = b.first[line + 1] - first
    colour = b.colour[first + j]
    end = p + b.length[first + j]
    if j > 0 and b.colour[first + j - 1] == colour:
        if p == 0 or not b.reached_at[j, p - 1] or not _is(b, line, 0, p - 1):
            return False
    elif not b.reached_at[j, p]:
        return False
    if j + 1 < runs and b.colour[first + j + 1] == colour:
        return end < cells and _is(b, line, 0, end) and b.behind_at[j + 1, end + 1] != 0
    return b.behind_at[j + 1, end] != 0


@kernel
def _collect(b: Board, colour: i64, cell: i64) -> None:
    b.found[colour, cell // LONGEST] |= 1 << (cell % LONGEST)


@entry
def line_by_tables(b: Board, line: i64, cells: i64) -> bool:
    """As ``line_by_words``, for any length."""
    first = b.first[line]
    runs = b.first[line + 1] - first
    _fill_forward(b, line, cells)
    if not b.reached_at[runs, cells]:
        return False
    for colour in range(b.found.shape[0]):
        for word in range(b.found.shape[1]):
            b.found[colour, word] = 0
    for j in range(runs, -1, -1):
        length = 0
        colour = 0
        if j < runs:
            length = b.length[first + j]
            colour = b.colour[first + j]
        b.behind_at[j, cells] = j == runs
        stretch = 0  # cells of the run's colour in a row, from the boundary on
        covered = cells  # the first cell of those collected already
        for p in range(cells - 1, -1, -1):
            possible: bool = b.behind_at[j, p + 1] != 0 and _is(b, line, 0, p)
            if possible and b.reached_at[j, p]:
                _collect(b, 0, p)
            stretch = stretch + 1 if _is(b, line, colour, p) else 0
            if stretch >= length > 0 and _fits(b, line, j, p, cells):
                possible = True
                for cell in range(p, min(p + length, covered)):
                    _collect(b, colour, cell)
                covered = p
            b.behind_at[j, p] = possible
    return True
