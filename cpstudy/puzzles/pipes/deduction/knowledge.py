"""The knowledge of a solver without search: remaining orientations of each tile, known edges.

The two questions of Tatham2019 need exactly this: what a tile's possible orientations imply for its
edges, and what an edge implies for its tiles. Every rule writes through :func:`set_edge` and
:func:`keep`, which log one step each, so that a deduction can be explained, checked and replayed.
Rules with their own data (the forest of joined tiles, the bounds of what can be reached) update it
from the steps of the log that they have not read yet.

A step is a row of ``steps``: (rule, tile, side, value). With side 0…3, the edge at that side of
the tile becomes open (value 1) or closed (0). With side -1, value is the set of orientations
that the tile loses, one bit per mask of open sides. Cost: constant per step; at most six steps per
tile.
"""

import numpy as np
import numpy.typing as npt

from cpstudy.core.kernel_types import Const, Const2, View, View2, i32, i64, u8, u16
from cpstudy.core.native import array, entry, inlined, kernel, table, view, workspace, zeros
from cpstudy.puzzles.pipes.board.neighbours import closed_of, neighbour_table
from cpstudy.puzzles.pipes.puzzle import ORIENTATIONS, Pipes

# The rules in the order in which they are tried: each is used only if all before it are stuck.
RULES = ("local", "loop", "dead end", "parity", "lookahead")
LOCAL, LOOP, DEAD_END, PARITY, LOOKAHEAD = range(5)

# The orientations of a tile in increasing order, padded with 16: a bit that no set has.
TURNS: Const2[u8] = table([[*turns, 16, 16, 16][:4] for turns in ORIENTATIONS], "u8")

# The same as a set: bit m for open sides m.
_ALL_TURNS: Const[u16] = table([sum(1 << turn for turn in turns) for turns in ORIENTATIONS], "u16")


