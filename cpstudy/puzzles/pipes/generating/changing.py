"""Decide all ways to change a number of tiles of a puzzle, until one makes it unique.

A way is a choice of tiles and of a new type for each: a dead end, straight, corner or T. The number
of open sides must stay that of a tree. If the board has two colours like a chessboard, each edge
joins both, so the number must also stay the same on each colour. Ways that violate this have no
solution and are left out.

The ways come in *blocks*: all tiles except the last are fixed, and the last is any tile that comes
after them. Once the other types are chosen, ways of a block differ in one tile, so the consequences
of the rest of the board are derived for many of them at once (:mod:`..search.leaving_out`): nearby
tiles refute most changes, whatever the type of the last tile.

Cost: for each choice of types in a block about twice the rules applied to the board, and a search
for each way that the rules do not refute. The number of ways grows with the tiles to the power of
the changes.
"""

import numpy as np
import numpy.typing as npt

from cpstudy.core.kernel_types import Const, View, View2, i32, i64, u8
from cpstudy.core.native import entry, kernel, table, view, workspace, zeros
from cpstudy.puzzles.pipes.board.statistics import TYPES
from cpstudy.puzzles.pipes.puzzle import ORIENTATIONS
from cpstudy.puzzles.pipes.search.engine import NONE, UNIQUE, UNKNOWN, decide_on
from cpstudy.puzzles.pipes.search.leaving_out import ANY, FRAMES, assign, next_left_out, unassign
from cpstudy.puzzles.tilings.search.engine import begin_search, lay
from cpstudy.puzzles.tilings.search.rules import propagate
from cpstudy.puzzles.tilings.search.state import BITS, Work

# The new types of a changed tile: a dead end, straight, corner or T, in their first orientation.
NEW: Const[u8] = table([ORIENTATIONS[mask][0] for mask in (1, 5, 3, 7)], "u8")

# The nodes of the search for one board.
MOST_NODES = 20_000


@workspace
class Changes:
    """The ways to change k tiles of a board of n, a block at a time.

    given: uint8[n], the board. colours: int64[n], 0 or 1; 0 everywhere on boards without two
    colours. order[:end]: int64[m], the tiles that may be changed. places: int64[k - 1], increasing
    places in ``order``: the tiles of the block. types: int64[k - 1], their current new types,
    places in NEW; best: int64[k - 1], those of the first way that makes the board unique. counts:
    int64[m], the number of ways with each last tile.

    tiles: uint8[n], the board with some types unknown. last, last_places: int32[m], the possible
    last tiles and their places in ``order``. frames: int64[FRAMES, 4], of the halving.

    For the last block: undecided: the number of ways that exceeded the nodes. found: the place in
    ``order`` of the last tile of the first way that makes the board unique, -1 if there is none;
    found_type: its last new type; before: the number of ways before it with the same tiles. work:
    tiles assigned and nodes spent.
    """

    given: Const[u8]
    colours: Const[i64]
    order: Const[i64]
    places: View[i64]
    types: View[i64]
    best: View[i64]
    counts: View[i64]
    tiles: View[u8]
    last: View[i32]
    last_places: View[i32]
    frames: View2[i64]
    end: i64
    undecided: i64
    found: i64
    found_type: i64
    before: i64
    work: i64

    def __init__(
        self,
        given: npt.NDArray[np.uint8],
        colours: npt.NDArray[np.int64],
        order: npt.NDArray[np.int64],
        changed: int,
    ) -> None:
        """changed: the number of changed tiles."""
        n, m = given.size, order.size
        self.given = view(given)
        self.colours = view(colours)
        self.order = view(order)
        self.places = table(range(changed - 1), "i64")
        self.types = zeros(changed - 1, "i64")
        self.best = zeros(changed - 1, "i64")
        self.counts = zeros(m, "i64")
        self.tiles = zeros(n, "u8")
        self.last = zeros(m, "i32")
        self.last_places = zeros(m, "i32")
        self.frames = zeros((FRAMES, 4), "i64")
        self.end = m
        self.undecided = self.before = self.work = 0
        self.found, self.found_type = -1, 0


@entry
def decide_block(w: Work, closed: Const[u8], c: Changes, witnesses: View2[u8]) -> None:
    """Decide the ways of the block ``c.places``; the results are in ``c.found`` and the like.

    closed: uint8[n]. witnesses: uint8[2, n], overwritten. Of the ways that make the board unique,
    the first is the one with the first last tile, then with the first types. ``c.counts`` may lack
    ways after it.
    """
    c.undecided = 0
    c.before = 0
    c.work = 0
    c.found = -1
    c.found_type = 0
    for place in range(len(c.counts)):
        c.counts[place] = 0
    for place in range(len(c.types)):
        c.types[place] = 0
    while True:
        if _other_types(c):
            added = _added(c, False)
            number = _choose_last(c, added, _added(c, True))
            if number > 0:
                _decide_last(w, closed, c, witnesses, number, added)
        if not _next_types(c.types):
            return


