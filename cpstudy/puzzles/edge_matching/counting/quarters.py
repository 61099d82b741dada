"""Count boards by four quarters around the centre, each with a corner of the frame.

A quarter of a framed square has one corner piece, two sides at the frame and two cuts. Up to
rotation, the quarters in all four places are the same, so they are listed once. Around the board,
each quarter must match the next: the colours along its cut, from the frame to the centre, are those
along the other's cut. Pairs of neighbours that share no piece are the halves. Two halves make a
board if both cuts agree and each half has the pieces that the other lacks. One corner piece stays
in one place, so every class of boards is counted once. Identical pieces are distinguished; the
count is divided by their permutations at the end.

Halves are made for one word of colours along the left cut at a time: their hash table fits into the
second-level cache, whereas a table of all halves would wait for memory. On a 6×6 board with five
inner colours, one pair in twelve shares no piece; the others are rejected in a nanosecond each.

Cost: 20 to 30 ms for a framed 6×6 board with five inner and three outer colours, which has 55,000
quarters, 22 million pairs to test and 1.9 million halves. Limits: squares with an even side and at
most 36 pieces, without fixed or forbidden places, and with a corner piece that occurs once; at most
:data:`PAIRS` tests, since few colours make too many quarters. Source: joins of four lists after
Schroeppel1981, who meet in the middle without storing the halves.
"""

from collections import Counter
from math import factorial, prod
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from cpstudy.core.errors import NotApplicable
from cpstudy.core.kernel_types import Const, Const2, View, View2, i32, i64, u32
from cpstudy.core.native import entry, inlined, kernel, table, view, workspace, zeros
from cpstudy.core.result import Result, Stop
from cpstudy.core.solving import Request
from cpstudy.puzzles.edge_matching.puzzle import (
    BOTTOM,
    FRAME,
    LEFT,
    RIGHT,
    TOP,
    EdgeMatching,
    Piece,
)

Numbers = npt.NDArray[np.int64]

# The maximum numbers of quarters and of pairs to test: half a second.
QUARTERS, PAIRS = 1 << 19, 1 << 29
# The approximate memory of lists and halves.
_BYTES = 1 << 26
# Pieces in a mask. Masks do not contain corner pieces, since each corner piece has its own lists.
_PIECES = 32


class Quarters(NamedTuple):
    """The quarters of a board, one entry each.

    masks: of pieces. corners: the corner piece; 0 is the one with the most quarters.

    left, right: words along the cuts, as seen from the centre: left is along the lower cut of a
    quarter in the upper left. words: the number of possible words.
    """

    masks: Numbers
    corners: Numbers
    left: Numbers
    right: Numbers
    words: int


@workspace
class Scan:
    """A quarter that is filled row by row.

    options [n, 4]: mask, corner piece, colour on the right and below of an oriented piece. begins
    [4 · colours² + 1]: the first option for each position (2 at the upper frame, plus 1 at the left
    frame), colour above and colour on the left. used, below, right, following, end [cells + 1]:
    for each cell the pieces before it, its colours, and the range of the remaining options. found
    [QUARTERS, 4]: the quarters.
    """

    options: Const2[i64]
    begins: Const[i64]
    used: View[i64]
    below: View[i64]
    right: View[i64]
    following: View[i64]
    end: View[i64]
    found: View2[i64]
    side: i64
    colours: i64

    def __init__(self, options: Numbers, begins: Numbers, side: int, colours: int) -> None:
        self.options, self.begins = view(options), view(begins)
        self.used, self.below, self.right, self.following, self.end = (
            zeros(side**2 + 1, "i64") for _ in range(5)
        )
        self.found = zeros((QUARTERS, 4), "i64")
        self.side, self.colours = side, colours


@inlined
def _enter(s: Scan, cell: i64) -> None:
    """Go to a cell, at the first option that fits there."""
    top = cell < s.side
    first = cell % s.side == 0
    above = FRAME if top else s.below[cell - s.side]
    left = FRAME if first else s.right[cell - 1]
    key = ((2 * top + first) * s.colours + above) * s.colours + left
    s.following[cell] = s.begins[key]
    s.end[cell] = s.begins[key + 1]


