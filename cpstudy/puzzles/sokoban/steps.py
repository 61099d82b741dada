"""Single steps: the state space of Sokoban as it is played.

A state is a position, a transition is a step or a push of one square, and costs 1. This is the
system that Kamies2016 searched, without the board in the state. Successors come in the order up,
down, left, right; with it LTSmin's depths of his empty rooms are met in breadth-first and
depth-first search.

The lower bound is that of pushes (``bound.py``): a solution has at least as many moves.

Compiled, a position is packed as ``packing.py`` says; where that is one small word, visited states
are a bitmap. Cost: a few nanoseconds a successor with one box, k looks more with k boxes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from cpstudy.core.kernels import kernel
from cpstudy.puzzles.sokoban.board import FAR, Board, board
from cpstudy.puzzles.sokoban.bound import Matching, assign_all, fill_cost, pushes_left, total
from cpstudy.puzzles.sokoban.many_steps import many_steps
from cpstudy.puzzles.sokoban.packing import Layout, fields, pack, unpack
from cpstudy.puzzles.sokoban.puzzle import (
    PUSH_LETTERS,
    SIDE_NAMES,
    STEP_LETTERS,
    Position,
    Sokoban,
)
from cpstudy.state_spaces.packed.space import CompiledSpace, Words
from cpstudy.state_spaces.space import StateSpace

if TYPE_CHECKING:
    import numpy.typing as npt

# Bitmaps of visited states are made up to this many bits (128 MiB).
LARGEST_BITMAP = 1 << 30

_ZERO = np.uint64(0)
_ONE = np.uint64(1)


class Moves(StateSpace[Position]):
    """What both state spaces of a level share: goals, the bound, packing."""

    def __init__(self, puzzle: Sokoban) -> None:
        self.puzzle = puzzle

    @cached_property
    def level(self) -> Board:
        """The level's arrays."""
        return board(self.puzzle)

    @cached_property
    def layout(self) -> Layout:
        """How positions are packed."""
        return Layout.of(len(self.level.beside), len(self.level.boxes))

    @cached_property
    def _fixed(self) -> frozenset[int]:
        """Boxes that the player never comes near: no part of packed positions."""
        return self.puzzle.start.boxes - set(self.level.squares[self.level.boxes].tolist())

    def is_goal(self, state: Position) -> bool:
        """Whether every goal carries a box."""
        return self.puzzle.solved(state)

    def heuristic(self, state: Position) -> int:
        """The pushes of a cheapest assignment of boxes to goals, each box alone on the floor."""
        if self.level.stuck:
            return 0
        number = self.level.number
        boxes = np.array([number[s] for s in sorted(state.boxes - self._fixed)], np.int64)
        return pushes_left(self.level, int(number[state.player]), boxes)

    def describe(self, state: Position) -> str:
        """The rows of the position, joined by ``|``."""
        return "|".join(self.puzzle.lines(state))

    def pack(self, state: Position) -> Words:
        """The words of a position."""
        number = self.level.number
        boxes = np.array([number[s] for s in sorted(state.boxes - self._fixed)], np.int64)
        words = np.empty(self.layout.words, np.uint64)
        pack(words, int(number[state.player]), boxes, self.layout.bits, self.layout.per_word)
        return tuple(map(int, words))

    def unpack(self, words: Words) -> Position:
        """The inverse of :meth:`pack`."""
        layout, squares = self.layout, self.level.squares
        numbers = fields(words, len(self.level.boxes), layout.bits, layout.per_word)
        player, *boxes = squares[numbers].tolist()
        return Position(player, self._fixed.union(boxes))

    @property
    def bound(self) -> int | None:
        """All words are below it, where a bitmap of that size is reasonable."""
        bits = self.layout.bits * (len(self.level.boxes) + 1)
        return 1 << bits if 1 << bits <= LARGEST_BITMAP else None

    def guide(self) -> tuple[Any, ...]:
        """What :func:`pushes_ahead` reads: the layout, the floor, room for a matching."""
        level, layout = self.level, self.layout
        k = len(level.boxes)
        numbers = np.array([layout.bits, layout.per_word, bool(level.stuck)], np.int64)
        matching = Matching(*np.zeros((7, k), np.int64))
        return numbers, level.floor, np.zeros(k, np.int64), np.zeros((k, k), np.int64), matching

    def tables(self) -> tuple[npt.NDArray[Any], ...]:
        """What both kernels read: few arrays, since a call hands over every one of them.

        uint64[n, 9]: the neighbours of a square, n for a wall; where a box pushed from it comes to
        stand, n where it may not; whether the square is a goal. uint64[4]: bits, per_word, k,
        whether a goal is out of reach.
        Unsigned, because numba looks at the sign of every signed index.
        """
        level, layout = self.level, self.layout
        n, k = len(level.beside), len(level.boxes)
        squares = np.empty((n, 9), np.uint64)
        squares[:, :4] = squares[:, 4:8] = np.where(level.beside < 0, n, level.beside)
        squares[:, 8] = level.is_goal
        numbers = np.array([layout.bits, layout.per_word, k, bool(level.stuck)], np.uint64)
        return squares, numbers


