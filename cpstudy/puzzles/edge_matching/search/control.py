"""What all compiled searches share: how a call ends, their state between calls, identical pieces.

A search begins where ``begun`` is False, else it resumes where it stopped. It returns with the
board in ``board``, at ``limit`` placements in all, or with nothing left. So clocks, limits, Ctrl-C
and searching in turns need nothing inside the loop.

Identical pieces form a chain, of which only the first is a candidate: when it is laid, the next
takes its place. Cost of the chains: quadratic in the pieces, once a puzzle.
"""

from cpstudy.core.kernel_types import View, View2, i64, u64
from cpstudy.core.native import entry, kernel, workspace, zeros

# How a call ended. SPENT: at the limit, with more to search.
EXHAUSTED, FOUND, SPENT = 0, 1, 2


@workspace
class Searching:
    """The state of a search on boards of n cells; each kind of search adds fields of its own.

    begun: False where the pieces are new. placements: made so far. depth: pieces on the board.
    owed: placements that were counted all at once and lie beyond the limit of the last call.
    cutoff: placements at which a search with restarts begins again; run: how many this run may
    make. pieces: int64[n, 4], the puzzle. board: int64[n], the oriented piece 4·p + q on each cell,
    when it was found. random: uint64[4], the stream that orders of pieces are drawn from. goal: the
    depth that no board has passed, and reached: int64[n], the first board that came there, -1 on
    its empty cells. A placement at the goal is one that no board had, so a search keeps both where
    it looks whether the board is full.
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
    goal: i64
    reached: View[i64]

    def __init__(self, cells: int) -> None:
        self.begun = False
        self.placements = self.depth = self.owed = self.cutoff = self.run = 0
        self.pieces = zeros((cells, 4), "i64")
        self.board = zeros(cells, "i64")
        self.random = zeros(4, "u64")
        self.goal = 0
        self.reached = zeros(cells, "i64")

    @entry
    def search(self, limit: i64) -> i64:
        """Begin or resume, to ``limit`` placements in all; returns how the call ended."""
        return EXHAUSTED


@kernel
def next_identical(pieces: View2[i64], p: i64, turns: i64) -> i64:
    """The next piece of int64[n, 4] that is the same as ``p``, as it lies or after some turns.

    turns: 4, or 1 where pieces are not turned. -1 without one.
    """
    for other in range(p + 1, len(pieces)):
        for q in range(turns):
            side = 0
            while side < 4 and pieces[p, side] == pieces[other, (side + q) & 3]:
                side += 1
            if side == 4:
                return other
    return -1
