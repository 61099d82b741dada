"""Change a solved board until it is its puzzle's only solution.

Each round

1. applies the rules of the search, and looks near the solution for another one through every edge
   that they leave open (search/nearby_solution.py); an edge whose tiles lie in a region found in
   this round is not examined again;
2. if it found nothing, this scan proves that the puzzle is unique, and the repair is complete;
3. otherwise exchanges, in *all* regions, an edge of the tree for another one across the cut, at
   random (:mod:`.exchanging`). (Repairing one region at a time would cost a whole scan each.)

A region that resists is left by a random walk that is one step longer every four rounds, so
exchanges happen further and further around it. Searches have few nodes at first; if they run out,
the edge's two tiles are treated as a region.

Cost: a few rounds, each little more than one application of the rules.
"""

from cpstudy.core.clock import UNLIMITED, Clock
from cpstudy.core.kernel_types import Const, View, View2, i32, i64, u8, u64
from cpstudy.core.native import entry, kernel, row, workspace, zeros
from cpstudy.puzzles.pipes.generating.exchanging import Exchange, exchange
from cpstudy.puzzles.pipes.search.nearby_solution import Near, changed_tiles, next_ambiguous_edge
from cpstudy.puzzles.pipes.search.rooted import root
from cpstudy.puzzles.tilings.generating.algorithms import turn_at_random
from cpstudy.puzzles.tilings.search.engine import start
from cpstudy.puzzles.tilings.search.state import Work, undo

# The meaning of a seed depends on these numbers and on the rules that the search applies: they
# decide which regions are found, and so which exchanges are drawn. Golden tests detect a change.

# Rounds before a board is abandoned.
ROUNDS = 100
# Nodes of the search at one edge, times the number of the round.
NODES = 5
_ENDLESS = 2**62
# A repair pauses at the end of a round after this number of tiles examined: some milliseconds.
_PACE = 20_000
# The outcomes of a repair; for a batch, also the number of a board that resists.
RESISTS, UNIQUE = 0, 1
DONE, PAUSED = -1, -2
# The walk from a region gets one step longer after this number of rounds.
_ROUNDS_A_STEP = 4


@workspace
class Regions:
    """The ambiguous regions of a solved board of n tiles.

    tiles: int32[4n], the regions' tiles, one region after the other. ends: int32[4n], the end of
    each. settled, undecided: uint8[n], sides, as in ``next_ambiguous_edge``. edge: the position of
    the search for regions. number, size: of the regions found, and of their tiles.
    """

    tiles: View[i32]
    ends: View[i32]
    settled: View[u8]
    undecided: View[u8]
    edge: i64 = 0
    number: i64 = 0
    size: i64 = 0

    def __init__(self, n: int) -> None:
        self.tiles = zeros(4 * n, "i32")
        self.ends = zeros(4 * n, "i32")
        self.settled = zeros(n, "u8")
        self.undecided = zeros(n, "u8")


@workspace
class Bench:
    """The memory for repairing boards of one shape.

    work: of the search. closed: uint8[n], sides that cannot open. near: the solution, and the
    search near it. regions: where other solutions differ. exchange: see there. board, turn: the
    current board of the batch and the current round of that board.
    """

    work: Work
    closed: Const[u8]
    near: Near
    regions: Regions
    exchange: Exchange
    board: i64 = 0
    turn: i64 = 0

    def __init__(self, work: Work, closed: Const[int]) -> None:
        n = len(closed)
        self.work = work
        self.closed = closed
        self.near = Near(n)
        self.regions = Regions(n)
        self.exchange = Exchange(work.neighbours, closed)


def find_regions(b: Bench, nodes: int, clock: Clock = UNLIMITED) -> int:
    """Fill ``b.regions`` for the solution in ``b.near``; their number, 0 if it is unique.

    If there are regions, the tree is rooted. nodes: of the search at one edge. Raises
    OutOfTimeError by the clock.
    """
    if not _begin_regions(b):
        return 0
    while (number := _more_regions(b.work, b.near, b.regions, nodes)) == PAUSED:
        clock.check()
    return number


@kernel
def _all_regions(b: Bench, nodes: i64) -> i64:
    """:func:`find_regions` without a pause."""
    if not _begin_regions(b):
        return 0
    number = PAUSED
    while number == PAUSED:
        number = _more_regions(b.work, b.near, b.regions, nodes)
    return number


