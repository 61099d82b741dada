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
SIZE, FIRST, MOVES, WEIGHT = range(4)
TAKEN, BEGIN, END = range(3)
ENTERED, BLOCKED = range(2)
CHANGE, LABEL = range(2)

_WORD = 64
_LARGEST_BOUND = 1 << 48  # digits are found with floating-point numbers, exactly up to 2^50


@workspace
class Lanes(Space):
    """A board.

    lane: by lane the number of configurations, the first of them, the first move. inverse: 1 /
    weight of the digit. ways: by configuration its cells as bits, its first move and one past its
    last. entries: by move the cell that the car enters last, as a bit, and how many moves to skip
    where it is taken. moves: the change of the state, the number of the label. wanted: by
    configuration of A's lane, ``red``, whether A is at its goal. For the lower bound only,
    by configuration: way, of A's lane the cells of A on its way to the goal, as bits, else 0;
    least, of these A's own moves and the cars of its lane that are in its way. now: room for a
    configuration a lane.
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
    def is_goal(self) -> bool:
        """Whether A is at its goal."""
        middle: f64 = i64(self.state[0]) + 0.5
        digit = i64(middle * self.inverse[self.red])
        if self.red + 1 < len(self.lane):
            higher = i64(middle * self.inverse[self.red + 1])
            digit -= higher * self.lane[self.red, SIZE]
        return self.wanted[digit] != 0

    @kernel
    def heuristic(self) -> i64:
        """A has to move, and so has every car between it and its goal: at most one a lane.

        No moves count where A is at its goal, whatever stands there.
        """
        middle: f64 = i64(self.state[0]) + 0.5
        way: u64 = 0
        count = 0
        higher = 0
        for i in range(len(self.lane) - 1, -1, -1):
            quotient = i64(middle * self.inverse[i])
            self.now[i] = self.lane[i, FIRST] + quotient - higher * self.lane[i, SIZE]
            way |= self.way[self.now[i]]
            count += self.least[self.now[i]]
            higher = quotient
        for i in range(len(self.lane)):
            if self.way[self.now[i]] == 0 and self.ways[self.now[i], TAKEN] & way != 0:
                count += 1
        return count


class LaneTables(NamedTuple):
    """The tables of a lane of cars of these lengths, shared by all boards that have it.

    configurations: the places that the cars can have between the walls, each a tuple of offsets;
    number: their numbers. ways: uint64[c, 3], of each its cells as bits, its first move and one
    past its last. entries: uint64[m, 2], by move the cell that the car enters last, as a bit, and
    how many moves to skip where it is taken, since farther ones of this car are blocked too.
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
                entries += [(1 << cell, len(entered) - i) for i, cell in enumerate(entered)]
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
    from one cell of it to the next. tables: what is known of it; alone: with bits of its own cells,
    not of the board's. farthest: a move's most cells.
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
        cells = (0, 1) if alone else (self.origin, self.stride)
        self.tables = lane_tables(
            *cells, lengths, ranges, farthest, max(puzzle.rows, puzzle.columns)
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
    longest = max(puzzle.rows, puzzle.columns)
    all_lanes = lanes(puzzle, 1 if moves == "steps" else longest)
    bound = prod(len(lane.configurations) for lane in all_lanes)
    if bound > _LARGEST_BOUND:
        return None

    pack, unpack, label = codes(puzzle, [all_lanes])
    tables = _tables(puzzle, all_lanes, longest)
    return CompiledSpace(
        initial=(pack(puzzle.start),),
        model=lambda: Lanes(*tables),
        fanout=max(1, longest * len(puzzle.blocks)),
        label=label,
        pack=pack,
        unpack=unpack,
        bound=bound,
        guided=lambda: _guided(puzzle, all_lanes, moves, tables),
    )


def _tables(
    puzzle: RushHour, all_lanes: list[Lane], longest: int
) -> tuple[Any, Any, Any, Any, Any, Any, int]:
    """The arguments of :class:`Lanes`: the tables of all lanes, one after another."""
    tables = [lane.tables for lane in all_lanes]
    rows = []
    first, moves, weight = 0, 0, 1
    for lane, one in zip(all_lanes, tables, strict=True):
        size = len(one.configurations)
        # The blocks of a lane have numbers one after another.
        rows.append((size, first, moves, weight, 2 * longest * lane.blocks[0] + longest))
        first, moves, weight = first + size, moves + len(one.moves), weight * size
    red_lane = next(i for i, lane in enumerate(all_lanes) if puzzle.red in lane.blocks)
    lane_table = np.array(rows, dtype=np.int64)
    each = np.repeat(lane_table[:, WEIGHT:], [len(one.moves) for one in tables], axis=0)
    ways = np.concatenate([one.ways for one in tables])
    moves_before = np.repeat(lane_table[:, MOVES], lane_table[:, SIZE]).astype(np.uint64)
    ways[:, BEGIN:] += moves_before[:, None]
    all_moves = np.concatenate([one.moves for one in tables])
    all_moves[:, CHANGE] *= each[:, 0]
    all_moves[:, LABEL] += each[:, 1]
    return (
        view(lane_table),
        view(1.0 / lane_table[:, WEIGHT]),
        view(ways),
        view(np.concatenate([one.entries for one in tables])),
        view(all_moves),
        table(at_goal(puzzle, all_lanes[red_lane]), "u8"),
        red_lane,
    )


def at_goal(puzzle: RushHour, lane: Lane) -> list[bool]:
    """By configuration of A's lane whether A is at its goal."""
    goal = lane.offset(puzzle.goal_cell)
    car = lane.blocks.index(puzzle.red)
    return [offsets[car] == goal for offsets in lane.configurations]


def _guided(
    puzzle: RushHour,
    all_lanes: list[Lane],
    moves: Moves,
    tables: tuple[Any, Any, Any, Any, Any, Any, int],
) -> Lanes:
    """A model with a lower bound: the moves of A and of the cars in its way."""
    model = Lanes(*tables)
    goal, masks = puzzle.goal_cell, puzzle.masks[puzzle.red]
    ways, least = [], []
    for one in all_lanes:
        for offsets in one.configurations:
            places = dict(zip(one.blocks, map(one.place, offsets), strict=True))
            here = places.get(puzzle.red, goal)
            own = abs(goal - here) // one.stride
            way = 0
            if puzzle.red in places:
                for cell in range(min(here, goal), max(here, goal) + 1, one.stride):
                    way |= masks.get(cell, 0)
            others = (
                puzzle.masks[block][place] & way != 0
                for block, place in places.items()
                if block != puzzle.red
            )
            ways.append(way if own else 0)
            least.append((own if moves == "steps" else min(own, 1)) + sum(others) if own else 0)
    model.way, model.least = table(ways, "u64"), table(least, "i64")
    return model
