"""The compiled search: lines, looking ahead, branching; none, unique (proved) or all solutions.

- *Lines* until they are silent (:mod:`..lines.board`). That alone settles most puzzles.
- *Looking ahead* at a cell: each colour that it can have is supposed, and the lines are asked. A
  colour that leaves some line without an arrangement is removed; so is what every colour removes.
  Cells beside what was gained come first, in the order in which it was. Where there are none, the
  cells are gone through in rounds: cells in corners (of the board, or of settled cells), and when a
  round of these has gained nothing, all. What a look at a cell tells depends on the lines that it
  asked; while none of them has changed it is not repeated.
- *Branching* on the cell whose colours, when looked at last, each settled most; lines that failed
  often count more. Each colour is tried, then removed, so the search covers everything once; after
  a solution it goes on.

The search stands still at any number of cells looked at and goes on, for budgets, clocks and
further solutions. Cost: a line is a tenth of a microsecond, a cell looked at some ten lines; the
tree is exponential at worst. Limits: nothing is learnt from failures, so puzzles whose
contradictions are deep (the n-Dom family) are for clauses; the portfolio hands them over.

Sources: Batenburg2009 (lines and branching), Wolter2012 (probing, corners first; what is hard).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cpstudy.core.bits import lowest_bit, wide
from cpstudy.core.kernels import borrowing, kernel
from cpstudy.puzzles.picross.lines.board import (
    BITS,
    COLUMNS,
    REMEMBERS,
    ROWS,
    SEEN,
    TRAIL,
    UNSETTLED,
    Board,
    board,
    can_be,
    keep,
    propagate,
    remove,
    undo,
)
from cpstudy.puzzles.picross.lines.ring import pop, push
from cpstudy.puzzles.picross.lines.words import LONGEST
from cpstudy.puzzles.picross.puzzle import Picross

# What a slice of the search ends with.
EXHAUSTED, FOUND, PAUSED = range(3)

# Places in ``Search.control``. CURSOR: the cell to be looked at next; QUIET: cells since something
# was gained; NOW: raised whenever lines change; NOTED: the trail until which that is done; FAILED:
# the last branch is refuted.
DEPTH, LOOKS, _CURSOR, _QUIET, _NOW, _NOTED, _FAILED = range(7)

# What looking ahead at a cell, or at all cells, ends with.
_SILENT, _GAINED, _REFUTED, _OUT = range(4)


class Search(NamedTuple):
    """A board and what the search keeps beside it.

    decisions: int32[cells·c + 1, 3], (cell, colour, trail before). common: uint32[·, 2], removals
    that all colours of a cell share. changed: int64[BITS], when lines of this remainder changed.
    supposed: int64[cells, c + 1, 2], when a colour of a cell was supposed or followed without a
    fault, and which lines were asked. score: int64[cells], how much a cell's colours settled.
    beside, waits, span: a queue of cells to be looked at first (lines/ring.py). control: int64[7],
    see the names above.
    """

    board: Board
    decisions: Any
    common: Any
    changed: Any
    supposed: Any
    score: Any
    beside: Any
    waits: Any
    span: Any
    control: Any


def search(puzzle: Picross) -> Search:
    """A search that has not begun."""
    b = board(puzzle)
    return Search(
        board=b,
        decisions=np.zeros((len(b.trail) + 1, 3), np.int32),
        common=np.zeros_like(b.trail),
        changed=np.zeros(BITS, np.int64),
        supposed=np.full((b.left.size, puzzle.colours + 1, 2), -1, np.int64),
        score=np.zeros(b.left.size, np.int64),
        beside=np.zeros(b.left.size + 1, np.uint32),
        waits=np.zeros(b.left.size, np.bool_),
        span=np.zeros(2, np.uint32),
        control=np.zeros(7, np.int64),
    )


@borrowing
def _note_changes(s: Any) -> None:
    """The lines of the removals that are not noted yet have changed."""
    b = s.board
    mark = s.control[_NOTED]
    if b.control[TRAIL] == mark:
        return
    s.control[_NOTED] = b.control[TRAIL]
    s.control[_NOW] += 1
    s.control[_QUIET] = 0
    now = s.control[_NOW]
    for place in range(mark, b.control[TRAIL]):
        cell = b.trail[place, 0]
        s.changed[b.remainder[b.crossing[cell, 0]]] = now
        s.changed[b.remainder[b.crossing[cell, 1]]] = now


@borrowing
def _note_gains(s: Any) -> None:
    """The same, after a look: the cells beside these removals are looked at first."""
    b = s.board
    rows, columns = b.control[ROWS], b.control[COLUMNS]
    mark = s.control[_NOTED]
    _note_changes(s)
    for place in range(mark, b.control[TRAIL]):
        cell = wide(b.trail[place, 0])
        row, column = b.crossing[cell, 0], wide(b.crossing[cell, 1]) - rows
        if column > 0:
            _look_soon(s, cell - 1)
        if column < columns - 1:
            _look_soon(s, cell + 1)
        if row > 0:
            _look_soon(s, cell - columns)
        if row < rows - 1:
            _look_soon(s, cell + columns)


@borrowing
def _look_soon(s: Any, cell: Any) -> None:
    if s.board.left[cell] > 1:
        push(s.beside, s.waits, s.span, cell)


@borrowing
def _is_in_a_corner(b: Any, cell: Any) -> bool:
    """Whether two sides of a cell, or more, are at the border or at settled cells."""
    rows, columns = b.control[ROWS], b.control[COLUMNS]
    row, column = b.crossing[cell, 0], wide(b.crossing[cell, 1]) - rows
    sides = 0
    if column == 0 or b.left[cell - 1] == 1:
        sides += 1
    if column == columns - 1 or b.left[cell + 1] == 1:
        sides += 1
    if row == 0 or b.left[cell - columns] == 1:
        sides += 1
    if row == rows - 1 or b.left[cell + columns] == 1:
        sides += 1
    return sides > 1


@borrowing
def _is_known(s: Any, cell: Any, colour: Any) -> bool:
    """Whether a colour of a cell was supposed, or followed, without a fault, and still may be."""
    when, asked = s.supposed[cell, colour, 0], int(s.supposed[cell, colour, 1])
    if when < 0:
        return False
    while asked:
        if s.changed[lowest_bit(np.uint64(asked))] > when:
            return False
        asked &= asked - 1
    return True


@borrowing
def _note_supposed(s: Any, mark: Any) -> None:
    """What followed from a colour that was supposed without a fault is no fault either."""
    b = s.board
    for place in range(mark, b.control[TRAIL]):
        cell = b.trail[place, 0]
        if b.left[cell] == 1:
            colour = 1 - wide(b.trail[place, 1])  # where there are two
            if b.may.shape[1] > 2:
                for other in range(b.may.shape[1]):
                    if can_be(b, cell, other):
                        colour = other
            s.supposed[cell, colour, 0] = s.control[_NOW]
            s.supposed[cell, colour, 1] = b.control[SEEN]


@borrowing
def _is_worth_a_look(s: Any, cell: Any) -> bool:
    """Whether some colour of an unsettled cell could be refuted, for all that is known."""
    b = s.board
    if b.left[cell] == 1:
        return False
    for colour in range(b.may.shape[1]):
        if can_be(b, cell, colour) and not _is_known(s, cell, colour):
            return True
    return False


@borrowing
def _shared(s: Any, mark: Any, before: Any) -> Any:
    """Keep of the common removals those that hold now too; all since ``mark`` where before < 0."""
    b = s.board
    if before < 0:
        for place in range(mark, b.control[TRAIL]):
            s.common[place - mark, 0] = b.trail[place, 0]
            s.common[place - mark, 1] = b.trail[place, 1]
        return b.control[TRAIL] - mark
    kept = 0
    for place in range(before):
        cell, colour = s.common[place, 0], s.common[place, 1]
        s.common[kept, 0] = cell
        s.common[kept, 1] = colour
        if not can_be(b, cell, colour):
            kept += 1
    return kept


@borrowing
def _look_ahead(s: Any, cell: Any) -> Any:
    """Suppose each colour of a cell; _REFUTED where none is left, _GAINED or _SILENT."""
    b = s.board
    s.control[LOOKS] += 1
    b.control[REMEMBERS] = 1
    told = _SILENT
    common, least, total = -1, len(b.trail), 0
    skipped = False
    for colour in range(b.may.shape[1]):
        if not can_be(b, cell, colour):
            continue
        if _is_known(s, cell, colour):
            skipped = True
            continue
        mark = b.control[TRAIL]
        b.control[SEEN] = 0
        keep(b, cell, colour)
        if propagate(b):
            least = min(least, b.control[TRAIL] - mark)
            total += b.control[TRAIL] - mark
            common = _shared(s, mark, common)
            _note_supposed(s, mark)
            undo(b, mark)
            continue
        undo(b, mark)
        remove(b, cell, colour)
        if b.left[cell] == 0 or not propagate(b):
            return _REFUTED
        _note_gains(s)
        told = _GAINED
    for place in range(0 if skipped else common):
        if can_be(b, s.common[place, 0], s.common[place, 1]):
            remove(b, s.common[place, 0], s.common[place, 1])
            told = _GAINED
    if not propagate(b):
        return _REFUTED
    _note_gains(s)
    if not skipped:
        row, column = b.crossing[cell, 0], b.crossing[cell, 1]
        s.score[cell] = (8 * least + total) * (8 + b.failed[row] + b.failed[column])
    return told


@borrowing
def _next_cell(s: Any) -> Any:
    """The next cell that is worth a look; -1 where a round of all cells has gained nothing."""
    b = s.board
    cells = b.left.size
    while s.span[1]:
        cell = pop(s.beside, s.waits, s.span)
        if _is_worth_a_look(s, cell):
            return cell
    while s.control[_QUIET] < 2 * cells:
        cell = s.control[_CURSOR]
        s.control[_CURSOR] = cell + 1 if cell + 1 < cells else 0
        s.control[_QUIET] += 1
        if b.left[cell] == 1 or (s.control[_QUIET] <= cells and not _is_in_a_corner(b, cell)):
            continue
        if _is_worth_a_look(s, cell):
            return cell
    return -1


@borrowing
def _look_around(s: Any, most: Any) -> Any:
    """Look ahead at cells until a round is silent; _OUT of looks."""
    while True:
        if s.control[LOOKS] >= most:
            return _OUT
        cell = _next_cell(s)
        if cell < 0:
            return _SILENT
        if _look_ahead(s, cell) == _REFUTED:
            return _REFUTED
        if s.board.control[UNSETTLED] == 0:
            return _SILENT


@borrowing
def _branch(s: Any) -> None:
    """Suppose the first colour of the best cell, until it is refuted."""
    b = s.board
    cell, score = 0, -1
    for other in range(b.left.size):
        if b.left[other] > 1 and s.score[other] > score:
            cell, score = other, s.score[other]
    colour = b.may.shape[1] - 1
    while not can_be(b, cell, colour):
        colour -= 1
    depth = s.control[DEPTH]
    s.decisions[depth, 0] = cell
    s.decisions[depth, 1] = colour
    s.decisions[depth, 2] = b.control[TRAIL]
    s.control[DEPTH] = depth + 1
    keep(b, cell, colour)


@borrowing
def _go_back(s: Any) -> bool:
    """Take back the last decision, its colour removed; False where there is none."""
    if s.control[DEPTH] == 0:
        return False
    s.control[DEPTH] -= 1
    depth = s.control[DEPTH]
    mark = s.decisions[depth, 2]
    s.control[_NOTED] = mark
    _note_changes(s)
    s.control[_NOTED] = mark
    undo(s.board, mark)
    remove(s.board, s.decisions[depth, 0], s.decisions[depth, 1])
    s.control[_FAILED] = 0
    return True


@kernel
def run(s: Any, most: Any) -> Any:
    """Search until ``most`` cells were looked at: FOUND, with every cell of the board settled, and
    to be called again for more; EXHAUSTED; or PAUSED."""
    while True:
        if s.control[_FAILED] and not _go_back(s):
            return EXHAUSTED
        if not propagate(s.board):
            s.control[_FAILED] = 1
            continue
        _note_changes(s)
        if s.board.control[UNSETTLED]:
            told = _look_around(s, most)
            if told == _OUT:
                return PAUSED
            if told == _REFUTED:
                s.control[_FAILED] = 1
                continue
        if s.board.control[UNSETTLED] == 0:
            s.control[_FAILED] = 1
            return FOUND
        _branch(s)


@kernel
def picture(may: Any, columns: Any, cells: Any) -> None:
    """The colours of a settled board, of which ``may`` is, into ``cells``: uint8[n]."""
    for cell in range(cells.size):
        row, column = cell // columns, cell % columns
        colour = 0
        while not int(may[row, colour, column // LONGEST]) >> (column % LONGEST) & 1:
            colour += 1
        cells[cell] = colour
