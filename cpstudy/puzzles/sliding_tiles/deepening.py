"""Iterative-deepening A* for sliding tiles: fewest moves with almost no memory (Korf1985).

The search is depth first as long as the number of moves plus the lower bound stays within a limit.
The limit is at first the bound of the start, then the least sum that exceeded the previous limit.
The bound is the sum of pattern tables (:mod:`.patterns`), updated by one lookup a move; on square
boards, it is the maximum of this bound and that of the mirror image along the diagonal, which is
the same board with other numbers (Culberson1998). A tile never slides back at once.

Boards whose empty cell comes first are rotated by 180° and renumbered backwards, so that it comes
last: both goals use the same tables.

Cost: with Manhattan distance 4·10^8 nodes for a random 15-puzzle (Korf1985); with patterns of 6, 6
and 3 tiles some 10^5. Boards of 5×5 are solved if they are near the goal. Memory: that of the
tables.
"""

from dataclasses import replace

import numpy as np

from cpstudy.core.clock import Clock, OutOfTimeError
from cpstudy.core.exploring import Progress, Report
from cpstudy.core.kernel_types import Const, View, View2, i64, u8
from cpstudy.core.native import array, entry, table, view, workspace, zeros
from cpstudy.core.result import Budget, PathResult, Stop
from cpstudy.core.solving import WrongAnswerError
from cpstudy.puzzles.sliding_tiles.patterns import Tables, bytes_needed, manhattan, patterns
from cpstudy.puzzles.sliding_tiles.puzzle import SlidingTiles, State
from cpstudy.puzzles.sliding_tiles.space import SlidingTilesSpace
from cpstudy.state_spaces.strategies import astar

# The number of nodes searched before filling tables is worthwhile.
_FIRST_NODES = 20_000
# No board of 5x5 is known to need more moves than 208.
_DEEPEST = 255
# Nodes of one call.
_SLICE = 1 << 21
UNLIMITED = 1 << 62

# Why the kernel returned.
FOUND, EXHAUSTED, PAUSED = range(3)


@workspace
class Search:
    """The workspace of a search; directions are numbered up, left, right, down.

    neighbours: [4 * cells], by cell and direction the cell there or -1. mirrored: [cells], the cell
    across the diagonal. square: whether the mirror image has the same shape. owner, power, table:
    see ``Tables``. board: [cells], tiles by cell. places: [2, n], the index of each pattern's
    placement in the tables, and that of the mirror image. empty, turn: [depths], the empty cell and
    the direction to be tried next; bounds: [2, depths]. limit: of this round; following: of the
    next.
    """

    neighbours: Const[i64]
    mirrored: Const[i64]
    square: bool
    owner: Const[i64]
    power: Const[i64]
    table: Const[u8]
    board: View[i64]
    places: View2[i64]
    empty: View[i64]
    turn: View[i64]
    bounds: View2[i64]
    depth: i64
    limit: i64
    following: i64
    nodes: i64

    def __init__(self, depths: int) -> None:
        self.empty, self.turn = zeros(depths, "i64"), zeros(depths, "i64")
        self.bounds = zeros((2, depths), "i64")
        self.depth, self.limit, self.following, self.nodes = 0, 0, UNLIMITED, 1