@entry
def lay(s: Scan) -> i64:
    """Find all quarters; return their number, or -1 if there are too many."""
    cells = s.side * s.side
    corner = 0
    found = 0
    cell = 0
    _enter(s, 0)
    while cell >= 0:
        option = s.following[cell]
        if option == s.end[cell]:
            cell -= 1
            continue
        s.following[cell] = option + 1
        if s.used[cell] & s.options[option, 0]:
            continue
        if cell == 0:
            corner = s.options[option, 1]
        s.used[cell + 1] = s.used[cell] | s.options[option, 0]
        s.right[cell] = s.options[option, 2]
        s.below[cell] = s.options[option, 3]
        if cell + 1 < cells:
            cell += 1
            _enter(s, cell)
            continue
        if found == len(s.found):
            return -1
        left = 0
        right = 0
        for place in range(s.side):
            left = left * s.colours + s.below[cells - s.side + place]
            right = right * s.colours + s.right[place * s.side + s.side - 1]
        s.found[found, 0] = s.used[cells]
        s.found[found, 1] = corner
        s.found[found, 2] = left
        s.found[found, 3] = right
        found += 1
    return found


@workspace
class Sorted:
    """Quarters sorted by corner piece and the word of one cut: masks, and words of the other cut.

    begins [corners * words + 1]: the first quarter for each corner piece and word.
    """

    masks: Const[u32]
    far: Const[i64]
    begins: Const[i64]
    words: i64

    def __init__(self, quarters: Quarters, near: Numbers, far: Numbers) -> None:
        words = quarters.words
        key = quarters.corners * words + near
        order = np.argsort(key.astype(np.uint16) if 4 * words < 1 << 16 else key, kind="stable")
        counts = np.bincount(key, minlength=4 * words)
        self.masks, self.far = table(quarters.masks[order], "u32"), view(far[order])
        self.begins = view(np.concatenate([[0], np.cumsum(counts)]))
        self.words = words


@workspace
class Halves:
    """Halves with one word along the left cut.

    masks: of the pieces. words: 4 · the word of the right cut + the corner piece next to the first
    one in the upper half. equal: the number of equal upper halves. slots: 1 + the index of an upper
    half, or 0. full: all pieces.
    """

    masks: View[u32]
    words: View[i64]
    equal: View[i64]
    slots: View[i32]
    full: i64

    def __init__(self, most: int, full: int) -> None:
        self.masks = zeros(most + 1, "u32")
        self.words, self.equal = zeros(most + 1, "i64"), zeros(most + 1, "i64")
        self.slots = zeros(8 << max(most, 63).bit_length(), "i32")
        self.full = full


@kernel
def _pair(s: Sorted, h: Halves, first: i64, second: i64, word: i64, at: i64) -> i64:
    """Append the halves of two corners, the first with a word along its near cut.

    Return the new number of halves. Each pair is written, and kept only if it shares no piece; a
    branch instead would often be mispredicted.
    """
    other_neighbour = second if first == 0 else 6 - first - second
    begin = first * s.words + word
    for one in range(s.begins[begin], s.begins[begin + 1]):
        mask = s.masks[one]
        near = second * s.words + s.far[one]
        before = at
        for two in range(s.begins[near], s.begins[near + 1]):
            h.words[at] = two
            at += (mask & s.masks[two]) == 0
        for half in range(before, at):
            two = h.words[half]
            h.masks[half] = mask | s.masks[two]
            h.words[half] = 4 * s.far[two] + other_neighbour
    return at


@inlined
def _slot(h: Halves, mask: i64, word: i64, size: i64) -> i64:
    """Return the slot of the upper half with these pieces and this word, or a free slot for it."""
    mixed = mask * 0x5BD1E995 ^ word * 0x2C1B3C6D
    slot = (mixed ^ mixed >> 23) & (size - 1)
    while h.slots[slot] != 0 and (
        h.masks[h.slots[slot] - 1] != mask or h.words[h.slots[slot] - 1] != word
    ):
        slot = (slot + 1) & (size - 1)
    return slot


@entry
def count(upper: Sorted, lower: Sorted, h: Halves, word: i64) -> i64:
    """Count the boards with this word along the left cut and corner piece 0 in the upper left."""
    tops = 0
    for second in range(1, 4):
        tops = _pair(upper, h, 0, second, word, tops)
    size = 64
    while size < 8 * tops:
        size *= 2
    for slot in range(size):
        h.slots[slot] = 0
    for top in range(tops):
        slot = _slot(h, h.masks[top], h.words[top], size)
        if h.slots[slot] == 0:
            h.slots[slot] = top + 1
            h.equal[top] = 0
        h.equal[h.slots[slot] - 1] += 1
    total = 0
    for first in range(1, 4):
        for second in range(1, 4):
            if first != second:
                end = _pair(lower, h, first, second, word, tops)
                for half in range(tops, end):
                    slot = _slot(h, h.full ^ h.masks[half], h.words[half], size)
                    if h.slots[slot] != 0:
                        total += h.equal[h.slots[slot] - 1]
    return total


