"""Compiled row-by-row search in piece order (dfs), for boards of any size, also with places.

The scan runs on the lists of ``list_tables.py``: it walks along a cell's list to the next free
piece. If the *next* cell has no candidate, the placement fails at once.

Cost: 10 ns per placement at 16×16, 16 at 10×10 (benchmarks/). Limits: those of the tables; beyond
them, ``domains.py`` makes the same placements. Source: Willems2016.
"""

from cpstudy.core.kernel_types import Const, View, i64, u8, u64
from cpstudy.core.native import entry, workspace, zeros
from cpstudy.puzzles.edge_matching.search.control import EXHAUSTED, FOUND, SPENT
from cpstudy.puzzles.edge_matching.search.list_tables import (
    FIELD,
    ORIENTED,
    TO_BOTTOM,
    TO_FREED,
    TO_RIGHT,
    ListTables,
    fill_lists,
    next_free,
)
from cpstudy.puzzles.edge_matching.search.methods import Method


@workspace
class ListScan(ListTables):
    """A scan of n cells.

    here: the entry to try next at ``depth``. laid: int64[n], the entries on the board.
    """

    here: i64
    laid: View[i64]

    def __init__(self, rows: int, columns: int, colours: int, framed: bool, method: Method) -> None:
        """Create the scan for boards of one size with colours below ``colours``."""
        super().__init__(rows, columns, colours, framed)
        self.here = 0
        self.laid = zeros(rows * columns, "i64")

    @entry
    def search(self, limit: i64) -> i64:
        """Begin or resume, up to ``limit`` placements in total; see ``control.py``."""
        starts: View[i64] = self.starts
        entries: View[u64] = self.entries
        free: View[u8] = self.free
        kinds: Const[i64] = self.kinds
        facing: View[i64] = self.facing
        on_board: View[i64] = self.laid
        columns, colours = self.columns, self.colours
        end = len(on_board)
        if not self.begun:
            fill_lists(self)
            self.begun = True
            self.depth = 0
            self.here = next_free(self, starts[kinds[0]])
        depth, placements, here = self.depth, self.placements, self.here
        goal = self.goal
        status = EXHAUSTED
        while True:
            laid: u64 = entries[here]
            piece = i64(laid & FIELD)
            if piece == end:
                if depth == 0:
                    break
                depth -= 1
                here = on_board[depth]
                laid = entries[here]
                free[laid & FIELD] = 1
                free[laid >> TO_FREED & FIELD] = 0
                here += 1
                while free[entries[here] & FIELD] == 0:
                    here += 1
                continue
            if placements >= limit:
                status = SPENT
                break
            placements += 1
            on_board[depth] = here
            here += 1
            if depth == goal:
                for cell in range(end):
                    self.reached[cell] = -1
                    if cell <= depth:
                        self.reached[cell] = self.oriented[on_board[cell]] & ORIENTED
                goal += depth < end - 1
            if depth == end - 1:
                status = FOUND
            else:
                free[piece] = 0
                free[laid >> TO_FREED & FIELD] = 1
                following = starts[facing[depth + 1] + i64(laid >> TO_RIGHT & FIELD)]
                while free[entries[following] & FIELD] == 0:
                    following += 1
                if i64(entries[following] & FIELD) != end:
                    below = depth + columns
                    facing[below] = kinds[below] + colours * i64(laid >> TO_BOTTOM)
                    depth += 1
                    here = following
                    continue
                free[piece] = 1
                free[laid >> TO_FREED & FIELD] = 0
            while free[entries[here] & FIELD] == 0:
                here += 1
            if status == FOUND:
                break
        self.depth, self.placements, self.here, self.goal = depth, placements, here, goal
        if status == FOUND:
            for cell in range(end):
                self.board[cell] = self.oriented[on_board[cell]] & ORIENTED
        return status