@entry
def deepen(s: Search, end: i64) -> i64:
    """Continue to ``end`` nodes in total: FOUND, EXHAUSTED (this limit), or PAUSED."""
    depth = s.depth
    status = PAUSED
    while s.nodes < end:
        hole = s.empty[depth]
        direction = s.turn[depth]
        if direction == 4:
            if depth == 0:
                status = EXHAUSTED
                break
            depth -= 1
            back = s.empty[depth]
            tile = s.board[back]
            s.board[hole] = tile
            s.board[back] = 0
            s.places[0, s.owner[tile]] += (hole - back) * s.power[tile]
            if s.square:
                image = s.mirrored[tile - 1] + 1
                far = s.mirrored[hole] - s.mirrored[back]
                s.places[1, s.owner[image]] += far * s.power[image]
            continue
        s.turn[depth] = direction + 1
        cell = s.neighbours[4 * hole + direction]
        if cell < 0 or (depth > 0 and cell == s.empty[depth - 1]):
            continue
        s.nodes += 1
        tile = s.board[cell]
        pattern = s.owner[tile]
        old = s.places[0, pattern]
        new = old + (hole - cell) * s.power[tile]
        bound = s.bounds[0, depth] + s.table[new] - s.table[old]
        s.bounds[0, depth + 1] = bound
        image = 0
        image_new = 0
        if s.square:
            image = s.mirrored[tile - 1] + 1
            image_old = s.places[1, s.owner[image]]
            far = s.mirrored[hole] - s.mirrored[cell]
            image_new = image_old + far * s.power[image]
            other = s.bounds[1, depth] + s.table[image_new] - s.table[image_old]
            s.bounds[1, depth + 1] = other
            bound = max(bound, other)
        if depth + 1 + bound > s.limit:
            s.following = min(s.following, depth + 1 + bound)
            continue
        s.board[hole] = tile
        s.board[cell] = 0
        s.places[0, pattern] = new
        if s.square:
            s.places[1, s.owner[image]] = image_new
        depth += 1
        s.empty[depth] = cell
        s.turn[depth] = 0
        if bound == 0:
            status = FOUND
            break
    s.depth = depth
    return status


def deepening(
    space: SlidingTilesSpace, budget: Budget, *, bound: str = "auto", report: Report | None = None
) -> PathResult:
    """Fewest moves, or the parity that forbids them; see the module's docstring.

    ``states`` of the result and of the budget are nodes of the search: a board visited again counts
    again. bound: "auto", "manhattan" or "patterns", see the kind's option.
    """
    puzzle, clock = space.puzzle, Clock(budget.seconds)
    reason = puzzle.why_unsolvable()
    if reason:
        if not (puzzle.snail or odd_by_inversions(puzzle)):
            raise WrongAnswerError(f"cycles and inversions disagree: {puzzle.encode()}")
        return PathResult(exhausted=True, states=1, depth=1, counters={"nodes": 0}, reason=reason)
    most = UNLIMITED if budget.states is None else budget.states
    small = budget.memory is not None and budget.memory < bytes_needed(puzzle.rows, puzzle.columns)
    if small and bound == "patterns":
        return PathResult(stop=Stop.MEMORY, states=1, depth=1, counters={"nodes": 0})
    run = _Run(puzzle, clock, report)
    stop: Stop | None = None
    if bound != "patterns":
        ahead = most if bound == "manhattan" or small else min(most, _FIRST_NODES)
        stop = run.go(manhattan(puzzle.rows, puzzle.columns), ahead)
    if stop is None and run.nodes < most:
        try:
            stop = run.go(patterns(puzzle.rows, puzzle.columns, clock), most)
        except OutOfTimeError:
            stop = Stop.TIME
    path = run.path
    return PathResult(
        path=path,
        stop=stop or Stop.STATES,
        states=run.nodes,
        transitions=run.nodes - 1,
        depth=(run.limit if path is None else len(path)) + 1,
        cost=None if path is None else len(path),
        counters={"nodes": run.nodes, "limit": run.limit},
    )


def odd_by_inversions(puzzle: SlidingTiles) -> bool:
    """Whether the goal is unreachable, by another count than that of the rules.

    The number of pairs of tiles in the wrong order is even if the goal is reachable; on boards of
    even width, the number of rows from the empty cell to its goal is added.
    """
    tiles = turned(puzzle)
    order = [tile for tile in tiles if tile]
    pairs = sum(one > other for at, one in enumerate(order) for other in order[at + 1 :])
    rows = 0 if puzzle.columns % 2 else puzzle.rows - 1 - tiles.index(0) // puzzle.columns
    return (pairs + rows) % 2 == 1


