"""Rush Hour for compiled search: a state is one number, dense, so visited states are a bitmap.

A *lane* is a row or a column with cars in it; its cars stay in it and keep their order, so a lane
with k cars is in one of a few configurations (at most 6 on a 6×6 board). A state is a number in
mixed radix with one digit a lane. A step of a car enters one cell, which belongs to exactly one
other lane: whether it is free there is one look at that lane's configuration.

Cost: one division a lane to read a state, two lookups a step. The bitmap has one bit for each
product of configurations, 5^12 (30 MB, of which the system provides what is touched) for twelve
lanes with one car. Limits: lanes of at most 62 cells, products below 2^63; else None.
"""

from __future__ import annotations

from itertools import product
from math import prod
from typing import Any

import numpy as np

from cpstudy.core.compiled import kernel
from cpstudy.explore.compiled import CompiledSpace, Words
from cpstudy.puzzles.rush_hour.puzzle import Moves, RushHour, State

_LONGEST_LANE = 62
_LARGEST_BOUND = 1 << 63


class Lane:
    """A row or a column with cars. blocks: their numbers, in order along the lane.

    line: which row or column; stride: from one cell of it to the next. configurations: the places
    that the cars can have between the walls, each a tuple of offsets.
    """

    def __init__(self, puzzle: RushHour, line: int, upright: bool, blocks: list[int]) -> None:
        self.line = line
        self.upright = upright
        self.stride = puzzle.columns if upright else 1
        self.origin = line if upright else line * puzzle.columns
        self.blocks = sorted(blocks, key=lambda b: puzzle.start[b])
        self.lengths = [max(puzzle.blocks[b].height, puzzle.blocks[b].width) for b in self.blocks]
        ranges = [self._between_walls(puzzle, b) for b in self.blocks]
        ends = list(zip(self.lengths, range(1, len(blocks)), strict=False))
        self.configurations = [
            offsets
            for offsets in product(*ranges)
            if all(offsets[i - 1] + length <= offsets[i] for length, i in ends)
        ]
        self.number = {offsets: i for i, offsets in enumerate(self.configurations)}

    def _between_walls(self, puzzle: RushHour, block: int) -> list[int]:
        reached = {puzzle.start[block]}
        waiting = list(reached)
        while waiting:
            for cell in puzzle.neighbours[block][waiting.pop()]:
                if cell not in reached:
                    reached.add(cell)
                    waiting.append(cell)
        return sorted(self.offset(cell) for cell in reached)

    def offset(self, cell: int) -> int:
        """How far along the lane a cell is."""
        return (cell - self.origin) // self.stride

    def place(self, offset: int) -> int:
        """The cell at an offset."""
        return self.origin + offset * self.stride


def lanes(puzzle: RushHour) -> list[Lane]:
    """The lanes of a board, rows before columns."""
    found: dict[tuple[bool, int], list[int]] = {}
    for number, block in enumerate(puzzle.blocks):
        upright = block.height > 1
        found.setdefault((upright, block.column if upright else block.row), []).append(number)
    return [Lane(puzzle, line, up, blocks) for (up, line), blocks in sorted(found.items())]


def compiled(puzzle: RushHour, moves: Moves) -> CompiledSpace[State] | None:
    """The board for compiled search; None where it is too large."""
    longest = max(puzzle.rows, puzzle.columns)
    if longest > _LONGEST_LANE:
        return None
    all_lanes = lanes(puzzle)
    sizes = [len(lane.configurations) for lane in all_lanes]
    bound = prod(sizes)
    if bound >= _LARGEST_BOUND:
        return None

    def pack(state: State) -> Words:
        packed = 0
        for lane in reversed(all_lanes):
            offsets = tuple(lane.offset(state[block]) for block in lane.blocks)
            packed = packed * len(lane.configurations) + lane.number[offsets]
        return (packed,)

    def unpack(words: Words) -> State:
        places = [0] * len(puzzle.blocks)
        (packed,) = words
        for lane in all_lanes:
            packed, digit = divmod(packed, len(lane.configurations))
            for block, offset in zip(lane.blocks, lane.configurations[digit], strict=True):
                places[block] = lane.place(offset)
        return tuple(places)

    # A label's number: the car, then how far it goes, with the longest lane as zero.
    span = 2 * longest + 1

    def label(number: int) -> str:
        car, distance = divmod(number, span)
        stride = puzzle.columns if puzzle.blocks[car].height > 1 else 1
        return puzzle.move_name(car, 0, (distance - longest) * stride)

    tables = _tables(puzzle, all_lanes, moves, longest)
    return CompiledSpace(
        initial=(pack(puzzle.start),),
        successors=successors,
        is_goal=is_goal,
        tables=tables,
        fanout=max(1, (longest - 2) * len(puzzle.blocks)),
        label=label,
        pack=pack,
        unpack=unpack,
        bound=bound,
    )


