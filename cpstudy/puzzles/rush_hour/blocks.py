"""Klotski for compiled search: the place of each block in a few bits.

Blocks of one shape are interchangeable, so their places are sorted, and boards that look alike are
one state. The places fill words from the low end, as many as fit into a word: the classic board
takes 50 bits. The cells of a block at a place are bits, 64 to a word.

Cost: a depth-first walk of each block over the free cells, a few operations a cell and word.
"""

from typing import Any

import numpy as np

from cpstudy.core.kernel_types import View, View2, View3, i64, u64
from cpstudy.core.native import inlined, kernel, view, workspace, zeros
from cpstudy.puzzles.rush_hour.puzzle import EMPTY, Moves, RushHour, State
from cpstudy.state_spaces.packed.space import CompiledSpace, Space, Words

_WORD = 64


def compiled(puzzle: RushHour, moves: Moves) -> CompiledSpace[State]:
    """The compiled space of the board."""
    cells, blocks = puzzle.rows * puzzle.columns, len(puzzle.blocks)
    bits = max(1, (cells - 1).bit_length())
    in_a_word = _WORD // bits
    words = -(-blocks // in_a_word)

    def pack(state: State) -> Words:
        packed = [0] * words
        ordered = (p for first, end in puzzle.classes for p in sorted(state[first:end]))
        for number, place in enumerate(ordered):
            packed[number // in_a_word] |= place << number % in_a_word * bits
        return tuple(packed)

    def unpack(packed: Words) -> State:
        low = (1 << bits) - 1
        return tuple(
            packed[number // in_a_word] >> number % in_a_word * bits & low
            for number in range(blocks)
        )

    def label(number: int) -> str:
        return puzzle.move_name(0, *divmod(number, cells))

    # A block's new first cell was free or one of its other cells.
    free = puzzle.cells.count(EMPTY)
    fanout = sum(free + len(block.cells) - 1 for block in puzzle.blocks)
    tables = _tables(puzzle)

    def model() -> Sliding:
        return Sliding(*tables, moves == "steps", bits, puzzle.goal_cell, puzzle.columns)

    return CompiledSpace(
        initial=(pack(puzzle.start),),
        model=model,
        fanout=max(1, fanout),
        label=label,
        pack=pack,
        unpack=unpack,
        words=words,
        guided=model,
    )


def _tables(puzzle: RushHour) -> tuple[Any, Any, Any]:
    """By block: the bounds of its class, its cells at each place, and the places next to it."""
    cells, blocks = puzzle.rows * puzzle.columns, len(puzzle.blocks)
    classes = np.zeros((blocks, 2), dtype=np.int64)
    masks = np.zeros((blocks, cells, -(-cells // _WORD)), dtype=np.uint64)
    neighbours = np.full((blocks, cells, 4), -1, dtype=np.int64)
    for first, end in puzzle.classes:
        classes[first:end] = first, end
    for block in range(blocks):
        for cell, mask in puzzle.masks[block].items():
            for word in range(masks.shape[2]):
                masks[block, cell, word] = mask >> _WORD * word & (1 << _WORD) - 1
            for place, other in enumerate(puzzle.neighbours[block][cell]):
                neighbours[block, cell, place] = other
    return view(classes), view(masks), view(neighbours)


@workspace
class Sliding(Space):
    """A board.

    classes: [blocks, 2], masks: [blocks, cells, words of cells], neighbours: [blocks, cells, 4],
    see above. steps: whether a move is one step, not a slide. bits: of a place. goal: the place of
    A at the goal. side: the number of columns. taken: the cells of all blocks, then of all but one;
    seen: the visited places of that one.
    """

    classes: View2[i64]
    masks: View3[u64]
    neighbours: View3[i64]
    steps: bool
    bits: i64
    in_a_word: i64
    goal: i64
    side: i64
    places: View[i64]
    moved: View[i64]
    waiting: View[i64]
    taken: View[u64]
    seen: View[u64]

    def __init__(
        self, classes: View2[int], masks: View3[int], neighbours: View3[int], steps: bool,
        bits: int, goal: int, side: int,
    ) -> None:  # fmt: skip
        self.classes, self.masks, self.neighbours = classes, masks, neighbours
        self.steps, self.bits, self.in_a_word = steps, bits, _WORD // bits
        self.goal, self.side = goal, side
        blocks, cells, words = masks.shape
        self.taken, self.seen = zeros(words, "u64"), zeros(words, "u64")
        self.places, self.moved = zeros(blocks, "i64"), zeros(blocks, "i64")
        self.waiting = zeros(4 * cells + 4, "i64")

    @kernel
    def successors(self) -> i64:
        """Write the next states: blocks in order, the places of each depth first."""
        cells = self.masks.shape[1]
        words = self.masks.shape[2]
        for w in range(words):
            self.taken[w] = 0
        for b in range(len(self.masks)):
            self.places[b] = place_of(self, b)
            for w in range(words):
                self.taken[w] |= self.masks[b, self.places[b], w]
        count = 0
        for b in range(len(self.masks)):
            origin = self.places[b]
            for w in range(words):
                self.taken[w] ^= self.masks[b, origin, w]  # only the other blocks
                self.seen[w] = 0
            self.seen[origin >> 6] = u64(1) << (origin & 63)
            top = queue_neighbours(self, b, origin, 0)
            while top > 0:
                top -= 1
                cell = self.waiting[top]
                bit: u64 = u64(1) << (cell & 63)
                if self.seen[cell >> 6] & bit != 0 or not fits(self, b, cell):
                    continue
                self.seen[cell >> 6] |= bit
                write(self, count, b, cell)
                self.labels[count] = origin * cells + cell
                self.costs[count] = 1
                count += 1
                if not self.steps:
                    top = queue_neighbours(self, b, cell, top)
            for w in range(words):
                self.taken[w] ^= self.masks[b, origin, w]
        return count

    @kernel
    def is_goal(self) -> bool:
        """Whether A is at its goal."""
        return place_of(self, 0) == self.goal

    @kernel
    def heuristic(self) -> i64:
        """The steps from A to its goal; in slides 1, or 0 at the goal."""
        here = place_of(self, 0)
        rows = here // self.side - self.goal // self.side
        columns = here % self.side - self.goal % self.side
        distance = abs(rows) + abs(columns)
        return distance if self.steps else min(distance, 1)


@inlined
def fits(s: Sliding, block: i64, cell: i64) -> bool:
    """Whether a block at a place overlaps no other block."""
    for w in range(s.masks.shape[2]):
        if s.masks[block, cell, w] & s.taken[w] != 0:
            return False
    return True


@kernel
def place_of(s: Sliding, block: i64) -> i64:
    """The place of a block."""
    low: u64 = (u64(1) << s.bits) - 1
    return (s.state[block // s.in_a_word] >> (block % s.in_a_word * s.bits)) & low


@kernel
def queue_neighbours(s: Sliding, block: i64, cell: i64, top: i64) -> i64:
    """Push the places next to a block's place; return the height of the stack."""
    for k in range(3, -1, -1):
        if s.neighbours[block, cell, k] >= 0:
            s.waiting[top] = s.neighbours[block, cell, k]
            top += 1
    return top


@kernel
def write(s: Sliding, count: i64, block: i64, target: i64) -> None:
    """Pack the state with ``block`` at ``target`` and its class sorted again."""
    first = s.classes[block, 0]
    end = s.classes[block, 1]
    before = block > first and s.places[block - 1] > target
    if not before and not (block + 1 < end and s.places[block + 1] < target):
        for w in range(s.words):
            s.following[count, w] = s.state[w]
        changed: u64 = s.places[block] ^ target
        s.following[count, block // s.in_a_word] ^= changed << (block % s.in_a_word * s.bits)
        return
    for b in range(len(s.places)):
        s.moved[b] = s.places[b]
    b = block
    while b > first and s.moved[b - 1] > target:
        s.moved[b] = s.moved[b - 1]
        b -= 1
    while b + 1 < end and s.moved[b + 1] < target:
        s.moved[b] = s.moved[b + 1]
        b += 1
    s.moved[b] = target
    for w in range(s.words):
        s.following[count, w] = 0
    for b in range(len(s.places)):
        moved: u64 = s.moved[b]
        s.following[count, b // s.in_a_word] |= moved << (b % s.in_a_word * s.bits)
