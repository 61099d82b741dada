"""Compiled search row by row in piece order (dfs), on framed boards of up to 64 cells.

The scan runs on the tables of ``scan_tables.py``. Where the *next* cell has no candidate the
placement fails at once.

Cost: 10 to 15 ns a placement (benchmarks/). Limits: those of the tables; all other boards use
``domains.py``. Source: Willems2016.
"""

from __future__ import annotations

from cpstudy.core.bits import lowest_bit
from cpstudy.core.native import Const, View, View2, entry, i64, kernel, u64, workspace, zeros
from cpstudy.puzzles.edge_matching.search.control import EXHAUSTED, FOUND, SPENT
from cpstudy.puzzles.edge_matching.search.methods import Method
from cpstudy.puzzles.edge_matching.search.scan_tables import (
    BOTTOM,
    RIGHT,
    TO_BOTTOM,
    TO_CHANGE,
    TO_CLEAR,
    ScanTables,
    fill_tables,
    oriented,
)

# Places in ``Scan.stack`` by depth.
_CANDIDATES, _ROW, _FREE, _LAID = range(4)


@workspace
class Scan(ScanTables):
    """A scan of n cells.

    stack: uint64[n, 4], of each depth the candidates left, the row of entries, the free pieces, and
    the entry on the board.
    """

    stack: View2[u64]

    def __init__(self, rows: int, columns: int, colours: int, framed: bool, method: Method) -> None:
        """For framed boards of one size with colours below ``colours``."""
        super().__init__(rows, columns, colours)
        self.stack = zeros((rows * columns, 4), "u64")

    @entry
    def search(self, limit: i64) -> i64:
        """Begin or resume, to ``limit`` placements in all; see ``control.py``."""
        if not self.begun:
            self.begin()
        fits: View[u64] = self.fits
        rows: View[u64] = self.rows
        entries: View2[u64] = self.entries
        toggle: View[u64] = self.toggle
        kinds: Const[u64] = self.kinds
        facing: View[u64] = self.facing
        stack: View2[u64] = self.stack
        depth, placements = self.depth, self.placements
        candidates: u64 = stack[depth, _CANDIDATES]
        row: u64 = stack[depth, _ROW]
        free: u64 = stack[depth, _FREE]
        last = len(stack) - 1
        goal = self.goal
        below = self.columns
        status = EXHAUSTED
        while True:
            if candidates == 0:
                if depth == 0:
                    break
                depth -= 1
                candidates = stack[depth, _CANDIDATES]
                row = stack[depth, _ROW]
                free = stack[depth, _FREE]
                continue
            if placements >= limit:
                status = SPENT
                break
            placements += 1
            p = lowest_bit(candidates)
            laid: u64 = entries[row, p]
            candidates ^= (laid >> TO_CLEAR & 1) << p
            row ^= laid >> TO_CHANGE
            if depth == goal:
                stack[depth, _LAID] = laid
                for cell in range(len(stack)):
                    self.reached[cell] = oriented(stack[cell, _LAID]) if cell <= depth else -1
                if depth == last:
                    status = FOUND
                    break
                goal += 1
            place: u64 = facing[depth + 1] + (laid & RIGHT)
            left: u64 = free ^ toggle[p]
            following: u64 = fits[place] & left
            if following == 0:
                continue
            stack[depth, _CANDIDATES] = candidates
            stack[depth, _ROW] = row
            stack[depth, _FREE] = free
            stack[depth, _LAID] = laid
            facing[depth + below] = kinds[depth + below] + (laid >> TO_BOTTOM & BOTTOM)
            depth += 1
            candidates = following
            row = rows[place]
            free = left
        stack[depth, _CANDIDATES] = candidates
        stack[depth, _ROW] = row
        stack[depth, _FREE] = free
        self.depth, self.placements, self.goal = depth, placements, goal
        if status == FOUND:
            for cell in range(len(stack)):
                self.board[cell] = oriented(stack[cell, _LAID])
        return status

    @kernel
    def begin(self) -> None:
        """Fill the tables, and the stack with what the first cell takes."""
        free: u64 = fill_tables(self)
        self.stack[0, _CANDIDATES] = self.fits[self.kinds[0]] & free
        self.stack[0, _ROW] = self.rows[self.kinds[0]]
        self.stack[0, _FREE] = free
        self.begun = True
        self.depth = 0
