"""Rush Hour for compiled search: a state is one number, dense, so visited states are a bitmap.

A *lane* is a row or a column with cars in it; its cars stay in it and keep their order, so a lane
with k cars is in one of a few configurations (at most 6 on a 6×6 board). A state is a number in
mixed radix with one digit a lane. All moves that a configuration allows by itself are listed
beforehand; whether the cells on the way are free of crossing cars is one bit each. All digits are
found at once: each is a quotient less the next lane's, by floating-point numbers; with half of one
added, the product is off by less than its distance from the next whole number.

Cost: a multiplication a lane to read a state, a lookup a move. The bitmap has one bit for each
product of configurations, 5^12 (30 MB, of which the system provides what is touched) for twelve
lanes with one car. Limits: boards of at most 64 cells, products of at most 2^48; beyond them
:mod:`.wide_lanes`.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from itertools import product
from math import prod
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from cpstudy.core.native import (
    Const,
    Const2,
    View,
    f64,
    i64,
    kernel,
    table,
    u8,
    u64,
    view,
    workspace,
    zeros,
)
from cpstudy.puzzles.rush_hour.puzzle import WALL, Moves, RushHour, State
from cpstudy.state_spaces.packed.space import CompiledSpace, Space, Words

# Columns of the tables of lanes, of their configurations, and of moves.
SIZE, FIRST, MOVES, WORD, LINE, LAST, WEIGHT, LABELS = range(8)
TAKEN, BEGIN, END = range(3)
ENTERED, BLOCKED = range(2)
CHANGE, LABEL = range(2)

_WORD = 64
LARGEST_BOUND = 1 << 48  # digits are found with floating-point numbers, exactly up to 2^50


@workspace
class LaneModel(Space):
    """What models of boards in lanes have: the tables of all lanes, one after another.

    lane: by lane the number of configurations, the first of them, the first move, the word of its
    digit, its row or column, whether the digit is the highest of the word, its weight there, the
    number of its first label. inverse: 1 / weight. ways: by configuration its cells as bits,
    its first move and one past its last. entries: by move the cell that the car enters last, and
    how many moves to skip where it is taken. moves: the change of the word, the number of the
    label. wanted: by configuration of A's lane, ``red``, whether A is at its goal. For the lower
    bound only, by configuration of A's lane: way, the cells of A on its way to the goal, as bits;
    least, of these A's own moves and the cars of its lane that are in its way. now: room for a
    number a lane.
    """

    lane: Const2[i64]
    inverse: Const[f64]
    ways: Const2[u64]
    entries: Const2[u64]
    moves: Const2[i64]
    wanted: Const[u8]
    red: i64
    way: Const[u64]
    least: Const[i64]
    now: View[i64]

    def __init__(
        self, lane: Const2[int], inverse: Const[float], ways: Const2[int], entries: Const2[int],
        moves: Const2[int], wanted: Const[int], red: int,
    ) -> None:  # fmt: skip
        self.lane, self.inverse, self.ways, self.entries = lane, inverse, ways, entries
        self.moves, self.wanted, self.red = moves, wanted, red
        self.now = zeros(len(lane), "i64")

    @kernel
    def is_goal(self) -> bool:
        """Whether A is at its goal."""
        middle: f64 = i64(self.state[self.lane[self.red, WORD]]) + 0.5
        digit = i64(middle * self.inverse[self.red])
        if self.lane[self.red, LAST] == 0:
            higher = i64(middle * self.inverse[self.red + 1])
            digit -= higher * self.lane[self.red, SIZE]
        return self.wanted[digit] != 0


@workspace
class Lanes(LaneModel):
    """A board of one word. now: the configurations; entries: cells as bits of the board's."""

    @kernel
    def successors(self) -> i64:
        """The next states: lane by lane, car by car, back (up, left) before forth, near first."""
        packed = i64(self.state[0])
        middle: f64 = packed + 0.5
        occupied: u64 = 0
        higher = 0
        for i in range(len(self.lane) - 1, -1, -1):
            quotient = i64(middle * self.inverse[i])
            self.now[i] = self.lane[i, FIRST] + quotient - higher * self.lane[i, SIZE]
            occupied |= self.ways[self.now[i], TAKEN]
            higher = quotient
        count = 0
        for i in range(len(self.lane)):
            move = i64(self.ways[self.now[i], BEGIN])
            end = i64(self.ways[self.now[i], END])
            while move < end:
                if occupied & self.entries[move, ENTERED] != 0:
                    move += self.entries[move, BLOCKED]
                else:
                    self.following[count, 0] = packed + self.moves[move, CHANGE]
                    self.labels[count] = self.moves[move, LABEL]
                    self.costs[count] = 1
                    count += 1
                    move += 1
        return count

    @kernel
    def heuristic(self) -> i64:
        """A has to move, and so has every car between it and its goal: at most one a lane.

        No moves count where A is at its goal, whatever stands there.
        """
        middle: f64 = i64(self.state[0]) + 0.5
        higher = 0
        for i in range(len(self.lane) - 1, -1, -1):
            quotient = i64(middle * self.inverse[i])
            self.now[i] = self.lane[i, FIRST] + quotient - higher * self.lane[i, SIZE]
            higher = quotient
        digit = self.now[self.red] - self.lane[self.red, FIRST]
        way: u64 = self.way[digit]
        count = i64(self.least[digit])
        for i in range(len(self.lane)):
            if i != self.red and self.ways[self.now[i], TAKEN] & way != 0:
                count += 1
        return count


