"""Compiled search for a full board with as few *breaks* as possible, edges that do not match.

The search is depth-first, row by row. A cell's candidates are listed by the number of edges that
they break, to earlier and to fixed pieces: first those that break none, then one. The allowed
number of breaks is a *schedule* by depth: none at first, then more and more. A full board within
the schedule lowers it: the next one must have fewer. The frame is never broken, and fixed and
forbidden places are respected.

On a large board the limit is not time but pieces: without breaks, a scan of a 16×16 board fills
about 200 cells, however long it runs, so the score depends on the last third.

Cost: about 15 ns per candidate visited; tables of 8 · colours² · candidates bytes for each kind of
cell. Limits: it proves nothing. Source: the schedules of record searches for Eternity II, as their
authors describe them (Blackwood's, 2020); the lists and the restarts are our own.
"""

from cpstudy.core.kernel_types import Const, Const2, View, i64, u64
from cpstudy.core.native import entry, inlined, workspace, zeros
from cpstudy.core.random_words import below
from cpstudy.puzzles.edge_matching.search.control import EXHAUSTED, FOUND, SPENT

# An entry is an oriented piece, with the number of its breaks above these bits.
PIECE_BITS = 24
_ORIENTED = (1 << PIECE_BITS) - 1


@workspace
class Breaks:
    """The state of a search on n cells of a board.

    columns: of the board. colours: an upper bound. sides: int64[4n, 4], of oriented pieces. kinds:
    int64[n], the table of each cell. starts: int64[tables · colours² + 1], the first entry for each
    table, colour on the left and colour above; entries: int64, sorted by breaks. used: int64[n], by
    piece. By depth: next, end int64[n], the remaining entries; laid int64[n], the entry on the
    board; breaks int64[n + 1], those before it; allowed int64[n], the schedule. best: int64[n], the
    oriented pieces of the deepest board of a run, which has ``deepest`` pieces and ``broken``
    breaks. nodes: placements.
    """

    begun: bool
    nodes: i64
    depth: i64
    deepest: i64
    broken: i64
    columns: i64
    colours: i64
    sides: Const2[i64]
    kinds: Const[i64]
    starts: Const[i64]
    entries: View[i64]
    used: View[i64]
    next: View[i64]
    end: View[i64]
    laid: View[i64]
    breaks: View[i64]
    allowed: View[i64]
    best: View[i64]

    def __init__(
        self,
        columns: i64,
        colours: i64,
        sides: Const2[i64],
        kinds: Const[i64],
        starts: Const[i64],
        entries: View[i64],
    ) -> None:
        """Create the search of one puzzle from these tables."""
        n = len(kinds)
        self.begun = False
        self.nodes = self.depth = self.deepest = self.broken = 0
        self.columns, self.colours = columns, colours
        self.sides, self.kinds, self.starts, self.entries = sides, kinds, starts, entries
        self.used = zeros(n, "i64")
        self.next = zeros(n, "i64")
        self.end = zeros(n, "i64")
        self.laid = zeros(n, "i64")
        self.breaks = zeros(n + 1, "i64")
        self.allowed = zeros(n, "i64")
        self.best = zeros(n, "i64")

    @entry
    def shuffle(self, state: View[u64]) -> None:
        """Shuffle the entries of each list among those with the same number of breaks."""
        for place in range(len(self.starts) - 1):
            first = self.starts[place]
            while first < self.starts[place + 1]:
                last = first
                while last < self.starts[place + 1] and (
                    self.entries[last] >> PIECE_BITS == self.entries[first] >> PIECE_BITS
                ):
                    last += 1
                for here in range(last - 1, first, -1):
                    other = first + below(state, here - first + 1)
                    swapped = self.entries[here]
                    self.entries[here] = self.entries[other]
                    self.entries[other] = swapped
                first = last

    @entry
    def search(self, limit: i64) -> i64:
        """Begin or resume, up to ``limit`` placements in total; see ``control.py``."""
        n = len(self.kinds)
        depth, nodes = self.depth, self.nodes
        if not self.begun:
            self.begun = True
            depth = 0
            self.deepest = 0
            for cell in range(n):
                self.used[cell] = 0
            self._list(0)
        status = EXHAUSTED
        while True:
            if self.next[depth] == self.end[depth]:
                if depth == 0:
                    break
                depth -= 1
                self.used[(self.laid[depth] & _ORIENTED) >> 2] = 0
                continue
            found = self.entries[self.next[depth]]
            broken = self.breaks[depth] + (found >> PIECE_BITS)
            if broken > self.allowed[depth]:  # all later entries break as many
                self.next[depth] = self.end[depth]
                continue
            if nodes >= limit:
                status = SPENT
                break
            self.next[depth] += 1
            piece = (found & _ORIENTED) >> 2
            if self.used[piece] != 0:
                continue
            self.used[piece] = 1
            nodes += 1
            self.laid[depth] = found
            self.breaks[depth + 1] = broken
            depth += 1
            if depth > self.deepest or (depth == n and broken < self.broken):
                self.deepest = depth
                self.broken = broken
                for cell in range(depth):
                    self.best[cell] = self.laid[cell] & _ORIENTED
            if depth == n:
                depth -= 1
                self.used[piece] = 0
                status = FOUND
                break
            self._list(depth)
        self.depth, self.nodes = depth, nodes
        return status

    @inlined
    def _list(self, depth: i64) -> None:
        """Set the entries of a depth's cell from its left and its upper neighbour."""
        left: i64 = 0
        above: i64 = 0
        if depth % self.columns > 0:
            left = self.sides[self.laid[depth - 1] & _ORIENTED, 1]
        if depth >= self.columns:
            above = self.sides[self.laid[depth - self.columns] & _ORIENTED, 2]
        place = (self.kinds[depth] * self.colours + left) * self.colours + above
        self.next[depth] = self.starts[place]
        self.end[depth] = self.starts[place + 1]
