"""Rush Hour of any size for compiled search: several words a state, a lane's cells by itself.

As :mod:`.lanes`, where that ends: boards of more than 64 cells, or more configurations than one
number holds. The digits of some lanes make a word, as many as fit below 2^48; visited states are a
hash table. Cells are bits of their own lane. Cars of one lane never meet, so a cell that a car
enters is free unless the lane that crosses there has a car on it: one more lookup than on small
boards.

Cost: two or three words a state on boards of 9×9 and 12×12. Limit: sides of at most 64 cells.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any

import numpy as np

from cpstudy.core.native import (
    Const,
    Const2,
    View,
    f64,
    i64,
    inlined,
    kernel,
    table,
    u8,
    u64,
    view,
    workspace,
    zeros,
)
from cpstudy.puzzles.rush_hour.lanes import (
    BEGIN,
    BLOCKED,
    CHANGE,
    END,
    ENTERED,
    FIRST,
    LABEL,
    SIZE,
    TAKEN,
    Lane,
    at_goal,
    codes,
    lanes,
)
from cpstudy.puzzles.rush_hour.puzzle import Moves, RushHour, State
from cpstudy.state_spaces.packed.space import CompiledSpace, Space

# More columns of the table of lanes: the weight in its word, the word, the row or column, and
# whether the lane begins a word.
WEIGHT, WORD, LINE, LAST = range(3, 7)

_LARGEST = 1 << 48  # of a word: digits are found with floating-point numbers
_LONGEST_SIDE = 64


@workspace
class WideLanes(Space):
    """A board.

    lane: by lane the number of configurations, the first of them, the first move, the weight of
    its digit, the word, its row or column, whether its digit is the highest of the word. inverse: 1
    / weight. ways: by configuration its cells as bits of the lane, its first move and one past its
    last. entries: by move the cell of the lane that the car enters last, and how many moves to skip
    where it is taken. moves: the change of the word, the number of the label. crossing: by lane and
    cell the lane that crosses there, -1 for none. wanted: by configuration of A's lane, ``red``,
    whether A is at its goal. For the lower bound only, by configuration of A's lane: way, the cells
    of A on its way to the goal; least, of these A's own moves and the cars of its lane in its way.
    now, taken: room for a configuration and its cells a lane.
    """

    lane: Const2[i64]
    inverse: Const[f64]
    ways: Const2[u64]
    entries: Const2[i64]
    moves: Const2[i64]
    crossing: Const2[i64]
    wanted: Const[u8]
    red: i64
    way: Const[u64]
    least: Const[i64]
    now: View[i64]
    taken: View[u64]

    def __init__(
        self, lane: Const2[int], inverse: Const[float], ways: Const2[int], entries: Const2[int],
        moves: Const2[int], crossing: Const2[int], wanted: Const[int], red: int,
    ) -> None:  # fmt: skip
        self.lane, self.inverse, self.ways, self.entries = lane, inverse, ways, entries
        self.moves, self.crossing, self.wanted, self.red = moves, crossing, wanted, red
        self.now, self.taken = zeros(len(lane), "i64"), zeros(len(lane), "u64")

    @kernel
    def successors(self) -> i64:
        """The next states: lane by lane, car by car, back (up, left) before forth, near first."""
        read_lanes(self)
        count = 0
        for i in range(len(self.lane)):
            way = self.lane[i, FIRST] + self.now[i]
            move = i64(self.ways[way, BEGIN])
            end = i64(self.ways[way, END])
            while move < end:
                if is_taken(self, i, self.entries[move, ENTERED]):
                    move += self.entries[move, BLOCKED]
                else:
                    for w in range(self.words):
                        self.following[count, w] = self.state[w]
                    word = self.lane[i, WORD]
                    self.following[count, word] = u64(
                        i64(self.state[word]) + self.moves[move, CHANGE]
                    )
                    self.labels[count] = self.moves[move, LABEL]
                    self.costs[count] = 1
                    count += 1
                    move += 1
        return count

    @kernel
    def is_goal(self) -> bool:
        """Whether A is at its goal."""
        middle: f64 = i64(self.state[self.lane[self.red, WORD]]) + 0.5
        digit = i64(middle * self.inverse[self.red])
        if self.lane[self.red, LAST] == 0:
            higher = i64(middle * self.inverse[self.red + 1])
            digit -= higher * self.lane[self.red, SIZE]
        return self.wanted[digit] != 0

    @kernel
    def heuristic(self) -> i64:
        """A has to move, and so has every car between it and its goal: at most one a lane."""
        read_lanes(self)
        digit = self.now[self.red]
        count = i64(self.least[digit])
        way: u64 = self.way[digit]
        for cell in range(self.crossing.shape[1]):
            if way >> cell & 1 != 0 and is_taken(self, self.red, cell):
                count += 1
        return count


@kernel
def read_lanes(s: WideLanes) -> None:
    """Find the digits of the state and the cells that are taken."""
    middle: f64 = 0.0
    higher = 0
    for i in range(len(s.lane) - 1, -1, -1):
        if s.lane[i, LAST] != 0:
            middle = i64(s.state[s.lane[i, WORD]]) + 0.5
            higher = 0
        quotient = i64(middle * s.inverse[i])
        s.now[i] = quotient - higher * s.lane[i, SIZE]
        s.taken[i] = s.ways[s.lane[i, FIRST] + s.now[i], TAKEN]
        higher = quotient


@inlined
def is_taken(s: WideLanes, i: i64, cell: i64) -> bool:
    """Whether a car of the lane that crosses lane i at a cell stands on it."""
    across = s.crossing[i, cell]
    return across >= 0 and s.taken[across] >> s.lane[i, LINE] & 1 != 0


def compiled(puzzle: RushHour, moves: Moves) -> CompiledSpace[State] | None:
    """The board for compiled search; None where a side has more than 64 cells."""
    longest = max(puzzle.rows, puzzle.columns)
    if longest > _LONGEST_SIDE:
        return None
    all_lanes = lanes(puzzle, 1 if moves == "steps" else longest, alone=True)
    words = _words(all_lanes)

    pack, unpack, label = codes(puzzle, words)
    tables = _tables(puzzle, words, longest)
    return CompiledSpace(
        initial=(pack(puzzle.start),),
        model=lambda: WideLanes(*tables),
        fanout=max(1, longest * len(puzzle.blocks)),
        label=label,
        pack=pack,
        unpack=unpack,
        words=len(words),
        guided=lambda: _guided(puzzle, all_lanes, moves, tables),
    )


def _words(all_lanes: Sequence[Lane]) -> list[list[Lane]]:
    """The lanes of each word: as many as fit below 2^48, in their order."""
    words: list[list[Lane]] = [[]]
    for lane in all_lanes:
        sizes = [len(other.configurations) for other in (*words[-1], lane)]
        if words[-1] and prod(sizes) > _LARGEST:
            words.append([])
        words[-1].append(lane)
    return words


def _tables(puzzle: RushHour, words: list[list[Lane]], longest: int) -> tuple[Any, ...]:
    """The arguments of :class:`WideLanes`: the tables of all lanes, one after another."""
    all_lanes = [lane for group in words for lane in group]
    number = {(lane.upright, lane.line): i for i, lane in enumerate(all_lanes)}
    rows, ways, moves = [], [], []
    first = first_move = 0
    for word, group in enumerate(words):
        weight = 1
        for lane in group:
            known = lane.tables
            size = len(known.configurations)
            last = lane is group[-1]
            rows.append((size, first, first_move, weight, word, lane.line, last))
            one = known.ways.copy()
            one[:, BEGIN:] += np.uint64(first_move)
            ways.append(one)
            # The blocks of a lane have numbers one after another.
            labels = known.moves[:, LABEL] + 2 * longest * lane.blocks[0] + longest
            moves.append(np.stack([known.moves[:, CHANGE] * weight, labels], axis=1))
            first, first_move, weight = first + size, first_move + len(labels), weight * size
    entries = np.concatenate([lane.tables.entries for lane in all_lanes]).astype(np.int64)
    # Of one bit the number, exactly.
    entries[:, ENTERED] = np.log2(entries[:, ENTERED].view(np.uint64)).astype(np.int64)
    crossing = np.full((len(all_lanes), longest), -1, np.int64)
    for i, lane in enumerate(all_lanes):
        for cell in range(longest):
            crossing[i, cell] = number.get((not lane.upright, cell), -1)
    red_lane = next(i for i, lane in enumerate(all_lanes) if puzzle.red in lane.blocks)
    lane_table = np.array(rows, dtype=np.int64)
    return (
        view(lane_table),
        view(1.0 / lane_table[:, WEIGHT]),
        view(np.concatenate(ways)),
        view(entries),
        view(np.concatenate(moves)),
        view(crossing),
        table(at_goal(puzzle, all_lanes[red_lane]), "u8"),
        red_lane,
    )


def _guided(
    puzzle: RushHour, all_lanes: Sequence[Lane], moves: Moves, tables: tuple[Any, ...]
) -> WideLanes:
    """A model with a lower bound: the moves of A and of the cars in its way."""
    model = WideLanes(*tables)
    lane = all_lanes[model.red]
    goal, car = lane.offset(puzzle.goal_cell), lane.blocks.index(puzzle.red)
    shape = puzzle.blocks[puzzle.red]
    length = max(shape.height, shape.width)
    ways, least = [], []
    for offsets in lane.configurations:
        here = offsets[car]
        own = abs(goal - here)
        first, last = min(here, goal), max(here, goal) + length
        others = sum(
            first < offset + _length(puzzle, block) and offset < last
            for block, offset in zip(lane.blocks, offsets, strict=True)
            if block != puzzle.red
        )
        ways.append(sum(1 << cell for cell in range(first, last)) if own else 0)
        least.append((own if moves == "steps" else min(own, 1)) + others if own else 0)
    model.way, model.least = table(ways, "u64"), table(least, "i64")
    return model


def _length(puzzle: RushHour, block: int) -> int:
    return max(puzzle.blocks[block].height, puzzle.blocks[block].width)
