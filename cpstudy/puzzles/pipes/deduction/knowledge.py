"""What a solver without search knows: orientations left to each tile, edges that are known.

The two questions of Tatham2019 need exactly this: what a tile's possible orientations say of its
edges, and what an edge says of its tiles. Every rule writes through :func:`set_edge` and
:func:`keep`, which log one step each, so that a deduction can be told, checked and replayed. Rules
that keep something of their own (the forest of joined tiles, the bounds of what can be reached)
bring it up to date from the log, as far as they have not read it yet.

A step is a row of ``steps``: (rule, tile, side, value). With side 0…3, the edge at that side of
the tile becomes open (value 1) or closed (0). With side -1, value is the set of orientations
that the tile loses, one bit a mask of open sides. Cost: constant a step; at most six steps a tile.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cpstudy.core.kernels import kernel
from cpstudy.puzzles.pipes.board.neighbours import closed_of, neighbour_table
from cpstudy.puzzles.pipes.puzzle import ORIENTATIONS, Pipes

# The rules in the order in which they are tried: each is used only where all before it are stuck.
RULES = ("local", "loop", "dead end", "parity", "lookahead")
LOCAL, LOOP, DEAD_END, PARITY, LOOKAHEAD = range(5)

# The orientations of a tile in increasing order, filled up with 16: a bit that no set has.
TURNS = np.array([[*turns, 16, 16, 16][:4] for turns in ORIENTATIONS], np.int64)
OPEN_COUNT = np.array([mask.bit_count() for mask in range(16)], np.int64)

# The same as a set: bit m for open sides m.
_ALL_TURNS = np.array([sum(1 << turn for turn in turns) for turns in ORIENTATIONS], np.int64)

# Places in ``Knowledge.control``: steps logged, tiles in the queue, 1 for trees and 0 for free
# graphs, tiles that are not empty, the next tile to look ahead at, and the steps that the forest
# and the bounds are up to date with (the bounds: -1 before they were ever looked at).
STEPS, QUEUE, TREE, VERTICES, CURSOR, JOINED, BOUNDED = range(7)


class Knowledge(NamedTuple):
    """The state of a deduction on a board of n tiles; all arrays int64.

    neighbours: [n, 4], -1 at borders. tiles: [n], as they lie on the board. steps: [6n + 1, 4], the
    log. possible: [n], sets of orientations. known: [n], open sides + closed sides << 4. queue,
    queued: [n], tiles that the local rule has yet to look at. joined: [n], the forest of the loop
    rule. reach: [n, 4], the bounds of the rule of dead ends. control: [7], see the names above.
    changing: all that changes but the log, one array of which these six are parts.
    """

    neighbours: Any
    tiles: Any
    steps: Any
    possible: Any
    known: Any
    queue: Any
    queued: Any
    joined: Any
    reach: Any
    control: Any
    changing: Any


def knowledge(puzzle: Pipes) -> Knowledge:
    """What is known of ``puzzle`` at first: its tiles, its borders and barriers."""
    n = len(puzzle.tiles)
    tiles = np.frombuffer(puzzle.tiles, np.uint8).astype(np.int64)
    neighbours = neighbour_table(puzzle.rows, puzzle.columns, puzzle.wrap)
    shape = puzzle.rows, puzzle.columns, puzzle.wrap, puzzle.barriers
    closed = closed_of(*shape, not puzzle.free).astype(np.int64)
    vertices = np.count_nonzero(tiles)
    k = _of(neighbours, tiles, np.empty(9 * n + 7, np.int64))
    k.possible[:] = _ALL_TURNS[tiles]
    k.known[:] = closed << 4
    k.queue[:] = np.arange(n - 1, -1, -1)
    k.queued[:] = 1
    k.joined[:] = np.arange(n)
    k.reach[:] = np.where(closed[:, None] >> np.arange(4) & 1, 0, vertices)
    k.control[:] = 0, n, not puzzle.free, vertices, 0, 0, -1
    return k


def beside(k: Knowledge) -> Knowledge:
    """The same once more, with a log of its own that is empty."""
    return _of(k.neighbours, k.tiles, k.changing.copy())


def _of(neighbours: Any, tiles: Any, changing: Any) -> Knowledge:
    """A board's knowledge whose parts lie in ``changing``, int64[9n + 7]."""
    n = len(tiles)
    possible, known, queue, queued, joined = changing[: 5 * n].reshape(5, n)
    return Knowledge(
        neighbours=neighbours,
        tiles=tiles,
        steps=np.zeros((6 * n + 1, 4), np.int64),
        possible=possible,
        known=known,
        queue=queue,
        queued=queued,
        joined=joined,
        reach=changing[5 * n : 9 * n].reshape(n, 4),
        control=changing[9 * n :],
        changing=changing,
    )


@kernel
def copy_into(k: Any, other: Any) -> None:
    """Make ``other``, of the same board, know what ``k`` knows, with an empty log.

    What rules keep of their own must be up to date in ``k``, as it is when all of them are stuck.
    """
    for place in range(k.changing.size):
        other.changing[place] = k.changing[place]
    other.control[STEPS] = 0
    other.control[JOINED] = 0
    other.control[BOUNDED] = 0


@kernel
def look_at(k: Any, tile: Any) -> None:
    """Have the local rule look at a tile again."""
    if not k.queued[tile]:
        k.queued[tile] = 1
        k.queue[k.control[QUEUE]] = tile
        k.control[QUEUE] += 1


@kernel
def _log(k: Any, rule: Any, tile: Any, side: Any, value: Any) -> None:
    step = k.control[STEPS]
    k.steps[step, 0] = rule
    k.steps[step, 1] = tile
    k.steps[step, 2] = side
    k.steps[step, 3] = value
    k.control[STEPS] = step + 1


@kernel
def unknown_sides(k: Any, tile: Any) -> Any:
    """The sides of a tile whose edges are not known, as a bit set."""
    known = k.known[tile]
    return 15 & ~(known | known >> 4)


@kernel
def set_edge(k: Any, rule: Any, tile: Any, side: Any, value: Any) -> bool:
    """The edge at ``side`` of ``tile`` is open (1) or closed (0). False where that is refuted."""
    known = k.known[tile]
    if known >> side & 17:
        return bool(known >> side & 1 == value)
    bit = 1 if value else 16
    beyond = k.neighbours[tile, side]
    k.known[tile] |= bit << side
    k.known[beyond] |= bit << (side ^ 2)
    _log(k, rule, tile, side, value)
    look_at(k, tile)
    look_at(k, beyond)
    return True


@kernel
def keep(k: Any, rule: Any, tile: Any, remaining: Any) -> bool:
    """Tile has only the orientations in ``remaining`` left. False where that is none."""
    possible = k.possible[tile]
    remaining &= possible
    if remaining != possible:
        _log(k, rule, tile, -1, possible & ~remaining)
        k.possible[tile] = remaining
        look_at(k, tile)
    return bool(remaining != 0)