class LaneTables(NamedTuple):
    """The tables of a lane of cars of these lengths, shared by all boards that have it.

    configurations: the places that the cars can have between the walls, each a tuple of offsets;
    number: their numbers. ways: uint64[c, 3], of each its cells as bits, its first move and one
    past its last. entries: uint64[m, 2], by move the cell that the car enters last, and how many
    moves to skip where it is taken, since farther ones of this car are blocked too.
    moves: int64[m, 2], by how much the configuration's number changes; the car of the lane times
    twice the board's longer side, plus how far it goes.
    """

    configurations: list[tuple[int, ...]]
    number: dict[tuple[int, ...], int]
    ways: Any
    entries: Any
    moves: Any


# Boards of a stream have the same few lanes: three cars, or two, or one, here and there.
@functools.lru_cache(maxsize=4096)
def lane_tables(
    origin: int,
    stride: int,
    lengths: tuple[int, ...],
    ranges: tuple[tuple[int, int], ...],
    farthest: int,
    longest: int,
) -> LaneTables:
    """The tables of a lane whose cells are ``origin`` + offset × ``stride``.

    ranges: by car its first and last offset between the walls. farthest: a move's most cells.
    longest: the board's longer side.
    """
    ends = list(zip(lengths, range(1, len(lengths)), strict=False))
    configurations = [
        offsets
        for offsets in product(*(range(low, high + 1) for low, high in ranges))
        if all(offsets[i - 1] + length <= offsets[i] for length, i in ends)
    ]
    number = {offsets: i for i, offsets in enumerate(configurations)}
    ways = []
    entries: list[tuple[int, int]] = []
    moves: list[tuple[int, int]] = []
    for digit, offsets in enumerate(configurations):
        first = len(moves)
        cells = (
            origin + cell * stride
            for offset, length in zip(offsets, lengths, strict=True)
            for cell in range(offset, offset + length)
        )
        taken = sum(1 << cell for cell in cells)
        for car, length in enumerate(lengths):
            for step in (-1, 1):
                entered = []
                for distance in range(step, step * (farthest + 1), step):
                    moved = offsets[car] + distance
                    following = number.get((*offsets[:car], moved, *offsets[car + 1 :]))
                    if following is None:
                        break
                    front = moved if step < 0 else moved + length - 1
                    entered.append(origin + front * stride)
                    moves.append((following - digit, 2 * longest * car + distance))
                entries += [(cell, len(entered) - i) for i, cell in enumerate(entered)]
        ways.append((taken, first, len(moves)))
    return LaneTables(
        configurations,
        number,
        np.array(ways, dtype=np.uint64).reshape(-1, 3),
        np.array(entries, dtype=np.uint64).reshape(-1, 2),
        np.array(moves, dtype=np.int64).reshape(-1, 2),
    )