def quarters_of(puzzle: EdgeMatching) -> Quarters:
    """Return all quarters. Raises NotApplicable if the puzzle has none, or too many."""
    side, pieces = puzzle.rows // 2, len(puzzle.pieces)
    corners = [piece.count(FRAME) == 2 for piece in puzzle.pieces]
    square = puzzle.rows == puzzle.columns == 2 * side
    if not (square and puzzle.framed and puzzle.symmetric and sum(corners) == 4):
        raise NotApplicable("quarters need a framed square of an even side, without places")
    if pieces > 4 + _PIECES:
        raise NotApplicable(f"{pieces} pieces, at most {4 + _PIECES}")
    colours = int(np.max(puzzle.pieces)) + 1
    options = sorted(
        (
            (_kind(sides) * colours + sides[TOP]) * colours + sides[LEFT],
            0 if corners[index] else 1 << index - sum(corners[:index]),
            sum(corners[:index]),
            sides[RIGHT],
            sides[BOTTOM],
        )
        for index, piece in enumerate(puzzle.pieces)
        for sides in puzzle.turns(piece)
        if FRAME not in (sides[RIGHT], sides[BOTTOM])
    )
    rows = np.array(options, np.int64)
    begins = np.searchsorted(rows[:, 0], np.arange(4 * colours**2 + 1))
    scan = Scan(np.ascontiguousarray(rows[:, 1:]), begins, side, colours)
    number = lay(scan)
    if number < 0:
        raise NotApplicable(f"more than {QUARTERS} quarters")
    masks, which, left, right = np.asarray(scan.found)[:number].T
    rank = np.argsort(np.argsort(-np.bincount(which, minlength=4)))
    return Quarters(masks, rank[which], left, right, colours**side)


def _kind(sides: Piece) -> int:
    """Return where a piece belongs: 2 at the upper frame, 1 at the left one, 3 in the corner."""
    return 2 * (sides[TOP] == FRAME) + (sides[LEFT] == FRAME)


def solve(puzzle: EdgeMatching, request: Request) -> Result:
    """Count the classes of boards, without listing any.

    Counters: states (the quarters), and the pairs of quarters to test. Raises NotApplicable for the
    limits in the module docstring, and if the budget limits states or has too little memory.
    """
    budget = request.budget
    if not budget.iterations is budget.states is None or (budget.memory or _BYTES) < _BYTES:
        raise NotApplicable("quarters keep no budget of states or bytes")
    copies = Counter(map(puzzle.look, puzzle.pieces))
    if not any(
        piece.count(FRAME) == 2 and copies[puzzle.look(piece)] == 1 for piece in puzzle.pieces
    ):
        raise NotApplicable("identical pieces may make a board that is its own rotation")
    quarters = quarters_of(puzzle)
    upper = Sorted(quarters, quarters.left, quarters.right)
    lower = Sorted(quarters, quarters.right, quarters.left)
    pairs = _tests(upper, range(1)) + _tests(lower, range(1, 4))
    counters = {"states": len(quarters.masks), "pairs": int(pairs.sum())}
    if counters["pairs"] > PAIRS:
        raise NotApplicable(f"{counters['pairs']} pairs of quarters")
    halves = Halves(int(pairs.max(initial=0)), (1 << len(puzzle.pieces) - 4) - 1)
    total = 0
    for word in np.flatnonzero(pairs).tolist():
        if request.clock.late:
            return Result(stop=Stop.TIME, counters=counters)
        total += count(upper, lower, halves, word)
    total //= prod(map(factorial, copies.values()))
    boards = {"boards": total * puzzle.most_rotations}
    return Result(count=total, exhausted=True, counters=counters | boards)


def _tests(s: Sorted, firsts: range) -> Numbers:
    """Return for each word along the near cut the number of pairs that begin with these corners."""
    many = np.diff(np.asarray(s.begins)).reshape(4, s.words)
    found = np.zeros(s.words, np.int64)
    for first in firsts:
        begin, end = s.begins[first * s.words], s.begins[(first + 1) * s.words]
        near = np.repeat(np.arange(s.words), many[first])
        others = sum(many[second] for second in range(1, 4) if second != first)
        np.add.at(found, near, np.asarray(others)[np.asarray(s.far)[begin:end]])
    return found
