"""Models of both state spaces of a level over packed positions: goals, successors, lower bound.

Cost: a few nanoseconds a step or push, and one memory access a box for all of a position's
successors; for areas one walk a position and one a push.
"""

from cpstudy.core.kernel_types import View, View2, i16, i64, u64
from cpstudy.core.native import kernel, workspace, zeros
from cpstudy.puzzles.sokoban.bound import Matching, assign
from cpstudy.puzzles.sokoban.floor import Floor
from cpstudy.puzzles.sokoban.packing import Layout, pack, sorted_push, unpack
from cpstudy.puzzles.sokoban.walking import Walk, walk
from cpstudy.state_spaces.packed.space import Space

# The content of a square.
_NOTHING, _BOX, _WALL = range(3)

# Columns of ``squares``: the neighbours, the target of a box pushed from the square (n for a wall),
# whether it is a goal, the contribution of the i-th box to the rank there.
PUSHED, HOME, RANKS = 4, 8, 9


@workspace
class Positions(Space):
    """The shared part of both models, for a floor of n squares and k boxes.

    squares: [n, 9 + k], see above. boxes, pushed: [k], scratch: before and after a push. bits,
    per_word: the layout. stuck: whether a goal cannot be reached.
    """

    floor: Floor
    squares: View2[u64]
    boxes: View[i64]
    pushed: View[i64]
    matching: Matching
    bits: i64
    per_word: i64
    stuck: bool

    def __init__(self, floor: Floor, squares: View2[u64], layout: Layout, stuck: bool) -> None:
        k = squares.shape[1] - RANKS
        self.floor, self.squares, self.stuck = floor, squares, stuck
        self.boxes, self.pushed, self.matching = zeros(k, "i64"), zeros(k, "i64"), Matching(k)
        self.bits, self.per_word = layout.bits, layout.per_word

    @kernel
    def is_goal(self) -> bool:
        """Whether every box is on a goal, and no goal is out of reach."""
        if self.stuck:
            return False
        bits = self.bits
        mask: u64 = (1 << bits) - 1
        word: u64 = self.state[0]
        field = 0
        place = 0
        for _ in range(len(self.boxes)):
            word >>= bits
            field += 1
            if field == self.per_word:
                field = 0
                place += 1
                word = self.state[place]
            if self.squares[word & mask, HOME] == 0:
                return False
        return True

    @kernel
    def heuristic(self) -> i64:
        """The pushes of a cheapest assignment of boxes to goals, INFINITE if there is none."""
        if self.stuck:
            return 0
        player = unpack(self.state, self.boxes, self.bits, self.per_word)
        return assign(self.floor, self.matching, self.boxes, player)


@workspace
class StepModel(Positions):
    """Every step is a transition; labels 0…3 are steps, 4…7 pushes.

    stands: [n + 1], the content of a square, the last is a wall; no boxes between calls.
    """

    stands: View[i16]

    def __init__(self, floor: Floor, squares: View2[u64], layout: Layout, stuck: bool) -> None:
        super().__init__(floor, squares, layout, stuck)
        self.stands = zeros(len(squares) + 1, "i16")
        self.stands[len(squares)] = _WALL

    @kernel
    def successors(self) -> i64:
        """Steps and pushes, up, down, left, right."""
        word: u64 = self.state[0]
        player: u64 = word & ((1 << self.bits) - 1)
        rank: u64 = _put_boxes(self, _BOX)
        ranked: bool = self.columns > self.words
        count = 0
        for side in range(4):
            # Written always and kept only if legal: avoids an unpredictable branch.
            ahead: u64 = self.squares[player, side]
            self.following[count, 0] = word ^ player ^ ahead
            for w in range(1, self.words):
                self.following[count, w] = self.state[w]
            if ranked:
                self.following[count, 1] = rank + ahead
            self.labels[count] = side
            self.costs[count] = 1
            stands = self.stands[ahead]
            legal: bool = stands == _NOTHING
            if stands == _BOX:
                beyond: u64 = self.squares[ahead, PUSHED + side]
                legal = self.stands[beyond] == _NOTHING
                if legal:
                    self.labels[count] = 4 + side
                    if len(self.boxes) < self.per_word:
                        _push_in_word(self, count, ahead, beyond)
                    else:
                        _push(self, count, ahead, beyond)
            count += legal
        _put_boxes(self, _NOTHING)
        return count