@entry
def _begin_regions(b: Bench) -> bool:
    """Apply the rules; return whether they leave an edge open, so that there may be a region."""
    start(b.work, b.near.tree.sides, b.closed, True)
    if not _any_unknown(b.work):
        return False
    root(b.work.neighbours, b.near.tree)
    for tile in range(b.work.cells):
        b.regions.settled[tile] = 0
        b.regions.undecided[tile] = 0
    b.regions.edge = 0
    b.regions.number = 0
    b.regions.size = 0
    return True


@entry
def _more_regions(w: Work, s: Near, r: Regions, nodes: i64) -> i64:
    """Look for regions from ``r.edge`` on; return their number at the end, or PAUSED."""
    while True:
        edge = next_ambiguous_edge(w, s, r.edge, nodes, _ENDLESS, r.settled, r.undecided)
        if edge < -1:
            r.edge = -2 - edge
            return PAUSED
        if edge < 0:
            break
        r.edge = edge
        end = changed_tiles(w, s, r.tiles, r.size)
        undo(w, s.mark)
        if end < 0:
            return r.number  # no space: the rest waits for the next round
        for k in range(r.size, end):
            r.settled[r.tiles[k]] = 15
        r.size = end
        r.ends[r.number] = end
        r.number += 1
    return _add_undecided(w, r, r.number, r.size)


@kernel
def _any_unknown(w: Work) -> bool:
    for tile in range(w.cells):
        state = w.state[tile]
        if state & 15 ^ state >> 4 != 15:
            return True
    return False


@kernel
def _add_undecided(w: Work, r: Regions, number: i64, size: i64) -> i64:
    """Add the two tiles of each undecided edge as a region; return the number of regions."""
    for tile in range(w.cells):
        if r.undecided[tile] and size + 2 <= len(r.tiles):
            state = w.state[tile]
            for side in range(0, 4, 3):
                # An undecided edge may have been refuted since, or lie in a region.
                beyond = w.neighbours[tile, side]
                if (
                    (r.undecided[tile] & ~(state | state >> 4)) >> side & 1
                    and r.settled[tile] == 0
                    and r.settled[beyond] == 0
                ):
                    r.settled[tile] = 15
                    r.tiles[size] = tile
                    r.tiles[size + 1] = beyond
                    size += 2
                    r.ends[number] = size
                    number += 1
    return number


@entry
def make_unique(b: Bench, state: View[u64]) -> i64:
    """Exchange edges of the tree in ``b.near`` until it is its puzzle's only solution: UNIQUE.

    RESISTS if the rounds do not suffice; PAUSED between rounds, and the next call resumes.
    state: the random stream.
    """
    looked = 0
    while b.turn < ROUNDS:
        if looked >= _PACE:
            return PAUSED
        number = _all_regions(b, NODES * (b.turn + 1))
        if number == 0:
            b.turn = 0
            return UNIQUE
        exchange_in_regions(b, number, b.turn, state)
        b.turn += 1
        looked += len(b.closed)
    b.turn = 0
    return RESISTS


@entry
def exchange_in_regions(b: Bench, number: i64, turn: i64, state: View[u64]) -> None:
    """Exchange an edge of the tree in ``b.near``, which is rooted, in each of ``b.regions``.

    number: of the regions. turn: of the round, from 0. state: the random stream.
    """
    first = 0
    steps = turn // _ROUNDS_A_STEP
    for region in range(number):
        last = b.regions.ends[region]
        exchange(b.exchange, b.near.tree, b.regions.tiles, first, last, steps, state)
        first = last


@entry
def repair_all(
    b: Bench,
    states: View2[u64],
    boards: View2[u8],
    drawn: Const[u8],
    shuffled: View2[u8],
) -> i64:
    """Repair and shuffle boards from ``b.board`` on: DONE, PAUSED, or the board that resists.

    states: their random streams. boards: uint8[count, n], mazes that become solutions. drawn:
    uint8[count], whether there is a maze. shuffled: uint8[count, n], filled.
    """
    sides: View[u8] = b.near.tree.sides
    while b.board < len(states):
        board = b.board
        if not drawn[board]:
            return board
        if b.turn == 0:
            for tile in range(len(sides)):
                sides[tile] = boards[board, tile]
        outcome = make_unique(b, row(states, board))
        if outcome == PAUSED:
            return PAUSED
        if outcome == RESISTS:
            return board
        for tile in range(len(sides)):
            boards[board, tile] = sides[tile]
            shuffled[board, tile] = sides[tile]
        turn_at_random(row(states, board), row(shuffled, board), 4)
        b.board += 1
    return DONE
