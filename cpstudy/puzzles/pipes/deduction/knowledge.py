"""What a solver without search knows: orientations left to each tile, edges that are known.

The two questions of Tatham2019 need exactly this: what a tile's possible orientations say of its
edges, and what an edge says of its tiles. Every rule writes through :func:`set_edge` and
:func:`keep`, which log one step each, so that a deduction can be told, checked and replayed.

A step is a row of ``steps``: (rule, tile, side, value). With side 0…3, the edge at that side of
the tile becomes open (value 1) or closed (0). With side -1, value is the set of orientations
that the tile loses, one bit a mask of open sides. Cost: constant a step; at most six steps a tile.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cpstudy.core.kernels import kernel, prepared
from cpstudy.puzzles.pipes.board.neighbours import closed_sides, neighbour_table
from cpstudy.puzzles.pipes.puzzle import ORIENTATIONS, Pipes

# The rules in the order in which they are tried: each is used only where all before it are stuck.
RULES = ("local", "loop", "dead end", "parity", "lookahead")
LOCAL, LOOP, DEAD_END, PARITY, LOOKAHEAD = range(5)

# The orientations of a tile as a set: bit m for open sides m.
ALL_ORIENTATIONS = np.array(
    [sum(1 << o for o in ORIENTATIONS[mask]) for mask in range(16)], np.int64
)
OPEN_COUNT = np.array([mask.bit_count() for mask in range(16)], np.int64)

# Places in ``Knowledge.control``.
STEPS, QUEUE, TREE, VERTICES, CURSOR = range(5)


class Knowledge(NamedTuple):
    """The state of a deduction on a board of n tiles.

    neighbours: int32[n, 4], -1 at borders. possible: uint16[n], sets of orientations. known:
    uint8[n], open sides + closed sides << 4. degree: int64[n], open sides of each tile. steps:
    int32[6n + 1, 4]. queue, queued: tiles that the local rule has yet to look at. control:
    int64[5], see the names above.
    """

    neighbours: Any
    possible: Any
    known: Any
    degree: Any
    steps: Any
    queue: Any
    queued: Any
    control: Any


def knowledge(puzzle: Pipes) -> Knowledge:
    """What is known of ``puzzle`` at first: its tiles, its borders and barriers."""
    n = len(puzzle.tiles)
    neighbours = neighbour_table(puzzle.rows, puzzle.columns, puzzle.wrap).astype(np.int32)
    tiles = np.frombuffer(puzzle.tiles, np.uint8)
    barriers = np.frombuffer(puzzle.barriers, np.uint8)
    find_closed = prepared(closed_sides, n)
    closed = find_closed(neighbours, puzzle.rows, puzzle.columns, barriers, not puzzle.free)
    degree = OPEN_COUNT[tiles]
    return Knowledge(
        neighbours=neighbours,
        possible=ALL_ORIENTATIONS[tiles].astype(np.uint16),
        known=closed << np.uint8(4),
        degree=degree,
        steps=np.zeros((6 * n + 1, 4), np.int32),
        queue=np.arange(n - 1, -1, -1, dtype=np.int32),
        queued=np.ones(n, np.bool_),
        control=np.array([0, n, not puzzle.free, np.count_nonzero(degree), 0], np.int64),
    )


@kernel
def copy_into(k: Any, other: Any) -> None:
    """Make ``other``, of the same board, know what ``k`` knows, with an empty log."""
    other.possible[:] = k.possible
    other.known[:] = k.known
    other.queued[:] = k.queued
    other.queue[:] = k.queue
    other.control[:] = k.control
    other.control[STEPS] = 0


@kernel
def look_at(k: Any, tile: Any) -> None:
    """Have the local rule look at a tile again."""
    if not k.queued[tile]:
        k.queued[tile] = True
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
    known = np.int64(k.known[tile])
    return 15 & ~(known | known >> 4)


@kernel
def set_edge(k: Any, rule: Any, tile: Any, side: Any, value: Any) -> bool:
    """The edge at ``side`` of ``tile`` is open (1) or closed (0). False where that is refuted."""
    known = np.int64(k.known[tile])
    if known >> side & 17:
        return bool(known >> side & 1 == value)
    bit = 1 if value else 16
    beyond = k.neighbours[tile, side]
    k.known[tile] = known | bit << side
    k.known[beyond] = np.int64(k.known[beyond]) | bit << (side ^ 2)
    _log(k, rule, tile, side, value)
    look_at(k, tile)
    look_at(k, beyond)
    return True


@kernel
def keep(k: Any, rule: Any, tile: Any, remaining: Any) -> bool:
    """Tile has only the orientations in ``remaining`` left. False where that is none."""
    possible = np.int64(k.possible[tile])
    remaining &= possible
    if remaining != possible:
        _log(k, rule, tile, -1, possible & ~remaining)
        k.possible[tile] = remaining
        look_at(k, tile)
    return bool(remaining != 0)
