"""The common base of all compiled searches: state between calls, ends of calls, identical pieces.

A search begins if ``begun`` is False; otherwise it resumes where it stopped. It returns with a
solution in ``board``, at ``limit`` placements in total, or when the search space is exhausted.
Clocks, limits, Ctrl-C and searching in turns therefore need no code inside the loop.

Identical pieces form a chain, of which only the first is a candidate: when it is placed, the next
takes its place. Cost of the chains: quadratic in the pieces, once per puzzle.
"""

from cpstudy.core.kernel_types import View, View2, i64, u64
from cpstudy.core.native import entry, kernel, workspace, zeros

# How a call ended. SPENT: at the limit, with more to search.
EXHAUSTED, FOUND, SPENT = 0, 1, 2


@workspace
class Searching:
    """The state of a search on boards of n cells; each kind of search adds its own fields.

    begun: False if the pieces are new. placements: made so far. depth: pieces on the board. owed:
    placements that were counted at once and exceed the limit of the last call. cutoff: the
    placements at which a search with restarts restarts; run: the placements of this run. pieces:
    int64[n, 4], the puzzle. board: int64[n], the oriented piece 4·p + q on each cell of a solution.
    random: uint64[4], the stream for orders of pieces. goal: the greatest depth reached, and
    reached: int64[n], the first board at that depth, with -1 on its empty cells. A placement at the
    goal is deeper than all before, so a search updates both where it tests whether the board is
    full.
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
        """Begin or resume, up to ``limit`` placements in total; return how the call ended."""
        return EXHAUSTED


@kernel
def next_identical(pieces: View2[i64], p: i64, turns: i64) -> i64:
    """Return the next piece of int64[n, 4] that equals ``p`` after some quarter turns, or -1.

    turns: 4, or 1 if pieces are not turned.
    """
    for other in range(p + 1, len(pieces)):
        for q in range(turns):
            side = 0
            while side < 4 and pieces[p, side] == pieces[other, (side + q) & 3]:
                side += 1
            if side == 4:
                return other
    return -1