class Lane:
    """A row or a column with cars. blocks: their numbers, one after another, along the lane.

    line: its number among the rows or, upright, among the columns. origin: its first cell; stride:
    from one cell of it to the next. tables: what is known of it; alone: with its own cells, not the
    board's, whose number is then the offset; first, step: the same of these cells. farthest: a
    move's most cells.
    """

    def __init__(
        self,
        puzzle: RushHour,
        line: int,
        upright: bool,
        blocks: list[int],
        farthest: int,
        alone: bool,
    ) -> None:
        self.line, self.upright = line, upright
        self.stride = puzzle.columns if upright else 1
        self.origin = line if upright else line * puzzle.columns
        self.blocks = sorted(blocks, key=lambda b: puzzle.start[b])
        lengths = tuple(max(puzzle.blocks[b].height, puzzle.blocks[b].width) for b in self.blocks)
        size = puzzle.rows if upright else puzzle.columns
        ranges = tuple(self._between_walls(puzzle, b, size) for b in self.blocks)
        self.first, self.step = (0, 1) if alone else (self.origin, self.stride)
        self.tables = lane_tables(
            self.first, self.step, lengths, ranges, farthest, max(puzzle.rows, puzzle.columns)
        )
        self.configurations, self.number = self.tables.configurations, self.tables.number

    def _between_walls(self, puzzle: RushHour, block: int, size: int) -> tuple[int, int]:
        """The first and the last offset that a car can have."""
        if WALL not in puzzle.cells:
            car = puzzle.blocks[block]
            return 0, size - max(car.height, car.width)
        masks = puzzle.masks[block]
        low = high = self.offset(puzzle.start[block])
        while low > 0 and self.place(low - 1) in masks:
            low -= 1
        while high + 1 < size and self.place(high + 1) in masks:
            high += 1
        return low, high

    def offset(self, cell: int) -> int:
        """How far along the lane a cell is."""
        return (cell - self.origin) // self.stride

    def place(self, offset: int) -> int:
        """The cell at an offset."""
        return self.origin + offset * self.stride


def lanes(puzzle: RushHour, farthest: int, *, alone: bool = False) -> list[Lane]:
    """The lanes of a board, rows before columns; farthest, alone: as of :class:`Lane`."""
    found: dict[tuple[bool, int], list[int]] = {}
    for number, block in enumerate(puzzle.blocks):
        upright = block.height > 1
        found.setdefault((upright, block.column if upright else block.row), []).append(number)
    return [
        Lane(puzzle, line, up, blocks, farthest, alone)
        for (up, line), blocks in sorted(found.items())
    ]


def codes(
    puzzle: RushHour, words: Sequence[Sequence[Lane]]
) -> tuple[Callable[[State], Words], Callable[[Words], State], Callable[[int], str]]:
    """Functions that pack a state into the digits of each word, unpack it, and name a move."""
    # A label's number: the car, then how far it goes, counted from the longest way back.
    longest = max(puzzle.rows, puzzle.columns)

    def pack(state: State) -> Words:
        packed = []
        for group in words:
            word = 0
            for lane in reversed(group):
                offsets = tuple(lane.offset(state[block]) for block in lane.blocks)
                word = word * len(lane.configurations) + lane.number[offsets]
            packed.append(word)
        return tuple(packed)

    def unpack(packed: Words) -> State:
        places = [0] * len(puzzle.blocks)
        for group, word in zip(words, packed, strict=True):
            rest = word
            for lane in group:
                rest, digit = divmod(rest, len(lane.configurations))
                for block, offset in zip(lane.blocks, lane.configurations[digit], strict=True):
                    places[block] = lane.place(offset)
        return tuple(places)

    def label(number: int) -> str:
        car, distance = divmod(number, 2 * longest)
        stride = puzzle.columns if puzzle.blocks[car].height > 1 else 1
        return puzzle.move_name(car, 0, (distance - longest) * stride)

    return pack, unpack, label


def compiled(puzzle: RushHour, moves: Moves) -> CompiledSpace[State] | None:
    """The board for compiled search; None where it is too large for one word."""
    if puzzle.rows * puzzle.columns > _WORD:
        return None
    all_lanes = lanes(puzzle, farthest(puzzle, moves))
    bound = prod(len(lane.configurations) for lane in all_lanes)
    if bound > LARGEST_BOUND:
        return None
    arrays = tables(puzzle, [all_lanes])
    np.left_shift(np.uint64(1), arrays.entries[:, ENTERED], out=arrays.entries[:, ENTERED])
    arguments = arrays.views()
    return space_of(puzzle, moves, [all_lanes], lambda: Lanes(*arguments), bound)


def farthest(puzzle: RushHour, moves: Moves) -> int:
    """A move's most cells."""
    return 1 if moves == "steps" else max(puzzle.rows, puzzle.columns)