@workspace
class Knowledge:
    """The state of a deduction on a board of n tiles; see :func:`knowledge`.

    neighbours: [n, 4], -1 at borders. tiles: [n], as they lie on the board. steps: [6n + 1, 4], the
    log, of which ``logged`` rows are written. changing: all changing arrays except the log. Its
    parts are possible: [n], sets of orientations; known: [n], open sides + closed sides << 4;
    queue, queued: [n], the ``waiting`` tiles that the local rule must still visit; joined: [n], the
    forest of the loop rule; reach: [n, 4], the bounds of the rule of dead ends. towards: [4], used
    by the loop rule only.

    tree: whether the solution must be a tree. vertices: the number of non-empty tiles. cursor: the
    next tile for lookahead. joined_to, bounded_to: the number of steps that the forest and the
    bounds include (bounded_to: -1 before their first use).
    """

    neighbours: View2[i32]
    tiles: Const[u8]
    steps: View2[i32]
    changing: View[i64]
    possible: View[u16]
    known: View[u8]
    queue: View[i32]
    queued: View[u8]
    joined: View[i32]
    reach: View2[i32]
    towards: View[i64]
    tree: bool
    vertices: i64
    logged: i64
    waiting: i64
    cursor: i64
    joined_to: i64
    bounded_to: i64

    def __init__(self, neighbours: View2[i32], tiles: Const[u8]) -> None:
        n = len(tiles)
        self.neighbours = neighbours
        self.tiles = tiles
        self.steps = zeros((6 * n + 1, 4), "i32")
        # Parts of 16n, 4n, 4n, 2n, n and n bytes.
        changing = np.zeros(28 * n // 8 + 1, np.int64)
        self.changing = view(changing)
        parts = changing.view(np.uint8)
        self.reach = view(parts[: 16 * n].view(np.int32).reshape(n, 4))
        self.queue = view(parts[16 * n : 20 * n].view(np.int32))
        self.joined = view(parts[20 * n : 24 * n].view(np.int32))
        self.possible = view(parts[24 * n : 26 * n].view(np.uint16))
        self.known = view(parts[26 * n : 27 * n])
        self.queued = view(parts[27 * n : 28 * n])
        self.towards = zeros(4, "i64")
        self.vertices = self.logged = self.waiting = self.cursor = self.joined_to = 0
        self.tree = False
        self.bounded_to = -1


def knowledge(puzzle: Pipes) -> Knowledge:
    """The initial knowledge about ``puzzle``: its tiles, its borders and barriers."""
    neighbours = neighbour_table(puzzle.rows, puzzle.columns, puzzle.wrap)
    shape = puzzle.rows, puzzle.columns, puzzle.wrap, puzzle.barriers
    k = Knowledge(table(neighbours, "i32"), view(puzzle.tiles))
    k.tree = not puzzle.free
    _begin(k, view(closed_of(*shape, k.tree)))
    return k


@entry
def _begin(k: Knowledge, closed: Const[u8]) -> None:
    """Start with all orientations; only sides that are always closed are known."""
    n = len(k.tiles)
    for tile in range(n):
        k.vertices += k.tiles[tile] != 0
        k.possible[tile] = _ALL_TURNS[k.tiles[tile]]
        k.known[tile] = closed[tile] << 4
        k.queue[tile] = n - 1 - tile
        k.queued[tile] = 1
        k.joined[tile] = tile
    k.waiting = n
    for tile in range(n):
        for side in range(4):
            k.reach[tile, side] = 0 if closed[tile] >> side & 1 else k.vertices


def copy_of(k: Knowledge) -> Knowledge:
    """A copy with its own, empty log."""
    other = Knowledge(k.neighbours, k.tiles)
    copy_into(k, other)
    return other


def log(k: Knowledge) -> npt.NDArray[np.int32]:
    """The steps so far: int32[steps, 4]."""
    return array(k.steps)[: k.logged]


@entry
def copy_into(k: Knowledge, other: Knowledge) -> None:
    """Copy the knowledge of ``k`` into ``other``, of the same board, with an empty log.

    The rules' own data must be up to date in ``k``, as it is when all rules are stuck.
    """
    for place in range(len(k.changing)):
        other.changing[place] = k.changing[place]
    other.tree = k.tree
    other.vertices = k.vertices
    other.waiting = k.waiting
    other.cursor = k.cursor
    other.logged = 0
    other.joined_to = 0
    other.bounded_to = 0


@kernel
def look_at(k: Knowledge, tile: i64) -> None:
    """Make the local rule visit a tile again."""
    if not k.queued[tile]:
        k.queued[tile] = 1
        k.queue[k.waiting] = tile
        k.waiting += 1


@kernel
def _log(k: Knowledge, rule: i64, tile: i64, side: i64, value: i64) -> None:
    k.steps[k.logged, 0] = rule
    k.steps[k.logged, 1] = tile
    k.steps[k.logged, 2] = side
    k.steps[k.logged, 3] = value
    k.logged += 1


@entry
@inlined
def unknown_sides(k: Knowledge, tile: i64) -> i64:
    """The sides of a tile whose edges are not known, as a bit set."""
    known = k.known[tile]
    return 15 & ~(known | known >> 4)


@entry
def set_edge(k: Knowledge, rule: i64, tile: i64, side: i64, value: i64) -> bool:
    """Make the edge at ``side`` of ``tile`` open (1) or closed (0). False if that is refuted."""
    known = k.known[tile]
    if known >> side & 17:
        return known >> side & 1 == value
    bit = 1 if value else 16
    beyond = k.neighbours[tile, side]
    k.known[tile] |= bit << side
    k.known[beyond] |= bit << (side ^ 2)
    _log(k, rule, tile, side, value)
    look_at(k, tile)
    look_at(k, beyond)
    return True


@entry
def keep(k: Knowledge, rule: i64, tile: i64, remaining: i64) -> bool:
    """Keep only the orientations in ``remaining`` for a tile. False if none is left."""
    possible = k.possible[tile]
    remaining &= possible
    if remaining != possible:
        _log(k, rule, tile, -1, possible & ~remaining)
        k.possible[tile] = remaining
        look_at(k, tile)
    return remaining != 0