class Steps(Moves):
    """Every step of the player is a transition."""

    microseconds = 2

    @property
    def nanoseconds_by_layers(self) -> int | None:
        """For positions of one word."""
        return 250 if self.layout.words == 1 else None

    def initial(self) -> Iterable[Position]:
        """The start."""
        return (self.puzzle.start,)

    def successors(self, state: Position) -> Iterator[tuple[str, Position, int]]:
        """Steps and pushes, up, down, left, right."""
        step, boxes = self.puzzle.step, state.boxes
        for side in range(4):
            following = step(state, side)
            if following is not None:
                letters = STEP_LETTERS if following.boxes is boxes else PUSH_LETTERS
                yield letters[side], following, 1

    def invalid(self, state: Position) -> Iterator[tuple[str, Position, str]]:
        """Moves into walls and pushes against walls or boxes: they leave everything in place."""
        for side in range(4):
            if self.puzzle.step(state, side) is None:
                into = self.puzzle.neighbours[state.player][side]
                what = "a wall is in the way" if into < 0 else "the box cannot move"
                yield STEP_LETTERS[side], state, f"{SIDE_NAMES[side]}: {what}"

    def predecessors(self, state: Position) -> Iterator[tuple[str, Position, int]]:
        """Steps back, with and without the box that the player has just pushed."""
        player, boxes = state
        for side in range(4):
            back = self.puzzle.neighbours[player][side ^ 1]
            if back < 0 or back in boxes:
                continue
            yield STEP_LETTERS[side], Position(back, boxes), 1
            ahead = self.puzzle.neighbours[player][side]
            if ahead in boxes:
                yield PUSH_LETTERS[side], Position(back, boxes - {ahead} | {player}), 1

    def goals(self) -> Iterator[Position]:
        """The boxes on the goals, the player on any other floor square."""
        goals = self.puzzle.goals
        for square in self.puzzle.floor:
            if square not in goals:
                yield Position(square, goals)

    def compiled(self) -> CompiledSpace[Position]:
        """The same over packed positions."""
        return CompiledSpace(
            initial=[self.pack(self.puzzle.start)],
            successors=step_successors,
            is_goal=all_home,
            tables=self.tables(),
            fanout=4,
            label=(STEP_LETTERS + PUSH_LETTERS).__getitem__,
            pack=self.pack,
            unpack=self.unpack,
            words=self.layout.words,
            bound=self.bound,
            heuristic=pushes_ahead,
            guide=self.guide,
            many=many_steps(*self.tables()) if self.layout.words == 1 else None,
        )


