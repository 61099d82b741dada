"""Compiled row-by-row search in piece order (dfs), for framed boards of up to 10×10 cells.

The scan runs on the tables of ``scan_tables.py``. The remaining candidates of a cell are stored as
a *choice*, with the current words, only if there are any. A search that fails therefore returns to
the last choice in one step, however many pieces it removes, and a placement has one unpredictable
branch.

Cost: 8 ns per placement, on boards of all sizes (benchmarks/). Limits: those of the tables; all
other boards use ``list_scan.py``. Source: Willems2016.
"""

from cpstudy.core.bits import lowest_bit
from cpstudy.core.kernel_types import Const, View, i64, u64
from cpstudy.core.native import entry, kernel, workspace, zeros
from cpstudy.puzzles.edge_matching.search.control import EXHAUSTED, FOUND, SPENT
from cpstudy.puzzles.edge_matching.search.methods import Method
from cpstudy.puzzles.edge_matching.search.scan_tables import (
    BOTTOM,
    ENTRY,
    FRAME_FITS,
    FRAME_TAKEN,
    INNER_FITS,
    INNER_TAKEN,
    RIGHT,
    ROW,
    TO_AGAIN,
    TO_BOTTOM,
    TO_CHANGE,
    ScanTables,
    fill_tables,
    oriented,
)

# Fields of a choice: remaining candidates, row of entries, words of free pieces, depth.
_LEFT, _ENTRIES, _FRAME, _INNER, _DEPTH, _CHOICE = 0, 1, 2, 3, 4, 8


@workspace
class Scan(ScanTables):
    """A scan of n cells.

    choices: uint64[8n], a stack that ends at ``top``; laid: uint64[n], fields of the entries on the
    board. candidates, row: of the cell at ``depth``, when a call ended.
    """

    choices: View[u64]
    laid: View[u64]
    top: i64
    candidates: u64
    row: u64

    def __init__(self, rows: int, columns: int, colours: int, framed: bool, method: Method) -> None:
        """Create the scan for framed boards of one size with colours below ``colours``."""
        n = rows * columns
        super().__init__(rows, columns, colours)
        self.choices = zeros(_CHOICE * (n + 1), "u64")
        self.laid = zeros(n, "u64")
        self.top = self.candidates = self.row = 0

    @entry
    def search(self, limit: i64) -> i64:
        """Begin or resume, up to ``limit`` placements in total; see ``control.py``."""
        if not self.begun:
            self.begin()
        fits: View[u64] = self.fits
        entries: View[u64] = self.entries
        kinds: Const[u64] = self.kinds
        facing: View[u64] = self.facing
        choices: View[u64] = self.choices
        on_board: View[u64] = self.laid
        depth, placements, top = self.depth, self.placements, self.top
        candidates: u64 = self.candidates
        row: u64 = self.row
        frame: u64 = self.frame
        inner: u64 = self.inner
        last, goal = len(on_board) - 1, self.goal
        below = self.columns
        status = EXHAUSTED
        while True:
            if candidates == 0:
                if top == 0:
                    break
                top -= _CHOICE
                candidates = choices[top + _LEFT]
                row = choices[top + _ENTRIES]
                frame = choices[top + _FRAME]
                inner = choices[top + _INNER]
                depth = i64(choices[top + _DEPTH])
            if placements >= limit:
                status = SPENT
                break
            placements += 1
            p = lowest_bit(candidates)
            place: u64 = row + ENTRY * p
            laid: u64 = entries[place]
            candidates &= candidates - 1
            if laid >> TO_CHANGE != 0:
                candidates ^= (laid >> TO_AGAIN & 1) << p
                row ^= laid >> TO_CHANGE
            on_board[depth] = laid
            if depth == goal:
                for cell in range(len(on_board)):
                    self.reached[cell] = oriented(on_board[cell]) if cell <= depth else -1
                if depth == last:
                    status = FOUND
                    break
                goal += 1
            choices[top + _LEFT] = candidates
            choices[top + _ENTRIES] = row
            choices[top + _FRAME] = frame
            choices[top + _INNER] = inner
            choices[top + _DEPTH] = depth
            top += _CHOICE * (candidates != 0)
            frame ^= entries[place + FRAME_TAKEN]
            inner ^= entries[place + INNER_TAKEN]
            facing[depth + below] = kinds[depth + below] + (laid >> TO_BOTTOM & BOTTOM)
            depth += 1
            place = facing[depth] + (laid & RIGHT)
            candidates = fits[place + FRAME_FITS] & frame | fits[place + INNER_FITS] & inner
            row = fits[place + ROW]
        self.depth, self.placements, self.top, self.goal = depth, placements, top, goal
        self.candidates, self.row, self.frame, self.inner = candidates, row, frame, inner
        if status == FOUND:
            for cell in range(len(on_board)):
                self.board[cell] = oriented(on_board[cell])
        return status

    @kernel
    def begin(self) -> None:
        """Fill the tables, and list the candidates of the first cell."""
        fill_tables(self)
        place: u64 = self.kinds[0]
        self.candidates = self.fits[place + FRAME_FITS] & self.frame
        self.row = self.fits[place + ROW]
        self.begun = True
        self.depth = self.top = 0
