"""Check certificates of counts with independent code, which shares nothing with the counter.

Vertices are taken row by row, on the board transposed so that a row is its shorter side. Between
those taken and the others lie *places*, one more than a row has vertices: after vertex c of a row,
places 0 … c hold the edges downwards from the vertices 0 … c of the row, place c + 1 the edge to
the right, the others the edges that arrive from above at vertices c + 1 …. A *state* is a number:
two bits per place, 0 if no edge is taken, 1 and 2 for the left and the right end of a path between
two places (paths do not cross, so they match like brackets); then a bit per place, its *note*; then
whether the loop is closed.

*Notes of Slitherlink*, for the cell with a number below vertices c and c + 1, are at place c:
after vertex c whether its upper side is taken, after vertex c + 1 whether its lower side must be.
*Notes of Masyu* are at the place of a taken edge: after a white pearl, that the loop
must turn at the next vertex; after an empty cell, if the next vertex has a pearl, that the
loop turned there.

The certificate lists the states of each layer, in increasing order, each as the difference to the
previous one, in eight bytes, the least significant first. For each of them the checker derives all
successors by the rules at one vertex. Every solution is one path through the layers, and two
solutions differ at some vertex, so the number of paths to the state in which the loop is closed
(encode/layer_sums.py) is the count.
"""

from collections.abc import Iterator

import numpy as np

from cpstudy.core.kernel_types import View, View2, i64, u64
from cpstudy.core.native import inlined, kernel, view, workspace, zeros
from cpstudy.encode import layer_sums
from cpstudy.encode.layer_sums import Rules, Sums, reached
from cpstudy.puzzles.loops.rules import Loops

_WHITE, _BLACK = 1, 2
_NONE = -1

# The rightmost place that fits into a number.
_MOST = 20


@workspace
class Step(Rules):
    """A board of ``rows`` × ``width`` vertices, and the current vertex in a row and column.

    clue: int64[rows + 1, width + 1], Slitherlink: of the cell below and right of a vertex, Masyu:
    at a vertex; ``_NONE`` without one and beyond the board. mate, open: int64[places], the partners
    of a state's ends, and a stack. ends, notes, closed: those of the current state; left, above:
    whether edges arrive from there; noted: the notes of the successor.
    """

    clue: View2[i64]
    mate: View[i64]
    open: View[i64]
    rows: i64
    width: i64
    pearls: bool
    row: i64 = 0
    column: i64 = 0
    end_mask: i64
    note_mask: i64
    ends: i64 = 0
    notes: i64 = 0
    closed: i64 = 0
    left: i64 = 0
    above: i64 = 0
    noted: i64 = 0

    def __init__(self, puzzle: Loops) -> None:
        clues = np.array(puzzle.clues, np.int64).reshape(puzzle.rows, puzzle.columns)
        clues = np.where(clues == puzzle.no_clue, _NONE, clues)
        if puzzle.rows < puzzle.columns:
            clues = clues.T
        more = int(puzzle.on_faces)
        self.rows, self.width = clues.shape[0] + more, clues.shape[1] + more
        self.pearls = not puzzle.on_faces
        board = np.full((self.rows + 1, self.width + 1), _NONE, np.int64)
        board[: clues.shape[0], : clues.shape[1]] = clues
        self.clue = view(board)
        self.mate, self.open = (zeros(_MOST + 1, "i64") for _ in range(2))
        places = clues.shape[1] + more + 1  # in pure Python, shifts are unbounded
        self.end_mask, self.note_mask = (1 << 2 * places) - 1, (1 << places) - 1

    @kernel
    def follow(self, w: Sums) -> None:
        """Try every set of edges, down and to the right, at the vertex."""
        key = i64(w.row[w.state, 0])
        self.ends = key & self.end_mask
        self.notes = key >> 2 * (self.width + 1) & self.note_mask
        self.closed = key >> 3 * (self.width + 1)
        self.left = i64((self.ends >> 2 * self.column & 3) != 0)
        self.above = i64((self.ends >> 2 * (self.column + 1) & 3) != 0)
        for sides in range(4):
            if _takes(self, sides & 1, sides >> 1):
                _follow(self, w, sides & 1, sides >> 1)


@inlined
def _takes(w: Step, down: i64, right: i64) -> bool:
    """Whether the loop may take the edges down and right: two at a vertex or none, on the board."""
    taken = w.left + w.above + down + right
    if right and w.column == w.width - 1:
        return False
    if down and w.row == w.rows - 1:
        return False
    return taken == 0 or (taken == 2 and w.closed == 0)


