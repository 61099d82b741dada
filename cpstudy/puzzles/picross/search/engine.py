"""The compiled search: lines, look-ahead, branching; none, unique (proved) or all solutions.

- *Lines* are solved to a fixpoint (:mod:`..lines.board`). This alone solves most puzzles.
- *Look-ahead* at a cell: each possible colour is assumed, and the lines are solved. A colour that
  leaves some line without an arrangement is removed; so are the values that every colour removes.
  Cells next to removals come first, in the order of the removals. If there are none, cells are
  examined in rounds: cells in corners (of the board, or of settled cells), and after a round of
  these without a gain, all cells. The result for a cell depends only on the lines that were solved;
  it is not repeated while no removal has changed these lines.
- *Branching* on the cell whose colours each settled most when last examined; lines that failed
  often count more. Each colour is tried and then removed, so the search covers everything once;
  after a solution it continues.

The search can stop after any number of cells examined and continue, for budgets, clocks and more
solutions. Cost: a line takes a tenth of a microsecond, a cell some ten lines; the tree is
exponential at worst. Limits: the search does not learn from failures, so puzzles with deep
contradictions (the n-Dom family) need clause learning; the portfolio hands them over.

Sources: Batenburg2009 (lines and branching), Wolter2012 (probing, corners first; hard puzzles).
"""

from cpstudy.core.bits import lowest_bit
from cpstudy.core.kernel_types import View, View2, View3, i32, i64, u8, u64
from cpstudy.core.native import entry, filled, kernel, workspace, zeros
from cpstudy.puzzles.picross.lines.board import (
    can_be,
    keep,
    know_given,
    propagate,
    remove,
    undo,
)
from cpstudy.puzzles.picross.lines.state import BITS, Board, Ring, pop, push
from cpstudy.puzzles.picross.puzzle import Picross

# How a slice of the search ends.
EXHAUSTED, FOUND, PAUSED = range(3)

# How look-ahead at a cell, or at all cells, ends.
_SILENT, _GAINED, _REFUTED, _OUT = range(4)


@workspace
class Search(Board):
    """A board and the additional memory of the search.

    decisions: int32[cells·c + 1, 3], (cell, colour, trail before); depth: their number. refuted:
    whether the last branch is refuted. common: int32[·, 2], removals that all colours of a cell
    share. changed: int64[BITS], when lines with this remainder changed; now: the time, which
    advances when lines change; noted: the length of the trail that is processed. supposed:
    int64[cells, c + 1, 2], when a colour of a cell was last assumed or implied without a
    contradiction, and which lines were solved. score: int64[cells], how much a cell's colours
    settled. priority: cells to be examined first. looks: cells examined. cursor: the next cell to
    examine; quiet: cells examined since the last gain.
    """

    decisions: View2[i32]
    common: View2[i32]
    changed: View[i64]
    supposed: View3[i64]
    score: View[i64]
    priority: Ring
    depth: i64
    refuted: bool
    now: i64
    noted: i64
    looks: i64
    cursor: i64
    quiet: i64

    def __init__(self, puzzle: Picross) -> None:
        """Create a search that has not begun."""
        Board.__init__(self, puzzle)
        know_given(self, puzzle.given)
        cells, removals = len(self.left), len(self.trail)
        self.decisions = zeros((removals + 1, 3), "i32")
        self.common = zeros((removals, 2), "i32")
        self.changed = zeros(BITS, "i64")
        self.supposed = filled((cells, puzzle.colours + 1, 2), -1, "i64")
        self.score = zeros(cells, "i64")
        self.priority = Ring(cells)
        self.depth = self.now = self.noted = self.looks = self.cursor = self.quiet = 0
        self.refuted = False


@kernel
def _note_changes(s: Search) -> None:
    """Mark the lines of all removals that are not processed yet as changed."""
    mark = s.noted
    if s.trailed == mark:
        return
    s.noted = s.trailed
    s.now += 1
    s.quiet = 0
    now = s.now
    for place in range(mark, s.trailed):
        cell = s.trail[place, 0]
        s.changed[s.remainder[s.crossing[cell, 0]]] = now
        s.changed[s.remainder[s.crossing[cell, 1]]] = now


