"""Compiled row-by-row search by connectivity, for framed boards of up to 10×10.

It is like ``scan.py``, but lists the candidates of a cell by connectivity when the search reaches
it. It counts the sides of pieces not on the board by colour, so a candidate's connectivity is one
load.

Cost: three times ``scan.py`` per placement (benchmarks/). Limits: those of the tables. Source:
Willems2016.
"""

from cpstudy.core.bits import lowest_bit
from cpstudy.core.kernel_types import Const, View, View2, i64, u64
from cpstudy.core.native import entry, inlined, kernel, workspace, zeros
from cpstudy.puzzles.edge_matching.search.control import EXHAUSTED, FOUND, SPENT
from cpstudy.puzzles.edge_matching.search.methods import Method
from cpstudy.puzzles.edge_matching.search.scan_tables import (
    BOTTOM,
    ENTRY,
    FRAME_FITS,
    FRAME_TAKEN,
    INNER_FITS,
    INNER_TAKEN,
    OWN,
    PIECE,
    PLACE,
    RIGHT,
    ROW,
    TO_AGAIN,
    TO_BOTTOM,
    TO_CHANGE,
    TO_OWN,
    TO_PIECE,
    ScanTables,
    fill_tables,
    oriented,
)

# Columns of ``ConnectedScan.progress`` by depth: candidates tried, and listed.
_TRIED, _LISTED = 0, 1


@workspace
class ConnectedScan(ScanTables):
    """A scan of n cells by connectivity.

    order: 1 for highest connectivity first, -1 for lowest. free: uint64[2n], by depth the words of
    free pieces. side_keys: int64[n, 4], the pieces' colours in the form of the right colour of an
    entry; sides_left: int64[colours · PLACE], by such a colour, sides of pieces not on the board.
    listed: uint64[n, 4n], by depth the entries of the candidates; progress: int64[n, 2], the
    numbers of candidates tried and listed. keys: int64[4n], working memory.
    """

    order: i64
    free: View[u64]
    side_keys: View2[i64]
    sides_left: View[i64]
    listed: View2[u64]
    progress: View2[i64]
    keys: View[i64]

    def __init__(self, rows: int, columns: int, colours: int, framed: bool, method: Method) -> None:
        """Create the scan for framed boards of one size with colours below ``colours``."""
        n = rows * columns
        super().__init__(rows, columns, colours)
        self.order = method.connectivity
        self.free = zeros(2 * n, "u64")
        self.side_keys = zeros((n, 4), "i64")
        self.sides_left = zeros(colours * PLACE, "i64")
        self.listed = zeros((n, 4 * n), "u64")
        self.progress = zeros((n, 2), "i64")
        self.keys = zeros(4 * n, "i64")

    @entry
    def search(self, limit: i64) -> i64:
        """Begin or resume, up to ``limit`` placements in total; see ``control.py``."""
        if not self.begun:
            _begin(self)
        fits: View[u64] = self.fits
        entries: View[u64] = self.entries
        kinds: Const[u64] = self.kinds
        facing: View[u64] = self.facing
        free: View[u64] = self.free
        listed: View2[u64] = self.listed
        progress: View2[i64] = self.progress
        columns = self.columns
        depth, placements, goal = self.depth, self.placements, self.goal
        status = EXHAUSTED
        while True:
            tried = progress[depth, _TRIED]
            if tried == progress[depth, _LISTED]:
                if depth == 0:
                    break
                depth -= 1
                _count(self, entries[listed[depth, progress[depth, _TRIED] - 1]], 1)
                continue
            if placements >= limit:
                status = SPENT
                break
            placements += 1
            number: u64 = listed[depth, tried]
            laid: u64 = entries[number]
            progress[depth, _TRIED] = tried + 1
            if depth == goal:
                for cell in range(len(listed)):
                    self.reached[cell] = -1
                    if cell <= depth:
                        on_cell: u64 = listed[cell, progress[cell, _TRIED] - 1]
                        self.reached[cell] = oriented(entries[on_cell])
                if depth == len(listed) - 1:
                    status = FOUND
                    break
                goal += 1
            place: u64 = facing[depth + 1] + (laid & RIGHT)
            frame: u64 = free[2 * depth] ^ entries[number + FRAME_TAKEN]
            inner: u64 = free[2 * depth + 1] ^ entries[number + INNER_TAKEN]
            candidates: u64 = fits[place + FRAME_FITS] & frame | fits[place + INNER_FITS] & inner
            if candidates == 0:
                continue
            facing[depth + columns] = kinds[depth + columns] + (laid >> TO_BOTTOM & BOTTOM)
            _count(self, laid, -1)
            depth += 1
            free[2 * depth] = frame
            free[2 * depth + 1] = inner
            _list(self, depth, candidates, fits[place + ROW])
        self.depth, self.placements, self.goal = depth, placements, goal
        if status == FOUND:
            for cell in range(len(listed)):
                number = listed[cell, progress[cell, _TRIED] - 1]
                self.board[cell] = oriented(entries[number])
        return status


@kernel
def _begin(w: ConnectedScan) -> None:
    fill_tables(w)
    for colour in range(len(w.sides_left)):
        w.sides_left[colour] = 0
    for p in range(len(w.pieces)):
        for side in range(4):
            w.side_keys[p, side] = w.pieces[p, side] * PLACE
            w.sides_left[w.side_keys[p, side]] += 1
    w.free[0] = w.frame
    w.free[1] = w.inner
    w.begun = True
    w.depth = 0
    place: u64 = w.kinds[0]
    _list(w, 0, w.fits[place + FRAME_FITS] & w.frame, w.fits[place + ROW])


@inlined
def _count(w: ConnectedScan, fields: u64, change: i64) -> None:
    """Change the numbers of remaining sides by those of an entry's piece."""
    p = i64(fields >> TO_PIECE & PIECE)
    for side in range(4):
        w.sides_left[w.side_keys[p, side]] += change


@kernel
def _list(w: ConnectedScan, depth: i64, candidates: u64, row: u64) -> None:
    """List the candidates of a depth's cell by connectivity, ties in piece order."""
    size = 0
    while candidates != 0:
        p = lowest_bit(candidates)
        number: u64 = row + ENTRY * p
        fields: u64 = w.entries[number]
        candidates &= candidates - 1
        if fields >> TO_CHANGE != 0:
            candidates ^= (fields >> TO_AGAIN & 1) << p
            row ^= fields >> TO_CHANGE
        key = 0
        if fields & RIGHT != 0:
            key = w.order * (w.sides_left[fields & RIGHT] - i64(fields >> TO_OWN & OWN))
        at = size
        while at > 0 and w.keys[at - 1] < key:
            w.keys[at] = w.keys[at - 1]
            w.listed[depth, at] = w.listed[depth, at - 1]
            at -= 1
        w.keys[at] = key
        w.listed[depth, at] = number
        size += 1
    w.progress[depth, _TRIED] = 0
    w.progress[depth, _LISTED] = size
