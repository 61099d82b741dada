"""Klotski for compiled search: the places of the blocks in a few bits each.

Blocks of one shape are interchangeable, so their places are kept in order, and two boards that look
alike are one state. The places of a state fill words from the low end, as many to a word as fit:
the classic board takes 50 bits. The cells of a block at a place are the bits of one word.

Cost: a depth-first walk of each block over the free cells, a few operations a cell. Limit: boards
of at most 64 cells; else None.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from cpstudy.core.kernels import kernel
from cpstudy.puzzles.rush_hour.puzzle import EMPTY, Moves, RushHour, State
from cpstudy.state_spaces.packed.space import CompiledSpace, Words

_WORD = 64


def compiled(puzzle: RushHour, moves: Moves) -> CompiledSpace[State] | None:
    """The board for compiled search; None where it has more than 64 cells."""
    cells, blocks = puzzle.rows * puzzle.columns, len(puzzle.blocks)
    if cells > _WORD:
        return None
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

    # A block's new first cell was free, or its own but the first.
    free = puzzle.cells.count(EMPTY)
    fanout = sum(free + len(block.cells) - 1 for block in puzzle.blocks)
    assert puzzle.goal is not None
    goal = puzzle.goal[0] * puzzle.columns + puzzle.goal[1]
    return CompiledSpace(
        initial=(pack(puzzle.start),),
        successors=successors,
        is_goal=is_goal,
        tables=(
            np.array([moves == "steps", bits, in_a_word, goal], dtype=np.int64),
            *_tables(puzzle),
            np.zeros((2, blocks), dtype=np.int64),
            np.zeros(4 * cells + 4, dtype=np.int64),
        ),
        fanout=max(1, fanout),
        label=label,
        pack=pack,
        unpack=unpack,
        words=words,
        heuristic=way_of_red,
        guide=lambda: (
            np.array([moves == "steps", bits, in_a_word, goal, puzzle.columns], np.int64),
        ),
    )


def _tables(puzzle: RushHour) -> tuple[np.ndarray[Any, Any], ...]:
    """By block: first and last + 1 of its class, its cells at each place, the places next to it."""
    cells, blocks = puzzle.rows * puzzle.columns, len(puzzle.blocks)
    classes = np.zeros((blocks, 2), dtype=np.int64)
    masks = np.zeros((blocks, cells), dtype=np.uint64)
    neighbours = np.full((blocks, cells, 4), -1, dtype=np.int64)
    for first, end in puzzle.classes:
        classes[first:end] = first, end
    for block in range(blocks):
        for cell, mask in puzzle.masks[block].items():
            masks[block, cell] = mask
            for place, other in enumerate(puzzle.neighbours[block][cell]):
                neighbours[block, cell, place] = other
    return classes, masks, neighbours


_STEPS, _BITS, _IN_A_WORD, _GOAL, _COLUMNS = range(5)


@kernel
def _place(state: Any, options: Any, block: Any) -> Any:
    shift = np.uint64(block % options[_IN_A_WORD] * options[_BITS])
    low = (np.uint64(1) << np.uint64(options[_BITS])) - np.uint64(1)
    return np.int64((state[block // options[_IN_A_WORD]] >> shift) & low)


@kernel
def _write(
    state: Any, following: Any, count: Any, options: Any, classes: Any, places: Any, block: Any,
    target: Any, moved: Any,
) -> Any:  # fmt: skip
    """Pack the state in which ``block`` is at ``target``, its class put in order again."""
    before = block > classes[block, 0] and places[block - 1] > target
    if not before and not (block + 1 < classes[block, 1] and places[block + 1] < target):
        for w in range(following.shape[1]):
            following[count, w] = state[w]
        shift = np.uint64(block % options[_IN_A_WORD] * options[_BITS])
        changed = np.uint64(places[block] ^ target)
        following[count, block // options[_IN_A_WORD]] ^= changed << shift
        return
    for b in range(places.shape[0]):
        moved[b] = places[b]
    b = block
    while b > classes[block, 0] and moved[b - 1] > target:
        moved[b] = moved[b - 1]
        b -= 1
    while b + 1 < classes[block, 1] and moved[b + 1] < target:
        moved[b] = moved[b + 1]
        b += 1
    moved[b] = target
    for w in range(following.shape[1]):
        following[count, w] = np.uint64(0)
    for b in range(places.shape[0]):
        shift = np.uint64(b % options[_IN_A_WORD] * options[_BITS])
        following[count, b // options[_IN_A_WORD]] |= np.uint64(moved[b]) << shift


@kernel
def successors(state: Any, tables: Any, following: Any, labels: Any, costs: Any) -> Any:
    """The next states: blocks in order, the places of each depth first."""
    options, classes, masks, neighbours, scratch, waiting = tables
    places, moved = scratch[0], scratch[1]
    blocks, cells = masks.shape
    taken = np.uint64(0)
    for b in range(blocks):
        places[b] = _place(state, options, b)
        taken |= masks[b, places[b]]
    one = np.uint64(1)
    count = 0
    for b in range(blocks):
        origin = places[b]
        others = taken & ~masks[b, origin]
        seen = one << np.uint64(origin)
        top = 0
        for k in range(3, -1, -1):
            if neighbours[b, origin, k] >= 0:
                waiting[top] = neighbours[b, origin, k]
                top += 1
        while top > 0:
            top -= 1
            cell = waiting[top]
            bit = one << np.uint64(cell)
            if seen & bit != 0 or masks[b, cell] & others != 0:
                continue
            seen |= bit
            _write(state, following, count, options, classes, places, b, cell, moved)
            labels[count] = origin * cells + cell
            costs[count] = 1
            count += 1
            if options[_STEPS]:
                continue
            for k in range(3, -1, -1):
                if neighbours[b, cell, k] >= 0:
                    waiting[top] = neighbours[b, cell, k]
                    top += 1
    return count


@kernel
def is_goal(state: Any, tables: Any) -> Any:
    """Whether A is where it is to go."""
    options = tables[0]
    return _place(state, options, 0) == options[_GOAL]


@kernel
def way_of_red(state: Any, guide: Any) -> Any:
    """How far A is from its goal, in steps; in slides whether it is elsewhere."""
    options = guide[0]
    columns = options[_COLUMNS]
    here = _place(state, options, 0)
    goal = options[_GOAL]
    way = abs(here // columns - goal // columns) + abs(here % columns - goal % columns)
    return way if options[_STEPS] else min(way, 1)