@kernel
def _note_gains(s: Search) -> None:
    """The same after a look; the neighbours of the removals are examined first."""
    rows, columns = s.rows, s.columns
    mark = s.noted
    _note_changes(s)
    for place in range(mark, s.trailed):
        cell = s.trail[place, 0]
        row, column = s.crossing[cell, 0], s.crossing[cell, 1] - rows
        if column > 0:
            _examine_soon(s, cell - 1)
        if column < columns - 1:
            _examine_soon(s, cell + 1)
        if row > 0:
            _examine_soon(s, cell - columns)
        if row < rows - 1:
            _examine_soon(s, cell + columns)


@kernel
def _examine_soon(s: Search, cell: i64) -> None:
    if s.left[cell] > 1:
        push(s.priority, cell)


@kernel
def _is_in_a_corner(s: Search, cell: i64) -> bool:
    """Whether at least two sides of a cell are at the border or at settled cells."""
    rows, columns = s.rows, s.columns
    row, column = s.crossing[cell, 0], s.crossing[cell, 1] - rows
    sides = 0
    if column == 0 or s.left[cell - 1] == 1:
        sides += 1
    if column == columns - 1 or s.left[cell + 1] == 1:
        sides += 1
    if row == 0 or s.left[cell - columns] == 1:
        sides += 1
    if row == rows - 1 or s.left[cell + columns] == 1:
        sides += 1
    return sides > 1


@kernel
def _is_known(s: Search, cell: i64, colour: i64) -> bool:
    """Whether a colour of a cell is known to lead to no contradiction, and nothing has changed."""
    when, pending = s.supposed[cell, colour, 0], s.supposed[cell, colour, 1]
    if when < 0:
        return False
    while pending:
        if s.changed[lowest_bit(u64(pending))] > when:
            return False
        pending &= pending - 1
    return True


@kernel
def _note_supposed(s: Search, mark: i64) -> None:
    """Record that the implied values of a consistent assumption are consistent too."""
    for place in range(mark, s.trailed):
        cell = s.trail[place, 0]
        if s.left[cell] == 1:
            colour = 1 - s.trail[place, 1]  # if there are two colours
            if s.may.shape[1] > 2:
                for other in range(s.may.shape[1]):
                    if can_be(s, cell, other):
                        colour = other
            s.supposed[cell, colour, 0] = s.now
            s.supposed[cell, colour, 1] = s.seen


@kernel
def _should_examine(s: Search, cell: i64) -> bool:
    """Whether look-ahead at an unsettled cell could refute some colour."""
    if s.left[cell] == 1:
        return False
    for colour in range(s.may.shape[1]):
        if can_be(s, cell, colour) and not _is_known(s, cell, colour):
            return True
    return False


@kernel
def _shared(s: Search, mark: i64, before: i64) -> i64:
    """Keep the common removals that hold now too; all since ``mark`` if before < 0."""
    if before < 0:
        for place in range(mark, s.trailed):
            s.common[place - mark, 0] = s.trail[place, 0]
            s.common[place - mark, 1] = s.trail[place, 1]
        return s.trailed - mark
    kept = 0
    for place in range(before):
        cell, colour = s.common[place, 0], s.common[place, 1]
        s.common[kept, 0] = cell
        s.common[kept, 1] = colour
        if not can_be(s, cell, colour):
            kept += 1
    return kept