@kernel
def _other_types(c: Changes) -> bool:
    """Whether all new types differ from the old ones."""
    for k in range(len(c.places)):
        if TYPES[NEW[c.types[k]]] == TYPES[c.given[c.order[c.places[k]]]]:
            return False
    return True


@kernel
def _added(c: Changes, black: bool) -> i64:
    """The open sides that the new types add, on both colours or on the second only."""
    added = 0
    for k in range(len(c.places)):
        tile = c.order[c.places[k]]
        if not black or c.colours[tile]:
            added += BITS[NEW[c.types[k]]] - BITS[c.given[tile]]
    return added


@kernel
def _next_types(types: View[i64]) -> bool:
    """Advance to the next new types of the same tiles; False after the last."""
    k = len(types) - 1
    while k >= 0 and types[k] == len(NEW) - 1:
        types[k] = 0
        k -= 1
    if k < 0:
        return False
    types[k] += 1
    return True


@kernel
def _may_become(c: Changes, tile: i64, new: i64, added: i64) -> bool:
    """Whether this new type of a tile compensates the open sides that the other changes added."""
    old = c.given[tile]
    return TYPES[new] != TYPES[old] and BITS[new] - BITS[old] == -added


@kernel
def _choose_last(c: Changes, added: i64, added_black: i64) -> i64:
    """Fill ``c.last`` with the possible last tiles before the best one; return their number."""
    first = 0
    if len(c.places) > 0:
        first = c.places[len(c.places) - 1] + 1
    end = c.end
    if c.found >= 0:
        end = c.found
    number = 0
    for place in range(first, end):
        tile = c.order[place]
        if added * c.colours[tile] != added_black:
            continue
        before = c.counts[place]
        for k in range(len(NEW)):
            if _may_become(c, tile, NEW[k], added):
                c.counts[place] += 1
        if c.counts[place] > before:
            c.last[number] = tile
            c.last_places[number] = place
            number += 1
    return number


@kernel
def _decide_last(
    w: Work, closed: Const[u8], c: Changes, witnesses: View2[u8], number: i64, added: i64
) -> None:
    """Decide the ways with these types and each of ``number`` last tiles, until one is unique."""
    for tile in range(len(c.given)):
        c.tiles[tile] = c.given[tile]
    for k in range(len(c.places)):
        c.tiles[c.order[c.places[k]]] = NEW[c.types[k]]
    for k in range(number):
        c.tiles[c.last[k]] = ANY
    lay(w, c.tiles, closed, True)
    c.work += len(c.given)
    if not propagate(w):
        return
    c.frames[0, 0] = 0
    c.frames[0, 1] = number
    c.frames[0, 2] = 0
    top = next_left_out(w, c.given, c.last, c.frames, 0)
    while top >= 0:
        if _decide_left_out(w, c, witnesses, c.frames[top, 0], added):
            return
        top = next_left_out(w, c.given, c.last, c.frames, top)


@kernel
def _decide_left_out(w: Work, c: Changes, witnesses: View2[u8], chosen: i64, added: i64) -> bool:
    """Decide the ways in which ``c.last[chosen]`` is the last; all other tiles are known.

    True if one is unique, which is then the best.
    """
    tile = c.last[chosen]
    left = 0  # ways from here on that are already counted
    for k in range(len(NEW)):
        left += _may_become(c, tile, NEW[k], added)
    for k in range(len(NEW)):
        if not _may_become(c, tile, NEW[k], added):
            continue
        c.tiles[tile] = NEW[k]
        mark = w.trailed
        verdict = NONE
        if assign(w, c.tiles, c.last, chosen, chosen + 1):
            begin_search(w)
            verdict = decide_on(w, MOST_NODES, witnesses)
            c.work += 10 * w.nodes
        unassign(w, c.tiles, c.last, chosen, chosen + 1, mark)
        if verdict == UNIQUE:
            place = c.last_places[chosen]
            c.found = place
            c.found_type = k
            c.before = c.counts[place] - left
            for number in range(len(c.types)):
                c.best[number] = c.types[number]
            return True
        if verdict == UNKNOWN:
            c.undecided += 1
        left -= 1
    return False
