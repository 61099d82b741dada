"""Compiled row-by-row search by connectivity, for boards of any size, also with places.

It is like ``connected_scan.py``, on the lists of ``list_tables.py``.

Cost: less than twice ``list_scan.py`` per placement (benchmarks/). Limits: those of the tables;
beyond them, ``domains.py`` makes the same placements. Source: Willems2016.
"""

from cpstudy.core.kernel_types import Const, View, View2, i64, u8, u64
from cpstudy.core.native import entry, inlined, kernel, workspace, zeros
from cpstudy.puzzles.edge_matching.search.control import EXHAUSTED, FOUND, SPENT
from cpstudy.puzzles.edge_matching.search.list_tables import (
    FIELD,
    ORIENTED,
    TO_BOTTOM,
    TO_FREED,
    TO_OWN,
    TO_RIGHT,
    ListTables,
    fill_lists,
    next_free,
)
from cpstudy.puzzles.edge_matching.search.methods import Method

# Columns of ``ConnectedListScan.progress`` by depth: candidates tried, and listed.
_TRIED, _LISTED = 0, 1


@workspace
class ConnectedListScan(ListTables):
    """A scan of n cells by connectivity.

    order: 1 for highest connectivity first, -1 for lowest. sides_left: int64[colours], sides of
    pieces not on the board. listed: int64[n, 4n], by depth the entries of the candidates; progress:
    int64[n, 2], the numbers of candidates tried and listed. keys: int64[4n], working memory.
    """

    order: i64
    sides_left: View[i64]
    listed: View2[i64]
    progress: View2[i64]
    keys: View[i64]

    def __init__(self, rows: int, columns: int, colours: int, framed: bool, method: Method) -> None:
        """Create the scan for boards of one size with colours below ``colours``."""
        n = rows * columns
        super().__init__(rows, columns, colours, framed)
        self.order = method.connectivity
        self.sides_left = zeros(colours, "i64")
        self.listed = zeros((n, 4 * n), "i64")
        self.progress = zeros((n, 2), "i64")
        self.keys = zeros(4 * n, "i64")

    @entry
    def search(self, limit: i64) -> i64:
        """Begin or resume, up to ``limit`` placements in total; see ``control.py``."""
        if not self.begun:
            _begin(self)
        starts: View[i64] = self.starts
        entries: View[u64] = self.entries
        free: View[u8] = self.free
        kinds: Const[i64] = self.kinds
        facing: View[i64] = self.facing
        listed: View2[i64] = self.listed
        progress: View2[i64] = self.progress
        columns, colours, end = self.columns, self.colours, len(self.board)
        depth, placements, goal = self.depth, self.placements, self.goal
        status = EXHAUSTED
        while True:
            tried = progress[depth, _TRIED]
            if tried == progress[depth, _LISTED]:
                if depth == 0:
                    break
                depth -= 1
                before: u64 = entries[listed[depth, progress[depth, _TRIED] - 1]]
                free[before & FIELD] = 1
                free[before >> TO_FREED & FIELD] = 0
                _count(self, i64(before & FIELD), 1)
                continue
            if placements >= limit:
                status = SPENT
                break
            placements += 1
            progress[depth, _TRIED] = tried + 1
            if depth == goal:
                for cell in range(end):
                    self.reached[cell] = -1
                    if cell <= depth:
                        at = listed[cell, progress[cell, _TRIED] - 1]
                        self.reached[cell] = self.oriented[at] & ORIENTED
                if depth == end - 1:
                    status = FOUND
                    break
                goal += 1
            laid: u64 = entries[listed[depth, tried]]
            piece = laid & FIELD
            freed = laid >> TO_FREED & FIELD
            free[piece] = 0
            free[freed] = 1
            following = starts[facing[depth + 1] + i64(laid >> TO_RIGHT & FIELD)]
            while free[entries[following] & FIELD] == 0:
                following += 1
            if i64(entries[following] & FIELD) == end:
                free[piece] = 1
                free[freed] = 0
                continue
            _count(self, i64(piece), -1)
            below = depth + columns
            facing[below] = kinds[below] + colours * i64(laid >> TO_BOTTOM)
            depth += 1
            _list(self, depth, following)
        self.depth, self.placements, self.goal = depth, placements, goal
        if status == FOUND:
            for cell in range(len(listed)):
                here = listed[cell, progress[cell, _TRIED] - 1]
                self.board[cell] = self.oriented[here] & ORIENTED
        return status


@kernel
def _begin(w: ConnectedListScan) -> None:
    fill_lists(w)
    for colour in range(len(w.sides_left)):
        w.sides_left[colour] = 0
    for p in range(len(w.pieces)):
        _count(w, p, 1)
    w.begun = True
    w.depth = 0
    _list(w, 0, next_free(w, w.starts[w.kinds[0]]))


@inlined
def _count(w: ConnectedListScan, p: i64, change: i64) -> None:
    """Change the numbers of remaining sides by those of a piece."""
    for side in range(4):
        w.sides_left[w.pieces[p, side]] += change


@kernel
def _list(w: ConnectedListScan, depth: i64, here: i64) -> None:
    """List the free pieces of a list by connectivity, ties in piece order; here: the first one."""
    size = 0
    while i64(w.entries[here] & FIELD) != len(w.listed):
        right = i64(w.entries[here] >> TO_RIGHT & FIELD)
        key = w.order * (w.sides_left[right] - (w.oriented[here] >> TO_OWN))
        at = size
        while at > 0 and w.keys[at - 1] < key:
            w.keys[at] = w.keys[at - 1]
            w.listed[depth, at] = w.listed[depth, at - 1]
            at -= 1
        w.keys[at] = key
        w.listed[depth, at] = here
        size += 1
        here = next_free(w, here + 1)
    w.progress[depth, _TRIED] = 0
    w.progress[depth, _LISTED] = size
