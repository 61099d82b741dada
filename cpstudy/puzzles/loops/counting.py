"""The number of loops: dynamic programming along a frontier of vertices.

Vertices are taken row by row. A state describes the frontier between vertices taken and the others:
the ends of paths that cross it, as brackets (:mod:`cpstudy.frontier.one_cycle`), and what the clues
need to know about edges behind it, one bit per place:

- Slitherlink, a bit per column: whether the upper side of the cell below is on the loop; once three
  sides are known, whether the fourth must be.
- Masyu, a bit per end of a path: whether the loop turned at the vertex that the end comes from,
  if a pearl needs this; for a white pearl, whether the loop must still turn next to it.

One more bit states that the loop is closed; then only empty places follow. The board is
transposed if necessary, so that rows are its shorter side.

Cost: 40 to 75 ns per expanded state, depending on the caches. Without clues a layer has about
as many states as Motzkin's number of its places: 15,511 for 12 of them, 6.5 million for 18; clues
add bits and remove states. Limits: words of 62 bits, so the shorter side has at most
:data:`WIDEST` vertices.
"""

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from cpstudy.core.errors import NotApplicable
from cpstudy.core.kernel_types import Const2, i64
from cpstudy.core.kind import Spot
from cpstudy.core.native import inlined, kernel, view, workspace
from cpstudy.core.result import Result
from cpstudy.core.solving import Request
from cpstudy.frontier import counting
from cpstudy.frontier.engine import Model
from cpstudy.frontier.layers import Layers, put
from cpstudy.frontier.one_cycle import CLOSES, OPENS, joined
from cpstudy.puzzles.loops import search
from cpstudy.puzzles.loops.rules import Loops

WIDEST = 19

# Columns of the sites: whether a vertex has an edge to the right and downwards; Slitherlink: the
# clues of the cells to its upper right and lower left, NONE without one, and whether the cell to
# the lower right has one; Masyu: the pearls here, above and to the left.
RIGHT, DOWN, FIRST, SECOND, THIRD, SITE = range(6)
NONE = -1
WHITE, BLACK = 1, 2


@workspace
class Board(Model):
    """sites [vertices, SITE], row by row. width: vertices in a row. pearls: whether it is Masyu."""

    sites: Const2[i64]
    width: i64
    pearls: bool

    def __init__(self, sites: npt.NDArray[np.int64], width: int, pearls: bool) -> None:
        self.sites, self.width, self.pearls = view(sites), width, pearls
        # In the final state the loop is closed; the state without a loop does not count.
        self.furnish(len(sites), 1, 4, 1 << 3 * (width + 1))

    @kernel
    def expand(self, t: Layers, state: i64) -> None:
        """Extend the loop from the current vertex; label: 1 down, 2 to the right, or both."""
        _expand(t, self, state)


@inlined
def _expand(t: Layers, b: Board, state: i64) -> None:
    """The successors of a state: the ways of the loop from the current vertex."""
    key = t.keys[t.half, state]
    vertex = t.place
    column = vertex % b.width
    right = b.sites[vertex, RIGHT]
    down = b.sites[vertex, DOWN]
    closed = key >> _closed_bit(b) & 1
    from_left = key >> 2 * column & 3
    from_above = key >> 2 * (column + 1) & 3
    bare = key & ~(15 << 2 * column)
    if from_left == 0 and from_above == 0:
        _send(t, b, state, column, key, key, 0, 0)
        if right and down and not closed:
            _send(t, b, state, column, key, bare | i64(OPENS | CLOSES << 2) << 2 * column, 1, 1)
    elif from_left == 0 or from_above == 0:
        end = from_left | from_above
        if down:
            _send(t, b, state, column, key, bare | end << 2 * column, 1, 0)
        if right:
            _send(t, b, state, column, key, bare | end << 2 * (column + 1), 0, 1)
    else:
        after = joined(key, column)
        if after >= 0:
            _send(t, b, state, column, key, after, 0, 0)
        elif bare & ((1 << 2 * (b.width + 1)) - 1) == 0:
            _send(t, b, state, column, key, bare | 1 << _closed_bit(b), 0, 0)