def space_of(
    puzzle: RushHour, moves: Moves, words: Sequence[Sequence[Lane]],
    model: Callable[[], LaneModel], bound: int | None = None,
) -> CompiledSpace[State]:  # fmt: skip
    """A board whose lanes make these words. model: makes one without a lower bound."""
    pack, unpack, label = codes(puzzle, words)

    def guided() -> LaneModel:
        found = model()
        lane = next(lane for group in words for lane in group if puzzle.red in lane.blocks)
        found.way, found.least = _ways_out(puzzle, lane, moves)
        return found

    return CompiledSpace(
        initial=(pack(puzzle.start),),
        model=model,
        fanout=max(1, max(puzzle.rows, puzzle.columns) * len(puzzle.blocks)),
        label=label,
        pack=pack,
        unpack=unpack,
        words=len(words),
        bound=bound,
        guided=guided,
    )


class Tables(NamedTuple):
    """The arguments of :class:`LaneModel`, tables as arrays."""

    lane: npt.NDArray[np.int64]
    inverse: npt.NDArray[np.float64]
    ways: npt.NDArray[np.uint64]
    entries: npt.NDArray[np.uint64]
    moves: npt.NDArray[np.int64]
    wanted: npt.NDArray[np.uint8]
    red: int

    def views(self) -> tuple[Any, ...]:
        """The same for kernels."""
        return (*(view(each) for each in self[:-1]), self.red)


def tables(puzzle: RushHour, words: Sequence[Sequence[Lane]]) -> Tables:
    """The tables of all lanes, one after another; cells that cars enter by their numbers."""
    longest = max(puzzle.rows, puzzle.columns)
    all_lanes = [lane for group in words for lane in group]
    known = [lane.tables for lane in all_lanes]
    rows = []
    first = moves = 0
    for word, group in enumerate(words):
        weight = 1
        for lane in group:
            size, last = len(lane.configurations), lane is group[-1]
            # The blocks of a lane have numbers one after another.
            labels = 2 * longest * lane.blocks[0] + longest
            rows.append((size, first, moves, word, lane.line, last, weight, labels))
            first, moves, weight = first + size, moves + len(lane.tables.moves), weight * size
    lane_table = np.array(rows, dtype=np.int64)
    each = np.repeat(lane_table[:, WEIGHT:], [len(one.moves) for one in known], axis=0)
    ways = np.concatenate([one.ways for one in known])
    moves_before = np.repeat(lane_table[:, MOVES], lane_table[:, SIZE]).astype(np.uint64)
    ways[:, BEGIN:] += moves_before[:, None]
    all_moves = np.concatenate([one.moves for one in known])
    all_moves[:, CHANGE] *= each[:, 0]
    all_moves[:, LABEL] += each[:, 1]
    red = next(i for i, lane in enumerate(all_lanes) if puzzle.red in lane.blocks)
    goal, car = all_lanes[red].offset(puzzle.goal_cell), all_lanes[red].blocks.index(puzzle.red)
    wanted = [offsets[car] == goal for offsets in all_lanes[red].configurations]
    return Tables(
        lane_table, 1.0 / lane_table[:, WEIGHT], ways,
        np.concatenate([one.entries for one in known]), all_moves, np.array(wanted, np.uint8), red,
    )  # fmt: skip


def _ways_out(puzzle: RushHour, lane: Lane, moves: Moves) -> tuple[Const[int], Const[int]]:
    """A lower bound, ``way`` and ``least`` of :class:`LaneModel`. lane: A's."""
    goal, car = lane.offset(puzzle.goal_cell), lane.blocks.index(puzzle.red)
    lengths = [max(puzzle.blocks[b].height, puzzle.blocks[b].width) for b in lane.blocks]
    ways, least = [], []
    for offsets in lane.configurations:
        here = offsets[car]
        own = abs(goal - here)
        first, last = min(here, goal), max(here, goal) + lengths[car]
        others = sum(
            first < offset + length and offset < last
            for offset, length in zip(offsets, lengths, strict=True)
        )
        way = (lane.first + cell * lane.step for cell in range(first, last))
        ways.append(sum(1 << cell for cell in way) if own else 0)
        # A itself is one of the others.
        least.append((own if moves == "steps" else 1) + others - 1 if own else 0)
    return table(ways, "u64"), table(least, "i64")
