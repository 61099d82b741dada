"""Bloxorz for compiled search: a state is one number, dense, so visited states are a bitmap.

The board has n tiles, margin included, and g bridges. A block is the number 3 · tile + 0 standing,
1 lying across, 2 lying down, where tile is the first it covers; two halves are 3n + n · first +
second (only in levels with a teleport). The state is that number times 2^g plus the bridges. So a
150×150 board needs 70,000 bits, the largest stage of the game 2 million.

Cost: four moves, each a few lookups. Limit: the number of states must be below 2^40.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from cpstudy.core.kernels import kernel
from cpstudy.puzzles.bloxorz.puzzle import HALF_MOVES, MARGIN, MOVES, Bloxorz, State
from cpstudy.state_spaces.packed.space import CompiledSpace, Words

_LARGEST_BOUND = 1 << 40
_LABELS = MOVES + HALF_MOVES

# Columns of the table of tiles: what carries a block (-1 always, 0 never, else a bridge's bit),
# who presses (nobody, everything, a standing block), what a press does, where a teleport leads.
_SUPPORT, _PRESSED_BY, _KEEP, _FLIP, _FIRST, _SECOND, _FRAGILE = range(7)
_NOBODY, _EVERYTHING, _STANDING = range(3)

# The table of the level: numbers that are the same for all states.
# GUIDED: whether the lower bound says something.
_STRIDE, _TILES, _BRIDGES, _END, _GUIDED = range(5)


def compiled(puzzle: Bloxorz) -> CompiledSpace[State] | None:
    """The level for compiled search; None where its states are too many to number densely."""
    tiles, bridges = len(puzzle.board), len(puzzle.groups)
    shapes = 3 * tiles + (tiles * tiles if puzzle.landings else 0)
    bound = shapes << bridges
    if bound > _LARGEST_BOUND:
        return None

    def pack(state: State) -> Words:
        distance = state.second - state.first
        if puzzle.is_split(state):
            shape = 3 * tiles + tiles * state.first + state.second
        else:
            shape = 3 * state.first + (0, 1)[distance] if distance < 2 else 3 * state.first + 2
        return (shape << bridges | state.bridges,)

    def unpack(words: Words) -> State:
        (packed,) = words
        there = packed & (1 << bridges) - 1
        shape = packed >> bridges
        if shape >= 3 * tiles:
            return State(*divmod(shape - 3 * tiles, tiles), there)
        first, lies = divmod(shape, 3)
        return State(first, first + (0, 1, puzzle.stride)[lies], there)

    return CompiledSpace(
        initial=(pack(puzzle.start),),
        successors=successors,
        is_goal=is_goal,
        tables=(
            np.array([puzzle.stride, tiles, bridges, puzzle.end], dtype=np.int64),
            _tile_table(puzzle),
        ),
        fanout=len(HALF_MOVES),
        label=_LABELS.__getitem__,
        pack=pack,
        unpack=unpack,
        bound=bound,
        heuristic=nearest_end,
        guide=lambda: (
            np.array([puzzle.stride, tiles, bridges, puzzle.end, not puzzle.landings], np.int64),
        ),
    )


def _tile_table(puzzle: Bloxorz) -> np.ndarray[Any, np.dtype[np.int64]]:
    table = np.zeros((len(puzzle.board), 7), dtype=np.int64)
    table[:, _SUPPORT] = puzzle.supports
    table[:, _FIRST] = -1
    special = {*puzzle.effects, *puzzle.landings}
    for place, code in enumerate(puzzle.board):
        if code[0] == "w":
            table[place, _FRAGILE] = 1
        elif code in special:
            if code[0] == "t":
                table[place, _FIRST : _SECOND + 1] = sorted(puzzle.landings[code])
            else:
                table[place, _PRESSED_BY] = _EVERYTHING if code[0] == "W" else _STANDING
                table[place, _KEEP : _FLIP + 1] = puzzle.effects[code]
    return table


@kernel
def _carries(tile: Any, place: Any, bridges: Any) -> Any:
    support = tile[place, _SUPPORT]
    return support < 0 or (support & bridges) != 0


@kernel
def _settled(level: Any, tile: Any, first: Any, second: Any, bridges: Any, moved: Any) -> Any:
    """The packed state of a block that comes to rest, or -1 where it falls.

    moved: 0 where both tiles are entered, 1 where only ``first`` is (the half that rolled).
    """
    if not (_carries(tile, first, bridges) and _carries(tile, second, bridges)):
        return -1
    standing = first == second
    if standing:
        if tile[first, _FRAGILE]:
            return -1
        if tile[first, _FIRST] >= 0:
            standing = False
            place = first
            first, second = tile[place, _FIRST], tile[place, _SECOND]
            if not (_carries(tile, first, bridges) and _carries(tile, second, bridges)):
                return -1
    low, high = min(first, second), max(first, second)
    entered_low, entered_high = low, high
    if moved:
        entered_low = entered_high = first
    by = tile[entered_low, _PRESSED_BY]
    if by == _EVERYTHING or (by == _STANDING and standing):
        bridges = (bridges & tile[entered_low, _KEEP]) ^ tile[entered_low, _FLIP]
    if entered_high != entered_low and tile[entered_high, _PRESSED_BY] == _EVERYTHING:
        bridges = (bridges & tile[entered_high, _KEEP]) ^ tile[entered_high, _FLIP]
    if not (_carries(tile, low, bridges) and _carries(tile, high, bridges)):
        return -1
    distance = high - low
    if distance == 0:
        shape = 3 * low
    elif distance == 1:
        shape = 3 * low + 1
    elif distance == level[_STRIDE]:
        shape = 3 * low + 2
    else:
        shape = 3 * level[_TILES] + level[_TILES] * low + high
    return (shape << level[_BRIDGES]) | bridges


@kernel
def successors(state: Any, tables: Any, following: Any, labels: Any, costs: Any) -> Any:
    """The next states, in the order of the plain rules."""
    level, tile = tables
    stride, tiles = level[_STRIDE], level[_TILES]
    packed = np.int64(state[0])
    shape = packed >> level[_BRIDGES]
    bridges = packed & ((np.int64(1) << level[_BRIDGES]) - 1)
    split = shape >= 3 * tiles
    if split:
        first = (shape - 3 * tiles) // tiles
        second = (shape - 3 * tiles) % tiles
    else:
        first = shape // 3
        lies = shape % 3
        second = first + (0 if lies == 0 else (1 if lies == 1 else stride))
    count = 0
    for number in range(8 if split else 4):
        direction = number & 3
        distance = stride if direction < 2 else 1
        step = distance if direction & 1 else -distance
        if split:
            rolls, rests = (first, second) if number < 4 else (second, first)
            after = _settled(level, tile, rolls + step, rests, bridges, 1)
        elif first == second:
            after = _settled(level, tile, first + step, first + 2 * step, bridges, 0)
        elif second - first == distance:
            end = (second if step > 0 else first) + step
            after = _settled(level, tile, end, end, bridges, 0)
        else:
            after = _settled(level, tile, first + step, second + step, bridges, 0)
        if after >= 0:
            following[count, 0] = after
            labels[count] = number + 4 if split else number
            costs[count] = 1
            count += 1
    return count


@kernel
def is_goal(state: Any, tables: Any) -> Any:
    """Whether the block stands on the end tile."""
    level = tables[0]
    return np.int64(state[0]) >> level[_BRIDGES] == 3 * level[_END]


@kernel
def nearest_end(state: Any, guide: Any) -> Any:
    """Half the way of the nearer half of the block to the end, rounded up; 0 with teleports."""
    level = guide[0]
    stride = level[_STRIDE]
    if level[_GUIDED] == 0:
        return 0
    shape = np.int64(state[0]) >> level[_BRIDGES]
    first = shape // 3
    lies = shape % 3
    second = first + (0 if lies == 0 else (1 if lies == 1 else stride))
    end = level[_END] + MARGIN
    nearest = np.int64(1 << 40)
    for place in (first + MARGIN, second + MARGIN):
        rows = abs(place // stride - end // stride)
        nearest = min(nearest, rows + abs(place % stride - end % stride))
    return (nearest + 1) // 2