@kernel
def pushes_ahead(state: Any, guide: Any) -> Any:
    """The pushes of a cheapest assignment of boxes to goals, FAR where there is none."""
    numbers, floor, boxes, cost, matching = guide
    if numbers[2] != 0:
        return 0
    player = unpack(state, boxes, numbers[0], numbers[1])
    for i in range(len(boxes)):
        fill_cost(floor, boxes[i], player, cost[i])
    assign_all(cost, matching)
    return min(total(cost, matching), FAR)


@kernel
def all_home(state: Any, tables: Any) -> Any:
    """Whether every box of a packed position is on a goal, and no goal is out of reach."""
    squares, numbers = tables[0], tables[1]
    bits, per_word, k = numbers[0], numbers[1], numbers[2]
    if numbers[3] != _ZERO:
        return False
    mask = (_ONE << bits) - _ONE
    field = _ONE
    while field <= k:
        square = state[field // per_word] >> (field % per_word * bits) & mask
        if squares[square, 8] == _ZERO:
            return False
        field += _ONE
    return True


@kernel
def _holds_box(state: Any, square: Any, bits: Any, per_word: Any, k: Any) -> Any:
    mask = (_ONE << bits) - _ONE
    rest = state[0] >> bits
    if k < per_word:  # one word, the usual case
        for _ in range(k):
            if rest & mask == square:
                return True
            rest >>= bits
        return False
    field = _ONE
    while field <= k:
        if state[field // per_word] >> (field % per_word * bits) & mask == square:
            return True
        field += _ONE
    return False


@kernel
def step_successors(state: Any, tables: Any, following: Any, labels: Any, costs: Any) -> Any:
    """Steps and pushes, up, down, left, right; labels 0…3 are steps, 4…7 pushes."""
    squares, numbers = tables[0], tables[1]
    bits, per_word, k = numbers[0], numbers[1], numbers[2]
    wall = np.uint64(len(squares))
    player = state[0] & ((_ONE << bits) - _ONE)
    count = 0
    for side in range(4):
        ahead = squares[player, side]
        if ahead == wall:
            continue
        beyond = wall
        pushes = _holds_box(state, ahead, bits, per_word, k)
        if pushes:
            beyond = squares[ahead, 4 + side]
            if beyond == wall or _holds_box(state, beyond, bits, per_word, k):
                continue
        following[count, 0] = state[0] ^ player ^ ahead
        for w in range(1, len(state)):
            following[count, w] = state[w]
        labels[count] = side
        if pushes:
            _push(following, count, numbers, ahead, beyond)
            labels[count] = 4 + side
        costs[count] = 1
        count += 1
    return count


@kernel
def _push(rows: Any, row: Any, numbers: Any, box: Any, target: Any) -> None:
    """Move a box of the packed position ``rows[row]``, boxes kept in order, in place.

    In place and by row number, since each view of an array costs more than the whole step.
    """
    bits, per_word, k = numbers[0], numbers[1], numbers[2]
    field = _ONE
    while _get(rows, row, field, bits, per_word) != box:
        field += _ONE
    while field > _ONE and _get(rows, row, field - _ONE, bits, per_word) > target:
        _set(rows, row, field, bits, per_word, _get(rows, row, field - _ONE, bits, per_word))
        field -= _ONE
    while field < k and _get(rows, row, field + _ONE, bits, per_word) < target:
        _set(rows, row, field, bits, per_word, _get(rows, row, field + _ONE, bits, per_word))
        field += _ONE
    _set(rows, row, field, bits, per_word, target)


@kernel
def _get(rows: Any, row: Any, field: Any, bits: Any, per_word: Any) -> Any:
    return rows[row, field // per_word] >> (field % per_word * bits) & ((_ONE << bits) - _ONE)


@kernel
def _set(rows: Any, row: Any, field: Any, bits: Any, per_word: Any, value: Any) -> None:
    place = field % per_word * bits
    mask = (_ONE << bits) - _ONE
    rows[row, field // per_word] &= ~(mask << place)
    rows[row, field // per_word] |= value << place
