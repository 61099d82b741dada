"""The consequences of a board without one of its tiles, for each of many tiles.

To derive what holds for any type of a tile, give the tile an unknown type. Doing this for one tile
after another applies the rules to the whole board each time. Here the set of tiles is halved: the
types of one half are assigned, which derives consequences for all tiles of the other half at once,
and so on down to a single tile; then everything is undone and the other half is assigned. Each
level of halving applies the rules to each tile once.

If the assigned types are already refuted, they are refuted for all types of the tiles left out:
a board that is wrong in one place is refuted by two applications of the rules.

Cost: the rules applied to the board twice if it is wrong, log n times if it is not.
"""

from cpstudy.core.kernel_types import Const, View, View2, i32, i64, u8
from cpstudy.core.native import entry
from cpstudy.puzzles.tilings.search.rules import look_round, propagate
from cpstudy.puzzles.tilings.search.state import BITS, Work, forget_stack, push, undo

# The mask of a tile of unknown type.
ANY = 16

# Columns of a frame: the range of places, the stage reached, the length of the trail before.
_LOW, _HIGH, _STAGE, _MARK = 0, 1, 2, 3

# The number of frames that suffices for any board.
FRAMES = 40


@entry
def retype(w: Work, tile: i64, old: i64, new: i64) -> None:
    """Change a tile from type ``old`` to ``new``, masks or ANY; nothing else changes."""
    label = w.label[tile]
    more = w.degree[w.types[new]] - w.degree[w.types[old]]
    w.kind[tile] = w.types[new]
    w.stubs[label] += more
    w.owners[label] += more * tile
    push(w, tile)


@entry
def assign(w: Work, tiles: Const[u8], order: View[i32], first: i64, last: i64) -> bool:
    """Assign the types of ``order[first:last]``, which are unknown; False on a contradiction.

    :func:`unassign` undoes it, given the previous length of the trail.
    """
    for place in range(first, last):
        retype(w, order[place], ANY, tiles[order[place]])
    for place in range(first, last):
        tile = order[place]
        if BITS[w.state[tile] & 15] > BITS[tiles[tile]]:
            return forget_stack(w)
    for place in range(first, last):
        label = w.label[order[place]]
        stubs = w.stubs[label]
        if stubs == 0 and w.size[label] < w.vertices:
            return forget_stack(w)
        if stubs == 1:
            look_round(w, w.owners[label])
    return propagate(w)


@entry
def unassign(w: Work, tiles: Const[u8], order: View[i32], first: i64, last: i64, mark: i64) -> None:
    """Undo :func:`assign` and all its consequences, down to a trail of length ``mark``."""
    undo(w, mark)
    for place in range(first, last):
        retype(w, order[place], tiles[order[place]], ANY)
    forget_stack(w)


@entry
def next_left_out(w: Work, tiles: Const[u8], order: View[i32], frames: View2[i64], top: i64) -> i64:
    """Continue until all tiles of ``order`` but one are assigned: its frame, -1 at the end.

    tiles: uint8[n], masks. order: int[m], the tiles whose type is unknown at first. frames:
    int64[FRAMES, 4]. top: the frame to continue from, as it was returned; 0 at first, with
    ``frames[0] = 0, m, 0, 0``. The tile left out is ``order[frames[top, 0]]``. At the end
    everything is undone. Tiles for which the others are contradictory are skipped.
    """
    while top >= 0:
        low, high = frames[top, _LOW], frames[top, _HIGH]
        stage, mark = frames[top, _STAGE], frames[top, _MARK]
        if high - low <= 1:
            frames[top, _STAGE] = 1
            if stage == 0 and low < high:
                return top
            top -= 1
            continue
        middle = (low + high) >> 1
        frames[top, _STAGE] = stage + 1
        if stage == 0:
            frames[top, _MARK] = w.trailed
            consistent = assign(w, tiles, order, middle, high)
            high = middle
        elif stage == 1:
            unassign(w, tiles, order, middle, high, mark)
            consistent = assign(w, tiles, order, low, middle)
            low = middle
        else:
            unassign(w, tiles, order, low, middle, mark)
            top -= 1
            continue
        if consistent:
            top += 1
            frames[top, _LOW] = low
            frames[top, _HIGH] = high
            frames[top, _STAGE] = 0
    return -1