@kernel
def _look_ahead(s: Search, cell: i64) -> i64:
    """Assume each colour of a cell; _REFUTED if no colour is left, else _GAINED or _SILENT."""
    s.looks += 1
    s.remembers = True
    outcome = _SILENT
    common, least, total = -1, len(s.trail), 0
    skipped = False
    for colour in range(s.may.shape[1]):
        if not can_be(s, cell, colour):
            continue
        if _is_known(s, cell, colour):
            skipped = True
            continue
        mark = s.trailed
        s.seen = 0
        keep(s, cell, colour)
        if propagate(s):
            least = min(least, s.trailed - mark)
            total += s.trailed - mark
            common = _shared(s, mark, common)
            _note_supposed(s, mark)
            undo(s, mark)
            continue
        undo(s, mark)
        remove(s, cell, colour)
        if s.left[cell] == 0 or not propagate(s):
            return _REFUTED
        _note_gains(s)
        outcome = _GAINED
    for place in range(0 if skipped else common):
        if can_be(s, s.common[place, 0], s.common[place, 1]):
            remove(s, s.common[place, 0], s.common[place, 1])
            outcome = _GAINED
    if not propagate(s):
        return _REFUTED
    _note_gains(s)
    if not skipped:
        row, column = s.crossing[cell, 0], s.crossing[cell, 1]
        s.score[cell] = (8 * least + total) * (8 + s.failed[row] + s.failed[column])
    return outcome


@kernel
def _next_cell(s: Search) -> i64:
    """The next cell worth examining; -1 if a round over all cells gained nothing."""
    cells = len(s.left)
    while s.priority.size:
        cell = pop(s.priority)
        if _should_examine(s, cell):
            return cell
    while s.quiet < 2 * cells:
        cell = s.cursor
        s.cursor = cell + 1 if cell + 1 < cells else 0
        s.quiet += 1
        if s.left[cell] == 1 or (s.quiet <= cells and not _is_in_a_corner(s, cell)):
            continue
        if _should_examine(s, cell):
            return cell
    return -1


@kernel
def _look_around(s: Search, most: i64) -> i64:
    """Look ahead at cells until a round gains nothing; _OUT if the looks are used up."""
    while True:
        if s.looks >= most:
            return _OUT
        cell = _next_cell(s)
        if cell < 0:
            return _SILENT
        if _look_ahead(s, cell) == _REFUTED:
            return _REFUTED
        if s.unsettled == 0:
            return _SILENT


@kernel
def _branch(s: Search) -> None:
    """Assume the last possible colour of the best cell, until it is refuted."""
    cell, score = 0, -1
    for other in range(len(s.left)):
        if s.left[other] > 1 and s.score[other] > score:
            cell, score = other, s.score[other]
    colour = s.may.shape[1] - 1
    while not can_be(s, cell, colour):
        colour -= 1
    depth = s.depth
    s.decisions[depth, 0] = cell
    s.decisions[depth, 1] = colour
    s.decisions[depth, 2] = s.trailed
    s.depth = depth + 1
    keep(s, cell, colour)


@kernel
def _backtrack(s: Search) -> bool:
    """Undo the last decision and remove its colour; False if there is no decision."""
    if s.depth == 0:
        return False
    s.depth -= 1
    depth = s.depth
    mark = s.decisions[depth, 2]
    s.noted = mark
    _note_changes(s)
    s.noted = mark
    undo(s, mark)
    remove(s, s.decisions[depth, 0], s.decisions[depth, 1])
    s.refuted = False
    return True


@entry
def run(s: Search, most: i64) -> i64:
    """Search until ``most`` cells were examined: FOUND, with every cell of the board settled (call
    again for more); EXHAUSTED; or PAUSED."""
    while True:
        if s.refuted and not _backtrack(s):
            return EXHAUSTED
        if not propagate(s):
            s.refuted = True
            continue
        _note_changes(s)
        if s.unsettled:
            outcome = _look_around(s, most)
            if outcome == _OUT:
                return PAUSED
            if outcome == _REFUTED:
                s.refuted = True
                continue
        if s.unsettled == 0:
            s.refuted = True
            return FOUND
        _branch(s)


@entry
def picture(b: Board, cells: View[u8]) -> None:
    """Write the colours of a settled board into ``cells``: uint8[n]."""
    for cell in range(len(cells)):
        colour = 0
        while not can_be(b, cell, colour):
            colour += 1
        cells[cell] = colour