class _Run:
    """A search with one bound or with two, one after the other, and its results so far."""

    def __init__(self, puzzle: SlidingTiles, clock: Clock, report: Report | None) -> None:
        self._puzzle, self._clock, self._report = puzzle, clock, report
        self.nodes, self.limit = 1, 0
        self.path: tuple[str, ...] | None = None

    def go(self, tables: Tables, most: int) -> Stop | None:
        """Search up to ``most`` nodes in total: LIMIT if found, TIME, or None."""
        search = search_of(self._puzzle, tables)
        self.limit = max(self.limit, search.bounds[0, 0], search.bounds[1, 0])
        search.limit, search.nodes = self.limit, self.nodes
        if self._puzzle.is_goal(self._puzzle.tiles):
            self.path = ()
            return Stop.LIMIT
        while self.nodes < most:
            status = deepen(search, min(most, self.nodes + _SLICE))
            self.nodes = search.nodes
            if self._report is not None:
                depth = search.depth
                self._report(Progress(self.nodes, depth, depth + 1, self._clock.passed))
            if status == FOUND:
                empty = array(search.empty)[: search.depth + 1]
                self.path = _path(self._puzzle, empty.tolist())
                return Stop.LIMIT
            if status == EXHAUSTED:
                self.limit = search.following
                search.limit, search.following = self.limit, UNLIMITED
                search.turn[0] = 0
            if self._clock.late:
                return Stop.TIME
        return None


def search_of(puzzle: SlidingTiles, tables: Tables) -> Search:
    """Create a search that begins at a board."""
    rows, columns = puzzle.rows, puzzle.columns
    cells = rows * columns
    tiles = turned(puzzle)
    square = rows == columns
    mirrored = [c % columns * columns + c // columns if square else c for c in range(cells)]
    neighbours = np.full((cells, 4), -1, np.int64)
    for cell in range(cells):
        row, column = divmod(cell, columns)
        near = (row > 0, column > 0, column < columns - 1, row < rows - 1)
        for direction, (there, step) in enumerate(
            zip(near, (-columns, -1, 1, columns), strict=True)
        ):
            if there:
                neighbours[cell, direction] = cell + step
    places = np.stack([tables.first, tables.first])
    for cell, tile in enumerate(tiles):
        if tile:
            image = mirrored[tile - 1] + 1
            places[0, tables.owner[tile]] += cell * tables.power[tile]
            places[1, tables.owner[image]] += mirrored[cell] * tables.power[image]
    search = Search(_DEEPEST + 2)
    search.neighbours, search.mirrored = view(neighbours.ravel()), table(mirrored, "i64")
    search.square, search.board, search.places = square, table(tiles, "i64"), view(places)
    search.owner, search.power = view(tables.owner), view(tables.power)
    search.table = view(tables.table)
    for image, bound in enumerate(tables.table[places].sum(axis=1, dtype=np.int64).tolist()):
        search.bounds[image, 0] = bound
    search.empty[0] = tiles.index(0)
    return search


def turned(puzzle: SlidingTiles) -> State:
    """The tiles of the same board with its goal rotated so that the empty cell comes last."""
    if not puzzle.first:
        return puzzle.tiles
    cells = len(puzzle.tiles)
    return tuple((cells - tile) % cells for tile in reversed(puzzle.tiles))


def _path(puzzle: SlidingTiles, empty: list[int]) -> tuple[str, ...]:
    """The numbers of the tiles that slid, from the empty cell's path on the rotated board."""
    state, cells = puzzle.tiles, len(puzzle.tiles)
    moves = []
    for turned_cell in empty[1:]:
        cell = cells - 1 - turned_cell if puzzle.first else turned_cell
        moves.append(str(state[cell]))
        state = puzzle.slid(state, cell)
    return tuple(moves)


def search(
    space: SlidingTilesSpace, budget: Budget, *, bound: str = "auto", report: Report | None = None
) -> PathResult:
    """Fewest moves by :func:`deepening`; for the snail, a parity check and then A*."""
    if space.puzzle.snail and not space.puzzle.why_unsolvable():
        return replace(astar(space, budget, report=report), engine="astar")
    return deepening(space, budget, bound=bound, report=report)
