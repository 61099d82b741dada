"""What every compiled search shares: how a call ends, and what it keeps from call to call.

A search begins where ``begun`` is False, else goes on where it stopped, and returns with the board
in ``board``, at ``limit`` placements in all, or with nothing left. So clocks, limits, Ctrl-C and
searching in turns need no look at anything inside the loop.
"""

from __future__ import annotations

from cpstudy.core.native import View, View2, entry, i64, u64, workspace, zeros

# How a call ended. SPENT: at the limit, there is more to do.
EXHAUSTED, FOUND, SPENT = 0, 1, 2


@workspace
class Searching:
    """A search on boards of n cells, under way; what is its own each kind adds.

    begun: False where the pieces are new. placements: made so far. depth: pieces on the board.
    owed: placements that were counted all at once and lie beyond the limit of the last call.
    cutoff: placements at which a search with restarts begins anew; run: how many this run may make.
    pieces: int64[n, 4], the puzzle. board: int64[n], the oriented piece 4·p + q on each cell, when
    it was found. random: uint64[4], the stream that orders of pieces are drawn from.
    """

    begun: bool
    placements: i64
    depth: i64
    owed: i64
    cutoff: i64
    run: i64
    pieces: View2[i64]
    board: View[i64]
    random: View[u64]

    def __init__(self, cells: int) -> None:
        self.begun = False
        self.placements = self.depth = self.owed = self.cutoff = self.run = 0
        self.pieces = zeros((cells, 4), "i64")
        self.board = zeros(cells, "i64")
        self.random = zeros(4, "u64")

    @entry
    def search(self, limit: i64) -> i64:
        """Begin or go on, to ``limit`` placements in all; how the call ended."""
        return EXHAUSTED
