"""Checking certificates of counts with code of its own: nothing of the counter is used.

Vertices are taken row by row, on the board turned so that a row is its shorter side. Between those
taken and the others lie *places*, one more than a row has vertices: after vertex c of a row, places
0 … c hold the edges that the vertices 0 … c of the row send down, place c + 1 the edge to the
right, the others the edges that come down to vertices c + 1 ….  A *state* is a number: two bits a
place, 0 where no edge is taken, 1 and 2 for the left and the right end of a path between two places
(paths do not cross, so they match like brackets); then a bit a place, its *note*; then whether the
loop is closed.

*Notes of Slitherlink*, for the cell with a number below vertices c and c + 1, stand at place c:
after vertex c whether its upper side is taken, after vertex c + 1 whether its lower side must be.
*Notes of Masyu* stand at the place of an edge that is taken: behind a white pearl, that the loop
has to turn at the next vertex; behind an empty cell, where the next vertex has a pearl, that the
loop turned there.

The certificate names the states of each layer, in increasing order, each as the difference to the
one before it, in eight bytes, the least first. For each of them the checker makes all ways on, by
the rules at one vertex, and demands that what follows be in the next layer; it adds up how many
ways lead to each. So the number at the state in which the loop is closed is the count: every
solution is one way through the layers, and two solutions differ at some vertex.

Cost: linear in the states, but for a binary search in the next layer, and never in the solutions;
two layers are in memory at a time.
"""

from collections.abc import Iterator

import numpy as np

from cpstudy.core.native import (
    View,
    View2,
    array,
    entry,
    i64,
    inlined,
    kernel,
    table,
    view,
    workspace,
    zeros,
)
from cpstudy.puzzles.loops.rules import Loops

_WHITE, _BLACK = 1, 2
_NONE = -1

# Numbers of ways in digits of so many bits.
_BITS = 60
_DIGIT = (1 << _BITS) - 1

# The rightmost place of which a number has room.
_MOST = 20

# What ``step`` returns: all is well, a state is missing, one is none, a number is too large.
_WELL, _MISSING, _BROKEN, _LARGE = range(4)


@workspace
class Step:
    """A board of ``rows`` × ``width`` vertices and two layers of states.

    clue: int64[rows + 1, width + 1], Slitherlink: of the cell below and right of a vertex, Masyu:
    at a vertex; ``_NONE`` without one and beyond the board. states, next: int64[·], increasing.
    ways, sums: int64[states, digits], [next, digits]. mate, open: int64[places], of a state's ends,
    the partners, and a stack. Of the state at hand ends, notes, closed, and whether edges come from
    the left and from above; noted: notes of what follows.
    """

    clue: View2[i64]
    states: View[i64]
    next: View[i64]
    ways: View2[i64]
    sums: View2[i64]
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
        self.states = table([0], "i64")
        self.next = zeros(1, "i64")
        self.ways = view(np.ones((1, 1), np.int64))
        self.sums = zeros((1, 1), "i64")
        self.mate, self.open = (zeros(_MOST + 1, "i64") for _ in range(2))
        places = clues.shape[1] + more + 1  # Python shifts its own numbers without end
        self.end_mask, self.note_mask = (1 << 2 * places) - 1, (1 << places) - 1


@entry
def step(w: Step) -> i64:
    """Add up the ways from each state of a layer to those of the next one; how that went."""
    status = _WELL
    for state in range(len(w.states)):
        key = w.states[state]
        w.ends = key & w.end_mask
        w.notes = key >> 2 * (w.width + 1) & w.note_mask
        w.closed = key >> 3 * (w.width + 1)
        w.left = i64((w.ends >> 2 * w.column & 3) != 0)
        w.above = i64((w.ends >> 2 * (w.column + 1) & 3) != 0)
        for way in range(4):
            if status == _WELL and _takes(w, way & 1, way >> 1):
                status = _follow(w, state, way & 1, way >> 1)
    return status


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
def _follow(w: Step, state: i64, down: i64, right: i64) -> i64:
    """Add up a state's ways where it follows from the rules; how that went."""
    here = w.column
    ends = w.ends & ~(15 << 2 * here)
    closed = w.closed
    if w.left and w.above:
        if not _match(w):
            return _BROKEN
        one = w.mate[here]
        other = w.mate[here + 1]
        if one == here + 1:
            # The loop is closed: no other path may be left.
            if ends != 0:
                return _WELL
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
        return _WELL
    noted = w.noted
    # After a row its last place, now empty, is the first one.
    if here == w.width - 1:
        ends <<= 2
        noted <<= i64(w.pearls)
    return _add(w, state, ends | (noted | closed << (w.width + 1)) << 2 * (w.width + 1))