@kernel
def _put_boxes(m: StepModel, what: i64) -> u64:
    """Write ``what`` at the boxes; return their part of the rank, 0 for several words."""
    if len(m.boxes) >= m.per_word:
        if what == _BOX:
            unpack(m.state, m.boxes, m.bits, m.per_word)
        for i in range(len(m.boxes)):
            m.stands[m.boxes[i]] = what
        return 0
    bits = m.bits
    mask: u64 = (1 << bits) - 1
    rank: u64 = 0
    rest: u64 = m.state[0]
    for i in range(len(m.boxes)):
        rest >>= bits
        square: u64 = rest & mask
        m.stands[square] = what
        rank += m.squares[square, RANKS + i]
    return rank


@kernel
def _push_in_word(m: StepModel, at: i64, box: u64, target: u64) -> None:
    """Move a box of ``following[at]``, packed in one word; write its rank if there are ranks."""
    bits = m.bits
    mask: u64 = (1 << bits) - 1
    rest: u64 = m.following[at, 0]
    word: u64 = rest & mask
    rank: u64 = word
    shift = bits
    place = RANKS
    waits: bool = True
    for _ in range(len(m.boxes)):
        rest >>= bits
        square: u64 = rest & mask
        if waits and target < square:
            word |= target << shift
            rank += m.squares[target, place]
            shift += bits
            place += 1
            waits = False
        if square != box:
            word |= square << shift
            rank += m.squares[square, place]
            shift += bits
            place += 1
    if waits:
        word |= target << shift
        rank += m.squares[target, place]
    m.following[at, 0] = word
    if m.columns > 1:
        m.following[at, 1] = rank


@kernel
def _push(m: StepModel, at: i64, box: i64, target: i64) -> None:
    """Move a box of ``following[at]``, packed in several words, and the player behind it."""
    i = 0
    while m.boxes[i] != box:
        i += 1
    sorted_push(m.boxes, i, target, m.pushed)
    pack(m.following, at, box, m.pushed, m.bits, m.per_word)


@workspace
class AreaModel(Positions):
    """Every push is a transition; the label is 4 × the box's floor square + the side.

    here, after: the walks before and after a push; they share ``occupied``, zero between calls.
    """

    here: Walk
    after: Walk

    def __init__(self, floor: Floor, squares: View2[u64], layout: Layout, stuck: bool) -> None:
        super().__init__(floor, squares, layout, stuck)
        occupied = zeros(len(squares), "u8")
        self.here, self.after = Walk(floor.neighbours, occupied), Walk(floor.neighbours, occupied)

    @kernel
    def successors(self) -> i64:
        """Pushes by box and side."""
        k = len(self.boxes)
        player = unpack(self.state, self.boxes, self.bits, self.per_word)
        for i in range(k):
            self.here.occupied[self.boxes[i]] = 1
        walk(self.here, self.boxes, player)
        count = 0
        for i in range(k):
            box = self.boxes[i]
            for side in range(4):
                ahead = self.floor.neighbours[box, side]
                behind = self.floor.neighbours[box, side ^ 1]
                if ahead < 0 or behind < 0 or self.here.seen[behind] != self.here.number:
                    continue
                if self.here.occupied[ahead] != 0:
                    continue
                sorted_push(self.boxes, i, ahead, self.pushed)
                self.here.occupied[box] = 0
                self.here.occupied[ahead] = 1
                stand = walk(self.after, self.pushed, box)
                self.here.occupied[box] = 1
                self.here.occupied[ahead] = 0
                pack(self.following, count, stand, self.pushed, self.bits, self.per_word)
                if self.columns > self.words:
                    rank: u64 = stand
                    for j in range(k):
                        rank += self.squares[self.pushed[j], RANKS + j]
                    self.following[count, 1] = rank
                self.labels[count] = 4 * box + side
                self.costs[count] = 1
                count += 1
        for i in range(k):
            self.here.occupied[self.boxes[i]] = 0
        return count