@kernel
def _follow(w: Step, sums: Sums, down: i64, right: i64) -> None:
    """Add the ways to the successor if it satisfies the rules."""
    here = w.column
    ends = w.ends & ~(15 << 2 * here)
    closed = w.closed
    if w.left and w.above:
        _match(w)
        one = w.mate[here]
        other = w.mate[here + 1]
        if one == here + 1:
            # The loop is closed: no other path may be left.
            if ends != 0:
                return
            closed = 1
        else:
            ends &= ~(3 << 2 * one) & ~(3 << 2 * other)
            ends |= 1 << 2 * min(one, other) | 2 << 2 * max(one, other)
    elif w.left or w.above:
        ends |= (w.ends >> 2 * here & 3 | w.ends >> 2 * (here + 1) & 3) << 2 * (here + right)
    elif down:
        ends |= 9 << 2 * here
    allowed = _pearl(w, down, right) if w.pearls else _number(w, down, right)
    if not allowed:
        return
    noted = w.noted
    # After a row its last place, now empty, becomes the first one.
    if here == w.width - 1:
        ends <<= 2
        noted <<= i64(w.pearls)
    sums.words[0] = u64(ends | (noted | closed << (w.width + 1)) << 2 * (w.width + 1))
    reached(sums)


@kernel
def _match(w: Step) -> None:
    """Find the partner of each end."""
    depth = 0
    for place in range(w.width + 1):
        end = w.ends >> 2 * place & 3
        if end == 1:
            w.open[depth] = place
            depth += 1
        elif end == 2:
            depth -= 1
            w.mate[place] = w.open[depth]
            w.mate[w.open[depth]] = place


@inlined
def _put(w: Step, place: i64, note: i64) -> None:
    """Put a note at a place."""
    w.noted = w.noted & ~(1 << place) | note << place


@kernel
def _number(w: Step, down: i64, right: i64) -> bool:
    """Note the sides of the numbered cells at a vertex; False if a number is violated."""
    here = w.column
    w.noted = w.notes
    if w.row > 0 and w.clue[w.row - 1, here] != _NONE and (w.notes >> here & 1) != right:
        return False
    _put(w, here, right if w.clue[w.row, here] != _NONE else 0)
    if here > 0 and w.clue[w.row, here - 1] != _NONE:
        lower = w.clue[w.row, here - 1] - (w.notes >> (here - 1) & 1) - down
        lower -= i64((w.ends >> 2 * (here - 1) & 3) != 0)
        if lower != 0 and lower != 1:
            return False
        _put(w, here - 1, lower)
    return True


@kernel
def _pearl(w: Step, down: i64, right: i64) -> bool:
    """Note what pearls need to know of a vertex; False if a pearl is violated."""
    here = w.column
    pearl = w.clue[w.row, here]
    w.noted = w.notes & ~(3 << here)
    if w.left + w.above + down + right == 0:
        return pearl == _NONE
    turns = not ((w.left and right) or (w.above and down))
    if (pearl == _BLACK and not turns) or (pearl == _WHITE and turns):
        return False
    turned = False  # before this vertex, as far as known
    for side in range(2):
        if (w.above if side else w.left) == 0:
            continue
        note = (w.notes >> (here + side) & 1) == 1
        before = _NONE
        if side == 0:
            before = w.clue[w.row, here - 1]
        else:
            before = w.clue[w.row - 1, here]
        if before == _BLACK and turns:
            return False
        if before == _WHITE and note and not turns:
            return False
        # After a white pearl the loop goes straight on, after a black one it turns.
        turned_there = before == _BLACK or (before == _NONE and note)
        if pearl == _BLACK and turned_there:
            return False
        turned = turned or turned_there
    if pearl == _WHITE and not turned:
        _put(w, here, down)
        _put(w, here + 1, right)
    elif pearl == _NONE and turns:
        _put(w, here, i64(down and w.clue[w.row + 1, here] != _NONE))
        _put(w, here + 1, i64(right and w.clue[w.row, here + 1] != _NONE))
    return True


def why_rejected(puzzle: Loops, count: int, layers: Iterator[bytes]) -> str:
    """ "" if ``layers`` prove that the puzzle has ``count`` solutions, else the fault."""
    w = Step(puzzle)
    if w.width >= _MOST:
        return f"a row of {w.width} vertices, at most {_MOST - 1}"
    found = layer_sums.summed(w, bytes(8), _prepared(w), map(_plain, layers))
    closed = 1 << 3 * (w.width + 1)
    return layer_sums.why_not(found, count, closed.to_bytes(8, "little"))


def _prepared(w: Step) -> Iterator[int]:
    """Prepare the rules for one vertex after another; yields the bytes of a state after it."""
    for vertex in range(w.rows * w.width):
        w.row, w.column = divmod(vertex, w.width)
        yield 8


def _plain(layer: bytes) -> bytes:
    """States from their differences; a layer of an invalid length is unchanged."""
    return layer if len(layer) % 8 else np.cumsum(np.frombuffer(layer, "<i8")).tobytes()
