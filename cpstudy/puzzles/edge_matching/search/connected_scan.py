"""Compiled search row by row, candidates by connectivity, on framed boards of up to 64 cells.

Like ``scan.py``, with the candidates of a cell listed by connectivity when the search reaches it.
Sides of pieces not on the board are counted by colour, so a candidate's connectivity is one load.

Cost: three times ``scan.py`` a placement (benchmarks/). Limits: those of the tables. Source:
Willems2016.
"""

from __future__ import annotations

from cpstudy.core.bits import lowest_bit
from cpstudy.core.native import Const, View, View2, entry, i64, kernel, u64, workspace, zeros
from cpstudy.puzzles.edge_matching.search.control import EXHAUSTED, FOUND, SPENT
from cpstudy.puzzles.edge_matching.search.methods import Method
from cpstudy.puzzles.edge_matching.search.scan_tables import (
    BOTTOM,
    OWN,
    PIECE,
    RIGHT,
    TO_BOTTOM,
    TO_CHANGE,
    TO_CLEAR,
    TO_OWN,
    TO_PIECE,
    ScanTables,
    fill_tables,
    oriented,
)

# Places in ``ConnectedScan.progress`` by depth: candidates tried, and all of them.
_TRIED, _LISTED = 0, 1


@workspace
class ConnectedScan(ScanTables):
    """A scan of n cells by connectivity.

    order: 1 highest connectivity first, -1 lowest. free: uint64[n], by depth the free pieces.
    side_keys: int64[n, 4], the pieces' colours times how many there are, as entries have it;
    sides_left: int64[colours²], by such a key, sides of pieces not on the board. listed: uint64[n,
    4n], by depth the entries of the candidates; progress: int64[n, 2], how many were tried, and
    listed. keys: int64[4n], work space.
    """

    order: i64
    free: View[u64]
    side_keys: View2[i64]
    sides_left: View[i64]
    listed: View2[u64]
    progress: View2[i64]
    keys: View[i64]

    def __init__(self, rows: int, columns: int, colours: int, framed: bool, method: Method) -> None:
        """For framed boards of one size with colours below ``colours``."""
        n = rows * columns
        super().__init__(rows, columns, colours)
        self.order = method.connectivity
        self.free = zeros(n, "u64")
        self.side_keys = zeros((n, 4), "i64")
        self.sides_left = zeros(colours * colours, "i64")
        self.listed = zeros((n, 4 * n), "u64")
        self.progress = zeros((n, 2), "i64")
        self.keys = zeros(4 * n, "i64")

    @entry
    def search(self, limit: i64) -> i64:
        """Begin or resume, to ``limit`` placements in all; see ``control.py``."""
        if not self.begun:
            _begin(self)
        fits: View[u64] = self.fits
        toggle: View[u64] = self.toggle
        kinds: Const[u64] = self.kinds
        facing: View[u64] = self.facing
        side_keys: View2[i64] = self.side_keys
        columns = self.columns
        listed: View2[u64] = self.listed
        progress: View2[i64] = self.progress
        sides_left: View[i64] = self.sides_left
        depth, placements, goal = self.depth, self.placements, self.goal
        status = EXHAUSTED
        while True:
            tried = progress[depth, _TRIED]
            if tried == progress[depth, _LISTED]:
                if depth == 0:
                    break
                depth -= 1
                p = i64(listed[depth, progress[depth, _TRIED] - 1] >> TO_PIECE & PIECE)
                for side in range(4):
                    sides_left[side_keys[p, side]] += 1
                continue
            if placements >= limit:
                status = SPENT
                break
            placements += 1
            laid: u64 = listed[depth, tried]
            progress[depth, _TRIED] = tried + 1
            if depth == goal:
                for cell in range(len(listed)):
                    self.reached[cell] = -1
                    if cell <= depth:
                        self.reached[cell] = oriented(listed[cell, progress[cell, _TRIED] - 1])
                if depth == len(listed) - 1:
                    status = FOUND
                    break
                goal += 1
            p = i64(laid >> TO_PIECE & PIECE)
            place: u64 = facing[depth + 1] + (laid & RIGHT)
            left: u64 = self.free[depth] ^ toggle[p]
            if fits[place] & left == 0:
                continue
            facing[depth + columns] = kinds[depth + columns] + (laid >> TO_BOTTOM & BOTTOM)
            for side in range(4):
                sides_left[side_keys[p, side]] -= 1
            depth += 1
            self.free[depth] = left
            _list(self, depth, place)
        self.depth, self.placements, self.goal = depth, placements, goal
        if status == FOUND:
            for cell in range(len(listed)):
                self.board[cell] = oriented(listed[cell, progress[cell, _TRIED] - 1])
        return status


@kernel
def _begin(w: ConnectedScan) -> None:
    w.free[0] = fill_tables(w)
    for key in range(len(w.sides_left)):
        w.sides_left[key] = 0
    for p in range(len(w.pieces)):
        for side in range(4):
            key = w.pieces[p, side] * w.colours
            w.side_keys[p, side] = key
            w.sides_left[key] += 1
    w.begun = True
    w.depth = 0
    _list(w, 0, w.kinds[0])


@kernel
def _list(w: ConnectedScan, depth: i64, place: u64) -> None:
    """List the candidates of a depth's cell by connectivity, ties in piece order."""
    connected: bool = depth % w.columns < w.columns - 1
    candidates: u64 = w.fits[place] & w.free[depth]
    row: u64 = w.rows[place]
    size = 0
    while candidates != 0:
        p = lowest_bit(candidates)
        entry: u64 = w.entries[row, p]
        candidates ^= (entry >> TO_CLEAR & 1) << p
        row ^= entry >> TO_CHANGE
        key = 0
        if connected:
            key = w.order * (w.sides_left[entry & RIGHT] - i64(entry >> TO_OWN & OWN))
        at = size
        while at > 0 and w.keys[at - 1] < key:
            w.keys[at] = w.keys[at - 1]
            w.listed[depth, at] = w.listed[depth, at - 1]
            at -= 1
        w.keys[at] = key
        w.listed[depth, at] = entry
        size += 1
    w.progress[depth, _TRIED] = 0
    w.progress[depth, _LISTED] = size