@kernel
def _match(w: Step) -> bool:
    """Find the partner of each end; False where they do not match."""
    depth = 0
    for place in range(w.width + 1):
        end = w.ends >> 2 * place & 3
        if end == 1:
            w.open[depth] = place
            depth += 1
        elif end == 2 and depth > 0:
            depth -= 1
            w.mate[place] = w.open[depth]
            w.mate[w.open[depth]] = place
        elif end != 0:
            return False
    return depth == 0


@inlined
def _put(w: Step, place: i64, note: i64) -> None:
    """Put a note at a place."""
    w.noted = w.noted & ~(1 << place) | note << place


@kernel
def _number(w: Step, down: i64, right: i64) -> bool:
    """Note what the cells with numbers beside a vertex have; False where one is not kept."""
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
    """Note what pearls have to know of a vertex; False where one is not kept."""
    here = w.column
    pearl = w.clue[w.row, here]
    w.noted = w.notes & ~(3 << here)
    if w.left + w.above + down + right == 0:
        return pearl == _NONE
    turns = not ((w.left and right) or (w.above and down))
    if (pearl == _BLACK and not turns) or (pearl == _WHITE and turns):
        return False
    turned = False  # before this vertex, as far as it is known
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
        # Behind a white pearl the loop goes straight on, behind a black one it turns.
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


@kernel
def _add(w: Step, state: i64, key: i64) -> i64:
    """Add a state's ways to those of the one that follows; how that went."""
    low = 0
    high = len(w.next)
    while low < high:
        middle = (low + high) >> 1
        if w.next[middle] < key:
            low = middle + 1
        else:
            high = middle
    if low == len(w.next) or w.next[low] != key:
        return _MISSING
    carry = 0
    for digit in range(w.ways.shape[1]):
        total = w.sums[low, digit] + w.ways[state, digit] + carry
        w.sums[low, digit] = total & _DIGIT
        carry = total >> _BITS
    return _LARGE if carry else _WELL


_FAULTS = ("", "a state that follows is missing", "paths that do not match before it", "too large")


def why_rejected(puzzle: Loops, count: int, layers: Iterator[bytes]) -> str:
    """ "" where ``layers`` prove that the puzzle has ``count`` solutions, else the fault."""
    w = Step(puzzle)
    if w.width >= _MOST:
        return f"a row of {w.width} vertices, at most {_MOST - 1}"
    if next(layers, b"") != bytes(8):
        return "layer 0: not the state without edges alone"
    for place in range(w.rows * w.width):
        layer = next(layers, None)
        if layer is None or len(layer) % 8:
            return f"layer {place + 1}: missing"
        states = np.cumsum(np.frombuffer(layer, "<i8").astype(np.int64))
        if (states < 0).any() or not (np.diff(states) > 0).all():
            return f"layer {place + 1}: not in increasing order"
        w.row, w.column = divmod(place, w.width)
        w.next = view(np.ascontiguousarray(states))
        fault = _FAULTS[_added(w)]
        if fault:
            return f"layer {place + 1}: {fault}"
        w.states, w.ways = w.next, w.sums
    if next(layers, None) is not None:
        return "a layer after the last vertex"
    found = _ways_to(w, 1 << 3 * (w.width + 1))
    return "" if found == count else f"the layers have {found} solutions, not {count}"


def _added(w: Step) -> int:
    """Add up one layer, with as many digits as that takes."""
    digits = w.ways.shape[1]
    while True:
        w.sums = zeros((len(w.next), digits), "i64")
        status = step(w)
        if status != _LARGE:
            return status
        digits += 1
        wider = np.zeros((len(w.states), digits), np.int64)
        wider[:, :-1] = array(w.ways)
        w.ways = view(wider)


def _ways_to(w: Step, state: int) -> int:
    """How many ways there are to a state of the layer."""
    place = int(np.searchsorted(array(w.states), state))
    if place == len(w.states) or w.states[place] != state:
        return 0
    return sum(int(digit) << _BITS * i for i, digit in enumerate(array(w.ways)[place]))