@inlined
def _closed_bit(b: Board) -> i64:
    """The position of the bit that states that the loop is closed."""
    return 3 * (b.width + 1)


@inlined
def _send(
    t: Layers, b: Board, state: i64, column: i64, before: i64, after: i64, down: i64, right: i64
) -> None:
    """Put the successor if the clues allow it. before, after: keys; ``after`` has new brackets."""
    key = (
        _kept_by_pearls(t, b, column, before, after, down, right)
        if b.pearls
        else (_kept_by_numbers(t, b, column, after, down, right))
    )
    if key < 0:
        return
    if column == b.width - 1:
        key = _next_row(b, key)
    t.label = down | right << 1
    put(t, state, key)


@inlined
def _next_row(b: Board, key: i64) -> i64:
    """Move the empty place behind the last vertex of a row before the first one of the next row."""
    places = 2 * (b.width + 1)
    brackets = key & ((1 << places) - 1)
    known = key >> places & ((1 << (b.width + 1)) - 1)
    closed = key >> _closed_bit(b)
    if b.pearls:
        known = known << 1 & ((1 << (b.width + 1)) - 1)
    return brackets << 2 & ((1 << places) - 1) | known << places | closed << _closed_bit(b)


@inlined
def _kept_by_numbers(t: Layers, b: Board, column: i64, key: i64, down: i64, right: i64) -> i64:
    """The key with the bits of Slitherlink, -1 if a number is violated."""
    vertex = t.place
    first = 2 * (b.width + 1)
    here = first + column
    upper = b.sites[vertex, FIRST]
    if upper != NONE and (key >> here & 1) != right:
        return -1
    key &= ~(1 << here)
    if b.sites[vertex, THIRD]:
        key |= right << here
    clue = b.sites[vertex, SECOND]
    if clue != NONE:
        side = here - 1
        left = 0 if key >> 2 * (column - 1) & 3 == 0 else 1
        wanted = clue - (key >> side & 1) - left - down
        if wanted < 0 or wanted > 1:
            return -1
        key = key & ~(1 << side) | wanted << side
    return key


@inlined
def _kept_by_pearls(
    t: Layers, b: Board, column: i64, before: i64, key: i64, down: i64, right: i64
) -> i64:
    """The key with the bits of Masyu, -1 if a pearl is violated.

    A bit belongs to an end of a path. From a white pearl: the loop must turn at the next vertex.
    From a vertex without a pearl: the loop turned there; stored if the next vertex has a pearl.
    """
    vertex = t.place
    first = 2 * (b.width + 1)
    here = b.sites[vertex, FIRST]
    above = b.sites[vertex, SECOND]
    at_left = b.sites[vertex, THIRD]
    from_left = 0 if before >> 2 * column & 3 == 0 else 1
    from_above = 0 if before >> 2 * (column + 1) & 3 == 0 else 1
    bit_left = before >> (first + column) & 1
    bit_above = before >> (first + column + 1) & 1
    key &= ~(3 << (first + column))
    if from_left + from_above + down + right == 0:
        return -1 if here != 0 else key
    straight = (from_left and right) or (from_above and down)
    if here == BLACK and straight:
        return -1
    if here == WHITE and not straight:
        return -1
    # The requirements of the previous vertices for this one.
    turned_before = 0
    if from_left:
        if at_left == BLACK and not straight:
            return -1
        if at_left == WHITE and bit_left and straight:
            return -1
        went_straight = at_left == WHITE or (at_left == 0 and not bit_left)
        if here == BLACK and not went_straight:
            return -1
        turned_before |= not went_straight
    if from_above:
        if above == BLACK and not straight:
            return -1
        if above == WHITE and bit_above and straight:
            return -1
        went_straight = above == WHITE or (above == 0 and not bit_above)
        if here == BLACK and not went_straight:
            return -1
        turned_before |= not went_straight
    # The requirements of this vertex for the next ones.
    bit = 0
    if here == WHITE:
        bit = 0 if turned_before else 1
    elif here == 0:
        bit = 0 if straight else 1
    if down and (here == WHITE or (here == 0 and _pearl_below(b, vertex))):
        key |= bit << (first + column)
    if right and (here == WHITE or (here == 0 and b.sites[vertex + 1, FIRST] != 0)):
        key |= bit << (first + column + 1)
    return key