def _tables(
    puzzle: RushHour, all_lanes: list[Lane], moves: Moves, longest: int
) -> tuple[np.ndarray[Any, np.dtype[np.int64]], ...]:
    """Arrays over lanes, over cars, and over the configurations of all lanes in a row.

    options: steps only?, span of labels, lane of A. lane: configurations, radix, first
    configuration. car: lane, place in it. configuration: cells taken (bits). step, by
    configuration, place of a car and direction: next configuration or -1, the lane that crosses
    where the car enters or -1. line: the bit of a lane in the lanes that cross it. goal: is A
    where it is to go?
    """
    sizes = np.array([len(lane.configurations) for lane in all_lanes], dtype=np.int64)
    firsts = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    radix = np.concatenate([[1], np.cumprod(sizes)[:-1]])
    crossing = {(lane.upright, lane.line): i for i, lane in enumerate(all_lanes)}
    most = max(len(lane.blocks) for lane in all_lanes)
    total = int(sizes.sum())

    car = np.zeros((len(puzzle.blocks), 2), dtype=np.int64)
    taken = np.zeros(total, dtype=np.int64)
    goal = np.zeros(total, dtype=np.int64)
    step = np.full((total, most, 2, 2), -1, dtype=np.int64)
    assert puzzle.goal is not None
    goal_cell = puzzle.goal[0] * puzzle.columns + puzzle.goal[1]
    for number, lane in enumerate(all_lanes):
        first = int(firsts[number])
        for place, block in enumerate(lane.blocks):
            car[block] = number, place
        for digit, offsets in enumerate(lane.configurations):
            row = first + digit
            for place, (offset, length) in enumerate(zip(offsets, lane.lengths, strict=True)):
                taken[row] |= ((1 << length) - 1) << offset
                if lane.blocks[place] == 0 and lane.place(offset) == goal_cell:
                    goal[row] = 1
                for direction, change in enumerate((-1, 1)):
                    moved = (*offsets[:place], offset + change, *offsets[place + 1 :])
                    if moved in lane.number:
                        entered = offset - 1 if change < 0 else offset + length
                        other = crossing.get((not lane.upright, entered), -1)
                        step[row, place, direction] = first + lane.number[moved], other
    options = np.array([moves == "steps", 2 * longest + 1, longest, car[0, 0]], dtype=np.int64)
    lane_table = np.stack([sizes, radix, firsts, [lane.line for lane in all_lanes]], axis=1)
    scratch = np.zeros(len(all_lanes), dtype=np.int64)
    return options, lane_table, car, taken, step, goal, scratch


_STEPS, _SPAN, _ZERO, _RED_LANE = range(4)
_SIZE, _RADIX, _FIRST, _LINE = range(4)


@kernel
def successors(state: Any, tables: Any, following: Any, labels: Any, costs: Any) -> Any:
    """The next states: cars in order, backwards (up, left) before forwards, near before far."""
    options, lane, car, taken, step, _, now = tables
    packed = np.int64(state[0])
    rest = packed
    for i in range(lane.shape[0]):
        higher = rest // lane[i, _SIZE]
        now[i] = lane[i, _FIRST] + rest - higher * lane[i, _SIZE]
        rest = higher
    count = 0
    for b in range(car.shape[0]):
        own, place = car[b, 0], car[b, 1]
        line = lane[own, _LINE]
        for direction in range(2):
            here = now[own]
            distance = 0
            while True:
                after = step[here, place, direction, 0]
                if after < 0:
                    break
                other = step[here, place, direction, 1]
                if other >= 0 and (taken[now[other]] >> line) & 1:
                    break
                distance += 1
                here = after
                following[count, 0] = packed + (here - now[own]) * lane[own, _RADIX]
                signed = distance if direction else -distance
                labels[count] = b * options[_SPAN] + options[_ZERO] + signed
                costs[count] = 1
                count += 1
                if options[_STEPS]:
                    break
    return count


@kernel
def is_goal(state: Any, tables: Any) -> Any:
    """Whether A is where it is to go."""
    options, lane, goal = tables[0], tables[1], tables[5]
    red = options[_RED_LANE]
    digit = np.int64(state[0]) // lane[red, _RADIX] % lane[red, _SIZE]
    return goal[lane[red, _FIRST] + digit] != 0