@inlined
def _pearl_below(b: Board, vertex: i64) -> bool:
    return b.sites[vertex + b.width, FIRST] != 0


def board_of(puzzle: Loops, columns: int | None = None) -> Board:
    """The kernel's data of a puzzle, or of its first columns along the shorter side.

    Raises NotApplicable if the puzzle is too wide.
    """
    clues = np.array(puzzle.clues, np.int64).reshape(puzzle.rows, puzzle.columns)
    if is_turned(puzzle):
        clues = clues.T
    clues = clues[:, :columns]
    height, width = (side + int(puzzle.on_faces) for side in clues.shape)
    if width > WIDEST:
        raise NotApplicable(f"the shorter side has {width} vertices, at most {WIDEST} fit a state")
    sites = np.zeros((height, width, SITE), np.int64)
    sites[:, :-1, RIGHT] = 1
    sites[:-1, :, DOWN] = 1
    if puzzle.on_faces:
        sites[:, :, (FIRST, SECOND)] = NONE
        sites[1:, :-1, FIRST] = clues
        sites[:-1, 1:, SECOND] = clues
        sites[:-1, :-1, THIRD] = clues != puzzle.no_clue
    else:
        sites[:, :, FIRST] = clues
        sites[1:, :, SECOND] = clues[:-1]
        sites[:, 1:, THIRD] = clues[:, :-1]
    return Board(sites.reshape(-1, SITE), width, not puzzle.on_faces)


def is_turned(puzzle: Loops) -> bool:
    """Whether the board is transposed, so that rows are its shorter side."""
    return puzzle.columns > puzzle.rows


def counter(puzzle: Loops) -> counting.Counter:
    """The model for the frontier. A place is an edge, its value whether it is on the loop."""
    board = board_of(puzzle)
    lattice, turned = puzzle.lattice, is_turned(puzzle)

    def values(vertex: int, label: int) -> Iterator[tuple[int, int]]:
        row, column = divmod(vertex, board.width)
        for bit, down in ((1, True), (2, False)):
            here = (column, row) if turned else (row, column)
            edge = lattice.down(*here) if down is not turned else lattice.across(*here)
            if edge >= 0:
                yield edge, int(label & bit > 0)

    cells = min(puzzle.rows, puzzle.columns)
    return counting.Counter(
        board, values, bytes, counting.Strips(cells, lambda k: board_of(puzzle, k))
    )


def spot(puzzle: Loops, edge: int) -> Spot:
    """The place of an edge in the picture, between its ends."""
    row, column, down = puzzle.lattice.place(edge)
    begin = 0.0 if puzzle.on_faces else 0.5
    x, y = begin + column + 0.5 * (not down), begin + row + 0.5 * down
    return Spot(puzzle.edge(edge), x, y, 0.4)


def sign(_: Loops, value: int) -> str:
    """The name of an edge's value."""
    return "on" if value else "off"


def solve(puzzle: Loops, request: Request) -> Result:
    """The exact number of solutions; up to ``limit`` of them by clause learning (None: all).

    Like :func:`cpstudy.frontier.counting.solve`. Raises NotApplicable if the board is too wide.
    """
    return counting.solve(counter(puzzle), search.solve, puzzle, request)
